//! The settings of a server, as flags and as keys of a file in TOML: one table has the name of each, its unit, its
//! bounds and its reason.
//!
//! default -> key in the file -> flag: the later one wins.

mod keep;
mod table;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::net::IpAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use ipnet::IpNet;
use protocol::millis::Millis;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::keep::KEEP;
use self::table::{NUMBERS, Setting};
use crate::address::{split_network, without_brackets};
use crate::config::Config;

/// Error in a file of settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read the settings {}: {problem}", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        problem: io::Error,
    },
    /// A line is none of TOML, or no setting.
    #[error("{}, line {line}: {problem}", path.display())]
    Wrong {
        /// Path of the file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Key, the value and what was expected.
        problem: String,
    },
    /// Between two pings every client would be taken for lost.
    #[error(
        "silence is {} s and ping-every {} s, so that clients would be taken for lost between two pings; \
         make silence longer than ping-every, three times as long by default",
        silence.as_secs(),
        ping_every.as_secs()
    )]
    SilenceTooShort {
        /// Time without a word after which a client is taken for lost.
        silence: Duration,
        /// Time between two pings.
        ping_every: Duration,
    },
}

/// Name of the setting that is a list of networks.
const TRUSTED_PROXY: &str = "trusted-proxy";

const TRUSTED_PROXY_REASON: &str = "Network of proxies that are believed when they name the address of a client, in \
    X-Forwarded-For or, where there is none, in Forwarded: without it all clients of a proxy are one person. A proxy \
    must write the header itself, or clients could name any address.";

/// Name of the setting that is a list of engines.
const ENGINE_TRUST: &str = "engine-trust";

const ENGINE_TRUST_REASON: &str = "Engine, by its name in --engine, that has all the rights of the server instead of a \
    fence around it: for one that needs more than its own files, as Wine does. Seat only a program that you would run \
    yourself.";

/// Heading of the settings in the help.
const HEADING: &str = "Limits and delays, also in the file of --settings";

/// Returns the flags of all settings.
pub fn flags() -> impl Iterator<Item = Arg> {
    let numbers = NUMBERS.iter().map(|setting| {
        let default = (setting.get)(&Config::default());
        Arg::new(setting.name)
            .long(setting.name)
            .value_name("N")
            .value_parser(value_parser!(u64).range(setting.bounds.clone()))
            .help(format!(
                "{} [in {}; default: {default}]",
                setting.reason, setting.unit
            ))
            .help_heading(HEADING)
    });
    let proxies = Arg::new(TRUSTED_PROXY)
        .long(TRUSTED_PROXY)
        .value_name("CIDR")
        .action(ArgAction::Append)
        .value_parser(network)
        .help(format!(
            "{TRUSTED_PROXY_REASON} May be given several times."
        ))
        .help_heading(HEADING);
    let trusted = Arg::new(ENGINE_TRUST)
        .long(ENGINE_TRUST)
        .value_name("NAME")
        .action(ArgAction::Append)
        .help(format!("{ENGINE_TRUST_REASON} May be given several times."))
        .help_heading(HEADING);
    let keep = Arg::new(KEEP)
        .long(KEEP)
        .value_name("TIME")
        .value_parser(keep::parse)
        .help(format!("{} [default: forever]", keep::REASON))
        .help_heading(HEADING);
    numbers.chain([proxies, trusted, keep])
}

/// Sets what the flags say that were given.
pub fn apply_flags(matches: &ArgMatches, config: &mut Config) {
    for setting in NUMBERS {
        if let Some(&amount) = matches.get_one(setting.name) {
            (setting.set)(config, amount);
        }
    }
    if let Some(&keep) = matches.get_one(KEEP) {
        config.keep = keep;
    }
    if let Some(networks) = matches.get_many(TRUSTED_PROXY) {
        config.limits.trusted_proxies = networks.copied().collect();
    }
    if let Some(names) = matches.get_many::<String>(ENGINE_TRUST) {
        config.engine_trust = names.cloned().collect();
    }
}

/// Checks that no two settings contradict each other.
///
/// # Errors
///
/// [`SettingsError`] with both settings and what to do.
pub fn check(config: &Config) -> Result<(), SettingsError> {
    let (silence, ping_every) = (config.silence, config.ping_every);
    if silence <= ping_every {
        return Err(SettingsError::SilenceTooShort {
            silence,
            ping_every,
        });
    }
    Ok(())
}

