//! The backup that a server makes each day, of which the last three are kept.
//!
//! They are beside the database, so that a person who looks for the games finds them: they help against a database that
//! is corrupt, and not against a disk that is lost.

use std::fs;
use std::path::{Path, PathBuf};

use protocol::millis::Millis;

use super::copy::backup;
use super::disk::{BACKUPS, DATABASE, backups, beside, plain};
use crate::base::private;

/// Time from one backup to the next.
const EVERY: Millis = Millis::from_secs(24 * 60 * 60);

/// Backups that are kept.
const KEPT: usize = 3;

/// Makes the backup of the day if the last one is a day old at `now`, and removes those that are too old. Returns the
/// file that was written; `None` if none is due.
///
/// # Errors
///
/// A sentence that says why there is no backup, as if there is not twice its size free.
pub fn daily_backup(directory: &Path, now: Millis) -> Result<Option<PathBuf>, String> {
    backup_if_due(directory, now, free_space)
}

fn backup_if_due(
    directory: &Path,
    now: Millis,
    free_space: impl Fn(&Path) -> Option<u64>,
) -> Result<Option<PathBuf>, String> {
    let made = backups(directory);
    let is_recent = |at: Millis| at <= now && now - at < EVERY;
    let database = directory.join(DATABASE);
    if made.iter().any(|(at, _)| is_recent(*at)) || !database.is_file() {
        return Ok(None);
    }
    let into = directory.join(BACKUPS);
    private::create_directory(&into).map_err(|error| plain(&error))?;
    remove_unfinished(&into);
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    let size = size(&database) + size(&beside(&database, "-wal"));
    if let Some(free) = free_space(&into)
        && free < 2 * size
    {
        return Err(format!(
            "only {free} bytes are free in {}, and twice the {size} bytes of the database must be",
            into.display()
        ));
    }
    let file = into.join(format!("games-{}.db", now.as_millis() / 1000));
    backup(directory, &file)?;
    let mut made = backups(directory);
    for (_, old) in made.drain(..made.len().saturating_sub(KEPT)) {
        fs::remove_file(&old).map_err(|error| format!("{}: {}", old.display(), plain(&error)))?;
    }
    Ok(Some(file))
}

/// Removes what a server that was killed while it copied has left.
fn remove_unfinished(backups: &Path) {
    for file in fs::read_dir(backups).into_iter().flatten().flatten() {
        let name = file.file_name();
        if name.to_string_lossy().ends_with(".db.new") {
            // What cannot be removed is in the way of nothing.
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Returns the bytes that are free for the user of the server; `None` if the system does not say.
#[cfg(unix)]
fn free_space(directory: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(directory).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free_space(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::super::Sqlite;
    use super::*;

    #[test]
    fn no_backup_is_made_if_less_than_twice_its_size_is_free() {
        let directory = tempfile::tempdir().unwrap();
        drop(Sqlite::open(directory.path()).unwrap());
        let size = fs::metadata(directory.path().join(DATABASE)).unwrap().len();
        let with = |free| backup_if_due(directory.path(), EVERY, |_| Some(free));
        let problem = with(2 * size - 1).unwrap_err();
        assert!(problem.contains("are free"), "{problem}");
        assert_eq!(backups(directory.path()), []);
        with(2 * size).unwrap().unwrap();
        assert_eq!(with(0), Ok(None), "none is due");
    }
}
