//! One message of every kind, or more, and the lists that prove it.

mod marked;
mod parts;
mod refusals;
mod table;

use protocol::act::Act;
use protocol::analysis::{BestLine, ColumnValue};
use protocol::id::{PlayerId, Revision, Seed, Seq};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule, SeatSpec, ThinkTime};
use protocol::view::{LeftWhy, YourGame};

pub(crate) use marked::{marked_client, marked_server};
pub(crate) use parts::{of, snapshot};
pub(crate) use refusals::refusals;
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
    Look = "look",
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
    LobbyRoomGone = "lobby_room_gone",
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

every! { REFUSALS, refusal_name, Refusal:
    Version = "version",
    HelloExpected = "hello_expected",
    Malformed = "malformed",
    TooFast = "too_fast",
    Full = "full",
    ShuttingDown = "shutting_down",
    Internal = "internal",
    UnknownVariant = "unknown_variant",
    BadSpec = "bad_spec",
    UnknownBot = "unknown_bot",
    BotCannotPlay = "bot_cannot_play",
    BadDepth = "bad_depth",
    NoSuchRoom = "no_such_room",
    AlreadyInRoom = "already_in_room",
    NotInRoom = "not_in_room",
    NoOpenSeat = "no_open_seat",
    NoSpectators = "no_spectators",
    WrongToken = "wrong_token",
    NotSeated = "not_seated",
    NotStarted = "not_started",
    GameOver = "game_over",
    GameNotOver = "game_not_over",
    NotYourTurn = "not_your_turn",
    Stale = "stale",
    BadMove = "bad_move",
    ColumnFull = "column_full",
    Occupied = "occupied",
    OffBoard = "off_board",
    TakebacksOff = "takebacks_off",
    NothingToTakeBack = "nothing_to_take_back",
    NothingOffered = "nothing_offered",
    AlreadyOffered = "already_offered",
    TooLateToAbort = "too_late_to_abort",
    OpponentPresent = "opponent_present",
    ClaimTooEarly = "claim_too_early",
    BotsDoNot = "bots_do_not",
    NothingToSay = "nothing_to_say",
    TooLong = "too_long",
    HintsOff = "hints_off",
    NotAnalysed = "not_analysed",
    NothingToAnalyse = "nothing_to_analyse",
    UnknownMessage = "unknown_message",
    UnknownField = "unknown_field",
    NotYet = "not_yet",
    NameOwned = "name_owned",
    Banned = "banned",
    Locked = "locked",
    OverLimit = "over_limit",
    Forbidden = "forbidden",
    BadChoice = "bad_choice",
    WrongCode = "wrong_code",
    ChatClosed = "chat_closed",
    NotOwner = "not_owner",
    UnknownPerson = "unknown_person",
    NotWatching = "not_watching",
    NoKey = "no_key",
    NotInLobby = "not_in_lobby",
    BadOption = "bad_option",
    BotCannotOpen = "bot_cannot_open",
    Other = "other",
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

/// Every message of a client.
pub(crate) fn client() -> Vec<Named<ClientMsg>> {
    let mut custom = GameSpec::new(of("custom:9x7x5:falls"));
    custom.clock = Some(of("5m+3s"));
    custom.listed = false;
    custom.takebacks = false;
    custom.hints = true;
    custom.repeat = of("3");
    custom.think_time = Some(ThinkTime::default());
    custom.seed = Some(Seed(42));
    let mut options = GameSpec::new(of("gomoku-15"));
    options.open_thoughts = true;
    options.grace = Some(of("300000"));
    options.opening = Some(OpeningRule::Swap2);
    let bot = SeatSpec::Bot {
        bot: of("negamax:6"),
    };
    let messages = [
        (
            "",
            ClientMsg::Hello {
                protocol: 3,
                software: "enlinea 0.1.0".to_owned(),
                name: Some("Ana".to_owned()),
                key: Some(of(TOKEN)),
                heartbeat: true,
            },
        ),
        (
            "nameless",
            ClientMsg::Hello {
                protocol: 3,
                software: "my-bot 2".to_owned(),
                name: None,
                key: None,
                heartbeat: false,
            },
        ),
        ("", ClientMsg::EnterLobby { boards: false }),
        ("boards", ClientMsg::EnterLobby { boards: true }),
        ("", ClientMsg::LeaveLobby),
        (
            "",
            ClientMsg::Open {
                spec: GameSpec::new(of("connect-four")),
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Open,
                },
                shuffle: true,
            },
        ),
        (
            "custom",
            ClientMsg::Open {
                spec: custom,
                seats: BySide {
                    first: bot,
                    second: SeatSpec::Me,
                },
                shuffle: false,
            },
        ),
        (
            "options",
            ClientMsg::Open {
                spec: options,
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Bot {
                        bot: of("threat,spread=60,temperature=20"),
                    },
                },
                shuffle: false,
            },
        ),
        (
            "player",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Player,
            },
        ),
        (
            "spectator",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Spectator,
            },
        ),
        (
            "seat",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Seat { token: of(TOKEN) },
            },
        ),
        (
            "",
            ClientMsg::Quick {
                variant: of("gomoku-15"),
                clock: Some(of("10m")),
                holding: vec![of("K7QM2X")],
            },
        ),
        ("", ClientMsg::Leave),
        (
            "",
            Act::Move {
                revision: Revision(1),
                square: of("d1"),
            }
            .into(),
        ),
        ("", Act::Resign.into()),
        ("", Act::OfferDraw.into()),
        ("", Act::AnswerDraw { accept: true }.into()),
        ("", Act::AskTakeback.into()),
        ("", Act::AnswerTakeback { accept: false }.into()),
        ("", Act::Abort.into()),
        ("", Act::Claim.into()),
        ("", Act::Rematch.into()),
        (
            "",
            Act::Choose {
                revision: Revision(4),
                choice: OpeningChoice::White,
            }
            .into(),
        ),
        ("", Act::AnswerRematch { accept: false }.into()),
        (
            "",
            ClientMsg::Chat {
                text: "hola, ¿qué tal?".to_owned(),
            },
        ),
        ("", ClientMsg::Resync),
        ("", ClientMsg::Analyse { plies: 12 }),
        ("", ClientMsg::StopAnalysis),
        ("", ClientMsg::Ping),
        ("", ClientMsg::Pong),
        ("", ClientMsg::Look { room: of("K7QM2X") }),
        ("", ClientMsg::Record { room: of("K7QM2X") }),
        ("", ClientMsg::Watch { room: of("K7QM2X") }),
        ("", ClientMsg::Unwatch { room: of("K7QM2X") }),
        ("", ClientMsg::Who { room: of("K7QM2X") }),
        ("", ClientMsg::AnalyseGame),
        (
            "",
            ClientMsg::ListBots {
                variant: of("custom:9x7x5:falls"),
            },
        ),
        (
            "",
            ClientMsg::LobbyChat {
                text: "who plays?".to_owned(),
            },
        ),
        (
            "",
            ClientMsg::Mute {
                name: of("Bo"),
                muted: true,
            },
        ),
        ("", ClientMsg::HandOver),
        (
            "",
            ClientMsg::TakeOver {
                code: of("K7QM2XAB"),
            },
        ),
        ("", ClientMsg::YourGames),
        ("", ClientMsg::Lock { locked: true }),
        ("", ClientMsg::Remove { name: of("Cleo") }),
        ("", ClientMsg::CloseChat { closed: true }),
    ];
    named(messages, client_name)
}

