//! The spectators as everybody in the room is told of them: a count, and names where they are few.
//!
//! A change -> [`Gathering`] -> one event to those who do not know it yet
//!
//! The first change is told at once, and those of the next [`GATHER`] in one event at its end: 1000 people who come
//! to watch cost each other a few frames, and not one for each who comes behind them. Whoever gets a snapshot knows
//! the changes before it, and is not told of them.
//!
//! The last state is always sent.

use std::time::Duration;

use protocol::message::ServerMsg;
use tokio::time::Instant;

use super::RoomActor;
use crate::outbox::Frame;

/// Least time between two events about spectators: people read a count no faster.
const GATHER: Duration = Duration::from_millis(250);

/// Changes of the spectators that are not told yet.
#[derive(Debug, Default)]
pub(super) struct Gathering {
    /// Number of changes so far.
    changes: Changes,
    /// Changes that everybody knows.
    told: Changes,
    /// Moment before which nothing is told.
    not_before: Option<Instant>,
}

/// Number of changes of the spectators that somebody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Changes(u64);

impl Gathering {
    /// Notes a change.
    pub(super) fn add(&mut self) {
        self.changes.0 += 1;
    }

    /// Returns the changes so far.
    pub(super) fn changes(&self) -> Changes {
        self.changes
    }

    /// Returns the moment at which changes are told, if there are any.
    pub(super) fn due(&self) -> Option<Instant> {
        (self.changes != self.told).then(|| self.not_before.unwrap_or_else(Instant::now))
    }
}

impl RoomActor {
    /// Tells the changes of the spectators that are due.
    pub(super) fn tell_watchers(&mut self) {
        let Some(due) = self.watchers.due() else {
            return;
        };
        let now = Instant::now();
        if due > now {
            return;
        }
        let changes = self.watchers.changes();
        self.watchers.told = changes;
        let (room, seq, event) = (self.room.id(), self.room.seq(), self.room.watchers());
        let frame = Frame::new(ServerMsg::Event { room, seq, event });
        for member in self.members.values_mut() {
            if member.watchers_known < changes {
                member.watchers_known = changes;
                // No answer to anybody: whoever comes gets a snapshot, and whoever goes is told that.
                member.outbox.send(&frame, None);
                self.watchers.not_before = Some(now + GATHER);
            }
        }
    }
}
