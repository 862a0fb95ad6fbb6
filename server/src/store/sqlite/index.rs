//! The store in memory: the rooms with events in batches alone, the rooms that are set aside, and the
//! numbers of the batches.
//!
//! A change is made here while its transaction is written, and counts with it: after a transaction that failed,
//! or may have, all is read anew from the disk (see `Sqlite::transact`).

use std::collections::{HashMap, HashSet, VecDeque};

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;
use room::Finished;
use rusqlite::{Connection, Error, params};

use super::super::{Append, StoreError};
use super::batch::{Batch, Copies};
use super::checked::CheckedRows;
use super::finished;
use super::row::{self, Fence};
use super::seats;
use super::shared::{Derived, LeftAlone};
use super::unfolded::{Tail, Unfolded};
use super::{Spoiled, is_damage};

/// Limits on the batches, which are all that a start reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) batches: usize,
    pub(super) events: usize,
}

impl Limits {
    /// A start reads a million events in half a second or so; with less to do at a time, there are more batches.
    pub(super) const USUAL: Self = Self {
        batches: 10_000,
        events: 500_000,
    };
}

/// Rooms that one commit folds to make room for its batch, so that nobody waits for a crowd of them. One commit
/// adds one batch: the rooms with events in the oldest one are folded before many more have come.
const FOLDS: usize = 8;

/// Batches that are no longer needed, and are deleted together: one that is deleted by itself costs as many pages.
const SWEEP: usize = 256;

/// Batches that one commit deletes at most.
const SWEEP_AT_MOST: i64 = 1024;

/// Numbers that may be missing between two batches. There are none, but for those that a person or a disk took out.
const GAP: i64 = 100_000;

/// The parts of a commit.
#[derive(Debug, Default)]
pub(super) struct Commit<'a> {
    batch: Batch,
    /// Events in the batch.
    events: usize,
    /// Rooms whose games ended, or that were closed.
    ended: Vec<RoomId>,
    /// The games that ended, in order.
    finished: Vec<(RoomId, &'a Finished)>,
    /// The appends, for the seats that they give and take.
    admitted: Vec<&'a Append>,
}

/// The store in memory.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) unfolded: Unfolded,
    /// Rows of rooms that were folded.
    pub(super) rows: CheckedRows,
    /// Rooms that are set aside or out of reach, and why.
    pub(super) damaged: HashMap<RoomId, String>,
    /// Those of them to which damage in what all rows share is in the way.
    pub(super) out_of_reach: HashSet<RoomId>,
    pub(super) batches: Batches,
    /// Headers that are not copied yet.
    pub(super) copies: Copies,
    /// True while batches must not be deleted, since damage was found in them and could not be noted.
    pub(super) keeps_batches: bool,
    /// Lists that are not written.
    pub(super) left_alone: LeftAlone,
}

/// The batches that are kept, by number.
#[derive(Debug)]
pub(super) struct Batches {
    /// Number of the oldest one.
    first: i64,
    /// Events in each.
    sizes: VecDeque<usize>,
    /// Events in all.
    events: usize,
}

impl Default for Batches {
    fn default() -> Self {
        Self {
            first: 1,
            sizes: VecDeque::new(),
            events: 0,
        }
    }
}

impl Batches {
    /// Returns the number of the next batch.
    pub(super) fn next(&self) -> i64 {
        self.first + self.sizes.len() as i64
    }

    /// Adds the batch number `nr`, which is behind all others.
    pub(super) fn push(&mut self, nr: i64, events: usize) {
        // A number that is damaged may be anything.
        if self.sizes.is_empty() || nr.saturating_sub(self.next()) > GAP {
            *self = Self {
                first: nr,
                ..Self::default()
            };
        }
        while self.next() < nr {
            self.sizes.push_back(0);
        }
        self.sizes.push_back(events);
        self.events += events;
    }

    fn remove_below(&mut self, nr: i64) {
        while self.first < nr {
            self.events -= self.sizes.pop_front().unwrap_or_default();
            self.first += 1;
        }
    }

    /// Returns the number below which batches must go for the others to be within the limits.
    fn too_old(&self, most: Limits) -> i64 {
        let mut over = self.sizes.len().saturating_sub(most.batches);
        let mut events = self.events - self.sizes.iter().take(over).sum::<usize>();
        while events > most.events {
            events -= self.sizes[over];
            over += 1;
        }
        self.first + over as i64
    }
}

