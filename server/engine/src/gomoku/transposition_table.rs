//! The transposition table: results of searches by position, shared by every thread that searches.
//!
//! A bucket has two entries, each with the whole key: the first keeps the deeper search (depth-preferred), the
//! second the latest (always replaced).
//!
//! There are no locks. An entry is two words, of which two threads may write one each; the key is therefore stored
//! combined with the other word, so that such an entry is nobody's. Source: R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search" (2002).

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::FromZeros;

use super::score::{from_tt, is_proven, to_tt};
use crate::prefetch::prefetch;

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    Exact,
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// Remaining depth of the search, in plies.
    pub(super) depth: i32,
    /// The best move, where the search had one.
    pub(super) cell: Option<usize>,
}

impl TtEntry {
    /// The score, where it settles a search to `depth` plies with the null window of `alpha` and `beta`.
    pub(super) fn cutoff(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let is_settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (self.depth >= depth && is_settled).then_some(self.score)
    }

    /// Corrects a static evaluation of the same position: by as much as it is outside the bound.
    ///
    /// A proven score corrects nothing, since the margins of pruning are for estimates.
    pub(super) fn refine(&self, evaluation: i32) -> i32 {
        if is_proven(self.score) {
            return evaluation;
        }
        match self.bound {
            Bound::Exact => self.score,
            Bound::Lower => evaluation.max(self.score),
            Bound::Upper => evaluation.min(self.score),
        }
    }
}

/// A key and its packed entry.
///
/// ```text
///   63    40 39        32 31   24 23     16 15    0
///   | cell+1 | generation | bound | depth+1 | score |
/// ```
type Slot = [u64; 2];

/// A slot as threads share it: the key by exclusive or with the entry, and the entry. All zero is empty: memory that
/// was never written to costs nothing.
type SharedSlot = [AtomicU64; 2];

fn load([mixed, word]: &SharedSlot) -> Slot {
    let word = word.load(Ordering::Relaxed);
    [mixed.load(Ordering::Relaxed) ^ word, word]
}

fn store([mixed, word]: &SharedSlot, [key, entry]: Slot) {
    mixed.store(key ^ entry, Ordering::Relaxed);
    word.store(entry, Ordering::Relaxed);
}

fn pack(entry: TtEntry, score: i32, generation: u8) -> u64 {
    let cell = entry.cell.map_or(0, |cell| cell as u64 + 1);
    let depth = (entry.depth.clamp(0, 126) + 1) as u64;
    let score = u64::from(score as i16 as u16);
    cell << 40 | u64::from(generation) << 32 | (entry.bound as u64) << 24 | depth << 16 | score
}

fn bound([_, word]: Slot) -> Bound {
    match word >> 24 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    }
}

/// Depth of a slot; -1 where it is empty.
fn depth([_, word]: Slot) -> i32 {
    (word >> 16 & 0xff) as i32 - 1
}

fn generation([_, word]: Slot) -> u8 {
    (word >> 32) as u8
}

fn cell([_, word]: Slot) -> Option<usize> {
    (word >> 40).checked_sub(1).map(|cell| cell as usize)
}

/// A table of a fixed number of buckets, which every thread may read and write at any time.
pub(super) struct TranspositionTable {
    buckets: Vec<[SharedSlot; 2]>,
    /// Number of the current search.
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB: the largest power of two of buckets within.
    pub(super) fn new(mebibytes: usize) -> Self {
        let most = (mebibytes.max(1) << 20) / size_of::<[SharedSlot; 2]>();
        let buckets = FromZeros::new_vec_zeroed(1 << most.ilog2());
        Self {
            buckets: buckets.expect("there is memory for the table"),
            generation: 0,
        }
    }

