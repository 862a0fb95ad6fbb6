//! The library: the record of every game that was played or watched to its end, in a file each.
//!
//! `games/2026-11-22-K7QM2X-1.txt` is the first game of the room `K7QM2X`, named `K7QM2X-1`. A game that was only
//! watched is below `games/watched`, where the latest thousand are kept: a projector in a club shows thousands.

mod ends;
mod name;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use jiff::Zoned;
use jiff::civil::Date;
use protocol::id::RoomId;
use protocol::record::{Record, RecordError, RecordedPly, SnapshotError};
use protocol::replica::Replica;
use protocol::text::decode_any;

pub use self::ends::KnownEnds;
pub use self::name::GameName;
use crate::language::Said;
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
            record: record_of(table)?,
            room: table.room(),
            number: seen.series.game,
            played: table.you().is_some(),
        })
    }
}

/// Returns the record of the game at a table, with what its bots found as far as this person was told.
///
/// # Errors
///
/// [`SnapshotError`] for a game of rules that this program does not know.
pub fn record_of(table: &Replica) -> Result<Record, SnapshotError> {
    let seen = table.snapshot();
    let mut record = Record::from_snapshot(seen, None)?;
    record.set_searches(&seen.searches);
    Ok(record)
}

/// Returns `true` if what a bot found was told for the last of its plies, in a game that is over: everything that
/// it found is told then, in the order of the plies.
pub fn are_searches_complete(table: &Replica, last_told: u16) -> bool {
    table.outcome().is_some() && usize::from(last_told) + 1 >= table.plies().len()
}

/// A file of the library.
#[derive(Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// The room and the number of the game in it, where the record and the name of the file have them.
    pub name: Option<GameName>,
    /// True where a later file has the same name: a server may give a code to another room.
    pub hidden: bool,
    /// True where the game was only watched.
    pub watched: bool,
    /// The game, or the reason why it cannot be read.
    pub record: Result<Record, Unreadable>,
}

impl Entry {
    /// The name by which commands find this game and no other.
    pub fn own_name(&self) -> Option<GameName> {
        self.name.filter(|_| !self.hidden)
    }
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

impl Said for Unreadable {
    fn said(&self) -> String {
        match self {
            Self::File(error) => error.said(),
            Self::Record(error) => error.said(),
        }
    }
}

impl Library {
    /// Returns the library in a data directory, which may have none yet.
    pub fn below(data: &Path) -> Self {
        Self {
            directory: data.join("games"),
        }
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
        let known = files.iter().find_map(|path| {
            let name = path.to_string_lossy();
            let (_, behind) = name.rsplit_once(&same).unwrap_or_default();
            let known = behind.starts_with(['.', '-']).then(|| read(path).ok())??;
            is_same_game(&known, &game.record).then_some((path, known))
        });
        if let Some((path, mut known)) = known {
            // What the bots found may be told only behind the end of the game.
            if known.add_searches(&game.record) {
                private::replace(path, known.to_string().as_bytes())?;
            }
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
        let mut entries: Vec<Entry> = Vec::with_capacity(games.len());
        let mut names = HashSet::new();
        for (path, watched) in games {
            let record = read(&path);
            let name = record.as_ref().ok().and_then(|record| name(record, &path));
            entries.push(Entry {
                hidden: name.is_some_and(|name| !names.insert(name)),
                record,
                name,
                path,
                watched,
            });
        }
        Ok(entries)
    }

    /// Returns the game of this name: the latest of its room, or the one with the number.
    ///
    /// # Errors
    ///
    /// [`NotKept`] with the games of the room that there are.
    pub fn find(&self, wanted: GameName) -> Result<Record, NotKept> {
        let mut numbers = Vec::new();
        for entry in self.games()? {
            let Ok(record) = entry.record else { continue };
            if record.tag("Room") != Some(wanted.room.as_str()) {
                continue;
            }
            let number = entry.name.and_then(|name| name.number);
            if wanted.number.is_none() || wanted.number == number {
                return Ok(record);
            }
            numbers.extend(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Err(NotKept::NoSuchGame(numbers))
    }

    /// The directory of the files.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// A reason why the library has no game of a name.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// The library cannot be read.
    #[error(transparent)]
    Library(#[from] io::Error),
    /// It is not among the games of the room, which have these numbers.
    #[error("the games of that room have the numbers {0:?}")]
    NoSuchGame(Vec<NonZeroU16>),
}

/// Returns the name of a game by its room and the number in the name of its file.
fn name(record: &Record, path: &Path) -> Option<GameName> {
    let room: RoomId = record.tag("Room")?.parse().ok()?;
    let stem = path.file_stem()?.to_str()?;
    // `2026-11-22-K7QM2X-1`, `2026-11-22-K7QM2X-1-2`, and `K7QM2X-1` of a game that was saved while it went on.
    let (_, behind) = stem.split_once(&format!("{room}-"))?;
    let number = behind.split('-').next()?.parse().ok()?;
    Some(GameName {
        room,
        number: Some(number),
    })
}

/// The day in the time zone of the system.
pub fn today() -> Date {
    Zoned::now().date()
}

/// Returns the day of a record as people read it, the same as in the names of its files; records write it with dots.
pub fn day_in(record: &Record) -> Option<String> {
    record.tag("Date").map(|date| date.replace('.', "-"))
}

/// Returns the record with this date, unless it has one.
pub fn dated(mut record: Record, day: Date) -> Record {
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
    Ok(decode_any(&fs::read(path)?).parse()?)
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

/// Returns the place of a file in the order of time: a name has the day alone. Of two that were written within one
/// tick of the system's clock, the longer name has the higher number.
fn place(path: &Path) -> impl Ord + use<> {
    let written = path.metadata().and_then(|metadata| metadata.modified());
    let name = path.file_name().map(OsStr::to_owned);
    (written.ok(), name.as_ref().map(|name| name.len()), name)
}

fn is_same_game(one: &Record, other: &Record) -> bool {
    let squares =
        |record: &Record| -> Vec<_> { record.plies().iter().map(RecordedPly::square).collect() };
    one.variant() == other.variant()
        && one.result() == other.result()
        && one.turns() == other.turns()
        && squares(one) == squares(other)
}
