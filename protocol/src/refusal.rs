//! Refusals of the server: what happened, what was expected, what to do.
//!
//! A refusal is for the player to correct, and changes nothing. It travels typed, with its sentence beside
//! it, so that a client in any language can show it.

use std::str::FromStr;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::{GameNr, Revision, RoomId};
use crate::millis::Millis;
use crate::rules::{Illegal, Variant};
use crate::side::Side;
use crate::spec::{BotSpec, Depth, OpeningChoice, OpeningRule, OptionRange};
use crate::square::Square;
use crate::text::Name;
use crate::tournament::TournamentProblem;
use crate::view::ForbiddenKind;
use crate::word::open_words;

/// Declares the refusals, in the order of bincode: the code, the fields with a sample of each, and the sentence.
macro_rules! refusals {
    ($(#[$attribute:meta])* pub enum $name:ident;
    $(
        $code:literal $variant:ident $({ $($field:ident: $type:ty = $sample:expr),+ $(,)? })? => ($($sentence:tt)+);
    )+) => {
        $(#[$attribute])*
        pub enum $name {
            $(
                #[error($($sentence)+)]
                #[serde(rename = $code)]
                $variant $({ $($field: $type),+ })?,
            )+
        }

        impl $name {
            /// The codes, in the order of bincode.
            pub const CODES: &[&str] = &[$($code),+];

            /// The code, as in the JSON form and in PROTOCOL.md.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)+
                }
            }

            /// One refusal of each code, for tests and documents.
            pub fn samples() -> Vec<Self> {
                vec![$(Self::$variant $({ $($field: $sample),+ })?),+]
            }
        }
    };
}

