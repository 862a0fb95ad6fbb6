//! Files that a run of hours writes: whether it can is found out before the run begins.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};

use crate::failure::Failure;

/// Finds out whether the file that `option` names can be written, and leaves what is there as it is.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn ensure_writable(file: &Path, option: &str) -> Result<(), Failure> {
    let opened = match OpenOptions::new().write(true).create_new(true).open(file) {
        // A run that ends early leaves no empty file.
        Ok(created) => {
            drop(created);
            fs::remove_file(file)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            OpenOptions::new().append(true).open(file).map(drop)
        }
        Err(error) => Err(error),
    };
    opened.map_err(|error| cannot_write(file, option, &error))
}

/// Opens the file that `option` names, and from which an interrupted run goes on, or makes it, and locks it: two runs
/// would write the same twice, and one cut off what the other is about to end.
///
/// It is not opened to append: Windows shortens no such file.
///
/// # Errors
///
/// It cannot be read and written, or another run has it.
pub(crate) fn resume(file: &Path, option: &str) -> Result<File, Failure> {
    let opened = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(file)
        .map_err(|error| cannot_write(file, option, &error))?;
    match opened.try_lock() {
        Ok(()) => Ok(opened),
        Err(TryLockError::WouldBlock) => Err(Failure::Failed(format!(
            "another run writes {}; wait for it, or name another file with {option}",
            file.display()
        ))),
        Err(TryLockError::Error(error)) => Err(Failure::Failed(format!(
            "cannot lock {}: {error}; name another file with {option}",
            file.display()
        ))),
    }
}

/// Finds out whether the files of a command are different ones, so that none is written over another.
///
/// # Errors
///
/// A sentence that names the file.
pub(crate) fn ensure_different<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), String> {
    let mut known = HashSet::new();
    for file in files {
        // A file that is not there yet has no path without links, and no folder of its own.
        let whole = path::absolute(file).unwrap_or_else(|_| file.clone());
        if !known.insert(whole.canonicalize().unwrap_or(whole)) {
            return Err(format!(
                "two options name the file {}; name another one for each",
                file.display()
            ));
        }
    }
    Ok(())
}

/// Writes the file that `option` names, in place of what is there.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn write(file: &Path, contents: impl AsRef<[u8]>, option: &str) -> Result<(), Failure> {
    fs::write(file, contents).map_err(|error| cannot_write(file, option, &error))
}

fn cannot_write(file: &Path, option: &str, error: &io::Error) -> Failure {
    Failure::Failed(format!(
        "cannot write {}: {error}; name another file with {option}",
        file.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_out_leaves_no_trace() {
        let directory = tempfile::tempdir().unwrap();
        let new = directory.path().join("new");
        ensure_writable(&new, "--out").unwrap();
        assert!(!new.exists());
        let old = directory.path().join("old");
        fs::write(&old, "kept").unwrap();
        ensure_writable(&old, "--out").unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "kept");
        let nowhere = directory.path().join("none/file");
        ensure_writable(&nowhere, "--out").unwrap_err();
    }
}
