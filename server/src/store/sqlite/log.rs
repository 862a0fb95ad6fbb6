//! The log: every event in order of arrival, a row each, and what the store knows of it in memory.
//!
//! ```text
//! append  -> version check -> a row for each event at the end of the table
//! game ends, room leaves memory, or its rows are old -> the room is compacted (`room.rs`): its rows are dead
//! sweep   -> the dead rows at the front of the table are deleted, some hundreds a commit
//! ```
//!
//! Rows go to the right edge of one tree, which is the cheapest thing that `SQLite` can do. Deleting the rows of a game
//! when it ends would cost as much again, since they lie scattered over the log.
//!
//! A change is made in memory while its transaction is written, and counts with it: after a transaction that failed,
//! or may have failed, the log is read again from the disk (see `Sqlite::transact`).
//!
//! The table has no other index, since the pages of one by room would be written all over.

use std::collections::{BTreeSet, HashMap};

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;
use rusqlite::{Connection, Error, Row, params};

use super::super::records::Records;
use super::super::{Append, Kind, StoreError};
use super::finished::Noted;
use super::room::{self, Tail};
use super::{derived, finished, is_unreadable, millis, quarantine, said, seats, stored};

/// Rows that the log may have before the rooms that hold its front are compacted early. A start reads as many in about
/// a second.
pub(super) const MOST_ROWS: i64 = 500_000;

/// Rooms that one commit compacts early, so that no room waits for a crowd of them; more if the log is far too long.
const COMPACTED: usize = 8;

/// Rows over the limit for each further room that one commit compacts.
const OVER: i64 = 256;

/// Dead rows that are deleted together: fewer cost as many pages.
const SWEEP: i64 = 512;

/// Dead rows that one commit deletes at most.
const SWEEP_AT_MOST: i64 = 1024;

const INSERT: &str = "
    INSERT INTO event (nr, kind, room, seq, at, wake_after, body, crc) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

/// The rows of a quarantined room stay, since they are all that is left of it.
const DELETE: &str = "
    DELETE FROM event WHERE nr < ?1 AND room NOT IN (SELECT room FROM quarantined)";

/// The log in memory.
#[derive(Debug)]
pub(super) struct Log {
    tails: HashMap<RoomId, Tail>,
    /// The same rooms by their oldest row. A room is put in and taken out once for each time it is compacted, which is
    /// not at each move.
    by_age: BTreeSet<(i64, RoomId)>,
    /// Number of the oldest row that was not swept.
    first: i64,
    /// Number of the next row.
    next: i64,
    /// Rows that the log may have.
    pub(super) most: i64,
    /// Rooms that are quarantined, and why.
    pub(super) quarantined: HashMap<RoomId, String>,
}

