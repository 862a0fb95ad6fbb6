//! The people who are connected, by name: no two people present have the same, or names that look alike, and nobody
//! has the name that another one's key owns.
//!
//! A person who is present is never renamed.

pub(crate) mod bans;
pub(crate) mod connected;
pub(crate) mod host;
pub(crate) mod name_owners;
pub(crate) mod person;
pub(crate) mod person_key;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{self, AtomicU64};
use std::sync::{Mutex, MutexGuard};

use protocol::id::{PlayerId, TokenHash};
use protocol::message::LOBBY_NAMES;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;

use crate::base::skeleton::{GUEST, Reserved, Skeletons, before_number, guest_number};
use crate::cluster::Epoch;
use crate::people::name_owners::NameOwners;
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
    /// Those at other servers: the names to show, and how many there are.
    elsewhere: BTreeMap<Epoch, (Vec<Name>, u32)>,
}

impl State {
    /// Returns the name of a guest whose number is neither taken nor kept for a key.
    fn new_guest(&self, now: Millis) -> Name {
        // Taken numbers come in order, so that none of them is looked for.
        let mut taken = self.present.guests.iter().copied().peekable();
        let elsewhere = self.elsewhere.values().flat_map(|(names, _)| names);
        let elsewhere: BTreeSet<_> = elsewhere.filter_map(guest_number).collect();
        let is_free = |number: &u32| {
            taken.next_if_eq(number).is_none()
                && !self.owners.keeps_guest(*number, now)
                && !elsewhere.contains(number)
        };
        guest(
            (1..=u32::MAX)
                .find(is_free)
                .expect("more numbers than people"),
        )
    }
}

/// A person who says hello.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    /// Name that they ask for.
    pub(crate) wanted: Option<&'a str>,
    /// Hash of the key that they showed.
    pub(crate) key: Option<TokenHash>,
    /// True if a key that owns no name yet may get one.
    pub(crate) may_bind: bool,
}

/// Somebody who was let in.
#[derive(Debug)]
pub(crate) struct Admission {
    pub(crate) who: PlayerId,
    pub(crate) name: Name,
    /// Changes of the owned names, to be stored.
    pub(crate) changes: Vec<NameChange>,
    /// True if the key had no name before.
    pub(crate) is_new: bool,
    /// True if the key owns a name now, and not only the number of a guest.
    pub(crate) owns_name: bool,
}

