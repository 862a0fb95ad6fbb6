//! The places of connections: how many there are, how many one person has, and those that are kept.
//!
//! A place that is kept is taken when a person has no other, or the server has none. It leads to `GET /healthz`, to an
//! answer that says why there is no place, and where the server is full, by the upgrade, back to a seat: see
//! [`Access`]. So neither many connections of one person nor a full server keeps those away who sit at a table. Whoever
//! is back at a seat holds one only until another place is free, which they have before any newcomer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Config;
use crate::holdings::{Held, Tally};
use crate::open_connections::{Occupation, OpenConnection, OpenConnections};
use crate::person::Person;

/// The places of a server.
#[derive(Debug)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    /// Half as many as there are places: whoever has said hello is not shut out by those who have not.
    silent: Arc<Semaphore>,
    kept: Arc<Semaphore>,
    connections: Arc<Tally>,
    greetings: Arc<Tally>,
    /// Places of one person among those that are kept.
    kept_each: Arc<Tally>,
    returned: Arc<Returned>,
    open: Arc<OpenConnections>,
}

/// Those who came back to a seat and hold a kept place until another is free, the first at the front. Locked while a
/// place that is not kept is given back, so that no newcomer has it before them.
#[derive(Debug, Default)]
struct Returned(Mutex<VecDeque<Weak<Mutex<Hold>>>>);

/// The hold of a connection on its place.
#[derive(Debug)]
struct Hold {
    /// None once it is given back.
    permit: Option<OwnedSemaphorePermit>,
    /// Count of the person for a kept place; none for another.
    kept: Option<Held>,
    /// Other counts of the person: that of the address, and behind a trusted proxy that of the address it names.
    held: Vec<Held>,
}

/// Use that a connection may make of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Any.
    Full,
    /// The server is full: the session must come back to a seat within the time for a handshake.
    SeatOnly,
    /// The person holds too many connections: plain answers alone.
    PlainOnly,
}

/// The place of one connection, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    access: Access,
    person: Person,
    hold: Arc<Mutex<Hold>>,
    /// Counts until the hello.
    greeting: Mutex<(Option<OwnedSemaphorePermit>, Vec<Held>)>,
    connections: Arc<Tally>,
    greetings: Arc<Tally>,
    kept_each: Arc<Tally>,
    free: Arc<Semaphore>,
    returned: Arc<Returned>,
    open: OpenConnection,
}

impl Places {
    /// Returns the places of a server, all free.
    pub(crate) fn new(config: &Config) -> Self {
        let limits = &config.limits;
        let kept = Self::kept(config);
        let free = config.connections - kept;
        Self {
            free: Arc::new(Semaphore::new(free)),
            silent: Arc::new(Semaphore::new(free.div_ceil(2))),
            kept: Arc::new(Semaphore::new(kept)),
            connections: Tally::new(limits.connections),
            greetings: Tally::new(limits.greetings),
            kept_each: Tally::new(kept.div_ceil(4)),
            returned: Arc::default(),
            open: Arc::default(),
        }
    }

    /// Returns the number of places that are kept.
    pub(crate) fn kept(config: &Config) -> usize {
        config.limits.kept_places.min(config.connections / 2)
    }

    /// Returns the same places, which count their connections in `open`.
    pub(crate) fn counted_in(self, open: &Arc<OpenConnections>) -> Self {
        let open = Arc::clone(open);
        Self { open, ..self }
    }

    /// Returns the place of a connection that a person begins; none if there is not even one that is kept.
    pub(crate) fn take(&self, person: Person) -> Option<Place> {
        let (Some(connection), Some(greeting)) =
            (self.connections.take(person), self.greetings.take(person))
        else {
            return self.keep(person, Access::PlainOnly);
        };
        let place = Arc::clone(&self.free).try_acquire_owned();
        let silent = Arc::clone(&self.silent).try_acquire_owned();
        match (place, silent) {
            (Ok(place), Ok(silent)) => {
                let hold = Hold {
                    permit: Some(place),
                    kept: None,
                    held: vec![connection],
                };
                let greeting = (Some(silent), vec![greeting]);
                Some(self.place(Access::Full, person, hold, greeting))
            }
            _ => self.keep(person, Access::SeatOnly),
        }
    }

    fn keep(&self, person: Person, access: Access) -> Option<Place> {
        let kept = self.kept_each.take(person)?;
        let place = Arc::clone(&self.kept).try_acquire_owned().ok()?;
        let hold = Hold {
            permit: Some(place),
            kept: Some(kept),
            held: Vec::new(),
        };
        Some(self.place(access, person, hold, (None, Vec::new())))
    }

