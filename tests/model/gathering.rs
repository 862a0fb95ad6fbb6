//! Knowledge of the spectators of a room, by client.

use std::collections::{BTreeSet, HashMap};

/// Changes of the spectators, and who knows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Watchers {
    /// Number of changes so far.
    pub(super) changes: u64,
    /// Changes that everybody knows.
    pub(super) told: u64,
    /// Moment before which nothing is told.
    pub(super) not_before: u64,
    /// Changes that a client knows by what it was told last.
    pub(super) known: HashMap<usize, u64>,
    /// Spectators who may be in another room.
    pub(super) beside: BTreeSet<usize>,
}
