//! The log that a person asks for: what happens to the connection, in a file and never on the screen.
//!
//! Of a message it has the kind and never the text, so that no token, key or chat comes into it. The server that
//! runs in the program tells what it tells at `info`, and less at less.

use std::fs::File;
use std::sync::Mutex;

use protocol::message::{ClientMsg, ServerMsg};
use serde::Serialize;
use serde_json::Value;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use crate::args::{LogArgs, LogLevel, is_hyphen};
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::private;

/// Levels of a log, which nobody means as the name of its file.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Begins the log, if there is one.
///
/// # Errors
///
/// A usage failure, where its file cannot be written.
pub fn begin(args: &LogArgs) -> Result<(), Failure> {
    let Some(file) = open(args)? else {
        return Ok(());
    };
    let level = match args.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let targets = Targets::new()
        .with_target("client", level)
        .with_target("server", level.min(LevelFilter::INFO));
    let lines = fmt::layer().with_ansi(false).with_writer(Mutex::new(file));
    registry().with(lines).with(targets).init();
    let version = env!("CARGO_PKG_VERSION");
    tracing::info!(version, "enlinea begins");
    Ok(())
}

/// Opens the file of the log, if there is one, for its owner alone.
///
/// # Errors
///
/// A usage failure, where it cannot be written.
pub fn open(args: &LogArgs) -> Result<Option<File>, Failure> {
    let Some(path) = &args.log else {
        return Ok(None);
    };
    // The standard output has the screen.
    if is_hyphen(path) {
        return Err(Failure::new(Kind::Usage, say!("hosting-log-no-file")));
    }
    // The variable of this name is a filter for the server, where `debug` says how much it logs.
    if let Some(level) = path.to_str().filter(|word| LEVELS.contains(word)) {
        let message = say!("hosting-log-is-level", level = level);
        return Err(Failure::new(Kind::Usage, message));
    }
    private::append(path).map(Some).map_err(|problem| {
        let message = say!(
            "hosting-log-unwritable",
            file = path.display().to_string(),
            problem = problem.said()
        );
        Failure::new(Kind::Usage, message)
    })
}

/// The kind of a message of the server, with that of its event.
pub(crate) fn kind_from_server(message: &ServerMsg) -> String {
    match message {
        ServerMsg::Event { event, .. } => format!("event {}", kind(event)),
        message => kind(message),
    }
}

/// The kind of a message to the server.
pub(crate) fn kind_to_server(message: &ClientMsg) -> String {
    kind(message)
}

/// The tag of a value in JSON.
fn kind(message: &impl Serialize) -> String {
    let json = serde_json::to_value(message).unwrap_or_default();
    json.get("type")
        .and_then(Value::as_str)
        .unwrap_or("unknown")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use protocol::id::Token;
    use protocol::message::Role;

    use super::*;

    #[test]
    fn neither_the_output_nor_a_level_is_a_log_and_no_file_is_made_of_them() {
        for (log, ways) in [
            ("-", ["--log", "./-"]),
            ("debug", ["--log-level", "./debug"]),
        ] {
            let args = LogArgs {
                log: Some(log.into()),
                ..LogArgs::default()
            };
            let failure = open(&args).unwrap_err();
            assert_eq!(failure.kind, Kind::Usage);
            let said = failure.to_string();
            assert!(ways.iter().all(|way| said.contains(way)), "{said}");
        }
    }

    #[test]
    fn the_kind_of_a_message_has_nothing_that_it_says() {
        let join = ClientMsg::Join {
            room: "K7QM2X".parse().unwrap(),
            role: Role::Seat { token: Token(9) },
        };
        assert_eq!(kind_to_server(&join), "join");
        assert_eq!(kind_from_server(&ServerMsg::ShuttingDown), "shutting_down");
    }
}
