//! Reading the batches when the store is opened, or after a transaction that failed.
//!
//! Every byte is checked here. Where a batch is damaged, the rooms that lost events in it are set aside, all others
//! are folded, and the tables of the batches are renamed and made anew: the damaged pages are neither read nor
//! written again, and what is left on them is kept.
//!
//! Where what all rows share is damaged, the rooms behind it are left alone until the server ends, and nothing is put
//! aside: their rows may be whole.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use protocol::id::RoomId;
use rusqlite::blob::Blob;
use rusqlite::{Connection, Error, ErrorCode, params};
use tracing::error;

use super::batch::{self, Copies, Found, Header, Parts};
use super::checked::{Checked, CheckedRows};
use super::index::{Batches, Index};
use super::record::Record;
use super::row;
use super::shared::{LeftAlone, RowsDamage};
use super::unfolded::{Tail, Unfolded};
use super::{is_damage, layout, read_up_to_damage, said};

/// Returns the index of the database, and the damage that was met in what all rows share. Damaged batches are put
/// aside.
pub(super) fn read(connection: &mut Connection) -> Result<(Index, Option<RowsDamage>), Error> {
    let Surveyed {
        mut index,
        problems,
        shared,
    } = survey(connection)?;
    for problem in &problems {
        error!(problem, "a batch of events is damaged");
    }
    if shared.is_some() {
        index.keeps_batches = true;
    } else if !problems.is_empty()
        && let Err(problem) = put_aside(connection, &mut index)
    {
        error!(%problem, "the damaged batches cannot be put aside; they stay where they are");
        // What was folded was rolled back: the batches have it still.
        index.keeps_batches = true;
    }
    Ok((index, shared))
}

/// Contents of the batches.
#[derive(Debug)]
pub(super) struct Surveyed {
    pub(super) index: Index,
    /// The faults of the batches.
    pub(super) problems: Vec<String>,
    /// The damage that was met in what all rows share.
    pub(super) shared: Option<RowsDamage>,
}

/// Reads the batches of the database. Nothing is written.
pub(super) fn survey(connection: &Connection) -> Result<Surveyed, Error> {
    let damaged = damaged_rooms(connection)?;
    survey_behind(connection, connection, &Batched::PRESENT, damaged)
}

/// Tables of batches, and the rooms whose events are read there.
#[derive(Debug)]
pub(super) struct Batched<'a> {
    pub(super) batch: &'a str,
    pub(super) header_copy: &'a str,
    /// Rooms that are read; none for all.
    pub(super) only: Option<&'a BTreeSet<RoomId>>,
}

impl Batched<'_> {
    /// The batches that a server writes.
    pub(super) const PRESENT: Batched<'static> = Batched {
        batch: "batch",
        header_copy: "header_copy",
        only: None,
    };
}

/// Does [`survey`] of the batches of one database behind the rows of rooms of another one, of which those in `damaged`
/// are set aside.
pub(super) fn survey_behind(
    batches: &Connection,
    rows: &Connection,
    batched: &Batched<'_>,
    damaged: HashMap<RoomId, String>,
) -> Result<Surveyed, Error> {
    let mut reader = Reader {
        damaged,
        unfolded: Unfolded::default(),
        rows: HashMap::new(),
        batches: Batches::default(),
        copied: None,
        copies: Copies::default(),
        problems: Vec::new(),
        shared: None,
        connection: batches,
        batched,
        with_rows: rows,
    };
    reader.read_batches()?;
    let Reader {
        unfolded,
        damaged,
        batches,
        copies,
        problems,
        shared,
        ..
    } = reader;
    let index = Index {
        unfolded,
        rows: CheckedRows::default(),
        damaged,
        out_of_reach: HashSet::new(),
        batches,
        copies,
        keeps_batches: false,
        left_alone: LeftAlone::default(),
    };
    Ok(Surveyed {
        index,
        problems,
        shared,
    })
}

/// Returns the rooms that are set aside, and why.
pub(super) fn damaged_rooms(connection: &Connection) -> Result<HashMap<RoomId, String>, Error> {
    let mut select = connection.prepare("SELECT room, problem FROM damaged_room")?;
    let rows = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    let mut rooms = HashMap::new();
    for row in rows {
        let (room, problem) = row?;
        match room.parse() {
            Ok(room) => drop(rooms.insert(room, problem)),
            Err(error) => error!(%error, "a room that is set aside has no code"),
        }
    }
    Ok(rooms)
}

/// Batches that are looked for where a page is lost: more than there are without a copy of their headers.
const UNCOPIED: i64 = 64;

/// Bytes of a damaged body that are read at a time; a page that is lost takes so many more with it at most.
const STEP: usize = 64;

