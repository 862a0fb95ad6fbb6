//! Moves as people write them.

use thiserror::Error;

use super::shape::Shape;
use crate::square::Square;
use crate::wire::whole_number;

/// The manner in which a move is written, and so entered and shown.
///
/// Closed as [`Family`](super::Family) is: match it without `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The number of a column, as in `4`.
    Column,
    /// The letter of a column and the number of a row, as in `h8`.
    Cell,
}

/// A text that is no move on this board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no move here; write {}", notation.expected(*shape))]
pub struct NotationError {
    /// The text, cut to 20 characters.
    pub text: String,
    /// The way in which moves of this board are written.
    pub notation: Notation,
    /// The board.
    pub shape: Shape,
}

impl Notation {
    /// Reads a move, white space around it allowed. For a column its letter will do as well, and so will any
    /// cell in it: `4`, `d`, `d3`.
    ///
    /// # Errors
    ///
    /// [`NotationError`], where the text names nothing on the board.
    pub fn read(self, shape: Shape, text: &str) -> Result<Square, NotationError> {
        let text = text.trim();
        let square = match self {
            Self::Column => read_column(text)
                .filter(|&column| column < shape.columns)
                .and_then(|column| Square::new(column, 0)),
            Self::Cell => text.parse().ok().filter(|&square| shape.contains(square)),
        };
        square.ok_or_else(|| NotationError {
            text: text.chars().take(20).collect(),
            notation: self,
            shape,
        })
    }

    /// Writes a move.
    pub fn write(self, square: Square) -> String {
        match self {
            Self::Column => (square.column() + 1).to_string(),
            Self::Cell => square.to_string(),
        }
    }

    fn expected(self, shape: Shape) -> String {
        match self {
            Self::Column => format!("a column, 1 to {}", shape.columns),
            Self::Cell => format!("a letter and a row, a1 to {}", shape.corner()),
        }
    }
}

/// Reads a column, counted from 0.
fn read_column(text: &str) -> Option<u8> {
    match whole_number::<u8>(text) {
        Some(number) => number.checked_sub(1),
        None => match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
            _ => text.parse::<Square>().ok().map(Square::column),
        },
    }
}
