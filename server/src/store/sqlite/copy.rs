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
use std::path::{self, Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::check::{check, check_pages};
use super::disk::{BACKUPS, DATABASE, LOCK, beside, plain, ways_out};
use super::lock::{LockError, lock};
use super::source::{begin, ensure_file, open};
use super::state::State;
use super::{said, schema};
use crate::base::own_files;
use crate::base::private;

/// Pages of 4 KiB that are written before they are synced. One sync at the end would write all of the copy at
/// once, and the moves of the games would wait for it.
const STEP: i32 = 256;

/// Files of the server in its directory, beside those of the database.
const OWN_FILES: [&str; 5] = [
    own_files::BANS,
    own_files::CONSOLE,
    own_files::TLS_KEY,
    BACKUPS,
    LOCK,
];

/// Error of a copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A server uses the directory of a restore.
    #[error(
        "cannot restore the games of {path}: another server uses them; stop it first, \
         or name another directory with --data"
    )]
    InUse {
        /// Path of the directory.
        path: PathBuf,
    },
    /// The directory of a restore cannot be written.
    #[error("cannot restore the games of {path}: {problem}; name another directory with --data")]
    Unusable {
        /// Path that could not be opened.
        path: PathBuf,
        /// Message of the system.
        problem: String,
    },
    /// There is a file of this name already.
    #[error("{path} exists; name another file, or remove it first")]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// The server gives the name to a file of its own, which it would write over the copy.
    #[error("{path} is the name of a file of the server itself; name another file")]
    OwnName {
        /// Path of the file.
        path: PathBuf,
    },
    /// There is no database.
    #[error("there are no games in {path}; name the directory of the server with --data")]
    NoDatabase {
        /// Path at which there should be one.
        path: PathBuf,
    },
    /// The directory has games that a restore would replace.
    #[error("{path} has games; replace them with --force, which keeps the old database beside")]
    HasGames {
        /// Path of the database.
        path: PathBuf,
    },
    /// The backup is damaged.
    #[error(
        "cannot restore {path}: it is damaged: {problem}; nothing was changed: see all of it with `check`, \
         take another backup, or restore this one all the same with --damaged: its damaged rooms are then quarantined"
    )]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// The first findings of a check.
        problem: String,
    },
    /// The database is corrupt, and its copy with it.
    #[error("{path} is corrupt: {problem}; it was not copied: {ways_out}")]
    CorruptSource {
        /// Path of the database.
        path: PathBuf,
        /// The first findings.
        problem: String,
        /// What an operator can do.
        ways_out: String,
    },
    /// The file is no backup that this release can read.
    #[error("cannot restore {path}: {problem}; nothing was changed")]
    NoBackup {
        /// Path of the file.
        path: PathBuf,
        /// Description of the problem.
        problem: String,
    },
    /// The database cannot be read.
    #[error("cannot read {path}: {problem}")]
    Unreadable {
        /// Path of the database.
        path: PathBuf,
        /// Description of the problem.
        problem: String,
    },
    /// Records could not be written.
    #[error("cannot write the games")]
    Unwritten(#[source] io::Error),
    /// Reading or writing failed.
    #[error("cannot copy to {path}: {problem}")]
    Failed {
        /// Path of the file that was written.
        path: PathBuf,
        /// Message of the database or of the system.
        problem: String,
    },
}

