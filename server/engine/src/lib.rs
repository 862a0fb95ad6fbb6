//! The bots: pure search over the rules.
//!
//! No clock, no randomness and no process-wide cache of its own: time, the flag to stop, a seed and [`Caches`] are
//! lent by the caller. Threads only in `connect_four::parallel` and `gomoku::parallel`, each scoped to one
//! call. Exports concrete functions only; a generic one would be compiled, slowly, where it is used.
//!
//! - [`bots`]: the bots that people play against, one file each
//! - `classic`: search, board and counts of the bots of the old programs
//! - [`connect_four`]: the solver; [`analysis`]: its values of every column, for people
//! - [`gomoku`]: the engine for free boards
//! - [`Caches`]: memory that searches share, owned by the caller
//! - [`ladder`]: the measured strength of the bots
//! - [`options`]: numbers by which a bot is changed
//! - `near_equal`: the choice among nearly equal moves, for bots below their full strength
//! - [`OpeningMove`]: a bot's part in an opening with choices
//! - `prefetch`: memory of a table, requested early
//! - `search`: the request that every search is given, and the choice that it returns

pub mod analysis;
pub mod bots;
mod caches;
mod classic;
pub mod connect_four;
pub mod gomoku;
mod hashing;
pub mod ladder;
mod near_equal;
mod opening;
pub mod options;
mod prefetch;
mod search;
#[cfg(test)]
mod testing;

pub use caches::Caches;
pub use opening::OpeningMove;
pub use options::Options;
pub use search::{Choice, Progress, SearchRequest, Stop, Stopped};
