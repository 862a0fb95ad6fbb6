//! The rooms of a session: the one that it is in, and those that it watches beside it.
//!
//! A room has one entry of a connection, and the session one membership of a room: going into a room that is
//! watched replaces the watching.

use std::collections::BTreeMap;

use protocol::id::{RoomId, Token, TokenHash};
use protocol::message::MOST_WATCHED;
use protocol::refusal::{Limit, Refusal};

use crate::outbox::EntryNumber;
use crate::rooms::actor::RoomHandle;

/// Seats that a session remembers, as many as the games in one answer.
const MOST_SEATS: usize = 100;

/// A room of a session, and the entry by which it came.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    pub(super) handle: RoomHandle,
    pub(super) entry: EntryNumber,
    /// Token of the seat; none for one who watches.
    pub(super) seat: Option<Token>,
}

impl Membership {
    pub(super) fn room(&self) -> RoomId {
        self.handle.room()
    }
}

/// The rooms of a session.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    here: Option<Membership>,
    /// At most [`MOST_WATCHED`].
    watched: BTreeMap<RoomId, Membership>,
    last_entry: EntryNumber,
    /// The newest entry that a room has ended. Its `Left` may be sent before the session has noted the entry.
    ended: EntryNumber,
    /// The last seats of the session, which it may have left meanwhile; the newest at the back.
    seats: Vec<(RoomId, Token)>,
}

impl Rooms {
    /// Returns the number of a new entry.
    pub(super) fn next_entry(&mut self) -> EntryNumber {
        self.last_entry = self.last_entry.next();
        self.last_entry
    }

    /// Notes that the session is in a room, in which it may have been only watching.
    pub(super) fn enter(&mut self, membership: Membership) {
        let room = membership.room();
        self.watched.remove(&room);
        if let Some(seat) = membership.seat {
            self.seats.retain(|(other, _)| *other != room);
            if self.seats.len() == MOST_SEATS {
                self.seats.remove(0);
            }
            // Most sessions have one.
            self.seats.reserve_exact(1);
            self.seats.push((room, seat));
        }
        self.here = Some(membership).filter(|here| here.entry != self.ended);
    }

    /// Returns the last seats of the session, by the hashes of their tokens, the newest at the back.
    pub(super) fn seats(&self) -> Vec<(RoomId, TokenHash)> {
        let seats = self.seats.iter();
        seats.map(|&(room, token)| (room, token.hash())).collect()
    }

    /// Notes that the session watches a room.
    pub(super) fn watch(&mut self, membership: Membership) {
        if membership.entry != self.ended {
            self.watched.insert(membership.room(), membership);
        }
    }

    /// Notes that an entry ended; returns true if it is the one by which the session was in its room.
    pub(super) fn end(&mut self, entry: EntryNumber) -> bool {
        self.ended = self.ended.max(entry);
        self.watched.retain(|_, watched| watched.entry != entry);
        self.here.take_if(|here| here.entry == entry).is_some()
    }

    /// Notes that the session is in no room. It may watch others still.
    pub(super) fn leave(&mut self) {
        self.here = None;
    }

    /// Takes all rooms, the one that the session is in first.
    pub(super) fn take_all(&mut self) -> Vec<Membership> {
        let watched = std::mem::take(&mut self.watched).into_values();
        self.here.take().into_iter().chain(watched).collect()
    }

    /// Returns the room that the session is in.
    pub(super) fn here(&self) -> Result<&RoomHandle, Refusal> {
        let here = self.here.as_ref().map(|here| &here.handle);
        here.ok_or(Refusal::NotInRoom)
    }

    /// Returns the membership of a room that the session watches.
    pub(super) fn watched(&self, room: RoomId) -> Result<&Membership, Refusal> {
        let watched = self.watched.get(&room);
        watched.ok_or(Refusal::NotWatching { room })
    }

    /// Returns the membership of a room that the session is in or watches.
    pub(super) fn any(&self, room: RoomId) -> Result<&Membership, Refusal> {
        let here = self.here.as_ref().filter(|here| here.room() == room);
        here.or_else(|| self.watched.get(&room))
            .ok_or(Refusal::NotInRoom)
    }

