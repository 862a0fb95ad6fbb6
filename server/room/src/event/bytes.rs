//! The bytes of an event in a store.

use bincode::config;
use thiserror::Error;

use super::Event;

/// Memory that reading an event may claim: far more than the longest line of chat takes.
const MEMORY: usize = 64 * 1024;

/// Bytes that are no event.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnreadableEvent {
    /// The bytes do not make an event.
    #[error("{0}")]
    Malformed(String),
    /// The event ends before the bytes do.
    #[error("{0} bytes follow the event")]
    Trailing(usize),
}

impl Event {
    /// Returns the bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.add_bytes(&mut bytes);
        bytes
    }

    /// Adds the bytes to store.
    pub fn add_bytes(&self, bytes: &mut Vec<u8>) {
        bincode::encode_into_std_write(self, bytes, config::standard())
            .expect("encoding into memory cannot fail");
    }

    /// Reads the event that [`to_bytes`](Self::to_bytes) made the bytes of, in this release or an older one.
    ///
    /// # Errors
    ///
    /// [`UnreadableEvent`] says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, UnreadableEvent> {
        let config = config::standard().with_limit::<MEMORY>();
        let (event, consumed) = bincode::decode_from_slice(bytes, config)
            .map_err(|error| UnreadableEvent::Malformed(error.to_string()))?;
        match bytes.len() - consumed {
            0 => Ok(event),
            extra => Err(UnreadableEvent::Trailing(extra)),
        }
    }
}
