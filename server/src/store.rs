//! Storage of rooms: one trait, one file per kind below `store/`.
//!
//! Damage stays in its room: a room that cannot be read as it was written is quarantined. It is neither loaded nor
//! appended to, its code is not given away, and what is left of it is kept.

pub(crate) mod reader;
pub mod writer;

mod memory;
mod names;
#[cfg(feature = "postgres")]
mod postgres;
mod records;
mod seats;
mod sqlite;
mod uptime;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use protocol::id::{GameNr, RoomId, Seq, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::view::RatingChange;
use room::{Event, Finished, UnreadableEvent};
use tournament::Tournament;
use tracing::{error, warn};

pub use crate::cluster::Cluster;
pub use names::{NameChange, OwnedName};
#[cfg(feature = "postgres")]
pub use postgres::{LEASE, Problem as PostgresProblem};
pub use seats::SeatChange;
pub use sqlite::OpenError;
pub use sqlite::backups::daily_backup;
pub use sqlite::check::{CheckReport, check};
pub use sqlite::copy::{backup, restore};
pub use sqlite::export::{Exported, export, export_to};
pub use sqlite::history::{Asker, HistoryError, Page, Reader};
pub use sqlite::kept::{Kept, kept};
pub use sqlite::rebuild;
pub(crate) use uptime::NOTED_EVERY;

/// Returns a storage that forgets everything when the server stops.
pub fn memory() -> Box<dyn Store> {
    Box::new(memory::Memory::default())
}

/// Returns a storage as [`memory()`] does, for a server that keeps other things in `directory`, which is locked until
/// the store is dropped: its console and its bans would be taken for those of another server there.
///
/// A directory that cannot be locked, as one that cannot be written, does not keep anybody from playing.
///
/// # Errors
///
/// [`OpenError::Locked`] if another server uses the directory.
pub fn memory_beside(directory: &Path) -> Result<Box<dyn Store>, OpenError> {
    Ok(Box::new(memory::Memory::beside(lock_beside(directory)?)))
}

fn lock_beside(directory: &Path) -> Result<Option<sqlite::lock::Lock>, OpenError> {
    match sqlite::lock::lock(directory) {
        Ok(lock) => Ok(Some(lock)),
        Err(error) => match OpenError::from(error) {
            locked @ OpenError::Locked { .. } => Err(locked),
            error => {
                let directory = directory.display();
                warn!(%directory, %error, "the directory is not locked: no other server may use it");
                Ok(None)
            }
        },
    }
}

/// Opens the database in `directory`, which is created if it is not there. The directory is locked until the
/// store is dropped: two servers on it would each take the other's rooms for their own.
///
/// # Errors
///
/// [`OpenError`] says what prevents it, and how to play all the same.
pub fn sqlite(directory: &Path) -> Result<Box<dyn Store>, OpenError> {
    Ok(Box::new(sqlite::Sqlite::open(directory)?))
}

/// Opens the database of this URL, which servers share, as one that others reach at `address` and that owns its rooms
/// for the time `lease` after each sign of life. `directory`, where the server keeps other things, is locked.
///
/// # Errors
///
/// [`PostgresProblem`] says what prevents it, and what to do.
#[cfg(feature = "postgres")]
pub fn postgres(
    url: &str,
    address: &str,
    lease: std::time::Duration,
    directory: Option<&Path>,
) -> Result<Box<dyn Store>, PostgresProblem> {
    let lock = directory.map(lock_beside).transpose()?.flatten();
    // It waits for the database, which no task may do.
    std::thread::scope(|scope| {
        let open = || postgres::Postgres::open(url, address, lease, directory, lock);
        let opened = std::thread::Builder::new().spawn_scoped(scope, open)?;
        let store = opened.join().expect("it does not panic")?;
        Ok(Box::new(store) as Box<dyn Store>)
    })
}

/// An event with the moment at which it was recorded.
pub type Recorded = (Millis, Event);

/// An event as it is stored: a storage does not look into its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Moment at which it was recorded.
    pub at: Millis,
    /// The event, as [`Event::to_bytes`] writes it.
    pub bytes: Vec<u8>,
}

