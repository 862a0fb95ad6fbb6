//! The errors of the protocol in the language in force.
//!
//! Logs, `--json` and the server have them in English, by `Display`. Here every error has a message of Fluent in its
//! place, by a `match` that names every variant: a new one does not compile without its text. The tests compare the
//! English messages with `Display`.

#[cfg(test)]
mod tests;

use std::fmt;

use protocol::codec::{BadFrame, DecodeError};
use protocol::fingerprint::NoFingerprint;
use protocol::id::{IdError, RoomId};
use protocol::record::{
    Contradiction, MoveError, MovesError, OpeningError, RecordError, RecordProblem, ResultError,
    SnapshotError, TagError,
};
use protocol::replica::{Gap, ReplicaError};
use protocol::rules::{Illegal, Notation, NotationError};
use protocol::rules::{ShapeError, VariantError};
use protocol::side::SideError;
use protocol::spec::{BotSpecError, ClockError, NumberError, span_text};
use protocol::square::SquareError;
use protocol::text::TextError;
use protocol::turn_order::NoSuchChoice;

use super::listed;
use crate::language::Said;

/// Text of somebody else, in quotes and with what could harm a screen written out.
pub(super) fn quoted(text: impl fmt::Debug) -> String {
    format!("{text:?}")
}

impl Said for Illegal {
    fn said(&self) -> String {
        match self {
            Self::GameOver => say!("errors-game-over"),
            Self::OffBoard {
                square,
                columns,
                rows,
            } => say!(
                "errors-off-board",
                square = square.to_string(),
                columns = *columns,
                rows = *rows
            ),
            Self::Occupied { square } => say!("errors-occupied", square = square.to_string()),
            Self::ColumnFull { column, open } => column_full(*column, open),
            Self::Forbidden { square, foul } => say!(
                "errors-forbidden",
                square = square.to_string(),
                kind = foul.said()
            ),
        }
    }
}

/// Says which columns are open in place of one that is full.
pub(super) fn column_full(column: u8, open: &[u8]) -> String {
    let open = match open.split_last() {
        None => return say!("errors-column-full-elsewhere", column = column),
        Some((last, [])) => last.to_string(),
        Some((last, others)) => say!(
            "errors-one-or-other",
            others = listed(others),
            last = last.to_string()
        ),
    };
    say!("errors-column-full", column = column, open = open)
}

impl Said for NotationError {
    fn said(&self) -> String {
        let expected = match self.notation {
            Notation::Column => say!(
                "errors-moves-are-columns",
                last = self.shape.columns.to_string()
            ),
            Notation::Cell => say!(
                "errors-moves-are-squares",
                last = self.shape.corner().to_string()
            ),
        };
        say!(
            "errors-no-move",
            text = quoted(&self.text),
            expected = expected
        )
    }
}

impl Said for SquareError {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("errors-no-square", text = quoted(text))
    }
}

impl Said for NoSuchChoice {
    fn said(&self) -> String {
        say!("errors-no-choice")
    }
}

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

impl Said for RecordError {
    fn said(&self) -> String {
        say!(
            "records-at",
            line = self.line,
            column = self.column,
            problem = self.problem.said()
        )
    }
}

impl Said for RecordProblem {
    fn said(&self) -> String {
        match self {
            Self::Unexpected { found, expected } => say!(
                "records-unexpected",
                found = quoted(found),
                expected = wanted(expected)
            ),
            Self::Truncated { expected } => {
                say!("records-truncated", expected = wanted(expected))
            }
            Self::OpenValue => say!("records-open-value"),
            Self::OpenComment => say!("records-open-comment"),
            Self::NoComment => say!("records-no-comment"),
            Self::OpenVariation => say!("records-open-variation"),
            Self::NoVariation => say!("records-no-variation"),
            Self::Tag(error) => error.said(),
            Self::LateTag => say!("records-late-tag"),
            Self::RepeatedTag(name) => say!("records-repeated-tag", name = name.as_str()),
            Self::Empty => say!("records-empty"),
            Self::NoVariant => say!("records-no-game"),
            Self::Variant(error) => error.said(),
            Self::Result(error) => error.said(),
            Self::TwoResults { result, tagged } => say!(
                "records-two-results",
                result = result.to_string(),
                tagged = tagged.to_string()
            ),
            Self::Contradiction(error) => error.said(),
            Self::Opening(error) => error.said(),
            Self::MoveNumber { found, expected } => say!(
                "records-move-number",
                found = found.as_str(),
                expected = *expected
            ),
            Self::Move(error) => error.said(),
            Self::EarlyTime => say!("records-early-time"),
            Self::TwoTimes => say!("records-two-times"),
            Self::Trailing(character) => {
                say!("records-trailing", character = quoted(character))
            }
        }
    }
}

