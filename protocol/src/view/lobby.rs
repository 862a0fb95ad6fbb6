//! The lobby, and what a server says of itself.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Phase, Seat};
use crate::id::RoomId;
use crate::millis::Millis;
use crate::rules::Variant;
use crate::side::{BySide, Side};
use crate::spec::{ClockSpec, OpeningRule};
use crate::square::Square;
use crate::text::{ChatText, Name};
use crate::word::{Named, open_words};

/// A room as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomSummary {
    /// Code of the room.
    pub room: RoomId,
    /// The rules and the board.
    pub variant: Named<Variant>,
    /// The clock.
    pub clock: Option<ClockSpec>,
    /// Occupants of the seats.
    pub seats: BySide<Seat>,
    /// State of the game.
    pub phase: Phase,
    /// Number of plies made.
    pub plies: u16,
    /// Number of spectators.
    pub spectators: u32,
    /// `true` if it admits another spectator.
    pub watchable: bool,
    /// `true` if nobody else is let in.
    pub locked: bool,
    /// The cells of the plies in order, for those who asked for boards; of a lobby for the first
    /// [`LOBBY_BOARDS`](crate::message::LOBBY_BOARDS) rooms that may be watched.
    pub moves: Option<Vec<Square>>,
    /// Rule of the opening; none lets the first side place the first stone anywhere.
    pub opening: Option<OpeningRule>,
    /// `true` if the game counts for the ratings of two people who own their names.
    #[serde(default)]
    pub rated: bool,
}

/// A line of the lobby's chat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyLine {
    /// Name of the author.
    pub name: Name,
    /// The text.
    pub text: ChatText,
}

/// A game in which a person has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YourGame {
    /// The room.
    pub room: RoomSummary,
    /// The side of the person.
    pub side: Side,
    /// `true` if the game waits for the person.
    pub your_turn: bool,
    /// Time since the game ended, if it did.
    pub ended: Option<Millis>,
}

open_words! {
    /// An offer that some servers make, and others do not.
    pub enum Feature {
        /// TLS on the same port.
        Tls = "tls",
        /// The key of `Hello` owns names and games.
        Identity = "identity",
        /// Games that are over are kept, with what is derived from them.
        History = "history",
        /// Tournaments.
        Tournament = "tournament",
        /// `FindRooms` is answered.
        FindRooms = "find_rooms",
    }
}
