//! The lock by which one server at a time uses a directory.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{DATABASE, Identity, LOCK, unopened};
use crate::base::private;

/// Error of the lock of a directory.
#[derive(Debug)]
pub(in crate::store) enum LockError {
    /// Another server has it.
    InUse { path: PathBuf },
    /// The directory or its lock cannot be written.
    Unusable { path: PathBuf, problem: String },
}

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(in crate::store) struct Lock {
    path: PathBuf,
    file: File,
    /// Identity of the file.
    locked: Identity,
    /// The directory, if another server has locked it since.
    lost: Option<PathBuf>,
}

impl Lock {
    /// Locks the file at `path`, which is created if it is not there.
    fn new(path: PathBuf) -> Result<Self, LockError> {
        let file = private::open(&path).map_err(|error| unusable(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::InUse {
                    path: path.parent().unwrap_or(&path).to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(unusable(&path, &error)),
        }
        let locked = Identity::of(&file).map_err(|error| unusable(&path, &error))?;
        Ok(Self {
            path,
            file,
            locked,
            lost: None,
        })
    }

    /// Locks again what was removed; returns an error if another server has it by now: both would write to one
    /// database.
    pub(super) fn check(&mut self) -> Result<(), String> {
        if self.lost.is_none() && Identity::read(&self.path).ok() != Some(self.locked) {
            match Self::new(self.path.clone()) {
                Ok(again) => *self = again,
                Err(LockError::InUse { path }) => self.lost = Some(path),
                // The files themselves are checked as well.
                Err(LockError::Unusable { .. }) => {}
            }
        }
        match &self.lost {
            None => Ok(()),
            Some(directory) => Err(format!(
                "the lock of {} was removed, and another server uses the directory by now; what is played here would \
                 damage its games, so it is refused: stop this server",
                directory.display()
            )),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing without this would leave the lock to a process that is being started, which has a copy of the
        // file until its own program runs.
        let _ = self.file.unlock();
    }
}

/// Locks the directory, which is created if it is not there.
pub(in crate::store) fn lock(directory: &Path) -> Result<Lock, LockError> {
    private::create_directory(directory).map_err(|error| unusable(directory, &error))?;
    let path = directory.join(DATABASE);
    if path.is_symlink() {
        // A server in the directory of the file would have another lock.
        let problem = "it is a link; let the directory be one instead".to_owned();
        return Err(LockError::Unusable { path, problem });
    }
    Lock::new(directory.join(LOCK))
}

fn unusable(path: &Path, error: &io::Error) -> LockError {
    LockError::Unusable {
        path: path.to_owned(),
        problem: unopened(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A test that started a program while another one opened its store again had that one fail.
    #[test]
    fn a_lock_ends_though_a_process_that_is_being_started_has_a_copy_of_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let first = lock(directory.path()).unwrap();
        let _copy = first.file.try_clone().unwrap();
        assert!(matches!(
            lock(directory.path()),
            Err(LockError::InUse { .. })
        ));
        drop(first);
        lock(directory.path()).unwrap();
    }

    /// A second server started and wrote to the database of the first.
    #[cfg(unix)]
    #[test]
    fn a_lock_whose_file_is_removed_is_taken_again_unless_another_server_has_it() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(LOCK);
        let mut first = lock(directory.path()).unwrap();
        first.check().unwrap();
        fs::remove_file(&file).unwrap();
        first.check().unwrap();
        assert!(matches!(
            lock(directory.path()),
            Err(LockError::InUse { .. })
        ));
        fs::remove_file(&file).unwrap();
        let second = lock(directory.path()).unwrap();
        assert!(first.check().unwrap_err().contains("another server"));
        drop(second);
        // What the other one wrote is not known here.
        first.check().unwrap_err();
    }
}
