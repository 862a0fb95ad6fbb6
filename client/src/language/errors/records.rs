//! Errors of records: of reading one, and of changing one.

use protocol::record::{
    Contradiction, MoveError, MovesError, OpeningError, RecordError, RecordProblem, ResultError,
    SnapshotError, TagError,
};

use super::{Said, quoted};
use crate::say;

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
