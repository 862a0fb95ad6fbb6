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
                    // A guest who comes back after their number was freed has a key that was counted before.
                    state.give_back(owned.owner);
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use protocol::millis::Millis;

    use super::*;
    use crate::store::OwnedName;

    #[test]
    fn a_key_that_is_bound_again_counts_once_and_for_who_bound_it_last() {
        let names = NameHoldings::new(2);
        let [one, other] = [1, 2].map(|last| Person::at(IpAddr::from([10, 0, 0, last])));
        let bound = |key| NameChange::Owned {
            owned: OwnedName {
                owner: TokenHash(key),
                name: "guest-07".parse().unwrap(),
                used: Millis::ZERO,
            },
            skeleton: "guest-07".to_owned(),
        };
        for _ in 0..3 {
            names.note(one, true, &[bound(1)]);
            assert!(names.may_bind(one));
        }
        names.note(one, true, &[bound(2)]);
        assert!(!names.may_bind(one));
        names.note(other, true, &[bound(2)]);
        assert!(names.may_bind(one));
        names.note(other, false, &[NameChange::Freed(TokenHash(2))]);
        assert_eq!(names.state().counts.get(&other), None);
    }
}
