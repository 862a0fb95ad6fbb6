//! The bans of the host: names and addresses that are not let in, kept in a file over restarts.
//!
//! The file has the end of a ban by the wall clock, as it was when the file was written: the next start has that clock,
//! and the server's own stands still while the machine sleeps.
//!
//! A name is anybody's to choose, so a ban of a name alone keeps out nobody who takes another; a ban of an address
//! keeps out everybody behind it.

use std::fmt;
use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use serde::{Deserialize, Serialize};

use crate::base::private;
use crate::people;
use crate::people::person::Person;

/// Subject of a ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Subject {
    /// A name, in the form in which names are compared.
    Name(String),
    /// An address, of which an IPv6 one has its first 64 bits, unless it is link-local.
    Address(IpAddr),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V6(address)) if !address.is_unicast_link_local() => {
                write!(f, "{address}/64")
            }
            Self::Address(address) => write!(f, "{address}"),
        }
    }
}

/// A ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ban {
    pub(crate) subject: Subject,
    /// Moment at which it ends; none for good.
    pub(crate) until: Option<Millis>,
    /// Reason that the host gave, which the person is told.
    pub(crate) reason: Option<String>,
}

impl Ban {
    /// Returns the refusal for a person who is banned at `now`.
    pub(crate) fn refusal(&self, now: Millis) -> Refusal {
        Refusal::Banned {
            wait: self.until.map(|until| until - now),
            reason: self.reason.clone(),
        }
    }

    /// Returns true if the ban keeps out a person with this address and name.
    pub(crate) fn is_for(&self, person: Person, name: &Name) -> bool {
        match &self.subject {
            Subject::Name(banned) => people::key(name) == *banned,
            Subject::Address(address) => person == Person::at(*address),
        }
    }

    fn lasts(&self, now: Millis) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// The bans of a server.
#[derive(Debug, Default)]
pub(crate) struct Bans {
    /// File that keeps them, and the wall clock; none for a server that keeps nothing.
    file: Option<(PathBuf, fn() -> Millis)>,
    list: Mutex<Vec<Ban>>,
    /// Held while the file is written, so that writes have the order of the changes; the list, at which every hello
    /// looks, is free meanwhile.
    writing: Mutex<()>,
}

impl Bans {
    /// Returns the bans in the file at `path`, at the moment `now`; none if there is no file. `wall` is the wall clock.
    ///
    /// # Errors
    ///
    /// The file cannot be read: a server without its bans would let in people who are banned for good.
    pub(crate) fn kept_in(path: PathBuf, now: Millis, wall: fn() -> Millis) -> io::Result<Self> {
        let bans = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Self {
            list: Mutex::new(with_ends(bans, wall(), now)),
            file: Some((path, wall)),
            writing: Mutex::default(),
        })
    }

    /// Returns the refusal at `now` for a person with this name, if one of the bans is for them.
    pub(crate) fn refusal(&self, now: Millis, person: Person, name: &Name) -> Option<Refusal> {
        let bans = self.list();
        let mut lasting = bans.iter().filter(|ban| ban.lasts(now));
        let ban = lasting.find(|ban| ban.is_for(person, name))?;
        Some(ban.refusal(now))
    }

    /// Adds a ban, in the place of an older one of the same subject. It waits for the disk.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the ban is in force until the server stops.
    pub(crate) fn add(&self, now: Millis, ban: Ban) -> io::Result<()> {
        self.change(now, |list| {
            list.retain(|old| old.subject != ban.subject);
            list.push(ban);
        })
    }

    /// Ends the ban of a subject, which may have none. It waits for the disk.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the next start has the ban again.
    pub(crate) fn remove(&self, now: Millis, subject: &Subject) -> io::Result<()> {
        self.change(now, |list| list.retain(|ban| ban.subject != *subject))
    }

    /// Returns the bans that last at `now`, the oldest first.
    pub(crate) fn lasting(&self, now: Millis) -> Vec<Ban> {
        let bans = self.list();
        bans.iter().filter(|ban| ban.lasts(now)).cloned().collect()
    }

    /// Changes the list at `now`, and writes the file, a few hundred bytes.
    fn change(&self, now: Millis, change: impl FnOnce(&mut Vec<Ban>)) -> io::Result<()> {
        let _writing = self.writing.lock().expect("no holder panics");
        let bans = {
            let mut list = self.list();
            list.retain(|ban| ban.lasts(now));
            change(&mut list);
            list.clone()
        };
        let Some((path, wall)) = &self.file else {
            return Ok(());
        };
        let text = serde_json::to_vec_pretty(&with_ends(bans, now, wall()))?;
        private::replace(path, &text)
    }

