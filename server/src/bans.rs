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
use tracing::{error, info};

use crate::people;
use crate::person::Person;
use crate::private;
use crate::skeleton::GUEST;

/// Words before the address whose guests are banned.
pub(crate) const GUESTS_OF: &str = "guests of ";

/// Subject of a ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Subject {
    /// A name, in the form in which names are compared.
    Name(String),
    /// The guests of an address: the name of one of them is the next one's.
    Guests(IpAddr),
    /// An address, of which an IPv6 one has its first 64 bits, unless it is link-local.
    Address(IpAddr),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Guests(address) => write!(f, "{GUESTS_OF}{}", Self::Address(*address)),
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
    /// Name, as of a subject, with which an address was banned: the ban of the name ends both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) with: Option<String>,
    /// Moment at which it ends; none for good.
    pub(crate) until: Option<Millis>,
    /// Reason that the host gave, which the person is told.
    pub(crate) reason: Option<String>,
}

impl Ban {
    /// Returns the refusal for whoever is banned at `now`.
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
            Subject::Guests(address) => {
                person == Person::at(*address) && name.as_str().starts_with(GUEST)
            }
            Subject::Address(address) => person == Person::at(*address),
        }
    }

    fn lasts(&self, now: Millis) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Returns true if it ends later than `other`.
    fn outlasts(&self, other: &Self) -> bool {
        other
            .until
            .is_some_and(|end| self.until.is_none_or(|own_end| end < own_end))
    }
}

/// The bans of a server.
#[derive(Debug, Default)]
pub(crate) struct Bans {
    /// File that keeps them; none for a server that keeps nothing.
    file: Option<BansFile>,
    known: Mutex<Known>,
    /// Held while the file is read or written, so that writes have the order of the changes; what is known, at which
    /// every hello looks, is free meanwhile.
    keeping: Mutex<()>,
}

/// The file of the bans.
#[derive(Debug)]
struct BansFile {
    path: PathBuf,
    /// The wall clock.
    wall: fn() -> Millis,
}

/// The bans and the state of their file, as known without reading it.
#[derive(Debug, Default)]
struct Known {
    list: Vec<Ban>,
    file: FileState,
}

/// State of the file of the bans, as it was last read or written.
#[derive(Debug, Default)]
enum FileState {
    /// It is as the list is.
    #[default]
    Kept,
    /// It has bans of which the list knows nothing, and is left alone until they can be read.
    Unread(String),
    /// It could not be written, for this reason.
    Unwritten(String),
}

impl Bans {
    /// Returns the bans in the file at `path`, at the moment `now`; none while it cannot be read. `wall` is the wall
    /// clock.
    pub(crate) fn kept_in(path: PathBuf, now: Millis, wall: fn() -> Millis) -> Self {
        let file = BansFile { path, wall };
        let (list, state) = match file.read(now) {
            Ok(list) => (list, FileState::Kept),
            Err(problem) => {
                error!(
                    problem,
                    "nobody is banned, and new bans end with the server"
                );
                (Vec::new(), FileState::Unread(problem))
            }
        };
        Self {
            file: Some(file),
            known: Mutex::new(Known { list, file: state }),
            keeping: Mutex::default(),
        }
    }

    /// Reads the file again at `now` if it could not be read before. Returns true if it is read now: its bans are in
    /// force then, and those that were added meanwhile are kept; of two of one subject, the one that ends later.
    ///
    /// It waits for the disk, as every change does, but only where there is something to read.
    pub(crate) fn read_again(&self, now: Millis) -> bool {
        let Some(file) = self.file.as_ref().filter(|_| self.unread().is_some()) else {
            return false;
        };
        let _keeping = self.keeping();
        // Somebody else may have been faster.
        if self.unread().is_none() {
            return false;
        }
        let read = match file.read(now) {
            Ok(read) => read,
            Err(still) => {
                self.known().file = FileState::Unread(still);
                return false;
            }
        };
        let kept = {
            let list = &mut self.known().list;
            let mut all = read;
            for ban in list.drain(..).filter(|ban| ban.lasts(now)) {
                // Somebody who was sent out for a minute may have been banned for good.
                let is_outlasted = |old: &Ban| old.subject == ban.subject && old.outlasts(&ban);
                if !all.iter().any(is_outlasted) {
                    all.retain(|old| old.subject != ban.subject);
                    all.push(ban);
                }
            }
            list.clone_from(&all);
            all
        };
        info!(file = %file.path.display(), "the bans can be read, and are in force");
        self.write(file, &kept, now);
        true
    }

    /// Returns the refusal at `now` for a person with this name, if one of the bans is for them.
    pub(crate) fn refusal(&self, now: Millis, person: Person, name: &Name) -> Option<Refusal> {
        let known = self.known();
        let ban = known
            .list
            .iter()
            .find(|ban| ban.lasts(now) && ban.is_for(person, name));
        ban.map(|ban| ban.refusal(now))
    }

