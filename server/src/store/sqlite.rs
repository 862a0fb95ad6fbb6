//! Storage of rooms in an `SQLite` database: write-ahead log, synced at every commit.
//!
//! ```text
//! append -> fence in memory (`index.rs`) -> one batch (`batch.rs`) -> sync
//!        -> rooms whose games ended, and those in the oldest batches -> a row each (`row.rs`), in the same commit
//! start  -> every batch is read and checked (`start.rs`) -> the index in memory
//! load   -> row of the room, and what the index has behind it
//! ```
//!
//! A commit that returned is on the disk. Many rooms share one (see `writer.rs`), since a sync takes
//! milliseconds whatever it writes. Events are written in order of arrival, which is two pages a commit; a page of
//! its own for each room is written once for each game. `layout.rs` has the tables.

mod batch;
pub(super) mod check;
mod checked;
pub(super) mod copy;
mod disk;
mod files;
mod finished;
mod index;
pub(super) mod kept;
mod layout;
mod layout_2;
pub(super) mod lock;
mod names;
mod open;
mod prune;
mod record;
mod row;
mod runs;
mod salvage;
mod seats;
mod server_id;
mod shared;
mod source;
mod start;
mod state;
mod unfolded;
mod varint;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use protocol::id::{IdError, RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use rusqlite::{Connection, ErrorCode, Row, Rows, Transaction, TransactionBehavior, ffi, params};
use tracing::{error, warn};

use self::files::Files;
use self::index::{Commit, Index, Limits};
use self::open::{Opened, keep_log, open};
use self::shared::{Damage, Derived, RowsDamage};
use self::state::State;
use super::runs::Runs;
use super::{
    Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError, Stored,
};

pub use self::open::OpenError;

/// Bytes that a probe writes: as many pages as a few appends, so that a probe which fits leaves room for them.
const PROBE: i64 = 32 * 1024;

/// The times in which servers ran, as damage in them is told.
const RUNS: &str = "the runs of the server";

const LIVE: &str = "
    SELECT id, wake_after, left_at FROM room INDEXED BY waiting_room
    WHERE wake_after IS NOT NULL";

const REST: &str = "UPDATE room SET left_at = ?2 WHERE id = ?1";

const NOTE_START: &str = "
    UPDATE room SET left_at = ?1
    WHERE wake_after IS NOT NULL AND (left_at IS NULL OR left_at > ?1)
      AND NOT EXISTS (SELECT 1 FROM damaged_room WHERE room = id)";

/// Rooms in a database.
#[derive(Debug)]
pub(super) struct Sqlite {
    connection: Connection,
    files: Files,
    /// The store in memory; none after a transaction that failed, until it is read anew.
    index: Option<Index>,
    /// Limits on the batches.
    most: Limits,
    /// Runs of the servers, the present one as the last.
    runs: Runs,
    damage: Damage,
    /// Rooms behind damage in what all rows share, which the next start tries again.
    out_of_reach: HashMap<RoomId, String>,
}

/// Failure of a transaction.
enum Spoiled {
    /// Failure of all of it.
    All(rusqlite::Error),
    /// Failure because of the stored data of this room.
    Room(RoomId, rusqlite::Error),
    /// Failure because of damage in this list.
    Derived(Derived, rusqlite::Error),
}

impl From<rusqlite::Error> for Spoiled {
    fn from(error: rusqlite::Error) -> Self {
        Self::All(error)
    }
}

impl Sqlite {
    /// Opens the database in `directory`, which is created if it is not there.
    pub(super) fn open(directory: &Path) -> Result<Self, OpenError> {
        let Opened { connection, files } = open(directory)?;
        Ok(Self {
            connection,
            files,
            index: None,
            most: Limits::USUAL,
            runs: Runs::default(),
            damage: Damage::default(),
            out_of_reach: HashMap::new(),
        })
    }

    /// Returns the index, read from the disk if it is not known.
    fn index(&mut self) -> Result<&mut Index, StoreError> {
        let index = if let Some(index) = self.index.take() {
            index
        } else {
            let (mut index, shared) = start::read(&mut self.connection).map_err(failed)?;
            if let Some(rows) = shared {
                self.damage.note_rows(&rows);
            }
            for (&room, problem) in &self.out_of_reach {
                // The batches have its events still.
                index.keeps_batches = true;
                index.unfolded.take(room);
                index.damaged.insert(room, problem.clone());
                index.out_of_reach.insert(room);
            }
            index
        };
        let index = self.index.insert(index);
        index.left_alone = self.damage.left_alone();
        Ok(index)
    }

