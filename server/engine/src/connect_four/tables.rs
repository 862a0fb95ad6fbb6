//! The tables of a search, of one thread or of several that divide a null window.
//!
//! Such threads search the same window. Each notes the drops that it is searching; where another thread has begun
//! one, it takes the other drops of the node first, and comes back when the table has the value. Nobody waits and
//! nobody hands out work, and no drop is taken before the first of its node, which most often cuts off.
//!
//! Source: T. Kerrigan, simplified ABDADA; J.-C. Weill, the ABDADA distributed minimax search algorithm.

use super::transposition_table::TranspositionTable;
use super::under_search::UnderSearch;

/// With fewer empty cells than this a drop is searched before another thread could take a different one.
///
/// 20 to 30 took as long, 32 longer.
const DIVIDE_FROM: u32 = 24;

/// With fewer empty cells than this a position belongs in the table that a thread has for itself.
///
/// These are most nodes. With one table for all of them each thread's entries leave the other's cache: two threads
/// took 1.30 s instead of 1.18 on positions of `L1_R3`, though every one found what the other had proved.
const NEAR_BELOW: u32 = 18;

/// The tables of a thread, and what it knows of other threads that search the same window.
///
/// A parameter of the search, so that one thread alone does not pay for several: 5 % on `L1_R3`.
pub(super) trait Tables: Copy {
    /// The table for positions of `plies` stones.
    fn table(&self, plies: u32) -> &TranspositionTable;

    /// The positions under search, where the threads divide the drops of positions of `plies` stones.
    fn under_search(&self, plies: u32) -> Option<&UnderSearch>;
}

/// The table of a thread that searches alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneTable<'a>(pub(super) &'a TranspositionTable);

impl Tables for OneTable<'_> {
    #[inline(always)]
    fn table(&self, _plies: u32) -> &TranspositionTable {
        self.0
    }

    #[inline(always)]
    fn under_search(&self, _plies: u32) -> Option<&UnderSearch> {
        None
    }
}

/// One thread of several: what all of them share, and a table of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct DividedTables<'a> {
    shared: &'a TranspositionTable,
    near: &'a TranspositionTable,
    under_search: &'a UnderSearch,
    /// The fewest stones of a position whose drops are not divided, and of one that belongs in `near`.
    undivided_from: u32,
    near_from: u32,
}

impl<'a> DividedTables<'a> {
    pub(super) fn new(
        cells: u32,
        shared: &'a TranspositionTable,
        near: &'a TranspositionTable,
        under_search: &'a UnderSearch,
    ) -> Self {
        Self {
            shared,
            near,
            under_search,
            undivided_from: (cells + 1).saturating_sub(DIVIDE_FROM),
            near_from: (cells + 1).saturating_sub(NEAR_BELOW),
        }
    }
}

impl Tables for DividedTables<'_> {
    #[inline(always)]
    fn table(&self, plies: u32) -> &TranspositionTable {
        if plies < self.near_from {
            self.shared
        } else {
            self.near
        }
    }

    #[inline(always)]
    fn under_search(&self, plies: u32) -> Option<&UnderSearch> {
        (plies < self.undivided_from).then_some(self.under_search)
    }
}
