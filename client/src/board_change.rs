//! The table events that answer a move which is on its way, told apart from all others in one place.

use protocol::id::Revision;
use protocol::message::TableEvent;

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
    pub fn from_event(event: &TableEvent) -> Option<Self> {
        match event {
            TableEvent::Moved { revision, .. }
            | TableEvent::TakenBack { revision, .. }
            | TableEvent::Started { revision, .. } => Some(Self::Revised(*revision)),
            TableEvent::Over { .. } => Some(Self::Over),
            TableEvent::Sat { .. }
            | TableEvent::Stood { .. }
            | TableEvent::Gone { .. }
            | TableEvent::Back { .. }
            | TableEvent::Watching { .. }
            | TableEvent::Unwatched { .. }
            | TableEvent::DrawOffered { .. }
            | TableEvent::DrawDeclined { .. }
            | TableEvent::TakebackAsked { .. }
            | TableEvent::TakebackDeclined { .. }
            | TableEvent::RematchOffered { .. }
            | TableEvent::Said { .. }
            | TableEvent::Thought { .. }
            | TableEvent::Clock { .. } => None,
        }
    }
}