refusals! {
    /// The reason for a refusal. New ones are added at the end only: the order is the wire's.
    ///
    /// The layout of `Version` never changes, so that two programs of any age can tell each other apart.
    #[derive(Clone, Debug, PartialEq, Eq, Error, Encode, Decode, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(tag = "code")]
    #[expect(
        missing_docs,
        reason = "each sentence says what its fields are; PROTOCOL.md has the table"
    )]
    pub enum Refusal;

    "version" Version { yours: u16 = 2, oldest: u16 = 1, newest: u16 = 1 } => (
        "protocol {yours} is not spoken here, this server speaks {}; \
         use a client and a server of the same release",
        from_to(*oldest, *newest)
    );
    "hello_expected" HelloExpected => ("the first message must be hello, once; send hello, then everything else");
    "malformed" Malformed { problem: String = "square must be text, not 4".to_owned() } => (
        "the message could not be read: {problem}; see PROTOCOL.md for its form"
    );
    "too_fast" TooFast { wait: Millis = Millis::from_millis(900) } => (
        "too many requests at once; wait {wait} and send fewer"
    );
    "full" Full { what: Resource = Resource::Rooms, most: Option<u32> = Some(10_000) } => (
        "the server has no place for more ({}); try again later",
        what.exhausted(*most)
    );
    "shutting_down" ShuttingDown => ("the server is shutting down; come back in a moment, seats are kept");
    "internal" Internal { reference: u32 = 4711 } => (
        "something went wrong in the server, nothing was changed; quote number {reference} to whoever runs it"
    );

    "bad_spec" BadSpec { problem: SpecProblem = SpecProblem::BothSeatsYours } => ("{}", problem.sentence());
    "unknown_bot" UnknownBot { kind: String = "hal".to_owned(), known: Vec<String> = some_bots() } => (
        "no bot is called {kind:?} here; choose one of: {}",
        known.join(", ")
    );
    "bot_cannot_play" BotCannotPlay {
        bot: BotSpec = of("priority"),
        variant: Variant = of("connect-four"),
        others: Vec<String> = some_bots(),
    } => ("{bot} does not play {variant}; choose one of: {}", others.join(", "));
    "bad_depth" BadDepth {
        bot: BotSpec = of("negamax:40"),
        depths: Option<(Depth, Depth)> = Some((of("1"), of("12"))),
    } => ("{bot} has no such depth; {}", depth_of(bot, *depths));

    "no_such_room" NoSuchRoom { room: RoomId = of("K7QM2X") } => (
        "there is no room {room}; check the code, or see the lobby for rooms that are open"
    );
    "already_in_room" AlreadyInRoom { room: RoomId = of("K7QM2X") } => (
        "you are in room {room} already; leave it first"
    );
    "not_in_room" NotInRoom => ("you are in no room; join or open one first");
    "no_open_seat" NoOpenSeat { room: RoomId = of("K7QM2X") } => (
        "both seats of {room} are taken; watch instead"
    );
    "no_spectators" NoSpectators => (
        "this room does not admit spectators; ask its players for a room that does"
    );
    "wrong_token" WrongToken { room: RoomId = of("K7QM2X") } => (
        "the token opens no seat of {room}; join without it to watch or to take an open seat"
    );

    "not_seated" NotSeated => ("you only watch here; only the two players may do that");
    "not_started" NotStarted => ("the game has not begun; wait until both seats are taken");
    "game_over" GameOver => (
        "the game is over; ask for a rematch soon after its end, or open another room"
    );
    "game_not_over" GameNotOver => ("the game is not over; finish it, or resign, first");
    "not_your_turn" NotYourTurn { to_move: Side = Side::Second, ply: u32 = 12 } => (
        "it is not your turn: {to_move} is to move at ply {ply}; wait for the next position"
    );
    "stale" Stale { yours: Revision = Revision(4), current: Revision = Revision(5) } => (
        "that move was meant for revision {yours} of the board, which is now at {current}; \
         look at the new position and move again"
    );
    "column_full" ColumnFull { column: u8 = 4, open: Vec<u8> = vec![1, 2, 3, 5, 6, 7] } => (
        "{}",
        Illegal::ColumnFull { column: *column, open: open.clone() }
    );
    "occupied" Occupied { square: Square = of("h8") } => ("{}", Illegal::Occupied { square: *square });
    "off_board" OffBoard { square: Square = of("p1"), columns: u8 = 15, rows: u8 = 15 } => (
        "{}",
        Illegal::OffBoard { square: *square, columns: *columns, rows: *rows }
    );

    "takebacks_off" TakebacksOff => (
        "takebacks are not allowed in this room, or no more of them in this game; play on"
    );
    "nothing_to_take_back" NothingToTakeBack => (
        "there is no ply to take back: you made none, or the increments that go with it are spent; play on"
    );
    "nothing_offered" NothingOffered => ("nobody has offered you that; make the offer yourself");
    "already_offered" AlreadyOffered => (
        "you have offered that already, or too often in this game; wait for the answer, or play on"
    );
    "too_late_to_abort" TooLateToAbort => (
        "both sides have moved, so the game cannot be aborted; play on, or resign"
    );
    "opponent_present" OpponentPresent => (
        "you cannot claim the game: your opponent is not away; play on"
    );
    "claim_too_early" ClaimTooEarly { wait: Millis = Millis::from_secs(8) } => (
        "you cannot claim the game yet; wait {wait} more for your opponent to come back"
    );
    "bots_do_not" BotsDoNot => ("a bot does not do that; play on, or resign");
    "nothing_to_say" NothingToSay => ("there is nothing to say in that line; write some text");
    "too_long" TooLong { size: u32 = 5_000, limit: u32 = 4_096 } => (
        "a message of {size} bytes is too long, the limit is {limit}; send less"
    );
    "hints_off" HintsOff => (
        "hints are not allowed in this game; ask when it is over, or open a room with hints"
    );
    "not_analysed" NotAnalysed { variant: Variant = of("gomoku") } => (
        "positions of {variant} are not analysed; \
         ask in gomoku, or where discs fall on boards such as 7 x 6 or 8 x 7"
    );
    "nothing_to_analyse" NothingToAnalyse { plies: u16 = 9, last: u16 = 7 } => (
        "there is nothing to analyse after {plies} plies; ask about 0 to {last}"
    );
    "unknown_message" UnknownMessage { name: String = "jump".to_owned() } => (
        "this server knows no message {name:?}; see PROTOCOL.md, or use a server of a later release"
    );
    "unknown_field" UnknownField { field: String = "spec.clokc".to_owned() } => (
        "the message has no field {field:?}; correct it, nothing was done"
    );
    "name_owned" NameOwned { name: Name = of("Ana"), suggestion: Name = of("Ana (2)") } => (
        "{}",
        name_owned(name, suggestion)
    );
    "banned" Banned {
        wait: Option<Millis> = Some(Millis::from_secs(3600)),
        reason: Option<String> = Some("rude words".to_owned()),
    } => ("you are banned from this server{}; {}", in_brackets(reason.as_deref()), until(*wait));
    "locked" Locked { room: RoomId = of("K7QM2X") } => (
        "room {room} is locked; ask whoever opened it to let you in"
    );
    "over_limit" OverLimit { limit: Limit = Limit::Watched, most: u32 = 16 } => (
        "that is more than the server allows: {}, at most {most}; end something first",
        limit.title()
    );
    "forbidden" Forbidden { square: Square = of("h8"), kind: ForbiddenKind = ForbiddenKind::DoubleThree } => (
        "{square} is forbidden ({}); play another point",
        kind.title()
    );
    "bad_choice" BadChoice {
        expected: Vec<OpeningChoice> = vec![OpeningChoice::Black, OpeningChoice::White],
    } => ("the opening does not allow that now; {}", choices(expected));
    "wrong_code" WrongCode => (
        "the code is wrong or used, or its minute is over; ask the other device for a new one"
    );
    "chat_closed" ChatClosed => (
        "the chat of this room is closed; wait until whoever opened the room opens it again"
    );
    "not_owner" NotOwner => ("only whoever opened the room may do that");
    "unknown_player" UnknownPlayer { name: Name = of("Zoe") } => (
        "nobody else here is called {name}; check the name"
    );
    "not_watching" NotWatching { room: RoomId = of("K7QM2X") } => ("you do not watch {room}; watch it first");
    "not_in_lobby" NotInLobby => ("you have not entered the lobby; enter it first");
    "bad_option" BadOption {
        bot: BotSpec = of("lines,temperature=101"),
        options: Vec<OptionRange> = vec![OptionRange::new("temperature", 0, 100)],
    } => ("the options of {bot} are not valid; {}", options_of(bot, options));
    "bot_cannot_open" BotCannotOpen {
        bot: BotSpec = of("lines:4"),
        opening: OpeningRule = OpeningRule::Swap2,
        others: Vec<String> = vec!["random".to_owned(), "threat".to_owned()],
    } => ("{bot} does not play the opening {opening}; {}", one_of(others));
    "other" Other { name: String = "out_of_tea".to_owned() } => (
        "the server refuses it ({name}); a later release of the client knows why"
    );
    "disk_full" DiskFull => (
        "the server's disk is full, nothing was lost; try again when whoever runs it has made room"
    );
    "no_such_person" NoSuchPerson { name: Option<Name> = Some(of("Zoe")) } => ("{}", no_such_person(name.as_ref()));
    "no_such_game" NoSuchGame { game: GameNr = GameNr(1284) } => (
        "there is no game {game} here, or only its players may see it; check the number"
    );
    "no_history" NoHistory => (
        "this server forgets games when they are over; ask a server that keeps them"
    );
    "no_such_tournament" NoSuchTournament { tournament: RoomId = of("FR7K2M") } => (
        "there is no tournament {tournament}; check the code, or ask for the list of tournaments"
    );
    "no_tournament" NoTournament => ("you follow no tournament; follow one first");
    "bad_tournament" BadTournament { problem: TournamentProblem = TournamentProblem::Rounds } => (
        "{}",
        problem.sentence()
    );
    "not_organiser" NotOrganiser => ("only the organiser of the tournament may do that");
    "not_entered" NotEntered => ("you are not in this tournament; enter it first");
    "too_late" TooLate => (
        "it is too late for that in this tournament; watch it, or ask its organiser"
    );
    "no_such_entrant" NoSuchEntrant => (
        "the tournament has no such entrant, pairing or game; look at it again"
    );
    "elsewhere" Elsewhere {
        room: RoomId = of("K7QM2X"),
        address: String = "ws://node-b.example.org:4270".to_owned(),
    } => ("room {room} is at another server; ask {address} for the same");
}

