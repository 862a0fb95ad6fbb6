//! The messages, the only words on the wire: the clients' and the server's.
//!
//! Closed enums, without maps. Within a version of the protocol variants and fields are only added, at the end;
//! each addition is a new binary layout ([`Encoding::subprotocol`](crate::codec::Encoding::subprotocol)). `Hello` and
//! [`Refusal::Version`] never change in JSON. `PROTOCOL.md` has every message with a frame.

use bincode::{Decode, Encode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::act::Act;
use crate::analysis::ColumnValue;
use crate::clock::ClockFace;
use crate::id::{PlayerId, Revision, RoomId, Seq, Token};
use crate::millis::Millis;
#[cfg(feature = "schema")]
use crate::number_text::UnsignedText;
use crate::refusal::Refusal;
use crate::rules::Variant;
use crate::side::{BySide, Side};
use crate::spec::{ClockSpec, GameSpec, SeatSpec};
use crate::text::Name;
use crate::view::{
    BotOffer, ChatLine, Outcome, Ply, RoomSummary, SearchInfo, Seat, Series, Snapshot,
};
use crate::wire::as_text;
use crate::word::Named;

/// The version of the protocol that this crate speaks.
pub const VERSION: u16 = 3;

/// Number of times that this version has grown: raised by every message and field that is added to it.
pub const MINOR: u16 = 0;

/// A message from a client.
///
/// Everything about a room concerns the room that the connection is in: it is in one at most.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ClientMessage")
)]
// `remote` makes the derived code plain functions: the traits below lead acts past it.
#[serde(remote = "Self", tag = "type", rename_all = "snake_case")]
pub enum ClientMsg {
    /// The first message, once. Answered by `Welcome`, or refused with `Version` and closed.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u16,
        /// Name and version of the program, for the log.
        software: String,
        /// Name that the person asks for; none gives `guest-NN`.
        name: Option<String>,
        /// Secret by which the server knows the person again: the right to their name.
        #[serde(default)]
        key: Option<Token>,
        /// `true` to get a `Ping` every few seconds, for clients that see no pings of the WebSocket.
        #[serde(default)]
        heartbeat: bool,
    },
    /// Asks for the lobby, and for its changes from then on.
    EnterLobby,
    /// Wants no more changes of the lobby.
    LeaveLobby,
    /// Opens a room. Answered by `Joined`: seated where a seat is `Me`, as a spectator otherwise.
    Open {
        /// The game.
        // The server refuses fields that it does not know, and what it sends itself may grow.
        #[cfg_attr(feature = "schema", schemars(extend("unevaluatedProperties" = false)))]
        spec: GameSpec,
        /// Occupants of the seats; at most one seat is `Me`.
        seats: BySide<SeatSpec>,
        /// `true` to draw at random which of the two is first.
        shuffle: bool,
    },
    /// Goes into a room. Answered by `Joined`.
    Join {
        /// Code of the room.
        room: RoomId,
        /// Role in the room.
        role: Role,
    },
    /// Takes an open seat of any listed room of this game, or opens such a room. Answered by `Joined`.
    Quick {
        /// The rules and the board.
        variant: Variant,
        /// The clock.
        clock: Option<ClockSpec>,
        /// Rooms where this person has a seat already: nobody meets their own, not even while the server
        /// has yet to notice that their last connection broke.
        #[serde(default)]
        holding: Vec<RoomId>,
    },
    /// Leaves the room; a seat in a game that goes on is kept. Answered by `Left`.
    Leave,
    /// Acts in the game. In JSON each act is a message of its own.
    #[serde(skip)]
    Act(Act),
    /// Says something to those present.
    Chat {
        /// The text; the server cleans it.
        text: String,
    },
    /// Asks for the `Joined` of the client's room again, as after a gap in `Seq`.
    Resync,
    /// Asks for the value of each column in a position of the client's room. Answered by `Analysis`, unless the
    /// client asks about another position first, or leaves.
    Analyse {
        /// Number of plies made in the position.
        plies: u16,
    },
    /// Does not want the answer to `Analyse` any more.
    StopAnalysis,
    /// Asks for a sign of life. Answered by `Pong`.
    Ping,
    /// The answer to `Ping`.
    Pong,
    /// Asks about a room without going into it. Answered by `RoomInfo`.
    Look {
        /// Code of the room.
        room: RoomId,
    },
    /// Asks for the game of a room as text, while it goes on or afterwards. Answered by `Record`.
    Record {
        /// Code of the room.
        room: RoomId,
    },
}

