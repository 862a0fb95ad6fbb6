//! The people who are connected, by name: no two people present have the same.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::id::PlayerId;
use protocol::message::LOBBY_NAMES;
use protocol::text::Name;

use crate::host::HOST;

/// Everybody who is connected and has said hello.
#[derive(Debug, Default)]
pub(crate) struct People {
    /// Names in lower case, so that `Ana` and `ana` are not two people.
    names: Mutex<BTreeMap<String, Name>>,
    last: AtomicU64,
}

impl People {
    /// Lets a person in under the wanted name, or one like it that is free.
    pub(crate) fn enter(&self, wanted: Option<&str>) -> (PlayerId, Name) {
        let player = PlayerId(self.last.fetch_add(1, Ordering::Relaxed) + 1);
        let mut names = self.names.lock().expect("no holder panics");
        let name = match wanted.and_then(Name::clean) {
            Some(name) if !names.contains_key(&key(&name)) && key(&name) != HOST => name,
            Some(name) => first_free(&names, 2.., |number| name.with_suffix(number)),
            None => first_free(&names, 1.., guest),
        };
        names.insert(key(&name), name.clone());
        (player, name)
    }

    /// Lets a person go; the name is free again.
    pub(crate) fn leave(&self, name: &Name) {
        self.names
            .lock()
            .expect("no holder panics")
            .remove(&key(name));
    }

    /// Returns the names to show, and the number of people.
    pub(crate) fn list(&self) -> (Vec<Name>, u32) {
        let names = self.names.lock().expect("no holder panics");
        let shown = names.values().take(LOBBY_NAMES).cloned().collect();
        (shown, names.len() as u32)
    }
}

/// Returns the form in which names are compared.
pub(crate) fn key(name: &Name) -> String {
    name.as_str().to_lowercase()
}

fn guest(number: u32) -> Name {
    Name::clean(&format!("guest-{number:02}")).expect("a number makes a clean name")
}

fn first_free(
    names: &BTreeMap<String, Name>,
    numbers: impl Iterator<Item = u32>,
    name: impl Fn(u32) -> Name,
) -> Name {
    numbers
        .map(name)
        .find(|name| !names.contains_key(&key(name)))
        .expect("more numbers than people")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_use_gets_a_suffix_and_no_name_a_number() {
        let people = People::default();
        let name = |wanted| people.enter(wanted).1.to_string();
        assert_eq!(name(Some("Ana")), "Ana");
        assert_eq!(name(Some("ana")), "ana (2)");
        assert_eq!(name(Some("Ana")), "Ana (3)");
        assert_eq!(name(Some("Host")), "Host (2)");
        assert_eq!(name(None), "guest-01");
        assert_eq!(name(Some("\u{200b}")), "guest-02");
        people.leave(&Name::clean("guest-01").unwrap());
        assert_eq!(name(None), "guest-01");
        assert_eq!(people.list().1, 6);
    }
}
