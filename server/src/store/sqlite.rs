//! Storage of rooms in an `SQLite` database: write-ahead log, synced at every commit.
//!
//! A commit that returned is on the disk. Many rooms share one (see `writer.rs`), since a sync takes
//! milliseconds whatever it writes. `layout.rs` has the tables.

mod files;
mod layout;
mod open;
mod read;

use std::fs::File;
use std::path::Path;

use protocol::codec;
use protocol::id::{IdError, RoomId, Seq};
use protocol::millis::Millis;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};
use tracing::{error, warn};

use self::files::Files;
use self::open::{Opened, open};
use super::{Append, LiveRoom, Rest, Store, StoreError, Stored};

pub use self::open::OpenError;

/// Bytes that a probe writes: as many pages as a few appends, so that a probe which fits leaves room for them.
const PROBE: i64 = 32 * 1024;

const LIVE: &str = "
    SELECT id, wake_after, left_at FROM room INDEXED BY live_room
    WHERE wake_after IS NOT NULL AND NOT EXISTS (SELECT 1 FROM damaged_room WHERE room = id)";

const REST: &str = "
    UPDATE room SET left_at = ?2
    WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM damaged_room WHERE room = ?1)";

const NOTE_START: &str = "
    UPDATE room SET left_at = ?1
    WHERE wake_after IS NOT NULL AND (left_at IS NULL OR left_at > ?1)
      AND NOT EXISTS (SELECT 1 FROM damaged_room WHERE room = id)";

/// Rooms in a database.
#[derive(Debug)]
pub(super) struct Sqlite {
    connection: Connection,
    files: Files,
    _lock: File,
}

/// Failure of a batch.
enum Spoiled {
    /// Failure of the whole batch.
    All(String),
    /// Failure of the append at this index alone, because of the stored data of its room.
    One(usize, rusqlite::Error),
}

impl From<rusqlite::Error> for Spoiled {
    fn from(error: rusqlite::Error) -> Self {
        Self::All(said(&error))
    }
}

impl Sqlite {
    /// Opens the database in `directory`, which is created if it is not there.
    pub(super) fn open(directory: &Path) -> Result<Self, OpenError> {
        let Opened {
            connection,
            files,
            lock,
        } = open(directory)?;
        Ok(Self {
            connection,
            files,
            _lock: lock,
        })
    }

    /// Writes the appends that have no answer yet, in one transaction, and answers them.
    fn try_append(
        &mut self,
        batch: &[Append],
        answers: &mut [Option<Result<(), StoreError>>],
    ) -> Result<(), Spoiled> {
        self.files.check().map_err(Spoiled::All)?;
        // Takes the right to write at once: a tool that writes between this reading and this writing would
        // make the transaction fail half-way.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut written = Vec::new();
        for (index, append) in batch.iter().enumerate() {
            if answers[index].is_none() {
                match append_one(&transaction, append) {
                    Ok(answer) => written.push((index, answer)),
                    Err(error) if is_damage(&error) => return Err(Spoiled::One(index, error)),
                    Err(error) => return Err(error.into()),
                }
            }
        }
        transaction.commit()?;
        // A write to a file that is gone is not acknowledged.
        self.files.check().map_err(Spoiled::All)?;
        for (index, answer) in written {
            answers[index] = Some(answer);
        }
        Ok(())
    }

    /// Decides whether damage found in an append is in the room itself, and sets the room aside if it is.
    fn judge(&mut self, room: RoomId, error: &rusqlite::Error) -> StoreError {
        match self.load(room) {
            Err(damaged) => damaged,
            // Pages that no room has, such as free ones: the next room would meet it as well.
            Ok(_) => StoreError::Failed(format!("the database is damaged: {}", said(error))),
        }
    }
}

/// Checks the fence and writes. The outer error is the database's, the inner one the room's.
fn append_one(
    transaction: &Transaction<'_>,
    append: &Append,
) -> Result<Result<(), StoreError>, rusqlite::Error> {
    let id = append.room.as_str();
    let found = match read::entry(transaction, append.room)? {
        Ok(found) => found,
        Err(damaged) => return Ok(Err(damaged)),
    };
    let last = found.as_ref().map_or(0, |found| found.seq);
    if Seq(last) != append.expected {
        return Ok(Err(StoreError::Fenced {
            room: append.room,
            expected: append.expected,
            stored: Seq(last),
        }));
    }
    let seq = last + append.events.len() as u32;
    let wake_after = append.wake_after.map(stored);
    match found {
        None => transaction
            .prepare_cached("INSERT INTO room (id, seq, wake_after) VALUES (?1, ?2, ?3)")?
            .execute(params![id, seq, wake_after])?,
        // The usual case: the index of live rooms stays as it is, which is a page less to write.
        Some(found) if found.wake_after == wake_after && found.left_at.is_none() => transaction
            .prepare_cached("UPDATE room SET seq = ?2 WHERE id = ?1")?
            .execute(params![id, seq])?,
        Some(_) => transaction
            .prepare_cached(
                "UPDATE room SET seq = ?2, wake_after = ?3, left_at = NULL WHERE id = ?1",
            )?
            .execute(params![id, seq, wake_after])?,
    };
    let mut insert = transaction
        .prepare_cached("INSERT INTO event (room, seq, at, body) VALUES (?1, ?2, ?3, ?4)")?;
    for ((at, event), seq) in append.events.iter().zip(last + 1..) {
        insert.execute(params![id, seq, stored(*at), codec::pack(event)])?;
    }
    Ok(Ok(()))
}