impl Log {
    /// Reads the log. Returns the damage that no server knows of as well: the rooms, which count as quarantined, and
    /// what is wrong with rows of no known room.
    pub(super) fn read(connection: &Connection) -> Result<(Self, Damage), Error> {
        let mut reader = Reader {
            log: Self {
                tails: HashMap::new(),
                by_age: BTreeSet::new(),
                first: 1,
                next: 1,
                most: MOST_ROWS,
                quarantined: quarantine::read(connection)?,
            },
            compacted: HashMap::new(),
            damage: Damage::default(),
        };
        let mut select = connection.prepare(
            "SELECT nr, kind, room, seq, at, wake_after, body, crc FROM event ORDER BY nr",
        )?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            reader.take(connection, row)?;
        }
        Ok((reader.log, reader.damage))
    }

    pub(super) fn tail(&self, room: RoomId) -> Option<&Tail> {
        self.tails.get(&room)
    }

    pub(super) fn tails(&self) -> impl Iterator<Item = (RoomId, &Tail)> {
        self.tails.iter().map(|(room, tail)| (*room, tail))
    }

    /// Returns the number of the next row.
    pub(super) fn next(&self) -> i64 {
        self.next
    }

    /// Returns the error of a room that is quarantined.
    pub(super) fn refuse_quarantined(&self, room: RoomId) -> Result<(), StoreError> {
        match self.quarantined.get(&room) {
            Some(problem) => Err(StoreError::Damaged {
                room,
                problem: problem.clone(),
                quarantined: true,
            }),
            None => Ok(()),
        }
    }

    /// Checks the version of the append, and writes it. The inner error is the append's own.
    pub(super) fn append(
        &mut self,
        connection: &Connection,
        append: &Append,
    ) -> Result<Result<(), StoreError>, Error> {
        let room = append.room;
        if let Err(error) = self.refuse_quarantined(room) {
            return Ok(Err(error));
        }
        let (version, was_live) = match self.tails.get(&room) {
            Some(tail) => (tail.seq, tail.wake_after.is_some()),
            // The first events of a room are compacted as soon as it is not live.
            None => room::version(connection, room)?.unwrap_or((0, true)),
        };
        if Seq(version) != append.expected {
            return Ok(Err(StoreError::Conflict {
                room,
                expected: append.expected,
                stored: Seq(version),
            }));
        }
        let mut insert = connection.prepare_cached(INSERT)?;
        let wake = append.wake_after.map(stored);
        for (seq, event) in (version + 1..).zip(&append.events) {
            let at = stored(event.at);
            insert.execute(params![
                self.next,
                append.kind.number(),
                room.as_str(),
                seq,
                at,
                wake,
                event.bytes,
                checksum(append.kind, room, seq, (at, wake), &event.bytes),
            ])?;
            let entry = Entry {
                kind: append.kind,
                room,
                seq,
                at: event.at,
                wake_after: append.wake_after,
                event: &event.bytes,
            };
            self.push(self.next, &entry);
        }
        if let Some(game) = &append.finished
            && let Some(nr) = finished::insert(connection, &Noted::of(room, game))?
        {
            derived::fold(connection, nr)?;
        }
        seats::write(connection, room, &append.seats)?;
        // Only then: a line of chat in a game that is over gets no segment of its own.
        if was_live && append.wake_after.is_none() {
            self.compact(connection, room, None)?;
        }
        Ok(Ok(()))
    }

    /// Adds the row number `nr`.
    fn push(&mut self, nr: i64, entry: &Entry<'_>) {
        self.next = nr.saturating_add(1);
        let tail = self.tails.entry(entry.room).or_insert_with(|| {
            self.by_age.insert((nr, entry.room));
            Tail {
                kind: entry.kind,
                seq: 0,
                wake_after: None,
                oldest: nr,
                records: Records::default(),
            }
        });
        tail.seq = entry.seq;
        tail.wake_after = entry.wake_after;
        tail.records.push(entry.at, entry.event);
    }

    /// Removes the room and returns what it had in the log, whose rows are dead then.
    pub(super) fn take(&mut self, room: RoomId) -> Option<Tail> {
        let tail = self.tails.remove(&room)?;
        self.by_age.remove(&(tail.oldest, room));
        Some(tail)
    }

    /// Compacts the room if it has rows in the log, and returns true if it had some; `left` is the moment at which its
    /// last player left.
    pub(super) fn compact(
        &mut self,
        connection: &Connection,
        room: RoomId,
        left: Option<Millis>,
    ) -> Result<bool, Error> {
        match self.take(room) {
            Some(tail) => room::write(connection, room, &tail, left).map(|()| true),
            None => Ok(false),
        }
    }

    /// Compacts every room, at the start of a server, when no player is in any of them since `start`, and deletes the
    /// log.
    pub(super) fn compact_all(
        &mut self,
        connection: &Connection,
        start: Millis,
    ) -> Result<(), Error> {
        let mut rooms: Vec<_> = self.tails.keys().copied().collect();
        // In the order of the index.
        rooms.sort_unstable();
        for room in rooms {
            let is_live = self.tails[&room].wake_after.is_some();
            self.compact(connection, room, is_live.then_some(start))?;
        }
        self.delete_below(connection, self.next)
    }

    /// Keeps the log near its limit: compacts some of the rooms that hold its front, and deletes dead rows.
    pub(super) fn tidy(&mut self, connection: &Connection) -> Result<(), Error> {
        let over = self.next - self.first - self.most;
        if over > 0 {
            let rooms = COMPACTED + (over / OVER) as usize;
            self.compact_older(connection, self.next - self.most, rooms)?;
        }
        let dead = self.oldest_needed() - self.first;
        if dead < SWEEP.min(self.most) {
            return Ok(());
        }
        self.delete_below(connection, self.first + dead.min(SWEEP_AT_MOST))
    }

    /// Compacts some of the rooms with rows below number `nr`, and deletes some of these. Returns true if none of
    /// them is left.
    pub(super) fn clear_below(&mut self, connection: &Connection, nr: i64) -> Result<bool, Error> {
        self.compact_older(connection, nr, COMPACTED)?;
        let end = self.oldest_needed().min(nr);
        if end > self.first {
            self.delete_below(connection, end.min(self.first + SWEEP_AT_MOST))?;
        }
        Ok(self.first >= nr)
    }

    fn compact_older(
        &mut self,
        connection: &Connection,
        nr: i64,
        most: usize,
    ) -> Result<(), Error> {
        let older = self.by_age.iter().take_while(|(oldest, _)| *oldest < nr);
        let rooms: Vec<_> = older.take(most).map(|(_, room)| *room).collect();
        for room in rooms {
            self.compact(connection, room, None)?;
        }
        Ok(())
    }

    /// Returns the number of the oldest row that a room needs.
    fn oldest_needed(&self) -> i64 {
        self.by_age.first().map_or(self.next, |(oldest, _)| *oldest)
    }

    fn delete_below(&mut self, connection: &Connection, nr: i64) -> Result<(), Error> {
        connection.prepare_cached(DELETE)?.execute([nr])?;
        self.first = nr;
        Ok(())
    }
}

