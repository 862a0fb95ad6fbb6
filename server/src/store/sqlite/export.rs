//! All games as text, from a database that a server may use meanwhile.

use std::fmt;
use std::fs;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use super::copy::CopyError;
use super::disk::{DATABASE, plain};
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
/// [`CopyError`]; a part may be written.
pub fn export(directory: &Path, out: &mut dyn Write) -> Result<Exported, CopyError> {
    let path = directory.join(DATABASE);
    if !path.is_file() {
        return Err(CopyError::NoDatabase { path });
    }
    let mut out = BufWriter::new(out);
    let mut exported = Exported::default();
    let mut written = Ok(());
    let read = source::begin(&path).and_then(|connection| {
        Reader::over(connection).each_record(|record| {
            if let Some(record) = record {
                written = writeln!(out, "{record}");
                exported.games += 1;
            } else {
                exported.left_out += 1;
            }
            written.is_ok()
        })
    });
    if let Err(error) = read {
        let problem = said(&error);
        return Err(CopyError::Unreadable { path, problem });
    }
    written
        .and_then(|()| out.flush())
        .map_err(CopyError::Unwritten)?;
    Ok(exported)
}

/// Does [`export`] into a new file, which only its owner can read.
///
/// # Errors
///
/// [`CopyError`]; there is no new file then.
pub fn export_to(directory: &Path, path: &Path) -> Result<Exported, CopyError> {
    let mut file = private::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => CopyError::Exists {
            path: path.to_owned(),
        },
        _ => CopyError::Failed {
            path: path.to_owned(),
            problem: plain(&error),
        },
    })?;
    export(directory, &mut file).inspect_err(|_error| {
        let _ = fs::remove_file(path);
    })
}
