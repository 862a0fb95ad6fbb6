//! Opening the database: the lock, the checks, the settings.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};
use tracing::warn;

use super::disk::{DATABASE, plain, unopened, ways_out};
use super::files::Files;
use super::lock::{LockError, lock};
use super::log::{Damage, Log};
use super::state::{BEGIN_AGAIN, State, has_log, loss};
use super::{is_corrupt, said, schema};
use crate::base::private;

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
    /// Another release wrote it.
    #[error(
        "the store {path} has schema version {found}, this release knows version {known}; \
         use the release that wrote it, or name another directory with --data"
    )]
    OtherVersion {
        /// Path of the database.
        path: PathBuf,
        /// Schema version of the database.
        found: i64,
        /// Schema version that this release knows.
        known: i64,
    },
    /// Something is missing, or the tables are not those of the schema.
    #[error(
        "the store {path} is damaged: {problem}; nothing in it was changed: restore it from a backup, \
         name another directory with --data, or play without one: --store memory"
    )]
    Damaged {
        /// Path of the database.
        path: PathBuf,
        /// Description of the damage.
        problem: String,
    },
    /// `SQLite` cannot read it.
    #[error(
        "the store {path} is corrupt: {problem}; nothing in it was changed: {ways_out}; \
         or name another directory with --data, or play without one: --store memory"
    )]
    Corrupt {
        /// Path of the database.
        path: PathBuf,
        /// What `SQLite` says.
        problem: String,
        /// What an operator can do.
        ways_out: String,
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
    /// The log of a database that was there; read before anything is written.
    pub(super) log: Option<(Log, Damage)>,
}

/// Opens the database in `directory`, which is created if it is not there.
pub(super) fn open(directory: &Path) -> Result<Opened, OpenError> {
    let lock = lock(directory)?;
    let path = directory.join(DATABASE);
    let damaged = |problem: String| OpenError::Damaged {
        path: path.clone(),
        problem,
    };
    let failed = |error: rusqlite::Error| {
        let (path, problem) = (path.clone(), said(&error));
        // The last one is SQLite's for a schema that it cannot read.
        if is_corrupt(&error) || error.sqlite_error_code() == Some(ErrorCode::Unknown) {
            let ways_out = ways_out(&path);
            OpenError::Corrupt {
                path,
                problem,
                ways_out,
            }
        } else {
            OpenError::Unusable { path, problem }
        }
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
    let found = schema::version(&connection).map_err(failed)?;
    if found != 0 && found != schema::VERSION {
        return Err(OpenError::OtherVersion {
            path,
            found,
            known: schema::VERSION,
        });
    }
    if let Some(problem) = schema::problem(&connection, found).map_err(failed)? {
        return Err(damaged(problem));
    }
    if found == 0 && state.is_some() {
        return Err(damaged(format!("it has no tables; {BEGIN_AGAIN}")));
    }
    let log = (found != 0).then(|| Log::read(&connection)).transpose();
    let log = log.map_err(failed)?;
    set_up(&connection).map_err(failed)?;
    if found == 0 {
        schema::create(&mut connection).map_err(failed)?;
    }
    let files = Files::open_at(&path, lock).map_err(|error| OpenError::Unusable {
        path: path.clone(),
        problem: plain(&error),
    })?;
    note_use(&connection, &path);
    keep_log(&connection, false).map_err(failed)?;
    Ok(Opened {
        connection,
        files,
        log,
    })
}

/// Notes that a server uses the database from now on, so that the next start misses a log that is gone.
fn note_use(connection: &Connection, path: &Path) {
    // A write, after which the log is not empty.
    let written = connection.pragma_update(None, "user_version", schema::VERSION);
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
    connection.pragma_update(None, "fullfsync", true)
}
