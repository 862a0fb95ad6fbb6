//! Several threads on one search (Lazy SMP): each searches the root by itself, and what one stores in the
//! transposition table the others need not search.
//!
//! The thread that was asked decides when the search ends; the others help it. Half of them begin a ply deeper, and
//! each has a history of its own, so that they soon search different parts of the tree.

use std::panic;
use std::thread;

use super::board::Board;
use super::history::History;
use super::moves::Move;
use super::root::{RootSearch, SearchResult};
use super::score::is_proven;
use super::search::SearchThread;
use super::tables::Tables;
use super::transposition_table::TranspositionTable;
use super::vcf::{VcfSearch, VcfTable};
use super::vct::VctSearch;
use super::vct_table::VctTable;
use crate::options::Options;
use crate::search::{SearchRequest, Stop};
use protocol::millis::Millis;

/// What one thread learns for itself; kept from move to move.
pub(super) struct Memory {
    pub(super) vcf_table: VcfTable,
    pub(super) vct_table: VctTable,
    pub(super) history: History,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            vcf_table: VcfTable::new(),
            vct_table: VctTable::new(),
            history: History::new(),
        }
    }
}

/// The part of a search that all its threads share.
#[derive(Clone, Copy)]
pub(super) struct SharedSearch<'a> {
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board<'a>,
    pub(super) moves: &'a [Move],
    pub(super) tt: &'a TranspositionTable,
    pub(super) max_depth: i32,
    /// Nodes of each thread.
    pub(super) max_nodes: u64,
}

impl SharedSearch<'_> {
    /// Lets `helpers` search beside `main` until that is finished. Returns the best result with all nodes.
    ///
    /// Where the system gives no more threads the search goes on with those there are.
    pub(super) fn search(
        self,
        main: RootSearch<'_>,
        helpers: &mut [Memory],
    ) -> (SearchResult, u64) {
        let stop = Stop::default();
        thread::scope(|scope| {
            let end = RaiseOnDrop(&stop);
            let started: Vec<_> = (1..)
                .zip(helpers)
                .map_while(|(number, memory)| {
                    let stop = &stop;
                    thread::Builder::new()
                        .name("helper".to_owned())
                        .spawn_scoped(scope, move || self.help(memory, number, stop))
                        .ok()
                })
                .collect();
            let (mut best, mut nodes) = main.iterative_deepening(1, self.max_depth);
            drop(end);
            for helper in started {
                match helper.join() {
                    Ok((result, more)) => {
                        nodes += more;
                        if is_better(&result, &best) {
                            best = result;
                        }
                    }
                    Err(payload) => panic::resume_unwind(payload),
                }
            }
            (best, nodes)
        })
    }

    fn help(self, memory: &mut Memory, number: i32, stop: &Stop) -> (SearchResult, u64) {
        let request = SearchRequest {
            depth: None,
            limit: None,
            elapsed: &|| Millis::from_millis(0),
            stop,
            seed: 0,
            options: Options::default(),
            progress: None,
        };
        let vcf = VcfSearch::new(self.tables, &mut memory.vcf_table);
        let vct = VctSearch::new(&mut memory.vct_table);
        let history = &mut memory.history;
        let mut thread = SearchThread::new(self.board.clone(), request, self.tt, vcf, vct, history);
        thread.limit_nodes(self.max_nodes);
        let first_depth = 1 + number % 2;
        RootSearch::new(thread, self.moves.to_vec())
            .iterative_deepening(first_depth, self.max_depth)
    }
}

/// Ends the helpers, even where the thread that they help panics.
struct RaiseOnDrop<'a>(&'a Stop);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Returns whether `other` is to be preferred to `best`: it is a proven win, or was found at greater depth. A loss
/// that one thread proved says nothing against the move of another, but one that has searched nothing has no say.
fn is_better(other: &SearchResult, best: &SearchResult) -> bool {
    let is_win = |result: &SearchResult| is_proven(result.score) && result.score > 0;
    if is_win(other) || is_win(best) {
        return other.score > best.score;
    }
    let is_searched = other.depth > 0 && !is_proven(other.score);
    is_searched && (other.depth > best.depth || is_proven(best.score))
}

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    #[test]
    fn a_proven_win_is_preferred_and_then_the_greater_depth() {
        let result = |score, depth| SearchResult {
            score,
            depth,
            pv: vec![7],
        };
        let (win, later_win, loss) = (WIN - 5, WIN - 9, 9 - WIN);
        for (other, best, expected) in [
            ((win, 3), (50, 9), true),
            ((win, 3), (later_win, 9), true),
            ((later_win, 9), (win, 3), false),
            ((50, 9), (win, 3), false),
            ((-80, 9), (50, 8), true),
            ((50, 8), (-80, 8), false),
            ((loss, 9), (50, 8), false),
            ((50, 8), (loss, 9), true),
            ((loss, 9), (loss, 8), false),
            ((0, 0), (loss, 1), false),
            ((-80, 1), (0, 0), true),
        ] {
            let [other, best] = [other, best].map(|(score, depth)| result(score, depth));
            assert_eq!(
                is_better(&other, &best),
                expected,
                "{} {}",
                other.score,
                best.score
            );
        }
    }
}
