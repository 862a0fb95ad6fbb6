//! The errors of the protocol in the language in force.
//!
//! Logs, `--json` and the server have them in English, by `Display`. Here every error has a message of Fluent in its
//! place, by a `match` that names every variant: a new one does not compile without its text. The tests compare the
//! English messages with `Display`.

#[cfg(test)]
mod tests;

use std::fmt;
use std::io::ErrorKind;

use protocol::codec::DecodeError;
use protocol::fingerprint::NoFingerprint;
use protocol::id::{IdError, RoomId};
use protocol::record::{MoveError, MovesError, RecordError, RecordProblem, SnapshotError};
use protocol::replica::ReplicaError;
use protocol::rules::{Illegal, Notation, NotationError, ShapeError, VariantError};
use protocol::side::SideError;
use protocol::spec::{BotSpecError, ClockError, NumberError, span_text};
use protocol::square::SquareError;
use protocol::text::TextError;
use protocol::turn_order::NoSuchChoice;

use super::listed;
use crate::language::Said;

/// Errors of files and of the wire have the words of the protocol, which name parts of a format that is English.
macro_rules! in_english {
    ($($error:ty),+ $(,)?) => {
        $(impl Said for $error {
            fn said(&self) -> String {
                self.to_string()
            }
        })+
    };
}

in_english!(DecodeError, SnapshotError, NoFingerprint);

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

/// An error of a file, which the system says in English.
impl Said for std::io::Error {
    fn said(&self) -> String {
        match self.kind() {
            // Other texts are of this program.
            _ if self.raw_os_error().is_none() => self.to_string(),
            ErrorKind::NotFound => say!("errors-not-found"),
            ErrorKind::PermissionDenied => say!("errors-not-permitted"),
            ErrorKind::IsADirectory => say!("errors-is-directory"),
            _ => self.to_string(),
        }
    }
}

impl Said for IdError {
    fn said(&self) -> String {
        let alphabet = || String::from_utf8_lossy(RoomId::ALPHABET).into_owned();
        match self {
            Self::Room(text) => {
                let in_codes = |letter: &char| alphabet().contains(letter.to_ascii_uppercase());
                let mut wrong = text.chars().filter(|letter| !in_codes(letter));
                match wrong.next() {
                    Some(letter) if text.chars().count() == RoomId::LENGTH => say!(
                        "errors-not-in-room-codes",
                        text = quoted(text),
                        letter = letter.to_string(),
                        alphabet = alphabet()
                    ),
                    _ => say!(
                        "errors-no-room-code",
                        text = quoted(text),
                        alphabet = alphabet()
                    ),
                }
            }
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
        let problem = match &self.problem {
            RecordProblem::Empty => say!("records-empty"),
            RecordProblem::NoVariant => say!("records-no-game"),
            RecordProblem::Move(error) => error.said(),
            // It is about the format.
            problem => problem.to_string(),
        };
        say!(
            "records-at",
            line = self.line,
            column = self.column,
            problem = problem
        )
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

impl Said for ReplicaError {
    fn said(&self) -> String {
        match self {
            Self::UnknownVariant(name) => say!("errors-unknown-game-here", name = name.as_str()),
            Self::Ply(illegal) => say!("errors-impossible-game", reason = illegal.said()),
        }
    }
}
