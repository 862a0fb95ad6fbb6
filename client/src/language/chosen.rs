//! The language in force.

use std::cell::Cell;
use std::ffi::OsString;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Language;

/// The place in [`Language::ALL`] of the language of the process.
static CHOSEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The language of this thread instead.
    static WITHIN: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The environment variable of the option `--lang`.
const VARIABLE: &str = "ENLINEA_LANG";

/// The environment variables of the locale of messages, by POSIX; the first that is not empty counts.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language in force; English before one was chosen.
pub fn in_force() -> Language {
    let chosen = || Language::ALL[CHOSEN.load(Ordering::Relaxed)];
    WITHIN.get().unwrap_or_else(chosen)
}

/// Puts the language in force that was asked for, else that of the locale.
pub fn choose(asked: Option<Language>) {
    let variable = |name: &str| std::env::var(name).ok();
    let language = asked.unwrap_or_else(|| of_locale(variable, locales()));
    let mut all = Language::ALL.into_iter();
    let place = all.position(|known| known == language).unwrap_or_default();
    CHOSEN.store(place, Ordering::Relaxed);
}

/// The locales that the system says, the preferred one first.
#[cfg(any(not(target_os = "macos"), feature = "frameworks"))]
fn locales() -> impl Iterator<Item = String> {
    sys_locale::get_locales()
}

/// None, since macOS says them in a framework alone: those of the environment remain.
#[cfg(all(target_os = "macos", not(feature = "frameworks")))]
fn locales() -> impl Iterator<Item = String> {
    std::iter::empty()
}

/// Runs `task` with another language in force on this thread, for tests of several languages in one process.
pub fn within<T>(language: Language, task: impl FnOnce() -> T) -> T {
    /// Restores the language, also where the task panics.
    struct Before(Option<Language>);
    impl Drop for Before {
        fn drop(&mut self) {
            WITHIN.set(self.0);
        }
    }
    let _before = Before(WITHIN.replace(Some(language)));
    task()
}

/// Returns the language that these arguments or the environment ask for, before they are read: help is a text too.
pub fn asked(arguments: impl IntoIterator<Item = OsString>) -> Option<Language> {
    asked_by(arguments, |name| std::env::var(name).ok())
}

fn asked_by(
    arguments: impl IntoIterator<Item = OsString>,
    variable: impl Fn(&str) -> Option<String>,
) -> Option<Language> {
    let mut arguments = arguments.into_iter().skip(1);
    while let Some(argument) = arguments.next() {
        let Some(argument) = argument.to_str() else {
            continue;
        };
        if argument == "--" {
            break;
        }
        let value = match argument.strip_prefix("--lang") {
            Some("") => arguments.next(),
            Some(value) => value.strip_prefix('=').map(OsString::from),
            None => None,
        };
        if let Some(value) = value {
            return value.to_str()?.parse().ok();
        }
    }
    variable(VARIABLE)?.parse().ok()
}

/// Returns the language of the locale. `C` is English, whatever the system prefers, as for every other program.
fn of_locale(
    variable: impl Fn(&str) -> Option<String>,
    preferred: impl IntoIterator<Item = String>,
) -> Language {
    let values = LOCALE.into_iter().filter_map(variable);
    let posix = values.into_iter().find(|value| !value.is_empty());
    let name = posix.as_deref().map(|value| value.split('.').next());
    if matches!(name, Some(Some("C" | "POSIX"))) {
        return Language::En;
    }
    let mut languages = preferred
        .into_iter()
        .filter_map(|locale| Language::from_locale(&locale));
    languages.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_asks_before_the_environment() {
        let asked = |line: &str, variable: Option<&str>| {
            let arguments = line.split_whitespace().map(OsString::from);
            asked_by(arguments, |_| variable.map(str::to_owned))
        };
        assert_eq!(asked("enlinea", None), None);
        assert_eq!(asked("enlinea", Some("pl")), Some(Language::Pl));
        assert_eq!(asked("enlinea --lang es", Some("pl")), Some(Language::Es));
        assert_eq!(
            asked("enlinea rooms --lang=EN", Some("pl")),
            Some(Language::En)
        );
        assert_eq!(asked("enlinea --language es", None), None);
        // What clap refuses is refused in the language of the locale.
        assert_eq!(asked("enlinea --lang xx", Some("pl")), None);
        assert_eq!(asked("enlinea --lang", None), None);
        assert_eq!(asked("enlinea -- --lang es", None), None);
    }

    #[test]
    fn the_locale_decides_and_c_is_english() {
        let of = |name: &str, value: &str, preferred: &[&str]| {
            let variable = |asked: &str| (asked == name).then(|| value.to_owned());
            of_locale(variable, preferred.iter().map(|&locale| locale.to_owned()))
        };
        assert_eq!(of("LANG", "pl_PL.UTF-8", &["pl-PL"]), Language::Pl);
        assert_eq!(of("LC_ALL", "C", &["pl", "C"]), Language::En);
        assert_eq!(of("LANG", "C.UTF-8", &["es"]), Language::En);
        assert_eq!(of("LANG", "POSIX", &["es"]), Language::En);
        assert_eq!(of("LANG", "", &[]), Language::En);
        // Windows and macOS have no such variable.
        assert_eq!(of("", "", &["de-DE", "es-MX"]), Language::Es);
        assert_eq!(of("", "", &["de-DE", "espresso"]), Language::En);
    }

    #[test]
    fn a_language_on_one_thread_ends_with_its_task() {
        assert_eq!(in_force(), Language::En);
        within(Language::Pl, || {
            assert_eq!(in_force(), Language::Pl);
            assert_eq!(within(Language::Es, in_force), Language::Es);
            assert_eq!(in_force(), Language::Pl);
        });
        assert_eq!(in_force(), Language::En);
    }
}
