//! Builds the binary fuse table of a book.
//!
//! Source: T. M. Graf and D. Lemire, Binary Fuse Filters; here it keeps a value and not a fingerprint.

use engine::connect_four::book::places;

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
/// reverse order. `None` if the seed allows no such order.
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
