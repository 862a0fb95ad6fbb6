//! Errors of what is typed or chosen: games, boards, clocks, bots, names, codes.

use protocol::id::{IdError, RoomId};
use protocol::rules::{ShapeError, VariantError};
use protocol::side::SideError;
use protocol::spec::{BotSpecError, ClockError, NumberError, span_text};
use protocol::text::TextError;

use super::{Said, listed, quoted};
use crate::say;

impl Said for VariantError {
    fn said(&self) -> String {
        match self {
            Self::Unknown { name, known } => say!(
                "errors-unknown-game",
                name = quoted(name),
                known = listed(known)
            ),
            Self::Measures(text) => say!("errors-no-board", text = quoted(text)),
            Self::Shape(error) => error.said(),
        }
    }
}

impl Said for ShapeError {
    fn said(&self) -> String {
        match self {
            Self::Width(given) => say!("errors-width", given = *given),
            Self::Height(given) => say!("errors-height", given = *given),
            Self::InRow(given) => say!("errors-in-row", given = *given),
            Self::TooLong {
                in_row,
                columns,
                rows,
            } => say!(
                "errors-row-too-long",
                count = *in_row,
                columns = *columns,
                rows = *rows
            ),
        }
    }
}

impl Said for ClockError {
    fn said(&self) -> String {
        match self {
            Self::Initial(time) => say!("errors-clock-initial", time = span_text(*time)),
            Self::Increment(time) => say!("errors-clock-increment", time = span_text(*time)),
            Self::Time(text) => say!("errors-no-time", text = quoted(text)),
        }
    }
}

impl Said for BotSpecError {
    fn said(&self) -> String {
        match self {
            Self::Kind(text) => say!("errors-no-bot", text = quoted(text)),
            Self::Depth(error) => error.said(),
            Self::Option(text) => say!("errors-no-bot-option", text = quoted(text)),
        }
    }
}

impl Said for NumberError {
    fn said(&self) -> String {
        let (what, low, high, given) = match self {
            Self::OutOfBounds {
                what,
                low,
                high,
                value,
            } => (what, low, high, value.to_string()),
            Self::Unreadable {
                what,
                low,
                high,
                text,
            } => (what, low, high, quoted(text)),
        };
        say!(
            "errors-number",
            what = number(what),
            low = low.to_string(),
            high = high.to_string(),
            given = given
        )
    }
}

/// Says what a number is, which the protocol says in English.
fn number(what: &str) -> String {
    match what {
        "the depth of a bot" => say!("errors-number-depth"),
        "the pace" => say!("errors-number-pace"),
        "the repetitions of a match" => say!("errors-number-repeat"),
        "the time of a bot per ply, in milliseconds," => say!("errors-number-think-time"),
        "the grace, in milliseconds," => say!("errors-number-grace"),
        "a time in milliseconds" => say!("errors-number-time"),
        other => other.to_owned(),
    }
}

impl Said for TextError {
    fn said(&self) -> String {
        match self {
            Self::Name(text) => say!("errors-no-name", text = quoted(text)),
            Self::Chat => say!("errors-no-chat"),
        }
    }
}

impl Said for SideError {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("errors-no-side", text = quoted(text))
    }
}

impl Said for IdError {
    fn said(&self) -> String {
        let alphabet = || String::from_utf8_lossy(RoomId::ALPHABET).into_owned();
        match self {
            Self::Room(text) => say!(
                "errors-no-room-code",
                text = quoted(text),
                alphabet = alphabet()
            ),
            Self::Player(text) => say!("errors-no-player-id", text = quoted(text)),
            Self::Seed(text) => say!("errors-no-seed", text = quoted(text)),
            Self::Server(text) => say!("errors-no-server-id", text = quoted(text)),
            Self::HandOverCode => say!("errors-no-hand-over-code", alphabet = alphabet()),
            Self::Token => say!("errors-no-token"),
        }
    }
}
