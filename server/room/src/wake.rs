//! The time after which a room that is only in the store must come to memory by itself.
//!
//! It follows from the stored events only, and further restarts do not change it.

use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::turn_order::TurnOrder;

use crate::{Event, Occupant, Phase, Room};

/// The part of a room on which that time depends.
///
/// Every append asks for the time once its events are applied. Nothing here grows with the room, so that costs
/// as much as the events, where a copy of the whole room would cost as much as its plies and its chat.
#[derive(Clone, Debug)]
struct Outline {
    phase: OutlinePhase,
    /// True for a side that a bot plays.
    bots: BySide<bool>,
    turns: TurnOrder,
    plies: usize,
}

/// A [`Phase`] without what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutlinePhase {
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
        match next.phase {
            OutlinePhase::Seating => Some(self.timing.seating),
            OutlinePhase::Playing if next.bots[next.turns.to_act(next.plies)] => Some(Millis::ZERO),
            OutlinePhase::Playing if self.play.clock().is_some() => Some(self.timing.grace),
            OutlinePhase::Playing => Some(self.timing.abandoned),
            OutlinePhase::Over | OutlinePhase::Closed => None,
        }
    }

    fn outline(&self) -> Outline {
        Outline {
            phase: match self.phase {
                Phase::Seating { .. } => OutlinePhase::Seating,
                Phase::Playing => OutlinePhase::Playing,
                Phase::Over { .. } => OutlinePhase::Over,
                Phase::Closed => OutlinePhase::Closed,
            },
            bots: BySide::from_fn(|side| self.seats[side].bot().is_some()),
            turns: self.play.turns().clone(),
            plies: usize::from(self.play.ply_count()),
        }
    }
}

impl Outline {
    /// Does to the outline what [`Room::apply`] does to the room: the tests of the room compare the two after
    /// every command, so an event that is left out here shows.
    fn apply(&mut self, event: &Event) {
        match event {
            Event::SeatTaken { side, occupant } => {
                self.bots[*side] = match occupant {
                    Occupant::Bot(_) => true,
                    Occupant::Human { .. } | Occupant::KeyHolder { .. } => false,
                };
            }
            Event::SeatVacated { side } => {
                self.bots[*side] = false;
                self.phase = OutlinePhase::Seating;
            }
            Event::Started => {
                if self.phase == OutlinePhase::Over {
                    self.bots = self.bots.swapped();
                }
                self.phase = OutlinePhase::Playing;
                self.turns = TurnOrder::new(self.turns.rule());
                self.plies = 0;
            }
            Event::Played { .. } => self.plies += 1,
            Event::Chosen { choice, .. } => {
                // What is no choice is not stored, and a log that has one is refused.
                let _checked = self.turns.choose(self.plies, *choice);
            }
            Event::TakenBack { plies, .. } => {
                self.plies = usize::from(*plies);
            }
            Event::Over { .. } => self.phase = OutlinePhase::Over,
            Event::Closed => self.phase = OutlinePhase::Closed,
            _ => {}
        }
    }
}
