//! The random numbers that follow from a [`Seed`], the same in every version and on every machine.
//!
//! The generators of `rand` may change with its version. These numbers must not: a stored game with a seed goes on
//! with them after an update, and the hash keys of an engine, and with them the nodes of its searches, are made of
//! them.

use crate::id::Seed;

/// The generator `SplitMix64`. Not for secrets: each number gives away all that follow.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Returns the generator that begins with `seed`.
    pub fn new(Seed(state): Seed) -> Self {
        Self { state }
    }

    /// Returns the next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed 0, as its authors' implementation gives them.
    #[test]
    fn the_numbers_are_those_of_split_mix_64() {
        let mut rng = SplitMix64::new(Seed(0));
        let numbers = [(); 3].map(|()| rng.next_u64());
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
