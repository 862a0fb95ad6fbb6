//! The names that keys own: bound by their first use, and freed after a year without one.
//!
//! Pure: moments and keys go in, changes for the store come out. A key is known by its hash alone, and owns one name.
//!
//! All owned names are in memory, so that a `hello` waits for no storage. The writer keeps changes that it could not
//! store, and tries them again.

use std::collections::BTreeMap;

use protocol::id::TokenHash;
use protocol::millis::Millis;
use protocol::text::Name;

use crate::base::skeleton::{Skeletons, guest_number};
use crate::store::{NameChange, OwnedName};

/// Names that are owned at most. They are in memory, some 400 bytes each, so that nobody who comes waits for the store;
/// more owners than this have none of the servers that people run for one another. Whoever comes then keeps a name for
/// the connection alone.
const MOST_OWNED: usize = 100_000;

/// Time without use after which a name is free.
const FREED_AFTER: Millis = Millis::from_millis(365 * DAY);

/// Time without use after which the number of a guest is free: long enough for a game by correspondence and its host's
/// restarts, and short enough that numbers stay low.
const GUEST_FREED_AFTER: Millis = Millis::from_millis(7 * DAY);

/// Time after which a further use is stored.
const STORED_EVERY: Millis = Millis::from_millis(DAY);

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The owned names.
#[derive(Debug, Default)]
pub(crate) struct NameOwners {
    owned: BTreeMap<TokenHash, OwnedName>,
    exact: BTreeMap<String, TokenHash>,
    folded: BTreeMap<String, TokenHash>,
    /// The numbers of guests among them.
    guests: BTreeMap<u32, TokenHash>,
}

impl NameOwners {
    /// Returns the owners of these names, the first of those that look alike and of those of one key.
    pub(crate) fn new(stored: Vec<OwnedName>) -> Self {
        let mut owners = Self::default();
        for owned in stored {
            let skeletons = Skeletons::new(&owned.name);
            let is_free = !owners.owned.contains_key(&owned.owner)
                && !owners.exact.contains_key(&skeletons.exact)
                && !owners.folded.contains_key(&skeletons.folded);
            if is_free && owners.owned.len() < MOST_OWNED {
                owners.insert(owned, skeletons);
            }
        }
        owners
    }

    /// Returns true if a key other than `key` owns the name, or one that looks like it.
    pub(crate) fn is_others(
        &self,
        skeletons: &Skeletons,
        key: Option<TokenHash>,
        now: Millis,
    ) -> bool {
        self.alike(skeletons)
            .any(|owned| Some(owned.owner) != key && !is_stale(owned, now))
    }

    /// Returns true if this is what another device of the owner of a name is called, or looks like it: the name, cut if
    /// it was too long, with a number at its end. The owner is one with another key than `key`.
    pub(crate) fn is_device_of_other(
        &self,
        name: &Name,
        key: Option<TokenHash>,
        now: Millis,
    ) -> bool {
        let skeletons = Skeletons::new(name);
        let Some(stem) = skeletons.without_number() else {
            return false;
        };
        let is_owned = |owned: &OwnedName| !is_stale(owned, now);
        // Bound before the name without the number was.
        let mut alike = self.alike(&skeletons);
        if alike.any(|owned| Some(owned.owner) == key && is_owned(owned)) {
            return false;
        }
        // One character fewer, if the cut left a space at the end.
        let may_be_cut = name.as_str().chars().count() + 1 >= Name::LONGEST;
        let names = [(&self.exact, &stem.exact), (&self.folded, &stem.folded)];
        let mut owners = names.into_iter().flat_map(|(names, stem)| {
            let from_there = names.range(stem.clone()..);
            let alike = from_there.take_while(move |(name, _)| {
                *name == stem || may_be_cut && name.starts_with(stem.as_str())
            });
            alike.filter_map(move |(_, owner)| self.owned.get(owner))
        });
        owners.any(|owned| Some(owned.owner) != key && is_owned(owned))
    }

    /// Returns the name of a key.
    pub(crate) fn name_of(&self, key: TokenHash, now: Millis) -> Option<&Name> {
        let owned = self.owned.get(&key).filter(|owned| !is_stale(owned, now));
        owned.map(|owned| &owned.name)
    }

