//! The threat that a stone at a cell would be.

use super::code::PatternCode;
use super::pattern::Pattern;

/// The strongest threat of a stone at a cell, over its four lines. More is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Threat {
    /// Nothing that must be answered.
    #[default]
    Quiet,
    /// An open three: an open four next.
    Three,
    /// Two open threes at once.
    DoubleThree,
    /// A four: one cell blocks it.
    Four,
    /// A four and an open three at once.
    FourThree,
    /// An open four, or two fours at once: no single reply blocks it.
    OpenFour,
    /// A winning row.
    Five,
}

impl From<PatternCode> for Threat {
    fn from(code: PatternCode) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let threat = Threat::from(PatternCode::from(patterns));
            assert_eq!(threat, expected, "{patterns:?}");
        }
    }
}
