//! The files below the data directory: `seats.json`, and a lock for each seat in use.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use protocol::id::Token;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{SavedSeat, SavedTournament, Warning};
use crate::private;

/// The contents of `seats.json`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Kept {
    /// In the order in which they were saved.
    pub(super) seats: Vec<SavedSeat>,
    /// The latest first.
    pub(super) servers: Vec<String>,
    /// In the order in which they were saved.
    pub(super) tournaments: Vec<SavedTournament>,
}

/// The contents before each entry is parsed by itself.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Entries {
    seats: Vec<serde_json::Value>,
    servers: Vec<serde_json::Value>,
    tournaments: Vec<serde_json::Value>,
}

/// Returns the entries that can be parsed, and the number of those that cannot.
fn understood<T: DeserializeOwned>(entries: Vec<serde_json::Value>) -> (Vec<T>, usize) {
    let all = entries.len();
    let good: Vec<T> = entries
        .into_iter()
        .filter_map(|entry| serde_json::from_value(entry).ok())
        .collect();
    let lost = all - good.len();
    (good, lost)
}

/// The result of a read.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) kept: Kept,
    /// The number of entries that cannot be parsed. The file has them until it is written next.
    lost: usize,
    pub(super) warning: Option<Warning>,
}

/// The data directory.
#[derive(Debug)]
pub(super) struct Store {
    directory: PathBuf,
}

impl Store {
    pub(super) fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Creates the directories, and fails where they cannot be written to.
    pub(super) fn prepare(&self) -> io::Result<()> {
        private::create_directory(&self.directory)?;
        private::create_directory(&self.directory.join("locks"))?;
        self.exclusively().map(drop)
    }

    /// Reads the file. Entries that cannot be parsed are left out; a file that cannot be parsed at all is
    /// moved aside with a warning, and one that cannot be read stays with another.
    pub(super) fn read(&self) -> Read {
        self.try_read().unwrap_or_else(|error| Read {
            warning: Some(Warning(say!(
                "files-seats-unreadable",
                file = self.file().display().to_string(),
                problem = error.to_string()
            ))),
            ..Read::default()
        })
    }

    /// Reads the file as [`read`](Self::read) does, and fails where it cannot be read.
    fn try_read(&self) -> io::Result<Read> {
        let text = match fs::read(self.file()) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Read::default()),
            Err(error) => return Err(error),
        };
        Ok(match serde_json::from_slice::<Entries>(&text) {
            Ok(entries) => {
                let (seats, lost_seats) = understood(entries.seats);
                let (servers, lost_servers) = understood(entries.servers);
                let (tournaments, lost_tournaments) = understood(entries.tournaments);
                Read {
                    kept: Kept {
                        seats,
                        servers,
                        tournaments,
                    },
                    lost: lost_seats + lost_servers + lost_tournaments,
                    warning: None,
                }
            }
            Err(error) => Read {
                warning: Some(self.move_aside(&error)),
                ..Read::default()
            },
        })
    }

    /// Reads the file as [`read`](Self::read) does, after entries that cannot be parsed were set aside with
    /// a warning.
    pub(super) fn mend(&self) -> Read {
        let read = self.read();
        if read.lost == 0 {
            return read;
        }
        let (count, file) = (read.lost, self.file().display().to_string());
        let warning = match self.change(|_kept| {}) {
            Ok(()) => say!(
                "files-seats-set-aside",
                count = count,
                file = file,
                aside = self.aside().display().to_string()
            ),
            Err(error) => say!(
                "files-seats-not-set-aside",
                count = count,
                file = file,
                problem = error.to_string()
            ),
        };
        Read {
            warning: Some(Warning(warning)),
            ..read
        }
    }

    /// Reads, changes and writes the file under a lock that excludes other clients. A file that cannot be read has
    /// seats, and is left alone until it can be.
    pub(super) fn change(&self, change: impl FnOnce(&mut Kept)) -> io::Result<()> {
        let _alone = self.exclusively()?;
        let Read { mut kept, lost, .. } = self.try_read()?;
        if lost > 0 {
            fs::copy(self.file(), self.aside())?;
        }
        change(&mut kept);
        let text = serde_json::to_vec_pretty(&kept)?;
        private::replace(&self.file(), &text)
    }

    /// Locks a seat for as long as the file is held; `None` where another client holds the lock.
    pub(super) fn lock_seat(&self, token: Token) -> Option<File> {
        let file = private::open(&self.lock_file(token)).ok()?;
        file.try_lock().ok()?;
        Some(file)
    }

    /// True where a client holds the lock of a seat.
    pub(super) fn is_locked(&self, token: Token) -> bool {
        let Ok(file) = File::open(self.lock_file(token)) else {
            return false;
        };
        // Where the system cannot lock, every seat is offered.
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }

    pub(super) fn remove_lock(&self, token: Token) {
        // A lock file that stays is a few bytes and does no harm.
        let _ = fs::remove_file(self.lock_file(token));
    }

    fn move_aside(&self, problem: &serde_json::Error) -> Warning {
        let file = self.file();
        let aside = self.aside();
        let (name, problem) = (file.display().to_string(), problem.to_string());
        Warning(match fs::rename(&file, &aside) {
            Ok(()) => say!(
                "files-seats-moved",
                file = name,
                problem = problem,
                aside = aside.display().to_string()
            ),
            Err(error) => say!(
                "files-seats-not-moved",
                file = name,
                problem = problem,
                error = error.to_string()
            ),
        })
    }

    /// Waits for the lock on changes of the file, and holds it until the result is dropped.
    fn exclusively(&self) -> io::Result<File> {
        private::lock(&self.directory.join("seats.lock"))
    }

    /// The file to which contents that cannot be parsed are moved.
    fn aside(&self) -> PathBuf {
        self.directory.join("seats.json.broken")
    }

    fn file(&self) -> PathBuf {
        self.directory.join("seats.json")
    }

    /// Named after the hash of the token, which is a secret.
    fn lock_file(&self, token: Token) -> PathBuf {
        self.directory
            .join("locks")
            .join(format!("{:032x}.lock", token.hash().0))
    }
}
