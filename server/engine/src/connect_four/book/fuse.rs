//! A binary fuse table: bytes by key, without the keys.
//!
//! Each key has one place in each of three neighbouring segments, and its value is the exclusive or of the three
//! bytes:
//!
//! ```text
//!   segment    0           1           2           3
//!              [..a.....]  [.....b..]  [c.......]  [........]     value(key) = a ^ b ^ c
//! ```

/// A table read from bytes.
#[derive(Clone, Debug)]
pub(super) struct Fuse<'a> {
    seed: u64,
    length_log: u32,
    segments: u32,
    places: &'a [u8],
}

impl<'a> Fuse<'a> {
    /// The table in `places`; none where its length does not follow from the other numbers.
    pub(super) fn read(
        seed: u64,
        length_log: u32,
        segments: u32,
        places: &'a [u8],
    ) -> Option<Self> {
        let length = 1_usize.checked_shl(length_log)?;
        let fits = segments > 2 && length.checked_mul(segments as usize)? == places.len();
        fits.then_some(Self {
            seed,
            length_log,
            segments,
            places,
        })
    }

    /// The value of a key; an arbitrary byte for a key that has none.
    pub(super) fn value(&self, key: u64) -> u8 {
        places(self.seed, self.length_log, self.segments, key)
            .map(|place| self.places[place])
            .into_iter()
            .fold(0, |all, byte| all ^ byte)
    }
}

/// The three places of a key, of which the table has one byte each.
pub fn places(seed: u64, length_log: u32, segments: u32, key: u64) -> [usize; 3] {
    let hash = mixed(key ^ mixed(seed));
    let starts = u64::from(segments - 2) << length_log;
    let first = ((u128::from(hash) * u128::from(starts)) >> 64) as u64;
    let within = (1_u64 << length_log) - 1;
    let second = (first + (1 << length_log)) ^ (hash >> 18 & within);
    let third = (first + (2 << length_log)) ^ (hash & within);
    [first as usize, second as usize, third as usize]
}

/// The finalizer of Murmur3 (A. Appleby): every bit of the number changes half of the bits of the result.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let number = (number ^ number >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    number ^ number >> 33
}