/// Says what would do at a place, which the protocol says in English.
fn wanted(expected: &str) -> String {
    match expected {
        "a move, or the result: 1-0, 0-1, 1/2-1/2 or *" => say!("records-wanted-move"),
        "a value in quotes, as in [First \"Ana\"]" => say!("records-wanted-value"),
        "] at the end of the tag" => say!("records-wanted-tag-end"),
        "a comment" => say!("records-wanted-comment"),
        "a clock time, as in [%clk 0:04:58.3]" => say!("records-wanted-time"),
        other => other.to_owned(),
    }
}

impl Said for MovesError {
    fn said(&self) -> String {
        say!(
            "records-moves-at",
            ply = self.ply,
            column = self.column,
            problem = self.problem.said()
        )
    }
}

impl Said for MoveError {
    fn said(&self) -> String {
        match self {
            Self::GameOver { plies } => say!("records-game-over", ply = *plies),
            Self::Unreadable(error) => error.said(),
            Self::Illegal(illegal) => illegal.said(),
        }
    }
}

impl Said for TagError {
    fn said(&self) -> String {
        match self {
            Self::Derived(name) => say!("records-derived-tag", name = *name),
            Self::Name(name) => say!("records-tag-name", name = quoted(name)),
            Self::Clock(error) => error.said(),
        }
    }
}

impl Said for OpeningError {
    fn said(&self) -> String {
        match self {
            Self::Variant { variant, rule } => say!(
                "records-no-opening",
                game = variant.to_string(),
                rule = rule.to_string()
            ),
            Self::Choices { rule, choices } => say!(
                "records-opening-choices",
                choices = quoted(choices),
                rule = rule.to_string()
            ),
            Self::Plies { plies, expected } => say!(
                "records-opening-too-short",
                expected = *expected,
                plies = *plies
            ),
            Self::NoChoice { plies, expected } => say!(
                "records-opening-no-choice",
                expected = *expected,
                plies = *plies
            ),
        }
    }
}

impl Said for ResultError {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("records-no-result", text = quoted(text))
    }
}

impl Said for Contradiction {
    fn said(&self) -> String {
        say!(
            "records-contradiction",
            result = self.result.to_string(),
            expected = self.expected.to_string()
        )
    }
}

impl Said for SnapshotError {
    fn said(&self) -> String {
        match self {
            Self::UnknownVariant(name) => say!("records-unknown-game", name = name.as_str()),
            Self::Ply { ply, reason } => {
                say!("records-illegal-ply", ply = *ply, reason = reason.said())
            }
            Self::Contradiction(error) => error.said(),
            Self::Opening(error) => error.said(),
        }
    }
}

impl Said for DecodeError {
    fn said(&self) -> String {
        match self {
            Self::TooLong { size, limit } => {
                say!("errors-frame-too-long", size = *size, limit = *limit)
            }
            // The words of the decoder, which name fields and types of PROTOCOL.md.
            Self::Malformed(problem) => problem.clone(),
            Self::UnknownType(name) => say!("errors-unknown-message", name = quoted(name)),
            Self::UnknownField(name) => say!("errors-unknown-field", name = quoted(name)),
            Self::NotCanonical => say!("errors-not-canonical"),
            Self::Trailing { extra } => say!("errors-bytes-left", count = *extra),
        }
    }
}

impl Said for BadFrame {
    fn said(&self) -> String {
        self.error.said()
    }
}

impl Said for Gap {
    fn said(&self) -> String {
        say!(
            "errors-gap",
            got = self.got.to_string(),
            at = self.at.to_string()
        )
    }
}

impl Said for ReplicaError {
    fn said(&self) -> String {
        match self {
            Self::UnknownVariant(name) => say!("errors-unknown-game-here", name = name.as_str()),
            Self::Ply(illegal) => say!("errors-impossible-game", reason = illegal.said()),
        }
    }
}

impl Said for NoFingerprint {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("errors-no-fingerprint", text = quoted(text))
    }
}
