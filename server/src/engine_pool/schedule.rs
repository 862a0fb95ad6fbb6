//! The order of searches: which one begins, goes on, or gives way. It has no thread, clock or lock.
//!
//! ```text
//! add -> waiting, by class and person -> next: running -> remove
//!                     ^-------- pause --------'
//! ```
//!
//! A free place to run goes to the first class that waits, and in it to the person served longest ago, so that
//! a hundred rooms of one person weigh as much as another's one. A class that was passed over [`PATIENCE`] times is
//! next, so that none waits for ever.

mod class_queue;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use self::class_queue::{ClassQueue, Ticket};
use super::priority::{Priority, PriorityClass};
use crate::person::Person;

/// Times that a class may be passed over while it waits. With one class before it, it has a 17th of the time.
const PATIENCE: u32 = 16;

/// Limits on the searches of a schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Searches that run at once.
    pub(super) running: usize,
    /// Searches of bots that have begun and are not over, running or paused. The last quarter is for people of
    /// whom none has begun.
    pub(super) begun: usize,
    /// Those of one person.
    pub(super) begun_by_person: usize,
    /// Analyses that have begun and are not over.
    pub(super) analyses: usize,
    /// Analyses of one person, begun or not.
    pub(super) analyses_by_person: usize,
}

/// The searches, waiting and under way.
#[derive(Debug)]
pub(super) struct Schedule {
    limits: Limits,
    /// Number of the last search.
    last: u64,
    /// Times that a search was chosen.
    turns: u64,
    searches: BTreeMap<u64, Search>,
    /// Those that have begun.
    begun: BTreeSet<u64>,
    /// By class.
    waiting: [ClassQueue; PriorityClass::ALL.len()],
    /// Times that each class was passed over since it was served.
    passed_over: [u32; PriorityClass::ALL.len()],
}

#[derive(Clone, Copy, Debug)]
struct Search {
    priority: Priority,
    phase: Phase,
    /// Last turn before it came into this phase, or in which it was chosen.
    turn: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Queued,
    Running {
        /// True if it was told to pause.
        gives_way: bool,
    },
    Paused,
}

/// Error of an analysis for a person who has as many open as one may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

