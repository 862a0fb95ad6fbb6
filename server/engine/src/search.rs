//! The request that a search is given, and the choice that it returns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use protocol::millis::Millis;
use protocol::spec::Depth;
use protocol::square::Square;

/// Raised once to end a search; clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends every search that has this flag, within some thousand nodes.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search is to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A request for one search: its bounds, and the clock and the flag that it looks at.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "a borrowed clock has nothing to show"
)]
pub struct SearchRequest<'a> {
    /// Plies to look ahead; none takes the bot's default.
    pub depth: Option<Depth>,
    /// Time for the search, measured by `elapsed`: when it is over the deepest finished result is played. None has
    /// no limit.
    pub limit: Option<Millis>,
    /// The time since the request, from a clock that only goes forward.
    pub elapsed: &'a (dyn Fn() -> Millis + Sync),
    /// The flag that ends the search without a choice; looked at every few thousand nodes.
    pub stop: &'a Stop,
    /// Seed of the random choice among equal moves.
    pub seed: u64,
}

/// A bot's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The square of the move.
    pub square: Square,
    /// The value of the move for the side that makes it; more is better. The unit is the bot's own:
    ///
    /// - `perfect`: 0 a draw, `k` a win with its `k`-th last stone, `-k` a loss to the other side's
    /// - `negamax`, `minimax`, `lines`, `priority`: the points of its document's evaluation
    /// - `threat`: points of its evaluation, or 30,000 less the plies to a proven win, negative for a loss
    /// - `random`: always 0
    pub score: i64,
    /// Plies of the deepest finished iteration; none where the bot does not look ahead.
    pub depth: Option<Depth>,
    /// Positions searched or evaluated.
    pub nodes: u64,
    /// The principal variation: the move and the best play expected to follow, as far as it is known.
    pub pv: Vec<Square>,
    /// True if `score` is proven: the value of the game under best play by both sides. False if this bot proves
    /// scores but not this one; none from bots that only estimate.
    pub exact: Option<bool>,
}

/// The error of a search that was told to stop before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
