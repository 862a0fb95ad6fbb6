//! The opening swap2 of chapters 3 and 4: three stones, a choice, perhaps two stones and another choice.

use protocol::side::Side;
use protocol::spec::OpeningChoice::{self, Black, PlaceTwo, White};
use protocol::spec::OpeningRule;
use protocol::view::OpeningState;

/// The choices of a game, if it has an opening with any.
#[derive(Clone, Debug, Default)]
pub(super) struct Swap2 {
    pub(super) is_played: bool,
    made: Vec<OpeningChoice>,
}

impl Swap2 {
    pub(super) fn new(rule: Option<OpeningRule>) -> Self {
        Self {
            is_played: rule.is_some(),
            made: Vec::new(),
        }
    }

    /// The choices that are open after `plies` plies.
    pub(super) fn choices(&self, plies: usize) -> &'static [OpeningChoice] {
        match (self.is_played, self.made.as_slice(), plies) {
            (true, [], 3) => &[Black, White, PlaceTwo],
            (true, [PlaceTwo], 5) => &[Black, White],
            _ => &[],
        }
    }

    /// The side that acts after `plies` plies.
    pub(super) fn to_act(&self, plies: usize) -> Side {
        match (self.is_played, self.made.as_slice(), plies) {
            (true, [], 3) | (true, [PlaceTwo], 3 | 4) => Side::Second,
            (true, [] | [PlaceTwo], _) => Side::First,
            _ => self.with_colour(Side::to_move_after(plies)),
        }
    }

    /// The side that made the ply of this index.
    pub(super) fn maker(&self, index: usize) -> Side {
        match (self.is_played, self.made.first(), index) {
            (true, _, 0..3) => Side::First,
            (true, Some(PlaceTwo), 3 | 4) => Side::Second,
            _ => self.with_colour(Side::to_move_after(index)),
        }
    }

    /// The side that has this colour, the first being black, once the colours are settled.
    pub(super) fn with_colour(&self, colour: Side) -> Side {
        match self.black() {
            Some(Side::Second) => colour.other(),
            Some(Side::First) | None => colour,
        }
    }

    fn black(&self) -> Option<Side> {
        match self.made.as_slice() {
            [Black] | [PlaceTwo, White] => Some(Side::Second),
            [White] | [PlaceTwo, Black] => Some(Side::First),
            _ => None,
        }
    }

    /// The number of plies at the last choice, behind which nothing is taken back.
    pub(super) fn floor(&self) -> usize {
        [0, 3, 5][self.made.len()]
    }

    pub(super) fn choose(&mut self, choice: OpeningChoice) {
        self.made.push(choice);
    }

    pub(super) fn is_over(&self) -> bool {
        self.black().is_some()
    }

    pub(super) fn state(&self, plies: usize) -> Option<OpeningState> {
        if !self.is_played {
            return None;
        }
        let until = if self.made.is_empty() { 3 } else { 5 };
        let to_place = if self.is_over() { 0 } else { until - plies };
        Some(OpeningState {
            rule: OpeningRule::Swap2,
            to_act: self.to_act(plies),
            to_place: u8::try_from(to_place).expect("a few"),
            choices: self.choices(plies).to_vec(),
            black: self.black(),
            made: self.made.clone(),
        })
    }
}