impl Record {
    /// Returns the event that the bytes stand for.
    ///
    /// # Errors
    ///
    /// [`UnreadableEvent`] if this release does not know the event.
    pub fn event(&self) -> Result<Recorded, UnreadableEvent> {
        Event::from_bytes(&self.bytes).map(|event| (self.at, event))
    }
}

impl From<&Recorded> for Record {
    fn from((at, event): &Recorded) -> Self {
        Self {
            at: *at,
            bytes: event.to_bytes(),
        }
    }
}

/// What a series of stored events belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A room, whose code is the key.
    #[default]
    Room,
    /// A tournament, whose code is the key; no room has the same.
    Tournament,
}

impl Kind {
    /// Number by which a storage knows it.
    fn number(self) -> i64 {
        match self {
            Self::Room => 0,
            Self::Tournament => 1,
        }
    }

    /// Returns the kind with this number.
    fn of_number(number: i64) -> Option<Self> {
        let mut kinds = [Self::Room, Self::Tournament].into_iter();
        kinds.find(|kind| kind.number() == number)
    }
}

/// Events to append to one room, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// What the events belong to.
    pub kind: Kind,
    /// Code of the room.
    pub room: RoomId,
    /// Number of the last event that the caller knows to be stored; 0 for a new room.
    pub expected: Seq,
    /// Durable events, in order.
    pub events: Vec<Record>,
    /// Seats that the events give to keys or take from them, in order.
    pub seats: Vec<SeatChange>,
    /// Time from a restart, or from the moment the last player left, to the moment at which the room must be
    /// loaded without a request, once these events are applied. `None` for a room that is over or closed.
    pub wake_after: Option<Millis>,
    /// Game that the events end, to be noted with them: what history and ratings are made from. A storage that
    /// forgets everything with the server may ignore it.
    pub finished: Option<Box<Finished>>,
}

impl Append {
    /// Returns the append of these events to a room, in which they end no game.
    pub fn to_room(
        room: RoomId,
        expected: Seq,
        events: &[Recorded],
        wake_after: Option<Millis>,
    ) -> Self {
        Self {
            kind: Kind::Room,
            room,
            expected,
            events: events.iter().map(Record::from).collect(),
            seats: seats::changes(events),
            wake_after,
            finished: None,
        }
    }

    /// Returns the events.
    ///
    /// # Errors
    ///
    /// [`UnreadableEvent`] if this release does not know one of them.
    pub fn read(&self) -> Result<Vec<Recorded>, UnreadableEvent> {
        self.events.iter().map(Record::event).collect()
    }
}

/// Stored data of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// What the events belong to.
    pub kind: Kind,
    /// Every event, in order; none for a room that was never stored.
    pub events: Vec<Record>,
    /// Moment at which the last player left the room, if it was noted since the last append.
    pub left: Option<Millis>,
}

impl Stored {
    /// Returns the events of `room`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if one is unknown to this release. The room is not quarantined, since its bytes are as
    /// they were written, and a later release can read them.
    pub fn read(&self, room: RoomId) -> Result<Vec<Recorded>, StoreError> {
        let read = |(seq, record): (u32, &Record)| {
            record.event().map_err(|problem| StoreError::Damaged {
                room,
                problem: format!("event {seq} cannot be read: {problem}"),
                quarantined: false,
            })
        };
        (1..).zip(&self.events).map(read).collect()
    }
}

/// Returns the tournament with this code; `None` if no tournament has it.
///
/// # Errors
///
/// [`StoreError::Damaged`] if its events are unknown to this release, or do not fit together.
pub(crate) fn tournament_of(
    code: RoomId,
    stored: &Stored,
) -> Result<Option<Tournament>, StoreError> {
    if stored.kind != Kind::Tournament || stored.events.is_empty() {
        return Ok(None);
    }
    let damaged = |problem: String| StoreError::Damaged {
        room: code,
        problem,
        quarantined: false,
    };
    let read = |record: &Record| {
        tournament::Event::from_bytes(&record.bytes).map(|event| (record.at, event))
    };
    let events = stored
        .events
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, _>>();
    let events = events.map_err(|error| damaged(error.to_string()))?;
    let events = events.iter().map(|(at, event)| (*at, event));
    Tournament::replay(code, events)
        .map(Some)
        .map_err(|error| damaged(error.to_string()))
}

