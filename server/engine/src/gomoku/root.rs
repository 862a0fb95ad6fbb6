//! The root search: iterative deepening over the moves of the root.

use super::evaluator::evaluation;
use super::moves::Move;
use super::pruning::base_reduction;
use super::score::{INFINITE, estimate, is_proven};
use super::search::{Interrupted, SearchThread};
use super::transposition_table::Bound;

/// Result of a search.
pub(super) struct SearchResult {
    pub(super) score: i32,
    /// Depth of the last iteration that changed the result; 0 before the first.
    pub(super) depth: i32,
    /// Principal variation: the chosen move and the expected continuation.
    pub(super) pv: Vec<usize>,
}

impl SearchResult {
    /// A result that needs no search.
    pub(super) fn immediate(cell: usize, score: i32) -> Self {
        Self {
            score,
            depth: 1,
            pv: vec![cell],
        }
    }
}

/// The root of a search with more than a first sight to decide.
pub(super) struct RootSearch<'a> {
    thread: SearchThread<'a>,
    /// The best move of the last iteration first, the others in the order in which they were best.
    moves: Vec<Move>,
    result: SearchResult,
}

impl<'a> RootSearch<'a> {
    /// A search over `moves`, at least one, best first; until an iteration finds better, the first is the result.
    pub(super) fn new(thread: SearchThread<'a>, moves: Vec<Move>) -> Self {
        Self {
            result: SearchResult {
                depth: 0,
                ..SearchResult::immediate(moves[0].cell, 0)
            },
            thread,
            moves,
        }
    }

    /// Searches to `first_depth`, one ply more and so on up to `max_depth`, until a score is proven or time runs out.
    ///
    /// Returns the result with the number of nodes.
    pub(super) fn iterative_deepening(
        mut self,
        first_depth: i32,
        max_depth: i32,
    ) -> (SearchResult, u64) {
        if self.moves.len() == 1 {
            let score = estimate(evaluation(self.thread.board(0)));
            self.result = SearchResult::immediate(self.moves[0].cell, score);
            return (self.result, self.thread.nodes());
        }
        for depth in first_depth..=max_depth {
            let iteration = self.search_root(depth);
            if iteration.is_ok() {
                self.thread.report(depth as u32);
            }
            if iteration.is_err() || is_proven(self.result.score) {
                break;
            }
        }
        (self.result, self.thread.nodes())
    }

    /// One iteration. Moves found before an interruption count: the first move is the best of the iteration
    /// before.
    ///
    /// Every iteration has an open window: an aspiration window of 30 points gave 0 ± 35 Elo. Killer moves,
    /// null moves and leaving out root moves that lose to a VCF gave nothing either: see `GOMOKU.md`.
    fn search_root(&mut self, depth: i32) -> Result<(), Interrupted> {
        let mut alpha = -INFINITE;
        for number in 0..self.moves.len() {
            let cell = self.moves[number].cell;
            self.thread.play(0, cell);
            let score = if number == 0 {
                -self.thread.search(1, depth - 1, -INFINITE, INFINITE)?
            } else {
                // Principal variation search with late move reductions, as at inner nodes.
                let reduction = if depth >= 3 && number >= 3 {
                    base_reduction(depth, number, true)
                } else {
                    0
                };
                let mut score =
                    -self
                        .thread
                        .search(1, depth - 1 - reduction, -alpha - 1, -alpha)?;
                if score > alpha && reduction > 0 {
                    score = -self.thread.search(1, depth - 1, -alpha - 1, -alpha)?;
                }
                if score > alpha {
                    score = -self.thread.search(1, depth - 1, -INFINITE, -alpha)?;
                }
                score
            };
            if score > alpha {
                alpha = score;
                self.thread.update_pv(0, cell);
                self.result = SearchResult {
                    score,
                    depth,
                    pv: self.thread.pv(0).to_vec(),
                };
                self.moves[..=number].rotate_right(1);
            }
        }
        let best = self.moves[0].cell;
        self.thread.store(0, depth, Bound::Exact, alpha, Some(best));
        Ok(())
    }
}