    /// Keeps the file as a write to a disk that hangs does.
    #[cfg(test)]
    pub(crate) fn hang(&self) -> impl Sized + '_ {
        self.writing.lock().expect("no holder panics")
    }

    fn list(&self) -> MutexGuard<'_, Vec<Ban>> {
        self.list.lock().expect("no holder panics")
    }
}

/// Returns the bans with their ends by another clock, which is at `to` when that of the ends is at `from`.
fn with_ends(mut bans: Vec<Ban>, from: Millis, to: Millis) -> Vec<Ban> {
    for ban in &mut bans {
        ban.until = ban.until.map(|until| to + (until - from));
    }
    bans
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall clock that shows what the server's own clock shows at its start.
    fn wall() -> Millis {
        Millis::ZERO
    }

    fn kept_in(file: &std::path::Path) -> Bans {
        Bans::kept_in(file.to_owned(), wall(), wall).unwrap()
    }

    fn ban(subject: Subject, until: Option<u64>) -> Ban {
        Ban {
            subject,
            until: until.map(Millis::from_millis),
            reason: Some("shouted".to_owned()),
        }
    }

    fn name(text: &str) -> Name {
        Name::clean(text).unwrap()
    }

    #[test]
    fn a_ban_ends_at_its_moment_and_is_kept_over_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bans.json");
        let at = |moment| Millis::from_millis(moment);
        let network = "2001:db8::".parse().unwrap();
        let ana = || Subject::Name("ana".to_owned());
        let bans = kept_in(&file);
        bans.add(at(0), ban(ana(), Some(5))).unwrap();
        bans.add(at(0), ban(Subject::Address(network), None))
            .unwrap();
        bans.add(at(0), ban(ana(), Some(100))).unwrap();
        for bans in [&bans, &kept_in(&file)] {
            let near = Person::at("2001:db8::7".parse().unwrap());
            let far = Person::at("192.0.2.1".parse().unwrap());
            let wait = |person, text, now| match bans.refusal(at(now), person, &name(text)) {
                Some(Refusal::Banned { wait, reason }) => {
                    assert_eq!(reason.as_deref(), Some("shouted"));
                    Some(wait)
                }
                None => None,
                other => panic!("{other:?}"),
            };
            assert_eq!(wait(near, "bruno", 500), Some(None));
            assert_eq!(wait(far, "Ana", 40), Some(Some(at(60))));
            assert_eq!(wait(far, "ana", 100), None);
            assert_eq!(wait(far, "bruno", 40), None);
            assert_eq!(bans.lasting(at(40)).len(), 2);
        }
        bans.remove(at(40), &ana()).unwrap();
        assert_eq!(kept_in(&file).lasting(at(40)).len(), 1);
    }

    /// It had ended at the next start, or ended too early.
    #[test]
    fn a_ban_has_its_time_after_a_restart_though_the_clock_of_the_server_stood_still() {
        // The machine slept for a night since the start.
        fn wall() -> Millis {
            Millis::from_secs(10 * 3600)
        }

        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bans.json");
        let hours = |hours: u64| Millis::from_secs(hours * 3600);
        let bans = Bans::kept_in(file.clone(), Millis::ZERO, wall).unwrap();
        let hour = hours(3).as_millis();
        bans.add(hours(2), ban(Subject::Name("ana".to_owned()), Some(hour)))
            .unwrap();
        assert_eq!(bans.lasting(hours(2)).len(), 1);
        assert_eq!(bans.lasting(hours(3)).len(), 0);
        let next = Bans::kept_in(file, wall(), wall).unwrap();
        let lasting = next.lasting(wall());
        let ends: Vec<_> = lasting.iter().map(|ban| ban.until).collect();
        assert_eq!(ends, [Some(hours(11))]);
    }

    #[test]
    fn a_file_that_is_not_a_list_of_bans_is_an_error_and_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bans.json");
        fs::write(&file, "[{").unwrap();
        Bans::kept_in(file.clone(), wall(), wall).unwrap_err();
        assert_eq!(fs::read_to_string(&file).unwrap(), "[{");
    }

    #[test]
    fn a_ban_that_cannot_be_written_is_in_force_and_said_to_be_lost_at_the_next_start() {
        let directory = tempfile::tempdir().unwrap();
        let at = Millis::ZERO;
        let bans = kept_in(&directory.path().join("gone").join("bans.json"));
        bans.add(at, ban(Subject::Name("ana".to_owned()), None))
            .unwrap_err();
        let person = Person::at("192.0.2.1".parse().unwrap());
        assert!(bans.refusal(at, person, &name("Ana")).is_some());
    }
}
