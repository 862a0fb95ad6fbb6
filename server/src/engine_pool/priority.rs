//! The priority of a search among the others: what it is for, and for whom.

use crate::person::Person;

/// Kinds of searches, the first to be served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PriorityClass {
    /// Ply of a bot against a person who is present.
    Player,
    /// Ply of a bot that somebody watches.
    Watched,
    /// Analysis that a person asked for.
    Analysis,
    /// Ply of a bot that nobody sees.
    Unwatched,
}

impl PriorityClass {
    /// All of them, in order.
    pub(super) const ALL: [Self; 4] =
        [Self::Player, Self::Watched, Self::Analysis, Self::Unwatched];

    /// Returns the class as one word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Watched => "watched",
            Self::Analysis => "analysis",
            Self::Unwatched => "unwatched",
        }
    }
}

/// The priority of a search. It may change while the search waits or runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Priority {
    /// Kind of the search.
    pub(crate) class: PriorityClass,
    /// Person in whose turn it is served.
    pub(crate) person: Person,
}
