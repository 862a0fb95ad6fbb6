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

/// Builds the table of these values, whose keys differ: seed, logarithm of the length of a segment, number of
/// segments, bytes.
pub(super) fn build(entries: &[(u64, u8)]) -> (u64, u32, u32, Vec<u8>) {
    // The measures that the source recommends for three places.
    let count = entries.len().max(2) as f64;
    let length_log = ((count.ln() / 3.33_f64.ln() + 2.25).floor() as u32).min(18);
    let share = (0.875 + 0.25 * 1e6_f64.ln() / count.ln()).max(1.125);
    let segments = ((count * share / f64::from(1 << length_log)).ceil() as u32 + 2).max(3);
    for seed in 0.. {
        if let Some(places) = fill(entries, seed, length_log, segments) {
            return (seed, length_log, segments, places);
        }
    }
    unreachable!("one of a few seeds does")
}

/// Peels the keys: puts them into an order in which each has a place that no later key uses, then sets the bytes in
/// reverse order. None where the seed allows no such order.
fn fill(entries: &[(u64, u8)], seed: u64, length_log: u32, segments: u32) -> Option<Vec<u8>> {
    let size = (segments as usize) << length_log;
    let of = |entry: usize| places(seed, length_log, segments, entries[entry].0);
    // Per place: the number of keys that use it, and the exclusive or of their numbers, which is the number of the
    // last one when one is left.
    let mut users = vec![(0_u32, 0_usize); size];
    for entry in 0..entries.len() {
        for place in of(entry) {
            users[place].0 += 1;
            users[place].1 ^= entry;
        }
    }
    let mut single: Vec<usize> = (0..size).filter(|place| users[*place].0 == 1).collect();
    let mut order = Vec::with_capacity(entries.len());
    while let Some(place) = single.pop() {
        if users[place].0 != 1 {
            continue;
        }
        let entry = users[place].1;
        order.push((entry, place));
        for other in of(entry) {
            users[other].0 -= 1;
            users[other].1 ^= entry;
            if users[other].0 == 1 {
                single.push(other);
            }
        }
    }
    if order.len() < entries.len() {
        return None;
    }
    let mut bytes = vec![0; size];
    for (entry, place) in order.into_iter().rev() {
        let others = of(entry)
            .into_iter()
            .filter(|other| *other != place)
            .fold(0, |all, other| all ^ bytes[other]);
        bytes[place] = entries[entry].1 ^ others;
    }
    Some(bytes)
}

/// The three places of a key.
fn places(seed: u64, length_log: u32, segments: u32, key: u64) -> [usize; 3] {
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
