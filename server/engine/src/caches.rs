//! Memory that engines keep from one search to the next.

use std::sync::Arc;

use protocol::rules::Variant;

use crate::connect_four::SolverCache;
use crate::gomoku::{Tables, TablesCache};

/// Memory that bots and analyses share, so that what one search proved helps the next.
///
/// Whoever owns engines owns one and lends it to every search: the engine has no state of its own for the whole
/// process. Searches on several threads may use one at the same time. It is empty, and costs nothing, until a bot
/// uses it; then 4 MiB for each of the three Connect Four boards used last (8 to 64 MiB for one of 61 to 64 squares,
/// counted with one more on each column), and about 1 MiB (at most 17 MiB) for each of the four gomoku variants used
/// last.
///
/// A bot's move may depend on it only in how much is proven within a time limit.
#[derive(Debug, Default)]
pub struct Caches {
    pub(crate) connect_four: SolverCache,
    pub(crate) gomoku: TablesCache,
}

impl Caches {
    /// The tables for a [`Searcher`](crate::gomoku::Searcher) of `variant`, made at the first use.
    ///
    /// Panics for a variant that does not [fit](Tables::fits).
    pub fn gomoku_tables(&self, variant: Variant) -> Arc<Tables> {
        self.gomoku.tables(variant)
    }
}