    fn place(
        &self,
        access: Access,
        person: Person,
        hold: Hold,
        greeting: (Option<OwnedSemaphorePermit>, Vec<Held>),
    ) -> Place {
        Place {
            access,
            person,
            hold: Arc::new(Mutex::new(hold)),
            greeting: Mutex::new(greeting),
            connections: Arc::clone(&self.connections),
            greetings: Arc::clone(&self.greetings),
            kept_each: Arc::clone(&self.kept_each),
            free: Arc::clone(&self.free),
            returned: Arc::clone(&self.returned),
            open: self.open.begin(),
        }
    }
}

impl Hold {
    /// Takes a place that is not kept instead, and gives the kept one back.
    fn exchange(&mut self, permit: OwnedSemaphorePermit) {
        self.permit = Some(permit);
        self.kept = None;
    }
}

impl Place {
    /// Returns the use that may be made of the place.
    pub(crate) fn access(&self) -> Access {
        self.access
    }

    /// Counts the connection for a person whom a trusted proxy names; false if they hold as many as they may.
    pub(crate) fn take_for(&self, person: Person) -> bool {
        let (Some(connection), Some(greeting)) =
            (self.connections.take(person), self.greetings.take(person))
        else {
            return false;
        };
        let mut hold = self.hold();
        if hold.kept.is_some() {
            // Nobody was known when it was taken.
            let Some(kept) = self.kept_each.take(person) else {
                return false;
            };
            hold.kept = Some(kept);
        }
        hold.held.push(connection);
        drop(hold);
        let mut before_hello = self.greeting.lock().expect("no holder panics");
        before_hello.1.push(greeting);
        true
    }

    /// Returns true if the person has half as many connections that have not said hello as they may, this with them: a
    /// connection that has its answer should give way to the next.
    pub(crate) fn is_crowded(&self) -> bool {
        let (_, before_hello) = &*self.greeting.lock().expect("no holder panics");
        before_hello.iter().any(Held::is_one_of_many)
    }

    /// Notes that the person is back at a seat, who holds a kept place no longer than until another is free.
    pub(crate) fn returned(&self) {
        let mut returned = self.returned.lock();
        let mut hold = self.hold();
        if hold.kept.is_none() {
            return;
        }
        // As many as a person may have bound these as well.
        let Some(connection) = self.connections.take(self.person) else {
            return;
        };
        hold.held.push(connection);
        match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => hold.exchange(permit),
            Err(_full) => {
                returned.retain(|other| other.strong_count() > 0);
                returned.push_back(Arc::downgrade(&self.hold));
            }
        }
    }

    fn hold(&self) -> MutexGuard<'_, Hold> {
        self.hold.lock().expect("no holder panics")
    }

    /// Notes that the hello was said.
    pub(crate) fn greeted(&self) {
        *self.greeting.lock().expect("no holder panics") = (None, Vec::new());
    }

    /// Notes what the connection is at.
    pub(crate) fn set_occupation(&self, occupation: Occupation) {
        self.open.set(occupation);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut returned = self.returned.lock();
        let Hold { permit, kept, .. } = &mut *self.hold();
        if kept.take().is_some() {
            return;
        }
        let Some(permit) = permit.take() else {
            return;
        };
        // Those whose connection has ended are passed over.
        while let Some(next) = returned.pop_front() {
            let Some(next) = next.upgrade() else { continue };
            let mut next = next.lock().expect("no holder panics");
            if next.kept.is_some() {
                next.exchange(permit);
                return;
            }
        }
        drop(permit);
    }
}

impl Returned {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Weak<Mutex<Hold>>>> {
        self.0.lock().expect("no holder panics")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::UseLimits;

    fn person(last: u8) -> Person {
        Person::at([192, 0, 2, last].into())
    }

    fn places() -> Places {
        Places::new(&Config {
            connections: 20,
            limits: UseLimits {
                connections: 6,
                greetings: 3,
                kept_places: 8,
                ..UseLimits::default()
            },
            ..Config::default()
        })
    }

    fn take(places: &Places, last: u8) -> Option<Arc<Place>> {
        places.take(person(last)).map(Arc::new)
    }

    /// Takes all places that are not kept.
    fn all_free(places: &Places) -> Vec<Arc<Place>> {
        let taken = (1..=12).map(|last| {
            let place = take(places, last).unwrap();
            assert_eq!(place.access(), Access::Full);
            place.greeted();
            place
        });
        taken.collect()
    }

    #[test]
    fn a_person_has_some_places_and_then_a_quarter_of_those_kept() {
        let places = places();
        let mut held = Vec::new();
        for _ in 0..6 {
            let place = take(&places, 1).unwrap();
            assert_eq!(place.access(), Access::Full);
            place.greeted();
            held.push(place);
        }
        for _ in 0..2 {
            let place = take(&places, 1).unwrap();
            assert_eq!(place.access(), Access::PlainOnly);
            held.push(place);
        }
        assert!(take(&places, 1).is_none());
        assert_eq!(take(&places, 2).unwrap().access(), Access::Full);
        drop(held);
        assert_eq!(take(&places, 1).unwrap().access(), Access::Full);
    }

