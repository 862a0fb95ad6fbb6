//! Storage of rooms in an `SQLite` database: a table of events, synced at every commit.
//!
//! ```text
//! append -> version check in memory -> a row for each event at the end of the log (`log.rs`) -> sync
//!        -> a room whose game ended is compacted in the same commit (`room.rs`)
//! start  -> the log is read and checked, then every room is compacted
//! load   -> what was compacted, and what memory has of the log
//! ```
//!
//! A commit that returned is on the disk. Many rooms share one (see `writer.rs`), since a sync takes milliseconds
//! whatever it writes. `schema.rs` has the tables.
//!
//! Damage of a room quarantines the room. What `SQLite` itself calls corrupt is no room's: the store refuses everything
//! from then on, and says what an operator can do.
//!
//! A start costs the same however many games are over: it reads the index of live rooms and the log, and no row of a
//! room that is in neither.

mod amend;
pub(super) mod backups;
pub(super) mod check;
#[cfg(feature = "postgres")]
pub(super) mod copied;
pub(super) mod copy;
mod derived;
mod disk;
pub(super) mod export;
mod files;
pub(super) mod finished;
pub(super) mod history;
pub(super) mod kept;
pub(super) mod lock;
mod log;
mod names;
mod open;
mod people;
mod prune;
mod quarantine;
mod room;
mod schema;
mod seats;
mod server_id;
mod source;
mod state;
mod uptime;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use protocol::id::{IdError, RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::view::RatingChange;
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, Row, Transaction, TransactionBehavior, ffi, params};
use tracing::{error, warn};

use self::disk::ways_out;
use self::files::Files;
use self::log::{Damage, Log};
use self::open::{Opened, keep_log, open};
use self::room::{NotLoaded, Tail};
use self::state::State;
use super::uptime::UptimeLog;
use super::{
    Amendment, Append, Kind, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store,
    StoreError, Stored,
};

pub use self::open::OpenError;

/// Derives everything again from the games that ended, in the database of `directory`, which no server may use.
/// Returns the number of games.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub fn rebuild(directory: &Path) -> Result<u64, String> {
    source::path_of_games(directory)?;
    let mut store = Sqlite::open(directory).map_err(|error| error.to_string())?;
    // The tables are written all over, and fit into memory.
    let fits = store
        .connection
        .pragma_update(None, "cache_size", -256 * 1024);
    fits.map_err(|error| said(&error))?;
    let games = store.transact(|_, transaction| derived::rebuild(transaction));
    games.map_err(|error| error.to_string())
}

/// Bytes that a probe writes: as many pages as a few appends, so that a probe which fits leaves space for them.
const PROBE: i64 = 32 * 1024;

const LIVE: &str = "
    SELECT id, wake_after, left_at FROM room INDEXED BY live_room WHERE wake_after IS NOT NULL AND kind = 0";

const TOURNAMENTS: &str = "
    SELECT id, wake_after IS NULL FROM room WHERE kind = 1 ORDER BY wake_after IS NOT NULL DESC, last_at DESC";

const REST: &str = "UPDATE room SET left_at = ?2 WHERE id = ?1";

const NOTE_START: &str = "
    UPDATE room SET left_at = ?1 WHERE wake_after IS NOT NULL AND (left_at IS NULL OR left_at > ?1)
      AND id NOT IN (SELECT room FROM quarantined)";

/// Rooms in a database.
#[derive(Debug)]
pub(super) struct Sqlite {
    connection: Connection,
    files: Files,
    /// The log in memory; `None` after a transaction that failed, until it is read again.
    log: Option<Log>,
    /// Rows that the log may have.
    most: i64,
    uptime: UptimeLog,
    /// What `SQLite` said of a database that is corrupt.
    corrupt: Option<String>,
}

