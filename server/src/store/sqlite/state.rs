//! A file beside the database that says that there is one, and whether a server uses it.
//!
//! Without it a database that was emptied, or whose write-ahead log was deleted after the server was killed, would be
//! taken for a new one, or for one in which nothing is missing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::beside;
use crate::base::private;

/// State of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A server uses it, or was killed: the last games may be in the log only.
    InUse,
    /// The server shut down, and nothing is missing without the log.
    Closed,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::InUse => "in use\n",
            Self::Closed => "closed\n",
        }
    }

    /// Returns the state of the database at this path; `None` if no server has used it.
    pub(super) fn read(database: &Path) -> Option<Self> {
        let text = fs::read_to_string(path(database)).ok()?;
        let is_closed = text == Self::Closed.text();
        Some(if is_closed { Self::Closed } else { Self::InUse })
    }

    /// Writes the state durably.
    pub(super) fn write(self, database: &Path) -> io::Result<()> {
        if Self::read(database) == Some(self) {
            return Ok(());
        }
        private::replace(&path(database), self.text().as_bytes())
    }
}

fn path(database: &Path) -> PathBuf {
    beside(database, ".state")
}

/// Returns true if the database has a write-ahead log that is not empty. A reader of the database creates an empty one.
pub(super) fn has_log(database: &Path) -> bool {
    fs::metadata(beside(database, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Returns a description of what was lost of the database since a server used it, if that can be seen from its files.
pub(super) fn loss(database: &Path) -> Option<String> {
    let state = State::read(database)?;
    if fs::metadata(database).map_or(0, |file| file.len()) == 0 {
        return Some(format!("it is empty or missing; {BEGIN_AGAIN}"));
    }
    let is_log_missing = state == State::InUse && !has_log(database);
    is_log_missing.then(|| LOG_MISSING.to_owned())
}

/// What the host can do if the games are gone.
pub(super) const BEGIN_AGAIN: &str =
    "to begin again without its games, remove games.db.state as well";

/// Another program writes the log into the database and removes it, as `sqlite3` does.
const LOG_MISSING: &str = "games.db-wal is missing or empty, with the last moves before the server was killed; put it back, or \
    remove games.db.state if games.db is to be used as it is";
