//! The unfinished rooms that are not in memory, by the moment at which they must come back by themselves.
//!
//! A room that broke twice is loaded for the operator only until its time comes, which is twice as late after each
//! break.

use std::collections::{BTreeSet, HashMap};

use protocol::id::RoomId;
use protocol::millis::Millis;

/// An unfinished room that is only stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asleep {
    /// Moment at which something is due in it: a bot's ply, a clock, its end.
    pub(crate) due: Millis,
    /// End of the outage that has yet to be applied to it: of the one before the server started, or the moment at which
    /// the room broke. None if it left memory in order.
    pub(crate) outage: Option<Millis>,
}

/// Index of all such rooms.
#[derive(Debug, Default)]
pub(crate) struct Index {
    rooms: HashMap<RoomId, Asleep>,
    by_due: BTreeSet<(Millis, RoomId)>,
    /// The breaks of each room since the server started.
    breaks: HashMap<RoomId, Breaks>,
}

/// The breaks of a room.
#[derive(Clone, Copy, Debug, Default)]
struct Breaks {
    count: u32,
    /// Moment at which it is loaded again after the last one.
    until: Millis,
}

/// Time for which a room has to go on after a break until that counts no more.
const FORGIVEN_AFTER: Millis = Millis::from_secs(3600);

impl Breaks {
    fn counted_at(&self, now: Millis) -> u32 {
        if now < self.until + FORGIVEN_AFTER {
            self.count
        } else {
            0
        }
    }
}

impl Index {
    /// Returns the number of rooms.
    pub(crate) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Adds a room, or replaces its entry.
    pub(crate) fn insert(&mut self, room: RoomId, asleep: Asleep) {
        self.remove(room);
        self.rooms.insert(room, asleep);
        self.by_due.insert((asleep.due, room));
    }

    /// Removes all rooms, which other servers have.
    pub(crate) fn clear(&mut self) {
        self.rooms.clear();
        self.by_due.clear();
    }

    /// Removes a room that is loaded, or is no more.
    pub(crate) fn remove(&mut self, room: RoomId) -> Option<Asleep> {
        let asleep = self.rooms.remove(&room)?;
        self.by_due.remove(&(asleep.due, room));
        Some(asleep)
    }

    /// Returns the entry of a room.
    pub(crate) fn get(&self, room: RoomId) -> Option<Asleep> {
        self.rooms.get(&room).copied()
    }

    /// Returns the first moment at which a room is due.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.by_due.first().map(|(due, _)| *due)
    }

    /// Returns up to `most` rooms that are due at `now`, soonest first. They stay in the index until they are
    /// [removed](Self::remove) or [put off](Self::put_off).
    pub(crate) fn due(&self, now: Millis, most: usize) -> Vec<RoomId> {
        self.by_due
            .iter()
            .take_while(|(due, _)| *due <= now)
            .take(most)
            .map(|(_, room)| *room)
            .collect()
    }

    /// Returns how often a room broke, as far as that counts at `now`.
    pub(crate) fn breaks(&self, room: RoomId, now: Millis) -> u32 {
        let breaks = self.breaks.get(&room);
        breaks.map_or(0, |breaks| breaks.counted_at(now))
    }

    /// Notes that a room broke at `now`, and that it is loaded again at `until`.
    pub(crate) fn note_break(&mut self, room: RoomId, now: Millis, until: Millis) {
        let breaks = self.breaks.entry(room).or_default();
        breaks.count = breaks.counted_at(now) + 1;
        breaks.until = until;
    }

    /// Returns true if a room that broke is not loaded at `now`, whoever asks for it. The first time it is: those who
    /// were put out come back at once.
    pub(crate) fn is_put_off(&self, room: RoomId, now: Millis) -> bool {
        let breaks = self.breaks.get(&room);
        breaks.is_some_and(|breaks| breaks.count > 1 && now < breaks.until)
    }

    /// Postpones a room that could not be loaded: it is tried again at `due`.
    pub(crate) fn put_off(&mut self, room: RoomId, due: Millis) {
        if let Some(asleep) = self.rooms.get(&room).copied() {
            self.insert(room, Asleep { due, ..asleep });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(number: u64) -> RoomId {
        RoomId::from_draw(number)
    }

    fn asleep(due: u64) -> Asleep {
        Asleep {
            due: Millis::from_millis(due),
            outage: None,
        }
    }

    #[test]
    fn rooms_are_due_in_order_and_not_before_their_moment() {
        let mut index = Index::default();
        for (number, due) in [(1, 300), (2, 100), (3, 200)] {
            index.insert(room(number), asleep(due));
        }
        assert_eq!(index.next_due(), Some(Millis::from_millis(100)));
        assert_eq!(index.due(Millis::from_millis(99), 9), []);
        assert_eq!(index.due(Millis::from_millis(200), 9), [room(2), room(3)]);
        assert_eq!(index.due(Millis::from_millis(900), 1), [room(2)]);
        index.remove(room(2));
        assert_eq!(index.next_due(), Some(Millis::from_millis(200)));
    }

    #[test]
    fn a_room_is_due_once_however_often_it_changes() {
        let mut index = Index::default();
        index.insert(room(1), asleep(100));
        index.insert(room(1), asleep(500));
        index.put_off(room(1), Millis::from_millis(700));
        index.put_off(room(2), Millis::from_millis(1));
        assert_eq!(index.due(Millis::from_millis(699), 9), []);
        assert_eq!(index.due(Millis::from_millis(700), 9), [room(1)]);
        assert_eq!(index.remove(room(1)), Some(asleep(700)));
        assert_eq!(index.next_due(), None);
    }

    #[test]
    fn breaks_of_long_ago_put_no_room_off() {
        let mut index = Index::default();
        let at = Millis::from_secs;
        index.note_break(room(1), at(100), at(105));
        assert!(!index.is_put_off(room(1), at(101)));
        index.note_break(room(1), at(106), at(116));
        assert_eq!(index.breaks(room(1), at(107)), 2);
        assert!(index.is_put_off(room(1), at(115)) && !index.is_put_off(room(1), at(116)));
        let later = at(116) + FORGIVEN_AFTER;
        assert_eq!(index.breaks(room(1), later), 0);
        index.note_break(room(1), later, later + at(5));
        assert!(!index.is_put_off(room(1), later));
    }
}
