//! The value of a position: of every column where discs fall, the best lines where stones are placed freely.
//!
//! Where discs fall a position has a handful of moves, and an engine can often settle them all.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::schema::SignedText;
use crate::spec::Depth;
use crate::square::Square;
use crate::wire::as_text;

/// Score of a win with no ply left, in [`SearchInfo`](crate::view::SearchInfo) of the bot `threat`; a win in `n` plies
/// scores `n` less, and a loss the same below zero.
pub const GOMOKU_WIN: i64 = 30_000;

/// Score of a win, at whatever distance, in the searches of the bots that count lines.
pub const LINES_WIN: i64 = 10_000;

/// Score of a win in the searches of the bots that add up windows, such as `minimax`: more than the sum of every window
/// of the largest board, each with nine of ten discs.
pub const WINDOWS_WIN: i64 = 1_000_000_000_000_000;

/// Scores from here on are wins, where [`WINDOWS_WIN`] was lessened by the distance to it.
pub const WINDOWS_WON: i64 = WINDOWS_WIN / 10;

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

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest board is 20 x 20 with ten in a row, and a window with nine discs of one side counts `10^8`.
    #[test]
    fn no_sum_of_windows_passes_for_a_win() {
        let windows = 2 * 11 * 20 + 2 * 11 * 11;
        let greatest_sum = windows * 10_i64.pow(8);
        assert!((greatest_sum + 1..WINDOWS_WIN).contains(&WINDOWS_WON));
    }
}
