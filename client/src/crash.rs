//! A panic of the program: a report in a file, and its path on standard error.
//!
//! The hook of `main` is the innermost, so that the hooks of the screens have put the terminal back in order before
//! anything is written. A panic beside the main thread ends a task and not the screens, which stay: its report is
//! told when they are closed.
//!
//! A report has no names, keys, tokens or chat: of the screen it has the kind, and quoted text is taken out of the
//! message of the panic.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::io;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::thread;

use etcetera::BaseStrategy;
use jiff::Zoned;

use crate::lines::output::warn;
use crate::private;
use crate::text::plain;
use crate::ui::Screen;

/// Environment variable that makes a debug build panic: `start`, `screens` or `task`.
const REHEARSAL: &str = "ENLINEA_PANIC";

/// The state of the screens, for the hook.
static SCREENS: Mutex<Screens> = Mutex::new(Screens {
    shown: None,
    untold: Vec::new(),
});

struct Screens {
    /// The kind of the screen that is shown, while the screens are open.
    shown: Option<Screen>,
    /// A report that could not be told while they were open.
    untold: Vec<String>,
}

/// Has every panic from now on write a report.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let screen = known().shown;
        let told = told(panic, &keep(&report(panic, screen)));
        warn(&told);
        // Unwinding would wait for whatever the other threads are at, with nothing on the screen.
        if thread::current().name() == Some("main") {
            std::process::exit(STATUS);
        }
    }));
}

/// Exit status of a program that has panicked, as Rust has it.
const STATUS: i32 = 101;

/// Keeps the screens from being closed by a panic beside the main thread. Called when they are open.
pub(crate) fn guard_screens() {
    let close = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let mut known = known();
        let screen = known.shown;
        if screen.is_none() || thread::current().name() == Some("main") {
            drop(known);
            // The program ends before the terminal of the screens is dropped, which shows the cursor.
            if screen.is_some() {
                let _ = crossterm::execute!(io::stdout(), crossterm::cursor::Show);
            }
            close(panic);
            return;
        }
        // Under the lock: screens that are closed meanwhile wait for what is to be told.
        known
            .untold
            .push(told(panic, &keep(&report(panic, screen))));
    }));
}

/// Notes the kind of the screen that is shown; none when the screens are closed, and what was not told is.
pub(crate) fn note_screen(screen: Option<Screen>) {
    let mut known = known();
    known.shown = screen;
    if screen.is_none() {
        let untold = std::mem::take(&mut known.untold);
        // The hook takes the lock, too.
        drop(known);
        for told in untold {
            warn(&told);
        }
    }
}

/// Panics in a debug build whose environment asks for it at this place; `task` panics in a task.
pub fn rehearse(place: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    let wanted = std::env::var(REHEARSAL).unwrap_or_default();
    assert!(wanted != place, "rehearsed at \"{place}\"");
    if wanted == "task" && place == "screens" {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| drop(tokio::spawn(async { panic!("rehearsed in a task") })));
    }
}

/// A panic of another thread does not lose what is known.
fn known() -> std::sync::MutexGuard<'static, Screens> {
    SCREENS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The text for the person.
fn told(panic: &PanicHookInfo<'_>, kept: &io::Result<PathBuf>) -> String {
    let place = place(panic);
    match kept {
        Ok(path) => say!(
            "hosting-defect",
            place = place,
            file = path.display().to_string()
        ),
        Err(problem) => say!(
            "hosting-defect-unreported",
            place = place,
            message = without_quotes(&message(panic)),
            problem = problem.to_string()
        ),
    }
}

