//! Opening the database: the lock, the checks, the settings.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use super::disk::{DATABASE, beside, plain, unopened, ways_out};
use super::files::Files;
use super::lock::{LockError, lock};
use super::log::{Damage, Log};
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

    if fs::symlink_metadata(&path).is_ok_and(|file| file.is_symlink()) {
        // A server that comes to it by another way has a lock of its own.
        let problem = "it is a link; name the directory of the file itself".to_owned();
        return Err(OpenError::Unusable { path, problem });
    }
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    let has_log = size(&beside(&path, "-wal")) > 0;
    if size(&path) == 0 && has_log {
        // SQLite would throw the log away.
        return Err(damaged(
            "games.db is empty or missing, though games.db-wal has games".to_owned(),
        ));
    }
    // SQLite gives its other files the permissions of this one.
    private::open(&path).map_err(|error| OpenError::Unusable {
        path: path.clone(),
        problem: unopened(&error),
    })?;
    let mut connection = Connection::open(&path).map_err(failed)?;
    // A database that cannot be used keeps the log that a killed server left.
    keep_log(&connection, has_log).map_err(failed)?;
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
    keep_log(&connection, false).map_err(failed)?;
    Ok(Opened {
        connection,
        files,
        log,
    })
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
