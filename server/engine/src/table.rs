//! The transposition table: what was found out about a position, for when other moves lead there too.
//!
//! A bot must choose from exactly the moves of its document, so nothing here is probable: the key is the
//! whole position, not a hash of it, and a result counts only for the depth at which it was found, or for
//! greater ones where the search had reached the end of every line that it followed.

/// A position as a number; no two positions of a board have the same.
pub(crate) type Key = u128;

/// How a value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// It is the true value.
    Exact,
}

/// What a search found out, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) value: i64,
    pub(crate) bound: Bound,
    /// Plies that were looked ahead.
    pub(crate) depth: u8,
    /// No position was valued only because the depth was reached: a deeper search finds the same.
    pub(crate) closed: bool,
    /// The best move, or the one that was good enough.
    pub(crate) column: u8,
}

impl Found {
    /// Whether it says something about a search of `depth` plies.
    pub(crate) fn holds_at(self, depth: usize) -> bool {
        let found = usize::from(self.depth);
        found == depth || self.closed && found < depth
    }
}

/// A table of a fixed size, in which a later result replaces an earlier one in the same place.
#[derive(Debug)]
pub(crate) struct Table {
    /// The key, and what was found, packed. All zero is an empty place: no position has the key 0.
    places: Vec<[u128; 2]>,
}

impl Table {
    /// A table that suits a search of so many plies.
    ///
    /// A place has 32 bytes. More than 2^18 of them, 8 MiB, saved the bench at depth 12 less than 4 % of its
    /// nodes.
    pub(crate) fn for_depth(depth: usize) -> Self {
        let size = 1 << (2 * depth).clamp(6, 18);
        Self {
            places: vec![[0; 2]; size],
        }
    }

    /// What is known of the position.
    pub(crate) fn get(&self, key: Key) -> Option<Found> {
        let [found, packed] = self.places[self.place(key)];
        (found == key).then(|| unpack(packed))
    }

    /// Keeps what was found out.
    pub(crate) fn put(&mut self, key: Key, found: Found) {
        let place = self.place(key);
        self.places[place] = [key, pack(found)];
    }

    fn place(&self, key: Key) -> usize {
        // The high half of a product with an odd number depends on every bit below it.
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mixed = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as usize & (self.places.len() - 1)
    }
}

fn pack(found: Found) -> u128 {
    let bound: u128 = match found.bound {
        Bound::Lower => 0,
        Bound::Upper => 1,
        Bound::Exact => 2,
    };
    u128::from(found.value as u64)
        | u128::from(found.depth) << 64
        | u128::from(found.column) << 72
        | u128::from(found.closed) << 80
        | bound << 88
}

fn unpack(packed: u128) -> Found {
    let byte = |at: u32| (packed >> at) as u8;
    Found {
        value: packed as u64 as i64,
        depth: byte(64),
        column: byte(72),
        closed: byte(80) != 0,
        bound: match byte(88) {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_and_nothing_else() {
        let mut table = Table::for_depth(1);
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (value, closed) in [
                (-1_000_000_000_000_000, true),
                (0, false),
                (i64::MAX / 4, true),
            ] {
                let found = Found {
                    value,
                    bound,
                    depth: 12,
                    closed,
                    column: 19,
                };
                table.put(1 << 127 | 5, found);
                assert_eq!(table.get(1 << 127 | 5), Some(found));
            }
        }
        // However many positions share a place, none is taken for another.
        for key in 6..10_000 {
            assert_eq!(table.get(key), None);
        }
    }

    #[test]
    fn a_result_holds_for_its_depth_and_beyond_only_where_it_is_final() {
        let mut found = Found {
            value: 0,
            bound: Bound::Exact,
            depth: 4,
            closed: false,
            column: 0,
        };
        assert_eq!(
            [3, 4, 5].map(|depth| found.holds_at(depth)),
            [false, true, false]
        );
        found.closed = true;
        assert_eq!(
            [3, 4, 5].map(|depth| found.holds_at(depth)),
            [false, true, true]
        );
    }
}
