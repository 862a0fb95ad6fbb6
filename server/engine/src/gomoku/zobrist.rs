//! Zobrist hashing: the key of a position is the xor of a random number for each of its stones.
//!
//! Source: A. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

use protocol::id::Seed;
use protocol::rng::SplitMix64;

/// A random number for each side and cell, the same in every run.
#[derive(Debug)]
pub(super) struct Zobrist([Vec<u64>; 2]);

impl Zobrist {
    pub(super) fn new(cells: usize) -> Self {
        let mut rng = SplitMix64::new(Seed(0));
        let mut side = || (0..cells).map(|_| rng.next_u64()).collect();
        Self([side(), side()])
    }

    #[inline]
    pub(super) fn stone(&self, side: usize, cell: usize) -> u64 {
        self.0[side][cell]
    }
}
