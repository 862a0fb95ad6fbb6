//! The ledger of the names that each person has bound to keys since the server was started.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use protocol::id::TokenHash;

use crate::person::Person;
use crate::store::NameChange;

/// Keys that were bound to a name, by who bound them.
#[derive(Debug)]
pub(crate) struct NameHoldings {
    /// Most that one person may bind.
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    keys: BTreeMap<TokenHash, Person>,
    counts: BTreeMap<Person, usize>,
}

impl NameHoldings {
    /// Returns a ledger of which each person may bind `most`.
    pub(crate) fn new(most: usize) -> Self {
        let state = Mutex::default();
        Self { most, state }
    }

    /// Returns true if a person may bind one more name.
    pub(crate) fn may_bind(&self, person: Person) -> bool {
        let bound = self.state().counts.get(&person).copied().unwrap_or(0);
        person == Person::Unknown || bound < self.most
    }

    /// Counts the names that a person bound by these changes, to keys that had none, and gives back those that are
    /// free.
    pub(crate) fn note(&self, person: Person, is_new: bool, changes: &[NameChange]) {
        let mut state = self.state();
        for change in changes {
            match change {
                NameChange::Owned { owned, .. } if is_new && person != Person::Unknown => {
                    state.keys.insert(owned.owner, person);
                    *state.counts.entry(person).or_default() += 1;
                }
                NameChange::Owned { .. } => {}
                NameChange::Freed(key) => state.give_back(*key),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    fn give_back(&mut self, key: TokenHash) {
        let Some(person) = self.keys.remove(&key) else {
            return;
        };
        if let Some(count) = self.counts.get_mut(&person) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&person);
            }
        }
    }
}
