//! The days on which games of this person ended, as far as the server tells.
//!
//! A snapshot does not tell when its game ended, and the answer to `your_games` does, for a week. Whoever sees the end
//! itself needs no answer: it is today.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::{SignedDuration, Zoned};
use protocol::id::{RoomId, ServerId};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::view::Phase;

/// The days on which the last games of rooms ended, on the server that this client is connected to.
#[derive(Debug, Default)]
pub struct KnownEnds {
    server: Option<ServerId>,
    days: HashMap<RoomId, Date>,
}

impl KnownEnds {
    /// Takes in a message of the server that came at `now`.
    pub fn on_message(&mut self, now: &Zoned, message: &ServerMsg) {
        match message {
            ServerMsg::Welcome { id, .. } => {
                // Another server may have given the code of a room to another one.
                let before = self.server.replace(*id);
                if before != Some(*id) {
                    self.days.clear();
                }
            }
            ServerMsg::YourGames { games } => {
                for game in games {
                    let room = game.room.room;
                    let day = game.ended.and_then(|ago| {
                        let ago = i64::try_from(ago.as_millis()).ok()?;
                        let then = now.checked_sub(SignedDuration::from_millis(ago)).ok()?;
                        Some(then.date())
                    });
                    match day {
                        Some(day) => self.days.insert(room, day),
                        None => self.days.remove(&room),
                    };
                }
            }
            // What is known is of a game before this one.
            ServerMsg::Event {
                room,
                event: RoomEvent::Started { .. } | RoomEvent::Over { .. },
                ..
            } => {
                self.days.remove(room);
            }
            ServerMsg::Joined { snapshot, .. } if !matches!(snapshot.phase, Phase::Over { .. }) => {
                self.days.remove(&snapshot.room);
            }
            _ => {}
        }
    }

    /// Returns the day on which the last game of a room ended, which is over; `today` where the server did not tell.
    pub fn day(&self, room: RoomId, today: Date) -> Date {
        self.days.get(&room).copied().unwrap_or(today)
    }
}

#[cfg(test)]
mod tests;