/// A change of the games that are over, by the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "postgres",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Amendment {
    /// Replaces the person who owns this name by someone in all games.
    Forget(Name),
    /// Removes a game from the ratings.
    Annul(GameNr),
    /// Makes the owner of the second name the same person as that of the first.
    Merge(Name, Name),
}

/// A room whose game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRoom {
    /// Code of the room.
    pub room: RoomId,
    /// Moment at which it must be loaded without a request.
    pub due: Millis,
}

/// A note that a room left memory, or that somebody came back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Code of the room.
    pub room: RoomId,
    /// Moment at which the last player left; `None` if a player is back, or none is waited for.
    pub left: Option<Millis>,
}

/// Progress of deleting old rooms, of which each call does a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruning {
    /// Number of the first row of the log that is younger than the beginning.
    log: Option<i64>,
    /// The last room that was looked at.
    room: Option<RoomId>,
}

/// Result of a part of deleting old rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruned {
    /// Rooms that were deleted.
    pub rooms: usize,
    /// True if every room was looked at.
    pub is_done: bool,
}

/// Error of storing or loading.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room is not at the version that the caller expected: another server wrote to it, or an append that
    /// was reported as failed reached the disk all the same. The caller must load the room again.
    #[error(
        "room {room} is at event {stored}, not at {expected}: another server wrote to it, \
         or a write that seemed to fail did not"
    )]
    Conflict {
        /// Code of the room.
        room: RoomId,
        /// Number of the last event as the caller expected it.
        expected: Seq,
        /// Number of the last event in the store.
        stored: Seq,
    },
    /// The stored data of the room is damaged, or unknown to this release. The room can be neither loaded nor appended
    /// to, and the data that is left is not changed.
    #[error("what is stored of room {room} is damaged: {problem}; {}", outlook(*.quarantined))]
    Damaged {
        /// Code of the room.
        room: RoomId,
        /// Description of the damage, with the number of the event.
        problem: String,
        /// True if the room is quarantined, for good. It is only refused if a later release wrote to it.
        quarantined: bool,
    },
    /// Another server owns the room. The caller must let go of it.
    #[error("room {room} is at another server{}", at(.address.as_deref()))]
    Elsewhere {
        /// Code of the room.
        room: RoomId,
        /// Address of that server, if it is there.
        address: Option<String>,
    },
    /// The storage itself failed.
    #[error("{0}")]
    Failed(String),
    /// The storage has no space for more. What it has can be read.
    #[error("{0}")]
    Full(String),
}

fn at(address: Option<&str>) -> String {
    address.map_or_else(String::new, |address| format!(", {address}"))
}

/// Returns what becomes of a room that is damaged.
fn outlook(quarantined: bool) -> &'static str {
    if quarantined {
        "the room is quarantined, and what is left of it stays as it is"
    } else {
        "this release cannot read it"
    }
}

impl StoreError {
    /// Returns the message of a storage that fails; `None` for the faults of one room.
    pub(crate) fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed(problem) | Self::Full(problem) => Some(problem),
            Self::Conflict { .. } | Self::Damaged { .. } | Self::Elsewhere { .. } => None,
        }
    }

    /// Returns the refusal for a person: that the disk is full, or a number to quote, the random `reference`, under
    /// which the log has the details.
    pub(crate) fn to_refusal(&self, reference: u32) -> Refusal {
        if let Self::Elsewhere {
            room,
            address: Some(address),
        } = self
        {
            let (room, address) = (*room, address.clone());
            return Refusal::Elsewhere { room, address };
        }
        error!(reference, error = %self, "the store failed");
        match self {
            Self::Full(_) => Refusal::DiskFull,
            Self::Conflict { .. }
            | Self::Damaged { .. }
            | Self::Elsewhere { .. }
            | Self::Failed(_) => Refusal::Internal { reference },
        }
    }
}

/// A storage of rooms. Calls block and come one at a time: from the thread of the writer, or from the task that asks,
/// if [`may_block`](Self::may_block) is false or in a simulation.
pub trait Store: Send {
    /// Returns the id of the server whose rooms these are: the one that is kept, or `fresh`, which is kept from
    /// now on, as long as the rooms are. For the start of a server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if none is known and `fresh` could not be kept.
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError>;

