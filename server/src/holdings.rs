//! The ledger of what each person holds of the server, over all of their connections.
//!
//! Connections are given back when they end. A room stands with the person who opened it for as long as its game is
//! unfinished, in memory or in the store, whether they are connected or not. Who opened the rooms of an earlier run
//! is not known, and they count for nobody; nor does what the server itself opens. A seat in a room that somebody else
//! opened stands with the person who took it, for as long.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::id::{RoomId, TokenHash};
use protocol::refusal::{Limit, Refusal};

use crate::limits::UseLimits;
use crate::person::Person;

/// Counts of one kind of thing, by person.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Most that one person may hold.
    most: usize,
    held: Mutex<BTreeMap<Person, usize>>,
}

impl Tally {
    /// Returns a tally of which each person may hold `most`.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let held = Mutex::default();
        Arc::new(Self { most, held })
    }

    /// Counts one more for a person, until the result is dropped; none if they hold as many as they may. For
    /// [`Person::Unknown`] nothing is counted.
    pub(crate) fn take(self: &Arc<Self>, person: Person) -> Option<Held> {
        if person != Person::Unknown {
            let mut held = self.held();
            let count = held.get(&person).copied().unwrap_or(0);
            if count >= self.most {
                return None;
            }
            held.insert(person, count + 1);
        }
        let tally = Arc::clone(self);
        Some(Held { tally, person })
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<Person, usize>> {
        self.held.lock().expect("no holder panics")
    }
}

/// One thing that a person holds. Dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Held {
    tally: Arc<Tally>,
    person: Person,
}

impl Held {
    /// Returns true if the person holds at least half of what they may, this with it.
    pub(crate) fn is_one_of_many(&self) -> bool {
        let held = self.tally.held();
        let count = held.get(&self.person).copied().unwrap_or(0);
        count > 1 && 2 * count >= self.tally.most
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.tally.held();
        // Nothing is counted for a person who is not known.
        if let Some(count) = held.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.person);
            }
        }
    }
}

/// The rooms of the server by who opened them.
#[derive(Debug)]
pub(crate) struct RoomHoldings {
    most_rooms: usize,
    most_bots: usize,
    most_seats: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    rooms: BTreeMap<RoomId, Opened>,
    people: BTreeMap<Person, Count>,
}

/// A room and the person who opened it.
#[derive(Clone, Debug)]
struct Opened {
    opener: Person,
    bots: usize,
    /// The others on its seats, by the hashes of the tokens.
    seated: BTreeMap<TokenHash, Person>,
    /// True while its game is unfinished.
    counts: bool,
}

/// Rooms with an unfinished game, the bots in them, and the seats in those of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    rooms: usize,
    bots: usize,
    seats: usize,
}

impl RoomHoldings {
    /// Returns a ledger without rooms.
    pub(crate) fn new(limits: &UseLimits) -> Arc<Self> {
        Arc::new(Self {
            most_rooms: limits.rooms,
            most_bots: limits.bots,
            most_seats: limits.seats,
            state: Mutex::default(),
        })
    }

