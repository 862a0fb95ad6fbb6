//! Copies of a database: one that is written while a server uses it, and one that is put in its place.
//!
//! ```text
//! source, in one read transaction -> FILE.new-1, page by page -> sync -> check -> FILE
//! ```
//!
//! The pages are copied as they are, so that what is left of a damaged room is in the copy as well; what is left of a
//! damaged database is put together anew (`salvage.rs`). The transaction shows one moment, whatever is written
//! meanwhile: in a write-ahead log readers and the writer do not wait for each other, and the log only grows until the
//! copy is done.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::check::{check, needs_salvage};
use super::disk::{DATABASE, LOCK, beside, plain};
use super::lock::{LockError, lock};
use super::open::OpenError;
use super::salvage::salvage;
use super::source::{begin, begin_damaged, ensure_file, open};
use super::state::State;
use super::{layout, said};
use crate::{own_files, private};

/// Pages of 4 KiB that are written before they are synced. A sync at the end alone would write all of the copy at
/// once, and the moves of the games would wait behind it.
const STEP: i32 = 256;

/// Files of the server in its directory, beside those of the database.
const OWN_FILES: [&str; 4] = [
    own_files::BANS,
    own_files::CONSOLE,
    own_files::TLS_KEY,
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
         take another backup, or restore what is left of this one with --damaged"
    )]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// The first findings of a check.
        problem: String,
    },
    /// The database is damaged, and its copy with it.
    #[error(
        "{path} is damaged: {problem}; it was not copied: see all of it with `check`, keep the copies that are good, \
         or copy what is left of it with `enlinea-server backup --damaged`"
    )]
    DamagedSource {
        /// Path of the database.
        path: PathBuf,
        /// The first findings of a check.
        problem: String,
    },
    /// The file is no backup of this or an earlier release.
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
    /// Reading or writing failed.
    #[error("cannot copy to {path}: {problem}")]
    Failed {
        /// Path of the file that was written.
        path: PathBuf,
        /// Message of the database or of the system.
        problem: String,
    },
}

/// Writes the database in `directory` to `file`, for its owner alone, and returns its size in bytes. A server may use
/// the directory meanwhile.
///
/// # Errors
///
/// [`CopyError`]; there is no `file` then. A database in which [`check`] finds damage is refused, unless all of it is
/// in rooms that were set aside: the host was told of these, and would have no copies any more.
pub fn backup(directory: &Path, file: &Path) -> Result<u64, CopyError> {
    copy_out(directory, file, &WHOLE, ensure_undamaged)
}

/// Writes a backup as [`backup`] does, but also of a database that is damaged, with what is left of its games: every
/// room that can be read is whole in it, and the others are set aside.
///
/// # Errors
///
/// [`CopyError`]; there is no `file` then. A database that no server could open, with all that is left, is refused.
pub fn backup_damaged(directory: &Path, file: &Path) -> Result<u64, CopyError> {
    copy_out(directory, file, &WHAT_IS_LEFT, |copy, database| {
        suits(copy).map_err(|problem| CopyError::Unreadable {
            path: database.to_owned(),
            problem,
        })
    })
}

/// The way to read a database, and to copy it to a new file.
struct Copying {
    begin: fn(&Path) -> Result<Connection, rusqlite::Error>,
    copy: fn(&Connection, &Path, &File) -> Result<u64, String>,
}

const WHOLE: Copying = Copying { begin, copy };

const WHAT_IS_LEFT: Copying = Copying {
    begin: begin_damaged,
    copy: copy_what_is_left,
};

/// Writes a backup by `copying` that `judge` accepts, which is given the copy and the database.
fn copy_out(
    directory: &Path,
    file: &Path,
    copying: &Copying,
    judge: impl FnOnce(&Path, &Path) -> Result<(), CopyError>,
) -> Result<u64, CopyError> {
    let path = directory.join(DATABASE);
    if !path.is_file() {
        return Err(CopyError::NoDatabase { path });
    }
    let source = match (copying.begin)(&path) {
        Ok(source) => source,
        Err(error) => {
            let problem = said(&error);
            return Err(CopyError::Unreadable { path, problem });
        }
    };
    let exists = || CopyError::Exists {
        path: file.to_owned(),
    };
    if fs::symlink_metadata(file).is_ok() {
        return Err(exists());
    }
    if is_own(directory, file) {
        let path = file.to_owned();
        return Err(CopyError::OwnName { path });
    }
    let failed = |problem| CopyError::Failed {
        path: file.to_owned(),
        problem,
    };
    let (aside, new) = create_beside(file).map_err(|error| failed(plain(&error)))?;
    let copied = (copying.copy)(&source, &aside, &new)
        .map_err(failed)
        .and_then(|size| {
            // The log of the server need not grow until the check is done.
            drop(source);
            judge(&aside, &path)?;
            Ok(size)
        });
    let size = copied.inspect_err(|_error| {
        let _ = fs::remove_file(&aside);
    })?;
    publish(&aside, file).map_err(|error| {
        if error.kind() == ErrorKind::AlreadyExists {
            exists()
        } else {
            failed(plain(&error))
        }
    })?;
    Ok(size)
}

