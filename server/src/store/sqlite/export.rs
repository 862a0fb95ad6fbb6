//! All games as text, from a database that a server may use meanwhile.

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::disk::{exists, plain};
use super::history::Reader;
use super::{said, source};
use crate::base::plural::counted;
use crate::base::private;

/// Number of games in an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exported {
    games: u64,
    /// Games without their moves.
    left_out: u64,
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.games, "game", "games"))?;
        match self.left_out {
            0 => Ok(()),
            left_out => write!(f, "; {left_out} left out, because only the result is kept"),
        }
    }
}

/// Writes the record of every game in `directory`, listed or not, as they are at one moment.
///
/// # Errors
///
/// The games cannot be read or written; a part may be written.
pub fn export(directory: &Path, out: &mut dyn Write) -> io::Result<Exported> {
    let (path, connection) = source::games(directory).map_err(io::Error::other)?;
    let mut out = BufWriter::new(out);
    let mut exported = Exported::default();
    let mut written = Ok(());
    let read = Reader::over(connection).each_record(|record| {
        if let Some(record) = record {
            written = writeln!(out, "{record}");
            exported.games += 1;
        } else {
            exported.left_out += 1;
        }
        written.is_ok()
    });
    read.map_err(|error| {
        io::Error::other(format!("cannot read {}: {}", path.display(), said(&error)))
    })?;
    written.and_then(|()| out.flush())?;
    Ok(exported)
}

/// Does [`export`] into a new file, which only its owner can read.
///
/// # Errors
///
/// As of [`export`], or the file exists; there is no new file then.
pub fn export_to(directory: &Path, path: &Path) -> io::Result<Exported> {
    let mut file = private::create_new(path).map_err(|error| {
        io::Error::other(match error.kind() {
            io::ErrorKind::AlreadyExists => exists(path),
            _ => plain(&error),
        })
    })?;
    export(directory, &mut file).inspect_err(|_error| {
        let _ = fs::remove_file(path);
    })
}