    #[test]
    fn those_who_have_not_said_hello_have_fewer_places() {
        let places = places();
        let silent: Vec<_> = (0..3).map(|_| take(&places, 1).unwrap()).collect();
        assert_eq!(take(&places, 1).unwrap().access(), Access::PlainOnly);
        silent[0].greeted();
        assert_eq!(take(&places, 1).unwrap().access(), Access::Full);
        // Six of the twelve places that are not kept: two of this person, one who has said hello.
        let others: Vec<_> = (2..6).map(|last| take(&places, last).unwrap()).collect();
        assert_eq!(take(&places, 9).unwrap().access(), Access::SeatOnly);
        others[0].greeted();
        assert_eq!(take(&places, 9).unwrap().access(), Access::Full);
    }

    #[test]
    fn those_who_have_half_of_their_places_before_hello_give_way() {
        let places = places();
        let first = take(&places, 1).unwrap();
        assert!(!first.is_crowded());
        let second = take(&places, 1).unwrap();
        assert!(first.is_crowded() && second.is_crowded());
        assert!(!take(&places, 2).unwrap().is_crowded());
        second.greeted();
        assert!(!first.is_crowded() && !second.is_crowded());
    }

    #[test]
    fn a_full_server_keeps_places_for_seats() {
        let places = places();
        let mut held = Vec::new();
        for last in 1..=12 {
            let place = take(&places, last).unwrap();
            place.greeted();
            held.push(place);
        }
        for last in 20..24 {
            for _ in 0..2 {
                let place = take(&places, last).unwrap();
                assert_eq!(place.access(), Access::SeatOnly);
                held.push(place);
            }
            assert!(take(&places, last).is_none());
        }
        assert!(take(&places, 30).is_none());
        held.remove(0);
        assert_eq!(take(&places, 30).unwrap().access(), Access::Full);
    }

    /// When all of them had come back once, nobody could any more.
    #[test]
    fn a_kept_place_is_for_the_next_one_when_whoever_came_back_has_another() {
        let places = places();
        let mut held = all_free(&places);
        let back: Vec<_> = (0..8)
            .map(|at| take(&places, 20 + at / 2).unwrap())
            .collect();
        assert!(take(&places, 30).is_none());
        for place in &back {
            place.returned();
        }
        assert!(take(&places, 30).is_none(), "the server is full");
        held.pop();
        // That place is of one who came back, and not of the newcomer.
        let newcomer = take(&places, 30).unwrap();
        assert_eq!(newcomer.access(), Access::SeatOnly);
        assert!(take(&places, 31).is_none());
        drop(newcomer);
        // The next one has gone meanwhile.
        let mut back = VecDeque::from(back);
        drop(back.remove(1));
        held.pop();
        for last in [30, 31, 32] {
            assert_eq!(take(&places, last).unwrap().access(), Access::SeatOnly);
        }
        drop((held, back));
        let _held = all_free(&places);
        assert_eq!(take(&places, 60).unwrap().access(), Access::SeatOnly);
    }

    #[test]
    fn whoever_comes_back_where_a_place_is_free_by_then_has_it_at_once() {
        let places = places();
        let mut held = all_free(&places);
        let back = take(&places, 20).unwrap();
        assert_eq!(back.access(), Access::SeatOnly);
        held.pop();
        back.returned();
        back.returned();
        assert_eq!(take(&places, 30).unwrap().access(), Access::SeatOnly);
    }

    #[test]
    fn a_connection_of_a_proxy_counts_for_the_person_behind_it() {
        let places = places();
        let proxied = || {
            let place = places.take(Person::Unknown).unwrap();
            let counted = place.take_for(person(1));
            place.greeted();
            counted.then_some(place)
        };
        let held: Vec<_> = (0..6).map(|_| proxied().unwrap()).collect();
        assert!(proxied().is_none());
        assert_eq!(take(&places, 1).unwrap().access(), Access::PlainOnly);
        drop(held);
        assert!(proxied().is_some());
    }

    #[test]
    fn a_person_behind_a_proxy_has_a_quarter_of_the_kept_places() {
        let places = places();
        let full = all_free(&places);
        let kept = |last| {
            let place = places.take(Person::Unknown).unwrap();
            assert_eq!(place.access(), Access::SeatOnly);
            place.take_for(person(last)).then_some(place)
        };
        let held: Vec<_> = std::iter::from_fn(|| kept(1)).collect();
        assert_eq!(held.len(), 2, "a quarter of the eight");
        assert!(kept(2).is_some());
        drop((full, held));
    }
}