impl ClientMsg {
    /// The names of the messages in JSON, in the order of bincode; those of [`Act::TYPES`] stand for the one
    /// message that carries an act.
    pub const TYPES: &[&str] = &[
        "hello",
        "enter_lobby",
        "leave_lobby",
        "open",
        "join",
        "quick",
        "leave",
        "move",
        "resign",
        "offer_draw",
        "answer_draw",
        "ask_takeback",
        "answer_takeback",
        "abort",
        "claim",
        "rematch",
        "chat",
        "resync",
        "analyse",
        "stop_analysis",
        "ping",
        "pong",
        "look",
        "record",
    ];
}

impl From<Act> for ClientMsg {
    fn from(act: Act) -> Self {
        Self::Act(act)
    }
}

impl Serialize for ClientMsg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::Act(act) = self {
            act.serialize(serializer)
        } else {
            Self::serialize(self, serializer)
        }
    }
}

impl<'de> Deserialize<'de> for ClientMsg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let message = Value::deserialize(deserializer)?;
        let is_act = message["type"]
            .as_str()
            .is_some_and(|name| Act::TYPES.contains(&name));
        // An untagged variant would answer every fault of an act with one sentence.
        let read = if is_act {
            Act::deserialize(&message).map(Self::Act)
        } else {
            Self::deserialize(&message)
        };
        read.map_err(serde::de::Error::custom)
    }
}

/// The role of a client in a room.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Role {
    /// A player in an open seat; the first side's, if both are.
    Player,
    /// A spectator.
    Spectator,
    /// The player to whom the token belongs: the way back to a seat.
    Seat {
        /// The token that came with the seat.
        token: Token,
    },
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ServerMessage")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The request is refused, and nothing changed.
    Refused {
        /// The reason, for programs.
        refusal: Refusal,
        /// The reason, for people.
        message: String,
    },
    /// The answer to `Hello`.
    Welcome {
        /// The version of the protocol that the two speak.
        protocol: u16,
        /// Number of times that the version has grown, as the server knows it: what is newer it refuses.
        #[serde(default)]
        minor: u16,
        /// Name and version of the server's program.
        software: String,
        /// Name of the server.
        server: String,
        /// Id of the client, for as long as the connection lasts.
        player: PlayerId,
        /// Name of the person on this server.
        name: Name,
        /// The bots offered.
        bots: Vec<BotOffer>,
        /// The games offered, without boards of the creator's own.
        variants: Vec<Named<Variant>>,
    },
    /// The whole lobby.
    Lobby {
        /// Listed rooms, the newest first, at most [`LOBBY_ROOMS`].
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_ROOMS)))]
        rooms: Vec<RoomSummary>,
        /// Names of those connected, at most [`LOBBY_NAMES`].
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_NAMES)))]
        players: Vec<Name>,
        /// Number of people connected.
        present: u32,
    },
    /// A listed room is new, or changed.
    LobbyRoom {
        /// The room as it is now.
        room: RoomSummary,
    },
    /// A listed room is gone.
    LobbyRoomGone {
        /// Code of the room.
        room: RoomId,
    },
    /// The list of people connected changed.
    LobbyPlayers {
        /// Names of those connected, at most [`LOBBY_NAMES`].
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_NAMES)))]
        players: Vec<Name>,
        /// Number of people connected.
        present: u32,
    },
    /// The client is in a room now, or asked to see it again.
    Joined {
        /// The side the client plays; none watches.
        you: Option<Side>,
        /// The token that gives the right to the seat. Keep it: it is the way back.
        token: Option<Token>,
        /// Everything there is to see.
        snapshot: Box<Snapshot>,
    },
    /// The client is out of its room.
    Left {
        /// Code of the room.
        room: RoomId,
        /// The reason.
        why: LeftWhy,
    },
    /// Something happened in the client's room.
    Event {
        /// Code of the room.
        room: RoomId,
        /// The number of the last recorded event, this one included. It grows by at most one from one
        /// message to the next; a larger step means that something was missed: send `Resync`.
        seq: Seq,
        /// The event.
        event: RoomEvent,
    },
    /// The server is about to stop; the games so far are kept.
    ShuttingDown,
    /// The answer to `Analyse`.
    Analysis {
        /// The revision of the board that the plies were counted on. An answer about an older board than
        /// the client knows was overtaken by a takeback or by another game.
        revision: Revision,
        /// Number of plies made in the position.
        plies: u16,
        /// One value for each column, from the left; seen from the side to move.
        columns: Vec<ColumnValue>,
        /// Positions searched.
        #[serde(with = "as_text")]
        #[cfg_attr(feature = "schema", schemars(with = "UnsignedText"))]
        nodes: u64,
        /// Time taken.
        elapsed: Millis,
    },
    /// A sign of life, for clients whose `Hello` asks for it. To be answered by `Pong`.
    Ping,
    /// The answer to `Ping`.
    Pong,
    /// The answer to `Look`.
    RoomInfo {
        /// The room as it is now.
        room: RoomSummary,
    },
    /// The answer to `Record`.
    Record {
        /// Code of the room.
        room: RoomId,
        /// The game as a [`Record`](crate::record::Record).
        text: String,
    },
}

