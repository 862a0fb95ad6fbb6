use protocol::message::{ChatLine, Reason, Series, Thought};
use protocol::rules::Variant;
use protocol::spec::{BotSpec, GameSpec};
use protocol::square::Square;
use protocol::text::{ChatText, Name};

use super::*;

fn snapshot() -> Snapshot {
    Snapshot {
        room: "K7QM2X".parse().unwrap(),
        spec: GameSpec::new(Variant::named("connect-four").unwrap()),
        seq: Seq(4),
        revision: Revision(1),
        seats: BySide {
            first: human("Ana"),
            second: human("Ben"),
        },
        phase: Phase::Playing,
        plies: Vec::new(),
        clock: Some(face(60_000, 60_000, None)),
        offers: Offers::default(),
        series: Series {
            game: 1,
            ..Series::default()
        },
        grace: Millis(60_000),
        chat: Vec::new(),
        spectators: Vec::new(),
        watching: 0,
        thoughts: Vec::new(),
    }
}

fn human(name: &str) -> Seat {
    Seat::Human {
        name: Name::clean(name).unwrap(),
        away: None,
    }
}

fn face(first: u64, second: u64, running: Option<Side>) -> ClockFace {
    ClockFace {
        remaining: BySide {
            first: Millis(first),
            second: Millis(second),
        },
        running,
    }
}

fn table() -> Table {
    Table::new(Some(Side::First), snapshot(), Millis(0)).unwrap()
}

/// Applies what changes the recorded state, each with the next number.
fn play(table: &mut Table, events: Vec<TableEvent>) {
    for event in events {
        let seq = table.seen().seq.next();
        table.apply(Millis(0), seq, &event).unwrap();
    }
}

fn moved(table: &Table, text: &str) -> TableEvent {
    let game = table.game();
    TableEvent::Moved {
        revision: table.revision().next(),
        side: game.side_to_move(),
        ply: game.plies().len() as u16 + 1,
        made: Ply {
            square: game.landing(game.read_move(text).unwrap()).unwrap(),
            left: None,
        },
        clock: None,
    }
}

#[test]
fn moves_change_the_board_and_the_revision() {
    let mut table = table();
    assert!(table.is_my_turn());
    for text in ["4", "4", "3"] {
        let event = moved(&table, text);
        play(&mut table, vec![event]);
    }
    assert_eq!(table.revision(), Revision(4));
    assert_eq!(table.game().plies().len(), 3);
    assert_eq!(table.plies().len(), 3);
    assert_eq!(table.to_move(), Some(Side::Second));
    assert!(!table.is_my_turn());
}

#[test]
fn a_missed_event_is_a_gap_and_changes_nothing() {
    let mut table = table();
    let event = moved(&table, "4");
    for (seq, is_gap) in [(6, true), (3, true), (5, false)] {
        let applied = table.apply(Millis(0), Seq(seq), &event);
        assert_eq!(applied.is_err(), is_gap, "{seq}");
    }
    assert_eq!(table.plies().len(), 1);
}

#[test]
fn an_event_that_contradicts_the_board_is_a_gap_and_changes_nothing() {
    let mut table = table();
    let floating = TableEvent::Moved {
        revision: Revision(2),
        side: Side::First,
        ply: 1,
        made: Ply {
            square: Square::new(3, 2).unwrap(),
            left: None,
        },
        clock: None,
    };
    let too_far = TableEvent::TakenBack {
        revision: Revision(2),
        by: Side::First,
        plies: 1,
        clock: None,
    };
    for event in [floating, too_far] {
        let gap = table.apply(Millis(0), Seq(5), &event).unwrap_err();
        assert_eq!((gap.at, gap.got), (Seq(4), Seq(5)));
    }
    assert_eq!(table.seen(), &snapshot());
}

#[test]
fn a_snapshot_that_breaks_the_rules_is_no_table() {
    let mut wrong = snapshot();
    wrong.plies = vec![
        Ply {
            square: Square::new(19, 0).unwrap(),
            left: None,
        };
        1
    ];
    assert!(Table::new(None, wrong, Millis(0)).is_err());
}

#[test]
fn the_running_clock_is_shown_at_any_later_moment() {
    let mut table = table();
    let clock = face(60_000, 50_000, Some(Side::Second));
    let event = TableEvent::Clock { clock };
    table.apply(Millis(7_000), Seq(5), &event).unwrap();
    assert_eq!(
        table.left(Side::Second, Millis(9_000)),
        Some(Millis(48_000))
    );
    assert_eq!(table.left(Side::First, Millis(9_000)), Some(Millis(60_000)));
    assert_eq!(table.left(Side::Second, Millis(99_000)), Some(Millis::ZERO));
    assert_eq!(table.running(), Some(Side::Second));
}

#[test]
fn an_opponent_who_is_away_may_be_claimed_after_the_grace() {
    let mut table = table();
    assert_eq!(table.claim_in(Millis(0)), None);
    let gone = TableEvent::Gone { side: Side::Second };
    table.apply(Millis(10_000), Seq(4), &gone).unwrap();
    assert_eq!(
        table.away(Side::Second, Millis(30_000)),
        Some(Millis(20_000))
    );
    assert_eq!(table.claim_in(Millis(30_000)), Some(Millis(40_000)));
    assert_eq!(table.claim_in(Millis(70_000)), Some(Millis::ZERO));
    let back = TableEvent::Back { side: Side::Second };
    table.apply(Millis(71_000), Seq(4), &back).unwrap();
    assert_eq!(table.claim_in(Millis(72_000)), None);
}

