//! Limits on the actions other than plies, in one game and in the life of a room: each of them is stored for
//! ever.
//!
//! The counts follow from the log, so they are the same after a restart.

use crate::{Event, Room};

/// Takebacks in a game, by both sides together: one for every other ply of a long game of gomoku, and more
/// than the 42 plies of connect four.
pub(crate) const TAKEBACKS_PER_GAME: u16 = 100;

/// Draw offers in a game, by both sides together; each may be declined.
pub(crate) const DRAW_OFFERS_PER_GAME: u16 = 100;

/// Lines of chat from the beginning of a game to the next one, by the players together, and as many by all spectators:
/// five times the number that a newcomer is shown. Spectators are many and unknown, and must not silence the players.
pub(crate) const CHAT_PER_GAME: u16 = 250;

/// Games in a series: more than two people play in one sitting, and in the next one they open another room.
/// The number of the game counts them.
pub(crate) const GAMES_PER_SERIES: u16 = 500;

/// Rematch offers after a game. It takes one; another is made when it was declined, or the player who made it has left.
pub(crate) const REMATCH_OFFERS_PER_GAME: u16 = 100;

/// Times that a seat may be given up before the first game. Nobody has a seat after the last of them, so
/// refusing the next person leaves nobody waiting.
pub(crate) const VACATED_SEATS_PER_ROOM: u16 = 100;

/// Decisions of the owner from the beginning of a game to the next one: nobody locks and unlocks a room this often
/// for a reason.
pub(crate) const MODERATIONS_PER_GAME: u16 = 100;

/// People sent out of a room, whose names it keeps: an owner with more to send out locks the room instead.
pub(crate) const REMOVED_PER_ROOM: usize = 100;

/// Number of limited actions of each kind since the game began, or since the room was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) takebacks: u16,
    pub(crate) draw_offers: u16,
    pub(crate) chat_of_players: u16,
    pub(crate) chat_of_spectators: u16,
    pub(crate) rematch_offers: u16,
    /// No seat is given up any more once the first game has begun.
    pub(crate) vacated_seats: u16,
    pub(crate) moderations: u16,
}

impl Room {
    /// Adds `event` to the counts, if its kind is limited.
    pub(crate) fn count(&mut self, event: &Event) {
        match event {
            Event::Started => self.counts = Counts::default(),
            Event::TakebackAsked { .. } => add_one(&mut self.counts.takebacks),
            // Between people the question was counted; a bot accepts without one.
            Event::TakenBack { by, .. } => {
                if self.seats[by.other()].bot().is_some() {
                    add_one(&mut self.counts.takebacks);
                }
            }
            Event::DrawOffered { .. } => add_one(&mut self.counts.draw_offers),
            Event::ChatPosted { side: Some(_), .. } => add_one(&mut self.counts.chat_of_players),
            Event::ChatPosted { side: None, .. } => add_one(&mut self.counts.chat_of_spectators),
            Event::RematchOffered { .. } => add_one(&mut self.counts.rematch_offers),
            Event::SeatVacated { .. } => add_one(&mut self.counts.vacated_seats),
            Event::Locked { .. } | Event::PersonRemoved { .. } | Event::ChatClosed { .. } => {
                add_one(&mut self.counts.moderations);
            }
            Event::Opened { .. }
            | Event::SeatTaken { .. }
            | Event::Over { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackDeclined { .. }
            | Event::RematchDeclined { .. }
            | Event::Resumed
            | Event::ClockStarted
            | Event::Closed
            | Event::Reconnected { .. }
            | Event::Disconnected { .. }
            | Event::SpectatorJoined { .. }
            | Event::SpectatorLeft { .. }
            | Event::SearchInfo { .. }
            | Event::Retired
            | Event::Played { .. }
            | Event::ClockStopped { .. }
            | Event::ClockHeld
            | Event::ClockReleased
            | Event::Chosen { .. }
            | Event::OwnerSeated { .. }
            | Event::OwnerWatches { .. }
            | Event::Unlocked
            | Event::ChatOpened => {}
        }
    }
}

/// Adds one, or stays at the maximum.
fn add_one(count: &mut u16) {
    *count = count.saturating_add(1);
}