    /// Does the work in one transaction. A room whose damage is in the way is set aside, and the work is done
    /// anew without it.
    fn transact<T>(
        &mut self,
        work: impl Fn(&mut Index, &Transaction<'_>) -> Result<T, Spoiled>,
    ) -> Result<T, StoreError> {
        loop {
            self.index()?;
            // Given back by a commit that succeeded alone: whatever failed, the disk knows what is there.
            let mut index = self.index.take().expect("just read");
            // Takes the right to write at once: a tool that writes between this reading and this writing would
            // make the transaction fail half-way.
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(failed)?;
            match work(&mut index, &transaction) {
                Ok(done) => {
                    transaction.commit().map_err(failed)?;
                    self.index = Some(index);
                    return Ok(done);
                }
                Err(Spoiled::All(error)) if is_damage(&error) => {
                    drop(transaction);
                    return Err(self.no_rooms_own(&error));
                }
                Err(Spoiled::All(error)) => return Err(failed(error)),
                Err(Spoiled::Room(room, error)) => {
                    drop(transaction);
                    self.judge(room, &error)?;
                }
                Err(Spoiled::Derived(list, error)) => {
                    drop(transaction);
                    self.damage.leave_alone(list, &error);
                }
            }
        }
    }

    /// Decides whether damage found in a transaction is in the room itself, and sets the room aside if it is.
    fn judge(&mut self, room: RoomId, error: &rusqlite::Error) -> Result<(), StoreError> {
        match self.read(room) {
            Err(StoreError::Damaged {
                problem, set_aside, ..
            }) if !set_aside || self.is_out_of_reach(room)? => {
                self.out_of_reach.insert(room, problem);
                self.index = None;
                Ok(())
            }
            Err(StoreError::Damaged { problem, .. }) => self.set_aside(room, &problem),
            Err(error) => Err(error),
            // Pages that no room has, such as free ones: the next room would meet it as well.
            Ok(_) => Err(self.no_rooms_own(error)),
        }
    }

    /// Returns true if damage in what all rows share is in the way to that of the room, which is noted.
    fn is_out_of_reach(&mut self, room: RoomId) -> Result<bool, StoreError> {
        let rows = RowsDamage::on_the_way_to(&self.connection, room).map_err(failed)?;
        if let Some(rows) = &rows {
            self.damage.note_rows(rows);
        }
        Ok(rows.is_some())
    }

    /// Returns the error for damage in what all rooms share, which is noted.
    fn no_rooms_own(&mut self, error: &rusqlite::Error) -> StoreError {
        let problem = said(error);
        self.damage.note("what no room has alone", &problem);
        StoreError::Failed(format!("the database is damaged: {problem}"))
    }

    /// Returns the error of an operation with `what` all rooms share; damage is noted.
    fn failed_in(&mut self, what: &str, error: &rusqlite::Error) -> StoreError {
        let problem = said(error);
        if is_damage(error) {
            self.damage.note(what, &problem);
        }
        failed_with(error, problem)
    }

    fn read(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        self.index()?;
        let index = self.index.as_ref().expect("just read");
        if let Some(problem) = index.damaged.get(&room) {
            let problem = problem.clone();
            return Err(StoreError::Damaged {
                room,
                problem,
                set_aside: !index.out_of_reach.contains(&room),
            });
        }
        let mut read = row::load(&self.connection, room, index.unfolded.get(room))?;
        read.left = read.left.map(|left| self.runs.brought_forward(left));
        Ok(read)
    }

    /// Writes the appends in one transaction, and answers them.
    fn try_append(&mut self, batch: &[Append]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        let most = self.most;
        let answers = self.transact(|index, transaction| {
            let mut commit = Commit::default();
            let answers = batch
                .iter()
                .map(|append| index.admit(transaction, append, &mut commit))
                .collect::<Result<Vec<_>, _>>()?;
            index.write(transaction, &commit, most)?;
            Ok(answers)
        })?;
        // A write to a file that is gone is not acknowledged.
        if let Err(problem) = self.files.check() {
            self.index = None;
            return Err(StoreError::Failed(problem));
        }
        Ok(answers)
    }

    /// Notes `start` as the moment at which the last player left, for the live rooms that have none or a later
    /// one. Every room is folded, so that the next start has no batch to read.
    fn note_start(&mut self, start: Millis) -> Result<(), StoreError> {
        self.transact(|index, transaction| {
            index.fold_all(transaction, Some(start))?;
            if !index.keeps_batches {
                index.delete_all(transaction)?;
            }
            transaction.execute(NOTE_START, [stored(start)])?;
            Ok(())
        })
    }

    /// Returns the rooms whose games go on, and notes the start.
    fn read_live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.index()?;
        let index = self.index.as_ref().expect("just read");
        let mut live = Vec::new();
        let mut select = self.connection.prepare(LIVE).map_err(failed)?;
        let rows = select.query([]).map_err(failed)?;
        let read = read_up_to_damage(rows, |row| {
            match live_room(row, start, &self.runs) {
                Ok(LiveRoom { room, .. })
                    if index.damaged.contains_key(&room) || index.unfolded.get(room).is_some() => {}
                Ok(room) => live.push(room),
                Err(error) => {
                    error!(problem = %said(&error), "an entry of a live room is damaged");
                }
            }
            Ok(())
        });
        // The server starts with the rooms it can read; the others come when they are asked for.
        if let Some(problem) = read.map_err(failed)? {
            self.damage.note("the index of live rooms", &problem);
        }
        drop(select);
        self.damage.look(&self.connection).map_err(failed)?;
        for (room, tail) in index.unfolded.iter() {
            if let Some(after) = tail.wake_after {
                let due = start + after;
                live.push(LiveRoom { room, due });
            }
        }
        live.sort_by_key(|live| (live.due, live.room));
        // Without the note, deserted games get more time after the next restart: no reason not to start, as
        // with a full disk, on which nothing is written and much can be read.
        if let Err(error) = self.note_start(start) {
            warn!(problem = %error, "cannot note since when rooms are deserted");
        }
        Ok(live)
    }
}

impl Drop for Sqlite {
    /// Copies the headers that are not copied yet: closing takes their batches out of the log, into pages of which
    /// one may be lost until the server is started again.
    fn drop(&mut self) {
        if self.files.check().is_err() {
            return;
        }
        let is_due = |index: &Index| !index.copies.is_empty() && !index.keeps_batches;
        if self.index.as_ref().is_some_and(is_due) {
            let copied = self.transact(|index, transaction| Ok(index.copy_headers(transaction)?));
            if let Err(problem) = copied {
                warn!(%problem, "cannot copy the headers of the last batches");
            }
        }
        if let Err(error) = State::Closed.write(self.files.database()) {
            warn!(%error, "cannot note that the store is closed");
            // Without the note the next start would miss the log.
            let _ = keep_log(&self.connection, true);
        }
    }
}

impl Store for Sqlite {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        server_id::keep(&mut self.connection, fresh)
            .map_err(|error| self.failed_in("the id of the server", &error))
    }

