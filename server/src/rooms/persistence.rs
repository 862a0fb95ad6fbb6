//! The one path from a decision to the disk, and back.
//!
//! `Room::decide` -> [`commit`] -> `Room::apply`, for play, for an opening and for a return alike.

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;
use room::{Event, Finished, Room};

use crate::store::writer::StoreHandle;
use crate::store::{Append, Kind, Recorded, StoreError, Stored};

/// A room as loaded from the store.
pub(crate) struct Loaded {
    pub(crate) room: Room,
    /// Moment at which the last of its players left, if it was noted.
    pub(crate) left: Option<Millis>,
    /// Moment at which its last event was recorded; at most that of the loading, should the clock have been ahead.
    pub(crate) last: Millis,
}

/// Stores the durable ones of `events`, which `room` decided at the moment `at`.
///
/// # Errors
///
/// [`StoreError`]; the events must not be applied then. They may be on the disk all the same: the next
/// append, which is a conflict, shows what the store has.
pub(crate) async fn commit(
    store: &StoreHandle,
    room: &Room,
    at: Millis,
    events: &[Event],
) -> Result<(), StoreError> {
    append(store, room.id(), room.seq(), at, events, || {
        (room.wake_after(events), room.finished_by(at, events))
    })
    .await
}

/// Stores the first events of `room`, which was made from them.
///
/// # Errors
///
/// [`StoreError::Conflict`] if its code is taken.
pub(crate) async fn create(
    store: &StoreHandle,
    room: &Room,
    at: Millis,
    events: &[Event],
) -> Result<(), StoreError> {
    append(store, room.id(), Seq(0), at, events, || {
        (room.wake_after(&[]), None)
    })
    .await
}

/// Stores the durable ones of `events`; nothing where no event is.
async fn append(
    store: &StoreHandle,
    room: RoomId,
    expected: Seq,
    at: Millis,
    events: &[Event],
    then: impl FnOnce() -> (Option<Millis>, Option<Finished>),
) -> Result<(), StoreError> {
    let durable = events.iter().filter(|event| event.is_durable());
    let events: Vec<Recorded> = durable.map(|event| (at, event.clone())).collect();
    if events.is_empty() {
        return Ok(());
    }
    let (wake_after, finished) = then();
    let append = Append {
        finished: finished.map(Box::new),
        ..Append::to_room(room, expected, &events, wake_after)
    };
    store.append(append).await
}

/// Loads the room from the store at `now`; none if it was never stored.
///
/// # Errors
///
/// [`StoreError::Damaged`] if the stored events make no room; it is then quarantined.
pub(crate) async fn load(
    store: &StoreHandle,
    id: RoomId,
    now: Millis,
) -> Result<Option<Loaded>, StoreError> {
    let stored = store.load(id).await?;
    read(store, id, now, &stored).await
}

/// Returns the room that is stored so; `None` if it was never stored.
///
/// # Errors
///
/// As of [`load`].
pub(crate) async fn read(
    store: &StoreHandle,
    id: RoomId,
    now: Millis,
    stored: &Stored,
) -> Result<Option<Loaded>, StoreError> {
    if stored.kind != Kind::Room {
        return Ok(None);
    }
    let events = stored.read(id)?;
    let Some((last, _)) = events.last() else {
        return Ok(None);
    };
    let last = now.min(*last);
    match Room::replay_until(id, now, events.iter().map(|(at, event)| (*at, event))) {
        Ok(room) => Ok(Some(Loaded {
            room,
            left: stored.left,
            last,
        })),
        Err(error) => {
            let damaged = StoreError::Damaged {
                room: id,
                problem: error.to_string(),
                quarantined: true,
            };
            store.quarantine(id, error.to_string()).await;
            Err(damaged)
        }
    }
}
