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

    /// Reads the event that [`to_bytes`](Self::to_bytes) made the bytes of.
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

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;
    use protocol::view::{Outcome, Reason};

    use super::*;

    /// An end that shows every cell of the largest board: more than any game has.
    fn large() -> Event {
        let board = Variant::named("gomoku").unwrap().shape();
        Event::Over {
            outcome: Outcome {
                winner: None,
                reason: Reason::Line,
                line: board.squares().collect(),
            },
        }
    }

    #[test]
    fn a_large_event_reads_back_and_nothing_may_follow_it() {
        let mut bytes = large().to_bytes();
        assert_eq!(Event::from_bytes(&bytes), Ok(large()));
        bytes.extend([0, 0]);
        assert_eq!(Event::from_bytes(&bytes), Err(UnreadableEvent::Trailing(2)));
    }

    #[test]
    fn an_event_is_added_behind_the_bytes_that_are_there() {
        let mut bytes = vec![7];
        Event::Started.add_bytes(&mut bytes);
        assert_eq!(bytes, [&[7], &Event::Started.to_bytes()[..]].concat());
        assert!(bytes.len() > 1);
    }
}
