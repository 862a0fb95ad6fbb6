//! A check that the files at the path are still those that are open: a deleted file takes writes as before,
//! and they are lost with the process.
//!
//! A commit counts only if they are the same before it and after it.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Identity, beside};
use super::lock::Lock;

/// The files of an open database, and the lock that is held as long as it is open.
#[derive(Debug)]
pub(super) struct Files {
    database: PathBuf,
    opened: Identity,
    /// The write-ahead log, if there is one: a commit is only in this file until it is copied.
    log: Option<(PathBuf, Identity)>,
    lock: Lock,
}

impl Files {
    /// Returns the files at `database` as they are now. The connection must have read the database before.
    pub(super) fn open_at(database: &Path, lock: Lock) -> io::Result<Self> {
        let log = beside(database, "-wal");
        Ok(Self {
            database: database.to_owned(),
            opened: Identity::read(database)?,
            log: Identity::read(&log).ok().map(|opened| (log, opened)),
            lock,
        })
    }

    /// Returns the path of the database, as it was named.
    pub(super) fn database(&self) -> &Path {
        &self.database
    }

    /// Returns an error that says which file was replaced or deleted.
    pub(super) fn check(&mut self) -> Result<(), String> {
        let database = (&self.database, self.opened);
        let log = self.log.as_ref().map(|(path, opened)| (path, *opened));
        for (path, opened) in [database].into_iter().chain(log) {
            if Identity::read(path).ok() != Some(opened) {
                // A restart by itself would write the log of the old file into the new one.
                return Err(format!(
                    "{} was removed or replaced while the server runs; what is played now would be lost, \
                     so it is refused: put the file back; for a copy, stop the server, move the database and its -wal \
                     away, and use `restore`",
                    path.display()
                ));
            }
        }
        self.lock.check()
    }
}
