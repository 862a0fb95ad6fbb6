//! One message of every kind, or more, and the lists that prove it.

mod client;
mod marked;
mod parts;
mod server;
mod table;

use protocol::act::Act;
use protocol::id::PlayerId;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};

pub(crate) use client::client;
pub(crate) use marked::{marked_client, marked_server};
pub(crate) use parts::{of, snapshot};
pub(crate) use server::server;
pub(crate) use table::room_events;

/// Names every variant of an enum, in the order of the wire.
///
/// The match has no `_` arm, so a new variant does not compile until it is named here; and once it is
/// named, the tests that walk the names fail until there is a sample of it.
macro_rules! every {
    ($names:ident, $name_of:ident, $type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        pub(crate) const $names: &[&str] = &[$($name),+];

        pub(crate) fn $name_of(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => $name),+
            }
        }
    };
}

every! { CLIENT, client_kind, ClientMsg:
    Hello = "hello",
    EnterLobby = "enter_lobby",
    LeaveLobby = "leave_lobby",
    Open = "open",
    Join = "join",
    Quick = "quick",
    Leave = "leave",
    Act = "act",
    Chat = "chat",
    Resync = "resync",
    Analyse = "analyse",
    StopAnalysis = "stop_analysis",
    Ping = "ping",
    Pong = "pong",
    RoomInfo = "room_info",
    Record = "record",
    Watch = "watch",
    Unwatch = "unwatch",
    Who = "who",
    AnalyseGame = "analyse_game",
    ListBots = "list_bots",
    LobbyChat = "lobby_chat",
    Mute = "mute",
    HandOver = "hand_over",
    TakeOver = "take_over",
    YourGames = "your_games",
    Lock = "lock",
    Remove = "remove",
    CloseChat = "close_chat",
}

every! { ACTS, act_name, Act:
    Move = "move",
    Resign = "resign",
    OfferDraw = "offer_draw",
    AnswerDraw = "answer_draw",
    AskTakeback = "ask_takeback",
    AnswerTakeback = "answer_takeback",
    Abort = "abort",
    Claim = "claim",
    Rematch = "rematch",
    Choose = "choose",
    AnswerRematch = "answer_rematch",
}

every! { SERVER, server_name, ServerMsg:
    Refused = "refused",
    Welcome = "welcome",
    Lobby = "lobby",
    LobbyRoom = "lobby_room",
    LobbyRoomRemoved = "lobby_room_removed",
    LobbyPlayers = "lobby_players",
    Joined = "joined",
    Left = "left",
    Event = "event",
    ShuttingDown = "shutting_down",
    Analysis = "analysis",
    Ping = "ping",
    Pong = "pong",
    RoomInfo = "room_info",
    Record = "record",
    Watching = "watching",
    Who = "who",
    GameAnalysed = "game_analysed",
    Bots = "bots",
    LobbyChat = "lobby_chat",
    Muted = "muted",
    HandedOver = "handed_over",
    YourGames = "your_games",
    Announcement = "announcement",
}

every! { EVENTS, event_name, RoomEvent:
    SeatTaken = "seat_taken",
    SeatVacated = "seat_vacated",
    Disconnected = "disconnected",
    Reconnected = "reconnected",
    Watchers = "watchers",
    Started = "started",
    Moved = "moved",
    Over = "over",
    DrawOffered = "draw_offered",
    DrawDeclined = "draw_declined",
    TakebackAsked = "takeback_asked",
    TakebackDeclined = "takeback_declined",
    TakenBack = "taken_back",
    RematchOffered = "rematch_offered",
    ChatPosted = "chat_posted",
    SearchInfo = "search_info",
    Clock = "clock",
    Thinking = "thinking",
    EngineMessage = "engine_message",
    Forbidden = "forbidden",
    OpeningChosen = "opening_chosen",
    Opening = "opening",
    Locked = "locked",
    Removed = "removed",
    ChatClosed = "chat_closed",
    ChatHidden = "chat_hidden",
    RematchDeclined = "rematch_declined",
}

/// The name of a message of a client in JSON.
pub(crate) fn client_name(message: &ClientMsg) -> &'static str {
    match message {
        ClientMsg::Act(act) => act_name(act),
        message => client_kind(message),
    }
}

/// Every name of a message of a client in JSON with its numbers in bincode: that of an act follows that of the
/// message that carries it.
pub(crate) fn client_numbers() -> Vec<(&'static str, Vec<usize>)> {
    let mut numbers = Vec::new();
    for (number, &name) in CLIENT.iter().enumerate() {
        if name == "act" {
            let acts = ACTS.iter().enumerate();
            numbers.extend(acts.map(|(act, &name)| (name, vec![number, act])));
        } else {
            numbers.push((name, vec![number]));
        }
    }
    numbers
}

/// A sample with the name that its golden frame has.
pub(crate) type Named<T> = (String, T);

/// A right to a seat, as text.
pub(crate) const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// Recipient of the samples.
pub(crate) const PLAYER: PlayerId = PlayerId(7);

fn named<T>(
    messages: impl IntoIterator<Item = (&'static str, T)>,
    name_of: impl Fn(&T) -> &'static str,
) -> Vec<Named<T>> {
    let name = |(detail, message): (&str, T)| (joined_name(name_of(&message), detail), message);
    messages.into_iter().map(name).collect()
}

fn joined_name(name: &str, detail: &str) -> String {
    if detail.is_empty() {
        name.to_owned()
    } else {
        format!("{name}.{detail}")
    }
}
