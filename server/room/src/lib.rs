//! The pure state machine of one table.
//!
//! `decide` looks and changes nothing; `apply` changes and cannot fail. Live play and replay share
//! `apply`. Duties come from state: ask `deadline`, `thinking` and `is_retired` after every change.

mod command;
mod event;

pub use command::Command;
pub use event::{Event, Occupant, Timing};

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Seal, Seq};
use protocol::message::{RoomSummary, Snapshot, TableEvent, Thought};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{BotSpec, GameSpec, SeatSpec};
use protocol::text::Name;

/// What it takes to open a room.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game.
    pub spec: GameSpec,
    /// Who is to sit where.
    pub seats: BySide<SeatSpec>,
    /// Whether lots decide which of the two is first.
    pub shuffle: bool,
    /// Who opens it; the server itself opens rooms in nobody's name.
    pub creator: Option<Creator>,
    /// The spans it is to live by.
    pub timing: Timing,
    /// A random number, for the lots and for a seed where the game names none.
    pub draw: u64,
}

/// Who opens a room.
#[derive(Clone, Debug)]
pub struct Creator {
    /// Who.
    pub who: PlayerId,
    /// What they are called.
    pub name: Name,
    /// Of the token of their seat, if they take one.
    pub seal: Seal,
}

/// A ply that a bot is to think about.
#[derive(Clone, Debug)]
pub struct Thinking<'a> {
    /// The revision to answer with.
    pub revision: Revision,
    /// The side it plays.
    pub side: Side,
    /// Which bot.
    pub bot: &'a BotSpec,
    /// The position.
    pub game: &'a Game,
    /// What its lots are drawn from: a function of the room's seed, the game and the ply.
    pub seed: u64,
    /// How long it may think.
    pub limit: Millis,
    /// Its answer is not to be given to the room before this moment, so that people can follow.
    pub not_before: Millis,
}

/// Whom an event is told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody in the room.
    All,
    /// Only those who watch.
    Spectators,
}

/// One table.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {}

/// Why stored events do not make a room.
#[derive(Debug, thiserror::Error)]
#[error("the stored events of room {room} do not fit together at {at}: {problem}")]
pub struct ReplayError {
    /// Which room.
    pub room: RoomId,
    /// At which event.
    pub at: Seq,
    /// What is wrong.
    pub problem: String,
}

#[allow(unused_variables, clippy::todo, clippy::unused_self, missing_docs)]
impl Room {
    /// The events with which a room begins: `Opened`, `Sat`..., and `Started` where both seats are taken,
    /// then `Back` of the creator who sits, or `Watching` of one who does not.
    pub fn open(opening: &Opening) -> Result<Vec<Event>, Refusal> {
        todo!()
    }
    /// The room after these events. Each has the moment it was recorded at.
    pub fn replay<'a>(
        id: RoomId,
        events: impl IntoIterator<Item = (Millis, &'a Event)>,
    ) -> Result<Self, ReplayError> {
        todo!()
    }
    pub fn decide(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        todo!()
    }
    pub fn apply(&mut self, at: Millis, event: &Event) {
        todo!()
    }
    /// What everybody, or those who watch, are told of an event that was just applied.
    pub fn tell(&self, at: Millis, event: &Event) -> Option<(Audience, TableEvent)> {
        todo!()
    }
    /// The next moment at which `Command::Tick` is due.
    pub fn deadline(&self) -> Option<Millis> {
        todo!()
    }
    pub fn thinking(&self) -> Option<Thinking<'_>> {
        todo!()
    }
    /// What `who` sees; a player does not see what bots think while the game goes on.
    pub fn snapshot(&self, now: Millis, who: PlayerId) -> Snapshot {
        todo!()
    }
    pub fn summary(&self, now: Millis) -> RoomSummary {
        todo!()
    }
    /// The side that `who` plays, by the connection they have now.
    pub fn side_of(&self, who: PlayerId) -> Option<Side> {
        todo!()
    }
    /// Whether the connection is in the room, as a player or as a spectator.
    pub fn has(&self, who: PlayerId) -> bool {
        todo!()
    }
    /// An open seat that somebody new could take now, with a person present on the other seat.
    pub fn open_seat(&self) -> Option<Side> {
        todo!()
    }
    /// What the bots thought in this game, oldest first, for players once it is over.
    pub fn thoughts(&self) -> &[Thought] {
        todo!()
    }
    pub fn id(&self) -> RoomId {
        todo!()
    }
    pub fn spec(&self) -> &GameSpec {
        todo!()
    }
    pub fn seq(&self) -> Seq {
        todo!()
    }
    /// Whether the store must bring the room back after a restart: it is neither over nor closed.
    pub fn is_live(&self) -> bool {
        todo!()
    }
    /// Whether the room is to leave memory.
    pub fn is_retired(&self) -> bool {
        todo!()
    }
    /// Whether the room is closed for good: who is in it is sent out.
    pub fn is_closed(&self) -> bool {
        todo!()
    }
}
