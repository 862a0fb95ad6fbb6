//! Gomoku and its kin: free boards where the threats decide.
//!
//! game -> [`Searcher`] -> [`Choice`](crate::search::Choice)
//!
//! - `layout`: cells and lines; `cells`: a set of cells
//! - `pattern`: what a stone makes of one line; `cross`: of the four lines through a cell; `network`: what
//!   that is worth; `policy`: how promising it makes a move; `weights`: the numbers of both
//! - `board`: a position that keeps patterns, threats and its evaluation up to date
//! - `outlook`: what is won, lost or forced at once; `fours`, `threes`: wins by fours, by threats; `moves`: what
//!   to try, in which order
//! - `tree`: the search; `table`: what it remembers; `searcher`: depth by depth until the time is up
//! - `study`: what is to be learned; `tuning`: fits the weights to it
//!
//! Sources: V. Allis, "Searching for Solutions in Games and Artificial Intelligence" (1994), for threats and
//! threat space; T. Marsland, "A review of game-tree pruning" (1986), for the principal variation search and
//! the table; A. Heinz, "Scalable SearchRequest in Computer Chess" (2000), for futility. What each idea gave is in
//! `GOMOKU.md`.

mod board;
mod cells;
mod cross;
mod layout;
mod moves;
mod network;
mod outlook;
mod pattern;
mod policy;
mod score;
mod searcher;
mod study;
mod table;
mod tree;
pub mod tuning;
mod vcf;
mod vct;
mod weights;

pub use searcher::{ForcedWin, ForcedWinKind, Searcher};
pub use study::{Lesson, Study};

#[cfg(test)]
mod tests;