    /// Checks that the session is in no room, but for `room`.
    pub(super) fn ensure_in_no_other(&self, room: Option<RoomId>) -> Result<(), Refusal> {
        match &self.here {
            Some(here) if room != Some(here.room()) => {
                Err(Refusal::AlreadyInRoom { room: here.room() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that the session may watch a room, or see it again if it does.
    pub(super) fn ensure_may_watch(&self, room: RoomId) -> Result<(), Refusal> {
        if self.here.as_ref().is_some_and(|here| here.room() == room) {
            return Err(Refusal::AlreadyInRoom { room });
        }
        if self.watched.len() >= MOST_WATCHED && !self.watched.contains_key(&room) {
            return Err(Refusal::OverLimit {
                limit: Limit::Watched,
                most: MOST_WATCHED as u32,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn membership(rooms: &mut Rooms, draw: u64) -> Membership {
        let (handle, _) = RoomHandle::in_test(RoomId::from_draw(draw));
        let entry = rooms.next_entry();
        let seat = None;
        Membership {
            handle,
            entry,
            seat,
        }
    }

    #[test]
    fn an_entry_that_ended_before_the_session_noted_it_leads_nowhere() {
        let mut rooms = Rooms::default();
        let (one, other) = (membership(&mut rooms, 1), membership(&mut rooms, 2));
        let (in_one, other_room) = (one.entry, other.room());
        assert!(!rooms.end(one.entry));
        rooms.enter(one);
        assert_eq!(rooms.here().unwrap_err(), Refusal::NotInRoom);
        // An older end that comes later does not hide it.
        assert!(!rooms.end(other.entry));
        assert!(!rooms.end(in_one));
        rooms.watch(other);
        let room = other_room;
        assert_eq!(
            rooms.watched(room).unwrap_err(),
            Refusal::NotWatching { room }
        );
    }

    #[test]
    fn going_into_a_room_replaces_the_watching() {
        let mut rooms = Rooms::default();
        let watched = membership(&mut rooms, 1);
        let room = watched.room();
        rooms.watch(watched.clone());
        assert!(rooms.watched(room).is_ok());
        let entered = membership(&mut rooms, 1);
        rooms.enter(entered.clone());
        assert!(rooms.watched(room).is_err());
        let other = membership(&mut rooms, 2);
        rooms.watch(other.clone());
        // The end of what was replaced is not the end of what replaced it.
        assert!(!rooms.end(watched.entry));
        assert!(rooms.here().is_ok());
        assert!(rooms.end(entered.entry));
        assert!(rooms.any(room).is_err());
        assert!(rooms.watched(other.room()).is_ok());
        assert!(!rooms.end(other.entry));
        assert!(rooms.watched(other.room()).is_err());
    }

    #[test]
    fn the_last_seats_are_remembered_each_room_once_and_the_newest_at_the_back() {
        let mut rooms = Rooms::default();
        let sit = |rooms: &mut Rooms, draw: u64, token: u128| {
            let mut entered = membership(rooms, draw);
            entered.seat = Some(Token(token));
            rooms.enter(entered);
        };
        let most = MOST_SEATS as u64;
        for draw in 0..most {
            sit(&mut rooms, draw, u128::from(draw));
        }
        // The first one again by another token, then one more, for which the second has no place.
        sit(&mut rooms, 0, 1_000);
        assert_eq!(rooms.seats().len(), MOST_SEATS);
        sit(&mut rooms, most, 2_000);
        let seats = rooms.seats();
        assert_eq!(seats.len(), MOST_SEATS);
        let seat = |draw, token: u128| (RoomId::from_draw(draw), Token(token).hash());
        assert_eq!(seats[0], seat(2, 2));
        assert_eq!(seats[MOST_SEATS - 2..], [seat(0, 1_000), seat(most, 2_000)]);
        // To watch is to have no seat, and to leave forgets none.
        let watched = membership(&mut rooms, 7);
        rooms.enter(watched);
        rooms.leave();
        assert_eq!(rooms.seats(), seats);
        assert_eq!(rooms.here().unwrap_err(), Refusal::NotInRoom);
    }

    #[test]
    fn as_many_rooms_are_watched_as_may_be_and_one_of_them_may_be_seen_again() {
        let mut rooms = Rooms::default();
        for draw in 0..MOST_WATCHED as u64 {
            let room = RoomId::from_draw(draw);
            assert_eq!(rooms.ensure_may_watch(room), Ok(()));
            let watched = membership(&mut rooms, draw);
            rooms.watch(watched);
        }
        let other = RoomId::from_draw(99);
        let refusal = rooms.ensure_may_watch(other).unwrap_err();
        assert!(matches!(refusal, Refusal::OverLimit { most: 16, .. }));
        assert_eq!(rooms.ensure_may_watch(RoomId::from_draw(3)), Ok(()));
        let here = membership(&mut rooms, 99);
        rooms.enter(here);
        let refusal = rooms.ensure_may_watch(other);
        assert_eq!(refusal, Err(Refusal::AlreadyInRoom { room: other }));
        assert_eq!(rooms.any(other).unwrap().room(), other);
        assert_eq!(
            rooms.any(RoomId::from_draw(3)).unwrap().room(),
            RoomId::from_draw(3)
        );
        assert_eq!(rooms.ensure_in_no_other(Some(other)), Ok(()));
        for room in [None, Some(RoomId::from_draw(3))] {
            let refusal = rooms.ensure_in_no_other(room);
            assert_eq!(refusal, Err(Refusal::AlreadyInRoom { room: other }));
        }
        let left: Vec<_> = rooms.take_all().iter().map(Membership::room).collect();
        assert_eq!((left[0], left.len()), (other, MOST_WATCHED + 1));
        assert!(rooms.take_all().is_empty());
    }
}
