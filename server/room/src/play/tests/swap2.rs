//! The opening swap2: the seats that act, the choices, and their clocks.

use protocol::act::Act;
use protocol::id::PlayerId;
use protocol::message::RoomEvent;
use protocol::refusal::SpecProblem;
use protocol::spec::OpeningChoice::{self, Black, PlaceTwo, White};
use protocol::spec::OpeningRule;
use protocol::turn_order::OpeningMove;

use super::*;
use crate::{Command, Phase};

const STONES: [&str; 3] = ["h8", "a1", "h9"];
const TWO_MORE: [&str; 2] = ["a3", "b5"];

fn people() -> TestRoom {
    room().open_with_bo()
}

fn room() -> TestRoomSpec {
    TestRoomSpec::new("gomoku-15").swap2()
}

fn choice(table: &TestRoom, who: PlayerId, choice: OpeningChoice) -> Command {
    let revision = table.room.revision();
    act(who, Act::Choose { revision, choice })
}

#[track_caller]
fn choose(table: &mut TestRoom, who: PlayerId, chosen: OpeningChoice) -> Vec<Event> {
    table.give(choice(table, who, chosen))
}

/// Plays on until black has five in a row.
fn play_until_black_wins(table: &mut TestRoom) {
    let mut black = ["h10", "h11", "h12"].iter();
    let mut white = ["o1", "o3", "o5", "o7"].iter();
    while table.room.phase == Phase::Playing {
        let colour = table.room.play.game().side_to_move();
        let next = match colour {
            Side::First => black.next(),
            Side::Second => white.next(),
        };
        table.play_moves(&[*next.unwrap()]);
    }
}

#[test]
fn every_way_through_gives_the_row_to_the_seat_that_chose_its_colour() {
    for (choices, winner) in [
        (&[(BO, Black)][..], Side::Second),
        (&[(BO, White)], Side::First),
        (&[(BO, PlaceTwo), (ANA, Black)], Side::First),
        (&[(BO, PlaceTwo), (ANA, White)], Side::Second),
    ] {
        let mut table = people();
        for square in STONES {
            table.play(ANA, square);
        }
        for (index, &(who, chosen)) in choices.iter().enumerate() {
            if index == 1 {
                for square in TWO_MORE {
                    table.play(BO, square);
                }
            }
            choose(&mut table, who, chosen);
        }
        // White has the next stone, whichever seat that is.
        let white = table.room.play.turns().seat_of(Side::Second).unwrap();
        assert_eq!(table.room.play.side_to_move(), white);
        play_until_black_wins(&mut table);
        assert_eq!(table.outcome().winner, Some(winner), "{choices:?}");
        assert_eq!(table.snapshot(ANA).series.wins[winner], 1);
        assert_eq!(table.restarted().room.play, table.room.play);
    }
}

#[test]
fn a_choice_is_for_the_seat_that_has_it_and_a_stone_is_none() {
    let mut table = people();
    let no_choice = Refusal::BadChoice { expected: vec![] };
    for who in [ANA, BO] {
        let asked = choice(&table, who, White);
        table.refuses(asked, no_choice.clone());
    }
    table.play(ANA, STONES[0]);
    let not_yours = |to_move, ply| Err(Refusal::NotYourTurn { to_move, ply });
    assert_eq!(table.try_play(BO, STONES[1]), not_yours(Side::First, 2));
    table.play(ANA, STONES[1]);
    table.play(ANA, STONES[2]);
    let asked = choice(&table, ANA, White);
    assert_eq!(table.try_give(asked), not_yours(Side::Second, 4));
    let expected = vec![Black, White, PlaceTwo];
    assert_eq!(
        table.try_play(BO, "a3"),
        Err(Refusal::BadChoice { expected })
    );
    choose(&mut table, BO, PlaceTwo);
    table.play(BO, TWO_MORE[0]);
    table.play(BO, TWO_MORE[1]);
    let expected = vec![Black, White];
    let asked = choice(&table, ANA, PlaceTwo);
    table.refuses(asked, Refusal::BadChoice { expected });
    // A choice for an earlier board is late, as a ply is.
    let late = choice(&table, ANA, White);
    choose(&mut table, ANA, Black);
    assert!(matches!(table.try_give(late), Err(Refusal::Stale { .. })));
}

