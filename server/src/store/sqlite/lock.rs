//! The lock by which one server at a time uses a directory.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
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

/// Locks that are held until this is dropped.
#[derive(Debug)]
pub(in crate::store) struct Lock {
    held: Vec<Held>,
    /// The directory that another server has locked since.
    lost: Option<PathBuf>,
}

/// A file that is locked.
#[derive(Debug)]
struct Held {
    path: PathBuf,
    file: File,
    /// Identity of the file.
    locked: Identity,
}

impl Lock {
    /// Locks again what was removed; returns an error if another server has it by now: both would write to one
    /// database.
    pub(super) fn check(&mut self) -> Result<(), String> {
        for held in &mut self.held {
            if self.lost.is_some() || Identity::read(&held.path).ok() == Some(held.locked) {
                continue;
            }
            match Held::new(held.path.clone()) {
                Ok(again) => *held = again,
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
        for Held { file, .. } in &self.held {
            // Closing without this would leave the lock to a process that is being started, which has a copy of the
            // file until its own program runs.
            let _ = file.unlock();
        }
    }
}

/// Locks the directory, which is created if it is not there, and the database, if a link leads to another directory:
/// a server that comes to it from there, or by a link from a third, has a lock of its own.
pub(in crate::store) fn lock(directory: &Path) -> Result<Lock, LockError> {
    private::create_directory(directory).map_err(|error| unusable(directory, &error))?;
    let mut locks = vec![Held::new(directory.join(LOCK))?];
    if let Some((directory, mut name)) = behind_link(&directory.join(DATABASE)) {
        let lock = if name == DATABASE {
            // That of a server in that directory.
            LOCK.into()
        } else {
            // Other databases there are of other servers.
            name.push(".lock");
            name
        };
        locks.push(Held::new(directory.join(lock))?);
    }
    Ok(Lock {
        held: locks,
        lost: None,
    })
}

impl Held {
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
        Ok(Self { path, file, locked })
    }
}

fn unusable(path: &Path, error: &io::Error) -> LockError {
    LockError::Unusable {
        path: path.to_owned(),
        problem: unopened(error),
    }
}

/// Links that are followed at most, as Linux does.
const MOST_LINKS: usize = 40;

/// Returns the directory and the name of the file to which a link at `path` leads, which need not be there; none if
/// there is no link.
fn behind_link(path: &Path) -> Option<(PathBuf, OsString)> {
    let mut file = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&file) else {
            break;
        };
        // A target from the root replaces all of it.
        file = file.parent()?.join(target);
    }
    if file == path {
        return None;
    }
    let directory = file.parent()?.canonicalize().ok()?;
    Some((directory, file.file_name()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test that started a program while another one opened its store again had that one fail.
    #[test]
    fn a_lock_ends_though_a_process_that_is_being_started_has_a_copy_of_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let first = lock(directory.path()).unwrap();
        let _copy = first.held[0].file.try_clone().unwrap();
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
