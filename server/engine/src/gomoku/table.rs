//! The transposition table: what was learned of positions.
//!
//! An entry has the whole key beside it. Two entries share a bucket: one that keeps the deeper search, one
//! for whatever came last.

use super::score::{from_here, from_root};

/// Which side of the true score a score lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score is at most this.
    Upper,
    /// The score is at least this.
    Lower,
    /// It is the score.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// Plies that the search looked ahead.
    pub(super) depth: i32,
    /// The best cell, if any was.
    pub(super) cell: Option<usize>,
}

/// A position and what is known of it, as two words. All zero is nothing: memory that nobody wrote to yet costs
/// nothing.
///
/// ```text
///   63    40 39 32 31   24 23     16 15    0
///   | cell+1 | age | bound | depth+1 | score |
/// ```
type Entry = [u64; 2];

fn packed(known: Known, score: i32, age: u8) -> u64 {
    let cell = known.cell.map_or(0, |cell| cell as u64 + 1);
    let depth = (known.depth.clamp(0, 126) + 1) as u64;
    let score = u64::from(score as i16 as u16);
    cell << 40 | u64::from(age) << 32 | (known.bound as u64) << 24 | depth << 16 | score
}

fn bound_of([_, word]: Entry) -> Bound {
    match word >> 24 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    }
}

fn depth_of([_, word]: Entry) -> i32 {
    (word >> 16 & 0xff) as i32 - 1
}

fn age_of([_, word]: Entry) -> u8 {
    (word >> 32) as u8
}

fn cell_of([_, word]: Entry) -> Option<usize> {
    (word >> 40).checked_sub(1).map(|cell| cell as usize)
}

/// See the module.
pub(super) struct Table {
    buckets: Vec<[Entry; 2]>,
    age: u8,
}

impl Table {
    /// A table of so many MiB, or a little less: a power of two of buckets.
    pub(super) fn new(mebibytes: usize) -> Self {
        let most = (mebibytes.max(1) << 20) / size_of::<[Entry; 2]>();
        Self {
            buckets: vec![[[0; 2]; 2]; 1 << most.ilog2()],
            age: 0,
        }
    }

    /// Begins a new search: what older ones left gives way.
    pub(super) fn next_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of the position, met `ply` plies after the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Known> {
        let bucket = &self.buckets[self.bucket(key)];
        let entry = bucket.iter().find(|entry| entry[0] == key)?;
        let depth = depth_of(*entry);
        if depth < 0 {
            return None;
        }
        let bound = bound_of(*entry);
        Some(Known {
            score: from_root((entry[1] as i16).into(), ply),
            bound,
            depth,
            cell: cell_of(*entry),
        })
    }

    /// Keeps what is known of the position, met `ply` plies after the root.
    pub(super) fn put(&mut self, key: u64, ply: usize, mut known: Known) {
        let at = self.bucket(key);
        let [deep, recent] = &mut self.buckets[at];
        let gives_way = age_of(*deep) != self.age || known.depth >= depth_of(*deep);
        let entry = if recent[0] != key && (deep[0] == key || gives_way) {
            if deep[0] != key {
                *recent = *deep;
            }
            deep
        } else {
            recent
        };
        if known.cell.is_none() && entry[0] == key {
            // What was best in an earlier search is better than nothing.
            known.cell = cell_of(*entry);
        }
        *entry = [key, packed(known, from_here(known.score, ply), self.age)];
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::score::win_at;

    #[test]
    fn a_table_gives_back_what_was_put_in_and_keeps_the_deeper_search() {
        let mut table = Table::new(1);
        let known = |depth, cell| Known {
            score: win_at(9),
            bound: Bound::Lower,
            depth,
            cell,
        };
        table.put(5, 4, known(8, Some(17)));
        assert_eq!(table.get(5, 4), Some(known(8, Some(17))));
        assert_eq!(table.get(5, 2).unwrap().score, win_at(7));
        // Others of the same bucket: the deep one stays, of the others the last.
        let other = |number: u64| 5 + (number << 40);
        for number in 1..9 {
            table.put(other(number), 0, known(2, None));
        }
        assert_eq!(table.get(5, 4), Some(known(8, Some(17))));
        assert!(table.get(other(8), 0).is_some() && table.get(other(7), 0).is_none());
        // A new search may take its place.
        table.next_age();
        table.put(other(3), 0, known(1, None));
        table.put(other(4), 0, known(1, None));
        assert!(table.get(other(4), 0).is_some());
    }
}
