//! The reasons for which a ply is not legal.

use std::fmt;

use thiserror::Error;

use super::shape::Shape;
use crate::square::Square;

/// The reason for which the side to move may not play somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// Nobody moves after the end.
    #[error("the game is over")]
    GameOver,
    /// The board has no such cell, or no such column where discs fall.
    #[error(
        "{square} is off the board, which has {columns} columns and {rows} rows; play inside it"
    )]
    OffBoard {
        /// The cell asked for.
        square: Square,
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
    /// There is a stone on the cell.
    #[error("{square} is taken; play an empty square")]
    Occupied {
        /// The cell asked for.
        square: Square,
    },
    /// The column has no empty cell.
    #[error("column {column} is full; play {}", one_of(open))]
    ColumnFull {
        /// The column asked for, from 1.
        column: u8,
        /// The columns that are not full, from 1.
        open: Vec<u8>,
    },
    /// The stone would make a forbidden shape.
    #[error("{square} is forbidden ({}); play another point", foul.title())]
    Forbidden {
        /// The cell asked for.
        square: Square,
        /// The shape.
        foul: Foul,
    },
}

impl Illegal {
    /// A cell off a board of this shape.
    pub(super) fn off_board(square: Square, shape: Shape) -> Self {
        Self::OffBoard {
            square,
            columns: shape.columns,
            rows: shape.rows,
        }
    }
}

/// The shape that forbids a point to the side to move.
///
/// Closed as [`Family`](super::Family) is; [`ForbiddenKind`](crate::view::ForbiddenKind) is its word on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// More stones in a row than win.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once that can become straight fours.
    DoubleThree,
}

impl Foul {
    /// The name that is shown to people.
    pub fn title(self) -> String {
        self.to_string().replace('_', " ")
    }
}

/// The word, as on the wire.
impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double_four",
            Self::DoubleThree => "double_three",
        })
    }
}

/// "1, 2 or 3".
fn one_of(numbers: &[u8]) -> String {
    let words: Vec<_> = numbers.iter().map(u8::to_string).collect();
    match words.split_last() {
        None => "elsewhere".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
