//! The searches against positions whose values are known, or found by looking at everything.

mod gomoku;
mod small_boards;
mod solved;
