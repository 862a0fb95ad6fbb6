//! Connect Four solved: the value of every position, on every board where discs fall and that fits 64 bits.
//!
//! - [`Position`], [`Solver`]: the way in; `solver`'s sessions are one request's searches
//! - `size`: boards as bits, with a picture; `lines`, `node`, `expand`: what a position shows without a search
//! - `parity`: bounds from who has to move last; `score`: bounds on a score
//! - `search`: the null-window search; `context`: what its nodes share; `move_picker`: the order of drops
//! - `transposition_table`: what was proven
//! - `window`: which null windows find a value; `column_bounds`: which find the columns' values ply by ply
//! - `dispatch`: the search for several instruction sets
//! - `parallel`: the search on several threads; `tables`: how they divide it; `under_search`: what each is at
//! - [`book`]: the values of the first plies
//!
//! Scores are for the side to move: 0 a draw, `k` a win with its `k`-th last stone, `-k` a loss to the other side's.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the instruction sets of `dispatch`"
)]

pub mod book;
mod column_bounds;
mod context;
mod dispatch;
mod expand;
mod lines;
mod move_picker;
mod node;
mod parallel;
mod parity;
mod position;
mod score;
mod search;
mod size;
mod solver;
mod solver_cache;
mod tables;
mod transposition_table;
mod under_search;
mod window;

#[cfg(test)]
mod tests;

pub use position::Position;
pub use solver::{Columns, Solution, Solver};
pub use window::Goal;

pub(crate) use column_bounds::ColumnBounds;
pub(crate) use score::ScoreBounds;
pub(crate) use solver::SolveSession;
pub(crate) use solver_cache::SolverCache;
