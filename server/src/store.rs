//! Storage of rooms: one trait, one file per kind below `store/`.

pub mod writer;

mod memory;
mod names;
mod runs;
mod seats;
mod sqlite;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use protocol::id::{RoomId, Seq, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use room::{Event, Finished};
use tracing::{error, warn};

pub use names::{NameChange, OwnedName};
pub(crate) use runs::NOTED_EVERY;
pub use sqlite::OpenError;
pub use sqlite::check::{CheckReport, check};
pub use sqlite::copy::{CopyError, backup, backup_damaged, restore, restore_damaged};
pub use sqlite::kept::{Kept, kept};

/// Returns a storage that forgets everything when the server stops.
pub fn memory() -> Box<dyn Store> {
    Box::new(memory::Memory::default())
}

/// Returns a storage as [`memory()`] does, for a server that keeps other things in `directory`, which is locked until
/// the store is dropped: its console and its bans would be taken for those of another server there.
///
/// A directory that cannot be locked, as one that cannot be written, does not keep anybody from playing.
///
/// # Errors
///
/// [`OpenError::Locked`] if another server uses the directory.
pub fn memory_beside(directory: &Path) -> Result<Box<dyn Store>, OpenError> {
    let lock = match sqlite::lock::lock(directory) {
        Ok(lock) => Some(lock),
        Err(error) => match OpenError::from(error) {
            locked @ OpenError::Locked { .. } => return Err(locked),
            error => {
                let directory = directory.display();
                warn!(%directory, %error, "the directory is not locked: no other server may use it");
                None
            }
        },
    };
    Ok(Box::new(memory::Memory::beside(lock)))
}

/// Opens the database in `directory`, which is created if it is not there. The directory is locked until the
/// store is dropped: two servers on it would each take the other's rooms for their own.
///
/// # Errors
///
/// [`OpenError`] says what prevents it, and how to play all the same.
pub fn sqlite(directory: &Path) -> Result<Box<dyn Store>, OpenError> {
    Ok(Box::new(sqlite::Sqlite::open(directory)?))
}

/// An event with the moment at which it was recorded.
pub type Recorded = (Millis, Event);

/// Events to append to one room, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// Code of the room.
    pub room: RoomId,
    /// Number of the last event that the caller knows to be stored; 0 for a new room.
    pub expected: Seq,
    /// Durable events, in order.
    pub events: Vec<Recorded>,
    /// Time from a restart, or from the moment the last player left, to the moment at which the room must be
    /// loaded without a request, once these events are applied. `None` for a room that is over or closed.
    pub wake_after: Option<Millis>,
    /// Game that the events end, to be noted with them: what history and ratings are made from. A storage that
    /// forgets everything with the server may ignore it.
    pub finished: Option<Box<Finished>>,
}

/// Stored data of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// Every event, in order; none for a room that was never stored.
    pub events: Vec<Recorded>,
    /// Moment at which the last player left the room, if it was noted since the last append.
    pub left: Option<Millis>,
}

/// A room whose game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRoom {
    /// Code of the room.
    pub room: RoomId,
    /// Moment at which it must be loaded without a request.
    pub due: Millis,
}

/// A note that a room left memory, or that somebody came back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Code of the room.
    pub room: RoomId,
    /// Moment at which the last player left; `None` if somebody is back, or nobody is waited for.
    pub left: Option<Millis>,
}

/// Progress of deleting old rooms, of which each call does a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruning {
    /// Number of the first batch that is younger than the beginning.
    batch: Option<i64>,
    /// Number of the last row that was looked at.
    row: i64,
}

/// Result of a part of deleting old rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// Rooms that were deleted.
    pub rooms: usize,
    /// True if every room was looked at.
    pub is_done: bool,
}

/// Error of storing or loading.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room is not at the event that the caller expected: another server wrote to it, or an append that
    /// was reported as failed reached the disk all the same. The caller must load the room again.
    #[error(
        "room {room} is at event {stored}, not at {expected}: another server wrote to it, \
         or a write that seemed to fail did not"
    )]
    Fenced {
        /// Code of the room.
        room: RoomId,
        /// Number of the last event as the caller expected it.
        expected: Seq,
        /// Number of the last event in the store.
        stored: Seq,
    },
    /// The stored data of the room is damaged, or cannot be reached. The room can be neither loaded nor appended
    /// to, and the data that is left is not changed.
    #[error("what is stored of room {room} is damaged: {problem}; {}", outlook(*.set_aside))]
    Damaged {
        /// Code of the room.
        room: RoomId,
        /// Description of the damage, with the number of the event.
        problem: String,
        /// True if the room is set aside, for good. It is left alone until the server ends where the damage is in what
        /// all rooms share, since the room may be whole in a copy. Where a later release wrote to it, it is refused
        /// alone, since that one can read it.
        set_aside: bool,
    },
    /// The storage itself failed.
    #[error("{0}")]
    Failed(String),
    /// The storage has no room for more. What it has can be read.
    #[error("{0}")]
    Full(String),
}