impl Refusal {
    /// Returns true if the rules allowed it and the server failed: the same may be tried again later.
    pub fn is_fault_of_server(&self) -> bool {
        matches!(self, Self::Internal { .. } | Self::DiskFull)
    }
}

open_words! {
    /// A resource that a server or a room has a bounded amount of.
    pub enum Resource {
        /// Rooms in the server's memory.
        Rooms = "rooms",
        /// Codes for new rooms.
        RoomCodes = "room_codes",
        /// Connections, except those that are kept for people who come back to their seat.
        Connections = "connections",
        /// Games in one room.
        Games = "games",
        /// Lines of chat in one game.
        ChatLines = "chat_lines",
        /// Seats of one room that are given up.
        VacatedSeats = "vacated_seats",
        /// Tournaments of the server.
        Tournaments = "tournaments",
        /// Entrants of one tournament.
        Entrants = "entrants",
    }
}

impl Resource {
    /// Says that there is no more of it.
    fn exhausted(self, most: Option<u32>) -> String {
        let most = most.unwrap_or_default();
        match self {
            Self::Rooms => format!("{most} rooms are open"),
            Self::RoomCodes => "no room code is free".to_owned(),
            Self::Connections => {
                "every place is taken but for those who come back to their seat".to_owned()
            }
            Self::Games => format!("{most} games were played in this room"),
            Self::ChatLines => format!("{most} lines were said in this game"),
            Self::VacatedSeats => format!("the seats of this room were given up {most} times"),
            Self::Tournaments => format!("{most} tournaments are open"),
            Self::Entrants => format!("{most} entered this tournament"),
            Self::Other(word) => word.to_string(),
        }
    }
}

