//! Stones that are placed on any empty cell.

use super::Rules;
use super::ending::Ending;
use super::illegal::Illegal;
use super::line;
use super::notation::Notation;
use super::position::Position;
use super::shape::Shape;
use crate::square::Square;

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
        line::judge(position, last, position.variant().overline())
    }

    fn longest(&self, shape: Shape) -> usize {
        shape.cells()
    }

    fn notation(&self) -> Notation {
        Notation::Cell
    }
}
