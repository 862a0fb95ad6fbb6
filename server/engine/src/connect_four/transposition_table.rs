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
//! `expand` that took `L2_R2` from 1461 us to 983 and `L1_R3` from 0.51 s to 0.42.

use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::prefetch::prefetch;
use crate::hashing::GOLDEN_RATIO;

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

/// A table whose entries every thread may read and write at any time.
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits that choose a bucket: when the table is smallest, now, and when it has its full size.
    least_bits: u32,
    bits: AtomicU32,
    most_bits: u32,
    /// Entries in use.
    taken: AtomicUsize,
}

impl TranspositionTable {
    /// An empty table that grows to at most `mebibytes` MiB, for keys of `key_bits` bits. It is never smaller
    /// than keys of that length need to be exact.
    pub(crate) fn new(mebibytes: usize, key_bits: u32) -> Self {
        let buckets = (mebibytes.max(1) << 20) / (WAYS * size_of::<u64>());
        let exact_bits = (key_bits + TAG).saturating_sub(u64::BITS);
        let most_bits = buckets.ilog2().min(key_bits).max(exact_bits);
        let least_bits = LEAST_BITS.max(exact_bits).min(most_bits);
        Self {
            words: (0..WAYS << most_bits).map(|_| AtomicU64::new(0)).collect(),
            key_bits,
            least_bits,
            bits: AtomicU32::new(least_bits),
            most_bits,
            taken: AtomicUsize::new(0),
        }
    }

    /// Empties the table and makes it small again.
    pub(crate) fn clear(&mut self) {
        for word in &self.words[..WAYS << self.bits()] {
            word.store(0, Ordering::Relaxed);
        }
        self.bits.store(self.least_bits, Ordering::Relaxed);
        self.taken.store(0, Ordering::Relaxed);
    }

    /// Grows to the full size at once: while several threads search, the table does not grow.
    pub(crate) fn grow_fully(&mut self) {
        while self.bits() < self.most_bits {
            self.grow();
        }
    }

    /// Grows if it is nearly full. Only where one thread has the table for itself.
    #[inline(always)]
    pub(crate) fn grow_if_nearly_full(&self) {
        let bits = self.bits();
        if self.taken.load(Ordering::Relaxed) > (WAYS / 2) << bits && bits < self.most_bits {
            self.grow();
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
        prefetch(&self.words, self.bucket(slot));
    }

    /// The entry of the position of a slot.
    #[inline(always)]
    pub(crate) fn probe(&self, slot: Slot) -> Option<TtEntry> {
        let (bucket, tag) = (self.bucket(slot), self.tag(slot));
        for word in &self.words[bucket..bucket + WAYS] {
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
        let (bucket, tag) = (self.bucket(slot), self.tag(slot));
        let word = pack(tag, entry, nodes);
        if self.replace(bucket, word) {
            let taken = self.taken.load(Ordering::Relaxed);
            self.taken.store(taken + 1, Ordering::Relaxed);
        }
    }

    /// Puts a word into its bucket; true if it took a free place.
    #[inline(always)]
    fn replace(&self, bucket: usize, entry: u64) -> bool {
        let words = &self.words[bucket..bucket + WAYS];
        let (mut place, mut least) = (&words[0], u64::MAX);
        for word in words {
            let other = word.load(Ordering::Relaxed);
            if (other ^ entry) & TAG_MASK == 0 {
                place = word;
                least = 1;
                break;
            }
            if work(other) < least {
                least = work(other);
                place = word;
            }
        }
        place.store(entry, Ordering::Relaxed);
        least == 0
    }

    /// Doubles the table in use. Entries of a bucket go to the two buckets that take its place, from the
    /// last bucket down, so that none is overwritten before it is moved.
    #[cold]
    fn grow(&self) {
        let bits = self.bits();
        for index in (0..1_usize << bits).rev() {
            let bucket = WAYS * index;
            let mut halves = [[0; WAYS]; 2];
            let mut counts = [0; 2];
            for word in &self.words[bucket..bucket + WAYS] {
                let entry = word.load(Ordering::Relaxed);
                if entry != 0 {
                    // The highest bit of the tag that the smaller table did not use to choose the bucket.
                    let half = (entry >> (TAG + self.key_bits - bits - 1) & 1) as usize;
                    halves[half][counts[half]] = entry;
                    counts[half] += 1;
                }
            }
            for (half, entries) in halves.into_iter().enumerate() {
                let bucket = WAYS * (2 * index + half);
                for (word, entry) in self.words[bucket..bucket + WAYS].iter().zip(entries) {
                    word.store(entry, Ordering::Relaxed);
                }
            }
        }
        self.bits.store(bits + 1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.bits.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, slot: Slot) -> usize {
        WAYS * (slot.0 >> (u64::BITS - self.bits())) as usize
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
            .field("words", &self.words.len())
            .finish_non_exhaustive()
    }
}

/// The hash of a position: the product, shifted up so that its highest bit is the highest of the word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot(u64);

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
