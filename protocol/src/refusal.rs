//! Refusals of the server: what happened, what was expected, what to do.
//!
//! A refusal is for the player to correct, and changes nothing. It travels typed, with its sentence beside
//! it, so that a client in any language can show it.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::{Revision, RoomId};
use crate::millis::Millis;
use crate::rules::{Illegal, NotationError, Variant, VariantError};
use crate::side::Side;
use crate::spec::{BotSpec, OpeningChoice, OpeningRule};
use crate::square::Square;
use crate::text::Name;
use crate::view::ForbiddenKind;

/// The reason for a refusal. New ones are added at the end only: the order is the wire's.
///
/// The layout of `Version` never changes, so that two programs of any age can tell each other apart.
#[derive(Clone, Debug, PartialEq, Eq, Error, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "each sentence says what its fields are; PROTOCOL.md has the table"
)]
pub enum Refusal {
    #[error(
        "protocol {yours} is not spoken here, this server speaks {}; \
         use a client and a server of the same release",
        from_to(*oldest, *newest)
    )]
    Version {
        yours: u16,
        oldest: u16,
        newest: u16,
    },
    #[error("the first message must be hello, once; send hello, then everything else")]
    HelloExpected,
    #[error("the message could not be read: {problem}; see PROTOCOL.md for its form")]
    Malformed { problem: String },
    #[error("too many requests at once; wait {wait} and send fewer")]
    TooFast { wait: Millis },
    #[error("the server has no place for more ({what}); try again later")]
    Full { what: String },
    #[error("the server is shutting down; come back in a moment, seats are kept")]
    ShuttingDown,
    #[error(
        "something went wrong in the server, nothing was changed; quote number {reference} to whoever runs it"
    )]
    Internal { reference: u32 },

    #[error("unknown variant {name:?}; choose one of: {}", known.join(", "))]
    UnknownVariant { name: String, known: Vec<String> },
    #[error("{problem}")]
    BadSpec { problem: String },
    #[error("no bot is called {kind:?} here; choose one of: {}", known.join(", "))]
    UnknownBot { kind: String, known: Vec<String> },
    #[error("{bot} does not play {variant}; choose one of: {}", others.join(", "))]
    BotCannotPlay {
        bot: BotSpec,
        variant: Variant,
        others: Vec<String>,
    },
    #[error("{bot} has no such depth; {expected}")]
    BadDepth { bot: BotSpec, expected: String },

    #[error("there is no room {room}; check the code, or see the lobby for rooms that are open")]
    NoSuchRoom { room: RoomId },
    #[error("you are in room {room} already; leave it first")]
    AlreadyInRoom { room: RoomId },
    #[error("you are in no room; join or open one first")]
    NotInRoom,
    #[error("both seats of {room} are taken; watch instead")]
    NoOpenSeat { room: RoomId },
    #[error("this room does not admit spectators; ask its players for a room that does")]
    NoSpectators,
    #[error("the token opens no seat of {room}; join without it to watch or to take an open seat")]
    WrongToken { room: RoomId },

    #[error("you only watch here; only the two players may do that")]
    NotSeated,
    #[error("the game has not begun; wait until both seats are taken")]
    NotStarted,
    #[error("the game is over; ask for a rematch soon after its end, or open another room")]
    GameOver,
    #[error("the game is not over; finish it, or resign, first")]
    GameNotOver,
    #[error("it is not your turn: {to_move} is to move at ply {ply}; wait for the next position")]
    NotYourTurn { to_move: Side, ply: u32 },
    #[error(
        "that move was meant for revision {yours} of the board, which is now at {current}; \
         look at the new position and move again"
    )]
    Stale { yours: Revision, current: Revision },
    #[error("{}", NotationError { text: text.clone(), expected: expected.clone() })]
    BadMove { text: String, expected: String },
    #[error("{}", Illegal::ColumnFull { column: *column, open: open.clone() })]
    ColumnFull { column: u8, open: Vec<u8> },
    #[error("{}", Illegal::Occupied { square: *square })]
    Occupied { square: Square },
    #[error("{}", Illegal::OffBoard { square: *square, columns: *columns, rows: *rows })]
    OffBoard {
        square: Square,
        columns: u8,
        rows: u8,
    },

    #[error("takebacks are not allowed in this room, or no more of them in this game; play on")]
    TakebacksOff,
    #[error(
        "there is no ply to take back: you made none, or the increments that go with it are spent; play on"
    )]
    NothingToTakeBack,
    #[error("nobody has offered you that; make the offer yourself")]
    NothingOffered,
    #[error(
        "you have offered that already, or too often in this game; wait for the answer, or play on"
    )]
    AlreadyOffered,
    #[error("both sides have moved, so the game cannot be aborted; play on, or resign")]
    TooLateToAbort,
    #[error("you cannot claim the game: your opponent is not away; play on")]
    OpponentPresent,
    #[error("you cannot claim the game yet; wait {wait} more for your opponent to come back")]
    ClaimTooEarly { wait: Millis },
    #[error("a bot does not do that; play on, or resign")]
    BotsDoNot,
    #[error("there is nothing to say in that line; write some text")]
    NothingToSay,
    #[error("a message of {size} bytes is too long, the limit is {limit}; send less")]
    TooLong { size: u32, limit: u32 },
    #[error("hints are not allowed in this game; ask when it is over, or open a room with hints")]
    HintsOff,
    #[error(
        "positions of {variant} are not analysed; ask in gomoku, or where discs fall on boards such as 7 x 6 or 8 x 7"
    )]
    NotAnalysed { variant: Variant },
    #[error("there is nothing to analyse after {plies} plies; ask about 0 to {last}")]
    NothingToAnalyse { plies: u16, last: u16 },
    #[error(
        "this server knows no message {name:?}; see PROTOCOL.md, or use a server of a later release"
    )]
    UnknownMessage { name: String },
    #[error("the message has no field {field:?}; correct it, nothing was done")]
    UnknownField { field: String },
    #[error("{}", name_owned(name, suggestion))]
    NameOwned { name: Name, suggestion: Name },
    #[error("you are banned from this server ({reason}); {}", until(*.wait))]
    Banned {
        wait: Option<Millis>,
        reason: String,
    },
    #[error("room {room} is locked; ask whoever opened it to let you in")]
    Locked { room: RoomId },
    #[error(
        "that is more than the server allows to one person: {limit}, at most {most}; end something first"
    )]
    OverLimit { limit: String, most: u32 },
    #[error("{square} is forbidden ({}); play another point", kind.title())]
    Forbidden { square: Square, kind: ForbiddenKind },
    #[error("the opening does not allow that now; {}", choices(expected))]
    BadChoice { expected: Vec<OpeningChoice> },
    #[error("the code is wrong or used, or its minute is over; ask the other device for a new one")]
    WrongCode,
    #[error("the chat of this room is closed; wait until whoever opened the room opens it again")]
    ChatClosed,
    #[error("only whoever opened the room may do that")]
    NotOwner,
    #[error("nobody else here is called {name}; check the name")]
    UnknownPlayer { name: Name },
    #[error("you do not watch {room}; watch it first")]
    NotWatching { room: RoomId },
    #[error("you have not entered the lobby; enter it first")]
    NotInLobby,
    #[error("the options of {bot} are not valid; {expected}")]
    BadOption { bot: BotSpec, expected: String },
    #[error("{bot} does not play the opening {opening}; {}", one_of(others))]
    BotCannotOpen {
        bot: BotSpec,
        opening: OpeningRule,
        others: Vec<String>,
    },
    #[error("the server refuses it ({name}); a later release of the client knows why")]
    Other { name: String },
    #[error(
        "the server's disk is full, nothing was lost; try again when whoever runs it has made room"
    )]
    DiskFull,
}

