//! Rows that were found whole, so that the next look at one of them need not go through all of its records.
//!
//! A series of games is one row, which grows with each game: to check each of its records at the beginning of each game
//! would cost more than the game.

use std::collections::HashMap;

use protocol::id::RoomId;

/// A row that was whole when it was written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checked {
    /// Number of its last event.
    pub(super) seq: u32,
    /// CRC-32 of its records.
    checksum: u32,
}

impl Checked {
    /// Returns the row with these records, the last of which is number `seq`.
    pub(super) fn new(seq: u32, records: &[u8]) -> Self {
        Self { seq, checksum: 0 }.with(seq, records)
    }

    /// Returns the row with more records, up to number `seq`.
    pub(super) fn with(self, seq: u32, records: &[u8]) -> Self {
        let mut hasher = crc32fast::Hasher::new_with_initial(self.checksum);
        hasher.update(records);
        Self {
            seq,
            checksum: hasher.finalize(),
        }
    }
}

/// Rows that are known: a few hundred kilobytes of them at most.
const MOST: usize = 10_000;

/// The rows of rooms that were played in and have no tail.
#[derive(Debug, Default)]
pub(super) struct CheckedRows(HashMap<RoomId, Checked>);

impl CheckedRows {
    /// Notes the row of a room that was folded.
    pub(super) fn note(&mut self, room: RoomId, row: Checked) {
        if self.0.len() >= MOST {
            // Where games go on, their rows are checked once more.
            self.0.clear();
        }
        self.0.insert(room, row);
    }

    pub(super) fn get(&self, room: RoomId) -> Option<Checked> {
        self.0.get(&room).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_behind_others_make_the_row_of_all() {
        let all = b"the records of a room";
        let (some, more) = all.split_at(9);
        assert_eq!(Checked::new(4, some).with(7, more), Checked::new(7, all));
        assert_ne!(Checked::new(4, some), Checked::new(4, more));
    }

    #[test]
    fn the_rows_that_are_known_are_bounded() {
        let mut rows = CheckedRows::default();
        let row = Checked::new(1, b"");
        for number in 0..3 * MOST as u64 {
            rows.note(RoomId::from_draw(number), row);
            assert_eq!(rows.get(RoomId::from_draw(number)), Some(row));
            assert!(rows.0.len() <= MOST);
        }
        let last = (3 * MOST as u64 - MOST as u64..).take(MOST);
        assert!(
            last.map(RoomId::from_draw)
                .all(|room| rows.get(room).is_some())
        );
    }
}
