//! A copy of the games that are over, of servers that share another database: each makes its own from the same facts in
//! the same order, and so has the same numbers and the same ratings, bit for bit.
//!
//! A copy holds nothing of its own: one that is missing, damaged, of another database or of another release is made
//! again.

use std::path::{Path, PathBuf};

use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::view::RatingChange;
use rusqlite::{Connection, Error, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use tracing::warn;

use super::finished::{Key, Noted};
use super::{Sqlite, amend, derived, finished, names};
use crate::base::skeleton::Skeletons;
use crate::store::{Amendment, NameChange, OpenError, OwnedName, Store as _, StoreError};

/// Directory of the copy in that of the server.
const DIRECTORY: &str = "copy";

/// Memory for the pages that a copy uses while it is made, in KiB.
const CACHE: i64 = 32 * 1024;

/// A step of which the history is made. It is stored as JSON, and keeps its meaning as an event does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::store) enum Fact {
    /// A game ended.
    Ended(Box<Noted>),
    /// A key owns a name from a moment on, and no other.
    Owned { key: Key, name: Name, used: u64 },
    /// A key owns no name.
    Freed(Key),
    /// The operator changed the games.
    Amended(Amendment),
    /// Rooms were deleted, and the moves of their games.
    Deleted(Vec<RoomId>),
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        format!("{:032x}", key.0.0)
    }
}

impl TryFrom<String> for Key {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        u128::from_str_radix(&text, 16).map(|hash| Self(TokenHash(hash)))
    }
}

impl From<&NameChange> for Fact {
    fn from(change: &NameChange) -> Self {
        match change {
            NameChange::Owned { owned, .. } => Self::Owned {
                key: Key(owned.owner),
                name: owned.name.clone(),
                used: owned.used.as_millis(),
            },
            NameChange::Freed(owner) => Self::Freed(Key(*owner)),
        }
    }
}

impl Fact {
    /// Returns the change of the owned names, if it is one.
    pub(in crate::store) fn name_change(&self) -> Option<NameChange> {
        match self {
            Self::Owned { key, name, used } => Some(NameChange::owned(OwnedName {
                owner: key.0,
                name: name.clone(),
                used: Millis::from_millis(*used),
            })),
            Self::Freed(key) => Some(NameChange::Freed(key.0)),
            Self::Ended(_) | Self::Amended(_) | Self::Deleted(_) => None,
        }
    }
}

/// The copy.
#[derive(Debug)]
pub(in crate::store) struct Copy {
    store: Sqlite,
    /// Number of the last fact that it has.
    pub(in crate::store) upto: i64,
}

impl Copy {
    /// Opens the copy of a server with this directory, of the facts of the database with the id `of`.
    pub(in crate::store) fn open(directory: &Path, of: &str) -> Result<Self, OpenError> {
        let directory = directory.join(DIRECTORY);
        let of = format!("{of} {}", env!("CARGO_PKG_VERSION"));
        std::fs::create_dir_all(&directory).map_err(|error| unusable(&directory, &error))?;
        let known = Sqlite::open(&directory).and_then(|store| Self::known(store, &of));
        match known {
            Ok(Some(copy)) => return Ok(copy),
            Ok(None) => {}
            Err(locked @ OpenError::Locked { .. }) => return Err(locked),
            Err(error) => warn!(%error, "the copy of the games that are over is made again"),
        }
        std::fs::remove_dir_all(&directory)
            .and_then(|()| std::fs::create_dir(&directory))
            .map_err(|error| unusable(&directory, &error))?;
        let store = Sqlite::open(&directory)?;
        store
            .connection
            .execute_batch("CREATE TABLE copied (source TEXT NOT NULL, upto INTEGER NOT NULL)")
            .and_then(|()| {
                let insert = "INSERT INTO copied (source, upto) VALUES (?1, 0)";
                store.connection.execute(insert, [&of])
            })
            .map_err(|error| unusable(&directory, &error))?;
        let made = Self::known(store, &of)?;
        made.ok_or_else(|| unusable(&directory, &"it cannot be made"))
    }

    /// Returns the copy in a store, if it is one of these facts.
    fn known(store: Sqlite, of: &str) -> Result<Option<Self>, OpenError> {
        let directory = store.directory().unwrap_or_default();
        let known = |connection: &Connection| -> Result<_, Error> {
            // What is lost with the power is made again.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "cache_size", -CACHE)?;
            let there = "SELECT 1 FROM sqlite_schema WHERE name = 'copied'";
            if connection
                .query_row(there, [], |_| Ok(()))
                .optional()?
                .is_none()
            {
                return Ok(None);
            }
            let upto = "SELECT upto FROM copied WHERE source = ?1";
            connection
                .query_row(upto, [of], |row| row.get(0))
                .optional()
        };
        let upto = known(&store.connection).map_err(|error| unusable(&directory, &error))?;
        Ok(upto.map(|upto| Self { store, upto }))
    }

    /// Adds facts, in their order, of which the last has the number `upto`. Returns what became of the last change of
    /// the operator.
    pub(in crate::store) fn add(
        &mut self,
        facts: &[Fact],
        upto: i64,
    ) -> Result<Option<Vec<Name>>, StoreError> {
        let amended = self.store.transact(|log, transaction| {
            let mut amended = None;
            for fact in facts {
                match fact {
                    Fact::Ended(noted) => {
                        if let Some(nr) = finished::insert(transaction, noted)? {
                            derived::fold(transaction, nr)?;
                        }
                    }
                    Fact::Owned { .. } | Fact::Freed(_) => {
                        if let Some(change) = fact.name_change() {
                            names::change(transaction, &change)?;
                        }
                    }
                    Fact::Amended(amendment) => {
                        amended = amend::amend(log, transaction, amendment)?;
                    }
                    Fact::Deleted(rooms) => {
                        for room in rooms {
                            derived::drop_moves(transaction, *room)?;
                        }
                    }
                }
            }
            transaction.execute("UPDATE copied SET upto = ?1", [upto])?;
            Ok(amended)
        })?;
        self.upto = upto;
        Ok(amended)
    }

    /// Returns how a game changed the ratings of both players.
    pub(in crate::store) fn ratings(
        &mut self,
        room: RoomId,
        game: u16,
    ) -> Result<Option<BySide<RatingChange>>, StoreError> {
        self.store.ratings(room, game)
    }

    /// Returns the codes of the rooms in which the owner of a name played.
    pub(in crate::store) fn rooms_of(&self, name: &Name) -> Result<Vec<String>, StoreError> {
        let rooms = |connection: &Connection| -> Result<Vec<String>, Error> {
            let mut select = connection.prepare(
                "SELECT DISTINCT room FROM finished
                     WHERE room IS NOT NULL AND (first_person = ?1 OR second_person = ?1)",
            )?;
            let skeleton = Skeletons::new(name).folded;
            let person = super::people::of_skeleton(connection, &skeleton)?;
            select
                .query_map(params![person], |row| row.get(0))?
                .collect()
        };
        rooms(&self.store.connection).map_err(|error| StoreError::Failed(error.to_string()))
    }

    /// Returns the directory of the copy.
    pub(in crate::store) fn directory(&self) -> Option<PathBuf> {
        self.store.directory()
    }
}

fn unusable(directory: &Path, problem: &dyn std::fmt::Display) -> OpenError {
    OpenError::Unusable {
        path: directory.to_owned(),
        problem: problem.to_string(),
    }
}