/// Sets what a file says.
///
/// # Errors
///
/// [`SettingsError`] with the line, the key and what was expected.
pub fn apply_file(path: &Path, config: &mut Config) -> Result<(), SettingsError> {
    let text = fs::read(path).and_then(protocol::text::decode);
    let text = text.map_err(|problem| SettingsError::Unreadable {
        path: path.to_owned(),
        problem,
    })?;
    apply_text(&text, config).map_err(|(at, problem)| SettingsError::Wrong {
        path: path.to_owned(),
        line: text[..at.start.min(text.len())].matches('\n').count() + 1,
        problem,
    })
}

/// A problem, and its place in the text.
type Problem = (Range<usize>, String);

fn apply_text(text: &str, config: &mut Config) -> Result<(), Problem> {
    let table = DeTable::parse(text).map_err(|error| {
        let problem = error.message().replace('\n', ", ");
        (error.span().unwrap_or_default(), problem)
    })?;
    for (key, value) in table.into_inner() {
        let name: &str = key.get_ref();
        if name == TRUSTED_PROXY {
            config.limits.trusted_proxies = networks(&value)?;
        } else if name == ENGINE_TRUST {
            config.engine_trust = names(&value)?;
        } else if name == KEEP {
            config.keep = time_to_keep(&value)?;
        } else if let Some(setting) = NUMBERS.iter().find(|setting| setting.name == name) {
            (setting.set)(config, number(setting, &value)?);
        } else {
            let problem = format!(
                "{name} is no setting; see enlinea-server --print-settings for all of them"
            );
            return Err((key.span(), problem));
        }
    }
    Ok(())
}

fn number(setting: &Setting, value: &Spanned<DeValue<'_>>) -> Result<u64, Problem> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => {
            u64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
        }
        _ => None,
    };
    let number = number.filter(|number| setting.bounds.contains(number));
    number.ok_or_else(|| {
        let problem = format!(
            "{} must be a whole number of {} from {} to {}",
            setting.name,
            setting.unit,
            setting.bounds.start(),
            setting.bounds.end()
        );
        (value.span(), problem)
    })
}

fn time_to_keep(value: &Spanned<DeValue<'_>>) -> Result<Option<Millis>, Problem> {
    let DeValue::String(text) = value.get_ref() else {
        let problem = format!("{KEEP} must be a text, such as \"90d\" or \"forever\"");
        return Err((value.span(), problem));
    };
    keep::parse(text).map_err(|problem| (value.span(), problem))
}

fn networks(value: &Spanned<DeValue<'_>>) -> Result<Vec<IpNet>, Problem> {
    let expected = format!("{TRUSTED_PROXY} must be a list of networks, such as [\"10.0.0.0/8\"]");
    let DeValue::Array(list) = value.get_ref() else {
        return Err((value.span(), expected));
    };
    let read = |entry: &Spanned<DeValue<'_>>| match entry.get_ref() {
        DeValue::String(text) => network(text).map_err(|problem| (entry.span(), problem)),
        _ => Err((entry.span(), expected.clone())),
    };
    list.iter().map(read).collect()
}

fn names(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Problem> {
    let wrong = |at: Range<usize>| {
        let problem = format!("{ENGINE_TRUST} must be a list of names, such as [\"pela\"]");
        (at, problem)
    };
    let DeValue::Array(list) = value.get_ref() else {
        return Err(wrong(value.span()));
    };
    let read = |entry: &Spanned<DeValue<'_>>| match entry.get_ref() {
        DeValue::String(name) => Ok(name.clone().into_owned()),
        _ => Err(wrong(entry.span())),
    };
    list.iter().map(read).collect()
}

/// Reads a network, or an address as the network of it alone.
fn network(text: &str) -> Result<IpNet, String> {
    let (address, bits) = split_network(text);
    let read = || {
        let address: IpAddr = without_brackets(address).parse().ok()?;
        match bits {
            Some(bits) => IpNet::new(address, bits.parse().ok()?).ok(),
            None => Some(address.into()),
        }
    };
    read().ok_or_else(|| {
        format!(
            "{text:?} is no network; write an address and the bits of it that count, such as 10.0.0.0/8 or \
             2001:db8::/64"
        )
    })
}

