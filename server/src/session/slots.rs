//! The slots of connections: how many there are, how many one address has, and the share that is reserved.
//!
//! The last slots are reserved for `GET /healthz`, for an answer that says why there is no slot, and for people who
//! return to a seat, see [`Access`]. A reserved slot is an ordinary one if its connection has shown a seat token, or
//! as soon as others end: only the numbers count.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use prometheus_client::metrics::gauge::Gauge;

use crate::config::Config;
use crate::config::limits::PEOPLE;
use crate::people::person::Person;

/// Connections of [`PEOPLE`] people at one address: each has a client, a browser, and a few to spare.
const CONNECTIONS: usize = 200;

/// Connections of [`PEOPLE`] people at one address that have not said `hello`: all return at once, and half as many
/// again. From half of them on, those that load the page are closed after each answer.
const SILENT: usize = 60;

/// Connections of an address beyond its own that are told so.
const TOLD: usize = 8;

/// The reserved share: one slot of so many; and the part of it on which one address may wait, so that fourteen
/// addresses that refill a full server leave slots for others. Whoever has shown a seat token waits no more.
const RESERVED: usize = 20;

/// The slots of a server.
#[derive(Debug)]
pub(crate) struct Slots {
    most: usize,
    reserved: usize,
    /// Most of one address.
    each: Count,
    state: Mutex<State>,
    open: Gauge,
}

#[derive(Debug, Default)]
struct State {
    all: Count,
    addresses: BTreeMap<Person, Count>,
}

/// Numbers of connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    open: usize,
    /// Those that have not said `hello`, or on a reserved slot have shown no seat token.
    silent: usize,
}

/// Use that a connection may make of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Any.
    Full,
    /// The slot is reserved: the session must return to a seat within the time for a handshake.
    SeatOnly,
    /// The address has too many connections: plain answers only.
    PlainOnly,
}

/// The slot of one connection, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    slots: Arc<Slots>,
    access: Access,
    held: Mutex<Held>,
}

/// The counts in which a connection is.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// Unknown for a connection of a trusted proxy until the request has been read.
    address: Person,
    is_silent: bool,
}

impl Slots {
    /// Returns the slots of a server, all free, which count their connections in `open`.
    pub(crate) fn new(config: &Config, open: &Gauge) -> Arc<Self> {
        let people = config.people_per_address as usize;
        let of_people = |usual: usize| (usual * people).div_ceil(PEOPLE as usize);
        Arc::new(Self {
            most: config.connections,
            reserved: Self::reserved(config),
            each: Count {
                open: of_people(CONNECTIONS),
                silent: of_people(SILENT),
            },
            state: Mutex::default(),
            open: open.clone(),
        })
    }

    /// Returns the number of slots that are reserved.
    pub(crate) fn reserved(config: &Config) -> usize {
        config
            .connections
            .div_ceil(RESERVED)
            .min(config.connections / 2)
    }

    /// Returns the slot of a connection that begins; none if there is not even one for an answer.
    pub(crate) fn take(self: &Arc<Self>, address: Person) -> Option<Slot> {
        let mut state = self.state();
        if state.all.open >= self.most {
            return None;
        }
        let is_reserved = self.is_reserved(&state);
        let own = state.of(address);
        let allowed = self.allowed(is_reserved);
        let access = if own.open < allowed.open && own.silent < allowed.silent {
            if is_reserved {
                Access::SeatOnly
            } else {
                Access::Full
            }
        } else if !is_reserved
            && own.open < allowed.open + TOLD
            && own.silent < allowed.silent + TOLD
        {
            Access::PlainOnly
        } else {
            return None;
        };
        let held = Held {
            address,
            is_silent: true,
        };
        state.add(held);
        drop(state);
        self.open.inc();
        Some(Slot {
            slots: Arc::clone(self),
            access,
            held: Mutex::new(held),
        })
    }

    /// Returns true if the next slot is a reserved one, or if connections that say nothing have half of the others.
    fn is_reserved(&self, state: &State) -> bool {
        let others = self.most - self.reserved;
        state.all.open >= others || state.all.silent >= others.div_ceil(2)
    }

