//! The order in which the seats act: by the colour of the stone, or as an opening with choices says.
//!
//! ```text
//! swap2: the first side puts 3 stones -> the second chooses black, white, or to place two
//!        place two: the second puts 2 stones -> the first chooses black or white
//! ```
//!
//! A [`Game`](crate::game::Game) knows colours alone: its stones are black and white in turn, whoever puts them, and
//! its [`Side::First`] is black. Here a [`Side`] is a seat unless the text says colour.

use crate::side::Side;
use crate::spec::{OpeningChoice, OpeningRule};
use crate::square::Square;
use crate::view::OpeningState;

/// Stones that the first side puts in swap2.
const PROPOSED: usize = 3;

/// Stones on the board once the second side has placed two more.
const PROPOSED_AND_TWO: usize = 5;

/// The seat of each ply and of each choice of a game.
///
/// It is made of the rule of the opening and the choices so far; the number of plies is an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnOrder {
    rule: Option<OpeningRule>,
    made: Vec<OpeningChoice>,
}

/// A part of an opening with choices, as a program plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningMove {
    /// Stones to put one after the other, as many as are to be placed.
    Stones(Vec<Square>),
    /// A choice.
    Choice(OpeningChoice),
}

/// A choice that is not open now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no choice now")]
pub struct NoSuchChoice {
    /// The choices that are; none where there is nothing to choose.
    pub expected: Vec<OpeningChoice>,
}

/// Stage of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The seat places stones until the board has `until` plies.
    Placing { seat: Side, until: usize },
    /// The seat chooses.
    Choosing { seat: Side },
    /// This seat plays black; there are no more choices to come.
    Settled { black: Side },
}

impl TurnOrder {
    /// The order at the beginning of a game. A rule that this release does not know changes nothing.
    pub fn new(rule: Option<OpeningRule>) -> Self {
        Self {
            rule,
            made: Vec::new(),
        }
    }

    /// The order after these choices.
    ///
    /// # Errors
    ///
    /// [`NoSuchChoice`] where one of them cannot follow on those before it.
    pub fn after(rule: OpeningRule, choices: &[OpeningChoice]) -> Result<Self, NoSuchChoice> {
        let mut order = Self::new(Some(rule));
        for &choice in choices {
            let plies = order.stones_of_stage();
            order.choose(plies, choice)?;
        }
        Ok(order)
    }

    /// The rule of the opening.
    pub fn rule(&self) -> Option<OpeningRule> {
        self.rule
    }

    /// The choices made, in order.
    pub fn made(&self) -> &[OpeningChoice] {
        &self.made
    }

    /// The seat that acts after `plies` plies, with a stone or a choice.
    pub fn to_act(&self, plies: usize) -> Side {
        match self.stage(plies) {
            Stage::Placing { seat, .. } | Stage::Choosing { seat } => seat,
            Stage::Settled { black } => seat_of_colour(black, Side::to_move_after(plies)),
        }
    }

    /// The seat that made the ply of this index, from 0.
    pub fn of_ply(&self, index: usize) -> Side {
        let has_placed_two = self.made.first() == Some(&OpeningChoice::PlaceTwo);
        match self.rule {
            Some(OpeningRule::Swap2) if index < PROPOSED => Side::First,
            Some(OpeningRule::Swap2) if has_placed_two && index < PROPOSED_AND_TWO => Side::Second,
            Some(OpeningRule::Swap2 | OpeningRule::Other(_)) | None => self.to_act(index),
        }
    }

    /// The seat that plays this colour, once it is settled.
    pub fn seat_of(&self, colour: Side) -> Option<Side> {
        self.black().map(|black| seat_of_colour(black, colour))
    }

    /// The seat that plays black, the colour of the odd plies; none while that is not chosen.
    pub fn black(&self) -> Option<Side> {
        match self.stage(self.stones_of_stage()) {
            Stage::Placing { .. } | Stage::Choosing { .. } => None,
            Stage::Settled { black } => Some(black),
        }
    }

