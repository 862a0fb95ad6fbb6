//! The transposition table: bounds on the values of positions, shared by every thread that searches.
//!
//! An entry is one 64-bit word, read and written whole, so that threads share the table without locks and
//! none reads half of one:
//!
//! ```text
//!   63            21 20  16 15  12 11    6 5     0
//!   | tag           | work | move | upper | lower |
//! ```
//!
//! Keys are exact: a key is multiplied by an odd number, which is a permutation of the numbers of its length; the
//! upper bits of the product choose the bucket and the rest is the tag, so an entry is never taken for another
//! position's. For the 49 bits of 7 x 6 and a table of 2^16 buckets that began with 2^10:
//!
//! ```text
//!   product   bbbbbbbbbb bbbbbb ...            b: the 16 bits that choose the bucket
//!                        tttttt ttttt ... t    t: the 39 bits of the tag
//! ```
//!
//! The tag begins where the bucket of the smallest table ends, so that it stays valid when the table grows.
//! Both bounds are kept, since one position is searched with several windows.
//!
//! Four entries make a bucket, half a cache line. Replacement scheme: the entry of the same position, else the one
//! whose subtree took the fewest nodes. Source: J. Tromp, Fhourstones.
//!
//! A table that one thread has for itself begins small and grows as it fills: an easy position then stays
//! within the caches, and clearing the table costs no more than filling it did. Together with the vectors of
//! `expand` that took `L2_R2` from 1461 us to 983 and `L1_R3` from 0.51 s to 0.42. From 1 MiB on it grows only where
//! the entries that are replaced stand for many nodes; see `SOLVER.md` for what each size gives. To grow is to end the
//! search, whose proofs stay in the table, and to begin it again: nobody else may use the table then.

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::hashing::GOLDEN_RATIO;
use crate::prefetch::prefetch;

/// Bounds on the value of a position, for the side to move, and its best column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The value is at least this.
    pub(crate) lower: i32,
    /// The value is at most this.
    pub(crate) upper: i32,
    /// The column of the best value (the hash move); none where every drop was ruled out without a search.
    pub(crate) column: Option<u32>,
}

/// Entries in a bucket.
const WAYS: usize = 4;

/// The lowest bit of a tag.
const TAG: u32 = 21;

/// Added to a bound, so that it is positive.
const BIAS: i32 = 32;

/// Stands for no best column.
const NO_COLUMN: u64 = 15;

/// The bits that choose a bucket of a table that is still small: 32 KiB, which the nearest cache holds.
const LEAST_BITS: u32 = 10;

/// The bits that choose a bucket of a table of 1 MiB, which the cache that belongs to one processor core holds.
///
/// A larger table saves few nodes, and each takes longer.
const NEAR_BITS: u32 = 15;

/// Nodes of a replaced entry's subtree, on average, at which a table of [`NEAR_BITS`] or more still does.
///
/// The figure grows with the search: 5 to 8 on `L1_R3` with 1 MiB, which is the fastest there, and 12 on the empty
/// board, where 2 to 4 MiB are.
const USUAL_LOSS: u64 = 12;

/// A table whose entries every thread may read and write at any time.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits that choose a bucket: when the table is smallest, now, and when it has its full size.
    least_bits: u32,
    bits: u32,
    most_bits: u32,
    /// Entries in use. As `lost`, counted only while the table may grow: threads that share one would take the
    /// cache line of these counters, and of the fields beside them, from each other with every entry.
    taken: AtomicUsize,
    /// Nodes of the subtrees whose entries were replaced, less [`USUAL_LOSS`] for each; never below 0.
    lost: AtomicU64,
}

/// Entries that a position may have its place among: half a cache line, and never in two.
#[derive(Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; WAYS]);

impl TranspositionTable {
    /// An empty table that grows to at most `mebibytes` MiB, for keys of `key_bits` bits. It is never smaller
    /// than keys of that length need to be exact.
    pub(crate) fn new(mebibytes: usize, key_bits: u32) -> Self {
        let buckets = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let exact_bits = (key_bits + TAG).saturating_sub(u64::BITS);
        let most_bits = buckets.ilog2().min(key_bits).max(exact_bits);
        let least_bits = LEAST_BITS.max(exact_bits).min(most_bits);
        Self {
            buckets: (0..1_usize << least_bits)
                .map(|_| Bucket::default())
                .collect(),
            key_bits,
            least_bits,
            bits: least_bits,
            most_bits,
            taken: AtomicUsize::new(0),
            lost: AtomicU64::new(0),
        }
    }

    /// Empties the table and makes it small again.
    pub(crate) fn clear(&mut self) {
        self.buckets.truncate(1 << self.least_bits);
        self.buckets.fill_with(Bucket::default);
        self.bits = self.least_bits;
        self.taken = AtomicUsize::new(0);
        self.lost = AtomicU64::new(0);
    }

    /// Grows to the full size at once: while several threads search, the table does not grow.
    pub(crate) fn grow_fully(&mut self) {
        while self.bits < self.most_bits {
            self.grow();
        }
    }

