//! The multiplier of the hash tables.

/// 2^64 divided by the golden ratio, rounded to an odd number.
///
/// Fibonacci hashing: `key * GOLDEN_RATIO` is a permutation of the 64-bit numbers whose high bits depend on every
/// bit of the key, so they choose the bucket. Source: D. Knuth, The Art of Computer Programming, volume 3, 6.4.
pub(crate) const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
