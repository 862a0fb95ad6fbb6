//! Searches that belong together: one request's use of a solver.

use std::ops::Deref;

use super::super::dispatch::{IsaLevel, Portable};
#[cfg(target_arch = "x86_64")]
use super::super::dispatch::{avx2, avx512};
use super::super::position::Position;
use super::super::score::ScoreBounds;
use super::super::search::SearchThread;
use super::super::size::{Any, Fixed, Size};
use super::super::tables::{DividedTables, OneTable, Tables};
use super::super::window::{Goal, next_window};
use super::{Columns, Solution, Solver};
use crate::search::Stopped;

/// Searches for one request, which count their nodes and end together.
pub(crate) struct SolveSession<'a> {
    solver: SolverRef<'a>,
    /// True once the searches are to end.
    should_stop: &'a (dyn Fn() -> bool + 'a),
    /// Positions expanded.
    pub(crate) nodes: u64,
    /// Where several threads search the same windows.
    divided: Option<DividedTables<'a>>,
}

impl<'a> SolveSession<'a> {
    /// Searches on one thread, which alone uses the solver meanwhile, so that its table may grow.
    pub(crate) fn exclusive(
        solver: &'a mut Solver,
        should_stop: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        Self::new(SolverRef::Exclusive(solver), should_stop)
    }

