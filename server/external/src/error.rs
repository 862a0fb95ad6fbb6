//! Failures of an engine.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use protocol::rules::{Illegal, Variant};

/// Failure of an engine to start or to make a move.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The command cannot be split into words.
    #[error(
        "{command:?} is no command: {problem}; write it as for a shell, such as \"./pbrain-x --fast\""
    )]
    Command {
        /// The command.
        command: String,
        /// The part that cannot be read.
        problem: String,
    },
    /// The program cannot be started.
    #[error("cannot start {program}: {error}; name a program that can be run here")]
    Start {
        /// First word of the command.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// It writes what it is told: it is no Gomocup engine, whatever else it is.
    #[error(
        "it answered {line:?} to ABOUT, where its name was due, such as name=\"Carbon\", version=\"2.1\"; name a program that speaks the Gomocup protocol"
    )]
    Nameless {
        /// Its answer, as it may be shown.
        line: String,
    },
    /// The protocol cannot express the variant.
    #[error(
        "{variant} cannot be told to a Gomocup engine; choose five in a row on a square board without falling"
    )]
    CannotPlay {
        /// The variant.
        variant: Variant,
    },
    /// It answered `ERROR`, or `UNKNOWN` to `START`.
    #[error("it answered {line:?} to {order}")]
    Refused {
        /// The order that was not answered as it should.
        order: String,
        /// Its answer, as it may be shown.
        line: String,
    },
    /// It answered something that is no move.
    #[error("it answered {line:?} to {order}, where a move such as 7,7 was due")]
    NoMove {
        /// The order that was not answered as it should.
        order: String,
        /// Its answer, as it may be shown.
        line: String,
    },
    /// It answered something that is no part in the opening.
    #[error("it answered {line:?} to {order}, where {due} was due")]
    NoOpening {
        /// The order that was not answered as it should.
        order: String,
        /// Its answer, as it may be shown.
        line: String,
        /// The answers that would do.
        due: &'static str,
    },
    /// It made a move that is off every board.
    #[error("it played {line:?}, which is off the board; 0,0 to {column},{row} are on it")]
    NoCell {
        /// Its move, as it may be shown.
        line: String,
        /// Last column of the board, counted from 0.
        column: u8,
        /// Last row of the board, counted from 0.
        row: u8,
    },
    /// It made a move that is not allowed.
    #[error("it played {line:?}, which is not allowed: {reason}")]
    Illegal {
        /// Its move, as it may be shown.
        line: String,
        /// The rule against it.
        reason: Illegal,
    },
    /// It did not answer in time.
    #[error("it did not answer {order} within {}{}", seconds(*within), remark_text(remark.as_deref()))]
    Late {
        /// The order that was not answered as it should.
        order: String,
        /// Time that it had.
        within: Duration,
        /// Its last line meanwhile, which was no answer.
        remark: Option<String>,
    },
    /// It wrote a line that does not end.
    #[error("it answered {order} with a line that does not end")]
    Flood {
        /// The order that was not answered as it should.
        order: String,
    },
    /// It exited, or crashed.
    #[error("it ended instead of answering {order} ({}){}", exit_text(*status), stderr_text(last_words))]
    Ended {
        /// The order that was not answered as it should.
        order: String,
        /// Its exit status, where the system knows it.
        status: Option<ExitStatus>,
        /// The last line on its standard error; empty where there was none.
        last_words: String,
    },
    /// The request was stopped by its [`Stop`](engine::Stop).
    #[error("it was stopped")]
    Stopped,
}

fn seconds(span: Duration) -> String {
    format!("{:.2} s", span.as_secs_f64())
}

fn remark_text(remark: Option<&str>) -> String {
    remark.map_or_else(String::new, |remark| {
        format!("; it last said {:?}", crate::text::shown(remark))
    })
}

fn stderr_text(last_words: &str) -> String {
    match last_words {
        "" => String::new(),
        last_words => format!("; its last words: {last_words:?}"),
    }
}

fn exit_text(status: Option<ExitStatus>) -> String {
    status.map_or_else(
        || "nobody knows how".to_owned(),
        |status| status.to_string(),
    )
}