#[test]
fn an_offer_stands_until_the_next_ply() {
    let mut table = table();
    let by = Side::Second;
    play(
        &mut table,
        vec![
            TableEvent::DrawOffered { by },
            TableEvent::TakebackAsked { by },
        ],
    );
    assert_eq!(table.seen().offers.draw, Some(by));
    assert_eq!(table.seen().offers.takeback, Some(by));
    let event = moved(&table, "1");
    play(&mut table, vec![event]);
    assert_eq!(table.seen().offers, Offers::default());
}

#[test]
fn a_takeback_shortens_the_game_and_forgets_what_was_thought() {
    let mut table = table();
    for text in ["4", "4", "3"] {
        let event = moved(&table, text);
        play(&mut table, vec![event]);
    }
    let thought = |ply| TableEvent::Thought {
        thought: Thought {
            side: Side::Second,
            ply,
            score: 0,
            depth: None,
            nodes: 1,
            elapsed: Millis(1),
            exact: None,
            pv: Vec::new(),
        },
    };
    for ply in [2, 1, 2] {
        table.apply(Millis(0), Seq(7), &thought(ply)).unwrap();
    }
    let known: Vec<_> = table.seen().thoughts.iter().map(|t| t.ply).collect();
    assert_eq!(known, [1, 2]);
    let revision = table.revision().next();
    play(
        &mut table,
        vec![TableEvent::TakenBack {
            revision,
            by: Side::Second,
            plies: 1,
            clock: None,
        }],
    );
    assert_eq!(table.game().plies().len(), 1);
    assert_eq!(table.plies().len(), 1);
    assert_eq!(table.seen().thoughts.len(), 1);
    assert_eq!(table.to_move(), Some(Side::Second));
}

#[test]
fn a_rematch_changes_sides_and_clears_the_board() {
    let mut table = table();
    let event = moved(&table, "4");
    let outcome = Outcome {
        winner: Some(Side::First),
        reason: Reason::Resignation,
        line: Vec::new(),
    };
    let mut series = table.seen().series;
    series.wins.first = 1;
    play(
        &mut table,
        vec![
            event,
            TableEvent::Over {
                outcome: outcome.clone(),
                series,
                clock: None,
            },
        ],
    );
    assert_eq!(table.outcome(), Some(&outcome));
    assert_eq!(table.to_move(), None);
    let started = TableEvent::Started {
        revision: Revision(3),
        series: Series {
            game: 2,
            wins: series.wins.swapped(),
            draws: 0,
        },
        seats: table.seen().seats.clone().swapped(),
        clock: None,
    };
    play(&mut table, vec![started]);
    assert_eq!(table.you(), Some(Side::Second));
    assert_eq!(table.occupant(Side::Second), "Ana");
    assert_eq!(table.seen().series.wins[Side::Second], 1);
    assert!(table.plies().is_empty() && table.game().plies().is_empty());
    assert_eq!(table.to_move(), Some(Side::First));
}

#[test]
fn the_first_game_changes_no_side() {
    let mut waiting = snapshot();
    waiting.phase = Phase::Seating;
    waiting.seats.second = Seat::Open;
    let mut table = Table::new(Some(Side::First), waiting, Millis(0)).unwrap();
    assert_eq!(table.to_move(), None);
    assert_eq!(table.occupant(Side::Second), "open seat");
    let bot = Seat::Bot {
        bot: BotSpec::new("random", None).unwrap(),
    };
    let seats = BySide {
        first: human("Ana"),
        second: bot.clone(),
    };
    play(
        &mut table,
        vec![
            TableEvent::Sat {
                side: Side::Second,
                seat: bot,
            },
            TableEvent::Started {
                revision: Revision(1),
                series: Series {
                    game: 1,
                    ..Series::default()
                },
                seats,
                clock: None,
            },
        ],
    );
    assert_eq!(table.you(), Some(Side::First));
    assert_eq!(table.occupant(Side::Second), "random");
    assert!(table.is_my_turn());
}

#[test]
fn watchers_and_chat_are_kept_as_a_snapshot_would_have_them() {
    let mut table = table();
    let name = Name::clean("Eva").unwrap();
    let came = TableEvent::Watching {
        name: name.clone(),
        watching: 1,
    };
    table.apply(Millis(0), Seq(4), &came).unwrap();
    assert_eq!(table.seen().spectators, std::slice::from_ref(&name));
    let line = ChatLine {
        name: name.clone(),
        side: None,
        text: ChatText::clean("hola").unwrap(),
    };
    for _ in 0..=SNAPSHOT_CHAT {
        play(&mut table, vec![TableEvent::Said { line: line.clone() }]);
    }
    assert_eq!(table.seen().chat.len(), SNAPSHOT_CHAT);
    let seq = table.seen().seq;
    let went = TableEvent::Unwatched { name, watching: 0 };
    table.apply(Millis(0), seq, &went).unwrap();
    assert_eq!(
        (table.seen().watching, table.seen().spectators.len()),
        (0, 0)
    );
}
