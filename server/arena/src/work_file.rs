//! The file of `--work`: lines that a run of hours appends, and from which an interrupted run goes on.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::failure::Failure;

/// Gives every line of a file to `take`, numbered from 1; none where there is no file yet.
///
/// The last line of a run that was interrupted may be cut off: it is taken out of the file, so that the next one does
/// not stand right behind it. Where `take` refuses a line, or has none to judge by, the file stays as it is, since it
/// may be another one.
///
/// # Errors
///
/// The file cannot be read or written, or `take` refuses a line, or the only line is cut off.
pub(crate) fn read(
    file: &Path,
    mut take: impl FnMut(usize, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = match File::open(file) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot_read(file, &error)),
    };
    let mut whole = 0;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader
            .read_until(b'\n', &mut line)
            .map_err(|error| cannot_read(file, &error))?;
        if !line.ends_with(b"\n") {
            break;
        }
        take(number, String::from_utf8_lossy(&line).trim_end())?;
        whole += length as u64;
    }
    if !line.is_empty() && whole == 0 {
        return Err(Failure::Failed(format!(
            "{} has no whole line, and so may be another file; delete it, or name another file",
            file.display()
        )));
    }
    if !line.is_empty() {
        OpenOptions::new()
            .write(true)
            .open(file)
            .and_then(|file| file.set_len(whole))
            .map_err(|error| cannot_write(file, &error))?;
    }
    Ok(())
}

/// Opens a file to append lines.
///
/// # Errors
///
/// It cannot be opened or made.
pub(crate) fn append(file: &Path) -> Result<File, Failure> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)
        .map_err(|error| cannot_write(file, &error))
}

/// Returns the failure to read a file of lines.
pub(crate) fn cannot_read(file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!(
        "cannot read {}: {error}; name another file",
        file.display()
    ))
}

/// Returns the failure to write the file of `--work`.
pub(crate) fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!(
        "cannot write {}: {error}; make room and go on with the same command, or name another file with --work",
        file.display()
    ))
}

/// Returns the failure of a line that is not `what` the file should hold.
pub(crate) fn wrong_line(
    file: &Path,
    number: usize,
    line: &str,
    what: impl fmt::Display,
) -> Failure {
    Failure::Failed(format!(
        "line {number} of {} is no {what}: {line:?}; take the line out, or name another file",
        file.display()
    ))
}
