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
use super::pattern::{PATTERNS, Pattern, PatternPair};

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

/// The codes of both sides at a cell, beside each other, so that both are read and written at once.
///
/// ```text
///   31      16 15      0
///   | second  | first  |
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CodePair(u32);

impl CodePair {
    #[cfg(test)]
    pub(super) fn new([first, second]: [PatternCode; 2]) -> Self {
        Self::default().with_code(0, first).with_code(1, second)
    }

    /// The codes as a side sees them: its own first.
    #[inline]
    #[must_use]
    pub(super) fn seen_by(self, side: usize) -> Self {
        Self(self.0.rotate_right(u16::BITS * side as u32))
    }

    /// By direction, a byte with the patterns of both sides as one number: those of the first side in its high half.
    #[inline]
    pub(super) fn pairs(self) -> u32 {
        // The eight patterns, each in the low half of a byte: those of the first side in the low bytes.
        let apart = u64::from(self.0 & 0xffff) | u64::from(self.0 >> u16::BITS) << u32::BITS;
        let apart = (apart | apart << 8) & 0x00ff_00ff_00ff_00ff;
        let apart = (apart | apart << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        (apart << 4 | apart >> u32::BITS) as u32
    }

    /// The byte of [`pairs`](Self::pairs) of one direction.
    #[inline]
    pub(super) fn pair(self, direction: usize) -> u8 {
        let both = self.0 >> (4 * direction);
        ((both & 0xf) << 4 | both >> u16::BITS & 0xf) as u8
    }

    /// The code of a side.
    #[inline]
    pub(super) fn of(self, side: usize) -> PatternCode {
        PatternCode((self.0 >> (u16::BITS as usize * side)) as u16)
    }

    /// These codes but for that of a side.
    #[inline]
    #[must_use]
    pub(super) fn with_code(self, side: usize, code: PatternCode) -> Self {
        let shift = u16::BITS as usize * side;
        Self(self.0 & !(0xffff << shift) | u32::from(code.0) << shift)
    }

    /// The bits of one direction, of the given sides.
    #[inline]
    pub(super) fn mask(direction: usize, [first, second]: [bool; 2]) -> u32 {
        let [first, second] = [u32::from(first), u32::from(second)];
        ((first | second << u16::BITS) * 0xf) << (4 * direction)
    }

    /// These codes with other patterns in one direction, where `mask` is that of the direction and of the sides.
    #[inline]
    #[must_use]
    pub(super) fn with(self, direction: usize, pair: PatternPair, mask: u32) -> Self {
        let number = u32::from(pair.number());
        let number = (number | number << 12) << (4 * direction);
        Self(self.0 & !mask | number & mask)
    }

    /// Returns `true` if both codes have all lines [`Pattern::Dead`].
    #[inline]
    pub(super) fn is_dead(self) -> bool {
        self.0 == 0
    }

    /// The bits of the lines that are [`Pattern::NarrowOpenThree`] or better, one for each such line of a side: a
    /// threat depends on no others.
    #[inline]
    pub(super) fn threatening(self) -> u32 {
        // No pattern has a number beyond 11, so that no carry leaves its four bits.
        const BELOW: u32 = 8 - Pattern::NarrowOpenThree as u32;
        (self.0 + 0x1111_1111 * BELOW) & 0x8888_8888
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
    use super::super::threat::Threat;
    use super::*;

    #[test]
    fn lines_that_threaten_nothing_make_no_difference_to_a_threat() {
        let quiet = |code: PatternCode| {
            PatternCode::from(code.patterns().map(|pattern| {
                if pattern < Pattern::NarrowOpenThree {
                    Pattern::Dead
                } else {
                    pattern
                }
            }))
        };
        for code in (0..=u16::MAX).filter_map(PatternCode::from_number) {
            assert_eq!(Threat::from(code), Threat::from(quiet(code)), "{code:?}");
            for side in [0, 1] {
                let pair = CodePair::default().with_code(side, code);
                assert_eq!((pair.of(side), pair.of(1 - side).is_dead()), (code, true));
                let lines = (0..DIRECTIONS).filter(|&direction| {
                    let sides = [0, 1].map(|other| other == side);
                    pair.threatening() & CodePair::mask(direction, sides) != 0
                });
                let threatening = |pattern: &Pattern| *pattern >= Pattern::NarrowOpenThree;
                let expected = code.patterns().into_iter().filter(threatening).count();
                assert_eq!(lines.count(), expected, "{code:?}");
                assert_eq!(
                    pair.threatening().count_ones() as usize,
                    expected,
                    "{code:?}"
                );
            }
        }
    }

    #[test]
    fn a_pair_of_codes_has_the_patterns_of_both_sides_in_each_direction() {
        let numbers = [0x2528, 0x0b13];
        let codes = CodePair::new(numbers.map(|number| PatternCode::from_number(number).unwrap()));
        for (side, expected) in [(0, [0x83, 0x21, 0x5b, 0x20]), (1, [0x38, 0x12, 0xb5, 0x02])] {
            let seen = codes.seen_by(side);
            assert_eq!(seen.pairs().to_le_bytes(), expected);
            assert_eq!([0, 1, 2, 3].map(|direction| seen.pair(direction)), expected);
            assert_eq!(seen.of(0), codes.of(side));
        }
    }

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