impl Index {
    /// Checks the fence of the append and adds it to the commit. The inner error is the append's own.
    pub(super) fn admit<'a>(
        &mut self,
        connection: &Connection,
        append: &'a Append,
        commit: &mut Commit<'a>,
    ) -> Result<Result<(), StoreError>, Spoiled> {
        let room = append.room;
        if let Some(problem) = self.damaged.get(&room) {
            let problem = problem.clone();
            return Ok(Err(StoreError::Damaged {
                room,
                problem,
                set_aside: !self.out_of_reach.contains(&room),
            }));
        }
        let (stored, was_live, row) = if let Some(tail) = self.unfolded.get(room) {
            (tail.seq, tail.wake_after.is_some(), tail.row)
        } else {
            let fence = row::fence(connection, room, self.rows.get(room));
            match fence.map_err(|error| spoiled_by(room, error))? {
                Some(Fence { row, is_live }) => (row.seq, is_live, Some(row)),
                // The first events of a room are folded as soon as it is not live.
                None => (0, true, None),
            }
        };
        if Seq(stored) != append.expected {
            return Ok(Err(StoreError::Fenced {
                room,
                expected: append.expected,
                stored: Seq(stored),
            }));
        }
        let since = self.batches.next();
        let tail = match self.unfolded.get_mut(room) {
            Some(tail) => tail,
            None => self.unfolded.insert(
                room,
                Tail {
                    row,
                    since,
                    ..Tail::default()
                },
            ),
        };
        commit.batch.push(append, &mut tail.records);
        commit.events += append.events.len();
        tail.seq = stored + append.events.len() as u32;
        tail.wake_after = append.wake_after;
        // Only then: a line of chat in a game that is over does not write all of the game again.
        if was_live && append.wake_after.is_none() {
            commit.ended.push(room);
        }
        commit.admitted.push(append);
        let finished = append.finished.as_deref();
        commit.finished.extend(finished.map(|game| (room, game)));
        Ok(Ok(()))
    }

    /// Writes the batch, folds the rooms that ended with it, and makes room for the next one.
    pub(super) fn write(
        &mut self,
        connection: &Connection,
        commit: &Commit<'_>,
        most: Limits,
    ) -> Result<(), Spoiled> {
        let nr = self.batches.next();
        let Commit {
            batch,
            events,
            ended,
            finished,
            admitted,
        } = commit;
        if batch.is_empty() {
            return Ok(());
        }
        connection
            .prepare_cached("INSERT INTO batch (nr, body) VALUES (?1, ?2)")?
            .execute(params![nr, batch.body])?;
        if let Some(headers) = self.copies.push(nr, &batch.headers) {
            insert_copy(connection, nr, &headers)?;
        }
        self.batches.push(nr, *events);
        if !self.left_alone.finished {
            for (room, game) in finished {
                finished::insert(connection, *room, game)
                    .map_err(|error| spoiled_in(Derived::Finished, error))?;
            }
        }
        if !self.left_alone.seats {
            for append in admitted {
                seats::write(connection, append.room, &append.events)
                    .map_err(|error| spoiled_in(Derived::Seats, error))?;
            }
        }
        for &room in ended {
            self.fold(connection, room, None)?;
        }
        self.make_room(connection, most)
    }

    /// Copies the headers that are not copied yet, when the store is closed.
    pub(super) fn copy_headers(&mut self, connection: &Connection) -> Result<(), Error> {
        let last = self.batches.next() - 1;
        match self.copies.take() {
            Some(headers) => insert_copy(connection, last, &headers),
            None => Ok(()),
        }
    }

    /// Folds the room if it has a tail; `left` is the moment at which its last player left.
    pub(super) fn fold(
        &mut self,
        connection: &Connection,
        room: RoomId,
        left: Option<Millis>,
    ) -> Result<bool, Spoiled> {
        let Some(tail) = self.unfolded.take(room) else {
            return Ok(false);
        };
        let row =
            row::fold(connection, room, &tail, left).map_err(|error| spoiled_by(room, error))?;
        self.rows.note(room, row);
        Ok(true)
    }

    /// Folds every room, at the start of a server, when nobody is in any of them since `start`.
    pub(super) fn fold_all(
        &mut self,
        connection: &Connection,
        start: Option<Millis>,
    ) -> Result<(), Spoiled> {
        for (room, tail) in self.unfolded.drain() {
            let left = start.filter(|_| tail.wake_after.is_some());
            row::fold(connection, room, &tail, left).map_err(|error| spoiled_by(room, error))?;
        }
        Ok(())
    }

    /// Keeps the batches near the limits: folds some of the rooms that need the oldest ones, and deletes those
    /// that no room needs.
    fn make_room(&mut self, connection: &Connection, most: Limits) -> Result<(), Spoiled> {
        let Batches { first, .. } = self.batches;
        let too_old = self.batches.too_old(most);
        if too_old > first {
            // The further it falls behind, the more it does.
            let folds = FOLDS + (too_old - first) as usize / 64;
            for room in self.unfolded.older_than(too_old, folds) {
                self.fold(connection, room, None)?;
            }
        }
        let needed = self.unfolded.oldest().unwrap_or(self.batches.next());
        let sweep = SWEEP.min(most.batches) as i64;
        if needed - first < sweep || self.keeps_batches {
            return Ok(());
        }
        self.delete_below(connection, needed.min(first + SWEEP_AT_MOST))
            .map_err(Spoiled::from)
    }

    /// Folds some of the rooms that need batches below number `nr`, and deletes some of these. Returns true if none of
    /// them is left.
    ///
    /// The headers must have been copied when `nr` was the next number, so that no copy is of batches on both sides.
    pub(super) fn clear_below(
        &mut self,
        connection: &Connection,
        nr: i64,
    ) -> Result<bool, Spoiled> {
        for room in self.unfolded.older_than(nr, FOLDS) {
            self.fold(connection, room, None)?;
        }
        let first = self.batches.first;
        let needed = self.unfolded.oldest().unwrap_or(nr).min(nr);
        if needed > first {
            self.delete_below(connection, needed.min(first + SWEEP_AT_MOST))?;
        }
        Ok(self.batches.first >= nr)
    }

    /// Deletes all batches. To be called when every room is folded.
    pub(super) fn delete_all(&mut self, connection: &Connection) -> Result<(), Error> {
        self.delete_below(connection, self.batches.next())?;
        self.copies = Copies::default();
        Ok(())
    }

    /// Deletes the batches below number `nr`.
    fn delete_below(&mut self, connection: &Connection, nr: i64) -> Result<(), Error> {
        for delete in [
            "DELETE FROM batch WHERE nr < ?1",
            "DELETE FROM header_copy WHERE nr < ?1",
        ] {
            connection.prepare_cached(delete)?.execute([nr])?;
        }
        self.batches.remove_below(nr);
        Ok(())
    }
}

