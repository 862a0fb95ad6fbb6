//! The people in a room.

use std::ops::{Deref, DerefMut};

use indexmap::IndexMap;
use protocol::id::PlayerId;

use super::Member;
use crate::outbox::EndReason;

/// The people in the room, in the order in which they are told.
///
/// The connections of those whom it has not let go end with it, as when it breaks: they come back to the room, and
/// nobody waits before a board that stands still.
#[derive(Debug, Default)]
pub(super) struct Members(IndexMap<PlayerId, Member>);

impl Deref for Members {
    type Target = IndexMap<PlayerId, Member>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Members {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        for member in self.0.values() {
            member.outbox.end(EndReason::RoomBroke);
        }
    }
}
