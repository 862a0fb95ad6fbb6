//! Copies of a database: one that is written while a server uses it, and one that is put in its place.
//!
//! ```text
//! source, in one read transaction -> FILE.new, page by page -> sync -> check -> FILE
//! ```
//!
//! The pages are copied as they are, so that what is left of a damaged room is in the copy as well. The transaction
//! shows one moment, whatever is written meanwhile: in a write-ahead log readers and the writer do not wait for each
//! other, and the log only grows until the copy is done.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::check::{check, check_pages};
use super::disk::{DATABASE, beside, exists, plain, ways_out};
use super::lock::{LockError, lock};
use super::source::{begin, ensure_file, games, open};
use super::state::State;
use super::{said, schema};
use crate::base::private;

/// Pages of 4 KiB that are written before they are synced. One sync at the end would write all of the copy at
/// once, and the moves of the games would wait for it.
const STEP: i32 = 256;

/// Writes the database in `directory` to `file`, which only its owner can read, and returns its size in bytes. A server
/// may use the directory meanwhile.
///
/// # Errors
///
/// A sentence that says what is wrong; there is no `file` then. A database that `SQLite` calls corrupt is refused;
/// damage of rooms is copied.
pub fn backup(directory: &Path, file: &Path) -> Result<u64, String> {
    let (path, source) = games(directory)?;
    let failed = |error: &io::Error| not_copied(file, &plain(error));
    let aside = beside(file, ".new");
    let new = private::create_new(&aside).map_err(|error| match error.kind() {
        // Another copy to the same file may be made now.
        ErrorKind::AlreadyExists => exists(&aside),
        _ => failed(&error),
    })?;
    let copied = || {
        if fs::symlink_metadata(file).is_ok() {
            return Err(exists(file));
        }
        let size = copy(&source, &aside, &new).map_err(|problem| not_copied(file, &problem))?;
        // The log of the server need not grow until the check is done.
        drop(source);
        ensure_readable(&aside, &path)?;
        rename(&aside, file).map_err(|error| failed(&error))?;
        Ok(size)
    };
    copied().inspect_err(|_error| {
        let _ = fs::remove_file(&aside);
    })
}

fn not_copied(to: &Path, problem: &str) -> String {
    format!("cannot copy to {}: {problem}", to.display())
}

/// Puts the backup `file` in the place of the database in `directory`, which no server may use. Returns the path to
/// which the old database was renamed, if there was one; it is replaced only with `force` if it has games. Damage that
/// a [`check`] finds in rooms is accepted only with `damaged`.
///
/// # Errors
///
/// A sentence that says what is wrong, and what became of the old database if it was renamed.
pub fn restore(
    directory: &Path,
    file: &Path,
    force: bool,
    damaged: bool,
) -> Result<Option<PathBuf>, String> {
    // First, because the lock creates the directory.
    ensure_file(file).map_err(|problem| no_backup(file, &problem))?;
    let _lock = lock(directory).map_err(|error| match error {
        LockError::InUse { path } => format!(
            "cannot restore the games of {}: another server uses them; stop it first, \
             or name another directory with --data",
            path.display()
        ),
        LockError::Unusable { path, problem } => format!(
            "cannot restore the games of {}: {problem}; name another directory with --data",
            path.display()
        ),
    })?;
    let path = directory.join(DATABASE);
    let there = path.exists() || beside(&path, "-wal").exists();
    if there && !force && has_games(&path) {
        return Err(format!(
            "{} has games; replace them with --force, which keeps the old database beside",
            path.display()
        ));
    }
    let aside = beside(&path, ".restored");
    let restored = || {
        prepare_copy(file, &aside, damaged)?;
        let old = there.then(|| free_name(&path));
        let failed = |error: &io::Error| {
            let old_is = old.as_ref().map_or_else(String::new, |old| {
                format!("; the old database is {}, with its log", old.display())
            });
            not_copied(&path, &format!("{}{old_is}", plain(error)))
        };
        if let Some(old) = &old {
            put_aside(&path, old).map_err(|error| failed(&error))?;
        }
        // The log of the old one is not missing in the new one.
        let placed = State::Closed.write(&path);
        let placed = placed.and_then(|()| rename(&aside, &path));
        placed.map_err(|error| failed(&error))?;
        Ok(old)
    };
    restored().inspect_err(|_error| {
        // The next copy would remove it as well.
        let _ = fs::remove_file(&aside);
    })
}

fn no_backup(file: &Path, problem: &str) -> String {
    format!(
        "cannot restore {}: {problem}; nothing was changed",
        file.display()
    )
}