    /// Returns how many connections one address may have.
    fn allowed(&self, is_reserved: bool) -> Count {
        let Count { open, silent } = self.each;
        let waiting = (self.reserved / RESERVED).max(1);
        Count {
            open,
            silent: if is_reserved {
                silent.min(waiting)
            } else {
                silent
            },
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    fn of(&self, address: Person) -> Count {
        self.addresses.get(&address).copied().unwrap_or_default()
    }

    fn add(&mut self, held: Held) {
        self.all.open += 1;
        self.all.silent += usize::from(held.is_silent);
        self.add_to_address(held);
    }

    /// Counts a connection for its address, if that is known.
    fn add_to_address(&mut self, held: Held) {
        if held.address != Person::Unknown {
            let own = self.addresses.entry(held.address).or_default();
            own.open += 1;
            own.silent += usize::from(held.is_silent);
        }
    }

    fn remove(&mut self, held: Held) {
        self.all.open -= 1;
        self.all.silent -= usize::from(held.is_silent);
        if let Some(own) = self.addresses.get_mut(&held.address) {
            own.open -= 1;
            own.silent -= usize::from(held.is_silent);
            if own.open == 0 {
                self.addresses.remove(&held.address);
            }
        }
    }
}

impl Slot {
    /// Returns the use that may be made of the slot.
    pub(crate) fn access(&self) -> Access {
        self.access
    }

    /// Counts the connection for an address that a trusted proxy names; false if that has as many as it may.
    pub(crate) fn count_for(&self, address: Person) -> bool {
        let mut state = self.slots.state();
        let own = state.of(address);
        let allowed = self.slots.allowed(self.access == Access::SeatOnly);
        let fits = own.open < allowed.open && own.silent < allowed.silent;
        if fits {
            let mut held = self.held();
            held.address = address;
            state.add_to_address(*held);
        }
        fits
    }

    /// Returns true if the address has half of the silent connections that it may, this with them: one that has its
    /// answer should give way to the next.
    pub(crate) fn is_crowded(&self) -> bool {
        let address = self.held().address;
        let silent = self.slots.state().of(address).silent;
        silent > 1 && 2 * silent >= self.slots.each.silent
    }

    /// Notes that the connection is silent no more.
    pub(crate) fn greeted(&self) {
        let mut state = self.slots.state();
        let mut held = self.held();
        if std::mem::take(&mut held.is_silent) {
            state.all.silent -= 1;
            if let Some(own) = state.addresses.get_mut(&held.address) {
                own.silent -= 1;
            }
        }
    }

    /// Never locked before the state of all slots, if both are.
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("no holder panics")
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let held = *self.held();
        self.slots.state().remove(held);
        self.slots.open.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Person {
        Person::at([192, 0, 2, last].into())
    }

    /// Slots for 160 connections, 8 of them reserved; of one address 10, of which 3 are silent.
    fn slots() -> Arc<Slots> {
        let config = Config {
            connections: 160,
            people_per_address: 2,
            ..Config::default()
        };
        Slots::new(&config, &Gauge::default())
    }

    /// Takes a slot, and says hello on it if it is not reserved.
    fn take(slots: &Arc<Slots>, last: u8) -> (Access, Slot) {
        let slot = slots.take(address(last)).expect("a slot is free");
        if slot.access() == Access::Full {
            slot.greeted();
        }
        (slot.access(), slot)
    }

    /// Takes all slots that are not reserved.
    fn all_free(slots: &Arc<Slots>) -> Vec<Slot> {
        let taken = (0..152).map(|number| {
            let (access, slot) = take(slots, number / 10);
            assert_eq!(access, Access::Full);
            slot
        });
        taken.collect()
    }

    #[test]
    fn an_address_has_some_slots_and_a_few_to_be_told_that_it_has_no_more() {
        let slots = slots();
        let mut held: Vec<_> = (0..10).map(|_| take(&slots, 1)).collect();
        assert!(held.iter().all(|(access, _)| *access == Access::Full));
        while let Some(slot) = slots.take(address(1)) {
            assert_eq!(slot.access(), Access::PlainOnly);
            held.push((slot.access(), slot));
        }
        assert!(held.len() < 20, "{}", held.len());
        assert_eq!(take(&slots, 2).0, Access::Full);
        held.truncate(9);
        assert_eq!(take(&slots, 1).0, Access::Full);
        drop(held);
        assert_eq!(slots.state().all, Count::default());
        assert!(slots.state().addresses.is_empty());
    }

    #[test]
    fn an_address_has_fewer_slots_before_it_says_hello_and_all_of_them_half() {
        let slots = slots();
        let silent: Vec<_> = (0..3).map(|_| slots.take(address(1)).unwrap()).collect();
        assert_eq!(take(&slots, 1).0, Access::PlainOnly);
        silent[0].greeted();
        silent[0].greeted();
        assert_eq!(take(&slots, 1).0, Access::Full);
        // Half of the 152 that are not reserved.
        let others: Vec<_> = (0..74)
            .map(|number| slots.take(address(10 + number / 3)).unwrap())
            .collect();
        assert_eq!(take(&slots, 99).0, Access::SeatOnly);
        others[0].greeted();
        assert_eq!(take(&slots, 99).0, Access::Full);
    }

    #[test]
    fn connections_give_way_if_their_address_has_half_of_its_silent_ones() {
        let slots = slots();
        let first = slots.take(address(1)).unwrap();
        assert!(!first.is_crowded());
        let second = slots.take(address(1)).unwrap();
        assert!(first.is_crowded() && second.is_crowded());
        assert!(!slots.take(address(2)).unwrap().is_crowded());
        second.greeted();
        assert!(!first.is_crowded() && !second.is_crowded());
    }

    #[test]
    fn a_full_server_has_reserved_slots_of_which_one_address_waits_on_few() {
        let slots = slots();
        let mut taken = all_free(&slots);
        let (access, slot) = take(&slots, 20);
        assert_eq!(access, Access::SeatOnly);
        assert!(slots.take(address(20)).is_none());
        // Whoever has shown a seat token waits no more.
        slot.greeted();
        taken.push(slot);
        for last in 20..27 {
            let (access, slot) = take(&slots, last);
            assert_eq!(access, Access::SeatOnly);
            taken.push(slot);
        }
        assert!(slots.take(address(30)).is_none(), "the server is full");
        // As soon as others end, those who have returned are on ordinary slots.
        taken.drain(..8);
        assert_eq!(take(&slots, 30).0, Access::SeatOnly);
        taken.drain(..1);
        assert_eq!(take(&slots, 30).0, Access::Full);
    }

    #[test]
    fn a_connection_of_a_proxy_counts_for_the_address_that_it_names() {
        let slots = slots();
        let proxied = || {
            let slot = slots.take(Person::Unknown).unwrap();
            let counted = slot.count_for(address(1));
            slot.greeted();
            counted.then_some(slot)
        };
        let held: Vec<_> = (0..10).map(|_| proxied().unwrap()).collect();
        assert!(proxied().is_none());
        assert_eq!(take(&slots, 1).0, Access::PlainOnly);
        drop(held);
        assert!(proxied().is_some());
        let _full = all_free(&slots);
        let [one, other] = [(); 2].map(|()| slots.take(Person::Unknown).unwrap());
        assert_eq!(one.access(), Access::SeatOnly);
        assert!(one.count_for(address(40)) && !other.count_for(address(40)));
    }
}
