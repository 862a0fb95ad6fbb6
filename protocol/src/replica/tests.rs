use crate::clock::ClockFace;
use crate::fixture::{self, human};
use crate::rules::Foul;
use crate::square::Square;
use crate::text::{ChatText, Name};
use crate::view::{ChatLine, ForbiddenPoint, Offers, Reason, SNAPSHOT_CHAT, SearchInfo, Series};

use super::*;

mod opening;

/// A game of connect-four with a clock.
fn snapshot() -> Snapshot {
    Snapshot {
        clock: Some(face(60_000, 60_000, None)),
        ..fixture::snapshot("connect-four")
    }
}

/// A room of connect-four in which Ana waits for an opponent.
fn waiting() -> Replica {
    let mut waiting = snapshot();
    waiting.phase = Phase::Seating;
    waiting.seats.second = Seat::Open;
    Replica::new(Some(Side::First), waiting, Millis::ZERO).unwrap()
}

fn bot() -> Seat {
    let bot = "random".parse().unwrap();
    Seat::Bot { bot }
}

fn face(first: u64, second: u64, running: Option<Side>) -> ClockFace {
    ClockFace {
        remaining: BySide {
            first: at(first),
            second: at(second),
        },
        running,
    }
}

fn replica() -> Replica {
    Replica::new(Some(Side::First), snapshot(), Millis::ZERO).unwrap()
}

/// Plays these moves by their events.
fn play_moves(replica: &mut Replica, moves: &[&str]) {
    for text in moves {
        let event = moved(replica, text);
        play(replica, vec![event]);
    }
}

/// Applies an event that is not numbered at this moment.
fn notice(replica: &mut Replica, millis: u64, event: &RoomEvent) {
    let seq = replica.snapshot().seq;
    replica.apply(at(millis), seq, event).unwrap();
}

fn at(millis: u64) -> Millis {
    Millis::from_millis(millis)
}

fn taken_back(replica: &Replica, by: Side, plies: u16) -> RoomEvent {
    RoomEvent::TakenBack {
        revision: replica.revision().next(),
        by,
        plies,
        clock: None,
    }
}

fn over(winner: Option<Side>, series: Series) -> RoomEvent {
    RoomEvent::Over {
        outcome: Outcome {
            winner,
            reason: Reason::Resignation,
            line: Vec::new(),
        },
        series,
        clock: None,
    }
}

/// Applies events that change the recorded state, each with the next number.
fn play(replica: &mut Replica, events: Vec<RoomEvent>) {
    for event in events {
        let seq = replica.snapshot().seq.next();
        replica.apply(Millis::ZERO, seq, &event).unwrap();
    }
}

fn moved(replica: &Replica, text: &str) -> RoomEvent {
    let game = replica.game();
    RoomEvent::Moved {
        revision: replica.revision().next(),
        side: game.side_to_move(),
        ply: game.plies().len() as u16 + 1,
        made: Ply {
            square: game.landing(game.read_move(text).unwrap()).unwrap(),
            left: None,
        },
        ends_game: false,
        clock: None,
    }
}

#[test]
fn moves_change_the_board_and_the_revision() {
    let mut replica = replica();
    assert!(replica.is_my_turn());
    play_moves(&mut replica, &["4", "4", "3"]);
    assert_eq!(replica.revision(), Revision(4));
    assert_eq!(replica.game().plies().len(), 3);
    assert_eq!(replica.plies().len(), 3);
    assert_eq!(replica.to_move(), Some(Side::Second));
    assert!(!replica.is_my_turn());
}

#[test]
fn a_missed_event_is_a_gap_and_changes_nothing() {
    let mut replica = replica();
    let event = moved(&replica, "4");
    for (seq, is_gap) in [(6, true), (3, true), (5, false)] {
        let applied = replica.apply(Millis::ZERO, Seq(seq), &event);
        assert_eq!(applied.is_err(), is_gap, "{seq}");
    }
    assert_eq!(replica.plies().len(), 1);
}

