//! The private folder of an engine, and those that killed programs left behind.
//!
//! A folder is removed by its owner. One that was killed cannot, so the next program of the same person does: a folder
//! is locked as long as its owner lives, and the lock ends with the process, however that ends. A folder is removed by
//! whoever holds its lock, so nobody takes that of another.

use std::env;
use std::fs::File;
#[cfg(unix)]
use std::fs::{self, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Once;

use tempfile::TempDir;
#[cfg(unix)]
use tracing::{debug, info};

/// Beginning of the names.
const PREFIX: &str = "enlinea-engine-";

/// Folders that are made before a lock is given up: another program takes a new one for abandoned in the moment before
/// it is locked.
const TRIES: usize = 10;

/// A folder for one engine, which ends with this.
#[derive(Debug)]
pub(crate) struct Folder {
    directory: TempDir,
    /// None where the file system has no locks, so that nobody else has one.
    _lock: Option<File>,
}

impl Folder {
    /// Makes a folder in that for temporary files. The first call removes those of programs that were killed.
    pub(crate) fn new() -> io::Result<Self> {
        static REMOVED: Once = Once::new();
        let parent = env::temp_dir();
        REMOVED.call_once(|| remove_abandoned(&parent));
        Self::new_in(&parent)
    }

    fn new_in(parent: &Path) -> io::Result<Self> {
        let mut tries = 0;
        loop {
            tries += 1;
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIX);
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
            let directory = builder.tempdir_in(parent)?;
            match lock(directory.path()) {
                Ok(lock) => {
                    return Ok(Self {
                        directory,
                        _lock: lock,
                    });
                }
                Err(error) if tries == TRIES => return Err(error),
                Err(_removed) => {}
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Locks a new folder. Returns none where there are no locks, and an error if another program removes the folder.
#[cfg(unix)]
fn lock(directory: &Path) -> io::Result<Option<File>> {
    let file = File::open(directory)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, directory) => Ok(Some(file)),
        // It may have been removed before it was locked.
        Ok(()) | Err(TryLockError::WouldBlock) => Err(io::ErrorKind::NotFound.into()),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Locks no folder: only Unix opens them.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the form is that of Unix")]
fn lock(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Removes the folders of this person in `parent` whose owners are gone.
#[cfg(unix)]
fn remove_abandoned(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let path = entry.path();
            match remove_if_abandoned(&path) {
                Ok(true) => {
                    info!(path = %path.display(), "removed the folder of an engine whose program was killed");
                }
                Ok(false) => {}
                // Another program was faster, as a rule.
                Err(error) => debug!(path = %path.display(), %error, "a folder of an engine stays"),
            }
        }
    }
}

#[cfg(not(unix))]
fn remove_abandoned(_: &Path) {}

#[cfg(unix)]
fn remove_if_abandoned(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    // Of the entry itself: a link of somebody else leads anywhere.
    let found = fs::symlink_metadata(path)?;
    if !found.is_dir() || found.uid() != rustix::process::geteuid().as_raw() {
        return Ok(false);
    }
    let file = File::open(path)?;
    match file.try_lock() {
        Ok(()) if is_at(&file, path) => {}
        Ok(()) | Err(TryLockError::WouldBlock) => return Ok(false),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(true),
    }
}

/// Returns true if the folder that is open is the one at `path`, and no link is there.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let open = file.metadata().map(identity).ok();
    open.is_some() && open == fs::symlink_metadata(path).map(identity).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use super::*;

    /// Makes a folder as a program leaves it that is killed, with a file of its engine.
    fn abandoned(parent: &Path) -> PathBuf {
        let Folder {
            directory,
            _lock: lock,
        } = Folder::new_in(parent).unwrap();
        if let Some(lock) = &lock {
            // A program that another test starts has a copy of the file for a moment.
            lock.unlock().unwrap();
        }
        fs::write(directory.path().join("notes"), "of the engine").unwrap();
        directory.keep()
    }

    /// They stayed for good.
    #[test]
    fn a_folder_of_a_killed_program_is_removed_and_no_other() {
        let parent = tempfile::tempdir().unwrap();
        let in_use = Folder::new_in(parent.path()).unwrap();
        let left = abandoned(parent.path());
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("games.db"), "").unwrap();
        let link = parent.path().join(format!("{PREFIX}link"));
        symlink(elsewhere.path(), &link).unwrap();
        remove_abandoned(parent.path());
        assert!(!left.exists());
        for stays in [in_use.path(), &link, &link.join("games.db")] {
            assert!(stays.exists(), "{}", stays.display());
        }
    }

    #[test]
    fn a_folder_ends_with_its_owner_and_is_for_nobody_else() {
        use std::os::unix::fs::PermissionsExt as _;

        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::new_in(parent.path()).unwrap();
        let mode = fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        drop(folder);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn those_who_make_folders_and_remove_them_at_a_time_leave_each_other_whole() {
        let parent = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let folder = Folder::new_in(parent.path()).unwrap();
                        remove_abandoned(parent.path());
                        assert!(folder.path().exists());
                    }
                });
            }
        });
    }
}
