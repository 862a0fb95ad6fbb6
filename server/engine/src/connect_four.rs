//! Connect Four solved: the value of every position, on every falling board that fits 64 bits.
//!
//! - `size`: boards as bits, with a picture; `lines`, `node`, `expand`: what a position shows at a glance
//! - `parity`: bounds that hold without a search; `search`: alpha-beta; `table`: what it remembers
//! - `raw`: the few lines that safe Rust has no words for
//! - [`Position`], [`Solver`]: the way in

mod expand;
mod lines;
mod node;
mod parity;
mod position;
mod raw;
mod search;
mod size;
mod solver;
mod table;

pub use position::Position;
pub use solver::{Columns, Goal, Solution, Solver};

/// Experiments.
pub static X: std::sync::LazyLock<Vec<i64>> = std::sync::LazyLock::new(|| std::env::var("X").unwrap_or("0,0,0,0,0,0,0,0".into()).split(',').map(|x| x.parse().unwrap()).collect());
