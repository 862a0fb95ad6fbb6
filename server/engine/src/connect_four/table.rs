//! The transposition table: what was learned of positions, shared by every thread that searches.
//!
//! An entry is one 64-bit word, read and written whole, so that threads share the table without locks and
//! nobody ever sees half of one:
//!
//! ```text
//!   63            21 20  16 15  12 11    6 5     0
//!   | tag           | work | move | upper | lower |
//! ```
//!
//! Keys are exact: a key is multiplied by an odd number, which can be undone; the upper bits of the product
//! choose the bucket and the lower bits are the tag, so an entry is never taken for another position's.
//! Both bounds are kept, since the search asks about one position with several windows.
//!
//! Four entries make a bucket, half a cache line. A new entry takes the place of the same position, else of
//! the one that took the least work. Source of the idea to replace by work: J. Tromp, Fhourstones.
//!
//! A table that one thread has for itself begins small and grows as it fills: an easy position then stays
//! within the caches, and clearing the table costs no more than filling it did.

use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::raw::prefetch;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The value is this at least.
    pub(crate) lower: i32,
    /// The value is this at most.
    pub(crate) upper: i32,
    /// The column that was best, if any was.
    pub(crate) column: Option<u32>,
}

/// Entries in a bucket.
const WAYS: usize = 4;

/// Where a tag begins.
const TAG: u32 = 21;

/// What is added to a bound, so that it is positive.
const BIAS: i32 = 32;

/// Says that no column was best.
const NO_COLUMN: u64 = 15;

/// The bits that choose a bucket of a table that is still small: 32 KiB, which the nearest cache holds.
const LEAST_BITS: u32 = 10;

/// Odd, and without a pattern: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// See the module.
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits that choose a bucket when the table is as small as can be, now, and when it is full grown.
    least_bits: u32,
    bits: AtomicU32,
    most_bits: u32,
    /// Places taken.
    taken: AtomicUsize,
}

impl Table {
    /// An empty table that grows to at most so many MiB, for keys of so many bits. It is never smaller than
    /// keys of that length need to be exact.
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

    /// Forgets everything.
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

    /// Grows if it is nearly full. Only where one thread alone has the table.
    #[inline(always)]
    pub(crate) fn grow_if_nearly_full(&self) {
        let bits = self.bits();
        if self.taken.load(Ordering::Relaxed) > (WAYS / 2) << bits && bits < self.most_bits {
            self.grow();
        }
    }

    /// Where the position of a key is kept, if it is.
    #[inline(always)]
    pub(crate) fn slot(&self, key: u64) -> Slot {
        Slot(key.wrapping_mul(MULTIPLIER) << (u64::BITS - self.key_bits))
    }

    /// Asks for the memory of a slot before it is needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: Slot) {
        prefetch(&self.words, self.bucket(slot));
    }

    /// What is known of the position of a slot.
    #[inline(always)]
    pub(crate) fn probe(&self, slot: Slot) -> Option<Known> {
        let (bucket, tag) = (self.bucket(slot), self.tag(slot));
        for word in &self.words[bucket..bucket + WAYS] {
            let entry = word.load(Ordering::Relaxed);
            if entry & TAG_MASK == tag && entry != 0 {
                return Some(unpack(entry));
            }
        }
        None
    }

    /// Remembers what was learned with so many nodes of work.
    #[inline(always)]
    pub(crate) fn store(&self, slot: Slot, known: Known, nodes: u64) {
        let (bucket, tag) = (self.bucket(slot), self.tag(slot));
        let entry = pack(tag, known, nodes);
        if self.put(bucket, entry) {
            let taken = self.taken.load(Ordering::Relaxed);
            self.taken.store(taken + 1, Ordering::Relaxed);
        }
    }

    /// Puts an entry into its bucket; whether the place was free.
    #[inline(always)]
    fn put(&self, bucket: usize, entry: u64) -> bool {
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

    /// All of the product but what chooses the bucket of the smallest table.
    #[inline(always)]
    fn tag(&self, slot: Slot) -> u64 {
        (slot.0 << self.least_bits) >> (u64::BITS - self.key_bits + self.least_bits) << TAG
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("words", &self.words.len())
            .finish_non_exhaustive()
    }
}

/// A position as the table sees it: the product, its unused upper bits cut off by moving it up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot(u64);

const TAG_MASK: u64 = u64::MAX << TAG;

#[inline(always)]
fn pack(tag: u64, known: Known, nodes: u64) -> u64 {
    let lower = (known.lower + BIAS) as u64;
    let upper = (known.upper + BIAS) as u64;
    // At least 1, so that no entry is all zeros, which would be a free place.
    let work = u64::from((nodes | 1).ilog2().min(30)) + 1;
    tag | work << 16 | known.column.map_or(NO_COLUMN, u64::from) << 12 | upper << 6 | lower
}

#[inline(always)]
fn unpack(entry: u64) -> Known {
    let column = entry >> 12 & 15;
    Known {
        lower: (entry & 63) as i32 - BIAS,
        upper: (entry >> 6 & 63) as i32 - BIAS,
        column: (column != NO_COLUMN).then_some(column as u32),
    }
}

#[inline(always)]
fn work(entry: u64) -> u64 {
    entry >> 16 & 31
}
