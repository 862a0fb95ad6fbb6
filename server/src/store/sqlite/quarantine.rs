//! The rooms that cannot be read as they were written: refused over restarts, and what is left of them is kept.

use std::collections::HashMap;

use protocol::id::RoomId;
use rusqlite::{Connection, Error, params};
use tracing::error;

/// Returns the rooms that are quarantined, and why.
pub(super) fn read(connection: &Connection) -> Result<HashMap<RoomId, String>, Error> {
    let mut select = connection.prepare("SELECT room, problem FROM quarantined")?;
    let rows = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    let mut rooms = HashMap::new();
    for row in rows {
        let (room, problem) = row?;
        match room.parse() {
            Ok(room) => drop(rooms.insert(room, problem)),
            Err(error) => error!(%error, "a room that is quarantined has no code"),
        }
    }
    Ok(rooms)
}

/// Notes that a room is quarantined. The first problem stays.
pub(super) fn insert(connection: &Connection, room: RoomId, problem: &str) -> Result<(), Error> {
    connection
        .prepare_cached(
            "INSERT INTO quarantined (room, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?
        .execute(params![room.as_str(), problem])
        .map(drop)
}
