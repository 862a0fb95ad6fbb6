//! Context of a search, the same for every node: the size of the board and the transposition table.

use super::node::{ForcedLine, ForcedResult, Node, StaticResult, static_result};
use super::size::Size;
use super::transposition_table::{Slot, TranspositionTable};

/// Size and table of a search, lent to whatever looks at its nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchContext<'a, S> {
    pub(super) size: S,
    pub(super) table: &'a TranspositionTable,
}

/// Bounds and best column that the table has for a position, and the slot they come from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProbeResult {
    pub(super) slot: Slot,
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best column, in the mirror image whose key the table has.
    pub(super) column: Option<u32>,
}

impl<S: Size> SearchContext<'_, S> {
    /// Plays forced moves until somebody has a choice or the game is decided.
    ///
    /// A forced move is one extension without a node: the line costs as much as its static results.
    #[inline(always)]
    pub(super) fn follow_forced(self, mut node: Node) -> ForcedResult {
        let mut same_side = true;
        while node.moves.is_power_of_two() {
            let plies = node.plies + 1;
            let value = match static_result(self.size, node.theirs, node.mine | node.moves) {
                StaticResult::Win => -self.win_at(plies + 1),
                StaticResult::Loss => self.win_at(plies + 2),
                StaticResult::Full => 0,
                StaticResult::Open(next) => {
                    node = next;
                    same_side = !same_side;
                    continue;
                }
            };
            return ForcedResult::Exact(if same_side { value } else { -value });
        }
        ForcedResult::Open(ForcedLine { node, same_side })
    }

    /// The table's bounds for a slot; where it has none, those that every position has.
    #[inline(always)]
    pub(super) fn probe(self, slot: Slot) -> ProbeResult {
        let entry = self.table.probe(slot);
        let most = self.win_at(0);
        ProbeResult {
            slot,
            lower: entry.map_or(-most, |entry| entry.lower),
            upper: entry.map_or(most, |entry| entry.upper),
            column: entry.and_then(|entry| entry.column),
        }
    }

    /// The score of a side that completes a line with the stone that makes `plies` on the board; 0 where no
    /// such stone is left.
    #[inline(always)]
    pub(super) fn win_at(self, plies: u32) -> i32 {
        ((self.size.cells() as i32 + 2 - plies as i32) / 2).max(0)
    }
}
