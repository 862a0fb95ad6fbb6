//! From bounds to values: which questions the search is asked, and in which order.

use protocol::rules::Shape;

use super::book::{Book, Page};
use super::outlook::Bounds;
use super::position::Position;
use super::raw::{Plain, Processor};
#[cfg(target_arch = "x86_64")]
use super::raw::{avx2, avx512};
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

impl Goal {
    /// What is known before the first question.
    pub(super) fn bounds(self, position: &Position) -> (i32, i32) {
        let (plies, cells) = (position.plies() as i32, position.cells() as i32);
        match self {
            Self::Score => (-((cells - plies) / 2), (cells + 1 - plies) / 2),
            Self::Winner => (-1, 1),
        }
    }
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
    book: Option<Book<'static>>,
}

impl Solver {
    /// A solver for a board that [fits](Position::fits), with a table that grows to so many MiB, and with
    /// the book where there is one for the board.
    pub fn new(shape: Shape, mebibytes: usize) -> Self {
        assert!(Position::fits(shape), "the board does not fit 64 bits");
        let mut solver = Self {
            shape,
            table: Table::new(mebibytes, Any::of(shape).bits()),
            book: None,
        };
        solver.use_book(true);
        solver
    }

    /// Says whether the book may answer.
    pub fn use_book(&mut self, may: bool) {
        self.book = may.then(Book::committed);
    }

    /// Forgets everything that was learned.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Makes ready for several threads at once.
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
        let until = || stop.is_raised();
        Inquiry::new(self, true, &until).solution(position, goal)
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What the book says of a position.
    pub(super) fn page(&self, position: &Position) -> Option<Page> {
        self.book.as_ref()?.look_up(position)
    }

    /// The score of every column of a position, which is not over.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn columns(&mut self, position: &Position, stop: &Stop) -> Result<Columns, Stopped> {
        let until = || stop.is_raised();
        Inquiry::new(self, true, &until).columns(position)
    }

    /// The score of a position, which is not over, and a column that keeps it. For several threads at once,
    /// after [`share`](Self::share).
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn best(&self, position: &Position, stop: &Stop) -> Result<(i32, u32), Stopped> {
        let until = || stop.is_raised();
        let mut inquiry = Inquiry::new(self, false, &until);
        let score = inquiry.score(position)?;
        Ok((score, inquiry.column_with(position, score)?))
    }
}

/// Questions that belong together, asked of one solver.
pub(crate) struct Inquiry<'a> {
    solver: &'a Solver,
    /// Whether nobody else uses the solver meanwhile.
    alone: bool,
    /// Whether it is to end.
    until: &'a (dyn Fn() -> bool + 'a),
    /// Positions that were expanded.
    pub(crate) nodes: u64,
    /// Which of several threads with the same question this is: each looks at drops in an order of its own.
    pub(crate) worker: u32,
}

