//! A check that the files at the path are still those that are open: a deleted file takes writes as before,
//! and they are lost with the process.
//!
//! A commit counts only if they are the same before it and after it.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Identity, LOCK, beside};
use super::lock::Lock;

/// The files of an open database, and the lock that is held as long as it is open.
#[derive(Debug)]
pub(super) struct Files {
    database: PathBuf,
    /// The database; the write-ahead log, if there is one, since a commit is only in this file until it is copied; and
    /// the lock, without which another server would start.
    opened: Vec<(PathBuf, Identity)>,
    _lock: Lock,
}

impl Files {
    /// Returns the files at `database` as they are now. The connection must have read the database before.
    pub(super) fn open_at(database: &Path, lock: Lock) -> io::Result<Self> {
        let lock_file = database.with_file_name(LOCK);
        let mut opened = vec![
            (database.to_owned(), Identity::read(database)?),
            (lock_file.clone(), Identity::read(&lock_file)?),
        ];
        let log = beside(database, "-wal");
        if let Ok(identity) = Identity::read(&log) {
            opened.push((log, identity));
        }
        Ok(Self {
            database: database.to_owned(),
            opened,
            _lock: lock,
        })
    }

    /// Returns the path of the database, as it was named.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }

    /// Returns an error that says which file was replaced or deleted.
    pub(super) fn check(&self) -> Result<(), String> {
        let is_another =
            |(path, opened): &&(PathBuf, Identity)| Identity::read(path).ok() != Some(*opened);
        match self.opened.iter().find(is_another) {
            None => Ok(()),
            // A restart by itself would write the log of the old file into the new one.
            Some((path, _)) => Err(format!(
                "{} was removed or replaced while the server runs; what is played now would be lost, so it is refused: \
                 put the file back; for a copy, stop the server, move the database and its -wal away, and use \
                 `restore`; a lock is made again by the next start",
                path.display()
            )),
        }
    }
}