    /// The choices that are open after `plies` plies.
    pub fn choices(&self, plies: usize) -> &'static [OpeningChoice] {
        use OpeningChoice::{Black, PlaceTwo, White};
        match (self.stage(plies), self.made.len()) {
            (Stage::Choosing { .. }, 0) => &[Black, White, PlaceTwo],
            (Stage::Choosing { .. }, _) => &[Black, White],
            (Stage::Placing { .. } | Stage::Settled { .. }, _) => &[],
        }
    }

    /// Makes a choice after `plies` plies.
    ///
    /// # Errors
    ///
    /// [`NoSuchChoice`] where it is not open; nothing changes.
    pub fn choose(&mut self, plies: usize, choice: OpeningChoice) -> Result<(), NoSuchChoice> {
        let expected = self.choices(plies);
        if !expected.contains(&choice) {
            return Err(NoSuchChoice {
                expected: expected.to_vec(),
            });
        }
        self.made.push(choice);
        Ok(())
    }

    /// The choices made, each with the number of plies before it.
    pub fn choices_with_plies(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, OpeningChoice)> + '_ {
        let plies = [PROPOSED, PROPOSED_AND_TWO];
        plies.into_iter().zip(self.made.iter().copied())
    }

    /// The seat that made the last choice.
    pub fn last_chooser(&self) -> Option<Side> {
        (!self.made.is_empty()).then(|| self.chooser())
    }

    /// Number of plies that stood when the last choice was made: no takeback goes behind it.
    pub fn plies_at_choice(&self) -> usize {
        match self.made.len() {
            0 => 0,
            1 => PROPOSED,
            _ => PROPOSED_AND_TWO,
        }
    }

    /// Number of plies at which the next choice is made; none where there is none to come.
    pub(crate) fn next_choice_at(&self) -> Option<usize> {
        let at = self.stones_of_stage();
        match self.stage(at) {
            Stage::Choosing { .. } => Some(at),
            Stage::Placing { .. } | Stage::Settled { .. } => None,
        }
    }

    /// The opening as it is shown; none where it has no choices.
    pub fn state(&self, plies: usize) -> Option<OpeningState> {
        let rule = self.rule?;
        Some(OpeningState {
            rule,
            to_act: self.to_act(plies),
            to_place: match self.stage(plies) {
                // 3 at most.
                Stage::Placing { until, .. } => (until - plies) as u8,
                Stage::Choosing { .. } | Stage::Settled { .. } => 0,
            },
            choices: self.choices(plies).to_vec(),
            black: self.black(),
            made: self.made.clone(),
        })
    }

    fn stage(&self, plies: usize) -> Stage {
        match self.rule {
            Some(OpeningRule::Swap2) => self.stage_of_swap2(plies),
            Some(OpeningRule::Other(_)) | None => Stage::Settled { black: Side::First },
        }
    }

    fn stage_of_swap2(&self, plies: usize) -> Stage {
        let (seat, until) = match self.made.as_slice() {
            [.., OpeningChoice::Black] => return settled(self.chooser(), Side::First),
            [.., OpeningChoice::White] => return settled(self.chooser(), Side::Second),
            [] => (Side::First, PROPOSED),
            // Place two: no other choice is ever made.
            [..] => (Side::Second, PROPOSED_AND_TWO),
        };
        if plies < until {
            Stage::Placing { seat, until }
        } else {
            Stage::Choosing { seat: seat.other() }
        }
    }

    /// The seat that made the last choice: the second side the first one, the first side the other.
    fn chooser(&self) -> Side {
        if self.made.len() < 2 {
            Side::Second
        } else {
            Side::First
        }
    }

    /// Number of plies at which the next choice is made.
    fn stones_of_stage(&self) -> usize {
        if self.made.is_empty() {
            PROPOSED
        } else {
            PROPOSED_AND_TWO
        }
    }
}

/// The stage after `seat` took `colour`.
fn settled(seat: Side, colour: Side) -> Stage {
    let black = match colour {
        Side::First => seat,
        Side::Second => seat.other(),
    };
    Stage::Settled { black }
}

