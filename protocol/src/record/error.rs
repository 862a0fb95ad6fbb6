//! The errors of records: of reading one, and of changing one.

use thiserror::Error;

use super::GameResult;
use crate::rules::{Illegal, NotationError, Variant, VariantError};
use crate::spec::{ClockError, OpeningRule};

/// The error of a text that is no record: its place, what stands there, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in its line, from 1.
    pub column: usize,
    /// The fault, and what was expected.
    pub problem: RecordProblem,
}

/// A fault in the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// Something else stands where one thing alone is possible.
    #[error("{found:?} stands here, expected {expected}")]
    Unexpected {
        /// The text found, cut to 20 characters.
        found: String,
        /// The text that would do.
        expected: &'static str,
    },
    /// The text ends too soon.
    #[error("the text ends here, expected {expected}")]
    Truncated {
        /// The text that would do.
        expected: &'static str,
    },
    /// A value in quotes is not closed in its line.
    #[error("the value has no end; expected \" before the line ends")]
    OpenValue,
    /// A comment is not closed.
    #[error("the comment has no end; expected }} behind it")]
    OpenComment,
    /// A comment is closed that was not opened.
    #[error("}} ends no comment; expected a move or a result")]
    NoComment,
    /// A variation is not closed.
    #[error("the variation has no end; expected ) after it")]
    OpenVariation,
    /// A variation is closed that was not opened.
    #[error(") ends no variation; expected a move or a result")]
    NoVariation,
    /// A tag cannot stand as it is.
    #[error(transparent)]
    Tag(#[from] TagError),
    /// A tag stands below the first move.
    #[error("a tag stands among the moves; write it above them")]
    LateTag,
    /// A tag, its name cut to 20 characters, has two values.
    #[error("the tag {0} is said twice; say it once")]
    RepeatedTag(String),
    /// The text has nothing but white space.
    #[error("the text is empty; expected a game with its tags, as in [Variant \"connect-four\"]")]
    Empty,
    /// No tag names the variant.
    #[error(
        "the tags do not name the game; say it above the moves, as in [Variant \"connect-four\"]"
    )]
    NoVariant,
    /// The tag `Variant` names no variant.
    #[error(transparent)]
    Variant(VariantError),
    /// The tag `Result` has no result.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// The result below the moves is not the one of the tags.
    #[error(
        "the result {result} contradicts the tag [Result \"{tagged}\"]; write the same in both"
    )]
    TwoResults {
        /// The result below the moves.
        result: GameResult,
        /// The result in the tags.
        tagged: GameResult,
    },
    /// The result is not the one of the board.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The tag `Opening` does not fit the game.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A move number is wrong.
    #[error("the move number is {found}, expected {expected}")]
    MoveNumber {
        /// The number found, cut to 20 characters.
        found: String,
        /// The number that would do.
        expected: usize,
    },
    /// A move is unreadable or illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A clock time belongs to no ply.
    #[error("a clock time stands before the first ply; write it behind its ply")]
    EarlyTime,
    /// A ply has two clock times.
    #[error("the ply has a clock time already; write one")]
    TwoTimes,
    /// Text stands behind the result.
    #[error("{0:?} stands behind the result; end there")]
    Trailing(char),
}

/// The error of a move in a finished text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The game ended before the move.
    #[error("the game ended with ply {plies}; end the moves there")]
    GameOver {
        /// Number of plies made.
        plies: usize,
    },
    /// The move is unreadable.
    #[error(transparent)]
    Unreadable(#[from] NotationError),
    /// The move is illegal for another reason.
    #[error(transparent)]
    Illegal(Illegal),
}

/// The error of a name or value that a tag cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TagError {
    /// The tag is not free to choose: `Variant`, `Result` and `Opening`.
    #[error("the tag {0} is set with the game, its result or its opening, not by itself")]
    Derived(&'static str),
    /// The name is no word.
    #[error(
        "{0:?} is no name of a tag; a name is a word of letters, digits and underscores, such as First"
    )]
    Name(String),
    /// The value of the tag `Clock` is no clock.
    #[error(transparent)]
    Clock(ClockError),
}

/// The error of an opening that the game cannot have had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The variant has no such opening.
    #[error("{variant} is not opened by {rule}; leave the tag out")]
    Variant {
        /// The rules and the board.
        variant: Variant,
        /// The rule of the opening.
        rule: OpeningRule,
    },
    /// A choice cannot follow on those before it.
    #[error("the choices {choices:?} cannot be made in {rule}")]
    Choices {
        /// The rule of the opening.
        rule: OpeningRule,
        /// The choices, as in the tag, but three at most.
        choices: String,
    },
    /// A choice was made later than the moves go.
    #[error("the last choice of the opening comes after {expected} plies, and there are {plies}")]
    Plies {
        /// Number of plies.
        plies: usize,
        /// Number of plies at the last choice.
        expected: usize,
    },
    /// There are moves that wait for a choice.
    #[error("a choice comes after {expected} plies, and there are {plies}; say it in the tag")]
    NoChoice {
        /// Number of plies.
        plies: usize,
        /// Number of plies at which a choice is missing.
        expected: usize,
    },
}

/// A text, held here, that is no [`GameResult`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no result; write 1-0, 0-1, 1/2-1/2 or *")]
pub struct ResultError(pub String);

/// A result that the board contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the result {result} contradicts the board; after these moves it is {expected}")]
pub struct Contradiction {
    /// The result given.
    pub result: GameResult,
    /// The result on the board.
    pub expected: GameResult,
}

/// The error of a [`Snapshot`](crate::view::Snapshot) or a [`PastGame`](crate::view::PastGame) that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SnapshotError {
    /// This release does not know the game.
    #[error("the game {0} is not known; use a later release")]
    UnknownVariant(String),
    /// The moves are not kept.
    #[error("the server keeps only the result of this game")]
    NoMoves,
    /// A ply is illegal.
    #[error("ply {ply} is not legal: {reason}")]
    Ply {
        /// Number of the ply, from 1.
        ply: usize,
        /// The reason.
        reason: Illegal,
    },
    /// The outcome is not the one of the board.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// The opening cannot have been.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}