open_words! {
    /// A thing of which a connection or an owner may have a bounded number.
    pub enum Limit {
        /// People whom an owner sent out of one room.
        SentOut = "sent_out",
        /// Decisions of an owner about a room in one game.
        Decisions = "decisions",
        /// Rooms that are watched from outside.
        Watched = "watched",
        /// Names that are muted.
        Muted = "muted",
    }
}

impl Limit {
    /// The name that is shown to people.
    fn title(self) -> String {
        match self {
            Self::SentOut => "people sent out of a room".to_owned(),
            Self::Decisions => "decisions about a room in one game".to_owned(),
            Self::Watched => "rooms watched".to_owned(),
            Self::Muted => "names muted".to_owned(),
            Self::Other(word) => word.to_string(),
        }
    }
}

open_words! {
    /// The fault of a room that cannot be opened.
    pub enum SpecProblem {
        /// Both seats are for the person who opens the room.
        BothSeatsYours = "both_seats_yours",
        /// A seat is for the person who opens the room, and the server opens it.
        SeatOfNobody = "seat_of_nobody",
        /// The person who opens the room would watch it, and it admits no spectators.
        NobodyMayWatch = "nobody_may_watch",
        /// The server knows no opening of this name.
        UnknownOpening = "unknown_opening",
        /// The variant is not played with this opening.
        OpeningNotPlayed = "opening_not_played",
        /// A game for ratings would have takebacks or hints.
        RatedWithHelp = "rated_with_help",
    }
}

impl SpecProblem {
    fn sentence(self) -> String {
        match self {
            Self::BothSeatsYours => {
                "both seats are yours; leave one open for somebody else, or seat a bot there"
                    .to_owned()
            }
            Self::SeatOfNobody => "a seat is for whoever opens the room, which is nobody; \
                 leave it open, or seat a bot there"
                .to_owned(),
            Self::NobodyMayWatch => "you would have to watch, but the room admits no spectators; \
                 take a seat, or admit them"
                .to_owned(),
            Self::UnknownOpening => {
                "this server does not know the opening; choose swap2, or none".to_owned()
            }
            Self::OpeningNotPlayed => {
                "the opening needs a board where stones are put on any cell and four or more in a \
                 row win; leave the opening out, or choose another game"
                    .to_owned()
            }
            Self::RatedWithHelp => {
                "a rated game has neither takebacks nor hints; turn them off, or play unrated"
                    .to_owned()
            }
            Self::Other(word) => format!("the server does not open such a room ({word})"),
        }
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::GameOver => Self::GameOver,
            Illegal::OffBoard {
                square,
                columns,
                rows,
            } => Self::OffBoard {
                square,
                columns,
                rows,
            },
            Illegal::Occupied { square } => Self::Occupied { square },
            Illegal::ColumnFull { column, open } => Self::ColumnFull { column, open },
            Illegal::Forbidden { square, foul } => Self::Forbidden {
                square,
                kind: foul.into(),
            },
        }
    }
}

fn name_owned(name: &Name, suggestion: &Name) -> String {
    if name.is_of_guest() {
        format!(
            "names such as {name} are given by the server to guests; choose another, such as {suggestion}"
        )
    } else {
        format!(
            "the name {name} is somebody else's here; choose another, such as {suggestion}, or come with the key that \
             owns it"
        )
    }
}

fn no_such_person(name: Option<&Name>) -> String {
    match name {
        Some(name) => format!("no one owns the name {name} here; check the name"),
        None => "you own no name here; choose one, and your games count for it".to_owned(),
    }
}

/// The depths that a bot has, in words.
fn depth_of(bot: &BotSpec, depths: Option<(Depth, Depth)>) -> String {
    match depths {
        Some((least, most)) => format!("choose {least} to {most}"),
        None => format!("it takes no depth, so write just {}", bot.kind()),
    }
}

