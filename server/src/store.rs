//! Where rooms are kept: one trait, one file per kind below `store/`.

use protocol::clock::Millis;
use protocol::id::{RoomId, Seq};
use room::Event;

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
