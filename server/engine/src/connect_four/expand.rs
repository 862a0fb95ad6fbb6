//! All drops from a position at once.
//!
//! Every column is a lane: the loops below do the same for each lane, without a branch, so that the compiler
//! makes vector instructions of them (SIMD; gain in `dispatch`). A lane whose column takes no drop holds a position
//! that nobody reads.
//!
//! ```text
//!   lane        0     1     2     3     4     5     6     7
//!   column      1     2     3     4     5     6     7     none
//!   stones     [u64] [u64] [u64] [u64] [u64] [u64] [u64] [u64]     one vector of 512 bits
//! ```

use super::lines::completions;
use super::node::Node;
use super::size::Size;

/// The positions after each drop, one lane for each column.
#[derive(Debug)]
pub(super) struct Drops<const LANES: usize> {
    /// The stones of the side that drops, with the new one.
    pub(super) stones: [u64; LANES],
    /// The empty cells where that side would then complete a line.
    pub(super) threats: [u64; LANES],
    /// The replies that do not lose at once.
    pub(super) replies: [u64; LANES],
    /// Not 0 where the drop makes threats that cannot all be met (a double threat).
    pub(super) wins: [u64; LANES],
    /// Keys of the positions.
    pub(super) keys: [u64; LANES],
    /// Move ordering: the drop with the highest score is searched first.
    pub(super) scores: [i64; LANES],
}

impl<const LANES: usize> Drops<LANES> {
    /// True if one of the drops wins whatever the reply.
    #[inline(always)]
    pub(super) fn any_wins(&self) -> bool {
        self.wins.iter().fold(0, |any, win| any | win) != 0
    }
}

/// Scores of a threat: one that is playable after the reply, one a stone higher, any, and one on a row of this
/// side's parity.
const NEXT: i64 = 96;
const SOON: i64 = 24;
const ANY: i64 = 52;
const GOOD_ROW: i64 = 12;

/// Score of each column towards the middle, in a search. With few threats it makes the order nearly the same
/// everywhere, so that the lines of both sides meet again: 1 took 5 to 6 % more nodes on `L1_R2`.
pub(super) const MIDDLE: i64 = 16;

/// Bonus of the best column of the table.
const HASH_MOVE: i64 = 40;

/// Drops a stone for the side to move into every column that `node.moves` names.
#[inline(always)]
pub(super) fn expand<S: Size, const LANES: usize>(size: S, node: &Node) -> Drops<LANES> {
    let mut drops = Drops {
        stones: [0; LANES],
        threats: [0; LANES],
        replies: [0; LANES],
        wins: [0; LANES],
        keys: [0; LANES],
        scores: [0; LANES],
    };
    let (board, bottom) = (size.board(), size.bottom());
    let occupied = node.mine | node.theirs;
    for lane in 0..LANES {
        // A lane past the last column has none; its shift must not come round to the first columns.
        let column = size
            .left()
            .checked_shl(lane as u32 * size.stride())
            .unwrap_or(0);
        let drop = node.moves & column;
        let stones = node.mine | drop;
        let taken = occupied | drop;
        let next = taken + bottom;
        let possible = next & board;
        let threats = completions(size, stones) & board & !taken;
        let wins = threats & possible;
        let safe = possible & !(threats >> 1);
        let replies = if wins == 0 { safe } else { wins & safe };
        let no_reply = if replies == 0 && possible != 0 {
            drop
        } else {
            0
        };
        drops.stones[lane] = stones;
        drops.threats[lane] = threats;
        drops.replies[lane] = replies;
        drops.wins[lane] = (wins & wins.wrapping_sub(1)) | no_reply;
        let key = node.theirs | next;
        let mirrored = size.mirror(key);
        drops.keys[lane] = if key < mirrored { key } else { mirrored };
    }
    drops
}

/// Scores the drops for move ordering; `middle` is the score of each column towards the middle, `hash_move` the best
/// column of the table.
///
/// Counted are the threats that the other side cannot take away by a threat of its own right below, and the columns
/// towards the middle. The weights but for that of the middle were tuned together with those of `move_picker`. The
/// order is static on purpose: a history heuristic took `L1_R3` from 2.3 M nodes to between 6 and 10 M.
#[inline(always)]
pub(super) fn score_moves<S: Size, const LANES: usize>(
    size: S,
    node: &Node,
    middle: i64,
    hash_move: Option<u32>,
    drops: &mut Drops<LANES>,
) {
    let good_rows = if node.plies.is_multiple_of(2) {
        !size.even_rows()
    } else {
        size.even_rows()
    };
    let useless = node.their_threats << 1;
    let last = i64::from(size.columns()) - 1;
    for lane in 0..LANES {
        let possible = ((drops.stones[lane] | node.theirs) + size.bottom()) & size.board();
        let useful = drops.threats[lane] & !useless;
        let count = |cells: u64| i64::from(cells.count_ones());
        drops.scores[lane] = NEXT * count(useful & possible << 1)
            + SOON * count(useful & possible << 2)
            + ANY * count(useful)
            + GOOD_ROW * count(useful & good_rows)
            + middle * (lane as i64).min(last - lane as i64);
    }
    if let Some(column) = hash_move {
        drops.scores[column as usize] += HASH_MOVE;
    }
}
