//! The bots: pure search over the rules.
//!
//! No clock, no thread, no randomness of its own: time, the word to stop and a seed are lent by the
//! caller. Exports concrete functions only; a generic one would be compiled, slowly, where it is used.
//!
//! - [`bots`]: the bots that people play against, one file each
//! - `classic`: search, board and counts of the bots of the old programs
//! - [`connect_four`]: the solver; [`analysis`]: its values of every column, for people
//! - [`gomoku`]: the engine for free boards
//! - `search`: the request that every search is given, and the choice that it returns

pub mod analysis;
pub mod bots;
mod classic;
pub mod connect_four;
pub mod gomoku;
mod hashing;
mod search;

pub use search::{Choice, SearchRequest, Stop, Stopped};
