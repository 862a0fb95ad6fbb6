//! The measures of a board.

use thiserror::Error;

use crate::square::Square;

/// A board, and the length of the row that wins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Columns, 3 to 20.
    pub columns: u8,
    /// Rows, 3 to 20.
    pub rows: u8,
    /// Stones in a row that win, 3 to 10.
    pub in_row: u8,
}

impl Shape {
    /// The shape with these measures.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] where a measure is out of bounds, or the row fits no line of the board.
    pub fn new(columns: u8, rows: u8, in_row: u8) -> Result<Self, ShapeError> {
        let bounds = 3..=Square::LIMIT;
        if !bounds.contains(&columns) {
            return Err(ShapeError::Width(columns));
        }
        if !bounds.contains(&rows) {
            return Err(ShapeError::Height(rows));
        }
        if !(3..=10).contains(&in_row) {
            return Err(ShapeError::InRow(in_row));
        }
        if in_row > columns && in_row > rows {
            return Err(ShapeError::TooLong {
                in_row,
                columns,
                rows,
            });
        }
        Ok(Self {
            columns,
            rows,
            in_row,
        })
    }

    /// Cells on the board.
    pub fn cells(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns `true` if the board has this cell.
    pub fn contains(self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    /// The last cell of the last row.
    pub fn corner(self) -> Square {
        Square::new(self.columns - 1, self.rows - 1).expect("no board is larger than squares go")
    }

    /// Every cell, row by row from the bottom left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).filter_map(move |column| Square::new(column, row))
        })
    }
}

/// Measures that make no [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// The number of columns is out of bounds.
    #[error("the width must be 3 to 20, not {0}")]
    Width(u8),
    /// The number of rows is out of bounds.
    #[error("the height must be 3 to 20, not {0}")]
    Height(u8),
    /// The length of a winning row is out of bounds.
    #[error("the stones in a row must be 3 to 10, not {0}")]
    InRow(u8),
    /// The winning row is longer than either measure of the board.
    #[error("{in_row} in a row do not fit a board of {columns} x {rows}; make one of them smaller")]
    TooLong {
        /// Stones in a row that win.
        in_row: u8,
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
}
