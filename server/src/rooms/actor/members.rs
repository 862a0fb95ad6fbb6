//! The people in a room.

use std::ops::{Deref, DerefMut};

use indexmap::IndexMap;
use protocol::id::{PlayerId, RoomId};
use protocol::view::LeftWhy;

use super::Member;
use crate::outbox::EndReason;

/// The people in the room, in the order in which they are told.
///
/// The connections of those whom it has not let go end with it, as when it breaks: they come back to the room, and
/// nobody waits before a board that stands still. Whoever watches it beside a room of their own only leaves it.
#[derive(Debug)]
pub(super) struct Members {
    room: RoomId,
    members: IndexMap<PlayerId, Member>,
}

impl Members {
    /// Returns a room without anybody.
    pub(super) fn none_in(room: RoomId) -> Self {
        let members = IndexMap::new();
        Self { room, members }
    }
}

impl Deref for Members {
    type Target = IndexMap<PlayerId, Member>;

    fn deref(&self) -> &Self::Target {
        &self.members
    }
}

impl DerefMut for Members {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.members
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        for member in self.members.values() {
            if member.is_watcher {
                let why = LeftWhy::Asked;
                member.outbox.leave(self.room, member.entry, why, None);
            } else {
                member.outbox.end(EndReason::RoomBroke);
            }
        }
    }
}