impl Schedule {
    /// Returns a schedule without searches.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            last: 0,
            turns: 0,
            searches: BTreeMap::new(),
            begun: BTreeSet::new(),
            waiting: Default::default(),
            passed_over: Default::default(),
        }
    }

    /// Adds a search, and returns its number.
    pub(super) fn add(&mut self, priority: Priority) -> Result<u64, TooMany> {
        let Priority { class, person } = priority;
        if class == PriorityClass::Analysis {
            let begun = self.begun_of(|begun| begun == priority);
            let open = begun + self.waiting[class as usize].queued(person);
            if open >= self.limits.analyses_by_person {
                return Err(TooMany);
            }
        }
        self.last += 1;
        let search = Search {
            priority,
            phase: Phase::Queued,
            turn: self.turns,
        };
        self.searches.insert(self.last, search);
        self.queue(self.last);
        Ok(self.last)
    }

    /// Chooses the next search to run and returns its number; none if all places are taken, or nothing waits
    /// that may run.
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.running().count() >= self.limits.running {
            return None;
        }
        let candidates = PriorityClass::ALL.map(|class| self.candidate(class));
        let mut chosen = candidates.iter().position(Option::is_some)?;
        for (at, candidate) in candidates.iter().enumerate() {
            let passed_over = self.passed_over[at];
            if candidate.is_some() && passed_over >= PATIENCE.max(self.passed_over[chosen]) {
                chosen = at;
            }
        }
        for (at, candidate) in candidates.iter().enumerate() {
            let waits = candidate.is_some() && at != chosen;
            self.passed_over[at] = if waits { self.passed_over[at] + 1 } else { 0 };
        }
        let number = candidates[chosen]?;
        self.turns += 1;
        self.unqueue(number);
        let search = self.searches.get_mut(&number)?;
        self.waiting[chosen].serve(search.priority.person, self.turns);
        search.turn = self.turns;
        search.phase = Phase::Running { gives_way: false };
        self.begun.insert(number);
        Some(number)
    }

    /// Returns true if a search waits that may run when a place is free.
    pub(super) fn is_contended(&self) -> bool {
        PriorityClass::ALL
            .into_iter()
            .any(|class| self.candidate(class).is_some())
    }

    /// Returns the search that is to pause for one that waits and has not run before: one of a later class, or
    /// in the same class of another person, if of this one none runs.
    pub(super) fn gives_way_to(&mut self, number: u64) -> Option<u64> {
        let Search {
            priority, phase, ..
        } = *self.searches.get(&number)?;
        let Priority { class, person } = priority;
        if phase != Phase::Queued || !self.may_begin(class, person) {
            return None;
        }
        let runs = self.running().any(|(_, other)| other.priority == priority);
        let others = self.running().filter(|(_, other)| {
            let later = other.priority.class > class;
            let beside = other.priority.class == class && !runs;
            other.phase == Phase::Running { gives_way: false } && (later || beside)
        });
        // Of the latest class the one that has run for longest.
        let last = others.max_by_key(|(_, other)| (other.priority.class, Reverse(other.turn)));
        let (gives_way, _) = last?;
        let search = self.searches.get_mut(&gives_way)?;
        search.phase = Phase::Running { gives_way: true };
        Some(gives_way)
    }

    /// Pauses a search that runs, which may be the next to run again. Returns false if there is no such search.
    pub(super) fn pause(&mut self, number: u64) -> bool {
        let Some(search) = self.searches.get_mut(&number) else {
            return false;
        };
        let Phase::Running { .. } = search.phase else {
            return false;
        };
        search.phase = Phase::Paused;
        self.queue(number);
        true
    }

    /// Removes a search, wherever it is.
    pub(super) fn remove(&mut self, number: u64) {
        self.unqueue(number);
        self.begun.remove(&number);
        self.searches.remove(&number);
    }

    /// Changes the priority of a search.
    pub(super) fn set_priority(&mut self, number: u64, priority: Priority) {
        self.unqueue(number);
        let Some(search) = self.searches.get_mut(&number) else {
            return;
        };
        search.priority = priority;
        self.queue(number);
    }

    /// Returns true if the search has a place to run.
    pub(super) fn is_running(&self, number: u64) -> bool {
        let search = self.searches.get(&number);
        search.is_some_and(|search| matches!(search.phase, Phase::Running { .. }))
    }

    /// Returns the number of searches that have not begun.
    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.searches.len() - self.begun.len()
    }

    /// Returns the number of searches that wait, in the order of the classes.
    pub(super) fn waiting(&self) -> [usize; PriorityClass::ALL.len()] {
        self.waiting.each_ref().map(ClassQueue::len)
    }

    /// Returns the search of a class that is next to run.
    fn candidate(&self, class: PriorityClass) -> Option<u64> {
        self.waiting[class as usize].first(|person| self.may_begin(class, person))
    }

    /// Returns true if another search of this priority may begin.
    fn may_begin(&self, class: PriorityClass, person: Person) -> bool {
        let limits = self.limits;
        if class == PriorityClass::Analysis {
            let analyses = self.begun_of(|begun| begun.class == PriorityClass::Analysis);
            return analyses < limits.analyses;
        }
        let bots = self.begun_of(|begun| begun.class != PriorityClass::Analysis);
        // What nobody waits for keeps nobody from playing.
        let theirs = self.begun_of(|begun| {
            begun.class != PriorityClass::Analysis && begun.class <= class && begun.person == person
        });
        let has_place = if theirs == 0 {
            bots < limits.begun
        } else {
            theirs < limits.begun_by_person && bots < limits.begun - limits.begun / 4
        };
        // Nor do matches that nobody sees take the places of all others.
        let unseen = || self.begun_of(|begun| begun.class == PriorityClass::Unwatched);
        has_place && (class != PriorityClass::Unwatched || unseen() < limits.running)
    }

    /// Returns the number of searches under way whose priority is such.
    fn begun_of(&self, such: impl Fn(Priority) -> bool) -> usize {
        self.begun
            .iter()
            .filter(|number| such(self.searches[number].priority))
            .count()
    }

    /// Returns the searches that run.
    fn running(&self) -> impl Iterator<Item = (u64, Search)> {
        self.begun.iter().filter_map(|number| {
            let search = self.searches[number];
            matches!(search.phase, Phase::Running { .. }).then_some((*number, search))
        })
    }

    /// Puts a search among those that wait, if it does not run.
    fn queue(&mut self, number: u64) {
        let Search {
            priority,
            phase,
            turn,
        } = self.searches[&number];
        let waiting = &mut self.waiting[priority.class as usize];
        let ticket = Ticket { turn, number };
        match phase {
            Phase::Queued => waiting.person_queue(priority.person).queued.insert(ticket),
            Phase::Paused => waiting.person_queue(priority.person).paused.insert(ticket),
            Phase::Running { .. } => false,
        };
    }

    /// Takes a search out of those that wait.
    fn unqueue(&mut self, number: u64) {
        if let Some(Search { priority, turn, .. }) = self.searches.get(&number) {
            let ticket = Ticket {
                turn: *turn,
                number,
            };
            self.waiting[priority.class as usize].remove(priority.person, ticket);
        }
    }
}

#[cfg(test)]
mod tests;
