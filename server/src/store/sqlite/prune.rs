//! Deletion of rooms that are long over, a part at a time, so that no game waits for it.
//!
//! ```text
//! all batches of before are folded and deleted -> rows of rooms in order: last event -> room, finished, seat
//! ```
//!
//! The batches go first: at the next start, events in them without a row of their room would be events of a new one.

use std::collections::BTreeSet;

use protocol::id::RoomId;
use protocol::millis::Millis;
use rusqlite::{Connection, Error, Row};
use tracing::error;

use super::super::{Pruned, Pruning};
use super::index::{Index, spoiled_in};
use super::layout::has_table;
use super::record::Record;
use super::shared::Derived;
use super::{Spoiled, is_damage, said, seats};

/// Rows that one part looks at: some 25 KiB, which takes about as long as a commit.
const ROWS: i64 = 64;

/// Does the next part behind `progress`, and returns the progress then. `is_old` decides by a room's last event.
pub(super) fn some(
    index: &mut Index,
    connection: &Connection,
    (is_old, spared): (&dyn Fn(Millis) -> bool, &BTreeSet<RoomId>),
    mut progress: Pruning,
) -> Result<(Pruned, Pruning), Spoiled> {
    let mut pruned = Pruned {
        rooms: 0,
        is_done: false,
    };
    if index.keeps_batches {
        error!("old games are not deleted, since batches of events are damaged");
        pruned.is_done = true;
        return Ok((pruned, progress));
    }
    let Some(batch) = progress.batch else {
        // From here on a copy of headers is of older batches alone, or of younger ones.
        index.copy_headers(connection)?;
        progress.batch = Some(index.batches.next());
        return Ok((pruned, progress));
    };
    if !index.clear_below(connection, batch)? {
        return Ok((pruned, progress));
    }
    let rows = rows(connection, progress.row)?;
    pruned.is_done = rows.is_empty();
    let has_seats = !index.left_alone.seats && has_table(connection, "seat")?;
    for (row, found) in rows {
        progress.row = row;
        // A room that is live, or cannot be read, stays.
        let Some((room, last)) = found else { continue };
        let is_kept = index.damaged.contains_key(&room) || index.unfolded.get(room).is_some();
        if !is_old(last) || is_kept || spared.contains(&room) {
            continue;
        }
        connection
            .prepare_cached("DELETE FROM room WHERE id = ?1")?
            .execute([room.as_str()])?;
        if !index.left_alone.finished {
            connection
                .prepare_cached("DELETE FROM finished WHERE room = ?1")?
                .execute([room.as_str()])
                .map_err(|error| spoiled_in(Derived::Finished, error))?;
        }
        if has_seats {
            seats::delete(connection, room).map_err(|error| spoiled_in(Derived::Seats, error))?;
        }
        pruned.rooms += 1;
    }
    Ok((pruned, progress))
}

/// Returns true if the rows behind `progress` cannot be read, which a part that failed may have met: its transaction
/// could not be committed any more.
pub(super) fn ends_at_damage(connection: &Connection, progress: Pruning) -> bool {
    match rows(connection, progress.row) {
        Err(error) if is_damage(&error) => {
            error!(problem = %said(&error), "rooms cannot be read; those behind them are not deleted");
            true
        }
        Ok(_) | Err(_) => false,
    }
}

/// A room that is over, and the moment of its last event.
type Over = (RoomId, Millis);

/// Returns the next rows behind number `row` by their numbers, with the room where it is over.
fn rows(connection: &Connection, row: i64) -> Result<Vec<(i64, Option<Over>)>, Error> {
    let mut select = connection.prepare_cached(
        "SELECT rowid, id, seq, wake_after IS NULL, body FROM room WHERE rowid > ?1
         ORDER BY rowid LIMIT ?2",
    )?;
    let rows = select.query_map([row, ROWS], |row| Ok((row.get(0)?, over(row))))?;
    rows.collect()
}

fn over(row: &Row<'_>) -> Option<Over> {
    if !row.get::<_, bool>(3).ok()? {
        return None;
    }
    let room: RoomId = row.get_ref(1).ok()?.as_str().ok()?.parse().ok()?;
    let seq: u32 = row.get(2).ok()?;
    let mut records = row.get_ref(4).ok()?.as_blob().ok()?;
    let mut last = None;
    for seq in 1..=seq {
        last = Some(Record::take(&mut records, room, seq).ok()?.at());
    }
    Some((room, last?))
}
