//! Gomoku and its kin: an engine for free boards, where threats decide.
//!
//! game -> [`Searcher`] -> [`Choice`](crate::search::Choice)
//!
//! From the bottom up; a module uses only those above it:
//!
//! - `cells`: a set of cells; `layout`: the lines of a board
//! - `pattern`: the pattern of one line through a cell; `code`: the patterns of all four; `threat`: the threat
//!   that a code is
//! - `numbers`: lines of numbers in a text; `region_network`, `network`: the evaluation; `policy`: the move ordering;
//!   `weights`: the learned numbers of both
//! - `code_table`: facts about every code; `zobrist`: hash keys; `tables`: all that is the same for a variant;
//!   `tables_cache`: those of the variants used last
//! - `board`: a position with its patterns and threats; `board/fouls`: the forbidden points of renju in it;
//!   `evaluator`: the evaluations of positions; `dispatch`: the same for newer processors
//! - `threat_status`: what is won, lost or forced at first sight; `history`, `moves`: move generation and
//!   ordering
//! - `vcf`, `vct_table`, `vct`: forced wins by fours, and by fours and threes
//! - `score`, `transposition_table`, `pruning`, `search`: the alpha-beta search
//! - `root`: iterative deepening; `root_moves`: the decision before it; `parallel`: several threads; `searcher`: the
//!   engine as others see it
//! - `near_best`: play below full strength
//! - `swap2`: the opening in which the sides are chosen
//! - [`training`]: what a fit of the weights sees of a position
//!
//! Sources: V. Allis, "Searching for Solutions in Games and Artificial Intelligence" (1994), for threats and
//! threat-space search; T. Marsland, "A review of game-tree pruning" (1986), for principal variation search and
//! the transposition table; A. Heinz, "Scalable Search in Computer Chess" (2000), for futility pruning. The
//! gain of each step is in `GOMOKU.md`.

mod board;
mod cells;
mod code;
mod code_table;
mod dispatch;
mod evaluator;
mod history;
mod layout;
mod moves;
mod near_best;
mod network;
mod numbers;
mod parallel;
mod pattern;
mod policy;
mod pruning;
mod region_network;
mod root;
mod root_moves;
mod score;
mod search;
mod searcher;
mod swap2;
mod tables;
mod tables_cache;
mod threat;
mod threat_status;
pub mod training;
mod transposition_table;
mod vcf;
mod vct;
mod vct_table;
mod weights;
mod zobrist;

pub use searcher::Searcher;
pub use tables::Tables;
pub(crate) use tables_cache::TablesCache;

#[cfg(test)]
mod tests;
