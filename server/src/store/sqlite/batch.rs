//! The form of a batch on the disk: the appends of one group commit, in order of arrival.
//!
//! ```text
//! table batch        nr, body     for each append its header, and the records of its events behind it
//! table header_copy  nr, headers  the headers of some batches, the last of which is number nr, without the records
//!
//! header:  room 6 bytes, first event varint, events varint, wake_after + 1 or 0 varint, bytes of records varint,
//!          CRC-32 of these 4 bytes
//! headers: for each batch nr varint, bytes varint, its headers; CRC-32 of all 4 bytes
//! ```
//!
//! The headers are there twice, on different pages of the file, so that it is known whose events are lost when a
//! part of a batch, or the whole page with it, cannot be read: also those at the end of a room, after which
//! nothing shows a gap. Where the copy is lost, the body has all that is needed.
//!
//! The copies of [`COPIED`] batches are written together, since a page for each commit would be as much again as the
//! batch itself, and what is left of them when the store is closed. Until then the batches are in the write-ahead log
//! or not long out of it, and what is in the log is not in the file that loses a page.

use protocol::id::RoomId;
use protocol::millis::Millis;

use super::super::Append;
use super::{record, varint};

/// Header of the events of one append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) room: RoomId,
    /// Number of the first event.
    pub(super) first: u32,
    /// Number of events.
    pub(super) count: u32,
    pub(super) wake_after: Option<Millis>,
    /// Bytes of the records.
    size: usize,
}

impl Header {
    fn put(&self, bytes: &mut Vec<u8>) {
        let begin = bytes.len();
        bytes.extend_from_slice(self.room.as_str().as_bytes());
        varint::put(bytes, self.first.into());
        varint::put(bytes, self.count.into());
        let wake_after = self
            .wake_after
            .map_or(0, |after| after.as_millis().saturating_add(1));
        varint::put(bytes, wake_after);
        varint::put(bytes, self.size as u64);
        let checksum = crc32fast::hash(&bytes[begin..]);
        bytes.extend_from_slice(&checksum.to_le_bytes());
    }

    /// Takes a header from the front; none if there is none, or a damaged one.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let (room, mut rest) = bytes.split_at_checked(RoomId::LENGTH)?;
        let room = std::str::from_utf8(room).ok()?.parse().ok()?;
        let first = u32::try_from(varint::take(&mut rest)?).ok()?;
        let count = u32::try_from(varint::take(&mut rest)?).ok()?;
        let wake_after = varint::take(&mut rest)?
            .checked_sub(1)
            .map(Millis::from_millis);
        let size = usize::try_from(varint::take(&mut rest)?).ok()?;
        let covered = &bytes[..bytes.len() - rest.len()];
        let (checksum, rest) = rest.split_first_chunk()?;
        if *checksum != crc32fast::hash(covered).to_le_bytes() {
            return None;
        }
        *bytes = rest;
        Some(Self {
            room,
            first,
            count,
            wake_after,
            size,
        })
    }
}

/// A batch that is being put together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) headers: Vec<u8>,
    pub(super) body: Vec<u8>,
}

impl Batch {
    /// Appends the events, and appends their records to `tail` also.
    pub(super) fn push(&mut self, append: &Append, tail: &mut Vec<u8>) {
        let first = append.expected.0 + 1;
        let begin = tail.len();
        for (recorded, seq) in append.events.iter().zip(first..) {
            record::put(tail, append.room, seq, recorded);
        }
        let records = &tail[begin..];
        let header = Header {
            room: append.room,
            first,
            count: append.events.len() as u32,
            wake_after: append.wake_after,
            size: records.len(),
        };
        let begin = self.headers.len();
        header.put(&mut self.headers);
        self.body.extend_from_slice(&self.headers[begin..]);
        self.body.extend_from_slice(records);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }
}

/// Batches whose headers are copied together.
const COPIED: usize = 16;

/// Headers of batches that are not copied yet.
#[derive(Debug, Default)]
pub(super) struct Copies {
    count: usize,
    bytes: Vec<u8>,
}

impl Copies {
    /// Adds the headers of the batch number `nr`. Returns the headers to store with it, when there are enough.
    pub(super) fn push(&mut self, nr: i64, headers: &[u8]) -> Option<Vec<u8>> {
        varint::put(&mut self.bytes, nr as u64);
        varint::put(&mut self.bytes, headers.len() as u64);
        self.bytes.extend_from_slice(headers);
        self.count += 1;
        if self.count < COPIED {
            return None;
        }
        self.take()
    }