#[test]
fn an_event_that_contradicts_the_board_is_a_gap_and_changes_nothing() {
    let mut replica = replica();
    let floating = RoomEvent::Moved {
        revision: Revision(2),
        side: Side::First,
        ply: 1,
        made: Ply {
            square: Square::new(3, 2).unwrap(),
            left: None,
        },
        ends_game: false,
        clock: None,
    };
    let too_far = taken_back(&replica, Side::First, 1);
    for event in [floating, too_far] {
        let gap = replica.apply(Millis::ZERO, Seq(5), &event).unwrap_err();
        assert_eq!((gap.at, gap.got), (Seq(4), Seq(5)));
    }
    assert_eq!(replica.snapshot(), &snapshot());
}

#[test]
fn a_snapshot_that_breaks_the_rules_is_no_table() {
    let mut wrong = snapshot();
    let square = Square::new(19, 0).unwrap();
    wrong.plies = vec![Ply { square, left: None }];
    assert!(Replica::new(None, wrong, Millis::ZERO).is_err());
}

#[test]
fn a_game_of_a_later_release_is_named() {
    let mut later = snapshot();
    later.spec.variant = Named::Unknown("hex-11".to_owned());
    let error = Replica::new(None, later, Millis::ZERO).unwrap_err();
    assert_eq!(error, ReplicaError::UnknownVariant("hex-11".to_owned()));
}

#[test]
fn the_running_clock_is_shown_at_any_later_moment() {
    let mut replica = replica();
    let clock = face(60_000, 50_000, Some(Side::Second));
    let event = RoomEvent::Clock { clock };
    notice(&mut replica, 7_000, &event);
    assert_eq!(replica.left(Side::Second, at(9_000)), Some(at(48_000)));
    assert_eq!(replica.left(Side::First, at(9_000)), Some(at(60_000)));
    assert_eq!(replica.left(Side::Second, at(99_000)), Some(Millis::ZERO));
    assert_eq!(replica.running(), Some(Side::Second));
}

#[test]
fn a_search_that_goes_on_is_shown_as_long_as_it_has_lasted_until_the_ply() {
    let mut replica = replica();
    assert_eq!(replica.thinking(Millis::ZERO), None);
    let thinking = Thinking {
        side: Side::First,
        ply: 1,
        elapsed: at(500),
        depth: None,
    };
    let event = RoomEvent::Thinking { thinking };
    notice(&mut replica, 7_000, &event);
    let elapsed = at(2_500);
    assert_eq!(
        replica.thinking(at(9_000)),
        Some(Thinking {
            elapsed,
            ..thinking
        })
    );
    play_moves(&mut replica, &["4"]);
    assert_eq!(replica.thinking(at(9_000)), None);
}

#[test]
fn an_opponent_who_is_away_may_be_claimed_after_the_grace() {
    let mut replica = replica();
    assert_eq!(replica.claim_in(Millis::ZERO), None);
    let gone = RoomEvent::Disconnected { side: Side::Second };
    notice(&mut replica, 10_000, &gone);
    assert_eq!(replica.away(Side::Second, at(30_000)), Some(at(20_000)));
    assert_eq!(replica.claim_in(at(30_000)), Some(at(40_000)));
    assert_eq!(replica.claim_in(at(70_000)), Some(Millis::ZERO));
    let back = RoomEvent::Reconnected { side: Side::Second };
    notice(&mut replica, 71_000, &back);
    assert_eq!(replica.claim_in(at(72_000)), None);
}

#[test]
fn an_offer_stands_until_the_next_ply() {
    let mut replica = replica();
    let by = Side::Second;
    play(
        &mut replica,
        vec![
            RoomEvent::DrawOffered { by },
            RoomEvent::TakebackAsked { by },
        ],
    );
    assert_eq!(replica.snapshot().offers.draw, Some(by));
    assert_eq!(replica.snapshot().offers.takeback, Some(by));
    play_moves(&mut replica, &["1"]);
    assert_eq!(replica.snapshot().offers, Offers::default());
}

