//! The opening swap2, whose state follows from each event before the server's word on it arrives.

use crate::spec::OpeningChoice::{self, Black, PlaceTwo, White};
use crate::spec::OpeningRule;
use crate::turn_order::TurnOrder;
use crate::view::OpeningState;

use super::*;

fn swap2() -> Replica {
    let mut seen = fixture::snapshot("gomoku-15");
    seen.spec.opening = Some(OpeningRule::Swap2);
    seen.opening = TurnOrder::new(seen.spec.opening).state(0);
    Replica::new(Some(Side::First), seen, Millis::ZERO).unwrap()
}

/// The seat that acts puts these stones.
fn put(replica: &mut Replica, stones: &str) {
    for stone in stones.split(' ') {
        let mut event = moved(replica, stone);
        if let RoomEvent::Moved { side, .. } = &mut event {
            *side = replica.to_move().unwrap();
        }
        play(replica, vec![event]);
    }
}

fn choose(replica: &mut Replica, choice: OpeningChoice) {
    let chosen = RoomEvent::OpeningChosen {
        revision: replica.revision().next(),
        by: replica.to_move().unwrap(),
        choice,
        clock: None,
    };
    play(replica, vec![chosen]);
}

fn state(replica: &Replica) -> (Side, u8, usize) {
    let opening = replica.opening().unwrap();
    (opening.to_act, opening.to_place, opening.choices.len())
}

#[test]
fn the_opening_follows_from_plies_and_choices() {
    let mut replica = swap2();
    assert_eq!(state(&replica), (Side::First, 3, 0));
    put(&mut replica, "h8 a1");
    assert_eq!(state(&replica), (Side::First, 1, 0));
    assert!(replica.is_my_turn());
    put(&mut replica, "h9");
    assert_eq!(state(&replica), (Side::Second, 0, 3));
    assert!(!replica.is_my_turn() && replica.choices().is_empty());
    let back = taken_back(&replica, Side::First, 2);
    play(&mut replica, vec![back]);
    assert_eq!(state(&replica), (Side::First, 1, 0));
    put(&mut replica, "h9");
    choose(&mut replica, PlaceTwo);
    assert_eq!(state(&replica), (Side::Second, 2, 0));
    put(&mut replica, "a3 b5");
    assert_eq!(replica.choices(), [Black, White]);
    assert_eq!(replica.colour_of(Side::First), None);
    choose(&mut replica, White);
    assert_eq!(replica.opening(), None);
    assert_eq!(replica.to_move(), Some(Side::First));
    assert_eq!(replica.colour_of(Side::First), Some(Side::Second));
    assert_eq!(replica.colour_of(Side::Second), Some(Side::First));
    put(&mut replica, "o1");
    assert_eq!(replica.to_move(), Some(Side::Second));
    let snapshot = replica.snapshot();
    let turns = TurnOrder::after(OpeningRule::Swap2, &[PlaceTwo, White]).unwrap();
    assert_eq!(snapshot.opening, turns.state(6));
}

#[test]
fn a_rematch_begins_the_opening_again() {
    let mut replica = swap2();
    put(&mut replica, "h8 a1 h9");
    choose(&mut replica, Black);
    let started = RoomEvent::Started {
        revision: replica.revision().next(),
        series: Series {
            game: 2,
            ..Series::default()
        },
        seats: replica.snapshot().seats.clone().swapped(),
        clock: None,
        rated: false,
    };
    play(&mut replica, vec![started]);
    assert_eq!(state(&replica), (Side::First, 3, 0));
    assert_eq!(replica.you(), Some(Side::Second));
    assert!(!replica.is_my_turn());
}

#[test]
fn a_rule_of_a_later_release_is_left_to_the_server() {
    let mut replica = swap2();
    let rule = OpeningRule::from("taraguchi_10".to_owned());
    let opening = OpeningState {
        rule,
        to_act: Side::First,
        to_place: 2,
        choices: vec![],
        black: None,
        made: vec![],
    };
    let told = |replica: &mut Replica, opening: &OpeningState| {
        let opening = opening.clone();
        notice(replica, 0, &RoomEvent::Opening { opening });
    };
    told(&mut replica, &opening);
    put(&mut replica, "h8");
    assert_eq!(replica.snapshot().opening.as_ref(), Some(&opening));
    let to_act = Side::Second;
    let opening = OpeningState { to_act, ..opening };
    told(&mut replica, &opening);
    assert_eq!(replica.to_move(), Some(Side::Second));
    // The colours are known before the last choice, and then whoever has the colour of the stone acts.
    let black = Some(Side::First);
    let choices = vec![Black];
    let opening = OpeningState {
        black,
        to_place: 0,
        choices,
        ..opening
    };
    put(&mut replica, "h9");
    told(&mut replica, &opening);
    assert_eq!(replica.to_move(), Some(Side::Second));
    let choices = vec![];
    told(&mut replica, &OpeningState { choices, ..opening });
    assert_eq!(replica.to_move(), Some(Side::First));
    put(&mut replica, "h10");
    assert_eq!(replica.to_move(), Some(Side::Second));
}

#[test]
fn without_an_opening_the_first_side_is_black() {
    let replica = replica();
    assert_eq!(replica.opening(), None);
    for side in Side::BOTH {
        assert_eq!(replica.colour_of(side), Some(side));
    }
}
