//! The pure state machine of one room: seats, play, clock, offers, presence, chat.
//!
//! command -> [`Room::decide`] -> events -> (the store) -> [`Room::apply`] -> [`Room::client_event`]
//!
//! `decide` looks and changes nothing; `apply` changes and cannot fail. Live play and replay share `apply`,
//! so a room that is loaded from the store equals the one that was left. Duties follow from the state: call
//! [`deadline`](Room::deadline), [`thinking`](Room::thinking) and [`is_retired`](Room::is_retired) after
//! every change, and a restart needs no path of its own.
//!
//! The room never reads a clock, never draws a random number, and knows neither sockets nor stores: the
//! moment, the random draw and the names are arguments. `decide` takes the moment at which a command arrived,
//! `apply` the moment at which its events are sent: the time that the store takes in between is charged to
//! nobody.
//!
//! - [`Command`], [`Event`]: the closed lists of inputs and outputs
//! - `open`, `apply`, `replay`: the beginning of a room, and its changes
//! - `seats`, `presence`, `play`, `clock`, `bots`, `offers`, `chat`, `owner`, `counts`: the commands, by subject
//! - `duty`: actions that are due at a moment; `wake`: those due in a room that is only stored; `view`: the room as
//!   clients see it
//!
//! ```
//! use protocol::millis::Millis;
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
//!         hash: Token(1).hash(),
//!         holder: None,
//!         key: None,
//!     }),
//!     timing: Timing::default(),
//!     draw: 7,
//! };
//! let now = Millis::from_millis(1_000);
//! let events = Room::open(&opening).unwrap();
//! let stamped = events.iter().map(|event| (now, event));
//! let mut room = Room::replay(RoomId::from_draw(7), stamped).unwrap();
//!
//! let sit = Command::Sit {
//!     who: PlayerId(2),
//!     name: Name::clean("Bo").unwrap(),
//!     hash: Token(2).hash(),
//!     holder: None,
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
mod finished;
mod host;
mod offers;
mod open;
mod owner;
mod play;
mod presence;
mod replay;
mod seats;
#[cfg(test)]
mod testing;
mod view;
mod wake;
mod your_game;

pub use bots::Thinking;
pub use command::Command;
pub use event::{Event, KeyHolder, Occupant, Timing, UnreadableEvent};
pub use finished::{Finished, Player};
pub use open::{Creator, Opening};
pub use replay::ReplayError;
pub use view::Audience;
pub use your_game::SeatClaim;

use protocol::id::{PlayerId, Revision, RoomId, Seq};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::view::{Offers, Outcome, SearchInfo, Series};

use crate::bots::Searches;
use crate::chat::Chat;
use crate::counts::Counts;
use crate::owner::Owner;
use crate::play::Play;
use crate::presence::{Deserted, Spectators};
use crate::seats::Seat;

/// A room: two seats, the game played on them, the chat and the spectators.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    id: RoomId,
    spec: GameSpec,
    timing: Timing,
    /// Number of durable events applied.
    seq: Seq,
    revision: Revision,
    seats: BySide<Seat>,
    phase: Phase,
    /// The board and its clock; empty while a seat is open, as it was left when the game is over.
    play: Play,
    offers: Offers,
    series: Series,
    chat: Chat,
    spectators: Spectators,
    searches: Searches,
    counts: Counts,
    deserted: Deserted,
    owner: Owner,
    retired: bool,
    /// True if the room was loaded from the store only to be looked at.
    archived: bool,
    /// True if a match goes on with nobody to watch it.
    unattended: bool,
}

/// Phase of a room. Clients see it as [`protocol::view::Phase`].
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// A seat is open.
    Seating {
        /// Moment at which the room was opened, a seat was given up, or the server came back.
        since: Millis,
    },
    /// A game goes on.
    Playing,
    /// The last game is over.
    Over {
        /// Result of the game.
        outcome: Outcome,
        /// Moment at which it ended.
        at: Millis,
    },
    /// Nobody took the open seat, and nobody can any more.
    Closed,
}

impl Room {
    /// Returns the side that `who` plays by the present connection.
    pub fn side_of(&self, who: PlayerId) -> Option<Side> {
        self.seats.find(|seat| seat.here() == Some(who))
    }

    /// Returns true if `who` is in the room, as a player or as a spectator.
    pub fn has(&self, who: PlayerId) -> bool {
        self.side_of(who).is_some() || self.spectators.name_of(who).is_some()
    }

    /// Returns an open seat that a newcomer could take now, if a person is present on the other seat.
    pub fn open_seat(&self) -> Option<Side> {
        match self.phase {
            Phase::Seating { .. } if self.owner.locked => None,
            Phase::Seating { .. } => self
                .seats
                .find(Seat::is_open)
                .filter(|side| self.seats[side.other()].here().is_some()),
            Phase::Playing | Phase::Over { .. } | Phase::Closed => None,
        }
    }

    /// Returns the search information of the bots in this game, oldest first, for players once it is over.
    pub fn searches(&self) -> &[SearchInfo] {
        self.searches.as_slice()
    }

    /// Returns the code of the room.
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// Returns the game and its options, with the seed filled in.
    pub fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Returns the number of the last durable event.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the number of changes of the board.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns true if the room must be loaded again after a restart: it is neither over nor closed.
    pub fn is_live(&self) -> bool {
        match self.phase {
            Phase::Seating { .. } | Phase::Playing => true,
            Phase::Over { .. } | Phase::Closed => false,
        }
    }

    /// Returns true if the room is to leave memory.
    pub fn is_retired(&self) -> bool {
        self.retired
    }

    /// Marks a finished room that was loaded only to be looked at: people may watch it and return to their
    /// seats, but nothing is added to it.
    pub fn archive(&mut self) {
        self.archived = true;
        // An offer that nobody could take would stand for ever.
        self.lapse_offers();
    }

    /// Lets a match of bots go on with nobody to watch it, as the exhibition does.
    pub fn play_unattended(&mut self) {
        self.unattended = true;
    }

    /// Returns true if the room is closed for good: everybody in it is sent out.
    pub fn is_closed(&self) -> bool {
        match self.phase {
            Phase::Closed => true,
            Phase::Seating { .. } | Phase::Playing | Phase::Over { .. } => false,
        }
    }
}