/// Writes the database in `directory` to `file`, which only its owner can read, and returns its size in bytes. A server
/// may use the directory meanwhile.
///
/// # Errors
///
/// [`CopyError`]; there is no `file` then. A database that `SQLite` calls corrupt is refused; damage of rooms is
/// copied.
pub fn backup(directory: &Path, file: &Path) -> Result<u64, CopyError> {
    let path = directory.join(DATABASE);
    if !path.is_file() {
        return Err(CopyError::NoDatabase { path });
    }
    let source = match begin(&path) {
        Ok(source) => source,
        Err(error) => {
            let problem = said(&error);
            return Err(CopyError::Unreadable { path, problem });
        }
    };
    if is_own(directory, file) {
        let path = file.to_owned();
        return Err(CopyError::OwnName { path });
    }
    let failed = |error: &io::Error| CopyError::Failed {
        path: file.to_owned(),
        problem: plain(error),
    };
    let exists = |path: &Path| CopyError::Exists {
        path: path.to_owned(),
    };
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
        let size = copy(&source, &aside, &new).map_err(|problem| CopyError::Failed {
            path: file.to_owned(),
            problem,
        })?;
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

/// Returns true if the server gives the name of `file` to a file of its own in `directory`: now, or when it is needed.
fn is_own(directory: &Path, file: &Path) -> bool {
    let Some(name) = file.file_name() else {
        return false;
    };
    // As some systems compare names.
    let name = name.to_string_lossy().to_ascii_lowercase();
    let of_database = name.strip_prefix(DATABASE);
    let is_own = of_database.is_some_and(|end| end.is_empty() || end.starts_with(['-', '.']))
        // Some are written beside their place first.
        || OWN_FILES.contains(&name.strip_suffix(".new").unwrap_or(&name));
    let parent = path::absolute(file).ok();
    let parent = parent.as_deref().and_then(Path::parent);
    let parent = parent.and_then(|parent| parent.canonicalize().ok());
    is_own && parent.is_some() && parent == directory.canonicalize().ok()
}

/// Puts the backup `file` in the place of the database in `directory`, which no server may use. Returns the path to
/// which the old database was renamed, if there was one; it is replaced only with `force` if it has games. Damage that
/// a [`check`] finds in rooms is accepted only with `damaged`.
///
/// # Errors
///
/// [`CopyError`], which says what became of the old database if it was renamed.
pub fn restore(
    directory: &Path,
    file: &Path,
    force: bool,
    damaged: bool,
) -> Result<Option<PathBuf>, CopyError> {
    // First, because the lock creates the directory.
    if let Err(problem) = ensure_file(file) {
        let path = file.to_owned();
        return Err(CopyError::NoBackup { path, problem });
    }
    let _lock = lock(directory).map_err(|error| match error {
        LockError::InUse { path } => CopyError::InUse { path },
        LockError::Unusable { path, problem } => CopyError::Unusable { path, problem },
    })?;
    let path = directory.join(DATABASE);
    let log = beside(&path, "-wal");
    let there = path.exists() || log.exists();
    if there && !force && has_games(&path) {
        return Err(CopyError::HasGames { path });
    }
    let aside = beside(&path, ".restored");
    let restored = || {
        prepare_copy(file, &aside, damaged)?;
        let failed = |error: &io::Error, old: &str| CopyError::Failed {
            path: path.clone(),
            problem: format!("{}{old}", plain(error)),
        };
        let old = there.then(|| free_name(&path));
        let old_is = old.as_ref().map_or_else(String::new, |old| {
            format!("; the old database is {}, with its log", old.display())
        });
        if let Some(old) = &old {
            put_aside(&path, old).map_err(|error| failed(&error, &old_is))?;
        }
        // The log of the old one is not missing in the new one.
        let placed = State::Closed.write(&path);
        let placed = placed.and_then(|()| rename(&aside, &path));
        placed.map_err(|error| failed(&error, &old_is))?;
        Ok(old)
    };
    restored().inspect_err(|_error| {
        // The next copy would remove it as well.
        let _ = fs::remove_file(&aside);
    })
}

/// Makes the copy `aside` of a backup, which suits this server, and has no damage but for `damaged` rooms.
fn prepare_copy(file: &Path, aside: &Path, damaged: bool) -> Result<(), CopyError> {
    begin(file)
        .map_err(|error| said(&error))
        .and_then(|source| {
            let new = create_again(aside).map_err(|error| plain(&error))?;
            copy(&source, aside, &new)
        })
        .and_then(|_size| suits(aside))
        .map_err(|problem| {
            let path = file.to_owned();
            CopyError::NoBackup { path, problem }
        })?;
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
fn ensure_whole(copy: &Path, file: &Path) -> Result<(), CopyError> {
    let path = || file.to_owned();
    let report = check(copy).map_err(|error| CopyError::NoBackup {
        path: path(),
        problem: error.to_string(),
    })?;
    if !report.is_damaged() {
        return Ok(());
    }
    let quarantined = report.quarantined.into_iter();
    let quarantined = quarantined.map(|(room, problem)| format!("room {room}: {problem}"));
    Err(CopyError::Damaged {
        path: path(),
        problem: first(quarantined.chain(report.problems).collect()),
    })
}

/// Refuses the copy of `database` if its pages are corrupt.
fn ensure_readable(copy: &Path, database: &Path) -> Result<(), CopyError> {
    let checked = open(copy).and_then(|connection| check_pages(&connection));
    let problems = checked.unwrap_or_else(|error| vec![said(&error)]);
    if problems.is_empty() {
        return Ok(());
    }
    Err(CopyError::CorruptSource {
        path: database.to_owned(),
        problem: first(problems),
        ways_out: ways_out(database),
    })
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
