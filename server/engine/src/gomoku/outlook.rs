//! What can be seen of a position without any search.

use super::board::Board;
use super::cells::Cells;
use super::cross::Threat;
use super::layout::{DIRECTIONS, Layout};
use super::pattern::Pattern;

/// What the side to move is up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// It wins in so many plies.
    Won(usize),
    /// It loses in so many plies.
    Lost(usize),
    /// It must play here, or lose at once.
    Forced(usize),
    /// The other side would make an open four.
    Threatened,
    /// Nothing.
    Free,
}

impl Outlook {
    pub(super) fn of(board: &Board) -> Self {
        let (us, them) = (board.us, board.them());
        if !board.threats(us, Threat::Five).is_empty() {
            return Self::Won(1);
        }
        let fives = board.threats(them, Threat::Five);
        if !fives.is_empty() {
            return fives.only().map_or(Self::Lost(2), Self::Forced);
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

/// Where the side to move can answer the threat of open fours without fours of its own: every other move
/// loses.
///
/// After an open four at a cell there are several places for the fifth stone. It is held only by taking
/// the cell itself or one of those places first; and a place for the fifth is one where a stone makes four
/// in that line now.
pub(super) fn defences(board: &Board, layout: &Layout, reach: u32) -> Cells {
    let them = board.them();
    let threats = board.threats(them, Threat::OpenFour);
    let mut all: Option<Cells> = None;
    for cell in threats.iter() {
        let mut held = Cells::default();
        held.insert(cell);
        for direction in 0..DIRECTIONS {
            if board.pattern(them, cell, direction) < Pattern::Four {
                continue;
            }
            for other in layout.around(cell, direction, reach) {
                if board.is_empty(other) && board.pattern(them, other, direction) >= Pattern::Four {
                    held.insert(other);
                }
            }
        }
        all = Some(all.map_or(held, |all| all.and(&held)));
    }
    all.unwrap_or_default()
}