/// The seat of a colour, where `black` plays black.
fn seat_of_colour(black: Side, colour: Side) -> Side {
    match colour {
        Side::First => black,
        Side::Second => black.other(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use OpeningChoice::{Black, PlaceTwo, White};

    fn swap2(choices: &[OpeningChoice]) -> TurnOrder {
        TurnOrder::after(OpeningRule::Swap2, choices).unwrap()
    }

    /// The seats of the first eight plies: 1 for the first side, 2 for the second.
    fn seats(order: &TurnOrder) -> String {
        let seats = (0..8).map(|index| order.of_ply(index));
        seats.map(number).collect()
    }

    fn number(seat: Side) -> char {
        match seat {
            Side::First => '1',
            Side::Second => '2',
        }
    }

    #[test]
    fn every_way_through_swap2_has_its_seats() {
        for (choices, plies, black) in [
            (&[Black][..], "11112121", Side::Second),
            (&[White], "11121212", Side::First),
            (&[PlaceTwo, Black], "11122212", Side::First),
            (&[PlaceTwo, White], "11122121", Side::Second),
        ] {
            let order = swap2(choices);
            assert_eq!(seats(&order), plies, "{choices:?}");
            assert_eq!(order.made(), choices);
            assert_eq!(order.black(), Some(black), "{choices:?}");
            assert_eq!(order.seat_of(Side::Second), Some(black.other()));
            // The second side chooses at 3 stones, and the first one at 5 if two more were placed.
            let chooser = if choices.len() == 1 {
                Side::Second
            } else {
                Side::First
            };
            assert_eq!(order.last_chooser(), Some(chooser), "{choices:?}");
            assert_eq!(order.rule(), Some(OpeningRule::Swap2));
            let state = order.state(5).unwrap();
            assert!(state.is_over(), "{state:?}");
            assert_eq!(state.made, choices);
            for plies in order.plies_at_choice()..8 {
                assert_eq!(order.to_act(plies), order.of_ply(plies), "{choices:?}");
            }
        }
    }

    #[test]
    fn the_state_says_who_acts_and_how() {
        let mut order = swap2(&[]);
        assert_eq!(order.last_chooser(), None);
        for (plies, to_place) in [(0, 3), (1, 2), (2, 1)] {
            let state = order.state(plies).unwrap();
            assert_eq!((state.to_act, state.to_place), (Side::First, to_place));
            assert_eq!((state.choices, state.black), (vec![], None));
            assert_eq!(
                order.choose(plies, Black),
                Err(NoSuchChoice { expected: vec![] })
            );
        }
        let state = order.state(3).unwrap();
        assert_eq!((state.to_act, state.to_place), (Side::Second, 0));
        assert_eq!(state.choices, [Black, White, PlaceTwo]);
        assert!(!state.is_over());
        order.choose(3, PlaceTwo).unwrap();
        assert_eq!(order.plies_at_choice(), 3);
        for (plies, to_place) in [(3, 2), (4, 1)] {
            let state = order.state(plies).unwrap();
            assert_eq!((state.to_act, state.to_place), (Side::Second, to_place));
        }
        let refused = order.choose(5, PlaceTwo);
        let expected = vec![Black, White];
        assert_eq!(refused, Err(NoSuchChoice { expected }));
        assert_eq!(order.to_act(5), Side::First);
        order.choose(5, White).unwrap();
        assert_eq!(order.plies_at_choice(), 5);
        assert_eq!(order.to_act(5), Side::First);
        assert_eq!(order.choices(5), []);
    }

    #[test]
    fn without_a_rule_the_seats_take_turns_and_there_is_nothing_to_choose() {
        let later = OpeningRule::from("taraguchi_10".to_owned());
        for rule in [None, Some(later)] {
            let mut order = TurnOrder::new(rule);
            assert_eq!(seats(&order), "12121212");
            assert_eq!(order.black(), Some(Side::First));
            assert!(order.choose(3, Black).is_err());
            assert_eq!(order.state(3).is_some(), rule.is_some());
        }
    }

    #[test]
    fn choices_that_cannot_follow_each_other_are_refused() {
        for choices in [
            &[Black, White][..],
            &[PlaceTwo, PlaceTwo],
            &[PlaceTwo, Black, White],
            &[OpeningChoice::from("pass".to_owned())],
        ] {
            let refused = TurnOrder::after(OpeningRule::Swap2, choices);
            assert!(refused.is_err(), "{choices:?}");
        }
    }
}
