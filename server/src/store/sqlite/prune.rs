//! Deletion of rooms that are long over, a part at a time, so that no game waits for it.
//!
//! The log of before goes first: at the next start, rows of a room that was deleted would be those of a new one.

use std::collections::BTreeSet;

use protocol::id::RoomId;
use protocol::millis::Millis;
use rusqlite::{Connection, Error, params};

use super::super::{Pruned, Pruning};
use super::log::Log;
use super::{derived, millis, room};

/// Rooms that one part looks at, which takes about as long as a commit.
const ROOMS: i64 = 64;

const SELECT: &str = "
    SELECT id, wake_after IS NULL, last_at FROM room WHERE id > ?1 AND kind = 0 ORDER BY id LIMIT ?2";

/// Does the next part after `progress`, and returns the progress then. `is_old` decides by a room's last event.
pub(super) fn some(
    log: &mut Log,
    connection: &Connection,
    is_old: &dyn Fn(Millis) -> bool,
    spared: &BTreeSet<RoomId>,
    mut progress: Pruning,
) -> Result<(Pruned, Pruning), Error> {
    let mut pruned = Pruned {
        rooms: 0,
        is_done: false,
    };
    let begun = *progress.log.get_or_insert(log.next());
    if !log.clear_below(connection, begun)? {
        return Ok((pruned, progress));
    }
    let after = progress.room.as_ref().map_or("", RoomId::as_str);
    let mut select = connection.prepare_cached(SELECT)?;
    let mut rows = select.query(params![after, ROOMS])?;
    let mut looked_at = Vec::new();
    while let Some(row) = rows.next()? {
        let code: String = row.get(0)?;
        match code.parse::<RoomId>() {
            Ok(room) => looked_at.push((room, row.get::<_, bool>(1)?, millis(row, 2)?)),
            Err(error) => tracing::error!(code, problem = %error, "a row of a room has no code"),
        }
    }
    drop(rows);
    pruned.is_done = looked_at.is_empty();
    for (room, is_over, last) in looked_at {
        progress.room = Some(room);
        let is_kept = log.quarantined.contains_key(&room) || log.tail(room).is_some();
        if !is_over || !is_old(last) || is_kept || spared.contains(&room) {
            continue;
        }
        derived::drop_moves(connection, room)?;
        room::delete(connection, room)?;
        pruned.rooms += 1;
    }
    Ok((pruned, progress))
}
