//! A position in the search, with what its parent found out about it already.

use super::lines::completions;
use super::size::Size;

/// A position in which nobody can win with the next stone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    /// The stones of the side to move.
    pub(super) mine: u64,
    /// The stones of the other side.
    pub(super) theirs: u64,
    /// The empty cells where the other side would complete a line.
    pub(super) their_threats: u64,
    /// The drops that do not lose at once.
    pub(super) moves: u64,
    /// Stones on the board.
    pub(super) plies: u32,
}

impl Node {
    /// What tells the position from every other but its mirror image, and whether it is the image whose key
    /// is the smaller one: the stones of the side to move, and above the topmost stone of each column a 1.
    #[inline(always)]
    pub(super) fn key<S: Size>(&self, size: S) -> (u64, bool) {
        let key = self.mine | ((self.mine | self.theirs) + size.bottom());
        let mirrored = size.mirror(key);
        (key.min(mirrored), mirrored < key)
    }
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

/// Looks at the position of these stones, which has no line yet.
#[inline(always)]
pub(super) fn glance<S: Size>(size: S, mine: u64, theirs: u64) -> Glance {
    let taken = mine | theirs;
    let empty = size.board() & !taken;
    if empty == 0 {
        return Glance::Full;
    }
    let possible = (taken + size.bottom()) & size.board();
    if completions(size, mine) & possible != 0 {
        return Glance::Win;
    }
    let their_threats = completions(size, theirs) & empty;
    let safe = possible & !(their_threats >> 1);
    let moves = match their_threats & possible {
        0 => safe,
        forced if forced.is_power_of_two() => forced & safe,
        _ => 0,
    };
    if moves == 0 {
        return Glance::Loss;
    }
    Glance::Open(Node {
        mine,
        theirs,
        their_threats,
        moves,
        plies: taken.count_ones(),
    })
}