    fn start(&mut self, now: Millis) -> Result<(), StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        let (runs, noted) = runs::start(&mut self.connection, now);
        self.runs = runs;
        noted.map_err(|error| self.failed_in(RUNS, &error))
    }

    fn alive(&mut self, now: Millis) -> Result<(), StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        self.runs.alive(now);
        runs::alive(&self.connection, &self.runs).map_err(|error| self.failed_in(RUNS, &error))
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        let damage = &mut self.damage;
        let report = |problem: &str| damage.note("the owned names", problem);
        let mut names = names::read(&self.connection, report).map_err(failed)?;
        for name in &mut names {
            name.used = self.runs.brought_forward(name.used);
        }
        // Moments of a clock that was wrong were in another order.
        names.sort_by_key(|name| Reverse(name.used));
        Ok(names)
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        if let Err(error) = names::write(&mut self.connection, changes) {
            return Err(self.failed_in("the owned names", &error));
        }
        self.files.check().map_err(StoreError::Failed)
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        seats::read(&self.connection, key, most).map_err(|error| {
            if is_damage(&error) {
                self.damage.leave_alone(Derived::Seats, &error);
            }
            failed(error)
        })
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        match self.try_append(batch) {
            Ok(answers) => answers,
            Err(error) => batch.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let mut read = self.read(room);
        if let Err(StoreError::Damaged {
            problem, set_aside, ..
        }) = &mut read
        {
            *set_aside = *set_aside && !self.is_out_of_reach(room)?;
            if *set_aside && let Err(error) = self.set_aside(room, problem) {
                // It is found to be damaged again when it is asked for again.
                error!(%room, problem, %error, "the room is damaged, and cannot be set aside");
            }
        }
        read
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.read_live(start).map_err(|error| {
            // The server ends with it, so it says which file that is and how to go on.
            StoreError::Failed(format!(
                "{}: {error}; see with `check` what is damaged, copy what is left with `backup --damaged`, \
                 put that or a good copy in its place with `restore --force`, \
                 name another directory with --data, or play without one: --store memory",
                self.files.database().display()
            ))
        })
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        self.transact(|index, transaction| {
            for &Rest { room, left } in rooms {
                if !index.damaged.contains_key(&room) && !index.fold(transaction, room, left)? {
                    transaction
                        .prepare_cached(REST)?
                        .execute(params![room.as_str(), left.map(stored)])?;
                }
            }
            Ok(())
        })
    }

    fn set_aside(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        // Found out before: a transaction that has met a page which cannot be read cannot be committed.
        let tail = self.index()?.unfolded.get(room);
        let can_fold = match tail.filter(|tail| tail.row.is_some()) {
            None => true,
            Some(_) => match row::fence(&self.connection, room, None) {
                Ok(_) => true,
                Err(error) if is_damage(&error) => false,
                Err(error) => return Err(failed(error)),
            },
        };
        self.transact(|index, transaction| {
            if index.damaged.contains_key(&room) {
                return Ok(());
            }
            let tail = index.unfolded.take(room);
            let mut unfolded = None;
            if let Some(tail) = &tail {
                if can_fold {
                    // Its row has all of it, so that it is whole when it is tried again.
                    row::fold(transaction, room, tail, None)?;
                } else {
                    unfolded = Some(&tail.records);
                }
            }
            transaction.execute(
                "INSERT INTO damaged_room (room, problem, unfolded) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO NOTHING",
                params![room.as_str(), problem, unfolded],
            )?;
            index.damaged.insert(room, problem.to_owned());
            Ok(())
        })
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        let from = *progress;
        let runs = self.runs.clone();
        let is_old = |last| runs.brought_forward(last) < before;
        let part = self.transact(|index, transaction| {
            prune::some(index, transaction, (&is_old, spared), from)
        });
        if part.is_err() && prune::ends_at_damage(&self.connection, from) {
            return Ok(Pruned {
                rooms: 0,
                is_done: true,
            });
        }
        let (pruned, next) = part?;
        *progress = next;
        Ok(pruned)
    }

    fn directory(&self) -> Option<PathBuf> {
        self.files.database().parent().map(Path::to_owned)
    }

    fn damage(&self) -> Option<&str> {
        self.damage.met()
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

fn live_room(row: &Row<'_>, start: Millis, runs: &Runs) -> Result<LiveRoom, rusqlite::Error> {
    let id: String = row.get(0)?;
    let room = id.parse().map_err(|problem: IdError| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, problem.into())
    })?;
    let left = match row.get::<_, Option<i64>>(2)? {
        Some(_) => runs.brought_forward(millis(row, 2)?).min(start),
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
        // A page that the disk cannot read: of a statement SQLite says that it is corrupt, and not of a part of a blob.
        rusqlite::Error::SqliteFailure(error, _)
            if error.extended_code == ffi::SQLITE_IOERR_CORRUPTFS =>
        {
            true
        }
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

/// Hands each row to `take`, up to a page that is lost. Returns a description of the damage there; none if all rows
/// were read.
fn read_up_to_damage(
    mut rows: Rows<'_>,
    mut take: impl FnMut(&Row<'_>) -> Result<(), rusqlite::Error>,
) -> Result<Option<String>, rusqlite::Error> {
    loop {
        match rows.next() {
            Ok(Some(row)) => take(row)?,
            Ok(None) => return Ok(None),
            Err(error) if is_damage(&error) => return Ok(Some(said(&error))),
            Err(error) => return Err(error),
        }
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
    time.as_millis().cast_signed()
}

/// Reads a moment or time, which is never negative.
fn millis(row: &Row<'_>, column: usize) -> Result<Millis, rusqlite::Error> {
    let stored: i64 = row.get(column)?;
    u64::try_from(stored)
        .map(Millis::from_millis)
        .map_err(|_negative| rusqlite::Error::IntegralValueOutOfRange(column, stored))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn failed(error: rusqlite::Error) -> StoreError {
    failed_with(&error, said(&error))
}

fn failed_with(error: &rusqlite::Error, problem: String) -> StoreError {
    match error {
        rusqlite::Error::SqliteFailure(error, _) if is_full(*error) => StoreError::Full(problem),
        _ => StoreError::Failed(problem),
    }
}

/// Returns true for the errors of a disk without room: for what is stored, or for the memory that readers share.
fn is_full(error: ffi::Error) -> bool {
    error.code == ErrorCode::DiskFull || error.extended_code == ffi::SQLITE_IOERR_SHMSIZE
}

#[cfg(test)]
mod tests;