    /// Adds a ban, in the place of an older one of the same subject.
    pub(crate) fn add(&self, now: Millis, ban: Ban) {
        self.change(now, |list| {
            list.retain(|old| old.lasts(now) && old.subject != ban.subject);
            list.push(ban);
        });
    }

    /// Ends the bans of this subject, with that of the guests of an address and those of the addresses that were banned
    /// with a name. Returns their subjects, none if there were no such bans.
    pub(crate) fn remove(&self, now: Millis, subject: &Subject) -> Vec<Subject> {
        let is_ended = |ban: &Ban| match (&ban.subject, subject) {
            (Subject::Guests(guests), Subject::Address(address)) => guests == address,
            (Subject::Address(_), Subject::Name(name)) => ban.with.as_ref() == Some(name),
            (banned, subject) => banned == subject,
        };
        self.change(now, |list| {
            let (removed, kept): (Vec<_>, Vec<_>) =
                std::mem::take(list).into_iter().partition(is_ended);
            *list = kept;
            list.retain(|ban| ban.lasts(now));
            removed.into_iter().map(|ban| ban.subject).collect()
        })
    }

    /// Returns the bans that last at `now`, the oldest first.
    pub(crate) fn lasting(&self, now: Millis) -> Vec<Ban> {
        let known = self.known();
        let lasting = known.list.iter().filter(|ban| ban.lasts(now));
        lasting.cloned().collect()
    }

    /// Changes the list at `now`, and writes the file, a few hundred bytes. A ban that cannot be kept is in force until
    /// the server stops.
    fn change<T>(&self, now: Millis, change: impl FnOnce(&mut Vec<Ban>) -> T) -> T {
        let _keeping = self.keeping();
        let (changed, kept) = {
            let list = &mut self.known().list;
            (change(list), list.clone())
        };
        if let Some(file) = &self.file
            && self.unread().is_none()
        {
            self.write(file, &kept, now);
        }
        changed
    }

    /// Writes the file, which the caller keeps.
    fn write(&self, file: &BansFile, bans: &[Ban], now: Millis) {
        let written = file.write(bans, now);
        self.known().file = written;
    }

    /// Returns the reason for which the next start will not know the bans as they are, if there is one.
    pub(crate) fn not_kept(&self) -> Option<String> {
        match &self.known().file {
            FileState::Kept => None,
            FileState::Unread(problem) | FileState::Unwritten(problem) => Some(problem.clone()),
        }
    }

    /// Returns the reason for which the bans of the file are not in force, if there is one.
    pub(crate) fn unread(&self) -> Option<String> {
        match &self.known().file {
            FileState::Unread(problem) => Some(problem.clone()),
            FileState::Kept | FileState::Unwritten(_) => None,
        }
    }

    fn keeping(&self) -> MutexGuard<'_, ()> {
        self.keeping.lock().expect("no holder panics")
    }

    /// Keeps the file as a write to a disk that hangs does.
    #[cfg(test)]
    pub(crate) fn hang(&self) -> impl Sized + '_ {
        self.keeping()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no holder panics")
    }
}