    /// Returns true if the number is that of a guest with a key.
    pub(crate) fn keeps_guest(&self, number: u32, now: Millis) -> bool {
        let owner = self.guests.get(&number);
        let owned = owner.and_then(|owner| self.owned.get(owner));
        owned.is_some_and(|owned| !is_stale(owned, now))
    }

    /// Binds a name that is nobody else's to a key, in place of the one that it owned, and returns the changes to
    /// store.
    pub(crate) fn bind(&mut self, key: TokenHash, name: &Name, now: Millis) -> Vec<NameChange> {
        let skeletons = Skeletons::new(name);
        if let Some(owned) = self.owned.get(&key)
            && owned.name == *name
            && now < owned.used + STORED_EVERY
        {
            return Vec::new();
        }
        let stale: Vec<_> = self
            .alike(&skeletons)
            .map(|owned| owned.owner)
            .filter(|owner| *owner != key)
            .collect();
        let mut changes = Vec::new();
        for owner in stale {
            self.remove(owner);
            changes.push(NameChange::Freed(owner));
        }
        self.remove(key);
        if self.owned.len() >= MOST_OWNED {
            let stale = self.owned.values().find(|owned| is_stale(owned, now));
            let Some(owner) = stale.map(|owned| owned.owner) else {
                changes.push(NameChange::Freed(key));
                return changes;
            };
            self.remove(owner);
            changes.push(NameChange::Freed(owner));
        }
        let owned = OwnedName {
            owner: key,
            name: name.clone(),
            used: now,
        };
        changes.push(NameChange::owned(owned.clone()));
        self.insert(owned, skeletons);
        changes
    }

    /// Takes in a change that another server stored.
    pub(crate) fn learn(&mut self, change: NameChange) {
        self.remove(change.owner());
        if let NameChange::Owned { owned, .. } = change {
            self.release(&owned.name);
            let skeletons = Skeletons::new(&owned.name);
            self.insert(owned, skeletons);
        }
    }

    /// Frees a name, and those that look like it.
    pub(crate) fn release(&mut self, name: &Name) -> Vec<NameChange> {
        let owners: Vec<_> = self
            .alike(&Skeletons::new(name))
            .map(|owned| owned.owner)
            .collect();
        for owner in &owners {
            self.remove(*owner);
        }
        owners.into_iter().map(NameChange::Freed).collect()
    }

    fn alike(&self, skeletons: &Skeletons) -> impl Iterator<Item = &OwnedName> {
        let exact = self.exact.get(&skeletons.exact);
        let folded = self.folded.get(&skeletons.folded);
        let folded = folded.filter(move |&owner| Some(owner) != exact);
        let owners = exact.into_iter().chain(folded);
        owners.filter_map(|owner| self.owned.get(owner))
    }

    fn insert(&mut self, owned: OwnedName, skeletons: Skeletons) {
        self.exact.insert(skeletons.exact, owned.owner);
        self.folded.insert(skeletons.folded, owned.owner);
        if let Some(number) = guest_number(&owned.name) {
            self.guests.insert(number, owned.owner);
        }
        self.owned.insert(owned.owner, owned);
    }

    fn remove(&mut self, owner: TokenHash) {
        if let Some(owned) = self.owned.remove(&owner) {
            let skeletons = Skeletons::new(&owned.name);
            self.exact.remove(&skeletons.exact);
            self.folded.remove(&skeletons.folded);
            if let Some(number) = guest_number(&owned.name) {
                self.guests.remove(&number);
            }
        }
    }
}

