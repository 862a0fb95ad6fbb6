//! The outcome that the threats on the board decide without any search.

use super::board::Board;
use super::threat::Threat;

/// Status of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreatStatus {
    /// It wins in this number of plies: it has a five, or an open four and no five to block.
    Won(usize),
    /// It loses in this number of plies: the other side has two fives to complete, or one where it must not block.
    Lost(usize),
    /// It must block the other side's only five at this cell.
    Forced(usize),
    /// The other side threatens an open four: it must be held, or fours played first.
    Threatened,
    /// No threat decides anything.
    Free,
}

impl From<&Board<'_>> for ThreatStatus {
    fn from(board: &Board<'_>) -> Self {
        let (us, them) = (board.us, board.them());
        if !board.threats(us, Threat::Five).is_empty() {
            return Self::Won(1);
        }
        let fives = board.threats(them, Threat::Five);
        if !fives.is_empty() {
            let block = fives.only().filter(|&cell| !board.is_forbidden(cell));
            return block.map_or(Self::Lost(2), Self::Forced);
        }
        if !board.threats(us, Threat::OpenFour).is_empty() {
            return Self::Won(3);
        }
        if !board.threats(them, Threat::OpenFour).is_empty() {
            return Self::Threatened;
        }
        Self::Free
    }
}