    /// Takes all of the headers, to store them; none if there are none.
    pub(super) fn take(&mut self) -> Option<Vec<u8>> {
        if self.is_empty() {
            return None;
        }
        let mut bytes = std::mem::take(self).bytes;
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        Some(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the headers of each batch in such a row; none if any is damaged.
    pub(super) fn read(row: &[u8]) -> Option<Vec<(i64, &[u8])>> {
        let (mut rest, checksum) = row.split_last_chunk()?;
        if *checksum != crc32fast::hash(rest).to_le_bytes() {
            return None;
        }
        let mut copies = Vec::new();
        while !rest.is_empty() {
            let nr = i64::try_from(varint::take(&mut rest)?).ok()?;
            let length = usize::try_from(varint::take(&mut rest)?).ok()?;
            let (headers, behind) = rest.split_at_checked(length)?;
            copies.push((nr, headers));
            rest = behind;
        }
        Some(copies)
    }
}

/// A batch as it is found on the disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    /// The copy of its headers; none if it is lost, or not written yet.
    pub(super) headers: Option<&'a [u8]>,
    /// True if there must be a copy.
    pub(super) is_copied: bool,
    /// The batch; none if it is lost.
    pub(super) body: Option<&'a [u8]>,
}

/// The parts of a batch that was found.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// The header of each append that is known, with the bytes of its records, which are unchecked; none if they
    /// are lost.
    pub(super) known: Vec<(Header, Option<&'a [u8]>)>,
    /// True if anything is not as it was written, other than in the records.
    pub(super) is_damaged: bool,
    /// True if there may have been more, of nobody knows whom.
    pub(super) is_cut: bool,
}

impl<'a> Found<'a> {
    /// Returns the parts of the batch.
    pub(super) fn parts(self) -> Parts<'a> {
        match self.headers.and_then(headers) {
            Some(headers) => self.parts_of(headers),
            None => self.parts_by_body(),
        }
    }

    /// Follows the headers, which say where everything is in the body, whatever happened to it.
    fn parts_of(self, headers: Vec<(Header, usize)>) -> Parts<'a> {
        let mut rest = self.body.unwrap_or_default();
        let mut parts = Parts::default();
        for (header, size) in headers {
            let own = rest.split_at_checked(size);
            let records = own.and_then(|(_, behind)| behind.split_at_checked(header.size));
            parts.is_damaged |=
                own.map(|(mut own, _)| Header::take(&mut own)) != Some(Some(header));
            parts
                .known
                .push((header, records.map(|(records, _)| records)));
            rest = records.map_or(&[], |(_, rest)| rest);
        }
        parts.is_damaged |= !rest.is_empty();
        parts
    }

    /// Reads the body by the headers in it.
    fn parts_by_body(self) -> Parts<'a> {
        let mut rest = self.body.unwrap_or_default();
        let mut parts = Parts {
            is_damaged: self.is_copied,
            is_cut: self.body.is_none(),
            ..Parts::default()
        };
        while !rest.is_empty() {
            let Some(header) = Header::take(&mut rest) else {
                parts.is_cut = true;
                break;
            };
            let Some((records, behind)) = rest.split_at_checked(header.size) else {
                parts.known.push((header, None));
                parts.is_cut = true;
                break;
            };
            parts.known.push((header, Some(records)));
            rest = behind;
        }
        parts
    }
}

/// Returns the bytes of these headers, as they are in a copy.
pub(super) fn copy<'a>(headers: impl IntoIterator<Item = &'a Header>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for header in headers {
        header.put(&mut bytes);
    }
    bytes
}

/// Returns the headers in these bytes, each with its own length; none if any is damaged.
fn headers(mut bytes: &[u8]) -> Option<Vec<(Header, usize)>> {
    let mut headers = Vec::new();
    while !bytes.is_empty() {
        let before = bytes.len();
        let header = Header::take(&mut bytes)?;
        headers.push((header, before - bytes.len()));
    }
    (!headers.is_empty()).then_some(headers)
}

#[cfg(test)]
mod tests {
    use protocol::id::Seq;
    use room::Event;

    use super::*;

    fn append(number: u64, events: usize) -> Append {
        Append {
            room: RoomId::from_draw(number),
            expected: Seq(3),
            events: vec![(Millis::from_millis(5), Event::Started); events],
            wake_after: (number != 2).then_some(Millis::from_millis(0)),
            finished: None,
        }
    }