impl Sqlite {
    /// Opens the database in `directory`, which is created if it is not there, and reads its log.
    pub(super) fn open(directory: &Path) -> Result<Self, OpenError> {
        let Opened {
            connection,
            files,
            log,
        } = open(directory)?;
        let mut store = Self {
            connection,
            files,
            log: None,
            most: log::MOST_ROWS,
            uptime: UptimeLog::default(),
            corrupt: None,
        };
        if let Some((log, damage)) = log
            && let Err(error) = store.know(log, &damage)
        {
            // It is read again when it is needed.
            warn!(%error, "cannot note what is damaged");
        }
        Ok(store)
    }

    /// Returns the log and the connection; the log is read from the disk if it is not known.
    fn read_log(&mut self) -> Result<(&mut Log, &Connection), StoreError> {
        if self.log.is_none() {
            let (log, damage) = Log::read(&self.connection).map_err(|error| self.failed(&error))?;
            self.know(log, &damage)?;
        }
        let log = self.log.as_mut().expect("just read");
        Ok((log, &self.connection))
    }

    /// Takes over a log that was read, once its damage is noted.
    fn know(&mut self, mut log: Log, damage: &Damage) -> Result<(), StoreError> {
        self.note(damage).map_err(|error| self.failed(&error))?;
        log.most = self.most;
        self.log = Some(log);
        Ok(())
    }

    /// Notes damage that was found in the log.
    fn note(&self, Damage { rooms, rows }: &Damage) -> Result<(), rusqlite::Error> {
        for problem in rows {
            error!(problem, "the log is damaged");
        }
        for (room, problem) in rooms {
            error!(%room, problem, "the room is damaged, and is quarantined");
            quarantine::insert(&self.connection, *room, problem)?;
        }
        Ok(())
    }

    /// Refuses to write to files that are gone, and to a database that is corrupt.
    fn ensure_writable(&mut self) -> Result<(), StoreError> {
        self.files.check().map_err(StoreError::Failed)?;
        self.corrupt.as_ref().map_or(Ok(()), |problem| {
            Err(corrupt(self.files.database(), problem))
        })
    }

    /// Does the work in one transaction.
    fn transact<T>(
        &mut self,
        work: impl FnOnce(&mut Log, &Transaction<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        self.ensure_writable()?;
        self.read_log()?;
        // Given back only by a commit that succeeded: after anything else the disk knows what is there.
        let mut log = self.log.take().expect("just read");
        // Takes the right to write at once: a tool that writes between this reading and this writing would
        // make the transaction fail half-way.
        let done = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|transaction| {
                let done = work(&mut log, &transaction)?;
                transaction.commit()?;
                Ok(done)
            })
            .map_err(|error| self.failed(&error))?;
        // A write to a file that is gone is not acknowledged.
        self.files.check().map_err(StoreError::Failed)?;
        self.log = Some(log);
        Ok(done)
    }

