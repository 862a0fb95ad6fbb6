//! The events of a room in memory, in the bytes in which a disk would have them: a series of games is long, and an
//! [`Event`] has the size of its largest kind.

use protocol::id::Seq;
use protocol::millis::Millis;
use room::Event;

use super::super::Recorded;

/// Bytes of the length of an event.
const LENGTH: usize = size_of::<u32>();

/// Events in order, each with its moment.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// For each event the moment, the length, and the bytes of the event.
    bytes: Vec<u8>,
    count: u32,
    last: Option<Millis>,
}

impl Log {
    /// Number of the last event; 0 where there is none.
    pub(super) fn seq(&self) -> Seq {
        Seq(self.count)
    }

    /// Moment of the last event.
    pub(super) fn last(&self) -> Option<Millis> {
        self.last
    }

    pub(super) fn push(&mut self, (at, event): &Recorded) {
        self.bytes.extend_from_slice(&at.as_millis().to_le_bytes());
        let begin = self.bytes.len() + LENGTH;
        self.bytes.extend_from_slice(&[0; LENGTH]);
        event.add_bytes(&mut self.bytes);
        let length = u32::try_from(self.bytes.len() - begin).expect("an event is not long");
        self.bytes[begin - LENGTH..begin].copy_from_slice(&length.to_le_bytes());
        self.count += 1;
        self.last = Some(*at);
    }

    pub(super) fn events(&self) -> Vec<Recorded> {
        let mut events = Vec::with_capacity(self.count as usize);
        let mut rest = &self.bytes[..];
        while let Some((at, tail)) = rest.split_first_chunk() {
            let (length, tail) = tail.split_first_chunk().expect("is whole");
            let (event, tail) = tail.split_at(u32::from_le_bytes(*length) as usize);
            let event = Event::from_bytes(event).expect("is as it was written");
            events.push((Millis::from_millis(u64::from_le_bytes(*at)), event));
            rest = tail;
        }
        events
    }
}
