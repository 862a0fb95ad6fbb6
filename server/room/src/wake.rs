//! The time after which a room that is only in the store must come to memory by itself.

use protocol::millis::Millis;
use protocol::side::{BySide, Side};

use crate::{Event, Occupant, Room, Stage};

/// The part of a room on which that time depends.
///
/// Every append asks for the time once its events are applied. Nothing here grows with the room, so that costs
/// as much as the events, where a copy of the whole room would cost as much as its plies and its chat.
#[derive(Clone, Copy, Debug)]
struct Outline {
    stage: OutlineStage,
    /// True for a side that a bot plays.
    bots: BySide<bool>,
    to_move: Side,
}

/// A [`Stage`] without what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutlineStage {
    Seating,
    Playing,
    Over,
    Closed,
}

impl Room {
    /// Returns the time after a restart, or after the last player left, at which the room must be loaded
    /// again though nobody asks for it, once `events` are applied. None if the room is over or closed.
    pub fn wake_after(&self, events: &[Event]) -> Option<Millis> {
        let mut next = self.outline();
        for event in events {
            next.apply(event);
        }
        match next.stage {
            OutlineStage::Seating => Some(self.timing.seating),
            OutlineStage::Playing if next.bots[next.to_move] => Some(Millis::ZERO),
            OutlineStage::Playing if self.play.clock().is_some() => Some(self.timing.grace),
            OutlineStage::Playing => Some(self.timing.abandoned),
            OutlineStage::Over | OutlineStage::Closed => None,
        }
    }

    fn outline(&self) -> Outline {
        Outline {
            stage: match self.stage {
                Stage::Seating { .. } => OutlineStage::Seating,
                Stage::Playing => OutlineStage::Playing,
                Stage::Over { .. } => OutlineStage::Over,
                Stage::Closed => OutlineStage::Closed,
            },
            bots: BySide::from_fn(|side| self.seats[side].bot().is_some()),
            to_move: self.play.side_to_move(),
        }
    }
}

impl Outline {
    /// Does to the outline what [`Room::apply`] does to the room. The tests of the room compare the two after
    /// every command.
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Sat { side, occupant } => {
                self.bots[*side] = match occupant {
                    Occupant::Bot(_) => true,
                    Occupant::Human { .. } => false,
                };
            }
            Event::Stood { side } => {
                self.bots[*side] = false;
                self.stage = OutlineStage::Seating;
            }
            Event::Started => {
                if self.stage == OutlineStage::Over {
                    self.bots = self.bots.swapped();
                }
                self.stage = OutlineStage::Playing;
                self.to_move = Side::First;
            }
            Event::Moved { .. } | Event::Played { .. } => self.to_move = self.to_move.other(),
            Event::TakenBack { plies, .. } | Event::PliesTakenBack { plies, .. } => {
                self.to_move = Side::to_move_after(usize::from(*plies));
            }
            Event::Over { .. } => self.stage = OutlineStage::Over,
            Event::Closed => self.stage = OutlineStage::Closed,
            Event::Opened { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackDeclined { .. }
            | Event::RematchOffered { .. }
            | Event::Said { .. }
            | Event::Resumed
            | Event::ClockStarted
            | Event::ClockStopped { .. }
            | Event::Back { .. }
            | Event::Gone { .. }
            | Event::Watching { .. }
            | Event::Unwatched { .. }
            | Event::Thought { .. }
            | Event::Retired
            | Event::ClockHeld
            | Event::ClockReleased => {}
        }
    }
}
