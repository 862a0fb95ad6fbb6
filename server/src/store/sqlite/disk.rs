//! The directory of a store: the names of its files, what is at a path, and what the system says of it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use protocol::millis::Millis;

/// Name of the database in its directory.
pub(super) const DATABASE: &str = "games.db";

/// Name of the file that is locked while a server uses the directory.
pub(super) const LOCK: &str = "lock";

/// Name of the directory of the daily backups (`backups.rs`).
pub(super) const BACKUPS: &str = "backups";

/// Identity of the file at a path.
#[cfg(unix)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
impl Identity {
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|file| Self::from(&file))
    }

    pub(super) fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(|file| Self::from(&file))
    }
}

#[cfg(unix)]
impl From<&fs::Metadata> for Identity {
    fn from(file: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;

        Self {
            device: file.dev(),
            inode: file.ino(),
        }
    }
}

/// Presence of a file at a path: on systems other than Unix, an open file cannot be replaced.
#[cfg(not(unix))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity;

#[cfg(not(unix))]
impl Identity {
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|_there| Self)
    }

    pub(super) fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(|_there| Self)
    }
}

/// Returns the path with `end` after the name of the file.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    PathBuf::from(path)
}

/// Returns the problem of a new file of which there is one.
pub(super) fn exists(path: &Path) -> String {
    let path = path.display();
    format!("{path} exists; name another file, or remove it first")
}

/// Returns the message of the system, as part of a sentence and without its number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => error.kind().to_string(),
    }
}

/// Returns [`plain`] for a file that could not be opened, and what to do if it belongs to another user: another
/// directory has no games.
pub(super) fn unopened(error: &io::Error) -> String {
    let problem = plain(error);
    if error.kind() == io::ErrorKind::PermissionDenied {
        format!("{problem}: it must belong to the user that the server runs as, see chown")
    } else {
        problem
    }
}

/// Returns the backups in `directory` with the moments at which they were made, in order.
pub(super) fn backups(directory: &Path) -> Vec<(Millis, PathBuf)> {
    let files = fs::read_dir(directory.join(BACKUPS));
    let of = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let made: u64 = name
            .strip_prefix("games-")?
            .strip_suffix(".db")?
            .parse()
            .ok()?;
        Some((Millis::from_secs(made), path))
    };
    let files = files.into_iter().flatten().flatten();
    let mut backups: Vec<_> = files.filter_map(|file| of(file.path())).collect();
    backups.sort();
    backups
}

/// Returns what an operator can do about a database that is corrupt.
pub(super) fn ways_out(database: &Path) -> String {
    let latest = database.parent().and_then(|parent| backups(parent).pop());
    let backup = latest.map_or_else(
        || "a backup with `restore --force FILE`".to_owned(),
        |(_, latest)| {
            format!(
                "the latest backup with `restore --force {}`",
                latest.display()
            )
        },
    );
    format!(
        "restore {backup}, or recover what can be read with `sqlite3 {} .recover`, as OPERATING.md says",
        database.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_the_system_is_part_of_a_sentence() {
        let said = |text: &str| plain(&io::Error::other(text));
        assert_eq!(said("Disk full (os error 28)"), "disk full");
        assert_eq!(said("a plain word"), "a plain word");
        assert_eq!(said(""), "other error");
        let denied = unopened(&io::ErrorKind::PermissionDenied.into());
        assert!(denied.contains("belong to the user"), "{denied}");
    }
}