impl Store for Sqlite {
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut answers: Vec<_> = batch.iter().map(|_| None).collect();
        // An append that fails the transaction is answered, and the others are tried again without it.
        loop {
            match self.try_append(batch, &mut answers) {
                Ok(()) => break,
                Err(Spoiled::One(index, error)) => {
                    answers[index] = Some(Err(self.judge(batch[index].room, &error)));
                }
                Err(Spoiled::All(problem)) => {
                    for answer in answers.iter_mut().filter(|answer| answer.is_none()) {
                        *answer = Some(Err(StoreError::Failed(problem.clone())));
                    }
                    break;
                }
            }
        }
        let mut given = Vec::with_capacity(batch.len());
        for (append, answer) in batch.iter().zip(answers) {
            let answer = answer.expect("the loop ends when each has one");
            if let Err(StoreError::Damaged { problem, .. }) = &answer {
                self.set_aside_or_log(append.room, problem);
            }
            given.push(answer);
        }
        given
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let read = read::room(&self.connection, room);
        if let Err(StoreError::Damaged { problem, .. }) = &read {
            self.set_aside_or_log(room, problem);
        }
        read
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        let mut live = Vec::new();
        let mut select = self.connection.prepare(LIVE).map_err(failed)?;
        let mut rows = select.query([]).map_err(failed)?;
        loop {
            match rows.next() {
                Ok(Some(row)) => match live_room(row, start) {
                    Ok(room) => live.push(room),
                    Err(error) => {
                        error!(problem = %said(&error), "an entry of a live room is damaged");
                    }
                },
                Ok(None) => break,
                // The server starts with the rooms it can read; the others come when they are asked for.
                Err(error) if is_damage(&error) => {
                    error!(problem = %said(&error), "the index of live rooms is damaged");
                    break;
                }
                Err(error) => return Err(failed(error)),
            }
        }
        drop(rows);
        drop(select);
        live.sort_by_key(|live| live.due);
        // Without the note, deserted games get more time after the next restart: no reason not to start, as
        // with a full disk, on which nothing is written and much can be read.
        if let Err(error) = self.connection.execute(NOTE_START, [stored(start)]) {
            warn!(problem = %said(&error), "cannot note since when rooms are deserted");
        }
        Ok(live)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction().map_err(failed)?;
        for rest in rooms {
            transaction
                .prepare_cached(REST)
                .and_then(|mut update| {
                    update.execute(params![rest.room.as_str(), rest.left.map(stored)])
                })
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    fn set_aside(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.connection
            .execute(
                "INSERT INTO damaged_room (room, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![room.as_str(), problem],
            )
            .map(drop)
            .map_err(failed)
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        // The new bytes replace the old ones: the row stays one, and its pages are used again.
        self.connection
            .execute(
                "INSERT INTO probe (id, body) VALUES (0, randomblob(?1))
                 ON CONFLICT DO UPDATE SET body = excluded.body",
                [PROBE],
            )
            .map_err(failed)?;
        self.files.check().map_err(StoreError::Failed)
    }
}

impl Sqlite {
    fn set_aside_or_log(&mut self, room: RoomId, problem: &str) {
        if let Err(error) = self.set_aside(room, problem) {
            // It is found to be damaged again when it is asked for again.
            error!(%room, problem, %error, "the room is damaged, and cannot be set aside");
        }
    }
}

fn live_room(row: &rusqlite::Row<'_>, start: Millis) -> Result<LiveRoom, rusqlite::Error> {
    let id: String = row.get(0)?;
    let room = id.parse().map_err(|problem: IdError| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, problem.into())
    })?;
    let left = match row.get::<_, Option<i64>>(2)? {
        Some(_) => millis(row, 2)?.min(start),
        None => start,
    };
    Ok(LiveRoom {
        room,
        due: left + millis(row, 1)?,
    })
}

/// Returns true if the error is about the contents of the database, rather than about access to it.
fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(error, _) => matches!(
            error.code,
            ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch
        ),
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::Utf8Error(..) => true,
        _ => false,
    }
}

/// Returns the error in one line, without its statement.
fn said(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => one_line(msg),
        error => one_line(&error.to_string()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the moment or time as it is stored.
fn stored(time: Millis) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// Reads a moment or time, which is never negative.
fn millis(row: &rusqlite::Row<'_>, column: usize) -> Result<Millis, rusqlite::Error> {
    let stored: i64 = row.get(column)?;
    u64::try_from(stored)
        .map(Millis)
        .map_err(|_negative| rusqlite::Error::IntegralValueOutOfRange(column, stored))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(said(&error))
}

#[cfg(test)]
mod tests;