impl ServerMsg {
    /// The names of the messages in JSON, in the order of bincode.
    pub const TYPES: &[&str] = &[
        "refused",
        "welcome",
        "lobby",
        "lobby_room",
        "lobby_room_gone",
        "lobby_players",
        "joined",
        "left",
        "event",
        "shutting_down",
        "analysis",
        "ping",
        "pong",
        "room_info",
        "record",
    ];
}

/// Rooms that a lobby shows at most: more than anybody reads, and 30 KiB on the wire.
pub const LOBBY_ROOMS: usize = 200;
/// Names that a lobby shows at most.
pub const LOBBY_NAMES: usize = 200;

/// The reason why a client is out of its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeftWhy {
    /// It asked to.
    Asked,
    /// A newer connection showed the token of its seat.
    Replaced,
    /// The room was closed.
    Closed,
}

/// An event in a room.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomEvent {
    /// Somebody took a seat. When both are taken, `Started` follows.
    SeatTaken {
        /// Side of the seat.
        side: Side,
        /// Its new occupant.
        seat: Seat,
    },
    /// Somebody gave a seat up before the game began; it is open again.
    SeatVacated {
        /// Side of the seat.
        side: Side,
    },
    /// A player is away; the seat is kept.
    Disconnected {
        /// The player's side.
        side: Side,
    },
    /// A player is back.
    Reconnected {
        /// The player's side.
        side: Side,
    },
    /// Somebody came to watch.
    SpectatorJoined {
        /// The spectator's name.
        name: Name,
        /// Number of spectators now.
        watching: u32,
    },
    /// Somebody watches no more.
    SpectatorLeft {
        /// The spectator's name.
        name: Name,
        /// Number of spectators now.
        watching: u32,
    },
    /// A game begins on an empty board. From the second on, everybody has changed sides.
    Started {
        /// The new revision.
        revision: Revision,
        /// The series, with the number of the game.
        series: Series,
        /// Occupants of the seats.
        seats: BySide<Seat>,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// A ply was made.
    Moved {
        /// The new revision.
        revision: Revision,
        /// The side that made it.
        side: Side,
        /// The number of the ply, from 1.
        ply: u16,
        /// The ply.
        made: Ply,
        /// `true` if it ends the game by the rules: `Over` follows.
        ends_game: bool,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// The game is over.
    Over {
        /// Winner and reason.
        outcome: Outcome,
        /// The series, with this game.
        series: Series,
        /// The clock, where there is one, standing still.
        clock: Option<ClockFace>,
    },
    /// A draw was offered. It lapses with the next ply.
    DrawOffered {
        /// The side that made the offer.
        by: Side,
    },
    /// The draw that was offered is declined.
    DrawDeclined {
        /// The side that declined.
        by: Side,
    },
    /// A takeback was asked for. It lapses with the next ply.
    TakebackAsked {
        /// The side that asked.
        by: Side,
    },
    /// The takeback that was asked for is declined.
    TakebackDeclined {
        /// The side that declined.
        by: Side,
    },
    /// Plies were taken back.
    TakenBack {
        /// The new revision.
        revision: Revision,
        /// The side that asked for the takeback.
        by: Side,
        /// Plies that are left on the board.
        plies: u16,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// A rematch was offered.
    RematchOffered {
        /// The side that made the offer.
        by: Side,
    },
    /// Somebody said something.
    ChatPosted {
        /// The line, with its author.
        line: ChatLine,
    },
    /// The search behind a bot's ply; sent to all after the game, and during it to spectators where only bots play
    /// or hints are allowed.
    SearchInfo {
        /// The search.
        search: SearchInfo,
    },
    /// The clock changed otherwise than by a ply: it is stopped, held by the server, or runs again.
    Clock {
        /// State of the clock.
        clock: ClockFace,
    },
}

impl RoomEvent {
    /// The names of the events in JSON, in the order of bincode.
    pub const TYPES: &[&str] = &[
        "seat_taken",
        "seat_vacated",
        "disconnected",
        "reconnected",
        "spectator_joined",
        "spectator_left",
        "started",
        "moved",
        "over",
        "draw_offered",
        "draw_declined",
        "takeback_asked",
        "takeback_declined",
        "taken_back",
        "rematch_offered",
        "chat_posted",
        "search_info",
        "clock",
    ];
}
