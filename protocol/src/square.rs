//! A place on the board, and its notation.
//!
//! A move is a column, `1` to `20`, on a board where discs fall. Elsewhere it is a letter and a row, `a1` at the
//! bottom left; letters skip none.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use thiserror::Error;

use crate::wire::{travels_as_text, whole_number};

/// A cell: `column` from the left and `row` from the bottom, both from 0.
///
/// As text its letter and its row, as in `h8`: the column `a` is the leftmost, the row 1 the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = "^[a-t](?:[1-9]|1[0-9]|20)$"))
)]
pub struct Square {
    column: u8,
    row: u8,
}

impl Square {
    /// No board is wider or higher.
    pub const LIMIT: u8 = 20;

    /// The cell at `column` and `row`, or nothing where no board reaches.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < Self::LIMIT && row < Self::LIMIT).then_some(Self { column, row })
    }

    /// Columns to the left of this one.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Rows below this one.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The letter of the column, `a` to `t`.
    pub fn letter(self) -> char {
        char::from(b'a' + self.column)
    }

    /// The letter and row. Without a formatter for the number: squares are written with every move, many times.
    fn text(self) -> ArrayString<3> {
        let mut text = ArrayString::new();
        text.push(self.letter());
        let number = self.row + 1;
        if number >= 10 {
            text.push(char::from(b'0' + number / 10));
        }
        text.push(char::from(b'0' + number % 10));
        text
    }
}

/// A text, held here, that is no [`Square`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no square; write a letter and a row, a1 to t20, such as h8")]
pub struct SquareError(pub String);

/// The letter and row, as in `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = || SquareError(text.to_owned());
        let mut characters = text.chars();
        let letter = characters.next().ok_or_else(refusal)?.to_ascii_lowercase();
        let digits = characters.as_str();
        if !letter.is_ascii_lowercase() || digits.starts_with('0') {
            return Err(refusal());
        }
        let row: u8 = whole_number(digits).ok_or_else(refusal)?;
        Self::new(letter as u8 - b'a', row.wrapping_sub(1)).ok_or_else(refusal)
    }
}

travels_as_text!(Square, Square::text);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_notation() {
        for column in 0..Square::LIMIT {
            for row in 0..Square::LIMIT {
                let square = Square::new(column, row).unwrap();
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        assert_eq!(Square::new(7, 7).unwrap().to_string(), "h8");
        assert_eq!(Square::new(8, 0).unwrap().to_string(), "i1");
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for wrong in [
            "", "h", "8", "h0", "h21", "u1", "h08", "h+8", "h8x", "é4", "hh",
        ] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong}");
        }
    }
}
