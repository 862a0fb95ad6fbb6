//! The rooms of layout 2, which had a row for each event, and the way from there: each room is read as it was
//! written, and becomes a row.
//!
//! A room that cannot be read is set aside, and its rows stay in the tables of layout 2, which have the names
//! `room_of_layout_2` and `event_of_layout_2` as long as there are any. Every start tries those rooms again that
//! are no longer set aside.

use std::collections::BTreeSet;

use protocol::id::RoomId;
use room::Room;
use rusqlite::{Connection, Error, ErrorCode, Row, params};
use tracing::{error, warn};

use super::super::Recorded;
use super::{finished, is_damage, millis, record, said};

/// The findings of a start in the tables of layout 2. It is found out before anything is written: a transaction that
/// has met a page which cannot be read cannot be committed.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Rooms that can be read, and are not set aside.
    sound: Vec<RoomId>,
    /// The others that are not set aside, and what is damaged.
    damaged: Vec<(String, String)>,
    /// True if a page cannot be read.
    has_lost_pages: bool,
}

/// Names of the two tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables {
    room: &'static str,
    event: &'static str,
}

/// The names that the tables have in layout 2.
pub(super) const TABLES: Tables = Tables {
    room: "room",
    event: "event",
};

/// The names that the tables have later.
pub(super) const KEPT: Tables = Tables {
    room: "room_of_layout_2",
    event: "event_of_layout_2",
};

impl Survey {
    /// Reads every room in the tables.
    pub(super) fn of(connection: &Connection, tables: Tables) -> Result<Self, Error> {
        let mut survey = Self::default();
        for code in survey.rooms(connection, tables)? {
            match code.parse::<RoomId>() {
                Ok(room) => match survey.room(connection, tables, room)? {
                    Ok(_) => survey.sound.push(room),
                    Err(problem) => survey.damaged.push((code, problem)),
                },
                Err(error) => survey.damaged.push((code, error.to_string())),
            }
        }
        let Tables { room, .. } = tables;
        let index = connection.query_row(
            &format!("SELECT count(wake_after) FROM {room} INDEXED BY live_room WHERE wake_after IS NOT NULL"),
            [],
            |row| row.get::<_, i64>(0),
        );
        if let Err(error) = index {
            survey.judge(error)?;
        }
        Ok(survey)
    }

    /// Returns what is said of damage, and any other error as it is.
    fn judge(&mut self, error: Error) -> Result<String, Error> {
        self.has_lost_pages |= error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt);
        if is_damage(&error) {
            Ok(said(&error))
        } else {
            Err(error)
        }
    }

    /// Returns the codes of all rooms that are not set aside.
    fn rooms(
        &mut self,
        connection: &Connection,
        tables: Tables,
    ) -> Result<BTreeSet<String>, Error> {
        let Tables { room, event } = tables;
        let mut set_aside = connection.prepare("SELECT 1 FROM damaged_room WHERE room = ?1")?;
        let mut rooms = BTreeSet::new();
        // Each lists the rooms up to a page that is lost; where one stops, another may go on.
        for list in [
            format!("SELECT id FROM {room} ORDER BY id"),
            format!("SELECT id FROM {room} ORDER BY id DESC"),
            format!("SELECT DISTINCT room FROM {event} ORDER BY room"),
            format!("SELECT DISTINCT room FROM {event} ORDER BY room DESC"),
        ] {
            let mut select = connection.prepare(&list)?;
            let mut rows = select.query([])?;
            loop {
                match rows.next() {
                    Ok(Some(row)) => {
                        let code: String = row.get(0)?;
                        if !rooms.contains(&code) && !set_aside.exists([&code])? {
                            rooms.insert(code);
                        }
                    }
                    Ok(None) => break,
                    Err(error) => {
                        let problem = self.judge(error)?;
                        error!(problem, "a table of layout 2 is damaged");
                        break;
                    }
                }
            }
        }
        Ok(rooms)
    }

    /// Returns the room as it was written. The inner error says what is damaged.
    fn room(
        &mut self,
        connection: &Connection,
        tables: Tables,
        room: RoomId,
    ) -> Result<Result<Folded, String>, Error> {
        let (last, seq, wake_after, left_at) = match entry(connection, tables, room) {
            Ok(entry) => entry,
            Err(error) => {
                let problem = self.judge(error)?;
                return Ok(Err(format!("its entry cannot be read: {problem}")));
            }
        };
        let Some(seq) = seq else {
            return Ok(Err(format!(
                "events up to event {last} are there, and the entry of the room is missing"
            )));
        };
        if last < seq {
            return Ok(Err(format!("event {} is missing", last + 1)));
        }
        if last > seq {
            return Ok(Err(format!(
                "its entry ends at event {seq}, and event {last} is there"
            )));
        }
        let Tables { event, .. } = tables;
        let mut select = connection.prepare_cached(&format!(
            "SELECT seq, at, body FROM {event} WHERE room = ?1 ORDER BY seq"
        ))?;
        let mut rows = select.query([room.as_str()])?;
        let (mut events, mut body) = (Vec::new(), Vec::new());
        for wanted in 1..=seq {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => return Ok(Err(format!("event {wanted} is missing"))),
                Err(error) => {
                    let problem = self.judge(error)?;
                    return Ok(Err(format!("event {wanted} cannot be read: {problem}")));
                }
            };
            match self::event(row, wanted) {
                Ok(recorded) => {
                    record::put(&mut body, room, wanted, &recorded);
                    events.push(recorded);
                }
                Err(problem) => return Ok(Err(problem)),
            }
        }
        Ok(Ok(Folded {
            seq,
            wake_after,
            left_at,
            events,
            body,
        }))
    }
}

