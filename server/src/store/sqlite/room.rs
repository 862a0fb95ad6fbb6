//! The rooms that were compacted: a row with the state of each, and its events in segments.
//!
//! A segment has the events since the one before it: those of one game, as a rule, so that a long series costs each
//! game the same. Segments are written once and never changed.

use protocol::id::RoomId;
use protocol::millis::Millis;
use rusqlite::{Connection, Error, OptionalExtension as _, params};

use super::super::records::{self, Records};
use super::super::{Kind, Stored};
use super::{is_unreadable, millis, said, stored};

/// Events of one room that are only in the log.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    pub(super) kind: Kind,
    /// Number of the room's last event.
    pub(super) seq: u32,
    pub(super) wake_after: Option<Millis>,
    /// Number of its oldest row.
    pub(super) oldest: i64,
    pub(super) records: Records,
}

impl Tail {
    /// Returns the number of the last event that is not in the log; 0 if all are.
    pub(super) fn compacted(&self) -> u32 {
        self.seq - self.records.count()
    }
}

/// Number of the last event that was compacted, and whether the room was live then.
pub(super) const VERSION: &str = "SELECT seq, wake_after IS NOT NULL FROM room WHERE id = ?1";

pub(super) const SEGMENTS: &str = "SELECT seq, body, crc FROM segment WHERE room = ?1 ORDER BY seq";

/// Returns the number of the last event that was compacted, and whether the room was live then; `None` if nothing was.
pub(super) fn version(connection: &Connection, room: RoomId) -> Result<Option<(u32, bool)>, Error> {
    connection
        .prepare_cached(VERSION)?
        .query_row([room.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Deletes the room, with its seats; its finished games are facts of their own.
pub(super) fn delete(connection: &Connection, room: RoomId) -> Result<(), Error> {
    for statement in [
        "DELETE FROM room WHERE id = ?1",
        "DELETE FROM segment WHERE room = ?1",
        "DELETE FROM seat WHERE room = ?1",
    ] {
        connection
            .prepare_cached(statement)?
            .execute([room.as_str()])?;
    }
    Ok(())
}

/// Writes the events of the tail as a segment, with the moment at which the last player left.
pub(super) fn write(
    connection: &Connection,
    room: RoomId,
    tail: &Tail,
    left: Option<Millis>,
) -> Result<(), Error> {
    let (id, body) = (room.as_str(), tail.records.bytes());
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO segment (room, seq, body, crc) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![id, tail.seq, body, checksum(room, tail.seq, body)])?;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO room (id, kind, seq, last_at, wake_after, left_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            id,
            tail.kind.number(),
            tail.seq,
            stored(tail.records.last().unwrap_or_default()),
            tail.wake_after.map(stored),
            left.map(stored),
        ])?;
    Ok(())
}

/// Reason for which a room cannot be loaded.
#[derive(Debug)]
pub(super) enum NotLoaded {
    /// It is not as it was written.
    Damaged(String),
    /// The database cannot be read.
    Failed(Error),
}

impl From<Error> for NotLoaded {
    fn from(error: Error) -> Self {
        if is_unreadable(&error) {
            Self::Damaged(format!("its row cannot be read: {}", said(&error)))
        } else {
            Self::Failed(error)
        }
    }
}

/// Returns the room as it was written: its segments, and after them what it has in the log.
pub(super) fn load(
    connection: &Connection,
    room: RoomId,
    tail: Option<&Tail>,
) -> Result<Stored, NotLoaded> {
    let mut loaded = Stored::default();
    let mut last = 0;
    let mut select = connection.prepare_cached(SEGMENTS)?;
    let mut segments = select.query([room.as_str()])?;
    while let Some(row) = segments.next()? {
        let seq: u32 = row.get(0)?;
        let body = row.get_ref(1)?.as_blob().map_err(Error::from)?;
        let crc: u32 = row.get(2)?;
        let events = (crc == checksum(room, seq, body)).then(|| records::read(body));
        let Some(events) = events.flatten() else {
            let problem = "cannot be read: their bytes are not those written";
            return Err(NotLoaded::Damaged(format!(
                "events {} to {seq} {problem}",
                last + 1
            )));
        };
        loaded.events.extend(events);
        ensure_next(loaded.events.len(), seq, last)?;
        last = seq;
    }
    let row = connection
        .prepare_cached("SELECT seq, left_at, kind FROM room WHERE id = ?1")?
        .query_row([room.as_str()], |row| {
            let left: Option<i64> = row.get(1)?;
            let left = left.map(|_| millis(row, 1)).transpose()?;
            Ok((row.get(0)?, left, row.get(2)?))
        })
        .optional()?;
    let (compacted, left, kind): (u32, _, i64) = row.unwrap_or_default();
    let compacted_kind = Kind::of_number(kind).unwrap_or_default();
    loaded.kind = tail.map_or(compacted_kind, |tail| tail.kind);
    ensure_next(loaded.events.len(), compacted, last)?;
    loaded.left = left;
    if let Some(tail) = tail {
        ensure_next(loaded.events.len(), tail.compacted(), last)?;
        loaded.events.extend(tail.records.to_vec());
        // It is noted when the room is compacted.
        loaded.left = None;
    }
    Ok(loaded)
}

/// Refuses a room if its events up to number `seq` are not as many; those up to `last` are there.
fn ensure_next(events: usize, seq: u32, last: u32) -> Result<(), NotLoaded> {
    if u32::try_from(events) == Ok(seq) {
        Ok(())
    } else {
        let missing = last + 1;
        Err(NotLoaded::Damaged(format!("event {missing} is missing")))
    }
}

/// Returns the CRC-32 of a segment: one that is read in another place is damage.
fn checksum(room: RoomId, seq: u32, body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(room.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(body);
    hasher.finalize()
}
