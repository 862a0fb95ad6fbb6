//! A position in the search, with what its parent found out about it already.

use super::lines::completions;
use super::size::Size;

/// A position in which nobody can win at once, with the drops that do not lose at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The stones of the side to move.
    pub(super) mine: u64,
    /// The stones of the other side.
    pub(super) theirs: u64,
    /// The empty cells where the side to move would complete a line.
    pub(super) my_threats: u64,
    /// The empty cells where the other side would.
    pub(super) their_threats: u64,
    /// Where a drop does not lose at once.
    pub(super) moves: u64,
    /// Stones on the board.
    pub(super) plies: u32,
}

/// What a look at a position tells without a search.
pub(super) enum Glance {
    /// The side to move wins with its next stone.
    Win,
    /// The other side wins with its next stone, whatever is done.
    Loss,
    /// No cell is left.
    Full,
    /// The game goes on.
    Open(Node),
}

/// Looks at the position of these stones.
#[inline(always)]
pub(super) fn glance<S: Size>(size: S, mine: u64, theirs: u64) -> Glance {
    let taken = mine | theirs;
    let empty = size.board() & !taken;
    if empty == 0 {
        return Glance::Full;
    }
    let possible = (taken + size.bottom()) & size.board();
    let my_threats = completions(size, mine) & empty;
    if my_threats & possible != 0 {
        return Glance::Win;
    }
    let their_threats = completions(size, theirs) & empty;
    let forced = their_threats & possible;
    let safe = possible & !(their_threats >> 1);
    let moves = if forced == 0 { safe } else { forced & safe };
    if moves == 0 || forced & (forced - 1 & u64::from(forced != 0).wrapping_neg()) != 0 {
        return Glance::Loss;
    }
    Glance::Open(Node {
        mine,
        theirs,
        my_threats,
        their_threats,
        moves,
        plies: taken.count_ones(),
    })
}
