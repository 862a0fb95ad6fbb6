//! A game as text: import and export.
//!
//! - [`read_moves`]: a bare list of moves, as people type it behind a command

mod moves;

pub use moves::{MovesError, read_moves};