impl<'a> Inquiry<'a> {
    pub(crate) fn new(solver: &'a Solver, alone: bool, until: &'a (dyn Fn() -> bool + 'a)) -> Self {
        Self {
            solver,
            alone,
            until,
            nodes: 0,
            worker: 0,
        }
    }

    fn solution(mut self, position: &Position, goal: Goal) -> Result<Solution, Stopped> {
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
        if let Some(score) = self.look_up(position) {
            return Ok(score);
        }
        let (low, high) = Goal::Score.bounds(position);
        self.narrow(position, low, high)
    }

    fn winner(&mut self, position: &Position) -> Result<i32, Stopped> {
        if let Some(score) = self.look_up(position) {
            return Ok(score.signum());
        }
        let (low, high) = Goal::Winner.bounds(position);
        Ok(self.narrow(position, low, high)?.signum())
    }

    fn columns(mut self, position: &Position) -> Result<Columns, Stopped> {
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
    /// Where the book knows the position, no drop is worth more, and one is worth as much.
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
        if let Some(score) = self.look_up(&after) {
            return Ok(-score);
        }
        match self.solver.page(position) {
            Some(page) if page.column == column => Ok(page.score),
            Some(page) => {
                let (low, high) = Goal::Score.bounds(&after);
                Ok(-self.narrow(&after, low.max(-page.score), high)?)
            }
            None => Ok(-self.score(&after)?),
        }
    }

    /// Whether a drop into a column that is open is worth so much.
    pub(crate) fn keeps(
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
        let value = match self.look_up(&after) {
            Some(value) => value,
            None => self.ask(&after, -score)?,
        };
        Ok(value <= -score)
    }

    /// A column that keeps the score of a position.
    pub(crate) fn column_with(&mut self, position: &Position, score: i32) -> Result<u32, Stopped> {
        let known = match self.solver.page(position) {
            Some(page) => return Ok(page.column),
            None => position.best_column(&self.solver.table),
        };
        let mut others: Vec<u32> = (0..position.columns()).collect();
        others.sort_by_key(|column| column.abs_diff(position.columns() / 2));
        for column in known.into_iter().chain(others) {
            if position.is_open(column) && self.keeps(position, column, score)? {
                return Ok(column);
            }
        }
        unreachable!("some column of a position is worth as much as the position")
    }

    /// A column that keeps the score of a position, which is not over, if it is known without a search.
    pub(crate) fn column_at_hand(
        &mut self,
        position: &Position,
        score: i32,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(page) = self.solver.page(position) {
            return Ok(Some(page.column));
        }
        let winning = position
            .open_columns()
            .find(|column| position.wins_with(*column));
        let known = winning.or_else(|| position.best_column(&self.solver.table));
        let only = || position.only_safe_column();
        let Some(column) = known
            .or_else(only)
            .filter(|column| position.is_open(*column))
        else {
            return Ok(None);
        };
        // The table may keep the best column of another question.
        let most = self.nodes + NODES_FOR_A_PLY;
        let keeps = self.keeps(position, column, score)?;
        Ok((keeps && self.nodes < most).then_some(column))
    }

    /// Bounds on the score of a drop into a column that is open, where they are known without a search.
    pub(crate) fn bounds_at_hand(&self, position: &Position, column: u32) -> Option<Bounds> {
        if position.wins_with(column) {
            return None;
        }
        let after = position.after(column);
        if after.is_full() {
            return None;
        }
        if let Some(score) = self.look_up(&after) {
            return Some(Bounds {
                least: -score,
                most: -score,
            });
        }
        after.known_bounds(&self.solver.table).map(Bounds::reversed)
    }

    /// A bound on the value of a position, which is not over: at most the answer where that is at most
    /// `alpha`, at least the answer where that is more.
    pub(crate) fn ask(&mut self, position: &Position, alpha: i32) -> Result<i32, Stopped> {
        let shape = self.solver.shape;
        debug_assert_eq!(position.shape(), shape, "a solver solves one board");
        match (shape.columns, shape.rows, shape.in_row) {
            (7, 6, 4) => self.ask_on::<_, 8>(Fixed::<7, 6>, position, alpha),
            (7, 7, 4) => self.ask_on::<_, 8>(Fixed::<7, 7>, position, alpha),
            _ => self.ask_on::<_, 16>(Any::of(shape), position, alpha),
        }
    }

    fn ask_on<S: Size, const LANES: usize>(
        &mut self,
        size: S,
        position: &Position,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let (mine, theirs) = (position.mine(), position.theirs());
        let mut tree = Tree::new(
            size,
            &self.solver.table,
            self.alone,
            self.worker,
            self.until,
        );
        let answer = match Processor::this() {
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512(_) => tree.ask::<avx512::Version, LANES>(mine, theirs, alpha),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(_) => tree.ask::<avx2::Version, LANES>(mine, theirs, alpha),
            Processor::Plain => tree.ask::<Plain, LANES>(mine, theirs, alpha),
        };
        self.nodes += tree.nodes;
        if tree.stopped {
            Err(Stopped)
        } else {
            Ok(answer)
        }
    }

    /// Asks until the bounds meet.
    fn narrow(&mut self, position: &Position, mut low: i32, mut high: i32) -> Result<i32, Stopped> {
        let mut asked = 0;
        while low < high {
            asked += 1;
            let question = next_question(asked, low, high);
            let answer = self.ask(position, question)?;
            if answer > question {
                low = answer;
            } else {
                high = answer;
            }
        }
        Ok(low)
    }

    /// What the book knows of a position.
    fn look_up(&self, position: &Position) -> Option<i32> {
        // What is no fork is a few forced plies away from one.
        let (mut position, mut sign) = (*position, 1);
        loop {
            if let Some(page) = self.solver.page(&position) {
                return Some(sign * page.score);
            }
            position = position.after(position.only_safe_column()?);
            sign = -sign;
        }
    }
}

/// What the next ply of a principal variation may cost: less than a person notices.
const NODES_FOR_A_PLY: u64 = 1 << 20;

/// Bounds as close as this are narrowed from the side of the draw.
const CLOSE: i32 = 6;

/// The question to ask of a position whose value is from `low` to `high`, which are not equal; `asked` counts
/// the questions, this one too.
///
/// First whether there is a quick win, then a quick loss, which are small questions; then who wins; then by
/// how much, in single steps once the bounds are close.
pub(super) fn next_question(asked: u32, low: i32, high: i32) -> i32 {
    let question = match asked {
        _ if low >= 0 && high - low <= CLOSE => low,
        _ if low >= 0 => i32::midpoint(low, high).max(high / 2),
        _ if high <= 0 && high - low <= CLOSE => high - 1,
        _ if high <= 0 => i32::midpoint(low, high).min(low / 2),
        1 => high * 3 / 5,
        2 => low * 3 / 5,
        _ => 0,
    };
    question.clamp(low, high - 1)
}
