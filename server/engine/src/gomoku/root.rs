//! The root search: iterative deepening over the moves of the root.

use super::evaluator::evaluation;
use super::moves::Move;
use super::pruning::base_reduction;
use super::score::{INFINITE, estimate, is_proven};
use super::search::{Interrupted, SearchThread};
use super::transposition_table::Bound;

/// Depth from which an iteration first has an aspiration window: the score of the last one says little before.
const ASPIRATION_DEPTH: i32 = 5;

/// Points from the last score to either end of an aspiration window: the principal variation is pruned far more than
/// in an open one. See `GOMOKU.md`.
const ASPIRATION: i32 = 60;

/// Points from a score outside of it to the end of the next one; then the window is open.
const WIDER_ASPIRATION: i32 = 180;

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

    /// One iteration. Moves found before an interruption count: the first move is the best of the iteration before.
    ///
    /// Killer moves, null moves and leaving out root moves that lose to a VCF gave nothing: see `GOMOKU.md`.
    fn search_root(&mut self, depth: i32) -> Result<(), Interrupted> {
        let last = self.result.score;
        if depth >= ASPIRATION_DEPTH && !is_proven(last) {
            let (mut low, mut high) = (last - ASPIRATION, last + ASPIRATION);
            for _ in 0..2 {
                let score = self.search_window(depth, low, high)?;
                if score <= low {
                    low = score - WIDER_ASPIRATION;
                } else if score < high || is_proven(score) {
                    return Ok(());
                } else {
                    high = score + WIDER_ASPIRATION;
                }
            }
        }
        self.search_window(depth, -INFINITE, INFINITE).map(drop)
    }

    /// Searches the moves in the window from `low` to `high`, until one is as good as `high`. Returns the score, which
    /// is exact within the window and a bound outside; at or below `low` no move is the result of it.
    fn search_window(&mut self, depth: i32, low: i32, high: i32) -> Result<i32, Interrupted> {
        let (mut alpha, mut best) = (low, -INFINITE);
        for number in 0..self.moves.len() {
            let cell = self.moves[number].cell;
            self.thread.play(0, cell);
            let score = if number == 0 {
                -self.thread.search(1, depth - 1, -high, -low)?
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
                    score = -self.thread.search(1, depth - 1, -high, -alpha)?;
                }
                score
            };
            best = best.max(score);
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
            if score >= high {
                break;
            }
        }
        if best > low && best < high {
            let cell = self.moves[0].cell;
            self.thread.store(0, depth, Bound::Exact, best, Some(cell));
        }
        Ok(best)
    }
}