/// Inserts the copied headers of batches, the last of which is number `nr`.
fn insert_copy(connection: &Connection, nr: i64, headers: &[u8]) -> Result<(), Error> {
    connection
        .prepare_cached("INSERT INTO header_copy (nr, headers) VALUES (?1, ?2)")?
        .execute(params![nr, headers])
        .map(drop)
}

/// Returns the error as one of this room alone, if it is about the contents of the database.
fn spoiled_by(room: RoomId, error: Error) -> Spoiled {
    if is_damage(&error) {
        Spoiled::Room(room, error)
    } else {
        Spoiled::All(error)
    }
}

/// Returns the error as one of this list, if it is about the contents of the database.
pub(super) fn spoiled_in(list: Derived, error: Error) -> Spoiled {
    if is_damage(&error) {
        Spoiled::Derived(list, error)
    } else {
        Spoiled::All(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_counted_with_their_events_over_every_gap() {
        let mut batches = Batches::default();
        batches.push(7, 30);
        batches.push(8, 10);
        // Two numbers are missing.
        batches.push(11, 5);
        assert_eq!((batches.next(), batches.events), (12, 45));
        let most = |count, events| Limits {
            batches: count,
            events,
        };
        assert_eq!(batches.too_old(most(5, 45)), 7);
        assert_eq!(batches.too_old(most(5, 44)), 8);
        assert_eq!(batches.too_old(most(3, 45)), 9);
        assert_eq!(batches.too_old(most(5, 4)), 12);
        batches.remove_below(9);
        assert_eq!((batches.next(), batches.events), (12, 5));
        assert_eq!(batches.too_old(most(5, 5)), 9);
    }

    #[test]
    fn a_number_too_far_off_is_where_the_batches_begin() {
        let mut batches = Batches::default();
        batches.push(1, 30);
        batches.push(2 + GAP, 1);
        assert_eq!((batches.first, batches.events), (1, 31));
        batches.push(4 + 2 * GAP, 2);
        assert_eq!((batches.first, batches.events), (4 + 2 * GAP, 2));
    }

    /// It was more batches than fit in memory.
    #[test]
    fn a_number_that_is_as_far_off_as_numbers_go_is_no_gap() {
        let mut batches = Batches::default();
        batches.push(i64::MIN, 30);
        batches.push(1, 10);
        assert_eq!((batches.first, batches.events), (1, 10));
    }
}
