//! The messages of the server.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::RoomEvent;
#[cfg(feature = "schema")]
use super::{FOUND_ROOMS, LOBBY_LINES, LOBBY_NAMES, LOBBY_ROOMS, MOST_ADDRESSES, MOST_MUTED};
use crate::analysis::{BestLine, ColumnValue};
use crate::id::{GameNr, HandOverCode, PlayerId, Revision, RoomId, Seq, ServerId, Token};
use crate::millis::Millis;
use crate::refusal::Refusal;
use crate::rules::Variant;
#[cfg(feature = "schema")]
use crate::schema::UnsignedText;
use crate::shared::Shared;
use crate::side::Side;
use crate::square::Square;
use crate::text::Name;
use crate::tournament::{Entrant, PairingView, TournamentSummary, TournamentView};
#[cfg(feature = "schema")]
use crate::tournament::{PAIRINGS, TOURNAMENTS};
use crate::view::{
    BotOffer, Feature, LeftWhy, LobbyLine, PastGame, Place, PlayedMove, Profile, RoomSummary,
    Snapshot, YourGame,
};
#[cfg(feature = "schema")]
use crate::view::{HISTORY_PAGE, LEADERBOARD_PLACES, WHO_NAMES};
use crate::wire::as_text;
use crate::word::Named;

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
        /// Id of the server, the same after a restart; also the header [`SERVER_HEADER`](super::SERVER_HEADER) of the
        /// upgrade's response.
        id: ServerId,
        /// Addresses for others, as links, the likeliest first; at most [`MOST_ADDRESSES`](super::MOST_ADDRESSES).
        #[cfg_attr(feature = "schema", schemars(length(max = MOST_ADDRESSES)))]
        addresses: Vec<String>,
        /// Offers of the server beyond this version of the protocol.
        features: Vec<Feature>,
        /// The standing announcement of the host.
        announcement: Option<String>,
        /// Id of the client, for as long as the connection lasts.
        player: PlayerId,
        /// Name of the person on this server.
        name: Name,
        /// The bots offered.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<BotOffer>"))]
        bots: Shared<Vec<BotOffer>>,
        /// The games offered, without boards of the creator's own.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Named<Variant>>"))]
        variants: Shared<Vec<Named<Variant>>>,
        /// The other servers that have the same rooms, as URLs to come back to if this one is gone.
        #[serde(default)]
        nodes: Vec<String>,
    },
    /// The whole lobby.
    Lobby {
        /// Listed rooms, the newest first, at most [`LOBBY_ROOMS`](super::LOBBY_ROOMS).
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_ROOMS)))]
        rooms: Vec<RoomSummary>,
        /// Names of those connected, at most [`LOBBY_NAMES`](super::LOBBY_NAMES).
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_NAMES)))]
        players: Vec<Name>,
        /// Number of people connected.
        present: u32,
        /// The last lines of the lobby's chat, oldest first, at most [`LOBBY_LINES`](super::LOBBY_LINES).
        #[cfg_attr(feature = "schema", schemars(length(max = LOBBY_LINES)))]
        chat: Vec<LobbyLine>,
    },
    /// A listed room is new, or changed.
    LobbyRoom {
        /// The room as it is now.
        room: RoomSummary,
    },
    /// A listed room is gone.
    LobbyRoomRemoved {
        /// Code of the room.
        room: RoomId,
    },
    /// The list of people connected changed.
    LobbyPlayers {
        /// Names of those connected, at most [`LOBBY_NAMES`](super::LOBBY_NAMES).
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
        /// `true` if the client opened the room, and may `Lock` it, `Remove` people and `CloseChat`.
        owner: bool,
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
    /// Something happened in the client's room, or in one that it watches.
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
    /// The answer to `Analyse`, and to `AnalyseGame` one for each position.
    Analysis {
        /// The rules and the board.
        variant: Named<Variant>,
        /// Stones of the position, in the order in which they were placed.
        moves: Vec<Square>,
        /// One value for each column, from the left; seen from the side to move. Empty where stones are placed
        /// freely.
        columns: Vec<ColumnValue>,
        /// The best lines where stones are placed freely, the best first.
        lines: Vec<BestLine>,
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
    /// The answer to `RoomInfo`.
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
    /// The client watches a room now, or asked to see it again.
    Watching {
        /// Everything there is to see.
        snapshot: Box<Snapshot>,
    },
    /// The answer to `Who`.
    Who {
        /// Code of the room.
        room: RoomId,
        /// Names of those who watch, at most [`WHO_NAMES`](crate::view::WHO_NAMES).
        #[cfg_attr(feature = "schema", schemars(length(max = WHO_NAMES)))]
        spectators: Vec<Name>,
        /// Number of those who watch.
        watching: u32,
    },
    /// The end of the answers to `AnalyseGame`.
    GameAnalysed {
        /// The revision of the board that was analysed.
        revision: Revision,
        /// Number of plies in the last position.
        plies: u16,
    },
    /// The answer to `ListBots`.
    Bots {
        /// The rules and the board.
        variant: Named<Variant>,
        /// The bots that play it, the weakest first.
        bots: Vec<BotOffer>,
    },
    /// Somebody said something in the lobby.
    LobbyChat {
        /// The line, with its author.
        line: LobbyLine,
    },
    /// The answer to `Mute`.
    Muted {
        /// Names of those whose chat the client does not see, at most [`MOST_MUTED`](super::MOST_MUTED).
        #[cfg_attr(feature = "schema", schemars(length(max = MOST_MUTED)))]
        names: Vec<Name>,
    },
    /// The answer to `HandOver`.
    HandedOver {
        /// The code for the other device, good once.
        code: HandOverCode,
        /// Time for which it is good.
        expires_in: Millis,
    },
    /// The answer to `YourGames`.
    YourGames {
        /// The games: those that wait for the person first, then the newest.
        games: Vec<YourGame>,
    },
    /// The host of the server says something to everybody.
    Announcement {
        /// The text; none where the last announcement stands no more.
        text: Option<String>,
    },
    /// The answer to `History`.
    History {
        /// The games, at most [`HISTORY_PAGE`](crate::view::HISTORY_PAGE).
        #[cfg_attr(feature = "schema", schemars(length(max = HISTORY_PAGE)))]
        games: Vec<PastGame>,
        /// The `before` of the next page; none where there are no older games.
        older: Option<GameNr>,
        /// Number of games that the filter wants; [`MANY_GAMES`](crate::view::MANY_GAMES) stands for it and more. None
        /// in a page after the first, or where the server would have had to look at too many games.
        total: Option<u32>,
    },
    /// The answer to `PastGame`.
    PastGame {
        /// The game.
        game: Box<PastGame>,
    },
    /// The answer to `Profile`.
    Profile {
        /// The profile.
        profile: Box<Profile>,
    },
    /// The answer to `Leaderboard`.
    Leaderboard {
        /// The rules and the board.
        variant: Named<Variant>,
        /// Those with a place, the first at the front, at most
        /// [`LEADERBOARD_PLACES`](crate::view::LEADERBOARD_PLACES).
        #[cfg_attr(feature = "schema", schemars(length(max = LEADERBOARD_PLACES)))]
        places: Vec<Place>,
        /// Those with too few rated games, or opponents, for a place; as many at most.
        #[cfg_attr(feature = "schema", schemars(length(max = LEADERBOARD_PLACES)))]
        unplaced: Vec<Place>,
    },
    /// The answer to `Explore`.
    Explored {
        /// The rules and the board.
        variant: Named<Variant>,
        /// Moves that lead to the position.
        moves: Vec<Square>,
        /// The moves that were played there, the most frequent first.
        played: Vec<PlayedMove>,
    },
    /// The answer to `ListTournaments`.
    Tournaments {
        /// The tournaments: those of the person first, then those to come and those that go on, then the last ones that
        /// are over; at most [`TOURNAMENTS`](crate::tournament::TOURNAMENTS).
        #[cfg_attr(feature = "schema", schemars(length(max = TOURNAMENTS)))]
        tournaments: Vec<TournamentSummary>,
    },
    /// What the client is in the tournament that it follows.
    YourTournament {
        /// Code of the tournament.
        tournament: RoomId,
        /// `true` if the person is the organiser.
        organiser: bool,
        /// Number of the person among the entrants; none watches.
        entrant: Option<Entrant>,
        /// The token that gives the right to both, and to the seat in each game. Keep it: it is the way back.
        token: Option<Token>,
    },
    /// The tournament that the client follows, after each change, at most once a second.
    Tournament {
        /// Everything there is to see.
        #[cfg_attr(feature = "schema", schemars(with = "TournamentView"))]
        view: Box<TournamentView>,
    },
    /// The client's game in the tournament begins: `Join` its room with the role `Seat` and this token.
    YourTable {
        /// Code of the tournament.
        tournament: RoomId,
        /// Code of the room.
        room: RoomId,
        /// The side that the client plays.
        side: Side,
        /// The token of the seat.
        token: Token,
        /// Time in which the client must come.
        late: Millis,
    },
    /// The answer to `ListPairings`.
    TournamentPairings {
        /// Code of the tournament.
        tournament: RoomId,
        /// The pairings, in order, at most [`PAIRINGS`](crate::tournament::PAIRINGS).
        #[cfg_attr(feature = "schema", schemars(length(max = PAIRINGS)))]
        pairings: Vec<PairingView>,
        /// The `from` of the next page; none if there are no more.
        more: Option<u32>,
    },
    /// The answer to `FindRooms`.
    RoomsFound {
        /// The words.
        words: String,
        /// The rooms, the newest first, at most [`FOUND_ROOMS`](super::FOUND_ROOMS).
        #[cfg_attr(feature = "schema", schemars(length(max = FOUND_ROOMS)))]
        rooms: Vec<RoomSummary>,
    },
}

impl ServerMsg {
    /// The names of the messages in JSON, in the order of bincode.
    pub const TYPES: &[&str] = &[
        "refused",
        "welcome",
        "lobby",
        "lobby_room",
        "lobby_room_removed",
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
        "watching",
        "who",
        "game_analysed",
        "bots",
        "lobby_chat",
        "muted",
        "handed_over",
        "your_games",
        "announcement",
        "history",
        "past_game",
        "profile",
        "leaderboard",
        "explored",
        "tournaments",
        "your_tournament",
        "tournament",
        "your_table",
        "tournament_pairings",
        "rooms_found",
    ];
}
