//! The messages of clients.

use bincode::{Decode, Encode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::act::Act;
use crate::id::{GameNr, HandOverCode, RoomId, Token};
use crate::millis::Millis;
use crate::rules::Variant;
use crate::side::BySide;
use crate::spec::{ClockSpec, GameSpec, SeatSpec};
use crate::square::Square;
use crate::text::Name;
use crate::tournament::{TournamentAct, TournamentSpec};
use crate::view::HistoryFilter;

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
    EnterLobby {
        /// `true` to get the moves of each room, for several boards on one screen.
        #[serde(default)]
        boards: bool,
    },
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
        own_rooms: Vec<RoomId>,
        /// `true` to play for ratings where both own their names.
        #[serde(default)]
        rated: bool,
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
    /// Asks for the value of each column in a position, or for its best lines where stones are placed freely.
    /// Answered by `Analysis`, unless the client asks about another position first, or leaves its room.
    Analyse {
        /// The rules and the board.
        variant: Variant,
        /// Moves that lead to the position, from the empty board. Only the column counts where discs fall.
        moves: Vec<Square>,
    },
    /// Does not want the answers to `Analyse` or `AnalyseGame` any more.
    StopAnalysis,
    /// Asks for a sign of life. Answered by `Pong`.
    Ping,
    /// The answer to `Ping`.
    Pong,
    /// Asks about a room without going into it. Answered by `RoomInfo`.
    RoomInfo {
        /// Code of the room.
        room: RoomId,
    },
    /// Asks for the game of a room as text, while it goes on or afterwards. Answered by `Record`.
    Record {
        /// Code of the room.
        room: RoomId,
    },
    /// Watches a room beside the one that the client is in, as for several boards on one screen. Answered by
    /// `Watching`; again for a room that is watched already.
    Watch {
        /// Code of the room.
        room: RoomId,
    },
    /// Watches a room no more. Answered by `Left`.
    Unwatch {
        /// Code of the room.
        room: RoomId,
    },
    /// Asks who watches a room that the client is in or watches. Answered by `Who`.
    Who {
        /// Code of the room.
        room: RoomId,
    },
    /// Asks for an analysis of every position of the game in the client's room. Answered by an `Analysis` of each,
    /// then `GameAnalysed`.
    AnalyseGame,
    /// Asks for the bots that play a variant, the weakest first. Answered by `Bots`.
    ListBots {
        /// The rules and the board.
        variant: Variant,
    },
    /// Says something to those who look at the lobby.
    LobbyChat {
        /// The text; the server cleans it.
        text: String,
    },
    /// Wants to see no more, or again, of the chat of somebody. Answered by `Muted`.
    Mute {
        /// Name of the other person.
        name: Name,
        /// `true` to see no more.
        muted: bool,
    },
    /// Asks for a code by which another device takes the client's seat over. Answered by `HandedOver`.
    HandOver,
    /// Takes over the seat of the device that showed this code. Answered by `Joined`.
    TakeOver {
        /// The code, good once.
        code: HandOverCode,
    },
    /// Asks for the games of the person whose key came with `Hello`. Answered by `YourGames`.
    YourGames,
    /// Lets nobody else in, or again, by the one who opened the room. Answered by `Locked`.
    Lock {
        /// `true` to let nobody in.
        locked: bool,
    },
    /// Sends a spectator, or a player before the game, out of the room, by the one who opened it. Answered by
    /// `Removed`.
    Remove {
        /// Name of the other person.
        name: Name,
    },
    /// Lets nobody chat, or again, by the one who opened the room. Answered by `ChatClosed`.
    CloseChat {
        /// `true` to let nobody chat.
        closed: bool,
    },
    /// Asks for games that are over, the newest first: listed ones, and those of the person. Answered by `History`.
    History {
        /// The games that are asked for.
        #[cfg_attr(feature = "schema", schemars(extend("unevaluatedProperties" = false)))]
        filter: HistoryFilter,
        /// Only games with a lower number than this one, as for the next page.
        #[serde(default)]
        before: Option<GameNr>,
    },
    /// Asks for a game that is over. Answered by `PastGame`.
    PastGame {
        /// Number of the game.
        game: GameNr,
    },
    /// Asks what is derived from the games of a person who owns a name. Answered by `Profile`.
    Profile {
        /// The name; none is that of the one who asks.
        #[serde(default)]
        name: Option<Name>,
    },
    /// Asks for the order of the players by their ratings. Answered by `Leaderboard`.
    Leaderboard {
        /// The rules and the board.
        variant: Variant,
        /// Only those with a rated game in this time up to now, as since midnight.
        #[serde(default)]
        within: Option<Millis>,
    },
    /// Asks which moves were played in a position on this server. Answered by `Explored`.
    Explore {
        /// The rules and the board.
        variant: Variant,
        /// Moves that lead to the position.
        moves: Vec<Square>,
    },
    /// Asks for the listed tournaments, and those of the person. Answered by `Tournaments`.
    ListTournaments,
    /// Opens a tournament, of which the person is the organiser, and follows it. Answered by `YourTournament`, then
    /// `Tournament`.
    OpenTournament {
        /// The choices.
        #[cfg_attr(feature = "schema", schemars(extend("unevaluatedProperties" = false)))]
        spec: TournamentSpec,
    },
    /// Follows a tournament, and no other any more. Answered by `YourTournament`, then `Tournament`.
    FollowTournament {
        /// Code of the tournament.
        tournament: RoomId,
        /// The token that came with `YourTournament`: the way back of a person without a key.
        #[serde(default)]
        token: Option<Token>,
    },
    /// Follows no tournament any more.
    UnfollowTournament,
    /// Acts in the tournament that the client follows. Answered by `YourTournament`.
    InTournament {
        /// The act.
        act: TournamentAct,
    },
    /// Asks for the pairings of the tournament that the client follows. Answered by `TournamentPairings`.
    ListPairings {
        /// Number of the first one.
        #[serde(default)]
        from: u32,
    },
    /// Looks for rooms among all that the lobby may list. Answered by `RoomsFound`.
    FindRooms {
        /// Words that all stand in the code of a room, its variant or the names on its seats, in capitals or not; at
        /// most [`FIND_WORDS`](super::FIND_WORDS) count.
        words: String,
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
        "choose",
        "answer_rematch",
        "chat",
        "resync",
        "analyse",
        "stop_analysis",
        "ping",
        "pong",
        "room_info",
        "record",
        "watch",
        "unwatch",
        "who",
        "analyse_game",
        "list_bots",
        "lobby_chat",
        "mute",
        "hand_over",
        "take_over",
        "your_games",
        "lock",
        "remove",
        "close_chat",
        "history",
        "past_game",
        "profile",
        "leaderboard",
        "explore",
        "list_tournaments",
        "open_tournament",
        "follow_tournament",
        "unfollow_tournament",
        "in_tournament",
        "list_pairings",
        "find_rooms",
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
