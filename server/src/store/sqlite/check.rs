//! A check of a whole database: the pages, and every room as a server would load it.
//!
//! A check changes nothing.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use ::room::Room;
use protocol::id::RoomId;
use rusqlite::{Connection, Error, ErrorCode};

use super::super::{Kind, tournament_of};
use super::disk::DATABASE;
use super::log::Log;
use super::open::OpenError;
use super::room::{self, NotLoaded, Tail};
use super::{finished, is_corrupt, quarantine, said, schema, source, state};
use crate::base::plural::counted;

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Rooms that a server could load, with their events.
    pub rooms: u64,
    /// Events of these.
    pub events: u64,
    /// Those of them that are neither over nor closed.
    pub live: u64,
    /// Games in the table of those that ended.
    pub finished: u64,
    /// Rooms that are quarantined, and why.
    pub quarantined: Vec<(String, String)>,
    /// Damage of which no server knows, a line for each.
    pub problems: Vec<String>,
}

impl CheckReport {
    /// Returns true if something is damaged, found now or before.
    pub fn is_damaged(&self) -> bool {
        !self.problems.is_empty() || !self.quarantined.is_empty()
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} with {}, {} of them unfinished, {}",
            counted(self.rooms, "room", "rooms"),
            counted(self.events, "event", "events"),
            self.live,
            counted(self.finished, "finished game", "finished games")
        )?;
        for (room, problem) in &self.quarantined {
            writeln!(f, "quarantined: room {room}: {problem}")?;
        }
        for problem in &self.problems {
            writeln!(f, "damaged: {problem}")?;
        }
        f.write_str(if self.is_damaged() {
            "the database is damaged"
        } else {
            "no damage"
        })
    }
}

/// Checks the database at `path`, a file or the directory of a server, which may run. Nothing is changed.
///
/// # Errors
///
/// [`OpenError`] if it cannot be opened at all.
pub fn check(path: &Path) -> Result<CheckReport, OpenError> {
    let path = if path.is_dir() {
        path.join(DATABASE)
    } else {
        path.to_owned()
    };
    let unreadable = |problem: String| OpenError::Unreadable {
        path: path.clone(),
        problem,
    };
    if !path.exists() {
        return Err(OpenError::Missing { path });
    }
    source::ensure_file(&path).map_err(unreadable)?;
    let mut report = CheckReport::default();
    // Before the database is opened, which makes a log.
    report.problems.extend(state::loss(&path));
    let checked = source::begin(&path).and_then(|connection| {
        let found = schema::version(&connection)?;
        if found == 0 || found == schema::VERSION {
            check_all(&connection, found, &mut report)?;
        }
        Ok(found)
    });
    match checked {
        Ok(found) if found != 0 && found != schema::VERSION => Err(OpenError::OtherVersion {
            path: PathBuf::from(&path),
            found,
            known: schema::VERSION,
        }),
        Ok(_) => Ok(report),
        Err(error) if is_corrupt(&error) || is_no_schema(&error) => {
            report.problems.push(said(&error));
            Ok(report)
        }
        Err(error) => Err(unreadable(said(&error))),
    }
}

/// Returns true for the error of a schema that `SQLite` cannot read.
fn is_no_schema(error: &Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::Unknown)
}

/// Lines of the integrity check that are named.
const MOST_PROBLEMS: u32 = 100;

/// Returns what `SQLite` finds wrong with the pages, a line for each.
pub(super) fn check_pages(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut pages = connection.prepare(&format!("PRAGMA integrity_check({MOST_PROBLEMS})"))?;
    let lines = pages.query_map([], |row| row.get::<_, String>(0))?;
    let lines = lines.filter(|line| !matches!(line, Ok(line) if line == "ok"));
    lines
        .map(|line| line.map(|line| super::one_line(&line)))
        .collect()
}

fn check_all(connection: &Connection, version: i64, report: &mut CheckReport) -> Result<(), Error> {
    report.problems.extend(check_pages(connection)?);
    if let Some(problem) = schema::problem(connection, version)? {
        report.problems.push(problem);
        return Ok(());
    }
    if version == 0 {
        report
            .problems
            .push("it is no database of games".to_owned());
        return Ok(());
    }
    let quarantined = quarantine::read(connection)?;
    let (log, damage) = Log::read(connection)?;
    report.problems.extend(damage.rows);
    let of_room = |(room, problem): &(RoomId, String)| format!("room {room}: {problem}");
    report.problems.extend(damage.rooms.iter().map(of_room));
    for room in rooms(connection, &log, report)? {
        if log.quarantined.contains_key(&room) {
            continue;
        }
        if let Err(problem) = replay(connection, room, log.tail(room), report)? {
            report.problems.push(format!("room {room}: {problem}"));
        }
    }
    report.finished = finished::count(connection)?;
    let quarantined = quarantined.into_iter();
    report.quarantined = quarantined
        .map(|(room, problem)| (room.to_string(), problem))
        .collect();
    report.quarantined.sort();
    Ok(())
}

/// Returns every room.
fn rooms(
    connection: &Connection,
    log: &Log,
    report: &mut CheckReport,
) -> Result<BTreeSet<RoomId>, Error> {
    let mut rooms: BTreeSet<_> = log.tails().map(|(room, _)| room).collect();
    let mut select = connection.prepare("SELECT id FROM room UNION SELECT room FROM segment")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let code = row.get_ref(0)?.as_str().unwrap_or_default();
        match code.parse() {
            Ok(room) => drop(rooms.insert(room)),
            Err(error) => {
                let problem = format!("a row of a room has no code: {error}");
                report.problems.push(problem);
            }
        }
    }
    Ok(rooms)
}

/// Loads a room as a server does, and counts it. The inner error says what is damaged.
fn replay(
    connection: &Connection,
    room: RoomId,
    tail: Option<&Tail>,
    report: &mut CheckReport,
) -> Result<Result<(), String>, Error> {
    let loaded = match room::load(connection, room, tail) {
        Ok(loaded) => loaded,
        Err(NotLoaded::Damaged(problem)) => return Ok(Err(problem)),
        Err(NotLoaded::Failed(error)) => return Err(error),
    };
    if loaded.kind == Kind::Tournament {
        report.events += loaded.events.len() as u64;
        return Ok(tournament_of(room, &loaded)
            .map(drop)
            .map_err(|error| error.to_string()));
    }
    let events = match loaded.read(room) {
        Ok(events) => events,
        Err(error) => return Ok(Err(error.to_string())),
    };
    match Room::replay(room, events.iter().map(|(at, event)| (*at, event))) {
        Ok(replayed) => {
            report.rooms += 1;
            report.events += events.len() as u64;
            report.live += u64::from(replayed.is_live());
            Ok(Ok(()))
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}
