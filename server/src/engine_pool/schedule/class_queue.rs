//! Searches of one class that wait, by person.

use std::collections::{BTreeMap, BTreeSet};

use crate::person::Person;

/// People whose last turn is remembered. Beyond that it is forgotten, and everybody begins anew.
const REMEMBERED: usize = 4096;

/// A search that waits: of one person they are served in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket {
    /// Last turn before it began to wait.
    pub(super) turn: u64,
    pub(super) number: u64,
}

/// Searches of one class that wait.
#[derive(Debug, Default)]
pub(super) struct ClassQueue {
    people: BTreeMap<Person, PersonQueue>,
    /// Turn in which each person was served last, while anybody waits.
    served: BTreeMap<Person, u64>,
}

/// Searches of one person that wait.
#[derive(Debug, Default)]
pub(super) struct PersonQueue {
    /// Those that have not begun.
    pub(super) queued: BTreeSet<Ticket>,
    /// Those that have.
    pub(super) paused: BTreeSet<Ticket>,
}

impl ClassQueue {
    /// Returns the queue of a person, to which a search will be added.
    pub(super) fn person_queue(&mut self, person: Person) -> &mut PersonQueue {
        self.people.entry(person).or_default()
    }

    /// Removes a search of a person, if it waits.
    pub(super) fn remove(&mut self, person: Person, ticket: Ticket) {
        let Some(queue) = self.people.get_mut(&person) else {
            return;
        };
        queue.queued.remove(&ticket);
        queue.paused.remove(&ticket);
        if queue.queued.is_empty() && queue.paused.is_empty() {
            self.people.remove(&person);
        }
    }

    /// Notes that a person was served in this turn.
    pub(super) fn serve(&mut self, person: Person, turn: u64) {
        if self.people.is_empty() || self.served.len() >= REMEMBERED {
            self.served.clear();
        }
        self.served.insert(person, turn);
    }

    /// Returns the search to serve next: of the person who was served longest ago, the one that has waited
    /// longest. One that is queued counts if its person may begin another.
    pub(super) fn first(&self, may_begin: impl Fn(Person) -> bool) -> Option<u64> {
        let firsts = self.people.iter().filter_map(|(person, queue)| {
            let queued = queue.queued.first().filter(|_| may_begin(*person));
            let first = queued.into_iter().chain(queue.paused.first()).min()?;
            Some((self.served.get(person), first.number))
        });
        firsts.min().map(|(_, number)| number)
    }

    /// Returns the number of searches that wait, begun or not.
    pub(super) fn len(&self) -> usize {
        let queues = self.people.values();
        queues
            .map(|queue| queue.queued.len() + queue.paused.len())
            .sum()
    }

    /// Returns the number of searches of a person that have not begun.
    pub(super) fn queued(&self, person: Person) -> usize {
        self.people
            .get(&person)
            .map_or(0, |queue| queue.queued.len())
    }
}
