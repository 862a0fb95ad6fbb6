//! The value of every column of a position.
//!
//! Only where discs fall: there a position has a handful of moves, and an engine can often settle them all.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

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