/// Every message of the server; of `Refused` and `Table` one for every refusal and every event.
pub(crate) fn server() -> Vec<Named<ServerMsg>> {
    let joined = |you, token| ServerMsg::Joined {
        you,
        token,
        owner: you.is_some(),
        snapshot: Box::new(snapshot()),
    };
    let messages = [
        ("", parts::welcome()),
        ("", parts::lobby()),
        (
            "",
            ServerMsg::LobbyRoom {
                room: parts::summary(),
            },
        ),
        ("", ServerMsg::LobbyRoomGone { room: of("K7QM2X") }),
        (
            "",
            ServerMsg::LobbyPlayers {
                players: vec![of("Ana")],
                present: 1,
            },
        ),
        ("player", joined(Some(Side::First), Some(of(TOKEN)))),
        ("spectator", joined(None, None)),
        (
            "",
            ServerMsg::Left {
                room: of("K7QM2X"),
                why: LeftWhy::Replaced,
            },
        ),
        ("", ServerMsg::ShuttingDown),
        (
            "",
            ServerMsg::Analysis {
                revision: Revision(13),
                plies: 12,
                columns: vec![
                    ColumnValue::Exact { score: -4 },
                    ColumnValue::Exact { score: 0 },
                    ColumnValue::Full,
                    ColumnValue::Exact { score: 7 },
                    ColumnValue::Unknown,
                ],
                lines: Vec::new(),
                nodes: 152_530,
                elapsed: Millis::from_millis(17),
            },
        ),
        (
            "lines",
            ServerMsg::Analysis {
                revision: Revision(6),
                plies: 5,
                columns: Vec::new(),
                lines: vec![BestLine {
                    pv: vec![of("h9"), of("g7")],
                    score: 80,
                    end: None,
                    depth: Some(of("12")),
                }],
                nodes: 410_200,
                elapsed: Millis::from_millis(990),
            },
        ),
        ("", ServerMsg::Ping),
        ("", ServerMsg::Pong),
        (
            "",
            ServerMsg::RoomInfo {
                room: parts::summary(),
            },
        ),
        (
            "",
            ServerMsg::Record {
                room: of("K7QM2X"),
                text: "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"Bo\"]\n[Room \"K7QM2X\"]\n\
                    [Result \"*\"]\n\n1. 4 4 2. 3 *\n"
                    .to_owned(),
            },
        ),
        (
            "",
            ServerMsg::Watching {
                snapshot: Box::new(snapshot()),
            },
        ),
        (
            "",
            ServerMsg::Who {
                room: of("K7QM2X"),
                spectators: vec![of("Cleo"), of("Dan")],
                watching: 2,
            },
        ),
        (
            "",
            ServerMsg::GameAnalysed {
                revision: Revision(13),
                plies: 12,
            },
        ),
        (
            "",
            ServerMsg::Bots {
                variant: of("custom:9x7x5:falls"),
                bots: parts::bots(),
            },
        ),
        (
            "",
            ServerMsg::LobbyChat {
                line: parts::lobby_line(),
            },
        ),
        (
            "",
            ServerMsg::Muted {
                names: vec![of("Bo")],
            },
        ),
        (
            "",
            ServerMsg::HandedOver {
                code: of("K7QM2XAB"),
                expires_in: Millis::from_millis(60_000),
            },
        ),
        (
            "",
            ServerMsg::YourGames {
                games: vec![YourGame {
                    room: parts::summary(),
                    side: Side::First,
                    your_turn: false,
                    ended: None,
                }],
            },
        ),
        (
            "",
            ServerMsg::Announcement {
                text: Some("the tournament begins at eight".to_owned()),
            },
        ),
    ];
    let mut all = named(messages, server_name);
    all.extend(refusals().into_iter().map(|refusal| {
        let name = format!("refused.{}", refusal_name(&refusal));
        let message = refusals::sentence(&refusal);
        (name, ServerMsg::Refused { refusal, message })
    }));
    all.extend(room_events().into_iter().map(|(detail, event)| {
        let name = joined_name(&format!("event.{}", event_name(&event)), detail);
        let seq = Seq(12);
        let room = of("K7QM2X");
        (name, ServerMsg::Event { room, seq, event })
    }));
    all
}

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