#[test]
fn a_takeback_shortens_the_game_and_forgets_what_was_thought() {
    let mut replica = replica();
    play_moves(&mut replica, &["4", "4", "3"]);
    let thought = |ply| RoomEvent::SearchInfo {
        search: SearchInfo {
            side: Side::Second,
            ply,
            score: 0,
            depth: None,
            nodes: 1,
            elapsed: at(1),
            exact: None,
            pv: Vec::new(),
        },
    };
    for ply in [2, 1, 2] {
        notice(&mut replica, 0, &thought(ply));
    }
    let known: Vec<_> = replica.snapshot().searches.iter().map(|t| t.ply).collect();
    assert_eq!(known, [1, 2]);
    let back = taken_back(&replica, Side::Second, 1);
    play(&mut replica, vec![back]);
    assert_eq!(replica.game().plies().len(), 1);
    assert_eq!(replica.plies().len(), 1);
    let known: Vec<_> = replica.snapshot().searches.iter().map(|t| t.ply).collect();
    assert_eq!(known, [1]);
    assert_eq!(replica.to_move(), Some(Side::Second));
}

#[test]
fn a_seat_that_is_taken_or_given_up_is_shown_so() {
    let mut replica = waiting();
    let side = Side::Second;
    let seat = human("Eva");
    play(&mut replica, vec![RoomEvent::SeatTaken { side, seat }]);
    assert_eq!(replica.occupant(side), "Eva");
    play(&mut replica, vec![RoomEvent::SeatVacated { side }]);
    assert_eq!(replica.occupant(side), "open seat");
}

/// As to one whose snapshot has the takeback already.
#[test]
fn a_takeback_that_is_told_again_changes_nothing() {
    let mut replica = replica();
    play_moves(&mut replica, &["4", "4"]);
    let back = taken_back(&replica, Side::First, 1);
    play(&mut replica, vec![back.clone()]);
    let before = replica.snapshot().clone();
    notice(&mut replica, 0, &back);
    assert_eq!(replica.snapshot(), &before);
    assert_eq!(replica.game().plies().len(), 1);
}

#[test]
fn forbidden_points_are_those_of_the_last_board_alone() {
    let points = vec![ForbiddenPoint {
        square: "a1".parse().unwrap(),
        kind: Foul::Overline.into(),
    }];
    let over = over(Some(Side::First), Series::default());
    for next in [moved(&replica(), "4"), over] {
        let mut replica = replica();
        let told = RoomEvent::Forbidden {
            points: points.clone(),
        };
        play(&mut replica, vec![told]);
        assert_eq!(replica.snapshot().forbidden, points);
        play(&mut replica, vec![next]);
        assert_eq!(replica.snapshot().forbidden, []);
    }
}

#[test]
fn an_offer_that_is_declined_stands_no_more() {
    use RoomEvent::{DrawDeclined, DrawOffered, RematchDeclined, RematchOffered};
    use RoomEvent::{TakebackAsked, TakebackDeclined};

    let mut replica = replica();
    let (by, other) = (Side::First, Side::Second);
    for (offered, declined) in [
        (DrawOffered { by }, DrawDeclined { by: other }),
        (TakebackAsked { by }, TakebackDeclined { by: other }),
        (RematchOffered { by }, RematchDeclined { by: other }),
    ] {
        play(&mut replica, vec![offered]);
        assert_ne!(replica.snapshot().offers, Offers::default());
        play(&mut replica, vec![declined]);
        assert_eq!(replica.snapshot().offers, Offers::default());
    }
}

#[test]
fn a_rematch_changes_sides_and_clears_the_board() {
    let mut replica = replica();
    play_moves(&mut replica, &["4"]);
    let mut series = replica.snapshot().series;
    series.wins.first = 1;
    play(&mut replica, vec![over(Some(Side::First), series)]);
    assert_eq!(replica.outcome().unwrap().winner, Some(Side::First));
    assert_eq!(replica.to_move(), None);
    let started = RoomEvent::Started {
        revision: Revision(3),
        series: Series {
            game: 2,
            wins: series.wins.swapped(),
            draws: 0,
        },
        seats: replica.snapshot().seats.clone().swapped(),
        clock: None,
        rated: false,
    };
    play(&mut replica, vec![started.clone()]);
    assert_eq!(replica.you(), Some(Side::Second));
    // Told again, as to one whose snapshot has the game already.
    notice(&mut replica, 0, &started);
    assert_eq!(replica.you(), Some(Side::Second));
    assert_eq!(replica.occupant(Side::Second), "Ana");
    assert_eq!(replica.snapshot().series.wins[Side::Second], 1);
    assert!(replica.plies().is_empty() && replica.game().plies().is_empty());
    assert_eq!(replica.to_move(), Some(Side::First));
}

