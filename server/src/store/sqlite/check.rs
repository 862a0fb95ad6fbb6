//! A check of a whole database: the pages, every room as a server would load it, and what people are known by.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::Duration;

use protocol::id::RoomId;
use room::{Finished, Room};
use rusqlite::backup::Backup;
use rusqlite::{Connection, Error};

use super::super::StoreError;
use super::disk::DATABASE;
use super::open::OpenError;
use super::start::Surveyed;
use super::{
    finished, is_damage, layout, names, read_up_to_damage, row, said, seats, server_id, source,
    start, state,
};
use crate::plural::counted;

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Number of the layout.
    pub layout: i64,
    /// True if nothing below could be counted.
    pub uncounted: bool,
    /// Rooms that a server could load, with their events.
    pub rooms: u64,
    /// Events of these.
    pub events: u64,
    /// Those of them that are neither over nor closed.
    pub live: u64,
    /// Games in the table of those that ended.
    pub finished: u64,
    /// Rooms that a server has set aside before, and why.
    pub set_aside: Vec<(String, String)>,
    /// Rooms with an event that this release does not know, and which: a later one can load them.
    pub of_later_release: Vec<(String, String)>,
    /// Damage that was found, a line for each.
    pub problems: Vec<String>,
}

impl CheckReport {
    /// Returns true if something is damaged, found now or before.
    pub fn is_damaged(&self) -> bool {
        !self.problems.is_empty() || !self.set_aside.is_empty()
    }

    /// Returns the damage that was found now or before, a line for each.
    pub(super) fn findings(&self) -> Vec<String> {
        let set_aside = self.set_aside.iter();
        let set_aside = set_aside.map(|(room, problem)| format!("room {room}: {problem}"));
        set_aside.chain(self.problems.iter().cloned()).collect()
    }

