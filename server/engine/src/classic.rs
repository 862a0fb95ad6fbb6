//! Search, board and counts that the bots of the four old programs share.
//!
//! - `windows`: every straight run of k cells, and counts of the discs in each
//! - `gravity_board`: a board where discs fall, which keeps the sums that a heuristic is made of
//! - `alpha_beta`: the search of `negamax`, `minimax` and `lines`; `transposition_table`: its memory
//!
//! Each bot, with its heuristic, is one file below `bots/`. The solver and the gomoku engine use nothing of
//! this.

pub(crate) mod alpha_beta;
pub(crate) mod gravity_board;
mod transposition_table;
pub(crate) mod windows;