    /// Notes that a server starts at `now`, before anything else is asked. From then on every moment that comes from
    /// the storage to decide what is over is brought forward by the time in which no server ran.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the start was not noted. The time until the next one may then count as time in which
    /// no server ran.
    fn start(&mut self, _now: Millis) -> Result<(), StoreError> {
        Ok(())
    }

    /// Notes that the server that started still runs at `now`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if it was not noted.
    fn alive(&mut self, _now: Millis) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the names that are owned, the one that was used last at the front. For the start of a server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError>;

    /// Stores these changes of the owned names, in order, all or none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was stored.
    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError>;

    /// Returns at most `most` rooms in which a seat was taken with this key, the seat that was taken last at the front.
    /// Rooms where it was given up, and rooms that are closed, are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError>;

    /// Appends the batch in one transaction, made durable before this returns. Returns one answer for each
    /// append, in order: a conflict or damage of one does not affect the others. An append that succeeds
    /// clears the note of [`rest`](Self::rest).
    ///
    /// An append that failed may be on the disk nevertheless, as after a sync that failed: then
    /// [`load`](Self::load) returns it, and the same append is a conflict.
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>>;

    /// Returns true if calls may wait for a disk. They are then made by a thread of their own, which commits together
    /// what comes together; else by the task that asks.
    fn may_block(&self) -> bool {
        true
    }

    /// Returns the stored data of the room. The cost depends only on that room.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if the room cannot be read as it was written; it is then quarantined.
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError>;

    /// Returns the rooms whose last append had a `wake_after`, the one that is due first at the front. Rooms
    /// that are quarantined are left out.
    ///
    /// For the start of a server, at `start`, when no player is in any room: a room without a note of when the
    /// last player left, or with a later one, gets `start` as that moment, and keeps it over further
    /// restarts.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError>;

    /// Takes the unfinished rooms that no server owns any more, and returns them as [`live`](Self::live) does. For a
    /// server that runs and shares the storage with others.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn take_over(&mut self, _now: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        Ok(Vec::new())
    }

    /// Returns what is known of the servers that share the storage; nothing if there is one only.
    fn cluster(&self) -> Cluster {
        Cluster::default()
    }

    /// Returns the changes of the owned names that other servers made since the last call.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn learned_names(&mut self) -> Result<Vec<NameChange>, StoreError> {
        Ok(Vec::new())
    }

    /// Returns the directory of the database in which [`Reader`] finds the games that are over; `None` if they are
    /// forgotten.
    fn history(&self) -> Option<PathBuf> {
        self.directory()
    }

    /// Returns the codes of all tournaments that are not over, and of the `most` newest that are.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError>;

    /// Notes that rooms left memory, or that somebody came back. A storage that forgets everything with the
    /// server now forgets a room that is not live.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was noted.
    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError>;

    /// Quarantines a room because of `problem`: from now on it is [`StoreError::Damaged`], over restarts too.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if that could not be noted.
    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError>;

    /// Deletes the events of some of the rooms that are over or closed and whose last event is older than `before`, and
    /// the moves of their games, but for those in `spared`, and goes on after `progress` with the next call. One call
    /// does a bounded part.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was deleted.
    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError>;

    /// Returns how a game of a room changed the ratings of both players; `None` if it was not rated.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if the storage cannot be read.
    fn ratings(
        &mut self,
        _room: RoomId,
        _game: u16,
    ) -> Result<Option<BySide<RatingChange>>, StoreError> {
        Ok(None)
    }

    /// Changes the games that are over as the operator wants it. Returns the names of a forgotten person, which are to
    /// be freed; `None` if there is no such person or game, or if the storage keeps no games that are over.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if nothing was changed.
    fn amend(&mut self, _amendment: &Amendment) -> Result<Option<Vec<Name>>, StoreError> {
        Ok(None)
    }

    /// Returns the directory of the database, of which copies can be made; `None` if all is forgotten with the server.
    fn directory(&self) -> Option<PathBuf> {
        None
    }

    /// Writes durably for no other purpose than to test whether the storage works. However often it is
    /// called, the storage does not grow.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] if an append would fail as well.
    fn probe(&mut self) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests;