/// The options that a bot has, in words.
fn options_of(bot: &BotSpec, options: &[OptionRange]) -> String {
    if options.is_empty() {
        return format!("it has no options, so write just {}", bot.kind());
    }
    let options: Vec<_> = options.iter().map(ToString::to_string).collect();
    format!("choose from: {}", options.join(", "))
}

/// The reason of a ban, where the host gave one.
fn in_brackets(reason: Option<&str>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({reason})"))
}

/// The time for which somebody is banned, in words.
fn until(wait: Option<Millis>) -> String {
    match wait {
        Some(wait) => format!("come back in {wait}"),
        None => "ask its host".to_owned(),
    }
}

/// The bots that would do, in words.
fn one_of(bots: &[String]) -> String {
    if bots.is_empty() {
        "leave the opening out".to_owned()
    } else {
        format!("choose one of: {}", bots.join(", "))
    }
}

/// The choices that somebody has, in words.
fn choices(expected: &[OpeningChoice]) -> String {
    let words: Vec<_> = expected.iter().map(ToString::to_string).collect();
    if words.is_empty() {
        "place a stone, or wait for the opponent".to_owned()
    } else {
        format!("choose one of: {}", words.join(", "))
    }
}

/// "1 to 3", or "2" where there is no other.
fn from_to(oldest: u16, newest: u16) -> String {
    if oldest == newest {
        newest.to_string()
    } else {
        format!("{oldest} to {newest}")
    }
}

/// A value of a sample, from its text.
fn of<T: FromStr>(text: &str) -> T {
    let Ok(value) = text.parse() else {
        panic!("{text:?} is no value of a sample");
    };
    value
}

fn some_bots() -> Vec<String> {
    vec!["random".to_owned(), "negamax".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Foul;

    #[test]
    fn the_reasons_of_the_rules_are_told_in_their_words() {
        let square = "h8".parse().unwrap();
        let (columns, rows) = (7, 6);
        for (illegal, code) in [
            (
                Illegal::OffBoard {
                    square,
                    columns,
                    rows,
                },
                "off_board",
            ),
            (Illegal::Occupied { square }, "occupied"),
            (
                Illegal::ColumnFull {
                    column: 4,
                    open: vec![1, 2],
                },
                "column_full",
            ),
            (
                Illegal::Forbidden {
                    square,
                    foul: Foul::DoubleFour,
                },
                "forbidden",
            ),
        ] {
            let refusal = Refusal::from(illegal.clone());
            assert_eq!(refusal.to_string(), illegal.to_string());
            assert_eq!(refusal.code(), code);
        }
        // A player at a table can do more about the end than the rules can.
        assert_eq!(Refusal::from(Illegal::GameOver), Refusal::GameOver);
    }

    #[test]
    fn the_way_out_is_named_where_there_is_one_and_where_there_is_none() {
        let name = |text| Name::clean(text).unwrap();
        let owned = |text| Refusal::NameOwned {
            name: name(text),
            suggestion: name("Ana (2)"),
        };
        let banned = |wait| Refusal::Banned {
            wait,
            reason: Some("shouted".to_owned()),
        };
        let choice = |expected: &[OpeningChoice]| Refusal::BadChoice {
            expected: expected.to_vec(),
        };
        let cannot_open = |others: &[&str]| Refusal::BotCannotOpen {
            bot: "negamax:4".parse().unwrap(),
            opening: OpeningRule::Swap2,
            others: others.iter().map(ToString::to_string).collect(),
        };
        for (refusal, end) in [
            (owned("Ana"), "or come with the key that owns it"),
            (
                owned("GUEST-07"),
                "to guests; choose another, such as Ana (2)",
            ),
            (banned(None), "; ask its host"),
            (banned(Some(Millis::from_secs(90))), "; come back in 1:30"),
            (choice(&[]), "place a stone, or wait for the opponent"),
            (
                choice(&[OpeningChoice::Black, OpeningChoice::White]),
                "choose one of: black, white",
            ),
            (cannot_open(&[]), "leave the opening out"),
            (
                cannot_open(&["threat", "random"]),
                "choose one of: threat, random",
            ),
        ] {
            let sentence = refusal.to_string();
            assert!(sentence.ends_with(end), "{sentence}");
        }
    }

    #[test]
    fn the_versions_that_are_spoken_are_named_once() {
        for (oldest, expected) in [(2, "speaks 2;"), (1, "speaks 1 to 2;")] {
            let refusal = Refusal::Version {
                yours: 3,
                oldest,
                newest: 2,
            };
            assert!(refusal.to_string().contains(expected), "{refusal}");
        }
    }
}
