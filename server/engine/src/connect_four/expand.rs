//! All drops from a position at once.
//!
//! Every column is a lane: the loops below do the same for each lane, without a branch, so that the compiler
//! makes vector instructions of them. A lane whose column takes no drop holds a position that nobody reads.

use super::lines::{completions, has_line, lines_of_four};
use super::node::Node;
use super::size::Size;

/// The positions after each drop, one lane for each column.
#[derive(Debug)]
pub(super) struct Drops<const LANES: usize> {
    /// The stones of the side that drops, with the new one.
    pub(super) stones: [u64; LANES],
    /// Where that side would then complete a line.
    pub(super) threats: [u64; LANES],
    /// The answers that do not lose at once.
    pub(super) replies: [u64; LANES],
    /// Not 0 where the drop makes threats that cannot all be met.
    pub(super) wins: [u64; LANES],
    /// Keys of the positions.
    pub(super) keys: [u64; LANES],
    /// How promising the drops look; more is better.
    pub(super) promise: [i64; LANES],
}

/// Drops a stone for the side to move into every column that `node.moves` names.
#[inline(always)]
pub(super) fn expand<S: Size, const LANES: usize>(size: S, node: &Node) -> Drops<LANES> {
    let mut drops = Drops {
        stones: [0; LANES],
        threats: [0; LANES],
        replies: [0; LANES],
        wins: [0; LANES],
        keys: [0; LANES],
        promise: [0; LANES],
    };
    let (board, bottom) = (size.board(), size.bottom());
    let occupied = node.mine | node.theirs;
    for lane in 0..LANES {
        let drop = node.moves & (size.left() << ((lane as u32 * size.stride()) & 63));
        let stones = node.mine | drop;
        let taken = occupied | drop;
        let next = taken + bottom;
        let possible = next & board;
        let threats = completions(size, stones) & board & !taken;
        let wins = threats & possible;
        let safe = possible & !(threats >> 1);
        let replies = if wins == 0 { safe } else { wins & safe };
        let hopeless = if (replies == 0) & (possible != 0) { drop } else { 0 };
        drops.stones[lane] = stones;
        drops.threats[lane] = threats;
        drops.replies[lane] = replies;
        drops.wins[lane] = (wins & wins.wrapping_sub(1)) | hopeless;
        let key = node.theirs | next;
        let mirrored = size.mirror(key);
        drops.keys[lane] = if key < mirrored { key } else { mirrored };
    }
    drops
}

/// Guesses how good the drops are.
///
/// Counted are the threats that the other side cannot take away by a threat of its own right below, more
/// of them the sooner they can be carried out, and those on the rows that suit the side best.
#[inline(always)]
pub(super) fn guess<S: Size, const LANES: usize>(size: S, node: &Node, drops: &mut Drops<LANES>) {
    let good_rows = if node.plies.is_multiple_of(2) {
        !size.even_rows()
    } else {
        size.even_rows()
    };
    let answered = !(node.their_threats << 1);
    for lane in 0..LANES {
        let possible = ((drops.stones[lane] | node.theirs) + size.bottom()) & size.board();
        let useful = drops.threats[lane] & answered;
        let count = |cells: u64| i64::from(cells.count_ones());
        drops.promise[lane] = 96 * count(useful & possible << 1)
            + 24 * count(useful & possible << 2)
            + 52 * count(useful)
            + 12 * count(useful & good_rows);
    }
}
