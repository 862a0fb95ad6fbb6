//! The value of a position: of every column where discs fall, the best lines where stones are placed freely.
//!
//! Where discs fall a position has a handful of moves, and an engine can often settle them all.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::number_text::SignedText;
use crate::spec::Depth;
use crate::square::Square;
use crate::wire::as_text;

/// The value of a drop into one column, to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ColumnValue {
    /// The column takes no more discs.
    Full,
    /// The value of the game after the drop, with the best play of both sides.
    Exact {
        /// 0 a draw, `k > 0` a win with the `k`-th last stone that the winner has for the whole board (its
        /// very last stone is 1), `k < 0` a loss to such a stone of the other side.
        score: i8,
    },
    /// The engine found neither a forced win nor a forced loss nor a draw in the time it had.
    Unknown,
}

/// One of the best lines of play from a position.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestLine {
    /// The plies, from the side to move on.
    pub pv: Vec<Square>,
    /// Score, to the side to move, in points: 200 are odds of e to 1 to win.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "SignedText"))]
    pub score: i64,
    /// Number of plies to the proven end of the game: `n > 0` the side to move wins, `n < 0` it loses.
    pub end: Option<i16>,
    /// The last depth that was searched completely.
    pub depth: Option<Depth>,
}
