//! A cell of the board as the Gomocup protocol writes it, and the only conversion to and from our squares.

use std::fmt;
use std::str::FromStr;

use protocol::square::Square;

/// A cell as `x,y`, both counted from 0. It may be off the board.
///
/// `x` is the column. `y` is the row, which the protocol counts from the top and [`Square`] from the bottom.
/// Here `y` is the row of the square all the same, so that the other program sees the board upside down:
///
/// ```text
/// 4  . . . .      y=0  o . . .
/// 3  . . x .        1  . x . .
/// 2  . x . .        2  . . x .
/// 1  o . . .        3  . . . .
///    a b c d       x=  0 1 2 3
/// our squares      the same cells, as a manager draws them
/// ```
///
/// No rule of gomoku tells a board from its mirror image, so each move of the one is the move of the other, and a
/// game on a symmetric position has the same result. A cell needs no board size for the conversion, and squares and
/// cells sort alike. Both ends use this conversion and no other: orders to an engine of somebody else, and
/// `pbrain-enlinea` at the board of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Column, from 0 at the left.
    pub x: i64,
    /// Row, from 0.
    pub y: i64,
}

/// The error of a text that is not two whole numbers such as `7,7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cell is two numbers such as 7,7")]
pub struct NoCell;

impl Cell {
    /// The square of this cell on the largest board there is; none beyond that board.
    pub fn square(self) -> Option<Square> {
        let column = u8::try_from(self.x).ok()?;
        let row = u8::try_from(self.y).ok()?;
        Square::new(column, row)
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Self {
        Self {
            x: i64::from(square.column()),
            y: i64::from(square.row()),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Blanks around either number are allowed.
impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let number = |text: &str| text.trim().parse().map_err(|_not_a_number| NoCell);
        let (x, y) = text.split_once(',').ok_or(NoCell)?;
        Ok(Self {
            x: number(x)?,
            y: number(y)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_and_its_cell_undo_each_other() {
        for (square, cell) in [("a1", "0,0"), ("h8", "7,7"), ("c1", "2,0"), ("a20", "0,19")] {
            let square: Square = square.parse().unwrap();
            assert_eq!(Cell::from(square).to_string(), cell);
            assert_eq!(cell.parse::<Cell>().unwrap().square(), Some(square));
        }
    }

    #[test]
    fn a_cell_may_be_off_every_board_and_then_has_no_square() {
        for text in ["-1,0", "0,-1", "256,0", "0,9223372036854775807", "300,300"] {
            let cell: Cell = text.parse().unwrap();
            assert_eq!((cell.to_string().as_str(), cell.square()), (text, None));
        }
    }

    #[test]
    fn what_is_not_two_numbers_is_no_cell() {
        assert_eq!("7 , 12".parse(), Ok(Cell { x: 7, y: 12 }));
        for text in [
            "",
            "7",
            "7,",
            "7,7,7",
            "h8",
            "7 7",
            "99999999999999999999,1",
            "é,1",
        ] {
            assert_eq!(text.parse::<Cell>(), Err(NoCell), "{text}");
        }
    }
}
