//! The solver of one board: a transposition table, a book, and the searches that use them.

mod session;

use std::sync::OnceLock;

use protocol::rules::Shape;

use super::book::{Book, BookEntry};
use super::position::Position;
use super::size::{Any, Size};
use super::transposition_table::TranspositionTable;
use super::window::Goal;
use crate::search::{Stop, Stopped};

pub(crate) use session::SolveSession;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move: 0 a draw, `k` a win with its `k`-th last stone (its very last is 1), `-k` a
    /// loss to the other side's `k`-th last stone. On 7 x 6 from -18 to 18 where nobody has won yet.
    ///
    /// With [`Goal::Winner`] the sign alone.
    pub score: i32,
    /// Positions expanded.
    pub nodes: u64,
}

/// The value of every column of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// From the left; none where the column is full. In the unit of [`Solution::score`].
    pub scores: Vec<Option<i32>>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Solves positions of one board, and remembers what it proved.
///
/// ```
/// use engine::Stop;
/// use engine::connect_four::{Goal, Position, Solver};
/// use protocol::rules::Variant;
///
/// let shape = Variant::named("connect-four").expect("it is fixed").shape();
/// let mut solver = Solver::new(shape, 64);
/// let board = Position::empty(shape);
/// let solution = solver.solve(&board, Goal::Score, &Stop::default())?;
/// assert_eq!(solution.score, 1); // The first side wins with its last stone.
/// # Ok::<(), engine::Stopped>(())
/// ```
///
/// Source: scores and null windows as in P. Pons, blog.gamesolver.org.
#[derive(Debug)]
pub struct Solver {
    shape: Shape,
    /// Made when a search needs it first: what the book answers takes no memory.
    table: OnceLock<TranspositionTable>,
    /// The most memory that the table may take, in MiB.
    mebibytes: usize,
    /// True if several threads may use the table: it has its full size at once.
    shared: bool,
    book: Option<Book<'static>>,
}

impl Solver {
    /// A solver for a board that [fits 64 bits](Position::fits_bits), with a table that grows to `mebibytes` MiB, and
    /// with the book where there is one for the board.
    ///
    /// # Panics
    ///
    /// The board does not fit.
    pub fn new(shape: Shape, mebibytes: usize) -> Self {
        assert!(Position::fits_bits(shape), "the board does not fit 64 bits");
        let mut solver = Self {
            shape,
            table: OnceLock::new(),
            mebibytes,
            shared: false,
            book: None,
        };
        solver.use_book(true);
        solver
    }

    /// Turns the book on or off.
    pub fn use_book(&mut self, on: bool) {
        self.book = on.then(Book::committed);
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        if let Some(table) = self.table.get_mut() {
            table.clear();
        }
        self.shared = false;
    }

    /// Makes the table ready for several threads at once: it takes its full size, once a search needs it.
    pub fn share(&mut self) -> &Self {
        self.shared = true;
        if let Some(table) = self.table.get_mut() {
            table.grow_fully();
        }
        self
    }

    /// Solves a position, which is not over, on one thread.
    ///
    /// Cost grows steeply with empty cells: some seconds for the empty board of 7 x 6 without the book.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when `stop` was raised first; what was proven stays in the table.
    pub fn solve(
        &mut self,
        position: &Position,
        goal: Goal,
        stop: &Stop,
    ) -> Result<Solution, Stopped> {
        let should_stop = || stop.is_raised();
        SolveSession::exclusive(self, &should_stop).solution(position, goal)
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The table.
    pub(super) fn table(&self) -> &TranspositionTable {
        self.table.get_or_init(|| {
            let mut table = TranspositionTable::new(self.mebibytes, Any::new(self.shape).bits());
            if self.shared {
                table.grow_fully();
            }
            table
        })
    }

    /// Doubles the table.
    fn grow_table(&mut self) {
        if let Some(table) = self.table.get_mut() {
            table.grow();
        }
    }

    /// The table, once a search needed it.
    pub(super) fn table_in_use(&self) -> Option<&TranspositionTable> {
        self.table.get()
    }

    /// The book's entry for a position.
    pub(super) fn probe_book(&self, position: &Position) -> Option<BookEntry> {
        self.book.as_ref()?.probe(position)
    }

    /// The score of every column of a position, which is not over.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn columns(&mut self, position: &Position, stop: &Stop) -> Result<Columns, Stopped> {
        let should_stop = || stop.is_raised();
        SolveSession::exclusive(self, &should_stop).columns(position)
    }

    /// The score of a position, which is not over, and a column that keeps it. For several threads at once,
    /// after [`share`](Self::share).
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn best(&self, position: &Position, stop: &Stop) -> Result<(i32, u32), Stopped> {
        let should_stop = || stop.is_raised();
        let mut session = SolveSession::shared(self, &should_stop);
        let score = session.score(position)?;
        Ok((score, session.best_column(position, score)?))
    }
}