#[test]
fn the_opening_is_told_behind_every_change_of_the_board_until_it_is_over() {
    let mut table = people();
    let told = |table: &TestRoom, events: &[Event]| {
        let behind = events
            .iter()
            .flat_map(|event| table.room.follow_up_events(event));
        behind
            .filter_map(|event| match event {
                RoomEvent::Opening { opening } => Some(opening),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    for square in STONES {
        let events = table.play(ANA, square);
        let state = table.snapshot(ANA).opening.unwrap();
        assert_eq!(told(&table, &events), [state]);
    }
    let revision = table.room.revision();
    let events = choose(&mut table, BO, White);
    assert_eq!(table.room.revision(), revision.next());
    let (_, chosen) = table.room.client_event(table.now, &events[0]).unwrap();
    assert_eq!(
        chosen,
        RoomEvent::OpeningChosen {
            revision: revision.next(),
            by: Side::Second,
            choice: White,
            clock: None,
        }
    );
    let state = table.snapshot(ANA).opening.unwrap();
    assert!(state.is_over());
    assert_eq!(told(&table, &events), [state]);
    let events = table.play(BO, "a3");
    assert_eq!(told(&table, &events), []);
    assert!(table.snapshot(ANA).opening.unwrap().is_over());
}

#[test]
fn a_takeback_goes_back_to_the_last_choice_at_most() {
    let mut table = people();
    table.play(ANA, STONES[0]);
    table.play(ANA, STONES[1]);
    table.take_back(ANA);
    assert_eq!(table.room.play.ply_count(), 1);
    table.play(ANA, STONES[1]);
    table.play(ANA, STONES[2]);
    // The third stone may come back while the other has not chosen; the other has made no ply.
    let nothing = Err(Refusal::NothingToTakeBack);
    assert_eq!(table.try_give(act(BO, Act::AskTakeback)), nothing);
    table.take_back(ANA);
    table.play(ANA, STONES[2]);
    choose(&mut table, BO, PlaceTwo);
    assert_eq!(table.try_give(act(ANA, Act::AskTakeback)), nothing);
    table.play(BO, TWO_MORE[0]);
    table.take_back(BO);
    assert_eq!(table.room.play.ply_count(), 3);
    table.play(BO, TWO_MORE[0]);
    table.play(BO, TWO_MORE[1]);
    choose(&mut table, ANA, White);
    for who in [ANA, BO] {
        assert_eq!(table.try_give(act(who, Act::AskTakeback)), nothing);
    }
    table.play(ANA, "o1");
    table.play(BO, "h10");
    table.take_back(ANA);
    assert_eq!(table.room.play.ply_count(), 5);
    let back = table.restarted();
    assert_eq!(back.room.play, table.room.play);
}

#[test]
fn a_rematch_gives_the_other_player_the_opening() {
    let mut table = people();
    table.play_moves(&STONES);
    table.give(act(ANA, Act::Resign));
    table.rematch();
    let state = table.snapshot(BO).opening.unwrap();
    assert_eq!((state.to_act, state.to_place), (Side::First, 3));
    assert_eq!(state.made, []);
    assert_eq!(table.room.side_of(BO), Some(Side::First));
    table.play(BO, STONES[0]);
}

#[test]
fn only_the_first_act_of_a_seat_is_free_and_a_turn_earns_one_increment() {
    let mut table = room().clock("60s+5s").open_with_bo();
    let thinks = |table: &mut TestRoom| {
        table.wait(1_000);
    };
    thinks(&mut table);
    table.play(ANA, STONES[0]);
    assert_eq!(table.left(), (60_000, 60_000), "free");
    thinks(&mut table);
    table.play(ANA, STONES[1]);
    assert_eq!(table.left(), (59_000, 60_000), "no increment in the turn");
    thinks(&mut table);
    table.play(ANA, STONES[2]);
    assert_eq!(table.left(), (63_000, 60_000), "the turn earned it");
    thinks(&mut table);
    choose(&mut table, BO, PlaceTwo);
    assert_eq!(table.left(), (63_000, 60_000), "free");
    thinks(&mut table);
    table.play(BO, TWO_MORE[0]);
    thinks(&mut table);
    table.play(BO, TWO_MORE[1]);
    assert_eq!(table.left(), (63_000, 63_000));
    thinks(&mut table);
    let mut keeps_turn = table.clone();
    choose(&mut keeps_turn, ANA, White);
    assert_eq!(keeps_turn.left(), (62_000, 63_000), "white is to move: Ana");
    choose(&mut table, ANA, Black);
    assert_eq!(table.left(), (67_000, 63_000), "the choice left the turn");
    thinks(&mut table);
    assert_eq!(table.left(), (67_000, 62_000), "white is to move");
    table.wait(70_000).tick();
    assert_eq!(table.outcome(), won(Side::First, Reason::Flag));
}

#[test]
fn the_flag_falls_in_the_opening_and_the_first_choice_must_come_in_time() {
    let mut table = room().clock("10s").open_with_bo();
    table.play(ANA, STONES[0]);
    table.wait(10_001).tick();
    assert_eq!(table.outcome(), won(Side::Second, Reason::Flag));

    let mut table = room().clock("10s").open_with_bo();
    table.play_moves(&STONES);
    let late = choice(&table, BO, White);
    let limit = table.room.timing.first_move.as_millis();
    table.wait(limit + 1);
    table.give(late);
    assert_eq!(table.outcome(), unresolved(Reason::NoFirstMove));

    let mut table = room().clock("10s").open_with_bo();
    table.play_moves(&STONES);
    assert!(table.try_give(act(ANA, Act::Abort)).is_ok());
}

#[test]
fn a_choice_has_lag_credit_as_a_ply_has() {
    let mut table = room().clock("10s").open_with_bo();
    table.play_moves(&STONES);
    choose(&mut table, BO, PlaceTwo);
    table.play_moves(&TWO_MORE);
    table.wait(1_000);
    let mut chosen = choice(&table, ANA, White);
    if let Command::Act { round_trip, .. } = &mut chosen {
        *round_trip = Millis::from_millis(200);
    }
    let events = table.give(chosen);
    let expected = Event::Chosen {
        choice: White,
        charged: Millis::from_millis(800),
        credit: Millis::from_millis(200),
    };
    assert_eq!(events, [expected]);
    assert_eq!(table.left().0, 9_200);
}

fn open(table: &TestRoom, answer: OpeningMove) -> Command {
    Command::BotOpen {
        revision: table.room.revision(),
        answer: Ok(answer),
    }
}

fn stones(squares: &[&str]) -> OpeningMove {
    OpeningMove::Stones(
        squares
            .iter()
            .map(|square| square.parse().unwrap())
            .collect(),
    )
}

#[test]
fn bots_put_their_stones_at_once_and_choose() {
    let mut table = TestRoomSpec::new("gomoku-15")
        .swap2()
        .seats("bot:random", "bot:threat")
        .open();
    let asked = |table: &TestRoom| {
        let thinking = table.room.thinking().unwrap();
        let opening = thinking.opening.unwrap();
        (thinking.side, opening.to_place, opening.choices.len())
    };
    assert_eq!(asked(&table), (Side::First, 3, 0));
    assert_eq!(table.give(open(&table, stones(&STONES))).len(), 3);
    assert_eq!(asked(&table), (Side::Second, 0, 3));
    table.give(open(&table, OpeningMove::Choice(PlaceTwo)));
    assert_eq!(asked(&table), (Side::Second, 2, 0));
    table.give(open(&table, stones(&TWO_MORE)));
    assert_eq!(asked(&table), (Side::First, 0, 2));
    table.give(open(&table, OpeningMove::Choice(White)));
    let thinking = table.room.thinking().unwrap();
    assert_eq!((thinking.side, thinking.opening), (Side::First, None));
    assert_eq!(table.restarted().room.play.turns(), table.room.play.turns());
}

#[test]
fn a_bot_that_does_not_do_what_the_opening_asks_loses() {
    for answer in [
        stones(&[]),
        stones(&STONES[..2]),
        stones(&["h8", "h8", "h9"]),
        stones(&["h8", "t20", "h9"]),
        OpeningMove::Choice(White),
    ] {
        let mut table = TestRoomSpec::new("gomoku-15")
            .swap2()
            .seats("bot:random", "me")
            .open();
        table.give(open(&table, answer.clone()));
        assert_eq!(
            table.outcome(),
            won(Side::Second, Reason::BotFailed),
            "{answer:?}"
        );
        assert_eq!(table.room.play.ply_count(), 0);
    }
    let mut table = TestRoomSpec::new("gomoku-15")
        .swap2()
        .seats("me", "bot:random")
        .open();
    table.play_moves(&STONES);
    for answer in [
        stones(&["a3"]),
        OpeningMove::Choice(OpeningChoice::from("pass".to_owned())),
    ] {
        let mut table = table.clone();
        table.give(open(&table, answer));
        assert_eq!(table.outcome(), won(Side::First, Reason::BotFailed));
    }
    // A ply in the place of a choice.
    table.bot_plays("a3");
    assert_eq!(table.outcome(), won(Side::First, Reason::BotFailed));
}

#[test]
fn an_opening_is_refused_that_is_not_known_or_not_played_on_the_board() {
    let later = OpeningRule::from("taraguchi_10".to_owned());
    for (variant, opening, problem) in [
        (
            "connect-four",
            OpeningRule::Swap2,
            SpecProblem::OpeningNotPlayed,
        ),
        ("gomoku-15", later, SpecProblem::UnknownOpening),
    ] {
        let mut spec = TestRoomSpec::new(variant);
        spec.opening.spec.opening = Some(opening);
        assert_eq!(Room::open(&spec.opening), Err(Refusal::BadSpec { problem }));
    }
}

#[test]
fn stored_choices_that_do_not_fit_are_an_error() {
    let mut table = people();
    table.play_moves(&STONES);
    let (charged, credit) = (Millis::ZERO, Millis::ZERO);
    let chosen = |choice| Event::Chosen {
        choice,
        charged,
        credit,
    };
    let played = Event::Played {
        square: "a3".parse().unwrap(),
        charged,
        credit,
    };
    let back = Event::TakenBack {
        by: Side::First,
        plies: 2,
    };
    for (events, fits) in [
        (vec![chosen(White)], true),
        (vec![played.clone()], false),
        (vec![chosen(White), chosen(Black)], false),
        (vec![chosen(White), back.clone()], false),
        (vec![back], true),
        (vec![chosen(PlaceTwo), chosen(Black)], false),
        (vec![chosen(PlaceTwo), played], true),
    ] {
        let log = table.log.iter().map(|(at, event)| (*at, event));
        let behind = events.iter().map(|event| (table.now, event));
        let room = Room::replay(table.room.id(), log.chain(behind));
        assert_eq!(room.is_ok(), fits, "{events:?}");
    }
}
