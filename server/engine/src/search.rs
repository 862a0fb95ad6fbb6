//! The request that a search is given, and the choice that it returns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use protocol::millis::Millis;
use protocol::spec::Depth;
use protocol::square::Square;

use crate::options::Options;

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

/// The deepest finished iteration of a search that goes on; clones are the same number.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU8>);

impl Progress {
    /// Notes that an iteration is finished.
    pub(crate) fn report(&self, plies: u32) {
        let plies = u8::try_from(plies).unwrap_or(u8::MAX);
        self.0.fetch_max(plies, Ordering::Relaxed);
    }

    /// Plies of the deepest finished iteration; none before the first, and of a bot that reports none.
    pub fn depth(&self) -> Option<Depth> {
        let plies = self.0.load(Ordering::Relaxed).min(Depth::MAX.value());
        Depth::new(u64::from(plies)).ok()
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
    /// The options of the bot; only bots look at them, and not the engines below them.
    pub options: Options<'a>,
    /// Told each iteration that is finished, for those who watch the search.
    pub progress: Option<&'a Progress>,
}

impl SearchRequest<'_> {
    /// Notes that the iteration of this depth is finished.
    pub(crate) fn report(&self, plies: u32) {
        if let Some(progress) = self.progress {
            progress.report(plies);
        }
    }

    /// True once a search with this limit is to end: it was told to stop, or its time is over.
    pub(crate) fn should_stop(&self, limit: Option<Millis>) -> bool {
        self.stop.is_raised() || limit.is_some_and(|limit| (self.elapsed)() >= limit)
    }
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
    /// - `level`: that of `perfect` or `threat`; where discs fall on boards too large for `perfect`, 1024 for a window
    ///   that lacks one disc, a quarter of that for each disc more
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_none_at_first_and_never_goes_back() {
        let progress = Progress::default();
        assert_eq!(progress.depth(), None);
        for (reported, shown) in [(3, 3), (2, 3), (7, 7), (1_000, 99)] {
            progress.report(reported);
            assert_eq!(progress.clone().depth().unwrap().value(), shown);
        }
    }
}
