//! The bots: pure search over the rules.
//!
//! No clock, no thread, no randomness of its own: time, the word to stop and a seed are lent by the
//! caller. Exports concrete functions only; a generic one would be compiled, slowly, where it is used.

pub mod bots;
mod search;

pub use search::{Choice, Search, Stop, Stopped};