    /// True if a table of twice the size would serve better: while small, one that is half full; later one that
    /// loses too much.
    #[inline(always)]
    pub(crate) fn is_outgrown(&self) -> bool {
        if self.bits >= self.most_bits {
            false
        } else if self.bits < NEAR_BITS {
            self.taken.load(Ordering::Relaxed) > (WAYS / 2) << self.bits
        } else {
            self.lost.load(Ordering::Relaxed) > (WAYS as u64) << self.bits
        }
    }

    /// The slot of the position of a key.
    #[inline(always)]
    pub(crate) fn slot(&self, key: u64) -> Slot {
        Slot(key.wrapping_mul(GOLDEN_RATIO) << (u64::BITS - self.key_bits))
    }

    /// Requests the memory of a slot before it is needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: Slot) {
        prefetch(&self.buckets, self.bucket(slot));
    }

    /// The entry of the position of a slot.
    #[inline(always)]
    pub(crate) fn probe(&self, slot: Slot) -> Option<TtEntry> {
        let tag = self.tag(slot);
        for word in &self.buckets[self.bucket(slot)].0 {
            let entry = word.load(Ordering::Relaxed);
            if entry & TAG_MASK == tag && entry != 0 {
                return Some(unpack(entry));
            }
        }
        None
    }

    /// Stores an entry whose subtree took `nodes` nodes.
    #[inline(always)]
    pub(crate) fn store(&self, slot: Slot, entry: TtEntry, nodes: u64) {
        let word = pack(self.tag(slot), entry, nodes);
        if self.replace(self.bucket(slot), word) && self.bits < self.most_bits {
            let taken = self.taken.load(Ordering::Relaxed);
            self.taken.store(taken + 1, Ordering::Relaxed);
        }
    }

    /// Puts a word into its bucket; true if it took a free place.
    #[inline(always)]
    fn replace(&self, bucket: usize, entry: u64) -> bool {
        let words = &self.buckets[bucket].0;
        let (mut place, mut least) = (&words[0], u64::MAX);
        for word in words {
            let other = word.load(Ordering::Relaxed);
            if (other ^ entry) & TAG_MASK == 0 {
                word.store(entry, Ordering::Relaxed);
                return other == 0;
            }
            if work(other) < least {
                least = work(other);
                place = word;
            }
        }
        place.store(entry, Ordering::Relaxed);
        if least > 0 && self.bits < self.most_bits {
            let lost = self.lost.load(Ordering::Relaxed) + (1 << (least - 1));
            self.lost
                .store(lost.saturating_sub(USUAL_LOSS), Ordering::Relaxed);
        }
        least == 0
    }

    /// Doubles the table. Entries of a bucket go to the two buckets that take its place, from the last bucket
    /// down, so that none is overwritten before it is moved.
    #[cold]
    pub(crate) fn grow(&mut self) {
        let half = self.buckets.len();
        self.buckets.resize_with(2 * half, Bucket::default);
        // The highest bit of the tag that the smaller table did not use to choose the bucket.
        let side = TAG + self.key_bits - self.bits - 1;
        for index in (0..half).rev() {
            let mut entries = [[0; WAYS]; 2];
            let mut counts = [0; 2];
            for word in &mut self.buckets[index].0 {
                let entry = *word.get_mut();
                if entry != 0 {
                    let side = (entry >> side & 1) as usize;
                    entries[side][counts[side]] = entry;
                    counts[side] += 1;
                }
            }
            for (side, entries) in entries.into_iter().enumerate() {
                self.buckets[2 * index + side] = Bucket(entries.map(AtomicU64::new));
            }
        }
        self.bits += 1;
        self.lost = AtomicU64::new(0);
    }

    /// Memory of the table as it is now.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.buckets.as_slice())
    }

    #[inline(always)]
    fn bucket(&self, slot: Slot) -> usize {
        (slot.0 >> (u64::BITS - self.bits)) as usize
    }

    /// All bits of the product but those that choose the bucket of the smallest table.
    #[inline(always)]
    fn tag(&self, slot: Slot) -> u64 {
        (slot.0 << self.least_bits) >> (u64::BITS - self.key_bits + self.least_bits) << TAG
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("buckets", &self.buckets.len())
            .finish_non_exhaustive()
    }
}

/// The hash of a position: the product, shifted up so that its highest bit is the highest of the word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot(u64);

impl Slot {
    /// The same for one position alone.
    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        self.0
    }
}

const TAG_MASK: u64 = u64::MAX << TAG;

#[inline(always)]
fn pack(tag: u64, entry: TtEntry, nodes: u64) -> u64 {
    let lower = (entry.lower + BIAS) as u64;
    let upper = (entry.upper + BIAS) as u64;
    // At least 1, so that no entry is all zeros, which would be a free place.
    let work = u64::from((nodes | 1).ilog2().min(30)) + 1;
    tag | work << 16 | entry.column.map_or(NO_COLUMN, u64::from) << 12 | upper << 6 | lower
}

#[inline(always)]
fn unpack(entry: u64) -> TtEntry {
    let column = entry >> 12 & 15;
    TtEntry {
        lower: (entry & 63) as i32 - BIAS,
        upper: (entry >> 6 & 63) as i32 - BIAS,
        column: (column != NO_COLUMN).then_some(column as u32),
    }
}

#[inline(always)]
fn work(entry: u64) -> u64 {
    entry >> 16 & 31
}