/// Makes the copy `aside` of a backup, which suits this server, and has no damage but for `damaged` rooms.
fn prepare_copy(file: &Path, aside: &Path, damaged: bool) -> Result<(), String> {
    begin(file)
        .map_err(|error| said(&error))
        .and_then(|source| {
            let new = create_again(aside).map_err(|error| plain(&error))?;
            copy(&source, aside, &new)
        })
        .and_then(|_size| suits(aside))
        .map_err(|problem| no_backup(file, &problem))?;
    if damaged {
        ensure_readable(aside, file)
    } else {
        ensure_whole(aside, file)
    }
}

/// Creates a file of the server, in the place of one from a copy that was interrupted.
fn create_again(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    private::create_own(path)
}

/// Copies the database to the new file at `to`, durably. Returns the size in bytes.
fn copy(source: &Connection, to: &Path, file: &File) -> Result<u64, String> {
    let sql = |error: rusqlite::Error| said(&error);
    let io = |error: io::Error| plain(&error);
    // Not created: the file has its permissions, and one that is gone would come back with those of all.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || Connection::open_with_flags(to, flags);
    let mut target = open().map_err(sql)?;
    // Nobody reads the file before it is whole, and it is synced here.
    target
        .execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        .map_err(sql)?;
    let pages = Backup::new(source, &mut target).map_err(sql)?;
    while pages.step(STEP).map_err(sql)? != StepResult::Done {
        file.sync_data().map_err(io)?;
    }
    drop(pages);
    target.close().map_err(|(_, error)| sql(error))?;
    // A copy is one file, without a log beside it.
    let target = open().map_err(sql)?;
    target
        .pragma_update(None, "journal_mode", "DELETE")
        .map_err(sql)?;
    target.close().map_err(|(_, error)| sql(error))?;
    file.sync_all().map_err(io)?;
    Ok(file.metadata().map_err(io)?.len())
}

/// Checks that a server of this release can open the copy.
fn suits(copy: &Path) -> Result<(), String> {
    let sql = |error: rusqlite::Error| said(&error);
    let connection = open(copy).map_err(sql)?;
    let (found, known) = (schema::version(&connection).map_err(sql)?, schema::VERSION);
    match found {
        0 => Err("it is no database of games".to_owned()),
        found if found == known => schema::problem(&connection, found)
            .map_err(sql)?
            .map_or(Ok(()), Err),
        found => Err(format!(
            "it has schema version {found}, and this release knows version {known}"
        )),
    }
}

/// Findings that an error names.
const MOST_NAMED: usize = 3;

/// Refuses the copy of `file` if a check finds damage in it.
fn ensure_whole(copy: &Path, file: &Path) -> Result<(), String> {
    let report = check(copy).map_err(|error| no_backup(file, &error.to_string()))?;
    if !report.is_damaged() {
        return Ok(());
    }
    let quarantined = report.quarantined.into_iter();
    let quarantined = quarantined.map(|(room, problem)| format!("room {room}: {problem}"));
    Err(format!(
        "cannot restore {}: it is damaged: {}; nothing was changed: see all of it with `check`, \
         take another backup, or restore this one all the same with --damaged: its damaged rooms are then quarantined",
        file.display(),
        first(quarantined.chain(report.problems).collect())
    ))
}

/// Refuses the copy of `database` if its pages are corrupt.
fn ensure_readable(copy: &Path, database: &Path) -> Result<(), String> {
    let checked = open(copy).and_then(|connection| check_pages(&connection));
    let problems = checked.unwrap_or_else(|error| vec![said(&error)]);
    if problems.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} is corrupt: {}; it was not copied: {}",
        database.display(),
        first(problems),
        ways_out(database)
    ))
}

/// Returns the findings that an error names, in one line.
fn first(mut findings: Vec<String>) -> String {
    let more = findings.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        findings.truncate(MOST_NAMED);
        findings.push(format!("and {more} more"));
    }
    findings.join("; ")
}

/// Returns true if there are games in the database, or if it cannot be read.
fn has_games(path: &Path) -> bool {
    let found = open(path).and_then(|connection| {
        if schema::version(&connection)? == 0 {
            return Ok(false);
        }
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM event) OR EXISTS (SELECT 1 FROM room)
                 OR EXISTS (SELECT 1 FROM finished) OR EXISTS (SELECT 1 FROM quarantined)",
            [],
            |row| row.get(0),
        )
    });
    found.unwrap_or(true)
}

/// Returns a name for the old database that neither it nor its log has taken yet.
fn free_name(path: &Path) -> PathBuf {
    (1..u32::MAX)
        .map(|number| beside(path, &format!(".old-{number}")))
        .find(|old| !old.exists() && !beside(old, "-wal").exists())
        .expect("more numbers than files")
}

/// Renames the database and its log.
fn put_aside(path: &Path, old: &Path) -> io::Result<()> {
    // In this order: a log without its database is refused by a server, and so is a database without its log.
    for end in ["", "-wal", "-shm"] {
        match fs::rename(beside(path, end), beside(old, end)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Renames a file durably.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    private::sync_parent(to)
}
