//! The row of a room: all of its events that are folded, as records one behind the other.

use protocol::id::RoomId;
use protocol::millis::Millis;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension as _, params};

use super::super::{StoreError, Stored};
use super::checked::Checked;
use super::record::Record;
use super::unfolded::Tail;
use super::{failed, is_damage, millis, said, stored};

pub(super) const ROOM: &str = "SELECT seq, wake_after, left_at, body FROM room WHERE id = ?1";

/// Beginning of the problem of a room whose row is there and cannot be read.
pub(super) const UNREADABLE: &str = "its row cannot be read";

const INSERT: &str =
    "INSERT INTO room (id, seq, wake_after, left_at, body) VALUES (?1, ?2, ?3, ?4, ?5)";

const UPDATE: &str =
    "UPDATE room SET seq = ?2, wake_after = ?3, left_at = ?4, body = ?5 WHERE id = ?1";

/// The part of a row that an append must know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    pub(super) row: Checked,
    pub(super) is_live: bool,
}

/// Returns the fence of a room without a tail; none if nothing is stored of it. Every byte is checked, since nothing
/// may be written behind events that cannot be read: against the row as it was `before`, or else record by record.
pub(super) fn fence(
    connection: &Connection,
    room: RoomId,
    before: Option<Checked>,
) -> Result<Option<Fence>, Error> {
    connection
        .prepare_cached(ROOM)?
        .query_row([room.as_str()], |row| {
            let wake_after: Option<i64> = row.get(1)?;
            let body = row.get_ref(3)?.as_blob()?;
            let row = check(room, row.get(0)?, body, before).map_err(unreadable)?;
            Ok(Fence {
                row,
                is_live: wake_after.is_some(),
            })
        })
        .optional()
}

/// Checks that `body` has all events up to number `seq`, and no more.
fn check(room: RoomId, seq: u32, body: &[u8], before: Option<Checked>) -> Result<Checked, String> {
    let row = Checked::new(seq, body);
    if before == Some(row) {
        return Ok(row);
    }
    let mut records = body;
    for seq in 1..=seq {
        Record::take(&mut records, room, seq)?;
    }
    if records.is_empty() {
        Ok(row)
    } else {
        Err(too_many(seq))
    }
}

fn unreadable(problem: String) -> Error {
    Error::FromSqlConversionFailure(3, Type::Blob, problem.into())
}

fn has_changed(last: u32) -> String {
    format!("its row has changed, and ends at event {last}")
}

fn too_many(last: u32) -> String {
    format!("its row ends at event {last}, and more is there")
}

/// Writes the events of the tail into the row of the room, with the moment at which the last player left. Returns the
/// row as it is then.
pub(super) fn fold(
    connection: &Connection,
    room: RoomId,
    tail: &Tail,
    left: Option<Millis>,
) -> Result<Checked, Error> {
    let (wake_after, left) = (tail.wake_after.map(stored), left.map(stored));
    let id = room.as_str();
    if tail.row.is_none() {
        connection.prepare_cached(INSERT)?.execute(params![
            id,
            tail.seq,
            wake_after,
            left,
            tail.records
        ])?;
        return Ok(Checked::new(tail.seq, &tail.records));
    }
    let (seq, mut body): (u32, Vec<u8>) = connection
        .prepare_cached("SELECT seq, body FROM room WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let row = check(room, seq, &body, tail.row).map_err(unreadable)?;
    if seq != tail.folded() {
        return Err(unreadable(has_changed(seq)));
    }
    body.extend_from_slice(&tail.records);
    connection
        .prepare_cached(UPDATE)?
        .execute(params![id, tail.seq, wake_after, left, body])?;
    Ok(row.with(tail.seq, &tail.records))
}

/// Appends records that a row would not take to the row of the room, unless they are its last ones already. Returns
/// false if they are not those of the events behind it.
///
/// A room without a row gets none: its first events can be in batches alone, and these are then there as well.
pub(super) fn append(connection: &Connection, room: RoomId, records: &[u8]) -> Result<bool, Error> {
    let id = [room.as_str()];
    let select = "SELECT seq, body FROM room WHERE id = ?1";
    let row = connection.query_row(select, id, |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((mut seq, mut body)): Option<(u32, Vec<u8>)> = row.optional()? else {
        return Ok(true);
    };
    if body.ends_with(records) {
        return Ok(true);
    }
    let mut rest = records;
    while !rest.is_empty() {
        seq += 1;
        if Record::take(&mut rest, room, seq).is_err() {
            return Ok(false);
        }
    }
    body.extend_from_slice(records);
    // What it waits for is not known, so it comes to memory once, and says so.
    let update = "UPDATE room SET seq = ?2, wake_after = 0, body = ?3 WHERE id = ?1";
    connection.execute(update, params![id[0], seq, body])?;
    Ok(true)
}

/// Returns the room as it was written: what is in its row, and the tail behind it.
pub(super) fn load(
    connection: &Connection,
    room: RoomId,
    tail: Option<&Tail>,
) -> Result<Stored, StoreError> {
    let damaged = |problem| damaged(room, problem);
    let judged = |error: Error| {
        if is_damage(&error) {
            damaged(format!("{UNREADABLE}: {}", said(&error)))
        } else {
            failed(error)
        }
    };
    let folded = tail.map(Tail::folded);
    let mut read = Stored::default();
    if folded != Some(0) {
        let mut select = connection.prepare_cached(ROOM).map_err(failed)?;
        let row = select.query_row([room.as_str()], |row| {
            let seq: u32 = row.get(0)?;
            if row.get::<_, Option<i64>>(1)?.is_some() {
                millis(row, 1)?;
            }
            let left: Option<i64> = row.get(2)?;
            let body: Vec<u8> = row.get(3)?;
            Ok((seq, left, body))
        });
        let Some((seq, left, body)) = row.optional().map_err(judged)? else {
            return match folded {
                None => Ok(read),
                Some(_) => Err(damaged("its row is missing".to_owned())),
            };
        };
        read_records(&mut read, room, seq, &body)?;
        if folded.is_some_and(|folded| folded != seq) {
            return Err(damaged(has_changed(seq)));
        }
        read.left = left.map(|left| Millis::from_millis(left.max(0) as u64));
    }
    if let Some(tail) = tail {
        read_records(&mut read, room, tail.seq, &tail.records)?;
        // It is noted when the tail is folded.
        read.left = None;
    }
    Ok(read)
}

/// Appends the events in these records, which must be all up to number `last`.
fn read_records(
    read: &mut Stored,
    room: RoomId,
    last: u32,
    mut records: &[u8],
) -> Result<(), StoreError> {
    let damaged = |problem| damaged(room, problem);
    let first = read.events.len() as u32 + 1;
    for seq in first..=last {
        let record = Record::take(&mut records, room, seq).map_err(damaged)?;
        // Its bytes are those written: a later release knows the event.
        let event = record.event(seq).map_err(|problem| StoreError::Damaged {
            room,
            problem,
            set_aside: false,
        })?;
        read.events.push(event);
    }
    if records.is_empty() {
        Ok(())
    } else {
        Err(damaged(too_many(last)))
    }
}

fn damaged(room: RoomId, problem: String) -> StoreError {
    StoreError::Damaged {
        room,
        problem,
        set_aside: true,
    }
}