    /// Counts a room with `bots` bots, which a person is about to open.
    ///
    /// # Errors
    ///
    /// `OverLimit` if the person holds too many rooms or bots.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        opener: Person,
        bots: usize,
    ) -> Result<Reservation, Refusal> {
        if opener != Person::Unknown {
            let mut state = self.state();
            let count = state.people.get(&opener).copied().unwrap_or_default();
            self.check(count, bots)?;
            state.add(opener, bots);
        }
        Ok(Reservation {
            holdings: Arc::clone(self),
            opener,
            bots,
            room: None,
        })
    }

    /// Checks that another game may begin in a room whose last one is finished.
    ///
    /// # Errors
    ///
    /// `OverLimit` if whoever opened it holds too many rooms or bots.
    pub(crate) fn may_resume(&self, room: RoomId) -> Result<(), Refusal> {
        let state = self.state();
        match state.rooms.get(&room) {
            Some(opened) if !opened.counts => {
                let count = state.people.get(&opened.opener).copied();
                self.check(count.unwrap_or_default(), opened.bots)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Counts the seat of this token for a person who is about to take it. A seat in a room that they opened counts
    /// with the room.
    ///
    /// # Errors
    ///
    /// `OverLimit` if the person holds too many seats.
    pub(crate) fn take_seat(
        &self,
        room: RoomId,
        person: Person,
        seat: TokenHash,
    ) -> Result<(), Refusal> {
        let mut state = self.state();
        let opener = state.rooms.get(&room).map(|opened| opened.opener);
        if person == Person::Unknown || opener == Some(person) {
            return Ok(());
        }
        let held = state.people.get(&person).map_or(0, |count| count.seats);
        if held >= self.most_seats {
            return Err(over(Limit::Seats, self.most_seats));
        }
        let opened = state.rooms.entry(room).or_insert(Opened {
            opener: Person::Unknown,
            bots: 0,
            seated: BTreeMap::new(),
            counts: true,
        });
        if opened.seated.insert(seat, person).is_none() && opened.counts {
            state.people.entry(person).or_default().seats += 1;
        }
        Ok(())
    }

    /// Forgets the seats of a room that are not among these: they were given up, or never taken.
    pub(crate) fn keep_seats(&self, room: RoomId, seats: &[TokenHash]) {
        let mut state = self.state();
        let Some(opened) = state.rooms.get_mut(&room) else {
            return;
        };
        let (kept, given_up) = std::mem::take(&mut opened.seated)
            .into_iter()
            .partition(|(seat, _)| seats.contains(seat));
        opened.seated = kept;
        if opened.counts {
            state.remove_seats(&given_up);
        }
    }

    /// Notes whether the game of a room is unfinished: only then it counts.
    pub(crate) fn set_unfinished(&self, room: RoomId, unfinished: bool) {
        let mut state = self.state();
        let Some(opened) = state.rooms.get_mut(&room) else {
            return;
        };
        let before = opened.clone();
        opened.counts = unfinished;
        match (before.counts, unfinished) {
            (false, true) => state.add_room(&before),
            (true, false) => state.remove_room(&before),
            (true, true) | (false, false) => {}
        }
    }

    /// Forgets a room that is neither in memory nor unfinished in the store.
    pub(crate) fn forget(&self, room: RoomId) {
        let mut state = self.state();
        if let Some(opened) = state.rooms.remove(&room)
            && opened.counts
        {
            state.remove_room(&opened);
        }
    }

    fn check(&self, count: Count, bots: usize) -> Result<(), Refusal> {
        if count.rooms >= self.most_rooms {
            return Err(over(Limit::Rooms, self.most_rooms));
        }
        if bots > 0 && count.bots + bots > self.most_bots {
            return Err(over(Limit::Bots, self.most_bots));
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

fn over(limit: Limit, most: usize) -> Refusal {
    Refusal::OverLimit {
        limit,
        most: u32::try_from(most).unwrap_or(u32::MAX),
    }
}

impl State {
    fn add_room(&mut self, opened: &Opened) {
        self.add(opened.opener, opened.bots);
        for person in opened.seated.values() {
            self.people.entry(*person).or_default().seats += 1;
        }
    }

    fn remove_room(&mut self, opened: &Opened) {
        self.remove(opened.opener, opened.bots);
        self.remove_seats(&opened.seated);
    }

    fn remove_seats(&mut self, seated: &BTreeMap<TokenHash, Person>) {
        for person in seated.values() {
            self.change(*person, |count| count.seats -= 1);
        }
    }

    fn add(&mut self, person: Person, bots: usize) {
        if person == Person::Unknown {
            return;
        }
        let count = self.people.entry(person).or_default();
        count.rooms += 1;
        count.bots += bots;
    }

    fn remove(&mut self, person: Person, bots: usize) {
        self.change(person, |count| {
            count.rooms -= 1;
            count.bots -= bots;
        });
    }

    /// Takes something from what a person holds. Nothing is counted for a person who is not known.
    fn change(&mut self, person: Person, take: impl FnOnce(&mut Count)) {
        if let Some(count) = self.people.get_mut(&person) {
            take(count);
            if *count == Count::default() {
                self.people.remove(&person);
            }
        }
    }
}

/// The count of a room that is about to be opened. Dropping it gives the count back, unless the room was opened.
#[derive(Debug)]
pub(crate) struct Reservation {
    holdings: Arc<RoomHoldings>,
    opener: Person,
    bots: usize,
    room: Option<RoomId>,
}

impl Reservation {
    /// Notes the code of the room, which counts from now on until its game is finished.
    pub(crate) fn opened(mut self, room: RoomId) {
        self.room = Some(room);
        if self.opener != Person::Unknown {
            let opened = Opened {
                opener: self.opener,
                bots: self.bots,
                seated: BTreeMap::new(),
                counts: true,
            };
            self.holdings.state().rooms.insert(room, opened);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.room.is_none() {
            self.holdings.state().remove(self.opener, self.bots);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(last: u8) -> Person {
        Person::at([192, 0, 2, last].into())
    }

    fn ledger() -> Arc<RoomHoldings> {
        RoomHoldings::new(&UseLimits {
            rooms: 2,
            bots: 3,
            seats: 2,
            ..UseLimits::default()
        })
    }

    fn limit(refused: Result<Reservation, Refusal>) -> Limit {
        match refused {
            Err(Refusal::OverLimit { limit, .. }) => limit,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_tally_counts_each_person_until_what_they_hold_is_dropped() {
        let tally = Tally::new(2);
        let held: Vec<_> = (0..2).map(|_| tally.take(person(1)).unwrap()).collect();
        assert!(tally.take(person(1)).is_none());
        assert!(tally.take(person(2)).is_some());
        assert!((0..9).all(|_| tally.take(Person::Unknown).is_some()));
        drop(held);
        assert!(tally.take(person(1)).is_some());
        assert!(tally.held().is_empty());
    }

    #[test]
    fn a_room_counts_from_its_opening_until_its_game_is_finished() {
        let ledger = ledger();
        let room = |draw| {
            let room = RoomId::from_draw(draw);
            ledger.reserve(person(1), 1).unwrap().opened(room);
            room
        };
        let (one, other) = (room(1), room(2));
        assert_eq!(limit(ledger.reserve(person(1), 0)), Limit::Rooms);
        ledger.reserve(person(2), 0).unwrap();
        ledger.set_unfinished(one, false);
        // Each change counts once, however often it is told.
        ledger.set_unfinished(one, false);
        let third = room(3);
        assert!(matches!(
            ledger.may_resume(one),
            Err(Refusal::OverLimit { .. })
        ));
        assert_eq!(ledger.may_resume(other), Ok(()));
        ledger.forget(other);
        assert_eq!(ledger.may_resume(one), Ok(()));
        ledger.set_unfinished(one, true);
        assert_eq!(limit(ledger.reserve(person(1), 0)), Limit::Rooms);
        ledger.forget(one);
        ledger.forget(third);
        ledger.forget(third);
        assert!(ledger.state().people.is_empty() && ledger.state().rooms.is_empty());
    }

    #[test]
    fn a_seat_in_a_room_of_others_counts_until_it_is_given_up_or_the_game_is_finished() {
        let ledger = ledger();
        let mine = RoomId::from_draw(1);
        ledger.reserve(person(1), 0).unwrap().opened(mine);
        let seat =
            |room, number| ledger.take_seat(RoomId::from_draw(room), person(1), TokenHash(number));
        assert_eq!(seat(1, 10), Ok(()), "with the room");
        // Rooms of others, and one of an earlier run.
        ledger
            .reserve(person(2), 0)
            .unwrap()
            .opened(RoomId::from_draw(2));
        assert_eq!((seat(2, 20), seat(3, 30)), (Ok(()), Ok(())));
        let refused = Err(over(Limit::Seats, 2));
        assert_eq!(seat(4, 40), refused);
        assert_eq!(
            ledger.take_seat(RoomId::from_draw(4), person(3), TokenHash(41)),
            Ok(())
        );
        ledger.keep_seats(RoomId::from_draw(3), &[TokenHash(30), TokenHash(31)]);
        assert_eq!(seat(4, 40), refused);
        ledger.keep_seats(RoomId::from_draw(3), &[TokenHash(31)]);
        assert_eq!(seat(4, 40), Ok(()));
        ledger.set_unfinished(RoomId::from_draw(2), false);
        assert_eq!(seat(5, 50), Ok(()));
        ledger.set_unfinished(RoomId::from_draw(2), true);
        ledger.forget(RoomId::from_draw(5));
        assert_eq!(seat(6, 60), refused);
        for room in 1..=6 {
            ledger.forget(RoomId::from_draw(room));
        }
        assert!(ledger.state().people.is_empty() && ledger.state().rooms.is_empty());
    }

    #[test]
    fn bots_count_with_their_rooms_and_a_room_that_is_not_opened_counts_no_more() {
        let ledger = ledger();
        let dropped = ledger.reserve(person(1), 2).unwrap();
        assert_eq!(limit(ledger.reserve(person(1), 2)), Limit::Bots);
        drop(dropped);
        ledger
            .reserve(person(1), 2)
            .unwrap()
            .opened(RoomId::from_draw(1));
        assert!(ledger.reserve(person(1), 2).is_err());
        assert!(ledger.reserve(person(1), 1).is_ok());
        for draw in 10..20 {
            let room = RoomId::from_draw(draw);
            ledger.reserve(Person::Unknown, 2).unwrap().opened(room);
        }
        assert_eq!(ledger.state().people.len(), 1);
    }
}
