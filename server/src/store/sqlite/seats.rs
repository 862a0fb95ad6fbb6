//! The seats that keys hold, for the list of a person's games. The events of the rooms say it as well, and they decide.

use protocol::id::{IdError, RoomId, TokenHash};
use protocol::side::Side;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, params};

use super::super::SeatChange;
use super::stored;

/// Writes changes of the seats of a room.
pub(super) fn write(
    connection: &Connection,
    room: RoomId,
    changes: &[SeatChange],
) -> Result<(), Error> {
    let id = room.as_str();
    for change in changes {
        match *change {
            SeatChange::Taken { side, key, at } => connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO seat (room, side, key, taken) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![id, number(side), key.0.to_be_bytes(), stored(at)])?,
            SeatChange::Vacated(side) => connection
                .prepare_cached("DELETE FROM seat WHERE room = ?1 AND side = ?2")?
                .execute(params![id, number(side)])?,
            SeatChange::Closed => connection
                .prepare_cached("DELETE FROM seat WHERE room = ?1")?
                .execute([id])?,
        };
    }
    Ok(())
}

/// Returns the rooms in which a key took a seat, the last one at the front.
pub(super) fn read(
    connection: &Connection,
    key: TokenHash,
    most: usize,
) -> Result<Vec<RoomId>, Error> {
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

fn number(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