impl Refusal {
    /// The codes, in the order of bincode.
    pub const CODES: &[&str] = &[
        "version",
        "hello_expected",
        "malformed",
        "too_fast",
        "full",
        "shutting_down",
        "internal",
        "unknown_variant",
        "bad_spec",
        "unknown_bot",
        "bot_cannot_play",
        "bad_depth",
        "no_such_room",
        "already_in_room",
        "not_in_room",
        "no_open_seat",
        "no_spectators",
        "wrong_token",
        "not_seated",
        "not_started",
        "game_over",
        "game_not_over",
        "not_your_turn",
        "stale",
        "bad_move",
        "column_full",
        "occupied",
        "off_board",
        "takebacks_off",
        "nothing_to_take_back",
        "nothing_offered",
        "already_offered",
        "too_late_to_abort",
        "opponent_present",
        "claim_too_early",
        "bots_do_not",
        "nothing_to_say",
        "too_long",
        "hints_off",
        "not_analysed",
        "nothing_to_analyse",
        "unknown_message",
        "unknown_field",
        "name_owned",
        "banned",
        "locked",
        "over_limit",
        "forbidden",
        "bad_choice",
        "wrong_code",
        "chat_closed",
        "not_owner",
        "unknown_player",
        "not_watching",
        "not_in_lobby",
        "bad_option",
        "bot_cannot_open",
        "other",
        "disk_full",
    ];

    /// Returns true if the rules allowed it and the server failed: the same may be tried again later.
    pub fn is_fault_of_server(&self) -> bool {
        matches!(self, Self::Internal { .. } | Self::DiskFull)
    }

    /// The code, as in the JSON form and in PROTOCOL.md.
    pub fn code(&self) -> String {
        serde_json::to_value(self)
            .ok()
            .and_then(|value| value["code"].as_str().map(str::to_owned))
            .unwrap_or_default()
    }
}

impl From<VariantError> for Refusal {
    fn from(error: VariantError) -> Self {
        match error {
            VariantError::Unknown { name, known } => Self::UnknownVariant { name, known },
            VariantError::Measures(_) | VariantError::Shape(_) => Self::BadSpec {
                problem: error.to_string(),
            },
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

impl From<NotationError> for Refusal {
    fn from(NotationError { text, expected }: NotationError) -> Self {
        Self::BadMove { text, expected }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Foul;

    #[test]
    fn a_refusal_says_what_happened_and_what_to_do() {
        let full = Refusal::ColumnFull {
            column: 4,
            open: vec![1, 2, 3, 5, 6, 7],
        };
        assert_eq!(
            full.to_string(),
            "column 4 is full; play 1, 2, 3, 5, 6 or 7"
        );
        assert_eq!(full.code(), "column_full");
    }

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
            reason: "shouted".to_owned(),
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
