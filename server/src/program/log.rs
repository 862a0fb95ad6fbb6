//! The log on standard error.
//!
//! A server's lines are written by a thread of their own: where nobody reads them, as with a terminal that is held by
//! Ctrl-S or a pager, games go on. Lines that come close together are one write.
//!
//! No line has the bytes of a frame, in which there may be a key or a token.

use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use tracing::warn;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
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

/// For so long lines are gathered after a write: nobody who reads along notices, and a server at which many people
/// come and go writes some fifty times a second.
const GATHERED: Duration = Duration::from_millis(20);

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
    let tell = |lines| warn!(lines, "left out of the log, since nobody read it");
    let (writer, guard) = apart(io::stderr(), GATHERED, WAITING, tell);
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

fn apart(
    out: impl Write + Send + 'static,
    gathered: Duration,
    waiting: usize,
    tell: impl Fn(usize) + Send + 'static,
) -> (NonBlocking, WorkerGuard) {
    let left_out = Arc::new(OnceLock::new());
    let lines = Lines {
        out: BufWriter::new(out),
        gathered,
        left_out: left_out.clone(),
        told: 0,
        tell,
    };
    let (writer, guard) = NonBlockingBuilder::default()
        .thread_name("log")
        .buffered_lines_limit(waiting)
        .finish(lines);
    left_out.get_or_init(|| writer.error_counter());
    (writer, guard)
}

/// Where the thread writes.
struct Lines<W: Write, T> {
    out: BufWriter<W>,
    gathered: Duration,
    /// Counts the lines for which there was no place.
    left_out: Arc<OnceLock<ErrorCounter>>,
    /// How many of those were told.
    told: usize,
    /// Tells how many more there are: as another line, for which there is a place by then.
    tell: T,
}

impl<W: Write, T: Fn(usize)> Write for Lines<W, T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    /// Comes when no line waits: what comes next is gathered while this sleeps.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let left_out = self.left_out.get().map_or(0, ErrorCounter::dropped_lines);
        if left_out > self.told {
            (self.tell)(left_out - self.told);
            self.told = left_out;
        }
        thread::sleep(self.gathered);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use tracing::Subscriber as _;
    use tracing_subscriber::registry;

    use super::*;

    /// A reader who says that a write has come, and takes it once told to, or once nobody is left to tell.
    struct Held {
        came: Sender<String>,
        go: Receiver<()>,
    }

    impl Write for Held {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.came.send(text).expect("the test is there");
            let _nobody_left = self.go.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

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

    #[test]
    fn lines_wait_for_a_reader_and_those_without_a_place_are_counted() {
        let ((came, writes), (go, held)) = (mpsc::channel(), mpsc::channel());
        let (tell, left_out) = mpsc::channel();
        let reader = Held { came, go: held };
        let (mut log, guard) = apart(reader, Duration::ZERO, 2, move |lines| {
            tell.send(lines).expect("the test is there");
        });
        log.write_all(b"first\n").unwrap();
        assert_eq!(writes.recv().unwrap(), "first\n");
        // The reader has not taken it: two lines wait, and nobody waits with them.
        for number in 1..=10 {
            log.write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        drop(go);
        assert_eq!(left_out.recv().unwrap(), 8);
        drop((log, guard));
        let rest: String = writes.iter().collect();
        assert_eq!(rest, "1\n2\n");
        assert!(left_out.recv().is_err(), "each is counted once");
    }
}
