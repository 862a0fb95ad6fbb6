//! Several threads on one position.
//!
//! To know a value is to know that it is more than the number below it and not more than itself: two questions
//! at least, which threads can ask at the same time. A thread takes the next question that nobody is at, near
//! the one that a single thread would ask; an answer that settles the questions of others ends these. What one
//! learns the others find in the table. Where there are more threads than questions, the rest ask the same
//! with another order of drops.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

use super::position::Position;
use super::solver::{Goal, Inquiry, Solution, Solver, next_question};
use crate::search::{Stop, Stopped};

impl Solver {
    /// As [`solve`](Self::solve), on so many threads. The table takes its full size at once.
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
        if threads < 2 || self.page(position).is_some() {
            return self.solve(position, goal, stop);
        }
        let solver = self.share();
        let team = Team::new(position, goal);
        let nodes = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    scope.spawn({
                        let team = &team;
                        move || team.work(solver, position, worker, stop)
                    })
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("a worker does not panic"))
                .sum()
        });
        let state = team.state.into_inner().expect("a worker does not panic");
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

/// What a team knows.
struct Team {
    state: Mutex<State>,
    /// The bounds again, to be read while a search is under way.
    low: AtomicI32,
    high: AtomicI32,
}

struct State {
    low: i32,
    high: i32,
    /// Questions that were begun.
    asked: u32,
    /// Questions that somebody is at.
    open: Vec<i32>,
}

impl Team {
    fn new(position: &Position, goal: Goal) -> Self {
        let (low, high) = goal.bounds(position);
        Self {
            state: Mutex::new(State {
                low,
                high,
                asked: 0,
                open: Vec::new(),
            }),
            low: AtomicI32::new(low),
            high: AtomicI32::new(high),
        }
    }

    /// Asks until the value is known; returns the positions that were expanded.
    fn work(&self, solver: &Solver, position: &Position, worker: usize, stop: &Stop) -> u64 {
        let mut nodes = 0;
        while let Some((question, shared)) = self.take() {
            let settled = || {
                self.low.load(Ordering::Relaxed) > question
                    || self.high.load(Ordering::Relaxed) <= question
            };
            let until = || stop.is_raised() || settled();
            let mut inquiry = Inquiry::new(solver, false, &until);
            inquiry.worker = if shared { worker as u32 } else { 0 };
            let answer = inquiry.ask(position, question);
            nodes += inquiry.nodes;
            self.put(question, answer.ok());
            if stop.is_raised() {
                break;
            }
        }
        nodes
    }

    /// The next question, and whether somebody else is at it too.
    fn take(&self) -> Option<(i32, bool)> {
        let mut state = self.state.lock().expect("a worker does not panic");
        if state.low >= state.high {
            return None;
        }
        state.asked += 1;
        let first = next_question(state.asked, state.low, state.high);
        let free = (0..state.high - state.low)
            .flat_map(|distance| {
                let distance = if state.low < 0 { -distance } else { distance };
                [first + distance, first - distance]
            })
            .find(|question| {
                (state.low..state.high).contains(question) && !state.open.contains(question)
            });
        let question = free.unwrap_or(first);
        state.open.push(question);
        Some((question, free.is_none()))
    }

    /// Takes an answer in, if there was one.
    fn put(&self, question: i32, answer: Option<i32>) {
        let mut state = self.state.lock().expect("a worker does not panic");
        if let Some(at) = state.open.iter().position(|open| *open == question) {
            state.open.swap_remove(at);
        }
        match answer {
            Some(answer) if answer > question => state.low = state.low.max(answer),
            Some(answer) => state.high = state.high.min(answer),
            None => {}
        }
        self.low.store(state.low, Ordering::Relaxed);
        self.high.store(state.high, Ordering::Relaxed);
    }
}
