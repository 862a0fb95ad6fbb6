//! The positions that the threads of one search are searching.

use std::sync::atomic::{AtomicU64, Ordering};

use super::transposition_table::Slot;

/// Bits that choose a place: two threads note some ten positions each.
const BITS: u32 = 12;

/// The positions that threads are searching. A lost note costs work, never a right answer.
#[derive(Debug)]
pub(super) struct UnderSearch {
    places: Vec<AtomicU64>,
}

impl UnderSearch {
    pub(super) fn new() -> Self {
        Self {
            places: (0..1 << BITS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// True if some thread searches the position of this slot.
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.place(slot).load(Ordering::Relaxed) == slot.hash()
    }

    pub(super) fn begin(&self, slot: Slot) {
        self.place(slot).store(slot.hash(), Ordering::Relaxed);
    }

    pub(super) fn end(&self, slot: Slot) {
        if self.has(slot) {
            self.place(slot).store(0, Ordering::Relaxed);
        }
    }

    fn place(&self, slot: Slot) -> &AtomicU64 {
        &self.places[(slot.hash() >> (u64::BITS - BITS)) as usize]
    }
}