    /// Does the work of a table that the log does not depend on.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, StoreError> {
        self.ensure_writable()?;
        let done = work(&mut self.connection).map_err(|error| self.failed(&error))?;
        self.files.check().map_err(StoreError::Failed)?;
        Ok(done)
    }

    /// Returns the error of the store; one that `SQLite` calls corrupt is remembered.
    fn failed(&mut self, error: &rusqlite::Error) -> StoreError {
        let problem = said(error);
        if is_corrupt(error) {
            let failed = corrupt(self.files.database(), &problem);
            error!(problem, "the database is corrupt");
            self.corrupt = Some(problem);
            return failed;
        }
        match error {
            rusqlite::Error::SqliteFailure(error, _) if is_full(*error) => {
                StoreError::Full(problem)
            }
            _ => StoreError::Failed(problem),
        }
    }

    /// Notes `start` as the moment at which the last player left, for the live rooms that have none or a later one, and
    /// compacts every room, so that the next start has no log to read.
    fn note_start(&mut self, start: Millis) -> Result<(), StoreError> {
        self.transact(|log, transaction| {
            log.compact_all(transaction, start)?;
            transaction.execute(NOTE_START, [stored(start)])?;
            Ok(())
        })
    }

    /// Returns the rooms that are compacted and live.
    fn compacted_live(&self, start: Millis) -> Result<Vec<LiveRoom>, rusqlite::Error> {
        let mut live = Vec::new();
        let mut select = self.connection.prepare(LIVE)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            match live_room(row, start, &self.uptime) {
                Ok(room) => live.push(room),
                Err(error) => {
                    error!(problem = %said(&error), "a row of a live room is damaged");
                }
            }
        }
        Ok(live)
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        if self.files.check().is_err() {
            return;
        }
        if self.corrupt.is_some() {
            // What is in the write-ahead log stays there for a recovery.
            let _ = keep_log(&self.connection, true);
            return;
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
        self.change(|connection| server_id::keep(connection, fresh))
    }

    fn start(&mut self, now: Millis) -> Result<(), StoreError> {
        let (uptime, noted) = uptime::start(&self.connection, now);
        self.uptime = uptime;
        self.change(|_| noted)
    }

    fn alive(&mut self, now: Millis) -> Result<(), StoreError> {
        self.uptime.alive(now);
        let uptime = self.uptime.clone();
        self.change(|connection| uptime::alive(connection, &uptime))
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        let names = names::read(&self.connection);
        let mut names = names.map_err(|error| self.failed(&error))?;
        for name in &mut names {
            name.used = self.uptime.brought_forward(name.used);
        }
        names.sort_by_key(|name| Reverse(name.used));
        Ok(names)
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        self.change(|connection| names::write(connection, changes))
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        seats::read(&self.connection, key, most).map_err(|error| self.failed(&error))
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let appended = self.transact(|log, transaction| {
            let append = |append| log.append(transaction, append);
            let answers = batch.iter().map(append).collect::<Result<Vec<_>, _>>()?;
            log.tidy(transaction)?;
            Ok(answers)
        });
        appended.unwrap_or_else(|error| batch.iter().map(|_| Err(error.clone())).collect())
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let (log, connection) = self.read_log()?;
        log.refuse_quarantined(room)?;
        match room::load(connection, room, log.tail(room)) {
            Ok(mut loaded) => {
                let left = loaded.left;
                loaded.left = left.map(|left| self.uptime.brought_forward(left));
                Ok(loaded)
            }
            Err(NotLoaded::Failed(error)) => Err(self.failed(&error)),
            Err(NotLoaded::Damaged(problem)) => {
                error!(%room, problem, "the room is damaged, and is quarantined");
                if let Err(error) = self.quarantine(room, &problem) {
                    // It is found to be damaged again when it is asked for again.
                    warn!(%room, %error, "the room cannot be quarantined");
                }
                Err(StoreError::Damaged {
                    room,
                    problem,
                    quarantined: true,
                })
            }
        }
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.read_log()?;
        let compacted = self.compacted_live(start);
        let mut live = compacted.map_err(|error| self.failed(&error))?;
        let (log, _) = self.read_log()?;
        live.retain(|live| {
            log.tail(live.room).is_none() && !log.quarantined.contains_key(&live.room)
        });
        let wakes = |(room, tail): (RoomId, &Tail)| {
            if tail.kind != Kind::Room {
                return None;
            }
            let due = start + tail.wake_after?;
            Some(LiveRoom { room, due })
        };
        live.extend(log.tails().filter_map(wakes));
        live.sort_by_key(|live| (live.due, live.room));
        // Without the note, deserted games get more time after the next restart: no reason not to start, as
        // with a full disk, on which nothing is written and much can be read.
        if let Err(error) = self.note_start(start) {
            warn!(problem = %error, "cannot note since when rooms are deserted");
        }
        Ok(live)
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        let read = |connection: &Connection| {
            let mut select = connection.prepare(TOURNAMENTS)?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<Vec<(String, bool)>, _>>()
        };
        let rows = read(&self.connection).map_err(|error| self.failed(&error))?;
        let (log, _) = self.read_log()?;
        let is_tournament =
            |(code, tail): (RoomId, &Tail)| (tail.kind == Kind::Tournament).then_some(code);
        let mut codes: Vec<_> = log.tails().filter_map(is_tournament).collect();
        let mut over = 0;
        for (code, is_over) in rows {
            over += usize::from(is_over);
            let known = code
                .parse()
                .ok()
                .filter(|code| !codes.contains(code) && !log.quarantined.contains_key(code));
            codes.extend(known.filter(|_| over <= most || !is_over));
        }
        Ok(codes)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        self.transact(|log, transaction| {
            for &Rest { room, left } in rooms {
                if !log.quarantined.contains_key(&room) && !log.compact(transaction, room, left)? {
                    transaction
                        .prepare_cached(REST)?
                        .execute(params![room.as_str(), left.map(stored)])?;
                }
            }
            Ok(())
        })
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.transact(|log, transaction| {
            quarantine::insert(transaction, room, problem)?;
            // Its rows stay in the log, and hold up no other.
            log.take(room);
            log.quarantined.entry(room).or_insert(problem.to_owned());
            Ok(())
        })
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        let from = *progress;
        let uptime = self.uptime.clone();
        let is_old = |last| uptime.brought_forward(last) < before;
        let part =
            self.transact(|log, transaction| prune::some(log, transaction, &is_old, spared, from));
        let (pruned, next) = part?;
        *progress = next;
        Ok(pruned)
    }

    fn ratings(
        &mut self,
        room: RoomId,
        game: u16,
    ) -> Result<Option<BySide<RatingChange>>, StoreError> {
        derived::ratings(&self.connection, room, game).map_err(|error| self.failed(&error))
    }

    fn amend(&mut self, amendment: &Amendment) -> Result<Option<Vec<Name>>, StoreError> {
        self.transact(|log, transaction| amend::amend(log, transaction, amendment))
    }

    fn directory(&self) -> Option<PathBuf> {
        self.files.database().parent().map(Path::to_owned)
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        // The new bytes replace the old ones: the row stays one, and its pages are used again.
        self.change(|connection| {
            connection.execute(
                "INSERT INTO probe (id, body) VALUES (0, randomblob(?1))
                 ON CONFLICT DO UPDATE SET body = excluded.body",
                [PROBE],
            )
        })
        .map(drop)
    }
}

