//! Events in batches that are not in the row of their room yet, in memory: the fence of each room that is played
//! in, and the bytes that its row is missing.

use std::collections::{BTreeSet, HashMap};

use protocol::id::RoomId;
use protocol::millis::Millis;

use super::checked::Checked;

/// Events of one room that are in batches alone.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// Number of the room's last event.
    pub(super) seq: u32,
    /// The room's row, if it has one.
    pub(super) row: Option<Checked>,
    pub(super) wake_after: Option<Millis>,
    /// Oldest batch that has any of these events.
    pub(super) since: i64,
    /// Their records.
    pub(super) records: Vec<u8>,
}

impl Tail {
    /// Returns the number of the last event in the room's row; 0 if it has no row.
    pub(super) fn folded(&self) -> u32 {
        self.row.map_or(0, |row| row.seq)
    }
}

/// The rooms with events in batches alone.
#[derive(Debug, Default)]
pub(super) struct Unfolded {
    tails: HashMap<RoomId, Tail>,
    /// The same rooms by `since`. A room is put in and taken out once for each time it is folded, which is not
    /// at each move.
    by_age: BTreeSet<(i64, RoomId)>,
}

impl Unfolded {
    pub(super) fn get(&self, room: RoomId) -> Option<&Tail> {
        self.tails.get(&room)
    }

    /// Returns the tail of the room, for a change of all but `since`.
    pub(super) fn get_mut(&mut self, room: RoomId) -> Option<&mut Tail> {
        self.tails.get_mut(&room)
    }

    /// Adds a room that is not there.
    pub(super) fn insert(&mut self, room: RoomId, tail: Tail) -> &mut Tail {
        self.by_age.insert((tail.since, room));
        self.tails.entry(room).insert_entry(tail).into_mut()
    }

    /// Removes the room and returns what it had.
    pub(super) fn take(&mut self, room: RoomId) -> Option<Tail> {
        let tail = self.tails.remove(&room)?;
        self.by_age.remove(&(tail.since, room));
        Some(tail)
    }

    /// Returns at most `most` rooms with events in batches below number `nr`, the oldest first.
    pub(super) fn older_than(&self, nr: i64, most: usize) -> Vec<RoomId> {
        let older = self.by_age.iter().take_while(|(since, _)| *since < nr);
        older.take(most).map(|(_, room)| *room).collect()
    }

    /// Returns the number of the oldest batch that is needed.
    pub(super) fn oldest(&self) -> Option<i64> {
        self.by_age.first().map(|(since, _)| *since)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (RoomId, &Tail)> {
        self.tails.iter().map(|(room, tail)| (*room, tail))
    }

    /// Removes every room and returns them by code, which is the order of their index.
    pub(super) fn drain(&mut self) -> Vec<(RoomId, Tail)> {
        self.by_age.clear();
        let mut all: Vec<_> = self.tails.drain().collect();
        all.sort_unstable_by_key(|(room, _)| *room);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rooms_with_the_oldest_batches_are_found() {
        let mut unfolded = Unfolded::default();
        for since in [3, 1, 2] {
            let tail = Tail {
                since,
                ..Tail::default()
            };
            unfolded.insert(RoomId::from_draw(since as u64), tail);
        }
        let rooms = |numbers: &[u64]| -> Vec<_> {
            numbers.iter().copied().map(RoomId::from_draw).collect()
        };
        assert_eq!(unfolded.older_than(1, 9), []);
        assert_eq!(unfolded.older_than(3, 9), rooms(&[1, 2]));
        assert_eq!(unfolded.older_than(4, 2), rooms(&[1, 2]));
        assert_eq!(unfolded.oldest(), Some(1));
    }
}
