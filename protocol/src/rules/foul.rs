//! The reasons for which a point is forbidden.

use std::fmt;

/// The shape that forbids a point to the side to move.
///
/// Closed as [`Family`](super::Family) is; [`ForbiddenKind`](crate::view::ForbiddenKind) is its word on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// More stones in a row than win.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once that can become straight fours.
    DoubleThree,
}

impl Foul {
    /// The name that is shown to people.
    pub fn title(self) -> String {
        self.to_string().replace('_', " ")
    }
}

/// The word, as on the wire.
impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double_four",
            Self::DoubleThree => "double_three",
        })
    }
}