/// Creates a file beside `file` that nobody else writes: another copy to the same file may be made meanwhile.
fn create_beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        number += 1;
        let aside = beside(file, &format!(".new-{number}"));
        match private::create_new(&aside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return Ok((aside, created?)),
        }
    }
}

/// Gives a new file its name durably; a file of that name is an error. The old name is free in any case, and may be
/// that of another copy from then on.
fn publish(aside: &Path, file: &Path) -> io::Result<()> {
    let remove = || drop(fs::remove_file(aside));
    match fs::hard_link(aside, file) {
        Ok(()) => remove(),
        Err(_there) if fs::symlink_metadata(file).is_ok() => {
            remove();
            return Err(ErrorKind::AlreadyExists.into());
        }
        // Some file systems have no links. What comes between these two is written over.
        Err(_no_links) => fs::rename(aside, file).inspect_err(|_error| remove())?,
    }
    private::sync_parent(file)
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
/// which the old database was renamed, if there was one; it is replaced only with `force` if it has games.
///
/// # Errors
///
/// [`CopyError`]; the directory is then as it was. A backup in which [`check`] finds damage is
/// refused.
pub fn restore(directory: &Path, file: &Path, force: bool) -> Result<Option<PathBuf>, CopyError> {
    replace(directory, file, force, &WHOLE, ensure_whole)
}

/// Restores a backup as [`restore`] does, but also one that is damaged, with what is left of its games.
///
/// # Errors
///
/// [`CopyError`]; the directory is then as it was. A file that no server could open is refused all the same.
pub fn restore_damaged(
    directory: &Path,
    file: &Path,
    force: bool,
) -> Result<Option<PathBuf>, CopyError> {
    replace(directory, file, force, &WHAT_IS_LEFT, |_copy, _file| Ok(()))
}

/// Restores a backup whose copy, made by `copying`, `judge` accepts, which is given the copy and the file.
fn replace(
    directory: &Path,
    file: &Path,
    force: bool,
    copying: &Copying,
    judge: impl FnOnce(&Path, &Path) -> Result<(), CopyError>,
) -> Result<Option<PathBuf>, CopyError> {
    // First, since the lock makes a directory where there is none.
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
    prepare_copy(file, &aside, copying, judge).inspect_err(|_error| {
        // The next copy would remove it as well.
        let _ = fs::remove_file(&aside);
    })?;
    swap_in(&aside, &path, there.then_some(log.as_path()))
}

/// Makes the copy `aside` of a backup, which suits this server and which `judge` accepts.
fn prepare_copy(
    file: &Path,
    aside: &Path,
    copying: &Copying,
    judge: impl FnOnce(&Path, &Path) -> Result<(), CopyError>,
) -> Result<(), CopyError> {
    (copying.begin)(file)
        .map_err(|error| said(&error))
        .and_then(|source| {
            let new = create_anew(aside).map_err(|error| plain(&error))?;
            (copying.copy)(&source, aside, &new)
        })
        .and_then(|_size| suits(aside))
        .map_err(|problem| {
            let path = file.to_owned();
            CopyError::NoBackup { path, problem }
        })?;
    judge(aside, file)
}

/// Gives a copy the name `path` of the database. If there is an old one, whose log is `old_log`, it is put aside
/// before; returns the path to which it was renamed.
fn swap_in(
    aside: &Path,
    path: &Path,
    old_log: Option<&Path>,
) -> Result<Option<PathBuf>, CopyError> {
    let not_restored = |error: &io::Error, back: Result<(), String>| {
        let _ = fs::remove_file(aside);
        let problem = plain(error);
        CopyError::Failed {
            path: path.to_owned(),
            problem: match back {
                Ok(()) => problem,
                Err(lost) => format!("{problem}; {lost}"),
            },
        }
    };
    let old = if let Some(log) = old_log {
        let (old, moved) = put_aside(path, log);
        if let Err(error) = moved {
            return Err(not_restored(&error, old.put_back()));
        }
        Some(old)
    } else {
        None
    };
    // The log of the old one is not missing in the new one.
    let placed = State::Closed.write(path).and_then(|()| rename(aside, path));
    if let Err(error) = placed {
        // Where it has its name and was not synced.
        let _ = fs::remove_file(path);
        let back = old.map_or(Ok(()), OldDatabase::put_back);
        return Err(not_restored(&error, back));
    }
    Ok(old.map(|old| old.path))
}

/// Creates a file that this server alone writes, in the place of one from a copy that was interrupted.
fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    private::create_own(path)
}

