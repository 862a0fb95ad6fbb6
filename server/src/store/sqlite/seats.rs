//! The seats that keys hold, for the list of a person's games.
//!
//! The table is of no layout: it is made with the first seat that a key takes, and an older server passes over it.
//! The events of the rooms say it as well, and they decide.

use protocol::id::{IdError, RoomId, TokenHash};
use protocol::side::Side;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, params};

use super::layout::has_table;
use super::stored;
use crate::store::Recorded;
use crate::store::seats::{SeatChange, changes};

/// Writes the changes that events of a room make.
pub(super) fn write(
    connection: &Connection,
    room: RoomId,
    events: &[Recorded],
) -> Result<(), Error> {
    let mut changes = changes(events).peekable();
    let Some(first) = changes.peek() else {
        return Ok(());
    };
    if matches!(first, SeatChange::Taken { .. }) {
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS seat (
                 room  TEXT NOT NULL,
                 side  INTEGER NOT NULL,
                 key   BLOB NOT NULL,
                 taken INTEGER NOT NULL,
                 PRIMARY KEY (room, side)
             ) WITHOUT ROWID;
             CREATE INDEX IF NOT EXISTS seat_of_key ON seat (key, taken);",
        )?;
    } else if !has_table(connection, "seat")? {
        return Ok(());
    }
    let id = room.as_str();
    for change in changes {
        match change {
            SeatChange::Taken { side, key, at } => connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO seat (room, side, key, taken) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![id, number(side), key.0.to_be_bytes(), stored(at)])?,
            SeatChange::Vacated(side) => connection
                .prepare_cached("DELETE FROM seat WHERE room = ?1 AND side = ?2")?
                .execute(params![id, number(side)])?,
            SeatChange::Closed => delete(connection, room)?,
        };
    }
    Ok(())
}

/// Deletes the seats of a room, and returns their number. The table must be there.
pub(super) fn delete(connection: &Connection, room: RoomId) -> Result<usize, Error> {
    connection
        .prepare_cached("DELETE FROM seat WHERE room = ?1")?
        .execute([room.as_str()])
}

/// Returns the rooms in which a key took a seat, the last one at the front.
pub(super) fn read(
    connection: &Connection,
    key: TokenHash,
    most: usize,
) -> Result<Vec<RoomId>, Error> {
    if !has_table(connection, "seat")? {
        return Ok(Vec::new());
    }
    let mut select = connection.prepare_cached(
        "SELECT room FROM seat WHERE key = ?1 GROUP BY room ORDER BY max(taken) DESC, room LIMIT ?2",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = select.query_map(params![key.0.to_be_bytes(), most], |row| {
        let id: String = row.get(0)?;
        id.parse().map_err(|problem: IdError| {
            Error::FromSqlConversionFailure(0, Type::Text, problem.into())
        })
    })?;
    rows.collect()
}

/// Returns the number of rows that no server writes.
pub(super) fn damaged_rows(connection: &Connection) -> Result<i64, Error> {
    if !has_table(connection, "seat")? {
        return Ok(0);
    }
    connection.query_row(
        "SELECT count(*) FROM seat
         WHERE typeof(room) <> 'text' OR length(room) <> 6 OR side NOT IN (0, 1)
             OR typeof(key) <> 'blob' OR length(key) <> 16 OR typeof(taken) <> 'integer'",
        [],
        |row| row.get(0),
    )
}

fn number(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
