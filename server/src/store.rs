//! Where rooms are kept: one trait, one file per kind below `store/`.

pub(crate) mod writer;

mod memory;
mod sqlite;

use std::path::Path;

use protocol::clock::Millis;
use protocol::id::{RoomId, Seq};
use room::Event;

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
    /// Whether the room must be brought back after a restart, once these are applied.
    pub live: bool,
}

/// Why something could not be stored or loaded.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote in between: the caller no longer owns the room.
    #[error("room {room} is at event {stored}, not at {expected}; another server wrote to it")]
    Fenced {
        /// Which room.
        room: RoomId,
        /// Where the caller thought it was.
        expected: Seq,
        /// Where it is.
        stored: Seq,
    },
    /// The storage itself failed.
    #[error("{0}")]
    Failed(String),
}

/// A storage of rooms. Blocking; one writer thread calls it.
pub trait Store: Send {
    /// Appends the batch in one transaction, made durable before this returns. One answer for each, in
    /// order: one that is fenced does not spoil the others.
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>>;

    /// Every event of the room, in order; none for a room that was never stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] where the storage cannot be read.
    fn load(&mut self, room: RoomId) -> Result<Vec<Recorded>, StoreError>;

    /// The rooms whose last append said that they are live.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] where the storage cannot be read.
    fn unfinished(&mut self) -> Result<Vec<RoomId>, StoreError>;
}

#[cfg(test)]
mod tests;
