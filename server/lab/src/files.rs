//! Files that a run of hours reads and writes: whether it can is found out before the run begins.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Opens a file to be [replaced](replace) at the end of a run, and leaves what is there as it is.
///
/// The lock keeps another run, and another option of this one, from the same file.
pub(crate) fn open(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let name = path.display();
    let file = options
        .open(path)
        .with_context(|| format!("cannot write {name}"))?;
    file.try_lock()
        .with_context(|| format!("another run or option writes {name}"))?;
    Ok(file)
}

/// Writes a file in place of what is there.
pub(crate) fn replace(file: &mut File, contents: &[u8]) -> Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.set_len(0)?;
    Ok(file.write_all(contents)?)
}

/// Opens a file of lines that a run adds to, gives every line of an earlier run to `take`, and returns the file at its
/// end.
///
/// # Errors
///
/// The file cannot be read or written, `take` refuses a line, or the last line has no end: its run was interrupted.
pub(crate) fn resume(path: &Path, take: impl FnMut(&str) -> Result<()>) -> Result<File> {
    let mut file = open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)
        .with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        text.is_empty() || text.ends_with('\n'),
        "the last line of {} is cut off: delete it, or end it",
        path.display()
    );
    for_each_line(path, &text, take)?;
    Ok(file)
}

/// Reads a text.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Gives every line of the text of a file to `take`.
///
/// # Errors
///
/// That of `take`, with the number of the line.
pub(crate) fn for_each_line(
    path: &Path,
    text: &str,
    mut take: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        let name = path.display();
        take(line).with_context(|| format!("{name}, line {number}: {line:?}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_after_the_lines_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        fs::write(&path, "one\ntwo\n").unwrap();
        let mut lines = Vec::new();
        let take = |line: &str| {
            lines.push(line.to_owned());
            Ok(())
        };
        let mut file = resume(&path, take).unwrap();
        assert_eq!(lines, ["one", "two"]);
        // Neither another run nor another option has it meanwhile.
        assert!(open(&path).is_err());
        file.write_all(b"thr").unwrap();
        drop(file);
        let cut = format!("{:#}", resume(&path, |_| Ok(())).unwrap_err());
        assert!(cut.contains("is cut off"), "{cut}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthr");
    }

    #[test]
    fn a_file_is_replaced_at_the_end_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "a long text").unwrap();
        let mut file = open(&path).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 11);
        replace(&mut file, b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(open(&folder.path().join("none/file")).is_err());
    }
}
