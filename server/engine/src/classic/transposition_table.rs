//! The transposition table of the classic bots.
//!
//! A bot must choose from exactly the moves of its document, so nothing here is probabilistic: the key is the
//! whole position (see [`GravityBoard::key`](super::gravity_board::GravityBoard::key)) and not a hash of it,
//! and an entry counts only for the depth at which it was found, or for greater depths where every line ended
//! within its own.
//!
//! It is not the table of the solver (64-bit words that threads share, two bounds, no depth) nor that of the
//! gomoku engine (hashed keys, ageing): what an entry means differs in all three, so only the vocabulary and
//! the multiplier are the same.

use crate::hashing::GOLDEN_RATIO;

/// A position as a number; no two positions of a board have the same.
pub(crate) type Key = u128;

/// The relation of an entry's value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// It is the true value.
    Exact,
}

/// The result of a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) value: i64,
    pub(crate) bound: Bound,
    /// Plies searched.
    pub(crate) depth: u8,
    /// No position was evaluated only because the depth was reached: a deeper search finds the same.
    pub(crate) complete: bool,
    /// The best move, or the one that cut off.
    pub(crate) column: u8,
}

impl TtEntry {
    /// True if a search of `depth` plies would give the same.
    pub(crate) fn holds_at(self, depth: usize) -> bool {
        let found = usize::from(self.depth);
        found == depth || self.complete && found < depth
    }
}

/// A table of a fixed size. Replacement scheme: always the newer.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// Key and packed entry. All zero is a free slot: no position has the key 0.
    entries: Vec<[u128; 2]>,
}

impl TranspositionTable {
    /// An empty table sized for a search of `depth` plies: 4^depth slots of 32 bytes, at most 2^18 (8 MiB).
    ///
    /// More slots saved the bench at depth 12 less than 4 % of its
    /// nodes.
    pub(crate) fn for_depth(depth: usize) -> Self {
        let size = 1 << (2 * depth).clamp(6, 18);
        Self {
            entries: vec![[0; 2]; size],
        }
    }

    /// The entry of a position, if it is still there.
    pub(crate) fn probe(&self, key: Key) -> Option<TtEntry> {
        let [found, packed] = self.entries[self.index(key)];
        (found == key).then(|| unpack(packed))
    }

    /// Stores an entry over whatever has its slot.
    pub(crate) fn store(&mut self, key: Key, found: TtEntry) {
        let place = self.index(key);
        self.entries[place] = [key, pack(found)];
    }

    fn index(&self, key: Key) -> usize {
        // Fibonacci hashing: the high bits of the product depend on every bit of the key.
        let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
        let mixed = folded.wrapping_mul(GOLDEN_RATIO);
        (mixed >> 40) as usize & (self.entries.len() - 1)
    }
}

fn pack(found: TtEntry) -> u128 {
    let bound: u128 = match found.bound {
        Bound::Lower => 0,
        Bound::Upper => 1,
        Bound::Exact => 2,
    };
    u128::from(found.value as u64)
        | u128::from(found.depth) << 64
        | u128::from(found.column) << 72
        | u128::from(found.complete) << 80
        | bound << 88
}

fn unpack(packed: u128) -> TtEntry {
    let byte = |at: u32| (packed >> at) as u8;
    TtEntry {
        value: packed as u64 as i64,
        depth: byte(64),
        column: byte(72),
        complete: byte(80) != 0,
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
        let mut table = TranspositionTable::for_depth(1);
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for (value, complete) in [
                (-1_000_000_000_000_000, true),
                (0, false),
                (i64::MAX / 4, true),
            ] {
                let found = TtEntry {
                    value,
                    bound,
                    depth: 12,
                    complete,
                    column: 19,
                };
                table.store(1 << 127 | 5, found);
                assert_eq!(table.probe(1 << 127 | 5), Some(found));
            }
        }
        // However many positions share a slot, none is taken for another.
        for key in 6..10_000 {
            assert_eq!(table.probe(key), None);
        }
    }

    #[test]
    fn a_result_holds_for_its_depth_and_beyond_only_where_it_is_final() {
        let mut found = TtEntry {
            value: 0,
            bound: Bound::Exact,
            depth: 4,
            complete: false,
            column: 0,
        };
        assert_eq!(
            [3, 4, 5].map(|depth| found.holds_at(depth)),
            [false, true, false]
        );
        found.complete = true;
        assert_eq!(
            [3, 4, 5].map(|depth| found.holds_at(depth)),
            [false, true, true]
        );
    }
}
