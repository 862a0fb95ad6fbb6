//! The pattern that a stone at a cell would make of one line through it.
//!
//! It depends on the cells around the cell, each own, blocked (the other side's, or off the board) or empty.
//! Its name says how many stones are missing to a winning row, as in the literature (V. Allis, "Searching for
//! Solutions in Games and Artificial Intelligence", 1994): a four lacks one stone, an open four has two cells
//! for it; an open three becomes an open four with one more stone; and so on. The names are those of five in a
//! row; on other boards a "four" is a row that lacks one stone.
//!
//! ```text
//!   reach 4, the line   . x x ? . o   with ? the cell itself
//!
//!   cell      -4 -3 -2 -1  ?  1  2  3  4
//!              #  .  x  x  ?  .  o  #  #     # off the board
//!   own        0  0  1  1     0  0  0  0     bits 0 to 7, from the left
//!   blocked    1  0  0  0     0  1  1  1     bits 8 to 15, from the left
//! ```
//!
//! The table of all patterns is filled from those with most stones to those with fewest, so that the patterns
//! after one more stone are known.
//!
//! A line is looked up for both sides at once ([`Patterns`]): what blocks one side is the other's stone or nobody's,
//! so that a cell that is off the board counts as a stone of both.

use protocol::rules::{Overline, Shape};

/// The pattern of a line with a stone at the cell in question. More is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Pattern {
    /// No winning row fits there.
    #[default]
    Dead,
    /// One stone of a row whose every step can be blocked.
    One,
    /// One stone that one more makes an open two.
    OpenOne,
    /// Two stones of a row whose every step can be blocked.
    Two,
    /// Two stones that one more makes an open three, in one or two ways.
    NarrowOpenTwo,
    /// Two stones that one more makes an open three, in three or more ways.
    OpenTwo,
    /// Three stones that one more makes a four.
    Three,
    /// Three stones that one more makes an open four, in one way.
    NarrowOpenThree,
    /// Three stones that one more makes an open four, in two or more ways.
    OpenThree,
    /// Four stones with one cell for the fifth.
    Four,
    /// Four stones with two cells for the fifth: one reply cannot block both.
    OpenFour,
    /// A winning row.
    Five,
}

/// All patterns by number.
pub(super) const PATTERNS: [Pattern; 12] = [
    Pattern::Dead,
    Pattern::One,
    Pattern::OpenOne,
    Pattern::Two,
    Pattern::NarrowOpenTwo,
    Pattern::OpenTwo,
    Pattern::Three,
    Pattern::NarrowOpenThree,
    Pattern::OpenThree,
    Pattern::Four,
    Pattern::OpenFour,
    Pattern::Five,
];

/// The widest reach for which a table is made: two bits for each of twelve cells, 16 MiB.
pub(super) const MAX_REACH: u32 = 6;

/// The patterns of both sides on all lines under the rules of a variant.
#[derive(Debug)]
pub(super) struct Patterns {
    /// Cells on each side of a cell that its pattern depends on.
    pub(super) reach: u32,
    /// By the bits of the first side's cells, and above them those of the second side's.
    table: Vec<PatternPair>,
}

/// The patterns of both sides on one line through a cell.
///
/// ```text
///   7      4 3      0
///   | second | first |
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternPair(u8);

impl PatternPair {
    fn new([first, second]: [Pattern; 2]) -> Self {
        Self(first as u8 | (second as u8) << 4)
    }

    /// The pattern of a side.
    #[inline]
    pub(super) fn of(self, side: usize) -> Pattern {
        PATTERNS[usize::from(self.0 >> (4 * side) & 15)]
    }

    pub(super) fn number(self) -> u8 {
        self.0
    }
}

/// The cells of a line around one of them, within reach, that cell itself left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// As in the table of [`Patterns`].
    index: u32,
}