/// Returns what becomes of a room that is damaged.
fn outlook(set_aside: bool) -> &'static str {
    if set_aside {
        "the room is set aside, and what is there is kept as it is"
    } else {
        "the room is left alone until the server ends"
    }
}

impl StoreError {
    /// Returns the message of a storage that fails; `None` for the faults of one room.
    pub(crate) fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed(problem) | Self::Full(problem) => Some(problem),
            Self::Fenced { .. } | Self::Damaged { .. } => None,
        }
    }

    /// Returns the refusal for a person: that the disk is full, or a number to quote, the random `reference`, under
    /// which the log has the details.
    pub(crate) fn to_refusal(&self, reference: u32) -> Refusal {
        error!(reference, error = %self, "the store failed");
        match self {
            Self::Full(_) => Refusal::DiskFull,
            Self::Fenced { .. } | Self::Damaged { .. } | Self::Failed(_) => {
                Refusal::Internal { reference }
            }
        }
    }
}

/// A storage of rooms. Calls block and come one at a time: from the thread of the writer, or from the task that asks,
/// where [`may_block`](Self::may_block) is false or in a simulation.
pub trait Store: Send {
    /// Returns the id of the server whose rooms these are: the one that is kept, or `fresh`, which is kept from
    /// now on, as long as the rooms are. For the start of a server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if none is known and `fresh` could not be kept.
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError>;

    /// Notes that a server starts at `now`, before anything else is asked. From then on every moment that comes from
    /// the storage to decide what is over is brought forward by the time in which no server ran.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the start was not noted. The time until the next one may then count as time in which
    /// no server ran.
    fn start(&mut self, _now: Millis) -> Result<(), StoreError> {
        Ok(())
    }

    /// Notes that the server that started still runs at `now`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if it was not noted.
    fn alive(&mut self, _now: Millis) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the names that are owned, the one that was used last at the front. For the start of a server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError>;

    /// Stores these changes of the owned names, in order, all or none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was stored.
    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError>;

    /// Returns at most `most` rooms in which a seat was taken with this key, the seat that was taken last at the front.
    /// Rooms where it was given up, and rooms that are closed, are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError>;

    /// Appends the batch in one transaction, made durable before this returns. Returns one answer for each
    /// append, in order: one that is fenced or damaged does not affect the others. An append that succeeds
    /// clears the note of [`rest`](Self::rest).
    ///
    /// An append that failed may be on the disk nevertheless, as after a sync that failed: then
    /// [`load`](Self::load) returns it, and the same append is fenced.
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>>;

    /// Returns true if calls may wait for a disk. They are then made by a thread of their own, which commits together
    /// what comes together; else by the task that asks.
    fn may_block(&self) -> bool {
        true
    }

    /// Returns the stored data of the room. The cost depends on that room alone.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the room cannot be read as it was written; it is then set aside.
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError>;

    /// Returns the rooms whose last append had a `wake_after`, the one that is due first at the front. Rooms
    /// that are set aside are left out.
    ///
    /// For the start of a server, at `start`, when nobody is in any room: a room without a note of when the
    /// last player left, or with a later one, gets `start` as that moment, and keeps it over further
    /// restarts.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError>;

    /// Notes that rooms left memory, or that somebody came back. A storage that forgets everything with the
    /// server now forgets a room that is not live.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was noted.
    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError>;

    /// Sets a room aside because of `problem`: from now on it is [`StoreError::Damaged`], over restarts too.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if that could not be noted.
    fn set_aside(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError>;

    /// Deletes the events and the finished games of some of the rooms that are over or closed and whose last event is
    /// older than `before`, but for those in `spared`, and goes on behind `progress` with the next call. One call
    /// does a bounded part.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was deleted.
    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError>;

    /// Returns the directory of the database, of which copies can be made; none if all is forgotten with the server.
    fn directory(&self) -> Option<PathBuf> {
        None
    }

    /// Returns what is known to be damaged of what all rooms share, and what to do about it; none if nothing is. Rooms
    /// are stored all the same where they can be.
    fn damage(&self) -> Option<&str> {
        None
    }

    /// Writes durably for no other purpose than to test whether the storage works. However often it is
    /// called, the storage does not grow.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if an append would fail as well.
    fn probe(&mut self) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests;
