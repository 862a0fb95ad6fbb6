//! Openings with choices, and forbidden moves, as they are shown.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::rules::Foul;
use crate::side::Side;
use crate::spec::{OpeningChoice, OpeningRule};
use crate::square::Square;
use crate::word::open_words;

/// The state of an opening that has choices.
///
/// The actor is apart from the colour of the stone: a [`Side`] is a seat here, and the stones of odd plies are black.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpeningState {
    /// The rule.
    pub rule: OpeningRule,
    /// The seat that acts now.
    pub to_act: Side,
    /// Number of stones that it places before the next choice; 0 where it must choose, or the opening is over.
    pub to_place: u8,
    /// The choices that it has now.
    pub choices: Vec<OpeningChoice>,
    /// The seat that plays black; none while that is not chosen.
    pub black: Option<Side>,
    /// The choices made, in order.
    #[serde(default)]
    pub made: Vec<OpeningChoice>,
}

impl OpeningState {
    /// Returns `true` if there are no more choices to come.
    pub fn is_over(&self) -> bool {
        self.black.is_some() && self.to_place == 0 && self.choices.is_empty()
    }
}

/// A point that the side to move may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForbiddenPoint {
    /// The point.
    pub square: Square,
    /// The reason.
    pub kind: ForbiddenKind,
}

impl ForbiddenPoint {
    /// The forbidden points of the side to move, sorted; none after the end.
    pub fn of(game: &Game) -> Vec<Self> {
        let forbidden = game.forbidden().into_iter();
        let mut points: Vec<_> = forbidden
            .map(|(square, foul)| Self {
                square,
                kind: foul.into(),
            })
            .collect();
        points.sort_unstable_by_key(|point| point.square);
        points
    }
}

open_words! {
    /// The reason why a point is forbidden.
    pub enum ForbiddenKind {
        /// More stones in a row than win.
        Overline = "overline",
        /// Two fours at once.
        DoubleFour = "double_four",
        /// Two open threes at once.
        DoubleThree = "double_three",
    }
}

impl ForbiddenKind {
    /// The name that is shown to people.
    pub fn title(self) -> String {
        self.to_string().replace('_', " ")
    }
}

impl From<Foul> for ForbiddenKind {
    fn from(foul: Foul) -> Self {
        match foul {
            Foul::Overline => Self::Overline,
            Foul::DoubleFour => Self::DoubleFour,
            Foul::DoubleThree => Self::DoubleThree,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    /// In rules of later releases the colours may be known before the last choice.
    #[test]
    fn an_opening_goes_on_while_anybody_has_something_to_place_or_to_choose() {
        let rule = OpeningRule::from("taraguchi_10".to_owned());
        for (black, to_place, choices, is_over) in [
            (Some(Side::Second), 0, vec![], true),
            (None, 0, vec![], false),
            (Some(Side::Second), 2, vec![], false),
            (Some(Side::Second), 0, vec![OpeningChoice::White], false),
        ] {
            let state = OpeningState {
                rule,
                to_act: Side::First,
                to_place,
                choices,
                black,
                made: vec![],
            };
            assert_eq!(state.is_over(), is_over, "{state:?}");
        }
    }

    #[test]
    fn the_forbidden_points_of_black_are_told_in_order_and_white_has_none() {
        let renju = Variant::named("renju").unwrap();
        let play = |moves| {
            let plies = crate::record::read_moves(renju, moves).unwrap();
            Game::after(renju, plies).unwrap()
        };
        // Black has two rows of five stones with a gap, in which another makes six.
        let game = play("d1 a3 e1 a5 f1 a7 h1 a9 i1 a11 b15 o3 c15 o5 e15 o7 f15 o9 g15 o11");
        let told: Vec<_> = ForbiddenPoint::of(&game)
            .into_iter()
            .map(|point| format!("{} {}", point.square, point.kind))
            .collect();
        assert_eq!(told, ["d15 overline", "g1 overline"]);
        assert_eq!(game.legal().count(), 225 - 20 - 2);
        let game = play("d1 a3 e1 a5 f1 a7 h1 a9 i1");
        assert_eq!(ForbiddenPoint::of(&game), []);
    }
}