struct Reader<'a> {
    connection: &'a Connection,
    batched: &'a Batched<'a>,
    /// The database with the rows of the rooms.
    with_rows: &'a Connection,
    unfolded: Unfolded,
    damaged: HashMap<RoomId, String>,
    /// The rows of the rooms met so far.
    rows: HashMap<RoomId, Option<Checked>>,
    batches: Batches,
    /// Number of the last batch whose headers are copied.
    copied: Option<i64>,
    /// The headers of those behind it.
    copies: Copies,
    /// The faults of the batches.
    problems: Vec<String>,
    /// The damage that was met in what all rows share.
    shared: Option<RowsDamage>,
}

impl Reader<'_> {
    /// Reads all batches in order.
    fn read_batches(&mut self) -> Result<(), Error> {
        let headers = self.headers()?;
        self.copied = headers.keys().next_back().copied();
        let mut numbers = headers.keys().copied().peekable();
        let connection = self.connection;
        let table = self.batched.batch;
        let sql = format!("SELECT nr, body FROM {table} ORDER BY nr");
        let mut select = connection.prepare(&sql)?;
        let damage = read_up_to_damage(select.query([])?, |row| {
            let nr: i64 = row.get(0)?;
            while let Some(missing) = numbers.next_if(|other| *other < nr) {
                self.take_batch(missing, headers.get(&missing), None)?;
            }
            numbers.next_if_eq(&nr);
            let body = row.get_ref(1)?.as_blob().ok();
            self.take_batch(nr, headers.get(&nr), body)
        })?;
        let mut left: BTreeSet<_> = numbers.collect();
        let is_broken = damage.is_some();
        if is_broken {
            // Behind the damage, and behind all that are known, there may be some without a copy of their headers.
            let last_known = left.last().copied();
            for from in last_known.into_iter().chain([self.batches.next()]) {
                left.extend(from..from.saturating_add(UNCOPIED));
            }
        }
        self.problems.extend(damage);
        for nr in left {
            let body = if is_broken {
                body(connection, table, nr)?
            } else {
                None
            };
            let headers = headers.get(&nr);
            if body.is_some() || headers.is_some() {
                self.take_batch(nr, headers, body.as_deref())?;
            }
        }
        Ok(())
    }

    /// Returns the copied headers of each batch, as far as they can be read: up to a page that is lost, and from
    /// behind up to the last one that is.
    fn headers(&mut self) -> Result<BTreeMap<i64, Vec<u8>>, Error> {
        let mut headers = BTreeMap::new();
        for order in ["", "DESC"] {
            let table = self.batched.header_copy;
            let sql = format!("SELECT headers FROM {table} ORDER BY nr {order}");
            let mut select = self.connection.prepare(&sql)?;
            let damage = read_up_to_damage(select.query([])?, |row| {
                let row = row.get_ref(0)?.as_blob().unwrap_or_default();
                match Copies::read(row) {
                    Some(copies) => {
                        headers.extend(copies.into_iter().map(|(nr, copy)| (nr, copy.to_vec())));
                    }
                    None => self.problems.push("headers are damaged".to_owned()),
                }
                Ok(())
            })?;
            let Some(problem) = damage else { break };
            self.problems.push(problem);
        }
        Ok(headers)
    }

    fn take_batch(
        &mut self,
        nr: i64,
        headers: Option<&Vec<u8>>,
        body: Option<&[u8]>,
    ) -> Result<(), Error> {
        let is_copied = self.copied >= Some(nr);
        let Parts {
            known,
            is_damaged,
            is_cut,
        } = Found {
            headers: headers.map(Vec::as_slice),
            is_copied,
            body,
        }
        .parts();
        let events = known.iter().map(|(header, _)| header.count as usize).sum();
        self.batches.push(nr, events);
        if !is_copied {
            let headers = batch::copy(known.iter().map(|(header, _)| header));
            if self.copies.push(nr, &headers).is_some() {
                self.problems
                    .push(format!("the headers up to batch {nr} are missing"));
            }
        }
        if is_cut {
            let problem = "events are lost, and nothing says of which rooms";
            self.problems.push(format!("batch {nr}: {problem}"));
        } else if is_damaged && body.is_some() {
            self.problems
                .push(format!("batch {nr} is not as it was written"));
        }
        for (header, records) in known {
            let is_read = self
                .batched
                .only
                .is_none_or(|only| only.contains(&header.room));
            if !is_read || self.damaged.contains_key(&header.room) {
                continue;
            }
            if let Err(problem) = self.take_part(nr, &header, records)? {
                let room = header.room;
                error!(%room, problem, "the room is damaged, and nothing is written to it");
                self.problems
                    .push(format!("batch {nr}, room {room}: {problem}"));
                self.unfolded.take(room);
                self.damaged.insert(room, problem);
            }
        }
        Ok(())
    }

    /// Appends the events of one append to the tail of its room, if they are not folded already. The inner error
    /// says what is damaged.
    fn take_part(
        &mut self,
        nr: i64,
        header: &Header,
        records: Option<&[u8]>,
    ) -> Result<Result<(), String>, Error> {
        let room = header.room;
        let (stored, row) = match self.unfolded.get(room) {
            Some(tail) => (tail.seq, tail.row),
            None => match self.row(room)? {
                Ok(row) => (row.map_or(0, |row| row.seq), row),
                Err(problem) => return Ok(Err(problem)),
            },
        };
        let behind = header.first + header.count;
        if behind <= stored + 1 {
            return Ok(Ok(()));
        }
        if header.first != stored + 1 {
            if stored == 0 && self.shared.is_none() {
                self.shared = RowsDamage::of_a_hidden_row(self.with_rows, room)?;
            }
            return Ok(Err(format!("event {} is missing", stored + 1)));
        }
        let Some(records) = records else {
            let first = header.first;
            return Ok(Err(format!(
                "event {first} cannot be read: batch {nr} is damaged"
            )));
        };
        let mut rest = records;
        for seq in header.first..behind {
            if let Err(problem) = Record::take(&mut rest, room, seq) {
                return Ok(Err(problem));
            }
        }
        let tail = match self.unfolded.get_mut(room) {
            Some(tail) => tail,
            None => self.unfolded.insert(
                room,
                Tail {
                    row,
                    since: nr,
                    ..Tail::default()
                },
            ),
        };
        tail.records.extend_from_slice(records);
        tail.seq = behind - 1;
        tail.wake_after = header.wake_after;
        Ok(Ok(()))
    }

    /// Returns the room's row, if it has one.
    fn row(&mut self, room: RoomId) -> Result<Result<Option<Checked>, String>, Error> {
        if let Some(&row) = self.rows.get(&room) {
            return Ok(Ok(row));
        }
        match row::fence(self.with_rows, room, None) {
            Ok(fence) => {
                let row = fence.map(|fence| fence.row);
                self.rows.insert(room, row);
                Ok(Ok(row))
            }
            Err(error) if is_damage(&error) => {
                let shared = RowsDamage::on_the_way_to(self.with_rows, room)?;
                self.shared = self.shared.take().or(shared);
                Ok(Err(format!("{}: {}", row::UNREADABLE, said(&error))))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the body of one batch up to the first byte that cannot be read, none if its row cannot be.
fn body(connection: &Connection, table: &str, nr: i64) -> Result<Option<Vec<u8>>, Error> {
    match connection.blob_open("main", table, "body", nr, true) {
        Ok(blob) => readable(&blob).map(Some),
        Err(error) if is_damage(&error) || is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the bytes up to the first one that cannot be read.
fn readable(blob: &Blob<'_>) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; blob.len()];
    for at in (0..bytes.len()).step_by(STEP) {
        let end = bytes.len().min(at + STEP);
        match blob.read_at_exact(&mut bytes[at..end], at) {
            Ok(()) => {}
            Err(error) if is_damage(&error) => {
                bytes.truncate(at);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

/// Returns true if there is no such row, or none with bytes.
fn is_absent(error: &Error) -> bool {
    matches!(error, Error::SqliteFailure(failure, _) if failure.code == ErrorCode::Unknown)
}

/// Notes the damaged rooms, folds the others, and replaces the tables of the batches.
fn put_aside(connection: &mut Connection, index: &mut Index) -> Result<(), String> {
    let said = |error: Error| said(&error);
    let transaction = connection.transaction().map_err(said)?;
    for (room, problem) in &index.damaged {
        transaction
            .prepare_cached(
                "INSERT INTO damaged_room (room, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )
            .and_then(|mut insert| insert.execute(params![room.as_str(), problem]))
            .map_err(said)?;
    }
    for (room, tail) in index.unfolded.iter() {
        row::fold(&transaction, room, tail, None).map_err(said)?;
    }
    layout::replace_batches(&transaction).map_err(said)?;
    transaction.commit().map_err(said)?;
    index.unfolded = Unfolded::default();
    index.copies = Copies::default();
    index.batches = Batches::default();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const TABLE: &str = "CREATE TABLE batch (nr INTEGER PRIMARY KEY, body BLOB NOT NULL);
         INSERT INTO batch VALUES (1, x'0102'), (2, 7);";

    #[test]
    fn a_batch_that_is_not_there_is_none_and_one_that_is_locked_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.db");
        let [connection, other] = [(); 2].map(|()| Connection::open(&path).unwrap());
        connection.execute_batch(TABLE).unwrap();
        assert_eq!(body(&connection, "batch", 1).unwrap(), Some(vec![1, 2]));
        assert_eq!(body(&connection, "batch", 2).unwrap(), None);
        assert_eq!(body(&connection, "batch", 3).unwrap(), None);
        connection.busy_timeout(Duration::ZERO).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        let error = body(&connection, "batch", 1).unwrap_err();
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy));
    }

    #[test]
    fn a_batch_that_is_changed_while_it_is_read_is_an_error_and_not_a_part_of_it() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(TABLE).unwrap();
        let blob = connection.blob_open("main", "batch", "body", 1, true);
        let blob = blob.unwrap();
        assert_eq!(readable(&blob).unwrap(), [1, 2]);
        connection
            .execute("UPDATE batch SET body = x'03'", [])
            .unwrap();
        let error = readable(&blob).unwrap_err();
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::OperationAborted));
    }
}
