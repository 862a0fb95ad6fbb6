//! Databases that are only read: a backup, a copy in a snapshot, or the games of a server that runs.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, ffi};

use super::disk::{DATABASE, plain};
use super::open::keep_log;
use super::said;

/// Begins to read the database in `directory`. Returns its path, too.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub(super) fn games(directory: &Path) -> Result<(PathBuf, Connection), String> {
    let path = path_of_games(directory)?;
    let begun =
        begin(&path).map_err(|error| format!("cannot read {}: {}", path.display(), said(&error)));
    begun.map(|connection| (path, connection))
}

/// Returns the path of the database in `directory`.
///
/// # Errors
///
/// A sentence that says that there is none.
pub(super) fn path_of_games(directory: &Path) -> Result<PathBuf, String> {
    let path = directory.join(DATABASE);
    if path.is_file() {
        return Ok(path);
    }
    Err(format!(
        "there are no games in {}; name the directory of the server with --data",
        path.display()
    ))
}

/// Opens the database at `path` and begins to read it.
///
/// A copy of pages of different moments would begin again with each commit, so all of it is read at one moment.
pub(super) fn begin(path: &Path) -> Result<Connection, rusqlite::Error> {
    let cannot_write = fs::metadata(path).is_ok_and(|file| file.permissions().readonly())
        || OpenOptions::new().write(true).open(path).is_err();
    if cannot_write {
        // Its files beside the database would be in the way of a server.
        let problem = "it cannot be written, and SQLite writes beside what it reads; copy it, with its -wal if there is one, \
                       to a directory that can be written";
        let failure = ffi::Error::new(ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(
            failure,
            Some(problem.to_owned()),
        ));
    }
    let connection = open(path)?;
    connection.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
    Ok(connection)
}

/// Opens a database that others may use, and whose log stays as it is.
pub(super) fn open(path: &Path) -> Result<Connection, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    keep_log(&connection, true)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Returns an error that says why there is no file to read at `path`.
pub(super) fn ensure_file(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(found) if found.is_dir() => Err("it is a directory".to_owned()),
        Ok(_) => Err("it is no regular file".to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err("there is no such file".to_owned())
        }
        Err(error) => Err(plain(&error)),
    }
}
