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

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    score: i16,
    /// The best cell, or as many as there are.
    cell: u16,
    depth: i8,
    bound: Bound,
    /// The search that left it.
    age: u8,
}

const NOTHING: Entry = Entry {
    key: 0,
    score: 0,
    cell: NO_CELL,
    depth: i8::MIN,
    bound: Bound::Upper,
    age: 0,
};

const NO_CELL: u16 = u16::MAX;

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
            buckets: vec![[NOTHING; 2]; 1 << most.ilog2()],
            age: 0,
        }
    }

    /// Begins a new search: what older ones left gives way.
    pub(super) fn next_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of the position, met `ply` plies after the root.
    pub(super) fn get(&self, key: u64, ply: usize) -> Option<Known> {
        let entry = self.buckets[self.bucket(key)]
            .iter()
            .find(|entry| entry.key == key && entry.depth > i8::MIN)?;
        Some(Known {
            score: from_root(entry.score.into(), ply),
            bound: entry.bound,
            depth: entry.depth.into(),
            cell: (entry.cell != NO_CELL).then_some(entry.cell.into()),
        })
    }

    pub(super) fn put(&mut self, key: u64, ply: usize, known: Known) {
        let at = self.bucket(key);
        let [deep, recent] = &mut self.buckets[at];
        let depth = known.depth.clamp(0, i8::MAX.into()) as i8;
        let takes_deep = deep.key == key || deep.age != self.age || depth >= deep.depth;
        let entry = if takes_deep && recent.key != key {
            if deep.key != key {
                *recent = *deep;
            }
            deep
        } else {
            recent
        };
        let cell = match known.cell {
            Some(cell) => cell as u16,
            // What was best in an earlier search is better than nothing.
            None if entry.key == key => entry.cell,
            None => NO_CELL,
        };
        *entry = Entry {
            key,
            score: from_here(known.score, ply) as i16,
            cell,
            depth,
            bound: known.bound,
            age: self.age,
        };
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