/// Returns all settings as a file, each with its meaning, its unit and its default in comments.
pub fn to_text(config: &Config) -> String {
    let mut text = String::from(
        "# Settings of enlinea-server: `enlinea-server --settings FILE`.\n\
         # Each is also a flag of the same name, and the flag wins.\n",
    );
    let defaults = Config::default();
    for setting in NUMBERS {
        let (value, default) = ((setting.get)(config), (setting.get)(&defaults));
        comment(&mut text, setting.reason);
        let (least, most) = (setting.bounds.start(), setting.bounds.end());
        let _ = writeln!(
            text,
            "# Unit: {}, from {least} to {most}. Default: {default}.\n{} = {value}",
            setting.unit, setting.name
        );
    }
    comment(&mut text, TRUSTED_PROXY_REASON);
    let proxies = config.limits.trusted_proxies.iter();
    let proxies: Vec<_> = proxies.map(|network| format!("\"{network}\"")).collect();
    let _ = writeln!(
        text,
        "# Unit: a list of networks. Default: [].\n{TRUSTED_PROXY} = [{}]",
        proxies.join(", ")
    );
    comment(&mut text, ENGINE_TRUST_REASON);
    let trusted = config.engine_trust.iter().map(|name| format!("\"{name}\""));
    let _ = writeln!(
        text,
        "# Unit: a list of names. Default: [].\n{ENGINE_TRUST} = [{}]",
        trusted.collect::<Vec<_>>().join(", ")
    );
    comment(&mut text, keep::REASON);
    let time = keep::text(config.keep);
    let _ = writeln!(
        text,
        "# Unit: a time in s, m, h or d. Default: \"forever\".\n{KEEP} = \"{time}\""
    );
    text
}

/// Writes an empty line, and a comment in lines of at most 100 columns.
fn comment(text: &mut String, comment: &str) {
    text.push_str("\n#");
    let mut column = 1;
    for word in comment.split_whitespace() {
        if column + 1 + word.len() > COLUMNS {
            text.push_str("\n#");
            column = 1;
        }
        let _ = write!(text, " {word}");
        column += 1 + word.len();
    }
    text.push('\n');
}

