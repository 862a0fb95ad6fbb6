//! The stones on the board and the side to move, over which the rules decide; and the row that ends a game of every
//! family.

use std::iter::successors;

use super::shape::Shape;
use super::variant::{Overline, Variant};
use crate::side::Side;
use crate::square::Square;

/// A position of a variant: the stones and the side to move. The plies that led to it are in
/// [`Game`](crate::game::Game).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    /// That of the variant, which every look at a cell needs.
    shape: Shape,
    cells: Vec<Option<Side>>,
    stones: usize,
}

impl Position {
    /// The empty board, the first side to move.
    pub fn empty(variant: Variant) -> Self {
        let shape = variant.shape();
        Self {
            variant,
            shape,
            cells: vec![None; shape.cells()],
            stones: 0,
        }
    }

    /// Puts a stone of the side to move on an empty cell of the board.
    pub(crate) fn put(&mut self, square: Square) {
        let index = self.index(square);
        self.cells[index] = Some(self.side_to_move());
        self.stones += 1;
    }

    /// Takes the stone of the last ply, which is on this cell, off the board.
    pub(crate) fn take_back(&mut self, square: Square) {
        let index = self.index(square);
        self.cells[index] = None;
        self.stones -= 1;
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The measures of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Owner of the stone in a cell; nothing for an empty cell and off the board.
    pub fn cell(&self, square: Square) -> Option<Side> {
        if self.shape.contains(square) {
            self.cells[self.index(square)]
        } else {
            None
        }
    }

    /// The side that makes the next ply.
    pub fn side_to_move(&self) -> Side {
        Side::to_move_after(self.stones)
    }

    /// Returns `true` if no cell is empty.
    pub fn is_full(&self) -> bool {
        self.stones == self.cells.len()
    }

    /// The number of stones of `side` that follow `square` in a straight row without a gap. A step of the row is as
    /// many columns and rows as `way` has.
    pub(super) fn run(&self, square: Square, side: Side, way: (i8, i8)) -> u8 {
        let left = |at: u8, step: i8, limit: u8| match step {
            0 => u8::MAX,
            1.. => limit - 1 - at,
            _ => at,
        };
        let columns = left(square.column(), way.0, self.shape.columns);
        let rows = left(square.row(), way.1, self.shape.rows);
        let stride = isize::from(way.1) * isize::from(self.shape.columns) + isize::from(way.0);
        let mut index = self.index(square);
        let stones = (0..columns.min(rows)).take_while(|_| {
            index = index.wrapping_add_signed(stride);
            self.cells[index] == Some(side)
        });
        stones.count() as u8
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.shape.columns) + usize::from(square.column())
    }
}

/// The end of a game by the rules themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Enough stones in a row.
    Line {
        /// The side that made the line.
        winner: Side,
        /// Every cell of every line that the last ply completed, sorted.
        cells: Vec<Square>,
    },
    /// No cell is left where the side to move may play, and nobody has a line.
    FullBoard,
}

impl Ending {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Line { winner, .. } => Some(*winner),
            Self::FullBoard => None,
        }
    }

    /// The winning cells; none for a draw.
    pub fn line(&self) -> &[Square] {
        match self {
            Self::Line { cells, .. } => cells,
            Self::FullBoard => &[],
        }
    }
}

/// The four directions in which stones stand in a row.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the win if the stone just placed at `last` completed a line, and the draw if it filled the board.
pub(super) fn judge(position: &Position, last: Square, overline: Overline) -> Option<Ending> {
    let in_row = position.shape().in_row;
    let winner = position.cell(last)?;
    // Nearly no stone wins, and then nothing is collected.
    let mut cells = Vec::new();
    for (right, up) in DIRECTIONS {
        let [onward, back] = [(right, up), (-right, -up)];
        let [ahead, behind] = [onward, back].map(|way| position.run(last, winner, way));
        if overline.wins(1 + ahead + behind, in_row) {
            let line = |steps, direction| {
                successors(Some(last), move |&at| step(at, direction)).take(1 + usize::from(steps))
            };
            cells.extend(line(ahead, onward).chain(line(behind, back)));
        }
    }
    if !cells.is_empty() {
        cells.sort_unstable();
        cells.dedup();
        return Some(Ending::Line { winner, cells });
    }
    position.is_full().then_some(Ending::FullBoard)
}

/// The neighbour of `square`, unless it would leave the largest board.
fn step(square: Square, (right, up): (i8, i8)) -> Option<Square> {
    Square::new(
        square.column().checked_add_signed(right)?,
        square.row().checked_add_signed(up)?,
    )
}
