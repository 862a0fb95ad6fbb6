//! The people who are connected, by name: no two people present have the same, or names that look alike, and nobody
//! has the name that another one's key owns.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use protocol::id::{PlayerId, TokenHash};
use protocol::message::LOBBY_NAMES;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;

use crate::name_owners::NameOwners;
use crate::skeleton::{Reserved, Skeletons};
use crate::store::{NameChange, OwnedName};

/// Everybody who is connected and has said hello, and the names that are owned.
#[derive(Debug, Default)]
pub(crate) struct People {
    state: Mutex<State>,
    reserved: Reserved,
    last: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    present: Present,
    owners: NameOwners,
}

/// Somebody who was let in.
#[derive(Debug)]
pub(crate) struct Entered {
    pub(crate) who: PlayerId,
    pub(crate) name: Name,
    /// Changes of the owned names, to be stored.
    pub(crate) changes: Vec<NameChange>,
}

impl People {
    /// Returns nobody, with these names of bots and with what the store has of owned names.
    pub(crate) fn new<'a>(bots: impl Iterator<Item = &'a str>, owned: Vec<OwnedName>) -> Self {
        let state = State {
            present: Present::default(),
            owners: NameOwners::new(owned),
        };
        Self {
            state: Mutex::new(state),
            reserved: Reserved::new(bots),
            last: AtomicU64::default(),
        }
    }

    /// Lets a person in under the wanted name, or with a number behind it where somebody present has it; without a
    /// wanted name under that which the key owns, or as a guest. A name that is nobody's is the key's from now on.
    ///
    /// # Errors
    ///
    /// [`Refusal::NameOwned`] if the name is reserved, or somebody else's.
    pub(crate) fn enter(
        &self,
        wanted: Option<&str>,
        key: Option<TokenHash>,
        now: Millis,
    ) -> Result<Entered, Refusal> {
        let mut state = self.state();
        let wanted = wanted.and_then(Name::clean);
        let wanted = wanted.or_else(|| key.and_then(|key| state.owners.name_of(key, now).cloned()));
        let mut changes = Vec::new();
        let name = match wanted {
            None => first(1.., guest, |name| !state.present.has(&Skeletons::new(name))),
            Some(wanted) => {
                let skeletons = Skeletons::new(&wanted);
                let numbered = || {
                    first(
                        2..,
                        |number| wanted.with_suffix(number),
                        |name| {
                            let skeletons = Skeletons::new(name);
                            !state.present.has(&skeletons)
                                && !state.owners.is_others(&skeletons, key, now)
                        },
                    )
                };
                if self.reserved.has(&wanted) || state.owners.is_others(&skeletons, key, now) {
                    let suggestion = if self.reserved.has(&numbered()) {
                        // A number behind the name of a guest or a bot with its depth makes it no other.
                        first(1.., player, |name| {
                            let skeletons = Skeletons::new(name);
                            !state.present.has(&skeletons)
                                && !state.owners.is_others(&skeletons, key, now)
                        })
                    } else {
                        numbered()
                    };
                    return Err(Refusal::NameOwned {
                        name: wanted,
                        suggestion,
                    });
                }
                let name = if state.present.has(&skeletons) {
                    numbered()
                } else {
                    wanted.clone()
                };
                if let Some(key) = key {
                    changes = state.owners.bind(key, &wanted, now);
                }
                name
            }
        };
        state.present.insert(&name);
        let who = PlayerId(self.last.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(Entered { who, name, changes })
    }

    /// Frees a name that a key owns, and returns the changes to store; none if nobody owns it.
    pub(crate) fn release(&self, name: &Name) -> Vec<NameChange> {
        self.state().owners.release(name)
    }

    /// Lets a person go; the name is free again, unless their key owns it.
    pub(crate) fn leave(&self, name: &Name) {
        self.state().present.remove(name);
    }

    /// Returns the names to show, and the number of people.
    pub(crate) fn list(&self) -> (Vec<Name>, u32) {
        let present = &self.state().present.names;
        let shown = present.values().take(LOBBY_NAMES).cloned().collect();
        (shown, present.len() as u32)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

/// The names of those present.
#[derive(Debug, Default)]
struct Present {
    /// By the name in lower case and as it is, which is the order in which they are shown.
    names: BTreeMap<(String, String), Name>,
    exact: BTreeSet<String>,
    folded: BTreeSet<String>,
}

impl Present {
    /// Returns true if somebody present has the name, or one that looks like it.
    fn has(&self, skeletons: &Skeletons) -> bool {
        self.exact.contains(&skeletons.exact) || self.folded.contains(&skeletons.folded)
    }

    fn insert(&mut self, name: &Name) {
        let Skeletons { exact, folded } = Skeletons::new(name);
        self.exact.insert(exact);
        self.folded.insert(folded);
        self.names.insert(place(name), name.clone());
    }

    fn remove(&mut self, name: &Name) {
        let Skeletons { exact, folded } = Skeletons::new(name);
        self.exact.remove(&exact);
        self.folded.remove(&folded);
        self.names.remove(&place(name));
    }
}

fn place(name: &Name) -> (String, String) {
    (key(name), name.as_str().to_owned())
}

/// Returns the form in which names are compared where one person names another.
pub(crate) fn key(name: &Name) -> String {
    name.as_str().to_lowercase()
}

fn guest(number: u32) -> Name {
    Name::clean(&format!("guest-{number:02}")).expect("a number makes a clean name")
}

fn player(number: u32) -> Name {
    Name::clean(&format!("player {number}")).expect("a number makes a clean name")
}

fn first(
    numbers: impl Iterator<Item = u32>,
    name: impl Fn(u32) -> Name,
    is_free: impl Fn(&Name) -> bool,
) -> Name {
    numbers
        .map(name)
        .find(is_free)
        .expect("more numbers than people")
}

#[cfg(test)]
mod tests;