impl People {
    /// Returns nobody, with these names of bots and with what the store has of owned names.
    pub(crate) fn new<'a>(bots: impl Iterator<Item = &'a str>, owned: Vec<OwnedName>) -> Self {
        let state = State {
            present: Present::default(),
            owners: NameOwners::new(owned),
            elsewhere: BTreeMap::new(),
        };
        Self {
            state: Mutex::new(state),
            reserved: Reserved::new(bots),
            last: AtomicU64::default(),
        }
    }

    /// Lets a person in, and returns the name they get: the wanted one, with a number behind it if somebody present has
    /// it; without a wanted one, the name that the key owns, or else that of a guest, whose number is kept for the key.
    ///
    /// A wanted name that nobody owns is bound to the key, if the key owns one already or may own its first.
    ///
    /// # Errors
    ///
    /// The refusal that `banned` has for the wanted name or for the one that the person would get;
    /// [`Refusal::NameOwned`] if the name is reserved, or somebody else's.
    pub(crate) fn enter(
        &self,
        candidate: Candidate<'_>,
        now: Millis,
        banned: impl Fn(&Name) -> Option<Refusal>,
    ) -> Result<Admission, Refusal> {
        let Candidate {
            wanted,
            key,
            may_bind,
        } = candidate;
        let mut state = self.state();
        let own = key.and_then(|key| state.owners.name_of(key, now).cloned());
        let is_new = key.is_some() && own.is_none();
        let wanted = wanted.and_then(Name::clean).or_else(|| own.clone());
        let is_own_number =
            |name: &Name| own.as_ref() == Some(name) && guest_number(name).is_some();
        let name = match &wanted {
            None => state.new_guest(now),
            // The number of a guest with a key waits for them, as the seats under it do.
            Some(number) if is_own_number(number) => {
                if state.present.has(&Skeletons::new(number)) {
                    state.new_guest(now)
                } else {
                    number.clone()
                }
            }
            Some(wanted) => {
                if let Some(refusal) = banned(wanted) {
                    return Err(refusal);
                }
                self.choose_name(&state, wanted, key, now)?
            }
        };
        // Whoever is banned gets the name back neither by saying none nor by its number.
        if let Some(refusal) = banned(&name) {
            return Err(refusal);
        }
        let changes = match key {
            Some(key) if may_bind || !is_new => {
                let owned = wanted.as_ref().unwrap_or(&name);
                state.owners.bind(key, owned, now)
            }
            _ => Vec::new(),
        };
        let owned = key.and_then(|key| state.owners.name_of(key, now));
        let owns_name = owned.is_some_and(|owned| guest_number(owned).is_none());
        state.present.insert(&name);
        let who = PlayerId(self.last.fetch_add(1, atomic::Ordering::Relaxed) + 1);
        Ok(Admission {
            who,
            name,
            changes,
            is_new,
            owns_name,
        })
    }

    /// Returns a wanted name, with a number behind it if somebody present has it.
    ///
    /// # Errors
    ///
    /// [`Refusal::NameOwned`] if the name is reserved, or not that of `key`, or the one of another device of its owner,
    /// with another name that is free.
    fn choose_name(
        &self,
        state: &State,
        wanted: &Name,
        key: Option<TokenHash>,
        now: Millis,
    ) -> Result<Name, Refusal> {
        let is_free = |name: &Name| {
            let skeletons = Skeletons::new(name);
            !state.present.has(&skeletons) && !state.owners.is_others(&skeletons, key, now)
        };
        let numbered = || first(2.., |number| wanted.with_suffix(number), is_free);
        let skeletons = Skeletons::new(wanted);
        let is_reserved = self.reserved.has(wanted, &skeletons);
        let is_others = state.owners.is_others(&skeletons, key, now)
            || state.owners.is_device_of_other(wanted, key, now);
        if is_reserved || is_others {
            // Not in parentheses, as another device of the owner is called.
            let mut suggestion = first(2.., |number| with_number(wanted, number), is_free);
            // A number behind the name of a guest, of the operator or of a bot with its depth makes it no other.
            let alike = Skeletons::new(&suggestion);
            if self.reserved.has(&suggestion, &alike) {
                suggestion = first(1.., player, is_free);
            }
            let name = wanted.clone();
            return Err(Refusal::NameOwned { name, suggestion });
        }
        if state.present.has(&skeletons) {
            Ok(numbered())
        } else {
            Ok(wanted.clone())
        }
    }

    /// Frees a name that a key owns, and returns the changes to store; none if nobody owns it.
    pub(crate) fn release(&self, name: &Name) -> Vec<NameChange> {
        self.state().owners.release(name)
    }

    /// Lets a person go; the name is free again, unless their key owns it.
    pub(crate) fn leave(&self, name: &Name) {
        self.state().present.remove(name);
    }

    /// Returns the names to show, and the number of people; also those at other servers.
    pub(crate) fn list(&self) -> (Vec<Name>, u32) {
        let state = self.state();
        let (mut shown, mut count) = state.present.list();
        if !state.elsewhere.is_empty() {
            for (names, others) in state.elsewhere.values() {
                shown.extend_from_slice(names);
                count += others;
            }
            shown.sort_by_cached_key(|name| (key(name), name.clone()));
            shown.truncate(LOBBY_NAMES);
        }
        (shown, count)
    }

    /// Returns the list of this server.
    pub(crate) fn list_here(&self) -> (Vec<Name>, u32) {
        self.state().present.list()
    }

    /// Notes who is at another server. Returns true if that is a change.
    pub(crate) fn see(&self, node: Epoch, names: Vec<Name>, count: u32) -> bool {
        let seen = (names, count);
        let before = self.state().elsewhere.insert(node, seen.clone());
        before != Some(seen)
    }

    /// Returns the number of people at another server.
    pub(crate) fn count_at(&self, node: Epoch) -> u32 {
        let state = self.state();
        state.elsewhere.get(&node).map_or(0, |(_, count)| *count)
    }

    /// Forgets who was at servers that are gone. Returns true if that is a change.
    pub(crate) fn keep_nodes(&self, is_there: impl Fn(Epoch) -> bool) -> bool {
        let elsewhere = &mut self.state().elsewhere;
        let before = elsewhere.len();
        elsewhere.retain(|node, _| is_there(*node));
        elsewhere.len() != before
    }

    /// Takes in who owns names by what other servers stored.
    pub(crate) fn learn(&self, changes: Vec<NameChange>) {
        let mut state = self.state();
        for change in changes {
            state.owners.learn(change);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

/// The names of those present.
#[derive(Debug, Default)]
struct Present {
    /// In the order in which they are shown: by their [`key`], then as they are.
    names: BTreeSet<(String, Name)>,
    exact: BTreeSet<String>,
    folded: BTreeSet<String>,
    /// The numbers of the guests among them.
    guests: BTreeSet<u32>,
}

impl Present {
    /// Returns the names to show, and the number of people.
    fn list(&self) -> (Vec<Name>, u32) {
        let shown = self.names.iter().take(LOBBY_NAMES);
        let shown = shown.map(|(_, name)| name.clone()).collect();
        (shown, self.names.len() as u32)
    }

    /// Returns true if somebody present has the name, or one that looks like it.
    fn has(&self, skeletons: &Skeletons) -> bool {
        self.exact.contains(&skeletons.exact) || self.folded.contains(&skeletons.folded)
    }

    fn insert(&mut self, name: &Name) {
        let Skeletons { exact, folded } = Skeletons::new(name);
        self.exact.insert(exact);
        self.folded.insert(folded);
        self.guests.extend(guest_number(name));
        self.names.insert((key(name), name.clone()));
    }

    fn remove(&mut self, name: &Name) {
        let Skeletons { exact, folded } = Skeletons::new(name);
        self.exact.remove(&exact);
        self.folded.remove(&folded);
        if let Some(number) = guest_number(name) {
            self.guests.remove(&number);
        }
        self.names.remove(&(key(name), name.clone()));
    }
}

/// Returns the form in which names are compared where one person names another.
pub(crate) fn key(name: &Name) -> String {
    name.as_str().to_lowercase()
}

fn guest(number: u32) -> Name {
    Name::clean(&format!("{GUEST}{number:02}")).expect("a number makes a clean name")
}

/// Returns the name with ` number` at its end, in place of one in parentheses, cut to the length of a name.
fn with_number(name: &Name, number: u32) -> Name {
    let name = name.as_str();
    let stem = before_number(name).unwrap_or(name);
    let suffix = format!(" {number}");
    let stem: String = stem.chars().take(Name::LONGEST - suffix.len()).collect();
    let numbered = format!("{}{suffix}", stem.trim_end());
    Name::clean(&numbered).expect("a number makes a clean name")
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
