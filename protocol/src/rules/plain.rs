//! The rules without forbidden points: discs that drop to the lowest empty cell of their column, and stones that are
//! placed on any empty cell.

use super::Rules;
use super::illegal::Illegal;
use super::notation::Notation;
use super::position::{Ending, Position, judge};
use super::shape::Shape;
use crate::square::Square;

/// The rules of [`Family::Gravity`](super::Family::Gravity).
#[derive(Debug)]
pub(super) struct Gravity;

impl Rules for Gravity {
    /// Only the column of `square` counts: a screen may send the cell that was clicked.
    fn landing(&self, position: &Position, square: Square) -> Result<Square, Illegal> {
        let (shape, column) = (position.shape(), square.column());
        if column >= shape.columns {
            return Err(Illegal::off_board(square, shape));
        }
        lowest_empty(position, column).ok_or_else(|| Illegal::ColumnFull {
            column: column + 1,
            open: self.legal(position).map(|open| open.column() + 1).collect(),
        })
    }

    /// From left to right.
    fn legal<'p>(&self, position: &'p Position) -> Box<dyn Iterator<Item = Square> + 'p> {
        let columns = 0..position.shape().columns;
        Box::new(columns.filter_map(|column| lowest_empty(position, column)))
    }

    fn judge(&self, position: &Position, last: Square) -> Option<Ending> {
        judge(position, last, position.variant().overline())
    }

    fn longest(&self, shape: Shape) -> usize {
        shape.cells()
    }

    fn notation(&self) -> Notation {
        Notation::Column
    }
}

fn lowest_empty(position: &Position, column: u8) -> Option<Square> {
    (0..position.shape().rows)
        .filter_map(|row| Square::new(column, row))
        .find(|&square| position.cell(square).is_none())
}

/// The rules of [`Family::Free`](super::Family::Free).
#[derive(Debug)]
pub(super) struct Free;

impl Rules for Free {
    fn landing(&self, position: &Position, square: Square) -> Result<Square, Illegal> {
        if !position.shape().contains(square) {
            Err(Illegal::off_board(square, position.shape()))
        } else if position.cell(square).is_some() {
            Err(Illegal::Occupied { square })
        } else {
            Ok(square)
        }
    }

    /// Row by row from the bottom left.
    fn legal<'p>(&self, position: &'p Position) -> Box<dyn Iterator<Item = Square> + 'p> {
        let squares = position.shape().squares();
        Box::new(squares.filter(|&square| position.cell(square).is_none()))
    }

    fn judge(&self, position: &Position, last: Square) -> Option<Ending> {
        judge(position, last, position.variant().overline())
    }

    fn longest(&self, shape: Shape) -> usize {
        shape.cells()
    }

    fn notation(&self) -> Notation {
        Notation::Cell
    }
}
