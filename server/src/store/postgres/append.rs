//! Appends: one statement for a batch, which writes the events of the rooms that this server owns and that are at the
//! version which the caller expects.
//!
//! The statement locks the row of this server against its deletion. A server that takes over its rooms deletes that row
//! first, and so waits for the batches that are under way and stops all later ones.

use std::collections::{BTreeSet, HashMap};

use protocol::id::{RoomId, Seq};
use protocol::side::Side;
use tokio_postgres::{Error, Row};

use super::session::Session;
use super::{facts, lost, stored};
use crate::cluster::Epoch;
use crate::store::sqlite::copied::Fact;
use crate::store::sqlite::finished::Noted;
use crate::store::{Append, SeatChange, StoreError};

/// A room that is made must not be there; any other must be at the version. The rows of events are numbered by the
/// caller and each room is in a batch once, so that no events come in without that check.
const APPEND: &str = "
    WITH me AS (SELECT id FROM node WHERE id = $1 FOR KEY SHARE),
    wanted AS (
        SELECT * FROM unnest($2::text[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
            AS wanted (room, kind, expected, last, last_at, wake_after)
    ),
    made AS (
        INSERT INTO room (id, kind, owner, seq, last_at, is_live, wake_after)
        SELECT room, kind, me.id, last, last_at, wake_after IS NOT NULL, wake_after FROM wanted, me WHERE expected = 0
        ON CONFLICT DO NOTHING RETURNING id
    ),
    changed AS (
        UPDATE room SET seq = last, last_at = wanted.last_at, is_live = wanted.wake_after IS NOT NULL,
                        wake_after = wanted.wake_after, left_at = NULL
        FROM wanted, me
        WHERE room.id = wanted.room AND expected > 0 AND room.seq = expected AND room.owner = me.id
          AND room.problem IS NULL
        RETURNING room.id
    ),
    done AS (SELECT id FROM made UNION ALL SELECT id FROM changed),
    written AS (
        INSERT INTO event (room, seq, at, body)
        SELECT e.room, e.seq, e.at, e.body
        FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::bytea[]) AS e (room, seq, at, body)
        JOIN done ON done.id = e.room
    )
    SELECT id FROM done";

const WHY_NOT: &str = "
    SELECT room.id, room.seq, room.owner, room.problem, node.address
    FROM room LEFT JOIN node ON node.id = room.owner WHERE room.id = ANY($1)";

/// Appends the batch, and returns an answer for each append. `again`: a try before this one may have been committed.
pub(super) async fn append(
    session: &Session,
    me: Epoch,
    batch: &[Append],
    again: bool,
) -> Result<Vec<Result<(), StoreError>>, Error> {
    let mut answers: Vec<Option<Result<(), StoreError>>> = batch.iter().map(|_| None).collect();
    while answers.iter().any(Option::is_none) {
        // A second append to a room waits for the first one.
        let mut rooms = BTreeSet::new();
        let waits = |at: &usize| answers[*at].is_none() && rooms.insert(batch[*at].room);
        let round: Vec<usize> = (0..batch.len()).filter(waits).collect();
        let appends: Vec<_> = round.iter().map(|&at| &batch[at]).collect();
        let done = append_once(session, me, &appends, again).await?;
        for (at, answer) in round.into_iter().zip(done) {
            answers[at] = Some(answer);
        }
    }
    Ok(answers.into_iter().flatten().collect())
}

/// Appends to rooms that are all different.
async fn append_once(
    session: &Session,
    me: Epoch,
    appends: &[&Append],
    again: bool,
) -> Result<Vec<Result<(), StoreError>>, Error> {
    let in_transaction = appends
        .iter()
        .any(|append| !append.seats.is_empty() || append.finished.is_some());
    if in_transaction {
        session.client.batch_execute("BEGIN").await?;
    }
    let done = write(session, me, appends).await?;
    if in_transaction {
        for append in appends.iter().filter(|append| done.contains(&append.room)) {
            write_seats(session, append).await?;
        }
        write_ends(session, me, appends, &done).await?;
        session.client.batch_execute("COMMIT").await?;
    }
    let not_done = appends.iter().filter(|append| !done.contains(&append.room));
    let not_done: Vec<_> = not_done.map(|append| append.room.as_str()).collect();
    let found = if not_done.is_empty() {
        Vec::new()
    } else {
        session.query(WHY_NOT, &[&not_done]).await?
    };
    let found: HashMap<&str, &Row> = found.iter().map(|row| (row.get(0), row)).collect();
    let mut answers = Vec::with_capacity(appends.len());
    for append in appends {
        let was_written = done.contains(&append.room) || again && is_there(session, append).await?;
        answers.push(if was_written {
            Ok(())
        } else {
            Err(why_not(
                append,
                me,
                found.get(append.room.as_str()).copied(),
            ))
        });
    }
    Ok(answers)
}

/// Runs the statement, and returns the rooms that have the events now.
async fn write(
    session: &Session,
    me: Epoch,
    appends: &[&Append],
) -> Result<BTreeSet<RoomId>, Error> {
    let of = |value: fn(&Append) -> i64| -> Vec<i64> {
        appends.iter().map(|append| value(append)).collect()
    };
    let rooms: Vec<_> = appends.iter().map(|append| append.room.as_str()).collect();
    let kinds: Vec<_> = appends
        .iter()
        .map(|append| append.kind.number() as i16)
        .collect();
    let last_at: Vec<Option<i64>> = appends
        .iter()
        .map(|append| append.events.last().map(|event| stored(event.at)))
        .collect();
    let wake_after: Vec<_> = appends
        .iter()
        .map(|append| append.wake_after.map(stored))
        .collect();
    let (mut of_room, mut seqs, mut at, mut bodies) = (vec![], vec![], vec![], vec![]);
    for append in appends {
        for (seq, event) in (i64::from(append.expected.0) + 1..).zip(&append.events) {
            of_room.push(append.room.as_str());
            seqs.push(seq);
            at.push(stored(event.at));
            bodies.push(&event.bytes[..]);
        }
    }
    let done = session
        .query(
            APPEND,
            &[
                &me,
                &rooms,
                &kinds,
                &of(|append| append.expected.0.into()),
                &of(last),
                &last_at,
                &wake_after,
                &of_room,
                &seqs,
                &at,
                &bodies,
            ],
        )
        .await?;
    let done: BTreeSet<&str> = done.iter().map(|row| row.get(0)).collect();
    let rooms = appends.iter().map(|append| append.room);
    Ok(rooms.filter(|room| done.contains(room.as_str())).collect())
}

/// Returns the number of the last event of an append.
fn last(append: &Append) -> i64 {
    i64::from(append.expected.0) + append.events.len() as i64
}

/// Notes the games that ended.
async fn write_ends(
    session: &Session,
    me: Epoch,
    appends: &[&Append],
    done: &BTreeSet<RoomId>,
) -> Result<(), Error> {
    let done = appends.iter().filter(|append| done.contains(&append.room));
    let ended = done.filter_map(|append| {
        let finished = append.finished.as_deref()?;
        Some(Fact::Ended(Box::new(Noted::of(append.room, finished))))
    });
    let ended: Vec<_> = ended.collect();
    if !ended.is_empty() {
        facts::lock(session).await?;
        facts::write(session, me, &ended).await?;
    }
    Ok(())
}

async fn write_seats(session: &Session, append: &Append) -> Result<(), Error> {
    let room = append.room.as_str();
    for change in &append.seats {
        match *change {
            SeatChange::Taken { side, key, at } => {
                let insert = "
                    INSERT INTO seat (room, side, key, taken) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (room, side) DO UPDATE SET key = excluded.key, taken = excluded.taken";
                let key = &key.0.to_be_bytes()[..];
                session
                    .execute(insert, &[&room, &number(side), &key, &stored(at)])
                    .await?
            }
            SeatChange::Vacated(side) => {
                let delete = "DELETE FROM seat WHERE room = $1 AND side = $2";
                session.execute(delete, &[&room, &number(side)]).await?
            }
            SeatChange::Closed => {
                let delete = "DELETE FROM seat WHERE room = $1";
                session.execute(delete, &[&room]).await?
            }
        };
    }
    Ok(())
}

/// Returns true if the events of the append are in the room, as they are after a try that was committed before its
/// answer was lost.
async fn is_there(session: &Session, append: &Append) -> Result<bool, Error> {
    let select = "
        SELECT at, body FROM event WHERE room = $1 AND seq > $2 AND seq <= $3 ORDER BY seq";
    let (room, expected) = (append.room.as_str(), i64::from(append.expected.0));
    let rows = session
        .query(select, &[&room, &expected, &last(append)])
        .await?;
    let is_same = |(row, event): (&Row, &crate::store::Record)| {
        row.get::<_, i64>(0) == stored(event.at) && row.get::<_, &[u8]>(1) == event.bytes
    };
    Ok(rows.len() == append.events.len() && rows.iter().zip(&append.events).all(is_same))
}

/// Returns the reason for which nothing was written.
fn why_not(append: &Append, me: Epoch, room: Option<&Row>) -> StoreError {
    let (id, expected) = (append.room, append.expected);
    let conflict = |stored: i64| StoreError::Conflict {
        room: id,
        expected,
        stored: Seq(stored as u32),
    };
    let Some(row) = room else {
        // A room that could be made, or that was never there, was refused because of this server.
        return if expected == Seq(0) {
            lost()
        } else {
            conflict(0)
        };
    };
    if let Some(problem) = row.get(3) {
        return StoreError::Damaged {
            room: id,
            problem,
            quarantined: true,
        };
    }
    if expected != Seq(0) && row.get::<_, Option<Epoch>>(2) != Some(me) {
        return StoreError::Elsewhere {
            room: id,
            address: row.get(4),
        };
    }
    conflict(row.get(1))
}

fn number(side: Side) -> i16 {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
