//! Bounds on a score.

/// A score, for the side to move, that is from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreBounds {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl ScoreBounds {
    /// The bounds of a score that is known.
    pub(crate) fn from_exact(score: i32) -> Self {
        Self {
            least: score,
            most: score,
        }
    }

    /// The same bounds, seen from the other side.
    pub(super) fn reversed(self) -> Self {
        Self {
            least: -self.most,
            most: -self.least,
        }
    }

    /// The score, where the bounds meet.
    pub(crate) fn exact(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }
}
