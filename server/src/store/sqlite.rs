//! Keeps rooms in an `SQLite` database: write-ahead log, synced at every commit.
//!
//! ```text
//! room  (id, seq, live)            the last event of a room, and whether it must come back
//! event (room, seq, at, body)      one row an event; body is `codec::pack` of it
//! ```
//!
//! A commit that returned is on the disk. Many rooms share one (see `writer.rs`), since a sync takes
//! milliseconds whatever it writes.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use protocol::clock::Millis;
use protocol::codec;
use protocol::id::{RoomId, Seq};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{Append, Recorded, Store, StoreError};

/// The layout of the tables. A database of a later one is refused rather than harmed.
const SCHEMA_VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE room (
        id   TEXT PRIMARY KEY,
        seq  INTEGER NOT NULL,
        live INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX live_room ON room (id) WHERE live;
    CREATE TABLE event (
        room TEXT NOT NULL REFERENCES room (id),
        seq  INTEGER NOT NULL,
        at   INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (room, seq)
    ) WITHOUT ROWID;
";

/// Why the store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory or a file in it is not ours to write.
    #[error(
        "cannot open the store {path}: {problem}; \
         name another directory with --data, or play without one: --store memory"
    )]
    Unusable {
        /// What could not be opened.
        path: PathBuf,
        /// What the system said.
        problem: String,
    },
    /// Another server has it.
    #[error(
        "another server uses {path}; stop it first, name another directory with --data, \
         or play without one: --store memory"
    )]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// A later release wrote it.
    #[error(
        "the store {path} has layout {found}, this release knows {known} and older; \
         use the release that wrote it, or name another directory with --data"
    )]
    TooNew {
        /// The database.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// Ours.
        known: i64,
    },
}

/// Rooms in a database.
#[derive(Debug)]
pub(super) struct Sqlite {
    connection: Connection,
    /// Locked for as long as it is open.
    _lock: File,
}

impl Sqlite {
    /// Opens the database in `directory`, which is made if it is not there.
    pub(super) fn open(directory: &Path) -> Result<Self, OpenError> {
        let unusable = |path: &Path, problem: &dyn std::fmt::Display| OpenError::Unusable {
            path: path.to_owned(),
            problem: problem.to_string(),
        };
        std::fs::create_dir_all(directory).map_err(|error| unusable(directory, &plain(&error)))?;
        let lock_path = directory.join("lock");
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(|error| unusable(&lock_path, &plain(&error)))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked {
                    path: directory.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => {
                return Err(unusable(&lock_path, &plain(&error)));
            }
        }
        let path = directory.join("games.db");
        let mut connection = Connection::open(&path).map_err(|error| unusable(&path, &error))?;
        let found = prepare(&mut connection).map_err(|error| unusable(&path, &error))?;
        if found > SCHEMA_VERSION {
            return Err(OpenError::TooNew {
                path,
                found,
                known: SCHEMA_VERSION,
            });
        }
        Ok(Self {
            connection,
            _lock: lock,
        })
    }

    fn append_all(
        &mut self,
        batch: &[Append],
    ) -> Result<Vec<Result<(), StoreError>>, rusqlite::Error> {
        // Takes the right to write at once: a tool that writes between our reading and our writing would
        // make the transaction fail half-way.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answers = batch
            .iter()
            .map(|append| append_one(&transaction, append))
            .collect::<Result<Vec<_>, _>>()?;
        transaction.commit()?;
        Ok(answers)
    }
}

/// Sets the connection up, makes the tables of a new database, and says which layout it has.
///
/// A database of a later layout is left as it is.
fn prepare(connection: &mut Connection) -> Result<i64, rusqlite::Error> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > SCHEMA_VERSION {
        return Ok(version);
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS a plain sync stops at the drive's cache; elsewhere this changes nothing.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if version == 0 {
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        transaction.commit()?;
    }
    Ok(SCHEMA_VERSION)
}

/// What the system said, as part of a sentence and without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => error.kind().to_string(),
    }
}

/// Checks the fence and writes. The outer error spoils the whole transaction, the inner one does not.
fn append_one(
    transaction: &Transaction<'_>,
    append: &Append,
) -> Result<Result<(), StoreError>, rusqlite::Error> {
    let room = append.room.as_str();
    let stored = transaction
        .prepare_cached("SELECT seq FROM room WHERE id = ?1")?
        .query_row([room], |row| row.get(0).map(Seq))
        .optional()?
        .unwrap_or_default();
    if stored != append.expected {
        return Ok(Err(StoreError::Fenced {
            room: append.room,
            expected: append.expected,
            stored,
        }));
    }
    let last = Seq(stored.0 + append.events.len() as u32);
    transaction
        .prepare_cached(
            "INSERT INTO room (id, seq, live) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, live = excluded.live",
        )?
        .execute(params![room, last.0, append.live])?;
    let mut insert = transaction
        .prepare_cached("INSERT INTO event (room, seq, at, body) VALUES (?1, ?2, ?3, ?4)")?;
    for ((at, event), seq) in append.events.iter().zip(stored.0 + 1..) {
        insert.execute(params![room, seq, at.0 as i64, codec::pack(event)])?;
    }
    Ok(Ok(()))
}

impl Store for Sqlite {
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        self.append_all(batch).unwrap_or_else(|error| {
            // Rolled back: nothing of the batch is stored, and everybody is told.
            let problem = error.to_string();
            batch
                .iter()
                .map(|_| Err(StoreError::Failed(problem.clone())))
                .collect()
        })
    }

    fn load(&mut self, room: RoomId) -> Result<Vec<Recorded>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT seq, at, body FROM event WHERE room = ?1 ORDER BY seq")
            .map_err(failed)?;
        let rows = select
            .query_map([room.as_str()], |row| {
                Ok((
                    row.get::<_, u32>(0)?,
                    row.get::<_, i64>(1)?,
                    row.get::<_, Vec<u8>>(2)?,
                ))
            })
            .map_err(failed)?;
        rows.zip(1..)
            .map(|(row, wanted)| {
                let (seq, at, body) = row.map_err(failed)?;
                if seq != wanted {
                    return Err(StoreError::Failed(format!(
                        "event {wanted} of room {room} is missing"
                    )));
                }
                let event = codec::unpack(&body).map_err(|error| {
                    StoreError::Failed(format!("event {seq} of room {room} is damaged: {error}"))
                })?;
                Ok((Millis(at as u64), event))
            })
            .collect()
    }

    fn unfinished(&mut self) -> Result<Vec<RoomId>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT id FROM room WHERE live ORDER BY id")
            .map_err(failed)?;
        let rows = select
            .query_map([], |row| row.get::<_, String>(0))
            .map_err(failed)?;
        rows.map(|id| {
            let id = id.map_err(failed)?;
            id.parse().map_err(StoreError::Failed)
        })
        .collect()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}
