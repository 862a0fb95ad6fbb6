//! The form of an event on the disk, which is apart from the form of a message.
//!
//! ```text
//! length    varint   bytes of the event
//! at        varint   moment at which it was recorded, in milliseconds
//! version   1 byte   layout of the bytes of the event
//! event
//! checksum  4 bytes  CRC-32 of the room's code, the number of the event, and all above
//! ```
//!
//! The code and the number are where the record is: in the row of its room, or behind the header of its part of a
//! batch. Since the checksum covers both, a record that is read in another place is damage, and records go from a
//! batch to the row of a room as they are.

use protocol::id::RoomId;
use protocol::millis::Millis;

use super::super::Recorded;
use super::varint;

/// The present layout of an event: the bytes of [`room::Event::to_bytes`], whose bytes `tests/data/store/events.txt`
/// has.
const PACKED: u8 = 1;

/// Appends the record of the event number `seq` of `room`.
pub(super) fn put(bytes: &mut Vec<u8>, room: RoomId, seq: u32, (at, event): &Recorded) {
    let event = event.to_bytes();
    let begin = bytes.len();
    varint::put(bytes, event.len() as u64);
    varint::put(bytes, at.as_millis());
    bytes.push(PACKED);
    bytes.extend_from_slice(&event);
    let checksum = checksum(room, seq, &bytes[begin..]);
    bytes.extend_from_slice(&checksum);
}

/// A record whose checksum is right.
#[derive(Debug)]
pub(super) struct Record<'a> {
    at: Millis,
    version: u8,
    event: &'a [u8],
}

impl<'a> Record<'a> {
    /// Takes the record of the event number `seq` of `room` from the front of `bytes`.
    ///
    /// # Errors
    ///
    /// A sentence that says that the event is missing or damaged.
    pub(super) fn take(bytes: &mut &'a [u8], room: RoomId, seq: u32) -> Result<Self, String> {
        if bytes.is_empty() {
            return Err(format!("event {seq} is missing"));
        }
        Self::try_take(bytes, room, seq)
            .ok_or_else(|| format!("event {seq} cannot be read: its bytes are not those written"))
    }

    fn try_take(bytes: &mut &'a [u8], room: RoomId, seq: u32) -> Option<Self> {
        let mut rest = *bytes;
        let length = usize::try_from(varint::take(&mut rest)?).ok()?;
        let at = Millis::from_millis(varint::take(&mut rest)?);
        let (&version, rest) = rest.split_first()?;
        let (event, rest) = rest.split_at_checked(length)?;
        let covered = &bytes[..bytes.len() - rest.len()];
        let (found, rest) = rest.split_first_chunk()?;
        if *found != checksum(room, seq, covered) {
            return None;
        }
        *bytes = rest;
        Some(Self { at, version, event })
    }

    /// Returns the moment at which it was recorded.
    pub(super) fn at(&self) -> Millis {
        self.at
    }

    /// Returns the event.
    ///
    /// # Errors
    ///
    /// A sentence that says why the event number `seq` is none that this release knows.
    pub(super) fn event(&self, seq: u32) -> Result<Recorded, String> {
        let read = match self.version {
            PACKED => room::Event::from_bytes(self.event).map_err(|error| error.to_string()),
            later => Err(format!(
                "it has layout {later}, which a later release wrote"
            )),
        };
        read.map(|event| (self.at, event))
            .map_err(|problem| format!("event {seq} cannot be read: {problem}"))
    }
}

fn checksum(room: RoomId, seq: u32, covered: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(room.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(covered);
    hasher.finalize().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use room::Event;

    use super::*;

    fn room(number: u64) -> RoomId {
        RoomId::from_draw(number)
    }

    fn record(event: &Event) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(
            &mut bytes,
            room(1),
            7,
            &(Millis::from_millis(1_790_000_000_000), event.clone()),
        );
        bytes
    }

    #[test]
    fn a_record_has_these_bytes() {
        let bytes = record(&Event::Started);
        assert_eq!(
            bytes,
            [
                0x01, 0x80, 0xd8, 0xc1, 0xa2, 0x8c, 0x34, 0x01, 0x03, 0xda, 0xb9, 0xf5, 0xfa
            ]
        );
    }

    #[test]
    fn a_changed_bit_is_found_wherever_it_is() {
        let bytes = record(&Event::Started);
        Record::take(&mut bytes.as_slice(), room(1), 7).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let error = Record::take(&mut changed.as_slice(), room(1), 7).unwrap_err();
            assert!(error.contains("event 7 cannot be read"), "{error}");
        }
        for cut in 1..bytes.len() {
            Record::take(&mut &bytes[..cut], room(1), 7).unwrap_err();
        }
    }

    #[test]
    fn a_record_of_another_room_or_number_is_damage() {
        let bytes = record(&Event::Started);
        for (room, seq) in [(room(2), 7), (room(1), 8)] {
            Record::take(&mut bytes.as_slice(), room, seq).unwrap_err();
        }
    }

    #[test]
    fn an_event_of_a_later_layout_is_said_to_be_one() {
        let mut bytes = record(&Event::Started);
        let version = bytes.len() - 6;
        assert_eq!(bytes[version], PACKED);
        bytes[version] = 9;
        let end = bytes.len() - 4;
        let right = checksum(room(1), 7, &bytes[..end]);
        bytes[end..].copy_from_slice(&right);
        let record = Record::take(&mut bytes.as_slice(), room(1), 7).unwrap();
        let error = record.event(7).unwrap_err();
        assert!(error.contains("layout 9"), "{error}");
    }
}