fn report(panic: &PanicHookInfo<'_>, screen: Option<Screen>) -> String {
    let mut text = String::new();
    let build = if cfg!(debug_assertions) {
        "debug"
    } else {
        "release"
    };
    let variable = |name| std::env::var(name).unwrap_or_else(|_none| "not set".to_owned());
    let thread = thread::current();
    let lines = [
        (
            "program",
            format!("enlinea {} ({build})", env!("CARGO_PKG_VERSION")),
        ),
        (
            "system",
            format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        ),
        ("time", Zoned::now().timestamp().to_string()),
        ("terminal", variable("TERM")),
        (
            "screen",
            screen.map_or_else(|| "none".to_owned(), |screen| format!("{screen:?}")),
        ),
        (
            "thread",
            thread.name().unwrap_or("without a name").to_owned(),
        ),
        ("place", place(panic)),
        ("message", without_quotes(&message(panic))),
    ];
    for (name, value) in lines {
        let _ = writeln!(text, "{name}: {}", plain(&value));
    }
    let _ = write!(text, "backtrace:\n{}", Backtrace::force_capture());
    // The paths of sources may begin with the home directory, which has the name of a person.
    match std::env::home_dir().filter(|home| home.components().count() > 1) {
        Some(home) => text.replace(&*home.to_string_lossy(), "~"),
        None => text,
    }
}

fn place(panic: &PanicHookInfo<'_>) -> String {
    panic
        .location()
        .map_or_else(|| "an unknown place".to_owned(), ToString::to_string)
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    panic.payload_as_str().unwrap_or("none").to_owned()
}

/// A message of a panic without what it quotes: texts of people are quoted in messages of the standard library.
fn without_quotes(message: &str) -> String {
    let mut kept = String::new();
    let mut rest = message;
    while let Some(at) = rest.find(['"', '`', '\'']) {
        let quote = &rest[at..=at];
        let (before, quoted) = (&rest[..at], &rest[at + 1..]);
        kept.push_str(before);
        // A quote that does not end: everything behind it may be of a person.
        let (inside, behind) = quoted.split_once(quote).unwrap_or((quoted, ""));
        let is_code = CODE.contains(&inside);
        kept.extend([quote, if is_code { inside } else { "..." }, quote]);
        rest = behind;
    }
    kept.push_str(rest);
    kept
}

/// Words that messages of the standard library quote and nobody wrote.
const CODE: [&str; 7] = [
    "Option::unwrap()",
    "Result::unwrap()",
    "Result::unwrap_err()",
    "None",
    "Some",
    "Ok",
    "Err",
];

/// Writes a report into the state directory, and returns its path.
fn keep(report: &str) -> io::Result<PathBuf> {
    let directory = state_directory()
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, say!("hosting-no-home")))?;
    keep_in(&directory, report)
}

fn keep_in(directory: &Path, report: &str) -> io::Result<PathBuf> {
    private::create_directory(directory)?;
    let time = Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let mut path = directory.join(format!("crash-{time}.txt"));
    for again in 2.. {
        if !path.exists() {
            break;
        }
        path = directory.join(format!("crash-{time}-{again}.txt"));
    }
    private::replace(&path, report.as_bytes())?;
    Ok(path)
}

/// The platform's directory of what a program notes for itself: `$XDG_STATE_HOME/enlinea`, or the data directory
/// where the platform has none.
fn state_directory() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let directory = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(directory.join("enlinea"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_message_quotes_is_taken_out_and_its_own_words_stay() {
        for (message, expected) in [
            ("no quotes", "no quotes"),
            (
                "called `Option::unwrap()` on a `None` value",
                "called `Option::unwrap()` on a `None` value",
            ),
            (
                "called `Result::unwrap()` on an `Err` value: Taken { name: \"Ana\" }",
                "called `Result::unwrap()` on an `Err` value: Taken { name: \"...\" }",
            ),
            (
                "byte index 2 is not a char boundary; it is inside 'é' (bytes 1..3) of `hé Ana`",
                "byte index 2 is not a char boundary; it is inside '...' (bytes 1..3) of `...`",
            ),
            ("cut in \"half", "cut in \"...\""),
        ] {
            assert_eq!(without_quotes(message), expected);
        }
    }

    #[test]
    fn two_reports_of_one_second_are_two_files() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path().join("state");
        let [one, other] = ["one", "other"].map(|report| keep_in(&directory, report).unwrap());
        assert_ne!(one, other);
        assert_eq!(std::fs::read_to_string(other).unwrap(), "other");
    }
}
