//! The pattern code of a cell: the patterns that a stone there would make of the four lines through it.
//!
//! Four bits for each direction; the numbers are those of [`Pattern`]:
//!
//! ```text
//!   10  . . . . . . .        x at h8 would make     pattern     number
//!    9  . . . . . . .        of its row             OpenThree   8
//!    8  . x x ? . . .        of its column          OpenOne     2
//!    7  . . x . . . .        of the diagonal /      OpenTwo     5
//!    6  . . . . . . .        of the diagonal \      OpenOne     2
//!       e f g h i j k
//!
//!   bit    15      12 11       8 7        4 3        0
//!         |     2    |     5    |     2    |     8    |   = 0x2528
//!          diagonal \ diagonal /   column      row
//! ```
//!
//! The order of the lines does not matter to the value of a stone, so codes that are permutations of each
//! other form a class: there are 1365 of them, numbered in ascending order of their sorted codes.

use super::layout::DIRECTIONS;
use super::pattern::{PATTERNS, Pattern};

/// The patterns of the four lines through a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternCode(u16);

impl PatternCode {
    /// Codes, those that are no patterns included: the length of a table by [`number`](Self::number).
    pub(super) const COUNT: usize = 1 << 16;

    /// The code with a number, where its four parts are patterns.
    pub(super) fn from_number(number: u16) -> Option<Self> {
        let is_code =
            (0..DIRECTIONS).all(|at| usize::from(number >> (4 * at) & 15) < PATTERNS.len());
        is_code.then_some(Self(number))
    }

    #[inline]
    pub(super) fn pattern(self, direction: usize) -> Pattern {
        PATTERNS[usize::from(self.0 >> (4 * direction) & 15)]
    }

    #[inline]
    #[must_use]
    pub(super) fn with(self, direction: usize, pattern: Pattern) -> Self {
        let shift = 4 * direction;
        Self(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }

    /// Returns `true` if all four lines are [`Pattern::Dead`].
    pub(super) fn is_dead(self) -> bool {
        self.0 == 0
    }

    pub(super) fn patterns(self) -> [Pattern; DIRECTIONS] {
        [0, 1, 2, 3].map(|direction| self.pattern(direction))
    }

    /// The code of its class: the same patterns in ascending order.
    pub(super) fn sorted(self) -> Self {
        let mut patterns = self.patterns();
        patterns.sort_unstable();
        Self::from(patterns)
    }

    /// Every sorted code, by class.
    pub(super) fn all_sorted() -> impl Iterator<Item = Self> {
        let codes = (0..=u16::MAX).filter_map(Self::from_number);
        codes.filter(|code| code.sorted() == *code)
    }

    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl From<[Pattern; DIRECTIONS]> for PatternCode {
    fn from(patterns: [Pattern; DIRECTIONS]) -> Self {
        patterns
            .into_iter()
            .enumerate()
            .fold(Self::default(), |code, (direction, pattern)| {
                code.with(direction, pattern)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_keeps_the_pattern_of_each_direction() {
        let patterns = [
            Pattern::Five,
            Pattern::Dead,
            Pattern::OpenThree,
            Pattern::One,
        ];
        let code = PatternCode::from(patterns);
        assert_eq!(code.patterns(), patterns);
        let mut sorted = patterns;
        sorted.sort();
        assert_eq!(code.sorted().patterns(), sorted);
        assert_eq!(PatternCode::all_sorted().count(), 15 * 14 * 13 * 12 / 24);
    }
}
