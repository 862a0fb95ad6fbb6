//! Databases that are only read: a backup, or the games of a server that may run.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::disk::plain;
use super::open::keep_log;

/// Opens the database at `path` and begins to read it.
///
/// A copy of pages of different moments would begin again with each commit, so all of it is read at one moment.
pub(super) fn begin(path: &Path) -> Result<Connection, rusqlite::Error> {
    let read = |connection: Connection| {
        connection.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(connection)
    };
    open(path).and_then(read).map_err(|error| match error {
        rusqlite::Error::SqliteFailure(failure, Some(problem)) if is_unwritable(failure.code) => {
            let problem = format!(
                "{problem}; the games of a server are read only if they can be written: copy the database, and the \
                 -wal beside it if there is one, to a directory that can be written"
            );
            rusqlite::Error::SqliteFailure(failure, Some(problem))
        }
        error => error,
    })
}

/// Returns true for the errors of a database beside which nothing can be written.
fn is_unwritable(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::SystemIoFailure
            | ErrorCode::DiskFull
    )
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
