//! The pure state machine of one table: seats, play, clock, offers, presence, chat.
//!
//! command -> [`Room::decide`] -> events -> (the store) -> [`Room::apply`] -> [`Room::tell`]
//!
//! `decide` looks and changes nothing; `apply` changes and cannot fail. Live play and replay share
//! `apply`, so a room that comes back from the store is the room that was left. Duties come from state:
//! ask [`deadline`](Room::deadline), [`thinking`](Room::thinking) and [`is_retired`](Room::is_retired)
//! after every change, and a restart needs no road of its own.
//!
//! The room never reads a clock, never draws a random number, and knows neither sockets nor stores: the
//! moment, the lots and the names are arguments. `decide` takes the moment at which something was asked,
//! `apply` the moment at which it is told: what the store takes in between is charged to nobody.
//!
//! - [`Command`], [`Event`]: the closed lists of words that go in and come out
//! - `open`, `apply`, `replay`: how a room comes to be, and how it changes
//! - `seats`, `presence`, `play`, `clock`, `bots`, `offers`, `chat`, `counts`: what is allowed
//! - `duty`: what time brings; `view`: what people see
//!
//! ```
//! use protocol::clock::Millis;
//! use protocol::id::{PlayerId, RoomId, Token};
//! use protocol::rules::Variant;
//! use protocol::side::{BySide, Side};
//! use protocol::spec::{GameSpec, SeatSpec};
//! use protocol::text::Name;
//! use room::{Command, Creator, Opening, Room, Timing};
//!
//! let opening = Opening {
//!     spec: GameSpec::new(Variant::named("connect-four").unwrap()),
//!     seats: BySide { first: SeatSpec::Me, second: SeatSpec::Open },
//!     shuffle: false,
//!     creator: Some(Creator {
//!         who: PlayerId(1),
//!         name: Name::clean("Ana").unwrap(),
//!         seal: Token(1).seal(),
//!     }),
//!     timing: Timing::default(),
//!     draw: 7,
//! };
//! let now = Millis(1_000);
//! let events = Room::open(&opening).unwrap();
//! let stamped = events.iter().map(|event| (now, event));
//! let mut room = Room::replay(RoomId::from_draw(7), stamped).unwrap();
//!
//! let sit = Command::Sit {
//!     who: PlayerId(2),
//!     name: Name::clean("Bo").unwrap(),
//!     seal: Token(2).seal(),
//! };
//! for event in room.decide(now, &sit).unwrap() {
//!     room.apply(now, &event);
//! }
//! assert_eq!(room.side_of(PlayerId(2)), Some(Side::Second));
//! ```

mod analysis;
mod apply;
mod bots;
mod chat;
mod clock;
mod command;
mod counts;
mod decide;
mod duty;
mod event;
mod offers;
mod open;
mod play;
mod presence;
mod replay;
mod seats;
#[cfg(test)]
mod sessions;
#[cfg(test)]
mod testing;
mod view;

pub use bots::Thinking;
pub use command::Command;
pub use event::{Event, Occupant, Timing};
pub use open::{Creator, Opening};
pub use replay::ReplayError;
pub use view::Audience;

use protocol::clock::Millis;
use protocol::id::{PlayerId, Revision, RoomId, Seq};
use protocol::message::{Offers, Outcome, Series, Thought};
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;

use crate::bots::Thoughts;
use crate::chat::Chat;
use crate::counts::Counts;
use crate::play::Play;
use crate::presence::{Deserted, Spectators};
use crate::seats::Seat;

/// One table.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    id: RoomId,
    spec: GameSpec,
    timing: Timing,
    /// Durable events applied.
    seq: Seq,
    revision: Revision,
    seats: BySide<Seat>,
    stage: Stage,
    /// The board and its clock; empty while a seat is open, as it was left when the game is over.
    play: Play,
    offers: Offers,
    series: Series,
    chat: Chat,
    spectators: Spectators,
    thoughts: Thoughts,
    counts: Counts,
    deserted: Deserted,
    retired: bool,
    /// Whether it came from the store only to be looked at.
    archived: bool,
}

/// How far the room is.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// A seat is open.
    Seating {
        /// Since the room was opened, a seat was given up, or the server came back.
        since: Millis,
    },
    /// A game goes on.
    Playing,
    /// The last game is over.
    Over {
        /// How.
        outcome: Outcome,
        /// Since when.
        at: Millis,
    },
    /// Nobody came, and nobody can come any more.
    Closed,
}

impl Room {
    /// The side that `who` plays, by the connection they have now.
    pub fn side_of(&self, who: PlayerId) -> Option<Side> {
        self.seats.find(|seat| seat.here() == Some(who))
    }

    /// Whether the connection is in the room, as a player or as a spectator.
    pub fn has(&self, who: PlayerId) -> bool {
        self.side_of(who).is_some() || self.spectators.name_of(who).is_some()
    }

    /// An open seat that somebody new could take now, with a person present on the other seat.
    pub fn open_seat(&self) -> Option<Side> {
        match self.stage {
            Stage::Seating { .. } => self
                .seats
                .find(Seat::is_open)
                .filter(|side| self.seats[side.other()].here().is_some()),
            Stage::Playing | Stage::Over { .. } | Stage::Closed => None,
        }
    }

    /// What the bots thought in this game, oldest first, for players once it is over.
    pub fn thoughts(&self) -> &[Thought] {
        self.thoughts.as_slice()
    }

    /// The code.
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// The game, its seed filled in.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The number of the last durable event.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// How often the board changed.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether the store must bring the room back after a restart: it is neither over nor closed.
    pub fn is_live(&self) -> bool {
        match self.stage {
            Stage::Seating { .. } | Stage::Playing => true,
            Stage::Over { .. } | Stage::Closed => false,
        }
    }

    /// Whether the room is to leave memory.
    pub fn is_retired(&self) -> bool {
        self.retired
    }

    /// Marks a finished room that came from the store only to be looked at: people may watch it and return
    /// to their seats, but nothing is added to it.
    pub fn archive(&mut self) {
        self.archived = true;
    }

    /// Whether the room is only to be looked at.
    pub fn is_archived(&self) -> bool {
        self.archived
    }

    /// Whether the room is closed for good: who is in it is sent out.
    pub fn is_closed(&self) -> bool {
        match self.stage {
            Stage::Closed => true,
            Stage::Seating { .. } | Stage::Playing | Stage::Over { .. } => false,
        }
    }
}
