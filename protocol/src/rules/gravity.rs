//! Discs that drop to the lowest empty cell of their column.

use super::Rules;
use super::ending::Ending;
use super::illegal::Illegal;
use super::line;
use super::notation::Notation;
use super::position::Position;
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
        line::judge(position, last, position.variant().overline())
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