    /// Returns a batch of three appends, and the records of each.
    fn three() -> (Batch, Vec<Vec<u8>>) {
        let mut batch = Batch::default();
        let records = [(1, 2), (2, 1), (3, 3)].map(|(number, events)| {
            let mut tail = Vec::new();
            batch.push(&append(number, events), &mut tail);
            tail
        });
        (batch, records.to_vec())
    }

    fn found<'a>(headers: Option<&'a [u8]>, body: Option<&'a [u8]>) -> Found<'a> {
        Found {
            headers,
            is_copied: true,
            body,
        }
    }

    fn check(parts: &Parts<'_>, records: &[Option<&Vec<u8>>]) {
        assert_eq!(parts.known.len(), records.len(), "{parts:?}");
        let appends = [append(1, 2), append(2, 1), append(3, 3)];
        for (((header, found), wanted), append) in parts.known.iter().zip(records).zip(&appends) {
            assert_eq!(header.room, append.room);
            assert_eq!(
                (header.first, header.count),
                (4, append.events.len() as u32)
            );
            assert_eq!(header.wake_after, append.wake_after);
            assert_eq!(*found, wanted.map(Vec::as_slice));
        }
    }

    #[test]
    fn a_batch_is_read_by_its_headers_and_by_its_body_alone() {
        let (batch, records) = three();
        let all: Vec<_> = records.iter().map(Some).collect();
        let body = Some(batch.body.as_slice());
        let headers = Some(batch.headers.as_slice());
        let parts = found(headers, body).parts();
        check(&parts, &all);
        assert!(!parts.is_damaged && !parts.is_cut);
        for headers in [None, Some(&batch.headers[1..]), Some(&batch.headers[..9])] {
            let parts = found(headers, body).parts();
            check(&parts, &all);
            assert!(parts.is_damaged && !parts.is_cut);
        }
    }

    #[test]
    fn the_headers_say_whose_events_are_lost() {
        let (batch, records) = three();
        let headers = Some(batch.headers.as_slice());
        let parts = found(headers, None).parts();
        check(&parts, &[None, None, None]);
        assert!(parts.is_damaged && !parts.is_cut);
        let cut = Some(&batch.body[..batch.body.len() - 1]);
        let parts = found(headers, cut).parts();
        check(&parts, &[Some(&records[0]), Some(&records[1]), None]);
        // A header in the body that is damaged is there a second time.
        let mut body = batch.body.clone();
        body[0] ^= 1;
        let parts = found(headers, Some(&body)).parts();
        check(&parts, &records.iter().map(Some).collect::<Vec<_>>());
        assert!(parts.is_damaged);
    }

    #[test]
    fn a_batch_that_is_damaged_twice_gives_what_is_before_the_damage() {
        let (batch, records) = three();
        let mut body = batch.body.clone();
        let second = body.len() - records[2].len() - records[1].len() - 20;
        body[second] ^= 1;
        let parts = found(None, Some(&body)).parts();
        assert!(parts.is_cut && !parts.known.is_empty());
        let nothing = found(None, None);
        assert!(nothing.parts().is_cut);
    }

    #[test]
    fn a_batch_that_is_not_copied_yet_is_no_damage() {
        let (batch, records) = three();
        let found = Found {
            is_copied: false,
            ..found(None, Some(&batch.body))
        };
        let parts = found.parts();
        assert!(!parts.is_damaged && !parts.is_cut);
        check(&parts, &records.iter().map(Some).collect::<Vec<_>>());
        let headers = parts.known.iter().map(|(header, _)| header);
        assert_eq!(copy(headers), batch.headers);
    }

    #[test]
    fn headers_are_copied_many_batches_at_a_time() {
        let (batch, _) = three();
        let mut copies = Copies::default();
        for nr in 1..COPIED as i64 {
            assert!(copies.push(nr, &batch.headers).is_none());
        }
        let mut row = copies.push(300, &batch.headers[..9]).unwrap();
        let read = Copies::read(&row).unwrap();
        assert_eq!(read.len(), COPIED);
        assert_eq!(read[0], (1, batch.headers.as_slice()));
        assert_eq!(read[COPIED - 1], (300, &batch.headers[..9]));
        assert!(copies.push(301, &batch.headers).is_none(), "the next ones");
        row[20] ^= 1;
        assert!(Copies::read(&row).is_none());
    }
}