impl BansFile {
    /// Reads the bans at `now`; none if there is no file.
    fn read(&self, now: Millis) -> Result<Vec<Ban>, String> {
        let read = match fs::read(&self.path) {
            Ok(text) => serde_json::from_slice(&text).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        let bans =
            read.map_err(|error| format!("{} cannot be read: {error}", self.path.display()))?;
        Ok(with_ends(bans, (self.wall)(), now))
    }

    /// Writes the bans at `now`.
    fn write(&self, bans: &[Ban], now: Millis) -> FileState {
        let bans = with_ends(bans.to_vec(), now, (self.wall)());
        let text = serde_json::to_vec_pretty(&bans).expect("bans are JSON");
        match private::replace(&self.path, &text) {
            Ok(()) => FileState::Kept,
            Err(error) => {
                let file = self.path.display();
                error!(%file, %error, "the bans cannot be kept over a restart");
                FileState::Unwritten(format!("{file} cannot be written: {error}"))
            }
        }
    }
}

/// Returns the bans with their ends by another clock, which is at `to` where that of the ends is at `from`.
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
        Bans::kept_in(file.to_owned(), wall(), wall)
    }

    fn ban(subject: Subject, until: Option<u64>) -> Ban {
        Ban {
            subject,
            with: None,
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
        bans.add(at(0), ban(ana(), Some(5)));
        bans.add(at(0), ban(Subject::Address(network), None));
        bans.add(at(0), ban(ana(), Some(100)));
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
        assert_eq!(bans.remove(at(40), &ana()), [ana()]);
        assert_eq!(bans.remove(at(40), &ana()), []);
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
        let bans = Bans::kept_in(file.clone(), Millis::ZERO, wall);
        let hour = hours(3).as_millis();
        bans.add(hours(2), ban(Subject::Name("ana".to_owned()), Some(hour)));
        assert_eq!(bans.lasting(hours(2)).len(), 1);
        assert_eq!(bans.lasting(hours(3)).len(), 0);
        let next = Bans::kept_in(file, wall(), wall);
        let lasting = next.lasting(wall());
        let ends: Vec<_> = lasting.iter().map(|ban| ban.until).collect();
        assert_eq!(ends, [Some(hours(11))]);
    }

    #[test]
    fn guests_are_banned_by_their_address_until_it_may_come_again() {
        let at = Millis::from_millis(0);
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let bans = Bans::default();
        bans.add(at, ban(Subject::Guests(here), Some(60_000)));
        let is_banned = |address: &str, text| {
            let person = Person::at(address.parse().unwrap());
            bans.refusal(at, person, &name(text)).is_some()
        };
        assert!(is_banned("192.0.2.1", "guest-02"));
        assert!(!is_banned("192.0.2.1", "bruno"));
        assert!(!is_banned("192.0.2.2", "guest-02"));
        assert_eq!(
            bans.lasting(at)[0].subject.to_string(),
            "guests of 192.0.2.1"
        );
        let removed = bans.remove(at, &Subject::Address(here));
        assert_eq!(removed, [Subject::Guests(here)]);
        assert!(!is_banned("192.0.2.1", "guest-02"));
    }

    #[test]
    fn an_address_that_was_banned_with_a_name_comes_again_with_it() {
        let at = Millis::from_millis(0);
        let ana = Subject::Name("ana".to_owned());
        let [here, there] =
            ["192.0.2.1", "192.0.2.2"].map(|address| Subject::Address(address.parse().unwrap()));
        let bans = Bans::default();
        bans.add(at, ban(ana.clone(), None));
        for with in ["ana", "bruno"] {
            let subject = if with == "ana" { &here } else { &there };
            let ban = Ban {
                with: Some(with.to_owned()),
                ..ban(subject.clone(), None)
            };
            bans.add(at, ban);
        }
        assert_eq!(bans.remove(at, &ana), [ana, here]);
        assert_eq!(bans.lasting(at).len(), 1);
        assert_eq!(bans.lasting(at)[0].subject, there);
    }

    #[test]
    fn a_file_that_is_no_list_of_bans_is_left_alone_until_it_is_one() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bans.json");
        let at = Millis::from_millis(0);
        let subject = |text: &str| Subject::Name(text.to_owned());
        fs::write(&file, "[{").unwrap();
        let bans = kept_in(&file);
        bans.add(at, ban(subject("ana"), None));
        assert!(!bans.read_again(at));
        assert_eq!(fs::read_to_string(&file).unwrap(), "[{");
        let older = [ban(subject("ana"), Some(5)), ban(subject("bo"), None)];
        fs::write(&file, serde_json::to_vec(&older).unwrap()).unwrap();
        assert!(bans.unread().is_some() && bans.read_again(at));
        assert_eq!((bans.unread(), bans.not_kept()), (None, None));
        let expected = [ban(subject("bo"), None), ban(subject("ana"), None)];
        for bans in [bans, kept_in(&file)] {
            assert_eq!(bans.lasting(at), expected);
            assert!(!bans.read_again(at));
        }
    }

    /// The one in the file was deleted for good, also when the other had ended.
    #[test]
    fn a_ban_in_a_file_that_is_mended_stays_though_the_person_was_sent_out_meanwhile() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("bans.json");
        let ana = || Subject::Name("ana".to_owned());
        for end in [None, Some(90_000)] {
            for mended_at in [10_000, 70_000] {
                let text = serde_json::to_string(&[ban(ana(), end)]).unwrap();
                fs::write(&file, format!("{text}]")).unwrap();
                let bans = kept_in(&file);
                bans.add(Millis::ZERO, ban(ana(), Some(60_000)));
                fs::write(&file, text).unwrap();
                // The wall clock of the test stands still.
                let expected = [ban(ana(), end.map(|end| end + mended_at))];
                let mended_at = Millis::from_millis(mended_at);
                assert!(bans.read_again(mended_at));
                assert_eq!(bans.lasting(mended_at), expected);
                let next = Bans::kept_in(file.clone(), mended_at, || Millis::ZERO);
                assert_eq!(next.lasting(mended_at).len(), 1);
            }
        }
    }

    /// Whoever looked at the bans waited for the disk.
    #[test]
    fn a_write_that_hangs_holds_up_nobody_who_looks_at_the_bans() {
        let directory = tempfile::tempdir().unwrap();
        let at = Millis::from_millis(0);
        let bans = kept_in(&directory.path().join("bans.json"));
        let (sender, seen) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let hangs = bans.hang();
            scope.spawn(|| {
                let problems = (bans.unread(), bans.not_kept());
                // The test may have given up.
                let _ = sender.send((bans.read_again(at), problems, bans.lasting(at)));
            });
            let seen = seen.recv_timeout(std::time::Duration::from_secs(10));
            drop(hangs);
            assert_eq!(seen, Ok((false, (None, None), Vec::new())));
        });
    }
}