    /// Returns what was read; none if damage was met, which is noted as a problem of `what`.
    fn read<T>(&mut self, what: &str, read: Result<T, Error>) -> Result<Option<T>, Error> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(error) if is_damage(&error) => {
                let problem = said(&error);
                self.problems
                    .push(format!("{what} cannot be read: {problem}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn count(&mut self, table: &str, damaged_rows: i64) {
        if damaged_rows > 0 {
            self.problems.push(format!(
                "{damaged_rows} rows of the table {table} are none that a server writes"
            ));
        }
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.uncounted {
            writeln!(f, "the rooms and games cannot be counted")?;
        } else {
            let read = if self.problems.is_empty() {
                ""
            } else {
                ", what can be read of it"
            };
            writeln!(
                f,
                "layout {}{read}: {} with {}, {} of them unfinished, {}",
                self.layout,
                counted(self.rooms, "room", "rooms"),
                counted(self.events, "event", "events"),
                self.live,
                counted(self.finished, "finished game", "finished games")
            )?;
        }
        for (room, problem) in &self.set_aside {
            writeln!(f, "set aside: room {room}: {problem}")?;
        }
        for (room, problem) in &self.of_later_release {
            writeln!(f, "left alone: room {room}: {problem}")?;
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
    let mut report = CheckReport {
        uncounted: true,
        ..CheckReport::default()
    };
    // Before the database is opened, which makes a log.
    let loss = state::loss(&path);
    let checked = source::begin(&path).and_then(|connection| check_all(&connection, &mut report));
    report.problems.extend(loss);
    match checked {
        Ok(()) => Ok(report),
        Err(error) if is_damage(&error) || is_no_database(&error) => {
            report.problems.push(said(&error));
            Ok(report)
        }
        Err(error) => Err(unreadable(said(&error))),
    }
    .and_then(|report| too_new(&path, report))
}

fn is_no_database(error: &Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase)
}

fn too_new(path: &Path, report: CheckReport) -> Result<CheckReport, OpenError> {
    let (found, known) = (report.layout, layout::PRESENT);
    if found > known {
        let path = PathBuf::from(path);
        return Err(OpenError::TooNew { path, found, known });
    }
    Ok(report)
}

/// Returns true if a database has damage of which no server knows, and all the tables in which to look for what is
/// left.
pub(super) fn needs_salvage(connection: &Connection) -> Result<bool, Error> {
    let mut report = CheckReport::default();
    match check_all(connection, &mut report) {
        Ok(()) if report.problems.is_empty() => return Ok(false),
        Ok(()) => {}
        Err(error) if is_damage(&error) => {}
        Err(error) if is_no_database(&error) => return Ok(false),
        Err(error) => return Err(error),
    }
    let has_tables = || Ok(layout::problem(connection, report.layout)?.is_none());
    match (report.layout == layout::PRESENT).then(has_tables) {
        Some(Err(error)) if is_damage(&error) => Ok(false),
        Some(found) => found,
        None => Ok(false),
    }
}

/// Pages that are copied at a time. Nobody waits for them.
const PAGES: i32 = 4096;

/// Damaged pages that are named.
const MOST_PROBLEMS: u32 = 100;

fn check_all(connection: &Connection, report: &mut CheckReport) -> Result<(), Error> {
    report.layout = layout::version(connection)?;
    let mut pages = connection.prepare(&format!("PRAGMA integrity_check({MOST_PROBLEMS})"))?;
    let mut lines = pages.query([])?;
    // What comes behind an error is not looked for: the tables are read all the same.
    while let Some(Some(line)) = report.read("a page", lines.next())? {
        let line: String = line.get(0)?;
        if line != "ok" {
            report.problems.push(super::one_line(&line));
        }
    }
    if report.layout > layout::PRESENT {
        return Ok(());
    }
    if let Some(problem) = layout::problem(connection, report.layout)? {
        report.problems.push(problem);
        return Ok(());
    }
    if report.layout == 0 {
        report
            .problems
            .push("it is no database of games".to_owned());
        return Ok(());
    }
    check_people(connection, report)?;
    if report.layout == layout::PRESENT {
        return check_rooms(connection, report);
    }
    // A server migrates it at its next start, and its rooms have another form until then.
    check_rooms(&migrated(connection, report.layout)?, report)
}

/// Returns a copy of a database of an earlier layout as a server will have it, in a temporary file.
fn migrated(connection: &Connection, layout: i64) -> Result<Connection, Error> {
    let mut copy = Connection::open("")?;
    Backup::new(connection, &mut copy)?.run_to_completion(PAGES, Duration::ZERO, None)?;
    layout::raise(&mut copy, layout)?;
    Ok(copy)
}

/// Checks what a server knows people by: its own id, the names that are owned, the seats that keys hold.
fn check_people(connection: &Connection, report: &mut CheckReport) -> Result<(), Error> {
    let id = report.read("the id of the server", server_id::read(connection))?;
    if let Some(Some(Err(problem))) = id {
        report.problems.push(problem);
    }
    let names = report.read("the list of owned names", names::problems(connection))?;
    report.problems.extend(names.into_iter().flatten());
    let seats = report.read("the table seat", seats::damaged_rows(connection))?;
    report.count("seat", seats.unwrap_or_default());
    Ok(())
}

fn check_rooms(connection: &Connection, report: &mut CheckReport) -> Result<(), Error> {
    // What all rows share is among the pages, which were checked.
    let Surveyed {
        index, problems, ..
    } = start::survey(connection)?;
    report.problems.extend(problems);
    report.set_aside = damaged(connection)?;
    let known = report.set_aside.iter().map(|(room, _)| room.clone());
    let known: BTreeSet<String> = known.collect();
    let mut rooms = listed_rooms(connection, report)?;
    report.uncounted = false;
    rooms.extend(index.unfolded.iter().map(|(room, _)| room));
    for room in rooms {
        if known.contains(&room.to_string()) {
            continue;
        }
        match replay(connection, room, index.unfolded.get(room)) {
            Ok(Loaded {
                events,
                is_live,
                finished,
            }) => {
                report.rooms += 1;
                report.events += events;
                report.live += u64::from(is_live);
                // What cannot be read of the table is told once, below.
                let problem = finished::difference(connection, room, &finished).unwrap_or_default();
                let problem = problem.map(|problem| format!("room {room}: {problem}"));
                report.problems.extend(problem);
            }
            Err(NotLoaded::Damaged(problem)) => {
                report.problems.push(format!("room {room}: {problem}"));
            }
            Err(NotLoaded::OfLaterRelease(problem)) => {
                report.of_later_release.push((room.to_string(), problem));
            }
        }
    }
    let (finished, problem) = finished::count(connection)?;
    report.finished = finished;
    report.problems.extend(problem);
    let finished = report.read("the table finished", finished::damaged_rows(connection))?;
    report.count("finished", finished.unwrap_or_default());
    Ok(())
}

/// Returns the rooms that have a row, up to a page that is lost, and from behind up to the last one that is.
fn listed_rooms(
    connection: &Connection,
    report: &mut CheckReport,
) -> Result<BTreeSet<RoomId>, Error> {
    let mut rooms = BTreeSet::new();
    let mut without_code = BTreeSet::new();
    let mut damage = None;
    // By the rows themselves, and by the index over their codes, whose pages are others.
    for order in ["rowid", "rowid DESC", "id", "id DESC"] {
        let mut select = connection.prepare(&format!("SELECT id FROM room ORDER BY {order}"))?;
        let problem = read_up_to_damage(select.query([])?, |row| {
            match RoomId::from_str(row.get_ref(0)?.as_str().unwrap_or_default()) {
                Ok(room) => drop(rooms.insert(room)),
                Err(error) => drop(without_code.insert(error.to_string())),
            }
            Ok(())
        })?;
        let Some(problem) = problem else { break };
        damage.get_or_insert(problem);
    }
    let damage = damage.map(|problem| format!("the list of rooms ends early: {problem}"));
    report.problems.extend(damage);
    let without_code = without_code.into_iter();
    let without_code = without_code.map(|error| format!("a row of a room has no code: {error}"));
    report.problems.extend(without_code);
    Ok(rooms)
}

fn damaged(connection: &Connection) -> Result<Vec<(String, String)>, Error> {
    let mut select = connection.prepare("SELECT room, problem FROM damaged_room ORDER BY room")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// A room that a server could load.
struct Loaded {
    /// Number of its events.
    events: u64,
    is_live: bool,
    /// Games that ended in it.
    finished: Vec<Finished>,
}

/// Why a server could not load a room.
enum NotLoaded {
    Damaged(String),
    OfLaterRelease(String),
}

/// Loads a room as a server does.
fn replay(
    connection: &Connection,
    room: RoomId,
    tail: Option<&super::unfolded::Tail>,
) -> Result<Loaded, NotLoaded> {
    let stored = row::load(connection, room, tail).map_err(|error| match error {
        StoreError::Damaged {
            problem,
            set_aside: false,
            ..
        } => NotLoaded::OfLaterRelease(problem),
        StoreError::Damaged { problem, .. } => NotLoaded::Damaged(problem),
        error => NotLoaded::Damaged(error.to_string()),
    })?;
    let events = || stored.events.iter().map(|(at, event)| (*at, event));
    let replayed = Room::replay(room, events());
    let replayed = replayed.map_err(|error| NotLoaded::Damaged(error.to_string()))?;
    Ok(Loaded {
        events: stored.events.len() as u64,
        is_live: replayed.is_live(),
        finished: Room::finished_in(room, events()),
    })
}
