//! Reading a room, and telling damage from a room that is as it was written.

use protocol::codec;
use protocol::id::RoomId;
use protocol::millis::Millis;
use rusqlite::{Connection, Error, Row};

use super::super::{Recorded, StoreError, Stored};
use super::{failed, is_damage, millis, said};

/// The entry of the room, beside what it must agree with.
pub(super) const ENTRY: &str = "
    SELECT (SELECT problem FROM damaged_room WHERE room = ?1),
           (SELECT coalesce(max(seq), 0) FROM event WHERE room = ?1),
           room.seq, room.wake_after, room.left_at
    FROM (SELECT 1) LEFT JOIN room ON room.id = ?1";

pub(super) const EVENTS: &str = "SELECT seq, at, body FROM event WHERE room = ?1 ORDER BY seq";

/// The row of a room in table `room`.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) seq: u32,
    pub(super) wake_after: Option<i64>,
    pub(super) left_at: Option<i64>,
}

/// Returns the entry of the room; none if nothing is stored of it. The inner error is
/// [`StoreError::Damaged`]: the room is set aside, or its entry and its events disagree.
pub(super) fn entry(
    connection: &Connection,
    room: RoomId,
) -> Result<Result<Option<Entry>, StoreError>, Error> {
    let mut select = connection.prepare_cached(ENTRY)?;
    let mut rows = select.query([room.as_str()])?;
    let row = rows.next()?.expect("one row always, by the outer join");
    let last: u32 = row.get(1)?;
    let problem = match (row.get(0)?, row.get(2)?) {
        (Some(problem), _) => problem,
        (None, None) if last == 0 => return Ok(Ok(None)),
        (None, None) => {
            format!("events up to event {last} are there, and the entry of the room is missing")
        }
        (None, Some(seq)) if last < seq => format!("event {} is missing", last + 1),
        (None, Some(seq)) if last > seq => {
            format!("its entry ends at event {seq}, and event {last} is there")
        }
        (None, Some(seq)) => {
            return Ok(Ok(Some(Entry {
                seq,
                wake_after: row.get(3)?,
                left_at: row.get(4)?,
            })));
        }
    };
    Ok(Err(StoreError::Damaged { room, problem }))
}

/// Returns the room as it was written.
pub(super) fn room(connection: &Connection, room: RoomId) -> Result<Stored, StoreError> {
    let judged = |error: Error, what: &str| {
        if is_damage(&error) {
            let problem = format!("{what} cannot be read: {}", said(&error));
            StoreError::Damaged { room, problem }
        } else {
            failed(error)
        }
    };
    let entry = entry(connection, room).map_err(|error| judged(error, "its entry"))??;
    let Some(entry) = entry else {
        return Ok(Stored::default());
    };
    let mut select = connection.prepare_cached(EVENTS).map_err(failed)?;
    let mut rows = select.query([room.as_str()]).map_err(failed)?;
    let mut events = Vec::new();
    loop {
        let wanted = events.len() as u32 + 1;
        let row = rows
            .next()
            .map_err(|error| judged(error, &format!("event {wanted}")))?;
        let Some(row) = row else { break };
        let event = event(row, wanted).map_err(|problem| StoreError::Damaged { room, problem })?;
        events.push(event);
    }
    Ok(Stored {
        events,
        left: entry.left_at.map(|left| Millis(left.max(0) as u64)),
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
    let event = codec::unpack(body).map_err(|error| unreadable(&error))?;
    Ok((at, event))
}
