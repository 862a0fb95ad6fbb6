//! What people see of a room: the snapshot for one, the line in the lobby, the news for everybody.

use protocol::clock::{ClockFace, Millis};
use protocol::id::PlayerId;
use protocol::message::{self, ChatLine, Phase, RoomSummary, SNAPSHOT_NAMES, Snapshot, TableEvent};
use protocol::side::BySide;

use crate::{Event, Occupant, Room, Stage};

/// Whom an event is told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody in the room.
    All,
    /// Only those who watch.
    Spectators,
}

impl Room {
    /// What everybody, or those who watch, are told of an event that was just applied.
    pub fn tell(&self, at: Millis, event: &Event) -> Option<(Audience, TableEvent)> {
        let told = match event {
            Event::Sat { side, occupant } => TableEvent::Sat {
                side: *side,
                seat: arrived(occupant),
            },
            Event::Stood { side } => TableEvent::Stood { side: *side },
            Event::Started => TableEvent::Started {
                revision: self.revision,
                series: self.series,
                seats: self.seats_shown(at),
                clock: self.clock_face(at),
            },
            Event::Moved { .. } => TableEvent::Moved {
                revision: self.revision,
                side: self.play.side_to_move().other(),
                ply: self.play.count(),
                made: self.play.plies().next_back()?,
                clock: self.clock_face(at),
            },
            Event::Over { outcome } => TableEvent::Over {
                outcome: outcome.clone(),
                series: self.series,
                clock: self.clock_face(at),
            },
            Event::DrawOffered { by } => TableEvent::DrawOffered { by: *by },
            Event::DrawDeclined { by } => TableEvent::DrawDeclined { by: *by },
            Event::TakebackAsked { by } => TableEvent::TakebackAsked { by: *by },
            Event::TakebackDeclined { by } => TableEvent::TakebackDeclined { by: *by },
            Event::TakenBack { by, plies } => TableEvent::TakenBack {
                revision: self.revision,
                by: *by,
                plies: *plies,
                clock: self.clock_face(at),
            },
            Event::RematchOffered { by } => TableEvent::RematchOffered { by: *by },
            Event::Said { name, side, text } => TableEvent::Said {
                line: ChatLine {
                    name: name.clone(),
                    side: *side,
                    text: text.clone(),
                },
            },
            Event::Resumed | Event::ClockStarted => TableEvent::Clock {
                clock: self.clock_face(at)?,
            },
            Event::Back { side, .. } => TableEvent::Back { side: *side },
            Event::Gone { side } => TableEvent::Gone { side: *side },
            Event::Watching { name, .. } => TableEvent::Watching {
                name: name.clone(),
                watching: self.spectators.count(),
            },
            Event::Unwatched { name, .. } => TableEvent::Unwatched {
                name: name.clone(),
                watching: self.spectators.count(),
            },
            Event::Thought { thought } => TableEvent::Thought {
                thought: thought.clone(),
            },
            Event::Opened { .. } | Event::Closed | Event::Retired => return None,
        };
        let audience = match (event, &self.stage) {
            (Event::Thought { .. }, Stage::Playing) => Audience::Spectators,
            (_, Stage::Seating { .. } | Stage::Playing | Stage::Over { .. } | Stage::Closed) => {
                Audience::All
            }
        };
        Some((audience, told))
    }

    /// What `who` sees; a player does not see what bots think while the game goes on.
    pub fn snapshot(&self, now: Millis, who: PlayerId) -> Snapshot {
        let may_see_thoughts = self.side_of(who).is_none() || self.stage != Stage::Playing;
        Snapshot {
            room: self.id,
            spec: self.spec.clone(),
            seq: self.seq,
            revision: self.revision,
            seats: self.seats_shown(now),
            phase: self.phase(),
            plies: self.play.plies().collect(),
            clock: self.clock_face(now),
            offers: self.offers,
            series: self.series,
            grace: self.timing.grace,
            chat: self.chat.lines(),
            spectators: self
                .spectators
                .names()
                .take(SNAPSHOT_NAMES)
                .cloned()
                .collect(),
            watching: self.spectators.count(),
            thoughts: if may_see_thoughts {
                self.thoughts().to_vec()
            } else {
                Vec::new()
            },
        }
    }

    /// The room's line in the lobby.
    pub fn summary(&self, now: Millis) -> RoomSummary {
        RoomSummary {
            room: self.id,
            variant: self.spec.variant,
            clock: self.spec.clock,
            seats: self.seats_shown(now),
            phase: self.phase(),
            plies: self.play.count(),
            spectators: self.spectators.count(),
            watchable: self.spec.spectators,
        }
    }

    fn seats_shown(&self, now: Millis) -> BySide<message::Seat> {
        BySide::from_fn(|side| self.seats[side].shown(now))
    }

    fn clock_face(&self, now: Millis) -> Option<ClockFace> {
        self.play.clock().map(|clock| clock.face(now))
    }

    /// A room that was closed shows what it showed last: a seat that is open.
    fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Seating { .. } | Stage::Closed => Phase::Seating,
            Stage::Playing => Phase::Playing,
            Stage::Over { outcome, .. } => Phase::Over {
                outcome: outcome.clone(),
            },
        }
    }
}

/// The seat of somebody who takes it: they are here, though their `Back` follows.
fn arrived(occupant: &Occupant) -> message::Seat {
    match occupant {
        Occupant::Human { name, .. } => message::Seat::Human {
            name: name.clone(),
            away: None,
        },
        Occupant::Bot(bot) => message::Seat::Bot { bot: bot.clone() },
    }
}