impl Surroundings {
    /// From the words of a line, those of each side with the bits that are off the board, where `first` is the bit of
    /// the first cell within reach.
    #[inline]
    pub(super) fn new(words: [u32; 2], first: u32, reach: u32) -> Self {
        let below = (1_u64 << reach) - 1;
        let below = below | below << u32::BITS;
        // Both sides at once, one in each half.
        let both = (u64::from(words[0]) | u64::from(words[1]) << u32::BITS) >> first;
        let around = both & below | both >> 1 & below << reach;
        let index = around | around >> (u32::BITS - 2 * reach);
        Self {
            index: index as u32 & (((1_u64 << (4 * reach)) - 1) as u32),
        }
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.index as usize
    }
}

impl Patterns {
    /// Cells on each side of a cell that its pattern depends on: those of any winning row, and the one beyond
    /// it where a longer row does not win.
    pub(super) fn reach(overline: Overline, shape: Shape) -> u32 {
        match overline {
            Overline::Wins => u32::from(shape.in_row) - 1,
            Overline::DoesNotWin => u32::from(shape.in_row),
        }
    }

    /// The patterns where both sides have these rules.
    pub(super) fn new(overline: Overline, shape: Shape) -> Self {
        let patterns = SidePatterns::new(Self::reach(overline, shape), overline, shape);
        Self::from([&patterns; 2])
    }

    /// The patterns where the sides have different rules.
    pub(super) fn by_side(overlines: [Overline; 2], shape: Shape) -> Self {
        let [first, second] = overlines.map(|overline| Self::reach(overline, shape));
        let reach = first.max(second);
        let [first, second] = overlines.map(|overline| SidePatterns::new(reach, overline, shape));
        Self::from([&first, &second])
    }

    fn from(sides: [&SidePatterns; 2]) -> Self {
        let reach = sides[0].reach;
        let width = 2 * reach;
        let pair = |index: u32| {
            let words = [index & ((1 << width) - 1), index >> width];
            let patterns = [0, 1].map(|side| {
                let blocked = words[1 - side];
                sides[side].of(words[side] & !blocked, blocked)
            });
            PatternPair::new(patterns)
        };
        Self {
            reach,
            table: (0..1 << (2 * width)).map(pair).collect(),
        }
    }

    /// The patterns by [`Surroundings::index`], where `reach` is that of these patterns.
    #[inline]
    pub(super) fn within(&self, reach: u32) -> &[PatternPair] {
        &self.table[..1 << (4 * reach)]
    }

    /// The patterns of a cell.
    #[inline]
    pub(super) fn of(&self, around: Surroundings) -> PatternPair {
        self.table[around.index()]
    }
}

/// The patterns of one side.
struct SidePatterns {
    reach: u32,
    /// By the bits of the own cells, and above them those of the blocked cells.
    table: Vec<Pattern>,
}

impl SidePatterns {
    /// The patterns by `reach` cells on each side, which are at least those of [`Patterns::reach`].
    fn new(reach: u32, overline: Overline, shape: Shape) -> Self {
        assert!(reach <= MAX_REACH, "boards with longer rows are not played");
        let width = 2 * reach;
        let mut patterns = Self {
            reach,
            table: vec![Pattern::Dead; 1 << (2 * width)],
        };
        let mut sets: Vec<u32> = (0..1 << width).collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
        for own in sets {
            for blocked in (0..1 << width).filter(|blocked| blocked & own == 0) {
                let wins = overline.wins(run(own, reach), shape.in_row);
                patterns.table[(own | blocked << width) as usize] =
                    patterns.classify(own, blocked, wins);
            }
        }
        patterns
    }

    fn of(&self, own: u32, blocked: u32) -> Pattern {
        self.table[(own | blocked << (2 * self.reach)) as usize]
    }

