//! The table events that answer a move which is on its way, told apart from all others in one place.

use protocol::id::Revision;
use protocol::message::RoomEvent;

/// The effect of a table event on a move that was sent and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardChange {
    /// The board has this revision now: a move of an older revision was played, or never will be.
    Revised(Revision),
    /// The game is over: no move will be played.
    Over,
}

impl BoardChange {
    /// The change that `event` brings; `None` where the board stays as it is.
    pub fn from_event(event: &RoomEvent) -> Option<Self> {
        match event {
            RoomEvent::Moved { revision, .. }
            | RoomEvent::TakenBack { revision, .. }
            | RoomEvent::OpeningChosen { revision, .. }
            | RoomEvent::Started { revision, .. } => Some(Self::Revised(*revision)),
            RoomEvent::Over { .. } => Some(Self::Over),
            _ => None,
        }
    }
}
