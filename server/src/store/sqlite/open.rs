//! Opening the database: the lock, the checks, the settings.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};
use tracing::warn;

use super::disk::{DATABASE, plain, unopened};
use super::files::Files;
use super::lock::{LockError, lock};
use super::state::{BEGIN_AGAIN, State, has_log, loss};
use super::{layout, said};
use crate::private;

/// Error of opening the store.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory or a file in it cannot be written.
    #[error(
        "cannot open the store {path}: {problem}; \
         name another directory with --data, or play without one: --store memory"
    )]
    Unusable {
        /// Path that could not be opened.
        path: PathBuf,
        /// Message of the system.
        problem: String,
    },
    /// The database cannot be checked.
    #[error("cannot read {path}: {problem}")]
    Unreadable {
        /// Path of the database.
        path: PathBuf,
        /// Description of the problem.
        problem: String,
    },
    /// There is nothing to check.
    #[error("there is no file {path}; name a backup, or the directory of a server")]
    Missing {
        /// Path of the file.
        path: PathBuf,
    },
    /// Another server uses it.
    #[error("another server uses {path}; stop it first, or name another directory with --data")]
    Locked {
        /// Path of the directory.
        path: PathBuf,
    },
    /// A later release wrote it.
    #[error(
        "the store {path} has layout {found}, this release knows {known} and older; \
         use the release that wrote it, or name another directory with --data"
    )]
    TooNew {
        /// Path of the database.
        path: PathBuf,
        /// Layout of the database.
        found: i64,
        /// Latest layout that this release knows.
        known: i64,
    },
    /// The file is no database, or its tables are not those of its layout.
    #[error(
        "the store {path} is damaged: {problem}; nothing in it was changed: restore it from a copy, \
         name another directory with --data, or play without one: --store memory"
    )]
    Damaged {
        /// Path of the database.
        path: PathBuf,
        /// Description of the damage.
        problem: String,
    },
}

impl From<LockError> for OpenError {
    fn from(error: LockError) -> Self {
        match error {
            LockError::InUse { path } => Self::Locked { path },
            LockError::Unusable { path, problem } => Self::Unusable { path, problem },
        }
    }
}

/// An open database, with the lock and the files that keep it this server's.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) connection: Connection,
    pub(super) files: Files,
}

/// Opens the database in `directory`, which is created if it is not there.
pub(super) fn open(directory: &Path) -> Result<Opened, OpenError> {
    let lock = lock(directory)?;
    let path = directory.join(DATABASE);
    let damaged = |problem: String| OpenError::Damaged {
        path: path.clone(),
        problem,
    };
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        // The last one is SQLite's for a schema that it cannot read.
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
            damaged(said(&error))
        }
        _ => OpenError::Unusable {
            path: path.clone(),
            problem: said(&error),
        },
    };

    let logged = has_log(&path);
    if logged && fs::metadata(&path).map_or(0, |database| database.len()) == 0 {
        // SQLite would throw the log away.
        return Err(damaged(
            "games.db is empty or missing, though games.db-wal has games".to_owned(),
        ));
    }
    if let Some(loss) = loss(&path) {
        return Err(damaged(loss));
    }
    let state = State::read(&path);
    // SQLite gives its other files the permissions of this one.
    private::open(&path).map_err(|error| OpenError::Unusable {
        path: path.clone(),
        problem: unopened(&error),
    })?;
    let mut connection = Connection::open(&path).map_err(failed)?;
    // A database that cannot be opened keeps the log that a killed server left.
    let keeps_log = logged || state == Some(State::InUse);
    keep_log(&connection, keeps_log).map_err(failed)?;
    let found = layout::version(&connection).map_err(failed)?;
    if found > layout::PRESENT {
        return Err(OpenError::TooNew {
            path,
            found,
            known: layout::PRESENT,
        });
    }
    if let Some(problem) = layout::problem(&connection, found).map_err(failed)? {
        return Err(damaged(problem));
    }
    if found == 0 && state.is_some() {
        return Err(damaged(format!("it has no tables; {BEGIN_AGAIN}")));
    }
    set_up(&connection).map_err(failed)?;
    if found < layout::PRESENT {
        layout::migrate(&mut connection, found).map_err(failed)?;
    }
    layout::try_again(&mut connection).map_err(failed)?;
    let files = Files::open_at(&path, lock).map_err(|error| OpenError::Unusable {
        path: path.clone(),
        problem: plain(&error),
    })?;
    note_use(&connection, &path);
    keep_log(&connection, false).map_err(failed)?;
    Ok(Opened { connection, files })
}

/// Notes that a server uses the database from now on, so that the next start misses a log that is gone.
fn note_use(connection: &Connection, path: &Path) {
    // A write, after which the log is not empty.
    let written = connection.pragma_update(None, "user_version", layout::PRESENT);
    // Some network file systems allow no log.
    let state = if has_log(path) {
        State::InUse
    } else {
        State::Closed
    };
    let noted = written
        .map_err(|error| said(&error))
        .and_then(|()| state.write(path).map_err(|error| plain(&error)));
    if let Err(problem) = noted {
        // As on a full disk, on which much can be read.
        warn!(%problem, "cannot note that a server uses the store");
    }
}

/// Sets whether the write-ahead log stays as it is when the connection is closed.
pub(super) fn keep_log(connection: &Connection, keep: bool) -> Result<(), rusqlite::Error> {
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep)
        .map(drop)
}

fn set_up(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS a plain sync stops at the drive's cache; elsewhere this changes nothing.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)
}