    fn classify(&self, own: u32, blocked: u32, wins: bool) -> Pattern {
        if wins {
            return Pattern::Five;
        }
        let width = 2 * self.reach;
        let taken = own | blocked;
        let next = (0..width)
            .map(|cell| 1 << cell)
            .filter(|cell| taken & cell == 0)
            .map(|cell| self.of(own | cell, blocked));
        let mut ways = [0_u32; PATTERNS.len()];
        next.for_each(|pattern| ways[pattern as usize] += 1);
        let to = |pattern: Pattern| ways[pattern as usize];
        let open_threes = to(Pattern::NarrowOpenThree) + to(Pattern::OpenThree);
        match (to(Pattern::Five), to(Pattern::OpenFour)) {
            (2.., _) => Pattern::OpenFour,
            (1, _) => Pattern::Four,
            (0, 2..) => Pattern::OpenThree,
            (0, 1) => Pattern::NarrowOpenThree,
            (0, 0) if to(Pattern::Four) > 0 => Pattern::Three,
            (0, 0) if open_threes > 2 => Pattern::OpenTwo,
            (0, 0) if open_threes > 0 => Pattern::NarrowOpenTwo,
            (0, 0) if to(Pattern::Three) > 0 => Pattern::Two,
            (0, 0) if to(Pattern::OpenTwo) + to(Pattern::NarrowOpenTwo) > 0 => Pattern::OpenOne,
            (0, 0) if to(Pattern::Two) > 0 => Pattern::One,
            (0, 0) => Pattern::Dead,
        }
    }
}

/// Length of the row through a stone at the cell itself.
fn run(own: u32, reach: u32) -> u8 {
    let after = (own >> reach).trailing_ones();
    let before = (own << (u32::BITS - reach)).leading_ones();
    (before + 1 + after.min(reach)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::rules::Variant;

    fn patterns(variant: &str) -> Patterns {
        let variant: Variant = variant.parse().unwrap();
        Patterns::new(variant.overline(), variant.shape())
    }

    /// Reads a line around `?`: `x` own, `o` blocked, `.` empty.
    fn pattern_of(patterns: &Patterns, line: &str) -> Pattern {
        let at = line.find('?').unwrap();
        let (mut stones, mut blocked) = (0, 0);
        for number in 0..=2 * patterns.reach {
            let cell = (at + number as usize).checked_sub(patterns.reach as usize);
            match cell.and_then(|cell| line.as_bytes().get(cell)) {
                Some(b'x') => stones |= 1 << number,
                Some(b'.' | b'?') => {}
                Some(_) | None => blocked |= 1 << number,
            }
        }
        let around = Surroundings::new([stones | blocked, blocked], 0, patterns.reach);
        patterns.of(around).of(0)
    }

    #[test]
    fn patterns_are_those_of_the_literature() {
        let gomoku = patterns("gomoku");
        for (line, expected) in [
            ("xx?xx", Pattern::Five),
            ("oxxxx?o", Pattern::Five),
            (".xxx?.", Pattern::OpenFour),
            ("oxxx?.", Pattern::Four),
            ("ox?xx.", Pattern::Four),
            ("x.?xx.x", Pattern::OpenFour),
            ("..xx?..", Pattern::OpenThree),
            ("o.xx?.o", Pattern::Three),
            ("o.xx?..o", Pattern::NarrowOpenThree),
            (".x.x?.", Pattern::NarrowOpenThree),
            ("oxx?..", Pattern::Three),
            ("...x?...", Pattern::OpenTwo),
            ("oxo?o", Pattern::Dead),
            ("o..?.o", Pattern::Dead),
            ("....?....", Pattern::OpenOne),
            ("o....?o", Pattern::One),
        ] {
            assert_eq!(pattern_of(&gomoku, line), expected, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(pattern_of(&gomoku, &mirrored), expected, "{mirrored}");
        }
    }

    #[test]
    fn six_in_a_row_win_where_more_than_five_do() {
        let line = ".xxx?xx.";
        assert_eq!(pattern_of(&patterns("gomoku"), line), Pattern::Five);
    }

    #[test]
    fn boards_with_rows_of_other_lengths_have_patterns_of_their_own() {
        let three = patterns("custom:3x3x3:free");
        assert_eq!(pattern_of(&three, "x?x"), Pattern::Five);
        assert_eq!(pattern_of(&three, ".x?."), Pattern::OpenFour);
        assert_eq!(pattern_of(&three, "ox?."), Pattern::Four);
        let six = patterns("custom:12x12x6:free");
        assert_eq!(pattern_of(&six, "xxx?xx"), Pattern::Five);
        assert_eq!(pattern_of(&six, ".xxx?x."), Pattern::OpenFour);
    }
}
