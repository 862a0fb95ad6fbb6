//! The points that are forbidden to black in renju.
//!
//! ```text
//! a stone -> codes of black that may be fouls -> judged by the rules -> forbidden: the code of nothing at all
//! ```
//!
//! A forbidden point is no threat of black's, counts nothing in the evaluation and is no move. All three follow from
//! its code, so that most of the engine need not know of forbidden points. The exception is a point where black must
//! answer: if it is forbidden, white has won.
//!
//! Only points where the patterns show two fours, two threes or a row of six can be forbidden; [`RenjuStones`] decides
//! which are. Patterns of other points may still count on a forbidden point for a later stone.

use protocol::rules::RenjuStones;
use protocol::side::Side;

use super::super::cells::Cells;
use super::super::code::PatternCode;
use super::super::layout::{DIRECTIONS, MARGIN};
use super::super::pattern::Pattern;
use super::super::threat::Threat;
use super::Board;

/// Number of black.
pub(super) const BLACK: usize = 0;

/// The points of a position that black must not, or may not be able to, play at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fouls {
    /// Empty points that are forbidden.
    pub(super) forbidden: Cells,
    /// Points where a stone makes, or made, a row of six or more.
    overlines: Cells,
}

impl Board<'_> {
    /// Gives the forbidden points their codes again, for a stone that is about to be played.
    pub(super) fn lift_fouls(&mut self) {
        for cell in self.fouls.forbidden.iter() {
            let code = (0..DIRECTIONS).fold(PatternCode::default(), |code, direction| {
                code.with(direction, self.pattern_on_line(BLACK, cell, direction))
            });
            self.set_code(BLACK, cell, code);
        }
        self.fouls.forbidden = Cells::default();
    }

    /// Finds the forbidden points behind a stone at `cell`, and takes their codes away.
    pub(super) fn judge_fouls(&mut self, cell: usize) {
        if self.us == BLACK {
            self.note_overlines(cell);
        }
        let candidates = self.may_be_fouls();
        if candidates.is_empty() {
            return;
        }
        let layout = self.tables().layout();
        let mut stones = RenjuStones::empty(layout.shape);
        for cell in (0..layout.cells).filter(|&cell| !self.is_empty(cell)) {
            let is_black = self.has_stone(BLACK, cell);
            let side = if is_black { Side::First } else { Side::Second };
            stones.put(layout.square(cell), side);
        }
        for cell in candidates.iter() {
            if stones.foul(layout.square(cell)).is_some() {
                self.fouls.forbidden.insert(cell);
                self.set_code(BLACK, cell, PatternCode::default());
            }
        }
    }

    fn may_be_fouls(&self) -> Cells {
        let mut candidates = self
            .threats(BLACK, Threat::OpenFour)
            .or(self.threats(BLACK, Threat::DoubleThree))
            .or(&self.fouls.overlines.and(self.empty()));
        for cell in self.threats(BLACK, Threat::FourThree).iter() {
            let patterns = self.code(BLACK, cell).patterns();
            let is_three = |pattern: &&Pattern| {
                (Pattern::NarrowOpenThree..=Pattern::OpenThree).contains(*pattern)
            };
            if patterns.iter().filter(is_three).count() > 1 {
                candidates.insert(cell);
            }
        }
        candidates
    }

    /// Notes where one more stone makes six or more with the stone at `cell`. Such a point stays one.
    fn note_overlines(&mut self, cell: usize) {
        let layout = self.tables().layout();
        for direction in 0..DIRECTIONS {
            let own = self.line(BLACK, cell, direction);
            if own.count_ones() < 5 {
                continue;
            }
            let position = layout.positions[cell][direction];
            let step = layout.steps[direction];
            let index = (u32::from(position.index) + MARGIN) as usize;
            let off_board = layout.off_board[direction][usize::from(position.line)];
            let mut points = beside_five(own) & !own & !off_board;
            while points != 0 {
                let bit = points.trailing_zeros() as usize;
                points &= points - 1;
                self.fouls
                    .overlines
                    .insert(cell + bit * step - index * step);
            }
        }
    }
}

/// The bits that have five set bits around them without a gap, on one side or on both.
fn beside_five(word: u32) -> u32 {
    (0..=5).fold(0, |all, above| {
        let around = (1..=above)
            .map(|distance| word >> distance)
            .chain((1..=5 - above).map(|distance| word << distance));
        all | around.fold(u32::MAX, |both, shifted| both & shifted)
    })
}

#[cfg(test)]
mod tests;
