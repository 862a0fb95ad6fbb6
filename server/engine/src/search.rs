//! What a bot is given, and what it gives back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use protocol::clock::Millis;
use protocol::spec::Depth;
use protocol::square::Square;

/// Raised once to end a search; clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks every search that has this flag to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The bounds of one search.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a borrowed clock has nothing to show"
)]
pub struct SearchRequest<'a> {
    /// How many plies to look ahead; none takes the kind's default.
    pub depth: Option<Depth>,
    /// How long to think at most: the deepest finished result is played then. None: as long as it takes.
    pub limit: Option<Millis>,
    /// Time since the search was asked for.
    pub elapsed: &'a (dyn Fn() -> Millis + Sync),
    /// Looked at every few thousand positions.
    pub stop: &'a Stop,
    /// What lots among equals are drawn from.
    pub seed: u64,
}

/// What a bot came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its move.
    pub square: Square,
    /// What it thinks of the move, in its own measure; more is better for it.
    pub score: i64,
    /// The depth that was finished; none where it does not look ahead.
    pub depth: Option<Depth>,
    /// Positions looked at.
    pub nodes: u64,
    /// The move and what it expects to follow.
    pub pv: Vec<Square>,
    /// Whether `score` is the value of the game, proven to its end; none from bots that only estimate.
    pub exact: Option<bool>,
}

/// The search was told to stop; there is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
