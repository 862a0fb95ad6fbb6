//! The settings of a server: what an operator has a reason to change, as flags and as keys of a file in TOML.
//!
//! A key of the file is read as the flag of its name, in front of the flags of the command line: default -> key ->
//! flag, and the later one wins; of lists all count.

use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Command};
use ipnet::IpNet;
use protocol::millis::Millis;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::span::Span;
use crate::config::Config;

/// Most of what is counted: more of anything does not fit a machine.
const MANY: u64 = 1_000_000;

/// Longest delay in seconds, seven days: a game that both players left for that long is over anyway.
const WEEK: u64 = 7 * 24 * 3600;

/// Returns a parser of numbers from `least` to `most`.
macro_rules! within {
    ($range:expr) => {
        clap::value_parser!(u64).range($range)
    };
}

/// Returns the default of a field of the configuration that is a span, in seconds.
macro_rules! seconds {
    ($($field:ident).+) => {
        Config::default().$($field).+.as_millis() as u64 / 1000
    };
}

/// The settings of a server.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Settings, also keys in the file of --settings")]
pub struct Settings {
    /// Connections at once. Each takes up to 16 KiB, and 7 KiB more with TLS. A twentieth is reserved for people who
    /// return to a seat.
    #[arg(long, value_name = "N", default_value_t = Config::default().connections as u64, value_parser = within!(2..=MANY))]
    connections: u64,

    /// People who may be behind one address (of IPv6 the first 64 bits): connections, chat, games begun, analyses,
    /// answers, wrong codes and new names of an address are limited for so many. PROTOCOL.md has the table.
    #[arg(long, value_name = "N", default_value_t = Config::default().people_per_address.into(), value_parser = within!(1..=MANY))]
    people_per_address: u64,

    /// Messages of a connection that are read in a second, and three times as many at once; faster ones wait in the
    /// network. Faster than anybody plays; programs that play many quick games want more.
    #[arg(long, value_name = "N", default_value_t = Config::default().messages_per_second.into(), value_parser = within!(1..=MANY))]
    messages_per_second: u64,

    /// Network of proxies that are believed when they name the address of a client, in X-Forwarded-For or, if there is
    /// none, in Forwarded: without it all clients of a proxy share one address. A proxy must write the header itself,
    /// or clients could name any address. May be given several times.
    #[arg(long, value_name = "CIDR", value_parser = network)]
    trusted_proxy: Vec<IpNet>,

    /// Silence in seconds after which a connection counts as lost; the server pings three times meanwhile.
    #[arg(long, value_name = "N", default_value_t = seconds!(silence), value_parser = within!(3..=WEEK))]
    silence: u64,

    /// Rooms in memory at once; a room is a few KiB.
    #[arg(long, value_name = "N", default_value_t = Config::default().rooms as u64, value_parser = within!(1..=MANY))]
    rooms: u64,

    /// Seconds for the first ply of each side, which is free of the clock.
    #[arg(long, value_name = "N", default_value_t = seconds!(timing.first_move), value_parser = within!(1..=WEEK))]
    first_move: u64,

    /// Seconds that a player must be away before the other may claim the game: a phone that changes networks is back
    /// sooner.
    #[arg(long, value_name = "N", default_value_t = seconds!(timing.grace), value_parser = within!(0..=WEEK))]
    grace: u64,

    /// Seconds after which a room closes that has an open seat and nobody on the other one.
    #[arg(long, value_name = "N", default_value_t = seconds!(timing.seating), value_parser = within!(1..=WEEK))]
    seating: u64,

    /// Seconds of absence of both players after which a game is aborted.
    #[arg(long, value_name = "N", default_value_t = seconds!(timing.abandoned), value_parser = within!(1..=60 * WEEK))]
    abandoned: u64,

    /// Time for which rooms and the moves of their games are kept after the end, such as 90d or 12h; results stay, and
    /// ratings and profiles with them. A game takes some 700 bytes, see `ctl stats`. A room that somebody is in stays
    /// [default: for ever].
    #[arg(long, value_name = "TIME", value_parser = time_to_keep)]
    keep: Option<Span>,

    /// Searches of one address that run at once, at least two; 0 takes as many as there are cores. The others wait in
    /// the queue.
    #[arg(long, value_name = "N", default_value_t = Config::default().engine_threads as u64, value_parser = within!(0..=1024))]
    threads: u64,

    /// Memory in MiB that each external engine may use.
    #[arg(long, value_name = "N", default_value_t = Config::default().engine_limits.memory_mib, value_parser = within!(16..=1 << 20))]
    engine_memory: u64,

    /// Seconds that an external engine may wait for its next ply before it is ended, since it keeps its memory: people
    /// who think for longer have gone to eat.
    #[arg(long, value_name = "N", default_value_t = Config::default().engine_idle.as_secs(), value_parser = within!(1..=WEEK))]
    engine_idle: u64,

    /// Engine, by its name in --engine, that has all the rights of the server instead of a fence around it: for one
    /// that needs more than its own files, as Wine does. Seat only a program that you would run yourself. May be given
    /// several times.
    #[arg(long, value_name = "NAME")]
    engine_trust: Vec<String>,
}