/// Makes rows of layout 3 of the rooms that can be read, sets the others aside, and removes what is not needed any
/// more. To be called in a transaction, when the tables have the names of [`KEPT`].
pub(super) fn fold(connection: &Connection, mut survey: Survey) -> Result<(), Error> {
    let mut note =
        connection.prepare("INSERT INTO damaged_room (room, problem) VALUES (?1, ?2)")?;
    for (room, problem) in &survey.damaged {
        error!(room, problem, "the room is damaged, and is set aside");
        note.execute([room, problem])?;
    }
    let mut insert = connection.prepare(
        "INSERT INTO room (id, seq, wake_after, left_at, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut there = connection.prepare("SELECT 1 FROM room WHERE id = ?1")?;
    let mut finished = Vec::new();
    for room in std::mem::take(&mut survey.sound) {
        let id = room.as_str();
        if there.exists([id])? {
            continue;
        }
        if let Ok(row) = survey.room(connection, KEPT, room)? {
            let events = row.events.iter().map(|(at, event)| (*at, event));
            let games = Room::finished_in(room, events).into_iter();
            finished.extend(games.map(|game| (room, game)));
            insert.execute(params![id, row.seq, row.wake_after, row.left_at, row.body])?;
        }
    }
    // The order in which they ended, which ratings depend on.
    finished.sort_by_key(|(room, game)| (game.ended, *room, game.game));
    for (room, game) in &finished {
        finished::insert(connection, *room, game)?;
    }
    if survey.has_lost_pages {
        warn!("the tables of layout 2 have damaged pages; they stay as they are");
        return Ok(());
    }
    connection.execute_batch(REMOVE)?;
    let left = "SELECT 1 FROM room_of_layout_2 UNION ALL SELECT 1 FROM event_of_layout_2";
    if !connection.prepare(left)?.exists([])? {
        connection.execute_batch(DROP)?;
    }
    Ok(())
}

const REMOVE: &str = "
    DELETE FROM event_of_layout_2 WHERE room NOT IN (SELECT room FROM damaged_room);
    DELETE FROM room_of_layout_2 WHERE id NOT IN (SELECT room FROM damaged_room);";

const DROP: &str = "DROP TABLE event_of_layout_2; DROP TABLE room_of_layout_2;";

/// A room as a row of layout 3.
struct Folded {
    seq: u32,
    wake_after: Option<i64>,
    left_at: Option<i64>,
    events: Vec<Recorded>,
    /// The same events as records.
    body: Vec<u8>,
}

/// The number of the room's last event, and its entry: `seq`, which must be the same, `wake_after` and `left_at`.
type Entry = (u32, Option<u32>, Option<i64>, Option<i64>);

fn entry(connection: &Connection, tables: Tables, room: RoomId) -> Result<Entry, Error> {
    let Tables { room: table, event } = tables;
    connection
        .prepare_cached(&format!(
            "SELECT (SELECT coalesce(max(seq), 0) FROM {event} WHERE room = ?1),
                    entry.seq, entry.wake_after, entry.left_at
             FROM (SELECT 1) LEFT JOIN {table} AS entry ON entry.id = ?1"
        ))?
        .query_row([room.as_str()], |row| {
            if row.get::<_, Option<i64>>(2)?.is_some() {
                millis(row, 2)?;
            }
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
}

/// Reads the event that must be number `wanted`.
fn event(row: &Row<'_>, wanted: u32) -> Result<Recorded, String> {
    let unreadable =
        |error: &dyn std::fmt::Display| format!("event {wanted} cannot be read: {error}");
    let seq: i64 = row.get(0).map_err(|error| unreadable(&said(&error)))?;
    if seq != i64::from(wanted) {
        return Err(format!("event {wanted} is missing"));
    }
    let at = millis(row, 1).map_err(|error| unreadable(&said(&error)))?;
    let body = row
        .get_ref(2)
        .and_then(|body| body.as_blob().map_err(Error::from))
        .map_err(|error| unreadable(&said(&error)))?;
    let event = room::Event::from_bytes(body).map_err(|error| unreadable(&error))?;
    Ok((at, event))
}
