//! Several threads on one position.
//!
//! All of them search the same null windows, one after the other, and divide the drops of each (see `tables`).
//! The first to answer a window ends the search of the others. What one proves the others find in the table.
//!
//! The times of two threads, and other divisions that were tried, are in `SOLVER.md`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

use super::position::Position;
use super::size::{Any, Size};
use super::solver::{Solution, SolveSession, Solver};
use super::tables::DividedTables;
use super::transposition_table::TranspositionTable;
use super::under_search::UnderSearch;
use super::window::{Goal, next_window};
use crate::search::{Stop, Stopped};

/// Size of the table that each thread has for itself: what the cache of one processor core holds.
const NEAR_MEBIBYTES: usize = 1;

impl Solver {
    /// As [`solve`](Self::solve), on `threads` threads. The table takes its full size at once, and each thread 1 MiB
    /// more, or the least that the board needs.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_on_threads(
        &mut self,
        position: &Position,
        goal: Goal,
        threads: usize,
        stop: &Stop,
    ) -> Result<Solution, Stopped> {
        if threads < 2 || self.probe_book(position).is_some() {
            return self.solve(position, goal, stop);
        }
        let solver = self.share();
        let parallel = ParallelSolver::new(position, goal);
        let nodes = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| parallel.work(solver, position, stop)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("a worker does not panic"))
                .sum()
        });
        let state = parallel
            .state
            .into_inner()
            .expect("a worker does not panic");
        if state.low < state.high {
            return Err(Stopped);
        }
        let score = match goal {
            Goal::Score => state.low,
            Goal::Winner => state.low.signum(),
        };
        Ok(Solution { score, nodes })
    }
}

/// The bounds that the threads share, and the drops that they search.
struct ParallelSolver {
    state: Mutex<State>,
    /// The bounds again, read while a search is under way.
    low: AtomicI32,
    high: AtomicI32,
    under_search: UnderSearch,
}

struct State {
    low: i32,
    high: i32,
    /// Windows begun.
    windows: u32,
    /// The `alpha` of the last of them.
    alpha: i32,
}

impl ParallelSolver {
    fn new(position: &Position, goal: Goal) -> Self {
        let (low, high) = goal.bounds(position);
        Self {
            state: Mutex::new(State {
                low,
                high,
                windows: 0,
                alpha: high,
            }),
            low: AtomicI32::new(low),
            high: AtomicI32::new(high),
            under_search: UnderSearch::new(),
        }
    }

    /// Searches windows until the bounds meet; returns the positions expanded.
    fn work(&self, solver: &Solver, position: &Position, stop: &Stop) -> u64 {
        let size = Any::new(position.shape());
        let mut near = TranspositionTable::new(NEAR_MEBIBYTES, size.bits());
        near.grow_fully();
        let tables = DividedTables::new(size.cells(), solver.table(), &near, &self.under_search);
        let mut nodes = 0;
        while let Some(alpha) = self.window() {
            let is_answered = || {
                self.low.load(Ordering::Relaxed) > alpha
                    || self.high.load(Ordering::Relaxed) <= alpha
            };
            let should_stop = || stop.is_raised() || is_answered();
            let mut session = SolveSession::divided(solver, tables, &should_stop);
            let bound = session.null_window(position, alpha);
            nodes += session.nodes;
            if let Ok(bound) = bound {
                self.take_in(alpha, bound);
            }
            if stop.is_raised() {
                break;
            }
        }
        nodes
    }

    /// The `alpha` of the window to search; none once the bounds meet.
    fn window(&self) -> Option<i32> {
        let mut state = self.state.lock().expect("a worker does not panic");
        if state.low >= state.high {
            return None;
        }
        if !(state.low..state.high).contains(&state.alpha) {
            state.windows += 1;
            state.alpha = next_window(state.windows, state.low, state.high);
        }
        Some(state.alpha)
    }

    /// Takes in the bound that a window gave.
    fn take_in(&self, alpha: i32, bound: i32) {
        let mut state = self.state.lock().expect("a worker does not panic");
        if bound > alpha {
            state.low = state.low.max(bound);
        } else {
            state.high = state.high.min(bound);
        }
        self.low.store(state.low, Ordering::Relaxed);
        self.high.store(state.high, Ordering::Relaxed);
    }
}
