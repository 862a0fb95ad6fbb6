//! How an engine can fail.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use protocol::refusal::Refusal;
use protocol::rules::Variant;

/// Why there is no move.
#[derive(Debug, thiserror::Error)]
pub enum BrainError {
    /// The command cannot be read.
    #[error(
        "{command:?} is no command: {problem}; write it as for a shell, such as \"./pbrain-x --fast\""
    )]
    Command {
        /// The command.
        command: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The program cannot be started.
    #[error("cannot start {program}: {error}; name a program that can be run here")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// The protocol has no words for such a game.
    #[error(
        "{variant} cannot be told to a Gomocup engine; choose five in a row on a square board without falling"
    )]
    CannotPlay {
        /// The game.
        variant: Variant,
    },
    /// It answered that it cannot do that.
    #[error("it answered {line:?} to {order}")]
    Refused {
        /// What it was told.
        order: String,
        /// What it said.
        line: String,
    },
    /// It answered something that is no move.
    #[error("it answered {line:?} to {order}, where a move such as 7,7 was due")]
    NoMove {
        /// What it was told.
        order: String,
        /// What it said.
        line: String,
    },
    /// It made a move that is not allowed.
    #[error("it played {line:?}, which is not allowed: {refusal}")]
    Illegal {
        /// Its move.
        line: String,
        /// Why not.
        refusal: Refusal,
    },
    /// It did not answer in time.
    #[error("it did not answer {order} within {}{}", seconds(*within), last_said(remark.as_deref()))]
    Late {
        /// What it was told.
        order: String,
        /// How long it was waited for.
        within: Duration,
        /// What it said instead.
        remark: Option<String>,
    },
    /// It wrote without an end.
    #[error("it answered {order} with a line that does not end")]
    Flood {
        /// What it was told.
        order: String,
    },
    /// It ended, or crashed.
    #[error("it ended instead of answering {order} ({}){}", how(*status), last_written(last_words))]
    Ended {
        /// What it was told.
        order: String,
        /// How it ended, where the system knows.
        status: Option<ExitStatus>,
        /// The last line on its standard error; empty where there was none.
        last_words: String,
    },
    /// We stopped it.
    #[error("it was stopped")]
    Stopped,
}

fn seconds(span: Duration) -> String {
    format!("{:.2} s", span.as_secs_f64())
}

fn last_said(remark: Option<&str>) -> String {
    remark.map_or_else(String::new, |remark| {
        format!("; it last said {:?}", crate::words::shown(remark))
    })
}

fn last_written(last_words: &str) -> String {
    match last_words {
        "" => String::new(),
        last_words => format!("; its last words: {last_words:?}"),
    }
}

fn how(status: Option<ExitStatus>) -> String {
    status.map_or_else(
        || "nobody knows how".to_owned(),
        |status| status.to_string(),
    )
}
