//! The lock by which one server at a time uses a directory.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{LOCK, unopened};
use crate::base::private;

/// Error of the lock of a directory.
#[derive(Debug)]
pub(in crate::store) enum LockError {
    /// Another server has it.
    InUse { path: PathBuf },
    /// The directory or its lock cannot be written.
    Unusable { path: PathBuf, problem: String },
}

/// The lock of a directory, held until this is dropped.
#[derive(Debug)]
pub(in crate::store) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing without this would leave the lock to a process that is being started, which has a copy of the file
        // until its own program runs.
        let _ = self.0.unlock();
    }
}

/// Locks the directory, which is created if it is not there.
pub(in crate::store) fn lock(directory: &Path) -> Result<Lock, LockError> {
    private::create_directory(directory).map_err(|error| unusable(directory, &error))?;
    let path = directory.join(LOCK);
    let file = private::open(&path).map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(LockError::InUse {
            path: directory.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(unusable(&path, &error)),
    }
}

fn unusable(path: &Path, error: &io::Error) -> LockError {
    LockError::Unusable {
        path: path.to_owned(),
        problem: unopened(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test that started a program while another one opened its store again had that one fail.
    #[test]
    fn a_lock_ends_though_a_process_that_is_being_started_has_a_copy_of_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let first = lock(directory.path()).unwrap();
        let _copy = first.0.try_clone().unwrap();
        assert!(matches!(
            lock(directory.path()),
            Err(LockError::InUse { .. })
        ));
        drop(first);
        lock(directory.path()).unwrap();
    }
}