fn live_room(
    row: &Row<'_>,
    start: Millis,
    uptime: &UptimeLog,
) -> Result<LiveRoom, rusqlite::Error> {
    let code: String = row.get(0)?;
    let room = code.parse().map_err(|problem: IdError| {
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, problem.into())
    })?;
    let left = match row.get::<_, Option<i64>>(2)? {
        Some(_) => uptime.brought_forward(millis(row, 2)?).min(start),
        None => start,
    };
    Ok(LiveRoom {
        room,
        due: left + millis(row, 1)?,
    })
}

/// Returns true if the error is about what a row has, and not about the database around it.
fn is_unreadable(error: &rusqlite::Error) -> bool {
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

/// Returns true if `SQLite` says that the database is corrupt, also because the disk cannot read a page of it.
fn is_corrupt(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqliteFailure(error, _)
        if matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            || error.extended_code == ffi::SQLITE_IOERR_CORRUPTFS)
}

/// Returns the error of a database that `SQLite` calls corrupt while a server uses it.
fn corrupt(database: &Path, problem: &str) -> StoreError {
    let ways_out = ways_out(database);
    StoreError::Failed(format!(
        "the database is corrupt: {problem}; stop the server, then {ways_out}"
    ))
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

/// Returns true for the errors of a disk without space: for what is stored, or for the memory that readers share.
fn is_full(error: ffi::Error) -> bool {
    error.code == ErrorCode::DiskFull || error.extended_code == ffi::SQLITE_IOERR_SHMSIZE
}

#[cfg(test)]
mod tests;