    /// Searches with a solver that others may use at the same time; see [`Solver::share`].
    pub(crate) fn shared(solver: &'a Solver, should_stop: &'a (dyn Fn() -> bool + 'a)) -> Self {
        Self::new(SolverRef::Shared(solver), should_stop)
    }

    /// One thread of several that search the same windows.
    pub(in super::super) fn divided(
        solver: &'a Solver,
        divided: DividedTables<'a>,
        should_stop: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        Self {
            divided: Some(divided),
            ..Self::shared(solver, should_stop)
        }
    }

    fn new(solver: SolverRef<'a>, should_stop: &'a (dyn Fn() -> bool + 'a)) -> Self {
        Self {
            solver,
            should_stop,
            nodes: 0,
            divided: None,
        }
    }

    pub(super) fn solution(mut self, position: &Position, goal: Goal) -> Result<Solution, Stopped> {
        let score = match goal {
            Goal::Score => self.score(position)?,
            Goal::Winner => self.winner(position)?,
        };
        Ok(Solution {
            score,
            nodes: self.nodes,
        })
    }

    /// The exact score of a position, which is not over.
    pub(crate) fn score(&mut self, position: &Position) -> Result<i32, Stopped> {
        if let Some(score) = self.book_score(position) {
            return Ok(score);
        }
        let (low, high) = Goal::Score.bounds(position);
        self.close_window(position, low, high)
    }

    fn winner(&mut self, position: &Position) -> Result<i32, Stopped> {
        if let Some(score) = self.book_score(position) {
            return Ok(score.signum());
        }
        let (low, high) = Goal::Winner.bounds(position);
        Ok(self.close_window(position, low, high)?.signum())
    }

    pub(super) fn columns(mut self, position: &Position) -> Result<Columns, Stopped> {
        let scores = (0..position.columns())
            .map(|column| {
                position
                    .is_open(column)
                    .then(|| self.score_of_drop(position, column))
                    .transpose()
            })
            .collect::<Result<_, _>>()?;
        Ok(Columns {
            scores,
            nodes: self.nodes,
        })
    }

    /// The score of a drop into a column that is open.
    ///
    /// The book's value of the position bounds its drops: none is worth more, and the book's column as much. With
    /// that, all columns of `scores.txt` took 386 ms instead of 451 at p99.
    pub(crate) fn score_of_drop(
        &mut self,
        position: &Position,
        column: u32,
    ) -> Result<i32, Stopped> {
        if position.wins_with(column) {
            return Ok(position.win_at(position.plies() + 1));
        }
        let after = position.after(column);
        if after.is_full() {
            return Ok(0);
        }
        if let Some(score) = self.book_score(&after) {
            return Ok(-score);
        }
        match self.solver.probe_book(position) {
            Some(entry) if entry.column == column => Ok(entry.score),
            Some(entry) => {
                let (low, high) = Goal::Score.bounds(&after);
                Ok(-self.close_window(&after, low.max(-entry.score), high)?)
            }
            None => Ok(-self.score(&after)?),
        }
    }

    /// True if a drop into a column that is open is worth at least `score`: one null window.
    pub(crate) fn drop_reaches(
        &mut self,
        position: &Position,
        column: u32,
        score: i32,
    ) -> Result<bool, Stopped> {
        if position.wins_with(column) {
            return Ok(position.win_at(position.plies() + 1) >= score);
        }
        let after = position.after(column);
        if after.is_full() {
            return Ok(score <= 0);
        }
        let value = match self.book_score(&after) {
            Some(value) => value,
            None => self.null_window(&after, -score)?,
        };
        Ok(value <= -score)
    }

    /// A column that keeps the score of a position.
    pub(super) fn best_column(&mut self, position: &Position, score: i32) -> Result<u32, Stopped> {
        let hash_move = match self.solver.probe_book(position) {
            Some(entry) => return Ok(entry.column),
            None => position.hash_move(self.solver.table()),
        };
        let mut others: Vec<u32> = (0..position.columns()).collect();
        others.sort_by_key(|column| column.abs_diff(position.columns() / 2));
        for column in hash_move.into_iter().chain(others) {
            if position.is_open(column) && self.drop_reaches(position, column, score)? {
                return Ok(column);
            }
        }
        unreachable!("some column of a position is worth as much as the position")
    }

    /// A column that keeps the score of a position, which is not over, where book, table or rules name one and
    /// proving it costs little.
    pub(crate) fn cheap_best_column(
        &mut self,
        position: &Position,
        score: i32,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(entry) = self.solver.probe_book(position) {
            return Ok(Some(entry.column));
        }
        let winning = position
            .open_columns()
            .find(|column| position.wins_with(*column));
        let known = winning.or_else(|| position.hash_move(self.solver.table_in_use()?));
        let only = || position.only_safe_column();
        let Some(column) = known
            .or_else(only)
            .filter(|column| position.is_open(*column))
        else {
            return Ok(None);
        };
        // The table may have the best column of another window.
        let most = self.nodes + NODES_FOR_A_PLY;
        let reaches = self.drop_reaches(position, column, score)?;
        Ok((reaches && self.nodes < most).then_some(column))
    }

    /// Bounds on the score of a drop into a column that is open, from book and table without a search.
    pub(crate) fn known_bounds(&self, position: &Position, column: u32) -> Option<ScoreBounds> {
        if position.wins_with(column) {
            return None;
        }
        let after = position.after(column);
        if after.is_full() {
            return None;
        }
        if let Some(score) = self.book_score(&after) {
            return Some(ScoreBounds::from_exact(-score));
        }
        after
            .known_bounds(self.solver.table_in_use()?)
            .map(ScoreBounds::reversed)
    }

    /// Searches a position, which is not over, with the window from `alpha` to `alpha + 1`.
    ///
    /// Returns a bound on the value: an upper bound where it is at most `alpha` (fail low), a lower bound where it
    /// is more (fail high).
    pub(crate) fn null_window(&mut self, position: &Position, alpha: i32) -> Result<i32, Stopped> {
        let shape = self.solver.shape;
        debug_assert_eq!(position.shape(), shape, "a solver solves one board");
        match (shape.columns, shape.rows, shape.in_row) {
            (7, 6, 4) => self.null_window_on::<_, 8>(Fixed::<7, 6>, position, alpha),
            (7, 7, 4) => self.null_window_on::<_, 8>(Fixed::<7, 7>, position, alpha),
            _ => self.null_window_on::<_, 16>(Any::new(shape), position, alpha),
        }
    }

    fn null_window_on<S: Size, const LANES: usize>(
        &mut self,
        size: S,
        position: &Position,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        loop {
            let answer = if let Some(tables) = self.divided {
                let thread = SearchThread::new(size, tables, false, self.should_stop);
                answer::<_, _, LANES>(thread, position, alpha)
            } else {
                let tables = OneTable(self.solver.table());
                let may_grow = matches!(self.solver, SolverRef::Exclusive(_));
                let thread = SearchThread::new(size, tables, may_grow, self.should_stop);
                answer::<_, _, LANES>(thread, position, alpha)
            };
            self.nodes += answer.nodes;
            match &mut self.solver {
                SolverRef::Exclusive(solver) if answer.outgrown => solver.grow_table(),
                SolverRef::Exclusive(_) | SolverRef::Shared(_) => return answer.bound,
            }
        }
    }

    /// Searches null windows until the bounds meet.
    fn close_window(
        &mut self,
        position: &Position,
        mut low: i32,
        mut high: i32,
    ) -> Result<i32, Stopped> {
        let mut windows = 0;
        while low < high {
            windows += 1;
            let alpha = next_window(windows, low, high);
            let bound = self.null_window(position, alpha)?;
            if bound > alpha {
                low = bound;
            } else {
                high = bound;
            }
        }
        Ok(low)
    }

    /// The book's value of a position, or of the one that forced moves lead to.
    fn book_score(&self, position: &Position) -> Option<i32> {
        let (mut position, mut sign) = (*position, 1);
        loop {
            if let Some(entry) = self.solver.probe_book(&position) {
                return Some(sign * entry.score);
            }
            position = position.after(position.only_safe_column()?);
            sign = -sign;
        }
    }
}

/// Nodes that the next ply of a principal variation may cost: less than a person notices.
const NODES_FOR_A_PLY: u64 = 1 << 20;

/// The result of a search of one null window.
struct Answer {
    bound: Result<i32, Stopped>,
    nodes: u64,
    /// True if it ended since its table is outgrown.
    outgrown: bool,
}

/// Searches a null window with the best instruction set of this processor.
fn answer<S: Size, T: Tables, const LANES: usize>(
    mut thread: SearchThread<'_, S, T>,
    position: &Position,
    alpha: i32,
) -> Answer {
    let (mine, theirs) = (position.mine(), position.theirs());
    let bound = match IsaLevel::detect() {
        #[cfg(target_arch = "x86_64")]
        IsaLevel::Avx512(_) => thread.null_window::<avx512::Features, LANES>(mine, theirs, alpha),
        #[cfg(target_arch = "x86_64")]
        IsaLevel::Avx2(_) => thread.null_window::<avx2::Features, LANES>(mine, theirs, alpha),
        IsaLevel::Portable => thread.null_window::<Portable, LANES>(mine, theirs, alpha),
    };
    Answer {
        bound: if thread.stopped {
            Err(Stopped)
        } else {
            Ok(bound)
        },
        nodes: thread.nodes,
        outgrown: thread.outgrown,
    }
}

/// The solver of a session.
enum SolverRef<'a> {
    Exclusive(&'a mut Solver),
    Shared(&'a Solver),
}

impl Deref for SolverRef<'_> {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        match self {
            Self::Exclusive(solver) => solver,
            Self::Shared(solver) => solver,
        }
    }
}
