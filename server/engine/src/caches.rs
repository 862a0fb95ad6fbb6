//! What engines keep from one search to the next.

use crate::connect_four::SolverCache;

/// Memory that bots and analyses share, so that what one search proved helps the next.
///
/// Whoever owns engines owns one and lends it to every search: the engine has no state of its own for the whole
/// process. Searches on several threads may use one at the same time. It is empty, and costs nothing, until a bot
/// uses it; then up to 64 MiB for each of the three Connect Four boards used last.
///
/// A bot's move may depend on it only in how much is proven within a time limit.
#[derive(Debug, Default)]
pub struct Caches {
    pub(crate) connect_four: SolverCache,
}
