//! From bounds to values: which questions the search is asked, and in which order.

use protocol::rules::Shape;

use super::position::Position;
use super::raw::{Avx2, Avx512, Plain};
use super::search::Tree;
use super::size::{Any, Fixed, Size};
use super::table::Table;
use crate::search::{Stop, Stopped};

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its exact score.
    Score,
    /// Who wins: 1, 0 or -1 for the side to move.
    Winner,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move: 0 a draw, `k` a win with its `k`-th last stone (its very last is 1), `-k` a
    /// loss to such a stone of the other side. Where only the winner was asked for, the sign alone.
    pub score: i32,
    /// Positions that were expanded.
    pub nodes: u64,
}

/// What every column is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// From the left; none where the column is full. For the side to move, as in [`Solution`].
    pub scores: Vec<Option<i32>>,
    /// Positions that were expanded.
    pub nodes: u64,
}

/// Solves positions of one board, and remembers what it learned.
#[derive(Debug)]
pub struct Solver {
    shape: Shape,
    table: Table,
}

impl Solver {
    /// A solver for a board that [fits](Position::fits), with a table that grows to so many MiB.
    pub fn new(shape: Shape, mebibytes: usize) -> Self {
        assert!(Position::fits(shape), "the board does not fit 64 bits");
        Self {
            shape,
            table: Table::new(mebibytes, Any::of(shape).bits()),
        }
    }

    /// Forgets everything that was learned.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Makes ready for [`solve_together`](Self::solve_together).
    pub fn share(&mut self) -> &Self {
        self.table.grow_fully();
        self
    }

    /// Solves a position, which is not over.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when `stop` was raised first; what was learned stays in the table.
    pub fn solve(
        &mut self,
        position: &Position,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Solution, Stopped> {
        self.run(position, goal, stop, true)
    }

    /// As [`solve`](Self::solve), for several threads at once that share what they learn. Each gives the
    /// same score; the first that has it may stop the others.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn solve_together(
        &self,
        position: &Position,
        goal: Goal,
        worker: usize,
        stop: &Stop,
    ) -> Result<Solution, Stopped> {
        let _ = worker;
        self.run(position, goal, stop, false)
    }

    /// The score of every column of a position, which is not over.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn columns(&mut self, position: &Position, stop: &Stop) -> Result<Columns, Stopped> {
        let mut nodes = 0;
        let mut scores = Vec::new();
        for column in 0..u32::from(self.shape.columns) {
            scores.push(if !position.is_open(column) {
                None
            } else if position.wins_with(column) {
                Some(position.win_at(position.plies() + 1))
            } else {
                let after = position.after(column);
                if after.is_over() {
                    Some(0)
                } else {
                    let solution = self.solve(&after, Goal::Score, stop)?;
                    nodes += solution.nodes;
                    Some(-solution.score)
                }
            });
        }
        Ok(Columns { scores, nodes })
    }

    fn run(&self, position: &Position, goal: Goal, stop: &Stop, alone: bool) -> Result<Solution, Stopped> {
        debug_assert_eq!(position.shape(), self.shape);
        let shape = (self.shape.columns, self.shape.rows, self.shape.in_row);
        match shape {
            (7, 6, 4) => self.run_on::<_, 8>(Fixed::<7, 6>, position, goal, stop, alone),
            _ => self.run_on::<_, 16>(position.size(), position, goal, stop, alone),
        }
    }

    fn run_on<S: Size, const LANES: usize>(&self, size: S, position: &Position, goal: Goal, stop: &Stop, alone: bool) -> Result<Solution, Stopped> {
        let (mine, theirs) = (position.mine(), position.theirs());
        let mut tree = Tree { size, table: &self.table, alone, stop, nodes: 0, stopped: false };
        let plies = (mine | theirs).count_ones() as i32;
        let cells = size.cells() as i32;
        let (mut low, mut high) = match goal {
            Goal::Score => (-((cells - plies) / 2), (cells + 1 - plies) / 2),
            Goal::Winner => (-1, 1),
        };
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let value = match super::X[0] {
                0 => tree.ask::<Avx512, LANES>(mine, theirs, middle),
                1 => tree.ask::<Avx2, LANES>(mine, theirs, middle),
                _ => tree.ask::<Plain, LANES>(mine, theirs, middle),
            };
            if tree.stopped {
                return Err(Stopped);
            }
            if value > middle {
                low = value;
            } else {
                high = value;
            }
        }
        let score = match goal { Goal::Score => low, Goal::Winner => low.signum() };
        Ok(Solution { score, nodes: tree.nodes })
    }
}