fn is_stale(owned: &OwnedName, now: Millis) -> bool {
    let after = if guest_number(&owned.name).is_some() {
        GUEST_FREED_AFTER
    } else {
        FREED_AFTER
    };
    now >= owned.used + after
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: TokenHash = TokenHash(1);
    const BO: TokenHash = TokenHash(2);
    const START: Millis = Millis::from_millis(1_700_000_000_000);

    fn name(text: &str) -> Name {
        Name::clean(text).unwrap()
    }

    fn is_others(owners: &NameOwners, text: &str, key: Option<TokenHash>, now: Millis) -> bool {
        owners.is_others(&Skeletons::new(&name(text)), key, now)
    }

    #[test]
    fn a_name_belongs_to_the_key_that_used_it_first_and_to_no_look_alike() {
        let mut owners = NameOwners::default();
        assert_eq!(owners.bind(ANA, &name("Ana"), START).len(), 1);
        for (text, key, expected) in [
            ("Ana", Some(ANA), false),
            ("\u{430}na", Some(ANA), false),
            ("Ana", Some(BO), true),
            ("ANA", None, true),
            ("\u{430}na", None, true),
            ("Anna", None, false),
        ] {
            assert_eq!(is_others(&owners, text, key, START), expected, "{text}");
        }
    }

    #[test]
    fn the_number_of_another_device_belongs_to_the_owner_of_the_name() {
        let mut owners = NameOwners::default();
        owners.bind(ANA, &name("Paypal"), START);
        for (text, key, expected) in [
            ("Paypal (2)", None, true),
            ("Paypal (2)", Some(BO), true),
            ("P\u{430}yp\u{430}l (31)", None, true),
            ("paypal(2)", None, true),
            ("Paypal (2)", Some(ANA), false),
            ("Paypal 2", None, false),
            ("Pay (2)", None, false),
            ("Paypals (2)", None, false),
        ] {
            let found = owners.is_device_of_other(&name(text), key, START);
            assert_eq!(found, expected, "{text}");
        }
        let after = START + FREED_AFTER;
        assert!(!owners.is_device_of_other(&name("Paypal (2)"), None, after));
        // Who had it before keeps it.
        owners.bind(BO, &name("Cleo (2)"), START);
        owners.bind(ANA, &name("Cleo"), START);
        assert!(!owners.is_device_of_other(&name("Cleo (2)"), Some(BO), START));
        assert!(owners.is_device_of_other(&name("Cleo (3)"), Some(BO), START));
    }

    #[test]
    fn a_name_that_was_cut_for_its_number_belongs_to_the_owner() {
        for long in ["Paypal Support Team", "123456789012345 7890"] {
            let mut owners = NameOwners::default();
            owners.bind(ANA, &name(long), START);
            for number in [2, 10] {
                let device = name(long).with_suffix(number);
                assert!(owners.is_device_of_other(&device, None, START), "{device}");
                assert!(!owners.is_device_of_other(&device, Some(ANA), START));
            }
        }
    }

    #[test]
    fn a_key_owns_one_name_and_another_frees_the_former() {
        let mut owners = NameOwners::default();
        owners.bind(ANA, &name("Ana"), START);
        owners.bind(ANA, &name("Cleo"), START);
        assert_eq!(owners.name_of(ANA, START), Some(&name("Cleo")));
        assert!(!is_others(&owners, "Ana", None, START));
        assert!(is_others(&owners, "cleo", None, START));
    }

    #[test]
    fn a_use_is_stored_once_a_day_and_a_name_is_free_after_a_year() {
        let mut owners = NameOwners::default();
        owners.bind(ANA, &name("Ana"), START);
        let late = START + Millis::from_millis(DAY - 1);
        assert_eq!(owners.bind(ANA, &name("Ana"), late), []);
        let used = START + STORED_EVERY;
        assert_eq!(owners.bind(ANA, &name("Ana"), used).len(), 1);
        let last = used + Millis::from_millis(365 * DAY - 1);
        assert!(is_others(&owners, "Ana", Some(BO), last));
        let after = used + FREED_AFTER;
        assert!(!is_others(&owners, "Ana", Some(BO), after));
        assert_eq!(owners.name_of(ANA, after), None);
        let changes = owners.bind(BO, &name("ana"), after);
        assert_eq!(changes.first(), Some(&NameChange::Freed(ANA)));
        assert_eq!(owners.name_of(BO, after), Some(&name("ana")));
    }

    #[test]
    fn a_name_that_is_released_is_anybodys() {
        let mut owners = NameOwners::default();
        owners.bind(ANA, &name("Ana"), START);
        assert_eq!(owners.release(&name("Bo")), []);
        assert_eq!(owners.release(&name("ana")), [NameChange::Freed(ANA)]);
        assert!(!is_others(&owners, "Ana", Some(BO), START));
        owners.bind(BO, &name("Ana"), START);
        assert!(is_others(&owners, "Ana", Some(ANA), START));
    }

    #[test]
    fn names_that_are_stored_are_owned_after_a_restart() {
        let owned = |owner, text| OwnedName {
            owner,
            name: name(text),
            used: START,
        };
        // The second could only be there by another rule of what looks alike.
        let owners = NameOwners::new(vec![owned(ANA, "Ana"), owned(BO, "ANA")]);
        assert!(is_others(&owners, "ana", Some(BO), START));
        assert_eq!(owners.name_of(BO, START), None);
    }
}
