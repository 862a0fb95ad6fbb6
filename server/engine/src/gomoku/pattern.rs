//! What a stone would make of one line through a cell.
//!
//! A pattern is judged from the cells around an empty one, each own, blocked (the other's, or no cell) or
//! empty. Its class says how far the best further stones are from a row that wins, as the literature names
//! it (V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994): a four needs one more
//! stone, an open four has two places for it; an open three becomes an open four with one more; and so on.
//! Names are of five in a row; on other boards a "four" is a row that lacks one stone.
//!
//! The table of all patterns is made from the fullest to the emptiest: what one more stone leads to is known
//! by then.

use protocol::rules::{Rules, Shape};

/// What a stone at a cell would make of one line. More is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Pattern {
    /// Nothing: no row that wins fits there.
    #[default]
    Dead,
    /// One stone of a row that can be blocked at every step.
    One,
    /// One stone from which an open two can come.
    OpenOne,
    /// Two stones of a row that can be blocked at every step.
    Two,
    /// Two stones from which an open three can come, in one or two ways.
    NarrowOpenTwo,
    /// The same in more ways.
    OpenTwo,
    /// Three stones that one more makes a four.
    Three,
    /// Three stones that one more makes an open four, in one way.
    NarrowOpenThree,
    /// The same in more ways.
    OpenThree,
    /// Four stones with one place for the fifth.
    Four,
    /// Four stones with two places for the fifth: one reply does not hold them.
    OpenFour,
    /// A row that wins.
    Five,
}

/// Patterns, for tables by their number.
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

/// The longest reach for which a table is made: two bits for each of twelve cells.
pub(super) const LONGEST_REACH: u32 = 6;

/// The patterns of a rule.
#[derive(Debug)]
pub(super) struct Patterns {
    /// So many cells on each side of a cell matter.
    pub(super) reach: u32,
    /// By the own cells around, and above them the blocked ones.
    table: Vec<Pattern>,
}

impl Patterns {
    /// How many cells on each side matter: those of any winning row, and the one beyond it where too long a
    /// row does not win.
    pub(super) fn reach(rules: &dyn Rules, shape: Shape) -> u32 {
        let longer_wins = rules.wins(shape.in_row + 1, shape.in_row);
        u32::from(shape.in_row) - u32::from(longer_wins)
    }

    pub(super) fn new(rules: &dyn Rules, shape: Shape) -> Self {
        let reach = Self::reach(rules, shape);
        assert!(
            reach <= LONGEST_REACH,
            "boards with longer rows are not played"
        );
        let width = 2 * reach;
        let mut patterns = Self {
            reach,
            table: vec![Pattern::Dead; 1 << (2 * width)],
        };
        let mut sets: Vec<u32> = (0..1 << width).collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
        for own in sets {
            for blocked in (0..1 << width).filter(|blocked| blocked & own == 0) {
                let wins = rules.wins(run(own, reach), shape.in_row);
                patterns.table[(own | blocked << width) as usize] =
                    patterns.judge(own, blocked, wins);
            }
        }
        patterns
    }

    /// The pattern of a cell, from the words of its line shifted so that the first cell that matters is bit
    /// 0. The bit of the cell itself is left out of account.
    #[inline]
    pub(super) fn of(&self, own: u32, blocked: u32) -> Pattern {
        let low = (1 << self.reach) - 1;
        let close = |word: u32| (word & low) | (word >> 1 & low << self.reach);
        self.table[(close(own) | close(blocked) << (2 * self.reach)) as usize]
    }

    fn judge(&self, own: u32, blocked: u32, wins: bool) -> Pattern {
        if wins {
            return Pattern::Five;
        }
        let width = 2 * self.reach;
        let taken = own | blocked;
        let next = (0..width)
            .map(|cell| 1 << cell)
            .filter(|cell| taken & cell == 0)
            .map(|cell| self.table[((own | cell) | blocked << width) as usize]);
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

/// Stones in a row through a stone at the cell itself.
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
        Patterns::new(variant.rules(), variant.shape())
    }

    /// Reads a line around `?`: `x` own, `o` blocked, `.` empty.
    fn judged(patterns: &Patterns, line: &str) -> Pattern {
        let at = line.find('?').unwrap();
        let (mut own, mut blocked) = (0, 0);
        for number in 0..=2 * patterns.reach {
            let cell = (at + number as usize).checked_sub(patterns.reach as usize);
            match cell.and_then(|cell| line.as_bytes().get(cell)) {
                Some(b'x') => own |= 1 << number,
                Some(b'.' | b'?') => {}
                Some(_) | None => blocked |= 1 << number,
            }
        }
        patterns.of(own, blocked)
    }

    #[test]
    fn lines_are_judged_as_the_literature_names_them() {
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
            assert_eq!(judged(&gomoku, line), expected, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(judged(&gomoku, &mirrored), expected, "{mirrored}");
        }
    }

    #[test]
    fn six_in_a_row_win_where_more_than_five_do() {
        let line = ".xxx?xx.";
        assert_eq!(judged(&patterns("gomoku"), line), Pattern::Five);
    }

    #[test]
    fn boards_with_rows_of_other_lengths_have_patterns_of_their_own() {
        let three = patterns("custom:3x3x3:free");
        assert_eq!(judged(&three, "x?x"), Pattern::Five);
        assert_eq!(judged(&three, ".x?."), Pattern::OpenFour);
        assert_eq!(judged(&three, "ox?."), Pattern::Four);
        let six = patterns("custom:12x12x6:free");
        assert_eq!(judged(&six, "xxx?xx"), Pattern::Five);
        assert_eq!(judged(&six, ".xxx?x."), Pattern::OpenFour);
    }
}