/// Columns of a comment.
const COLUMNS: usize = 100;

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::*;

    fn numbers(config: &Config) -> Vec<u64> {
        let values = NUMBERS.iter().map(|setting| (setting.get)(config));
        values.collect()
    }

    #[test]
    fn what_is_printed_is_a_file_of_the_same_settings() {
        let mut config = Config::default();
        for setting in NUMBERS {
            assert!(
                setting.bounds.contains(&(setting.get)(&config)),
                "{}",
                setting.name
            );
            // Each has a field of its own.
            let before = numbers(&config);
            let other = (setting.get)(&config) + 1;
            (setting.set)(&mut config, other);
            assert_eq!((setting.get)(&config), other, "{}", setting.name);
            let after = numbers(&config);
            let changed = before
                .iter()
                .zip(&after)
                .filter(|(one, other)| one != other);
            assert_eq!(changed.count(), 1, "{}", setting.name);
        }
        config.limits.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        config.engine_trust = vec!["pela".to_owned(), "rapfi".to_owned()];
        config.keep = Some(Millis::from_secs(90 * 86_400));
        let text = to_text(&config);
        let mut read = Config::default();
        apply_text(&text, &mut read).unwrap();
        assert_eq!(numbers(&read), numbers(&config));
        assert_eq!(read.limits.trusted_proxies, config.limits.trusted_proxies);
        assert_eq!(read.engine_trust, config.engine_trust);
        assert_eq!(read.keep, config.keep);
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
    }

    /// They could not be read at all.
    #[test]
    fn settings_in_utf_16_are_read_where_its_mark_leads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let changed = Config {
            rooms: 7,
            ..Config::default()
        };
        let text = format!("\u{FEFF}{}", to_text(&changed).replace('\n', "\r\n"));
        let [little, big] = [u16::to_le_bytes, u16::to_be_bytes]
            .map(|bytes| text.encode_utf16().flat_map(bytes).collect::<Vec<_>>());
        for written in [&little[..], &big, text.as_bytes()] {
            fs::write(&path, written).unwrap();
            let mut config = Config::default();
            apply_file(&path, &mut config).unwrap();
            assert_eq!(config.rooms, 7);
        }
        for broken in [
            &little[..little.len() - 1],
            b"\xff\xfe\x00\xd8",
            b"rooms = \xff",
        ] {
            fs::write(&path, broken).unwrap();
            let error = apply_file(&path, &mut Config::default()).unwrap_err();
            assert!(error.to_string().contains("cannot read"), "{error}");
        }
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let mut config = Config::default();
        let text = "rooms = 7\noutbox = 1_000\ntrusted-proxy = ['10.1.1.1', '10.0.0.0/8']\n";
        apply_text(text, &mut config).unwrap();
        let command = Command::new("test").args(flags());
        let matches = command.get_matches_from(["test", "--rooms=9", "--grace=10"]);
        apply_flags(&matches, &mut config);
        assert_eq!((config.rooms, config.outbox), (9, 1000));
        assert_eq!(config.timing.grace.as_millis(), 10_000);
        assert_eq!(config.limits.trusted_proxies.len(), 2);
        assert_eq!(config.connections, Config::default().connections);
        let command = Command::new("test").args(flags());
        let proxies = [
            "test",
            "--trusted-proxy=::1",
            "--trusted-proxy=[::1]",
            "--trusted-proxy=[fd00::]/8",
            "--keep=1d",
        ];
        apply_flags(&command.get_matches_from(proxies), &mut config);
        let proxies = config.limits.trusted_proxies.iter().map(IpNet::to_string);
        assert_eq!(
            proxies.collect::<Vec<_>>(),
            ["::1/128", "::1/128", "fd00::/8"]
        );
        apply_text("engine-trust = ['a', 'b']", &mut config).unwrap();
        assert_eq!(config.engine_trust, ["a", "b"]);
        let command = Command::new("test").args(flags());
        let trusted = ["test", "--engine-trust=c", "--engine-trust", "d"];
        apply_flags(&command.get_matches_from(trusted), &mut config);
        assert_eq!(config.engine_trust, ["c", "d"]);
        assert_eq!(config.keep, Some(Millis::from_secs(86_400)));
    }

    #[test]
    fn a_silence_that_ends_before_the_next_ping_is_refused() {
        let checked = |text: &str| {
            let mut config = Config::default();
            apply_text(text, &mut config).unwrap();
            check(&config).map_err(|error| error.to_string())
        };
        assert_eq!(checked(""), Ok(()));
        assert_eq!(checked("ping-every = 14"), Ok(()));
        let refused = checked("ping-every = 10\nsilence = 3").unwrap_err();
        assert!(
            refused.starts_with("silence is 3 s and ping-every 10 s"),
            "{refused}"
        );
        assert!(checked("ping-every = 15").is_err());
    }

    #[test]
    fn an_error_names_the_line_the_key_and_what_was_expected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for (text, line, words) in [
            ("rooms = 5\nroms = 5", 2, "roms is no setting"),
            ("\n\nrooms = 'many'", 3, "whole number of rooms from 1 to"),
            ("rooms = 0", 1, "from 1 to 1000000"),
            ("rooms = -1", 1, "from 1 to 1000000"),
            ("rooms = 1.5", 1, "from 1 to 1000000"),
            ("grace = 1\nrooms", 2, ""),
            ("rooms = 1\nrooms = 2", 2, "duplicate"),
            ("trusted-proxy = '10.0.0.0/8'", 1, "a list of networks"),
            ("trusted-proxy = [\n'10.0.0.0/33']", 2, "\"10.0.0.0/33\""),
            ("trusted-proxy = ['[::1]2']", 1, "\"[::1]2\" is no network"),
            ("[rooms]\nmost = 1", 1, "rooms must be"),
            ("engine-trust = 'pela'", 1, "a list of names"),
            ("engine-trust = [\n7]", 2, "a list of names"),
            ("rooms = 1\nkeep = 90", 2, "keep must be a text"),
            ("keep = '90x'", 1, "\"90x\" is no time to keep games"),
        ] {
            fs::write(&path, text).unwrap();
            let error = apply_file(&path, &mut Config::default()).unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains(&format!("settings.toml, line {line}: ")),
                "{error}"
            );
            assert!(error.contains(words) && !error.contains('\n'), "{error}");
        }
        let error = apply_file(&folder.path().join("none"), &mut Config::default());
        assert!(error.unwrap_err().to_string().contains("cannot read"));
    }
}