/// Damage in the log that no server knows of.
#[derive(Debug, Default)]
pub(super) struct Damage {
    pub(super) rooms: Vec<(RoomId, String)>,
    /// Rows that no room is known to have.
    pub(super) rows: Vec<String>,
}

struct Reader {
    log: Log,
    /// The last events of the rooms met so far that are not in the log.
    compacted: HashMap<RoomId, u32>,
    damage: Damage,
}

impl Reader {
    fn take(&mut self, connection: &Connection, row: &Row<'_>) -> Result<(), Error> {
        let nr: i64 = row.get(0)?;
        if self.log.next == self.log.first {
            self.log.first = nr;
        }
        self.log.next = nr.saturating_add(1);
        let code = row.get_ref(2)?.as_str().ok();
        let Some(room) = code.and_then(|code| code.parse().ok()) else {
            self.damage
                .rows
                .push(format!("row {nr} of the log has no code of a room"));
            return Ok(());
        };
        if self.log.quarantined.contains_key(&room) {
            return Ok(());
        }
        if let Err(problem) = self.take_of(connection, nr, room, row)? {
            self.log.take(room);
            self.log.quarantined.insert(room, problem.clone());
            self.damage.rooms.push((room, problem));
        }
        Ok(())
    }

    /// Takes a row of `room`, unless its event was compacted. The inner error says what is damaged.
    fn take_of(
        &mut self,
        connection: &Connection,
        nr: i64,
        room: RoomId,
        row: &Row<'_>,
    ) -> Result<Result<(), String>, Error> {
        let entry = match Entry::read(room, row) {
            Ok(entry) => entry,
            Err(problem) => return Ok(Err(format!("row {nr} of the log: {problem}"))),
        };
        let last = if let Some(tail) = self.log.tails.get(&room) {
            tail.seq
        } else if let Some(&compacted) = self.compacted.get(&room) {
            compacted
        } else {
            let version = match room::version(connection, room) {
                Ok(version) => version,
                Err(error) if is_unreadable(&error) => return Ok(Err(said(&error))),
                Err(error) => return Err(error),
            };
            let seq = version.map_or(0, |(seq, _)| seq);
            self.compacted.insert(room, seq);
            seq
        };
        if entry.seq == last + 1 {
            self.log.push(nr, &entry);
        } else if entry.seq > last {
            return Ok(Err(format!("event {} is missing", last + 1)));
        }
        Ok(Ok(()))
    }
}

/// A row of the log.
#[derive(Debug)]
struct Entry<'a> {
    kind: Kind,
    room: RoomId,
    seq: u32,
    at: Millis,
    wake_after: Option<Millis>,
    event: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Reads a row of `room`.
    fn read(room: RoomId, row: &'a Row<'_>) -> Result<Self, String> {
        Self::columns(room, row).unwrap_or_else(|error| Err(said(&error)))
    }

    fn columns(room: RoomId, row: &'a Row<'_>) -> Result<Result<Self, String>, Error> {
        let kind: i64 = row.get(1)?;
        let seq = row.get(3)?;
        let at: i64 = row.get(4)?;
        let wake: Option<i64> = row.get(5)?;
        let event = row.get_ref(6)?.as_blob()?;
        let crc: u32 = row.get(7)?;
        let Some(kind) = Kind::of_number(kind) else {
            return Ok(Err(format!("nothing of kind {kind} is known")));
        };
        if crc != checksum(kind, room, seq, (at, wake), event) {
            return Ok(Err(format!(
                "event {seq} cannot be read: its bytes are not those written"
            )));
        }
        Ok(Ok(Self {
            kind,
            room,
            seq,
            at: millis(row, 4)?,
            wake_after: wake.map(|_| millis(row, 5)).transpose()?,
            event,
        }))
    }
}

/// Returns the CRC-32 of a row: one that is read in another place is damage.
fn checksum(
    kind: Kind,
    room: RoomId,
    seq: u32,
    (at, wake): (i64, Option<i64>),
    event: &[u8],
) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[kind.number() as u8]);
    hasher.update(room.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(&at.to_le_bytes());
    hasher.update(&wake.unwrap_or(-1).to_le_bytes());
    hasher.update(event);
    hasher.finalize()
}
