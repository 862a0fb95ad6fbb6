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
    /// The key of the position, and true if it is that of the mirror image.
    ///
    /// The key is the same for a position and its mirror image and differs from that of every other position:
    /// of the two images' numbers the smaller one. A number has the stones of the side to move, and a 1 above the
    /// topmost stone of each column, which adding 1 to the column's stones gives. With X to move:
    ///
    /// ```text
    ///   .  .  .        1  0  0
    ///   O  .  .   ->   0  1  0
    ///   X  O  .        1  0  1
    /// ```
    ///
    /// Source: J. Tromp, Fhourstones.
    #[inline(always)]
    pub(super) fn key<S: Size>(&self, size: S) -> (u64, bool) {
        let key = self.mine | ((self.mine | self.theirs) + size.bottom());
        let mirrored = size.mirror(key);
        (key.min(mirrored), mirrored < key)
    }
}

/// The result of a position without a search.
pub(super) enum StaticResult {
    /// The side to move wins with its next stone.
    Win,
    /// The other side wins with its next stone, whatever is done.
    Loss,
    /// No cell is left.
    Full,
    /// The game goes on.
    Open(Node),
}

/// Looks one drop and one reply ahead, by masks alone, in a position that has no line yet.
///
/// Adding the bottom row to the stones carries in each column to the lowest empty cell, so that all possible
/// drops are one addition. A full column carries to the upper edge, which the mask of the board takes off:
///
/// ```text
///   taken          bottom         possible
///   #  .  .        .  .  .        .  .  .      (carried to the edge above)
///   #  .  .   +    .  .  .   =    .  x  .
///   #  #  .        1  1  1        .  .  x
/// ```
#[inline(always)]
pub(super) fn static_result<S: Size>(size: S, mine: u64, theirs: u64) -> StaticResult {
    let taken = mine | theirs;
    let empty = size.board() & !taken;
    if empty == 0 {
        return StaticResult::Full;
    }
    let possible = (taken + size.bottom()) & size.board();
    if completions(size, mine) & possible != 0 {
        return StaticResult::Win;
    }
    let their_threats = completions(size, theirs) & empty;
    // A drop right below a threat of the other side gives it the cell.
    let safe = possible & !(their_threats >> 1);
    let moves = match their_threats & possible {
        0 => safe,
        // Forced move: the one threat must be met.
        forced if forced.is_power_of_two() => forced & safe,
        // Double threat: only one can be met.
        _ => 0,
    };
    if moves == 0 {
        return StaticResult::Loss;
    }
    StaticResult::Open(Node {
        mine,
        theirs,
        their_threats,
        moves,
        plies: taken.count_ones(),
    })
}

/// The end of a line of forced moves: a position in which the side to move has a choice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ForcedLine {
    pub(super) node: Node,
    /// True if the side that was to move at the beginning of the line is to move at its end.
    pub(super) same_side: bool,
}

/// The result of following forced moves.
pub(super) enum ForcedResult {
    /// The game was decided on the way: its value for the side to move at the beginning.
    Exact(i32),
    /// Somebody has a choice, which is to be searched.
    Open(ForcedLine),
}
