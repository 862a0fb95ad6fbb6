//! The events of a room one after the other in one piece of memory, as a segment on the disk has them: a series of
//! games is long, and a [`Record`] by itself has an allocation of its own.
//!
//! ```text
//! at      8 bytes  moment at which the event was recorded, in milliseconds
//! length  4 bytes  bytes of the event
//! event
//! ```

use protocol::millis::Millis;

use super::Record;

/// Events in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    count: u32,
    last: Option<Millis>,
}

impl Records {
    /// Number of events.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Moment of the last event.
    pub(super) fn last(&self) -> Option<Millis> {
        self.last
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn push(&mut self, at: Millis, event: &[u8]) {
        let length = u32::try_from(event.len()).expect("an event is not long");
        self.bytes.extend_from_slice(&at.as_millis().to_le_bytes());
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(event);
        self.count += 1;
        self.last = Some(at);
    }

    /// Returns the events.
    pub(super) fn to_vec(&self) -> Vec<Record> {
        read(&self.bytes).expect("is as it was written")
    }
}

/// Returns the events in these bytes; `None` if no [`Records`] have such bytes.
pub(super) fn read(mut bytes: &[u8]) -> Option<Vec<Record>> {
    let mut events = Vec::new();
    while !bytes.is_empty() {
        let (at, rest) = bytes.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (event, rest) = rest.split_at_checked(length)?;
        events.push(Record {
            at: Millis::from_millis(u64::from_le_bytes(*at)),
            bytes: event.to_vec(),
        });
        bytes = rest;
    }
    Some(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_were_pushed_and_not_from_a_part_of_their_bytes() {
        let mut records = Records::default();
        for (at, event) in [(5, &b"one"[..]), (u64::MAX, b""), (6, b"three")] {
            records.push(Millis::from_millis(at), event);
        }
        let events = records.to_vec();
        assert_eq!((events.len(), records.count()), (3, 3));
        assert_eq!(events[0].bytes, b"one");
        assert_eq!(events[1].at, Millis::MAX);
        assert_eq!(records.last(), Some(events[2].at));
        for end in 1..records.bytes().len() {
            let part = read(&records.bytes()[..end]);
            assert!(part.is_none_or(|part| part.len() < 3));
        }
    }
}