impl Settings {
    /// Returns the configuration with these settings, and the defaults of everything else.
    #[must_use]
    pub fn into_config(self) -> Config {
        let mut config = Config {
            connections: size(self.connections),
            people_per_address: number(self.people_per_address),
            messages_per_second: number(self.messages_per_second),
            trusted_proxies: self.trusted_proxy,
            silence: Duration::from_secs(self.silence),
            ping_every: Duration::from_secs(self.silence) / 3,
            rooms: size(self.rooms),
            keep: self.keep.map(|Span(keep)| keep),
            engine_threads: size(self.threads),
            engine_idle: Duration::from_secs(self.engine_idle),
            engine_trust: self.engine_trust,
            ..Config::default()
        };
        config.engine_limits.memory_mib = self.engine_memory;
        let timing = &mut config.timing;
        timing.first_move = Millis::from_secs(self.first_move);
        timing.grace = Millis::from_secs(self.grace);
        timing.seating = Millis::from_secs(self.seating);
        timing.abandoned = Millis::from_secs(self.abandoned);
        config
    }
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn number(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

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
    /// A line is not TOML, or not a setting.
    #[error("{}, line {line}: {problem}", path.display())]
    Wrong {
        /// Path of the file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Key, value and what was expected.
        problem: String,
    },
}

/// Returns the flags that a file stands for.
///
/// # Errors
///
/// [`SettingsError`] with the line, the key and what was expected.
pub fn flags_of_file(path: &Path) -> Result<Vec<String>, SettingsError> {
    let text = fs::read(path).and_then(protocol::text::decode);
    let text = text.map_err(|problem| SettingsError::Unreadable {
        path: path.to_owned(),
        problem,
    })?;
    flags_of_text(&text).map_err(|(at, problem)| SettingsError::Wrong {
        path: path.to_owned(),
        line: text[..at.min(text.len())].matches('\n').count() + 1,
        problem,
    })
}

/// Returns the flags, or a problem and its place in the text.
fn flags_of_text(text: &str) -> Result<Vec<String>, (usize, String)> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().unwrap_or_default().start;
        (at, error.message().replace('\n', ", "))
    })?;
    let settings = Settings::augment_args(Command::new("settings").no_binary_name(true));
    let mut flags = Vec::new();
    for (key, value) in table.into_inner() {
        let at = key.span().start;
        let key: &str = key.get_ref();
        let is_known = settings
            .get_arguments()
            .any(|known| known.get_long() == Some(key));
        if !is_known {
            let problem = format!("{key} is not a setting; see enlinea-server --help");
            return Err((at, problem));
        }
        let given: Vec<_> = values(&value)
            .iter()
            .map(|value| format!("--{key}={value}"))
            .collect();
        let checked = settings.clone().try_get_matches_from(&given);
        checked.map_err(|error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            (at, line.trim_start_matches("error: ").to_owned())
        })?;
        flags.extend(given);
    }
    Ok(flags)
}

/// Returns the words of a value: of a list all, and of any other one as it is written.
fn values(value: &Spanned<DeValue<'_>>) -> Vec<String> {
    match value.get_ref() {
        DeValue::String(text) => vec![text.clone().into_owned()],
        DeValue::Integer(number) => vec![number.as_str().replace('_', "")],
        DeValue::Array(list) => list.iter().flat_map(values).collect(),
        other => vec![format!("{other:?}")],
    }
}

fn time_to_keep(text: &str) -> Result<Span, String> {
    match text.parse()? {
        Span(Millis::ZERO) => Err("games are kept for some time, such as 90d or 12h".to_owned()),
        span => Ok(span),
    }
}

/// Reads a network, or an address as the network of only that address.
fn network(text: &str) -> Result<IpNet, String> {
    let of_one = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse::<IpNet>().or_else(of_one).map_err(|_neither| {
        format!(
            "{text:?} is not a network; write an address and the bits of it that count, such as 10.0.0.0/8 or \
             2001:db8::/64"
        )
    })
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    fn config(flags: &[String]) -> Config {
        let command = Command::new("settings").no_binary_name(true);
        let command = Settings::augment_args(command).args_override_self(true);
        let matches = command.try_get_matches_from(flags).unwrap();
        Settings::from_arg_matches(&matches).unwrap().into_config()
    }

    #[test]
    fn a_server_without_settings_has_the_defaults() {
        let (one, other) = (config(&[]), Config::default());
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }

    #[test]
    fn a_key_is_the_flag_of_its_name_and_a_flag_wins() {
        let text = "rooms = 7_000\nsilence = 9\nkeep = \"12h\"\n\
            trusted-proxy = [\"10.0.0.0/8\", \"::1\"]\nengine-trust = [\"pela\"]\n";
        let mut flags = flags_of_text(text).unwrap();
        flags.push("--rooms=9".to_owned());
        let config = config(&flags);
        assert_eq!(config.rooms, 9);
        assert_eq!(config.ping_every, Duration::from_secs(3));
        assert_eq!(config.keep, Some(Millis::from_secs(12 * 3600)));
        let proxies: Vec<_> = config
            .trusted_proxies
            .iter()
            .map(IpNet::to_string)
            .collect();
        assert_eq!(proxies, ["10.0.0.0/8", "::1/128"]);
        assert_eq!(config.engine_trust, ["pela"]);
    }

    #[test]
    fn a_wrong_line_is_named_with_what_was_expected() {
        for (text, line, expected) in [
            ("rooms = 7\nroms = 7\n", 2, "roms is not a setting"),
            ("\nrooms = 0", 2, "1..=1000000"),
            ("rooms = true", 1, "--rooms"),
            ("rooms = [1, 2]", 1, "--rooms"),
            ("rooms", 1, "expected"),
            ("keep = \"0d\"", 1, "90d"),
            ("keep = 7", 1, "90s"),
            (
                "trusted-proxy = [\"10.0.0.0/8\", 'x/9']",
                1,
                "not a network",
            ),
        ] {
            let (at, problem) = flags_of_text(text).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
            assert_eq!(text[..at].matches('\n').count() + 1, line, "{problem}");
        }
    }
}
