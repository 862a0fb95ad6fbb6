//! The log on standard error.
//!
//! A server's lines are written by a thread of their own: where nobody reads them, as with a terminal that is held by
//! Ctrl-S or a pager, games go on, and lines are left out. Lines that wait are one write.
//!
//! No line has the bytes of a frame, in which there may be a key or a token.

use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Lines that wait for a reader, at most: some 2 MiB.
const WAITING: usize = 10_000;

/// Environment variable that selects the contents of the log.
pub(crate) const VARIABLE: &str = "ENLINEA_LOG";

/// Contents of the log where nothing else is asked for.
const DEFAULT: &str = "info,mdns_sd=error";

/// Part of [`VARIABLE`] that selects nothing.
#[derive(Debug, thiserror::Error)]
#[error(
    "{directive:?} in {VARIABLE} is neither a level nor one of a part of the program; write off, error, warn, info, \
     debug or trace, or several with commas between, such as info,server=debug"
)]
pub(crate) struct FilterError {
    directive: String,
}

/// Returns the filter that `value`, that of [`VARIABLE`], asks for. An empty one is as if it was not there.
///
/// # Errors
///
/// [`FilterError`]. A word alone must be a level: the library takes another for the name of a part of the program whose
/// lines alone are written, so that the log would be empty where a level was mistyped.
pub(crate) fn filter(value: Option<&OsStr>) -> Result<Targets, FilterError> {
    let value = value.unwrap_or_default().to_string_lossy();
    let asked = if value.trim().is_empty() {
        DEFAULT
    } else {
        &value
    };
    let directives = asked.split(',').map(str::trim);
    let mut filter = Targets::new();
    for directive in directives.filter(|directive| !directive.is_empty()) {
        let wrong = |_| FilterError {
            directive: directive.to_owned(),
        };
        let (target, level) = match directive.split_once('=') {
            Some((target, level)) => (Some(target), level),
            None => (None, directive),
        };
        let level: LevelFilter = level.parse().map_err(wrong)?;
        filter = match target {
            Some(target) => filter.with_target(target, level),
            None => filter.with_default(level),
        };
    }
    Ok(filter)
}

/// Starts the log of a command that ends by itself: each line is written at once.
pub(crate) fn start(format: LogFormat, filter: Targets) {
    start_into(format, filter, io::stderr);
}

/// Starts the log of a server. What is left is written, for a second at most, when the guard is dropped.
pub(crate) fn start_apart(format: LogFormat, filter: Targets) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .thread_name("log")
        .buffered_lines_limit(WAITING)
        .finish(BufWriter::new(io::stderr()));
    start_into(format, filter, writer);
    guard
}

fn start_into(
    format: LogFormat,
    filter: Targets,
    writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
) {
    // Whatever is asked for: below this the library logs the bytes of frames, in which the keys and tokens are.
    let quiet = ["tungstenite", "tokio_tungstenite"];
    let filter = filter.with_targets(quiet.map(|target| (target, LevelFilter::INFO)));
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry()
        .with(lines)
        .with(filter)
        .init();
}

#[cfg(test)]
mod tests {
    use tracing::Subscriber as _;
    use tracing_subscriber::registry;

    use super::*;

    #[test]
    fn a_filter_of_the_log_is_a_list_of_levels_and_an_empty_one_is_none() {
        let read = |value: &str| filter(Some(OsStr::new(value)));
        let default = filter(None).unwrap().to_string();
        for (value, level) in [
            ("", "info"),
            (" ", "info"),
            ("off", "off"),
            ("WARN", "warn"),
            ("5", "trace"),
            ("info,server=debug", "debug"),
            (" info , server=debug ,", "debug"),
            ("server::store=trace", "trace"),
        ] {
            let filter = read(value).unwrap();
            let most = SubscriberExt::with(registry(), filter.clone()).max_level_hint();
            assert_eq!(most.unwrap().to_string(), level, "{value}");
            let is_default = filter.to_string() == default;
            assert_eq!(is_default, value.trim().is_empty(), "{value}");
        }
        for (value, directive) in [
            ("verbose", "verbose"),
            ("info,debgu", "debgu"),
            ("nonsense=[", "nonsense=["),
            ("server=debgu,info", "server=debgu"),
            ("/tmp/log", "/tmp/log"),
            ("7", "7"),
        ] {
            let error = read(value).unwrap_err().to_string();
            let said = format!("{directive:?} in ENLINEA_LOG is neither a level");
            assert!(error.starts_with(&said), "{value}: {error}");
        }
    }
}
