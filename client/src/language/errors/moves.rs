//! Errors of moves and squares.

use protocol::rules::{Illegal, Notation, NotationError};
use protocol::square::SquareError;
use protocol::turn_order::NoSuchChoice;

use super::{Said, quoted};
use crate::say;

impl Said for Illegal {
    fn said(&self) -> String {
        match self {
            Self::GameOver => say!("errors-game-over"),
            Self::OffBoard {
                square,
                columns,
                rows,
            } => say!(
                "errors-off-board",
                square = square.to_string(),
                columns = *columns,
                rows = *rows
            ),
            Self::Occupied { square } => say!("errors-occupied", square = square.to_string()),
            Self::ColumnFull { column, open } => column_full(*column, open),
            Self::Forbidden { square, foul } => say!(
                "errors-forbidden",
                square = square.to_string(),
                kind = foul.said()
            ),
        }
    }
}

/// Says which columns are open in place of one that is full.
pub(super) fn column_full(column: u8, open: &[u8]) -> String {
    let open = match open.split_last() {
        None => return say!("errors-column-full-elsewhere", column = column),
        Some((last, [])) => last.to_string(),
        Some((last, others)) => say!(
            "errors-one-or-other",
            others = super::listed(others),
            last = last.to_string()
        ),
    };
    say!("errors-column-full", column = column, open = open)
}

impl Said for NotationError {
    fn said(&self) -> String {
        let expected = match self.notation {
            Notation::Column => say!(
                "errors-moves-are-columns",
                last = self.shape.columns.to_string()
            ),
            Notation::Cell => say!(
                "errors-moves-are-squares",
                last = self.shape.corner().to_string()
            ),
        };
        say!(
            "errors-no-move",
            text = quoted(&self.text),
            expected = expected
        )
    }
}

impl Said for SquareError {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("errors-no-square", text = quoted(text))
    }
}

impl Said for NoSuchChoice {
    fn said(&self) -> String {
        say!("errors-no-choice")
    }
}
