//! Limits on the actions other than plies in one game: each of them is stored for ever.
//!
//! The counts follow from the log, so they are the same after a restart.

use crate::seats::Seat;
use crate::{Event, Room};

/// Takebacks in a game, by both sides together: one for every other ply of a long game of gomoku, and more
/// than the 42 plies of connect four.
pub(crate) const TAKEBACKS_PER_GAME: u16 = 100;

/// Draw offers in a game, by both sides together; each may be declined.
pub(crate) const DRAW_OFFERS_PER_GAME: u16 = 100;

/// Lines of chat from the beginning of a game to the next one, by everybody together: ten times the number
/// that a newcomer is shown.
pub(crate) const CHAT_PER_GAME: u16 = 500;

/// Number of limited actions of each kind since the game began, or since the room was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) takebacks: u16,
    pub(crate) draw_offers: u16,
    pub(crate) chat: u16,
}

impl Room {
    /// Adds `event` to the counts, if its kind is limited.
    pub(crate) fn count(&mut self, event: &Event) {
        match event {
            Event::Started => self.counts = Counts::default(),
            Event::TakebackAsked { .. } => add_one(&mut self.counts.takebacks),
            // Between people the question was counted; a bot accepts without one.
            Event::TakenBack { by, .. } | Event::PliesTakenBack { by, .. } => {
                if let Seat::Bot(_) = self.seats[by.other()] {
                    add_one(&mut self.counts.takebacks);
                }
            }
            Event::DrawOffered { .. } => add_one(&mut self.counts.draw_offers),
            Event::Said { .. } => add_one(&mut self.counts.chat),
            Event::Opened { .. }
            | Event::Sat { .. }
            | Event::Stood { .. }
            | Event::Moved { .. }
            | Event::Over { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackDeclined { .. }
            | Event::RematchOffered { .. }
            | Event::Resumed
            | Event::ClockStarted
            | Event::Closed
            | Event::Back { .. }
            | Event::Gone { .. }
            | Event::Watching { .. }
            | Event::Unwatched { .. }
            | Event::Thought { .. }
            | Event::Retired
            | Event::Played { .. }
            | Event::ClockStopped { .. }
            | Event::ClockHeld
            | Event::ClockReleased => {}
        }
    }
}

/// Adds one, or stays at the maximum: old logs may hold more than is allowed today.
fn add_one(count: &mut u16) {
    *count = count.saturating_add(1);
}
