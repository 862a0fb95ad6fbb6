//! The file of `--work`: lines that a run of hours appends, and from which an interrupted run goes on.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use crate::failure::Failure;
use crate::output_file;

/// Opens a file, gives every line of it to `take`, numbered from 1, and returns it, to be written at its end.
///
/// The last line of a run that was interrupted may be cut off: it is taken out of the file, so that the next one does
/// not stand right behind it. Where `take` refuses a line, or has none to judge by, the file stays as it is, since it
/// may be another one.
///
/// # Errors
///
/// The file cannot be read or written, or another run has it; or `take` refuses a line, or the only line is cut off.
pub(crate) fn open(
    path: &Path,
    mut take: impl FnMut(usize, &str) -> Result<(), Failure>,
) -> Result<File, Failure> {
    let mut file = output_file::resume(path, "--work")?;
    let mut reader = BufReader::new(&file);
    let mut whole = 0;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let length = reader
            .read_until(b'\n', &mut line)
            .map_err(|error| cannot_read(path, &error))?;
        if !line.ends_with(b"\n") {
            break;
        }
        take(number, String::from_utf8_lossy(&line).trim_end())?;
        whole += length as u64;
    }
    if !line.is_empty() && whole == 0 {
        return Err(Failure::Failed(format!(
            "{} has no whole line, and so may be another file; delete it, or name another file",
            path.display()
        )));
    }
    if !line.is_empty() {
        file.set_len(whole)
            .map_err(|error| cannot_write(path, &error))?;
    }
    file.seek(SeekFrom::End(0))
        .map_err(|error| cannot_write(path, &error))?;
    Ok(file)
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn two_runs_do_not_write_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        let mut first = open(&path, |_, _| Ok(())).unwrap();
        // The line of a run that goes on is cut off for no other.
        first.write_all(b"a line\nhalf of").unwrap();
        let refused = open(&path, |_, _| Ok(())).unwrap_err().to_string();
        assert!(refused.contains("another run writes"), "{refused}");
        assert!(refused.ends_with("with --work"), "{refused}");
        first.write_all(b" one\n").unwrap();
        drop(first);
        let mut lines = Vec::new();
        let take = |_, line: &str| {
            lines.push(line.to_owned());
            Ok(())
        };
        open(&path, take).unwrap().write_all(b"more\n").unwrap();
        assert_eq!(lines, ["a line", "half of one"]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "a line\nhalf of one\nmore\n");
    }
}
