//! What a stone would make of all four lines through a cell together.
//!
//! The patterns of the four lines, four bits each, are a cell's code. Whatever is asked of a cell is looked
//! up by it: which threat a stone there would be, its policy logits, and its place in the evaluation. The
//! order of the lines does not matter there, so it has places for codes in ascending order alone.

use super::layout::DIRECTIONS;
use super::pattern::{PATTERNS, Pattern};
use super::policy::Policy;

/// The patterns of the four lines through a cell, four bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Code(u16);

impl Code {
    #[inline]
    pub(super) fn pattern(self, direction: usize) -> Pattern {
        PATTERNS[usize::from(self.0 >> (4 * direction) & 15)]
    }

    #[inline]
    #[must_use]
    pub(super) fn with(self, direction: usize, pattern: Pattern) -> Self {
        let at = 4 * direction;
        Self(self.0 & !(15 << at) | (pattern as u16) << at)
    }

    /// Whether no stone there would come to anything.
    pub(super) fn is_dead(self) -> bool {
        self.0 == 0
    }

    fn patterns(self) -> [Pattern; DIRECTIONS] {
        [0, 1, 2, 3].map(|direction| self.pattern(direction))
    }

    /// The same patterns in ascending order.
    pub(super) fn sorted(self) -> Self {
        let mut patterns = self.patterns();
        patterns.sort_unstable();
        patterns
            .into_iter()
            .enumerate()
            .fold(Self::default(), |code, (direction, pattern)| {
                code.with(direction, pattern)
            })
    }

    /// Every code in ascending order.
    pub(super) fn all_sorted() -> impl Iterator<Item = Self> {
        let codes = (0..=u16::MAX).filter(|code| (0..4).all(|at| code >> (4 * at) & 15 < 12));
        codes.map(Self).filter(|code| code.sorted() == *code)
    }

    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// What a stone at a cell threatens. More is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Threat {
    /// Nothing that must be answered.
    #[default]
    Quiet,
    /// A three: an open four next.
    Three,
    /// Two threes at once.
    DoubleThree,
    /// A four: one place holds it.
    Four,
    /// A four and a three at once.
    FourThree,
    /// An open four or two fours: one reply does not hold them.
    OpenFour,
    /// A row that wins.
    Five,
}

impl Threat {
    fn of(code: Code) -> Self {
        let patterns = code.patterns();
        let lines = |least: Pattern, most: Pattern| {
            let within = |pattern: &&Pattern| (least..=most).contains(*pattern);
            patterns.iter().filter(within).count()
        };
        let fives = lines(Pattern::Five, Pattern::Five);
        let open_fours = lines(Pattern::OpenFour, Pattern::OpenFour);
        let fours = lines(Pattern::Four, Pattern::Four);
        let threes = lines(Pattern::NarrowOpenThree, Pattern::OpenThree);
        match (fives, open_fours, fours, threes) {
            (1.., ..) => Self::Five,
            (0, 1.., ..) | (0, 0, 2.., _) => Self::OpenFour,
            (0, 0, 1, 1..) => Self::FourThree,
            (0, 0, 1, 0) => Self::Four,
            (0, 0, 0, 2..) => Self::DoubleThree,
            (0, 0, 0, 1) => Self::Three,
            (0, 0, 0, 0) => Self::Quiet,
        }
    }
}

/// What is looked up by a code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cross {
    pub(super) threat: Threat,
    /// Policy logits of a stone there: for the side whose code it is, and for the other side.
    pub(super) logits: [i16; 2],
    /// The place of the code among all in ascending order.
    pub(super) place: u16,
}

/// The places of the codes in ascending order among all of these, by their number.
fn places() -> Vec<u16> {
    let mut places = vec![0; 1 << 16];
    for (place, code) in Code::all_sorted().enumerate() {
        places[code.number()] = place as u16;
    }
    places
}

/// A [`Cross`] for every code.
#[derive(Debug)]
pub(super) struct Crosses(Box<[Cross]>);

impl Crosses {
    pub(super) fn new(policy: &Policy) -> Self {
        let places = places();
        let mut by_code = vec![Cross::default(); 1 << 16];
        for (number, cross) in by_code.iter_mut().enumerate() {
            let code = Code(number as u16);
            if (0..4).all(|at| number >> (4 * at) & 15 < PATTERNS.len()) {
                let place = places[code.sorted().number()];
                *cross = Cross {
                    threat: Threat::of(code),
                    logits: policy.code_logits(place),
                    place,
                };
            }
        }
        Self(by_code.into_boxed_slice())
    }

    #[inline]
    pub(super) fn of(&self, code: Code) -> &Cross {
        &self.0[code.number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(patterns: [Pattern; 4]) -> Code {
        patterns
            .into_iter()
            .enumerate()
            .fold(Code::default(), |code, (direction, pattern)| {
                code.with(direction, pattern)
            })
    }

    #[test]
    fn a_code_keeps_the_pattern_of_each_direction() {
        let patterns = [
            Pattern::Five,
            Pattern::Dead,
            Pattern::OpenThree,
            Pattern::One,
        ];
        assert_eq!(code(patterns).patterns(), patterns);
        let mut sorted = patterns;
        sorted.sort();
        assert_eq!(code(patterns).sorted().patterns(), sorted);
        assert_eq!(Code::all_sorted().count(), 15 * 14 * 13 * 12 / 24);
    }

    #[test]
    fn lines_together_threaten_more_than_each_alone() {
        use Pattern::{Dead, Four, NarrowOpenThree, OpenFour, OpenThree, Three};
        for (patterns, expected) in [
            ([Four, Four, Dead, Dead], Threat::OpenFour),
            ([OpenFour, Dead, Dead, Dead], Threat::OpenFour),
            ([Four, OpenThree, Dead, Dead], Threat::FourThree),
            ([Four, Three, Dead, Dead], Threat::Four),
            (
                [OpenThree, NarrowOpenThree, Three, Dead],
                Threat::DoubleThree,
            ),
            ([Dead, Dead, NarrowOpenThree, Dead], Threat::Three),
            ([Three, Three, Dead, Dead], Threat::Quiet),
        ] {
            assert_eq!(Threat::of(code(patterns)), expected, "{patterns:?}");
        }
    }
}
