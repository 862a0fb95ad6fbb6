//! Context of a search, the same for every node: the size of the board and the transposition tables.

use super::node::{ForcedLine, ForcedResult, Node, StaticResult, static_result};
use super::size::Size;
use super::tables::Tables;
use super::transposition_table::Slot;

/// Size and tables of a search, lent to whatever looks at its nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchContext<S, T> {
    pub(super) size: S,
    pub(super) tables: T,
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

impl<S: Size, T: Tables> SearchContext<S, T> {
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

    /// The slot of the position of a key, the same in every table.
    #[inline(always)]
    pub(super) fn slot(self, key: u64) -> Slot {
        self.tables.table(0).slot(key)
    }

    /// The table's bounds for a slot; where it has none, those that every position has.
    #[inline(always)]
    pub(super) fn probe(self, slot: Slot, plies: u32) -> ProbeResult {
        let entry = self.tables.table(plies).probe(slot);
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