    /// Begins a new search: its entries replace older ones whatever their depth.
    pub(super) fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Requests the memory of a position's entry, which is used after the stone is on the board.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets, self.index(key));
    }

    /// The entry of a position met `ply` plies after the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let bucket = &self.buckets[self.index(key)];
        let slot = bucket.iter().map(load).find(|slot| slot[0] == key)?;
        let depth = depth(slot);
        if depth < 0 {
            return None;
        }
        Some(TtEntry {
            score: from_tt((slot[1] as i16).into(), ply),
            bound: bound(slot),
            depth,
            cell: cell(slot),
        })
    }

    /// Stores the entry of a position met `ply` plies after the root.
    pub(super) fn put(&self, key: u64, ply: usize, mut entry: TtEntry) {
        let bucket = &self.buckets[self.index(key)];
        let [deep, recent] = bucket.each_ref().map(load);
        let is_replaceable = generation(deep) != self.generation || entry.depth >= depth(deep);
        let (place, before) = if recent[0] != key && (deep[0] == key || is_replaceable) {
            if deep[0] != key {
                store(&bucket[1], deep);
            }
            (&bucket[0], deep)
        } else {
            (&bucket[1], recent)
        };
        if entry.cell.is_none() && before[0] == key {
            // The best move of an earlier search is better for move ordering than none.
            entry.cell = cell(before);
        }
        let word = pack(entry, to_tt(entry.score, ply), self.generation);
        store(place, [key, word]);
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::score::win_at;

    #[test]
    fn an_evaluation_is_corrected_where_the_bound_is_against_it() {
        let refined = |bound, evaluation| {
            let entry = TtEntry {
                score: 50,
                bound,
                depth: 3,
                cell: None,
            };
            entry.refine(evaluation)
        };
        assert_eq!([-9, 90].map(|value| refined(Bound::Exact, value)), [50, 50]);
        assert_eq!([-9, 90].map(|value| refined(Bound::Lower, value)), [50, 90]);
        assert_eq!([-9, 90].map(|value| refined(Bound::Upper, value)), [-9, 50]);
        let proven = TtEntry {
            score: win_at(9),
            bound: Bound::Lower,
            depth: 3,
            cell: None,
        };
        assert_eq!(proven.refine(-9), -9);
    }

    #[test]
    fn a_table_gives_back_what_was_put_in_and_keeps_the_deeper_search() {
        let mut table = TranspositionTable::new(1);
        let entry = |depth, cell| TtEntry {
            score: win_at(9),
            bound: Bound::Lower,
            depth,
            cell,
        };
        table.put(5, 4, entry(8, Some(17)));
        assert_eq!(table.get(5, 4), Some(entry(8, Some(17))));
        assert_eq!(table.get(5, 2).unwrap().score, win_at(7));
        // Others of the same bucket: the deep one stays, of the others the last.
        let other = |number: u64| 5 + (number << 40);
        for number in 1..9 {
            table.put(other(number), 0, entry(2, None));
        }
        assert_eq!(table.get(5, 4), Some(entry(8, Some(17))));
        assert!(table.get(other(8), 0).is_some() && table.get(other(7), 0).is_none());
        // A new search may take its place.
        table.new_generation();
        table.put(other(3), 0, entry(1, None));
        table.put(other(4), 0, entry(1, None));
        assert!(table.get(other(4), 0).is_some());
    }

    #[test]
    fn an_entry_of_which_two_threads_wrote_a_word_each_is_nobodys() {
        let table = TranspositionTable::new(1);
        let entry = |depth| TtEntry {
            score: 9,
            bound: Bound::Lower,
            depth,
            cell: Some(7),
        };
        let other = 5 + (1 << 40);
        for (key, depth) in [(5, 8), (other, 3)] {
            table.put(key, 0, entry(depth));
        }
        let [deep, recent] = &table.buckets[table.index(5)];
        let [mine, others] = [load(deep), load(recent)];
        assert_eq!([mine[0], others[0]], [5, other]);
        deep[1].store(others[1], Ordering::Relaxed);
        assert_eq!(table.get(5, 0), None);
        assert_eq!(table.get(other, 0), Some(entry(3)));
    }
}