/// Copies what can be read of a database as [`copy`] does: where it is damaged, the pages are not copied as they are.
fn copy_what_is_left(source: &Connection, to: &Path, file: &File) -> Result<u64, String> {
    if !needs_salvage(source).map_err(|error| said(&error))? {
        return copy(source, to, file);
    }
    salvage(source, to)?;
    let io = |error: io::Error| plain(&error);
    file.sync_all().map_err(io)?;
    Ok(file.metadata().map_err(io)?.len())
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
    let found = layout::version(&connection).map_err(sql)?;
    let known = layout::PRESENT;
    if found == 0 {
        return Err("it is no database of games".to_owned());
    }
    if found > known {
        return Err(too_new(found, known));
    }
    layout::problem(&connection, found)
        .map_err(sql)?
        .map_or(Ok(()), Err)
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
    Err(CopyError::Damaged {
        path: path(),
        problem: first(report.findings()),
    })
}

/// Refuses the copy of `database` if a check finds damage in it that no server knows of.
fn ensure_undamaged(copy: &Path, database: &Path) -> Result<(), CopyError> {
    let path = database.to_owned();
    match check(copy) {
        Ok(report) if report.problems.is_empty() => Ok(()),
        Ok(report) => {
            let problem = first(report.problems);
            Err(CopyError::DamagedSource { path, problem })
        }
        // Of the database, since the copy is removed.
        Err(error) => {
            let problem = match error {
                OpenError::TooNew { found, known, .. } => too_new(found, known),
                OpenError::Unreadable { problem, .. } => problem,
                error => error.to_string(),
            };
            Err(CopyError::Unreadable { path, problem })
        }
    }
}

fn too_new(found: i64, known: i64) -> String {
    format!("it has layout {found}, and this release knows {known} and older")
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
        if layout::version(&connection)? == 0 {
            return Ok(false);
        }
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM room) OR EXISTS (SELECT 1 FROM batch)
                 OR EXISTS (SELECT 1 FROM finished) OR EXISTS (SELECT 1 FROM damaged_room)",
            [],
            |row| row.get(0),
        )
    });
    found.unwrap_or(true)
}

/// A database that was renamed, with its log.
#[derive(Debug)]
struct OldDatabase {
    path: PathBuf,
    /// Names before and after, in the order in which they were changed.
    renamed: Vec<(PathBuf, PathBuf)>,
}

impl OldDatabase {
    /// Gives all files their names back; or says where they are.
    fn put_back(self) -> Result<(), String> {
        // The database last, as it would be taken for whole without its log.
        let mut renamed = self.renamed.iter().rev();
        let put_back = renamed.try_for_each(|(from, to)| fs::rename(to, from));
        put_back.map_err(|error| {
            format!(
                "and the old database cannot be put back ({}): it is {}, with the files whose names begin so",
                plain(&error),
                self.path.display()
            )
        })
    }
}

/// Renames the database and its log. Returns what was renamed, also where it is not all of it.
fn put_aside(path: &Path, log: &Path) -> (OldDatabase, io::Result<()>) {
    let kept = (1..u32::MAX)
        .map(|number| beside(path, &format!(".old-{number}")))
        .find(|kept| !kept.exists() && !beside(kept, "-wal").exists())
        .expect("more numbers than files");
    // In this order: a database without its log would be taken for whole, a log without its database is refused.
    let files = [
        (path.to_owned(), kept.clone()),
        (log.to_owned(), beside(&kept, "-wal")),
        (beside(path, "-shm"), beside(&kept, "-shm")),
    ];
    let mut old = OldDatabase {
        path: kept,
        renamed: Vec::new(),
    };
    for (from, to) in files {
        match fs::rename(&from, &to) {
            Ok(()) => old.renamed.push((from, to)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return (old, Err(error)),
        }
    }
    (old, Ok(()))
}

/// Renames a file durably.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    private::sync_parent(to)
}
