//! Where rooms are kept: one trait, one file per kind below `store/`.

pub(crate) mod writer;

mod memory;
mod sqlite;

use std::path::Path;

use protocol::clock::Millis;
use protocol::id::{RoomId, Seq};
use protocol::refusal::Refusal;
use room::Event;
use tracing::error;

pub use sqlite::OpenError;

/// A storage that forgets everything when the server stops.
pub fn memory() -> Box<dyn Store> {
    Box::new(memory::Memory::default())
}

/// The database in `directory`, made if it is not there. The directory is locked until the store is
/// dropped: two servers on it would each take the other's rooms for their own.
///
/// # Errors
///
/// [`OpenError`] says what is in the way, and how to play all the same.
pub fn sqlite(directory: &Path) -> Result<Box<dyn Store>, OpenError> {
    Ok(Box::new(sqlite::Sqlite::open(directory)?))
}

/// One event with the moment it was recorded at.
pub type Recorded = (Millis, Event);

/// Events to append to one room, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which room.
    pub room: RoomId,
    /// The number of the last event the caller knows to be stored; 0 for a new room.
    pub expected: Seq,
    /// Durable events, in order.
    pub events: Vec<Recorded>,
    /// Once these events are applied: the time from a restart, or from the moment the last player left, to
    /// the moment at which the room must come to memory by itself. `None` for a room that is over or closed.
    pub wake_after: Option<Millis>,
}

/// What is stored of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// Every event, in order; none for a room that was never stored.
    pub events: Vec<Recorded>,
    /// The moment the last player left the room, if it was noted since the last append.
    pub left: Option<Millis>,
}

/// A room whose game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRoom {
    /// Which room.
    pub room: RoomId,
    /// The moment at which it must come to memory by itself.
    pub due: Millis,
}

/// A note that a room left memory, or that somebody came back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Which room.
    pub room: RoomId,
    /// The moment the last player left; `None` when somebody is back, or nobody is waited for.
    pub left: Option<Millis>,
}

/// Why something could not be stored or loaded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room is not where the caller thought: somebody else wrote to it, or an append that was reported
    /// as failed reached the disk all the same. The caller must load the room again.
    #[error(
        "room {room} is at event {stored}, not at {expected}: another server wrote to it, \
         or a write that seemed to fail did not"
    )]
    Fenced {
        /// Which room.
        room: RoomId,
        /// Where the caller thought it was.
        expected: Seq,
        /// Where it is.
        stored: Seq,
    },
    /// What is stored of the room is damaged. The room is set aside: it can be neither loaded nor appended
    /// to, and what is left of it is never changed.
    #[error(
        "what is stored of room {room} is damaged: {problem}; the room is set aside, and what is there \
         is kept as it is"
    )]
    Damaged {
        /// Which room.
        room: RoomId,
        /// The damage, with the number of the event.
        problem: String,
    },
    /// The storage itself failed.
    #[error("{0}")]
    Failed(String),
}

impl StoreError {
    /// What a person is told of it: a number to quote, under which the log has the rest.
    pub(crate) fn to_refusal(&self) -> Refusal {
        let reference = rand::random::<u32>();
        error!(reference, error = %self, "the store failed");
        Refusal::Internal { reference }
    }
}

/// A storage of rooms. Blocking; one writer thread calls it.
pub trait Store: Send {
    /// Appends the batch in one transaction, made durable before this returns. One answer for each, in
    /// order: one that is fenced or damaged does not spoil the others. An append that succeeds clears the
    /// note of [`rest`](Self::rest).
    ///
    /// An append that failed may be on the disk nevertheless, as after a sync that went wrong: then
    /// [`load`](Self::load) returns it, and the same append is fenced.
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>>;

    /// Returns what is stored of the room. Its cost depends on that room alone.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] where the room cannot be read as it was written; it is set aside then.
    /// [`StoreError::Failed`] where the storage cannot be read.
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
    /// [`StoreError::Failed`] where the storage cannot be read.
    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError>;

    /// Notes that rooms left memory, or that somebody came back. A storage that forgets everything with the
    /// server forgets a room that is not live now.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] where nothing was noted.
    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError>;

    /// Sets a room aside because of `problem`: from now on it is [`StoreError::Damaged`], over restarts too.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] where that could not be noted.
    fn set_aside(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError>;

    /// Writes something durably and for no other purpose, to find out whether the storage works. However
    /// often it is called, the storage does not grow.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] where an append would fail as well.
    fn probe(&mut self) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests;
