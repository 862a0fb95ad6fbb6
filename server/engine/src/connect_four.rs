//! Connect Four solved: the value of every position, on every falling board that fits 64 bits.
//!
//! - `size`: boards as bits, with a picture; `lines`, `node`, `expand`: what a position shows at a glance
//! - `parity`: bounds that hold without a search; `search`: alpha-beta; `table`: what it remembers
//! - `raw`: the few lines that safe Rust has no words for
//! - [`book`]: the first plies by heart
//! - [`Position`], [`Solver`]: the way in

#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the newer processors of `raw`"
)]

pub mod book;
mod choices;
mod expand;
mod lines;
mod node;
mod outlook;
mod parity;
mod position;
mod raw;
mod search;
mod shared;
mod size;
mod solver;
mod table;
mod team;

#[cfg(test)]
mod tests;

pub use position::Position;
pub use solver::{Columns, Goal, Solution, Solver};

pub(crate) use outlook::{Bounds, Outlook};
pub(crate) use shared::solver_for;
pub(crate) use solver::Inquiry;
