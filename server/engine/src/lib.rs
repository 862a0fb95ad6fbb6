//! The bots: pure search over the rules.
//!
//! No clock, no thread, no randomness of its own: time, the word to stop and a seed are lent by the
//! caller. Exports concrete functions only; a generic one would be compiled, slowly, where it is used.
//!
//! - [`bots`]: the kinds, one file each
//! - `windows`, `falling`: boards that keep the sums by which the bots of the old programs value positions
//! - [`gomoku`]: the engine for free boards
//! - `alpha_beta`: the search that three of them share; `table`: what it remembers

mod alpha_beta;
pub mod analysis;
pub mod bots;
pub mod connect_four;
mod falling;
pub mod gomoku;
mod search;
mod table;
mod windows;

pub use search::{Choice, SearchRequest, Stop, Stopped};