#[test]
fn positions_are_analysed_where_the_server_allows_it() {
    let RoomEvent::Over { outcome, .. } = over(None, Series::default()) else {
        unreachable!();
    };
    let over = Phase::Over { outcome };
    // Whether a player may, and a spectator.
    let mut rows: Vec<(Snapshot, [bool; 2])> = Vec::new();
    let mut row = |change: &dyn Fn(&mut Snapshot), may| {
        let mut snapshot = snapshot();
        change(&mut snapshot);
        rows.push((snapshot, may));
    };
    row(&|_| {}, [false, false]);
    row(&|room| room.spec.hints = true, [true, true]);
    row(&|room| room.spec.open_thoughts = true, [false, true]);
    row(&|room| room.seats.second = bot(), [false, false]);
    let bots = BySide::from_fn(|_| bot());
    row(&|room| room.seats = bots.clone(), [true, true]);
    row(&|room| room.phase = over.clone(), [true, true]);
    row(&|room| room.phase = Phase::Seating, [false, false]);
    for (snapshot, may) in rows {
        let found = [Some(Side::First), None].map(|you| {
            let replica = Replica::new(you, snapshot.clone(), Millis::ZERO);
            replica.unwrap().may_analyse()
        });
        assert_eq!(found, may, "{snapshot:?}");
    }
}

#[test]
fn the_first_game_changes_no_side() {
    let mut replica = waiting();
    assert_eq!(replica.to_move(), None);
    assert_eq!(replica.occupant(Side::Second), "open seat");
    let series = replica.snapshot().series;
    let (side, seat) = (Side::Second, bot());
    let mut seats = replica.snapshot().seats.clone();
    seats.second = bot();
    let started = RoomEvent::Started {
        revision: Revision(1),
        series,
        seats,
        clock: None,
        rated: false,
    };
    let taken = RoomEvent::SeatTaken { side, seat };
    play(&mut replica, vec![taken, started]);
    assert_eq!(replica.you(), Some(Side::First));
    assert_eq!(replica.occupant(Side::Second), "random");
    assert!(replica.is_my_turn());
}

#[test]
fn watchers_and_chat_are_kept_as_a_snapshot_would_have_them() {
    let mut replica = replica();
    let name = Name::clean("Eva").unwrap();
    let came = RoomEvent::Watchers {
        watching: 1,
        names: Some(vec![name.clone()]),
    };
    notice(&mut replica, 0, &came);
    assert_eq!(replica.snapshot().spectators, std::slice::from_ref(&name));
    let line = ChatLine {
        name: name.clone(),
        side: None,
        text: ChatText::clean("hola").unwrap(),
    };
    for _ in 0..=SNAPSHOT_CHAT {
        let line = line.clone();
        play(&mut replica, vec![RoomEvent::ChatPosted { line }]);
    }
    assert_eq!(replica.snapshot().chat.len(), SNAPSHOT_CHAT);
    let before = replica.snapshot().clone();
    play(&mut replica, vec![RoomEvent::ChatHidden]);
    let seq = replica.snapshot().seq;
    assert_eq!(seq, before.seq.next(), "a line that is not seen is no gap");
    assert_eq!(replica.snapshot().chat, before.chat);
    let went = RoomEvent::Watchers {
        watching: 0,
        names: Some(Vec::new()),
    };
    notice(&mut replica, 0, &went);
    let seen = replica.snapshot();
    assert_eq!((seen.watching, seen.spectators.len()), (0, 0));
}
