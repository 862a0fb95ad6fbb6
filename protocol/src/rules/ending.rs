//! The end of a game by the rules themselves.

use crate::side::Side;
use crate::square::Square;

/// The end of a game by the rules themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Enough stones in a row.
    Line {
        /// The side that made the line.
        winner: Side,
        /// Every cell of every line that the last ply completed, sorted.
        cells: Vec<Square>,
    },
    /// No cell is left where the side to move may play, and nobody has a line.
    FullBoard,
}

impl Ending {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Line { winner, .. } => Some(*winner),
            Self::FullBoard => None,
        }
    }

    /// The winning cells; none for a draw.
    pub fn line(&self) -> &[Square] {
        match self {
            Self::Line { cells, .. } => cells,
            Self::FullBoard => &[],
        }
    }
}
