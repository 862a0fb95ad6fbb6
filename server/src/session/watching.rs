//! Rooms watched beside the one that the session is in, and those who watch.

use std::sync::Arc;

use protocol::id::RoomId;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;

use super::Session;
use super::pending::Done;
use crate::rooms::actor::{Part, Request, Retired};

impl Session {
    /// Watches a room, or has its snapshot sent again.
    pub(super) fn watch(&mut self, room: RoomId) -> Result<(), Refusal> {
        self.rooms.ensure_may_watch(room)?;
        let directory = Arc::clone(&self.directory);
        // Also for a room that is watched: it may have been closed and loaded again.
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let entry = || visitor.entry(Part::Watcher);
            let handle = directory.let_in(room, entry).await?;
            Ok(Done::Watched(visitor.membership_of(handle)))
        });
        Ok(())
    }

    /// Watches a room no more.
    pub(super) fn unwatch(&mut self, at: Millis, room: RoomId) -> Result<(), Refusal> {
        let membership = self.rooms.watched(room)?.clone();
        let (who, reference) = (self.who, self.reference);
        self.pending.begin(async move {
            let left = membership.handle.leave(who, at, false, reference).await;
            match left.unwrap_or(Err(Refusal::NotInRoom)) {
                Ok(()) => Ok(Done::Unwatched(membership.entry)),
                Err(Refusal::NotInRoom) => Ok(Done::AlreadyOut(
                    membership.entry,
                    Refusal::NotWatching { room },
                )),
                Err(refusal) => Err(refusal),
            }
        });
        Ok(())
    }

    /// Asks a room who watches it.
    pub(super) fn who_watches(&mut self, room: RoomId) -> Result<(), Refusal> {
        let membership = self.rooms.any(room)?.clone();
        let who = self.who;
        self.pending.begin(async move {
            let asked = membership.handle.ask(|reply| Request::Who { who, reply });
            match asked.await {
                Ok(Ok((spectators, watching))) => Ok(Done::Answered(ServerMsg::Who {
                    room,
                    spectators,
                    watching,
                })),
                Ok(Err(refusal)) => Ok(Done::AlreadyOut(membership.entry, refusal)),
                Err(Retired) => Ok(Done::AlreadyOut(membership.entry, Refusal::NotInRoom)),
            }
        });
        Ok(())
    }
}
