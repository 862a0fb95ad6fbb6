//! The library: the record of every game that was played or watched to its end, in a file each.
//!
//! `games/2026-11-22-K7QM2X-1.txt` is the first game of the room `K7QM2X`. A game that was only watched is below
//! `games/watched`, where the latest thousand are kept: a projector in a club shows thousands.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Zoned;
use jiff::civil::Date;
use protocol::id::RoomId;
use protocol::record::{Record, RecordError, RecordedPly, SnapshotError};
use protocol::replica::Replica;

use crate::private;

/// Most games kept that were only watched: some two megabytes.
const WATCHED: usize = 1000;

/// Directory of the games that were only watched.
const WATCHED_DIRECTORY: &str = "watched";

/// The records of games below the data directory.
#[derive(Clone, Debug)]
pub struct Library {
    directory: PathBuf,
}

/// A game that is over, to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its record, without a date.
    pub record: Record,
    /// Its room.
    pub room: RoomId,
    /// Its number in the room, from 1.
    pub number: u16,
    /// True where this person played it.
    pub played: bool,
}

impl FinishedGame {
    /// Returns the game at a table, which is over now.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] for a game of rules that this program does not know.
    pub fn at(table: &Replica) -> Result<Self, SnapshotError> {
        let seen = table.snapshot();
        Ok(Self {
            record: Record::from_snapshot(seen, None)?,
            room: table.room(),
            number: seen.series.game,
            played: table.you().is_some(),
        })
    }
}

/// A file of the library.
#[derive(Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// True where the game was only watched.
    pub watched: bool,
    /// The game, or the reason why it cannot be read.
    pub record: Result<Record, Unreadable>,
}

/// A reason why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The text is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl Library {
    /// Returns the library in a data directory, which may have none yet.
    pub fn below(data: &Path) -> Self {
        Self {
            directory: data.join("games"),
        }
    }

    /// Keeps a game that ended now, as [`keep`](Self::keep) does.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn keep_today(&self, game: &FinishedGame) -> io::Result<PathBuf> {
        self.keep(game, Zoned::now().date())
    }

    /// Keeps a game that ended on this day, and returns its file; the one that it has, if it is there already.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn keep(&self, game: &FinishedGame, day: Date) -> io::Result<PathBuf> {
        private::create_directory(&self.directory)?;
        let directory = if game.played {
            self.directory.clone()
        } else {
            self.directory.join(WATCHED_DIRECTORY)
        };
        private::create_directory(&directory)?;
        // Two clients of one person may see the same end.
        let _lock = private::lock(&self.directory.join("lock"))?;
        let same = format!("-{}-{}", game.room, game.number);
        let files = files(&directory)?;
        let known = files.iter().find(|path| {
            let name = path.to_string_lossy();
            let (_, behind) = name.rsplit_once(&same).unwrap_or_default();
            let is_named_so = behind.starts_with(['.', '-']);
            is_named_so && read(path).is_ok_and(|known| is_same_game(&known, &game.record))
        });
        if let Some(path) = known {
            return Ok(path.clone());
        }
        let record = dated(game.record.clone(), day);
        let stem = format!("{day}-{}-{}", game.room, game.number);
        // A server may give a code to another room on the same day, after it has lost the first.
        let mut path = directory.join(format!("{stem}.txt"));
        for again in 2.. {
            if !path.exists() {
                break;
            }
            path = directory.join(format!("{stem}-{again}.txt"));
        }
        private::replace(&path, record.to_string().as_bytes())?;
        if !game.played {
            for old in files.iter().rev().skip(WATCHED - 1) {
                fs::remove_file(old)?;
            }
        }
        Ok(path)
    }

    /// Returns every game, the latest first.
    ///
    /// # Errors
    ///
    /// The error of the file system; a library that is not there yet has no games.
    pub fn games(&self) -> io::Result<Vec<Entry>> {
        let watched = self.directory.join(WATCHED_DIRECTORY);
        let mut games = Vec::new();
        for (directory, watched) in [(&self.directory, false), (&watched, true)] {
            games.extend(files(directory)?.into_iter().map(|path| (path, watched)));
        }
        games.sort_by_cached_key(|(path, _)| Reverse(place(path)));
        let entry = |(path, watched): (PathBuf, bool)| Entry {
            record: read(&path),
            path,
            watched,
        };
        Ok(games.into_iter().map(entry).collect())
    }

    /// Returns the latest game of a room.
    ///
    /// # Errors
    ///
    /// The error of the file system.
    pub fn of_room(&self, room: RoomId) -> io::Result<Option<Record>> {
        let games = self.games()?.into_iter();
        let mut records = games.filter_map(|entry| entry.record.ok());
        Ok(records.find(|record| record.tag("Room") == Some(room.as_str())))
    }
}

/// Returns the record with the date of today, unless it has a date.
pub fn dated_today(record: Record) -> Record {
    dated(record, Zoned::now().date())
}

fn dated(mut record: Record, day: Date) -> Record {
    if record.tag("Date").is_none() {
        let tag = day.strftime("%Y.%m.%d").to_string();
        record.set_tag("Date", &tag).expect("a date is free to set");
    }
    record
}

/// Reads the record in a file.
///
/// # Errors
///
/// [`Unreadable`] if there is no such file, or no record in it.
pub fn read(path: &Path) -> Result<Record, Unreadable> {
    Ok(fs::read_to_string(path)?.parse()?)
}

/// Returns the files of records in a directory, the oldest first; none if it is not there.
fn files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| place(path));
    Ok(files)
}

/// Returns the place of a file in the order of time: a name has the day alone.
fn place(path: &Path) -> impl Ord + use<> {
    let written = path.metadata().and_then(|metadata| metadata.modified());
    (written.ok(), path.file_name().map(OsStr::to_owned))
}

fn is_same_game(one: &Record, other: &Record) -> bool {
    let squares =
        |record: &Record| -> Vec<_> { record.plies().iter().map(RecordedPly::square).collect() };
    one.variant() == other.variant()
        && one.result() == other.result()
        && one.turns() == other.turns()
        && squares(one) == squares(other)
}
