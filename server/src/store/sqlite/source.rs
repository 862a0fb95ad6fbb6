//! Databases that are only read: a backup, a copy in a snapshot, or the games of a server that runs.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{self, Path};

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::disk::{beside, plain};
use super::open::keep_log;

/// Opens the database at `path` and begins to read it.
///
/// A copy of pages of different moments would begin again with each commit, so all of it is read at one moment.
pub(super) fn begin(path: &Path) -> Result<Connection, rusqlite::Error> {
    let read = |connection: Connection| {
        connection.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(connection)
    };
    let failure = if would_leave_files(path) {
        ffi::Error::new(ffi::SQLITE_READONLY)
    } else {
        match open(path).and_then(read) {
            Err(rusqlite::Error::SqliteFailure(failure, _)) if is_unchangeable(failure.code) => {
                failure
            }
            Err(failed) if has_no_space(&failed) => {
                return open_alone(path).and_then(read).map_err(|_in_use| failed);
            }
            read => return read,
        }
    };
    let log = beside(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.is_file() && log.len() > 0) {
        let problem = format!(
            "the last games are in {} beside it, which is read only if the database and its directory can be \
             written; copy both files to a directory that can be written",
            log.display()
        );
        return Err(rusqlite::Error::SqliteFailure(failure, Some(problem)));
    }
    open_unchanging(path).and_then(read)
}

/// Returns true if the memory that is shared would be made here, in a file that can be written as little as the
/// database, and would be in the way of a server once the database can be written.
fn would_leave_files(path: &Path) -> bool {
    let cannot_write = fs::metadata(path).is_ok_and(|file| file.permissions().readonly())
        || OpenOptions::new().write(true).open(path).is_err();
    cannot_write && !beside(path, "-shm").exists()
}

/// Returns true for the errors of a disk without space for the memory that is shared.
fn has_no_space(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull)
    )
}

/// Returns true for the errors of a database beside which nothing can be written.
fn is_unchangeable(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied
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

/// Opens a database that no server uses, without the memory that others share. No server can use it meanwhile.
fn open_alone(path: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = open(path)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    Ok(connection)
}

/// Opens a database that has no log and that is not written meanwhile, such as one of a snapshot: it is read without
/// the memory that others share, for which a file would be written beside it.
fn open_unchanging(path: &Path) -> Result<Connection, rusqlite::Error> {
    let absolute = path::absolute(path).unwrap_or_else(|_error| path.to_owned());
    let mut name = "file:".to_owned();
    for byte in absolute.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => name.push('/'),
            b'/' | b'.' | b'-' | b'_' => name.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => name.push(char::from(*byte)),
            byte => write!(name, "%{byte:02X}").expect("a text takes what is written"),
        }
    }
    name.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(name, flags)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_read_alone_whatever_letters_its_path_has() {
        let directory = tempfile::tempdir().unwrap();
        let mut names = vec!["a b", "50%", "%41", "a#b", "ñandú", "it's"];
        if cfg!(unix) {
            names.extend(["a\\b", "why?"]);
        }
        for name in names {
            let path = directory.path().join(name);
            let written = Connection::open(&path).unwrap();
            written.execute_batch("CREATE TABLE room (id)").unwrap();
            drop(written);
            let read = open_unchanging(&path).unwrap();
            let tables = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = read.query_row(tables, [], |row| row.get(0)).unwrap();
            assert_eq!(tables, 1, "{name}");
        }
    }
}
