//! The history heuristic: moves that were good elsewhere in the tree are tried earlier.

use super::cells::CELLS;

/// A score for every cell and side, learned during the search.
pub(super) struct History(Box<[[i32; CELLS]; 2]>);

/// Bound of a score in both directions. Three times the first value gave +63 ± 56 Elo.
const MAX_SCORE: i32 = 300;

impl History {
    pub(super) fn new() -> Self {
        Self(Box::new([[0; CELLS]; 2]))
    }

    /// Rewards a move that caused a cutoff at `depth`, or punishes one that was tried before it.
    ///
    /// The update decays the old score ("gravity"), so that it stays within its bound.
    pub(super) fn update(&mut self, side: usize, cell: usize, depth: i32, good: bool) {
        let bonus = (depth * depth).min(100);
        let score = &mut self.0[side][cell];
        let change = if good { bonus } else { -bonus };
        *score += change - *score * change.abs() / MAX_SCORE;
    }

    pub(super) fn score(&self, side: usize, cell: usize) -> i32 {
        self.0[side][cell]
    }

    /// Halves every score, at the start of a new search.
    pub(super) fn age(&mut self) {
        self.0.iter_mut().flatten().for_each(|score| *score /= 2);
    }
}
