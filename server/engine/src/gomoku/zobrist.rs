//! Zobrist hashing: the key of a position is the xor of a random number for each of its stones.
//!
//! Source: A. Zobrist, "A New Hashing Method with Application for Game Playing" (1970).

/// A random number for each side and cell, the same in every run.
#[derive(Debug)]
pub(super) struct Zobrist([Vec<u64>; 2]);

impl Zobrist {
    pub(super) fn new(cells: usize) -> Self {
        let mut state = 0;
        let mut side = || (0..cells).map(|_| split_mix_64(&mut state)).collect();
        Self([side(), side()])
    }

    #[inline]
    pub(super) fn stone(&self, side: usize, cell: usize) -> u64 {
        self.0[side][cell]
    }
}

/// The next number of the generator `SplitMix64` (G. Steele and others, 2014).
///
/// The numbers of `rand` may differ from version to version; the keys, and with them the nodes of a search, must
/// not.
fn split_mix_64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed 0, as its authors' implementation gives them.
    #[test]
    fn the_numbers_are_those_of_split_mix_64() {
        let mut state = 0;
        let numbers = [(); 3].map(|()| split_mix_64(&mut state));
        assert_eq!(
            numbers,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f
            ]
        );
    }
}
