//! The tunables of the server, each with its unit, its default and its reason.

pub(crate) mod limits;
pub(crate) mod rate;
pub mod settings;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use external::{Fence, Limits};
use ipnet::IpNet;
use protocol::millis::Millis;
use protocol::rules::Family;
use protocol::text::ChatText;
use room::Timing;

use crate::config::limits::PEOPLE;
use crate::tls::Encryption;

/// Characters of a server's name at most: it stands in the head line of every client.
const LONGEST_NAME: usize = 50;

/// Reads the name of a server, a line that people read.
///
/// # Errors
///
/// It is empty or too long.
pub fn server_name(text: &str) -> Result<String, String> {
    let length = text.chars().count();
    if length > LONGEST_NAME {
        return Err(format!(
            "a name of {length} characters is too long; take {LONGEST_NAME} at most"
        ));
    }
    let name = ChatText::clean(text).ok_or("a name has a letter at least")?;
    Ok(name.to_string())
}

/// Configuration of a server. [`Config::default`] is that of a server started without options.
#[derive(Clone, Debug)]
pub struct Config {
    /// Name of the server, in greetings and on the LAN.
    pub name: String,
    /// True if the server is announced by mDNS. One that listens on loopback only never is.
    pub discovery: bool,
    /// Use of TLS. `enlinea-server` offers it unless it is told otherwise; without a directory for its key there is
    /// none.
    pub encryption: Encryption,
    /// Time between two looks at the files of a certificate: whoever renews it a day before its end does not wait.
    pub certificate_check: Duration,
    /// Names that requests may call the server by, beside its addresses, `localhost`, names below `.local`, those of
    /// the machine and those in its certificate.
    pub allowed_hosts: Vec<String>,
    /// Directory with the files of the page for browsers, read at each request; none for those in the program.
    pub web: Option<PathBuf>,
    /// Directory for the address of the host's console; none for a server without one.
    pub console: Option<PathBuf>,
    /// Directory of the bans, which the console alone changes; none for a server that reads and keeps none.
    pub bans: Option<PathBuf>,
    /// True if two bots play, so that there is always something to watch.
    pub exhibition: bool,
    /// Time limits of rooms.
    pub timing: Timing,
    /// Connections at once, a twentieth of which is reserved for people who return to a seat. Each takes up to 16 KiB,
    /// and 7 KiB more with TLS, so the default is some 45 MiB at most; a LAN never comes near.
    pub connections: usize,
    /// People who may be behind one address: the limits that count per address are sized for so many.
    pub people_per_address: u32,
    /// Messages of a connection that are read in a second, three times as many at once: faster than anybody plays.
    /// Faster ones wait in the network, and none is lost. Twice as many KiB are read.
    pub messages_per_second: u32,
    /// Networks of proxies that are believed when they name the address of a client.
    pub trusted_proxies: Vec<IpNet>,
    /// Rooms in memory at once; a room is a few KiB.
    pub rooms: usize,
    /// Time limit for the first bytes of a connection, for the TLS handshake, for each request, and for the `Hello`
    /// after the upgrade: people's clients need a fraction of it. A connection that is not upgraded is closed after 60
    /// times as long.
    pub handshake: Duration,
    /// Time between two pings of the server.
    pub ping_every: Duration,
    /// Silence after which a connection counts as lost: three pings missed.
    pub silence: Duration,
    /// Time limits of the analysis of a position: a person would not wait longer for the rest.
    pub analysis: AnalysisLimits,
    /// Time limits of each position of a whole game.
    pub analysis_of_game: AnalysisLimits,
    /// Searches of one address that run at once, at least two; 0 takes as many as there are cores.
    pub engine_threads: usize,
    /// Gomocup engines to seat as bots.
    pub engines: Vec<EngineSpec>,
    /// Names of those that have all the rights of the server, and no fence.
    pub engine_trust: Vec<String>,
    /// The fence of the others; none has one if this is none.
    pub engine_fence: Option<Fence>,
    /// Limits on the resources of each of them.
    pub engine_limits: Limits,
    /// Time that an engine may wait for its next ply before it is ended: people who think for that long have
    /// gone to eat, and the ply that comes then can wait for a start.
    pub engine_idle: Duration,
    /// Engines that may wait for their next ply at once, since each keeps its memory. Beyond that, the one
    /// that has waited longest is ended.
    pub engines_waiting: usize,
    /// Delay before an unfinished room that could not be loaded is tried again: long enough that thousands of
    /// them, on a disk that fails, leave the store time for people.
    pub revive_retry: Duration,
    /// Time for which games that ended are kept, from the last event of their room; none keeps them for ever.
    pub keep: Option<Millis>,
    /// Time between two looks for games that are older than that. A look reads every room that is over.
    pub keep_check: Duration,
    /// Time limit of a shutdown, after which the remaining sessions are dropped.
    pub drain: Duration,
    /// Further time for a store that is slow to finish after a shutdown: a disk that wakes up takes seconds; one
    /// that takes longer is broken, and whoever runs the server must hear of it.
    pub store_patience: Duration,
}

/// Time limits of an analysis by what it gives.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisLimits {
    /// Time for the values of columns, which mostly need a fraction of it.
    pub columns: Millis,
    /// Time for best lines, which take all of it.
    pub lines: Millis,
}

impl AnalysisLimits {
    /// Returns the limit for the variants of a family.
    pub(crate) fn for_family(self, family: Family) -> Millis {
        match family {
            Family::Gravity => self.columns,
            Family::Free | Family::Renju => self.lines,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            name: "enlinea".to_owned(),
            discovery: true,
            encryption: Encryption::Off,
            certificate_check: Duration::from_mins(1),
            allowed_hosts: Vec::new(),
            web: None,
            console: None,
            bans: None,
            exhibition: true,
            timing: Timing::default(),
            connections: 2000,
            people_per_address: PEOPLE,
            messages_per_second: 20,
            trusted_proxies: Vec::new(),
            rooms: 10_000,
            handshake: Duration::from_secs(5),
            ping_every: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            analysis: AnalysisLimits {
                columns: Millis::from_millis(15_000),
                lines: Millis::from_millis(3_000),
            },
            analysis_of_game: AnalysisLimits {
                columns: Millis::from_millis(5_000),
                lines: Millis::from_millis(600),
            },
            engine_threads: 0,
            engines: Vec::new(),
            engine_trust: Vec::new(),
            engine_fence: None,
            engine_limits: Limits::default(),
            engine_idle: Duration::from_mins(5),
            engines_waiting: 8,
            revive_retry: Duration::from_secs(5),
            keep: None,
            keep_check: Duration::from_hours(6),
            drain: Duration::from_secs(4),
            store_patience: Duration::from_secs(30),
        }
    }
}

/// A Gomocup engine to seat as a bot. As text `NAME=COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Name of the bot in a [`BotSpec`](protocol::spec::BotSpec).
    pub name: String,
    /// Command that starts it, with words as in a shell.
    pub command: String,
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, command) = text.split_once('=').ok_or_else(|| {
            format!("{text:?} is no engine; write NAME=COMMAND, such as carbon=./pbrain-carbon")
        })?;
        Ok(Self {
            name: name.trim().to_owned(),
            command: command.trim().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_server_is_one_line_of_letters() {
        assert_eq!(
            server_name(" La \u{1b}[31mcueva\n").unwrap(),
            "La [31mcueva"
        );
        for (wrong, words) in [
            ("", "a letter"),
            (" \n", "a letter"),
            (&*"ż".repeat(51), "51 characters"),
        ] {
            let problem = server_name(wrong).unwrap_err();
            assert!(problem.contains(words), "{problem}");
        }
    }

    #[test]
    fn an_engine_is_a_name_and_a_command_that_may_have_equals_signs() {
        let spec: EngineSpec = "pela=./pbrain-pela --level=3".parse().unwrap();
        assert_eq!(spec.name, "pela");
        assert_eq!(spec.command, "./pbrain-pela --level=3");
        let problem = "./pbrain-pela".parse::<EngineSpec>().unwrap_err();
        assert!(problem.contains("NAME=COMMAND"), "{problem}");
    }
}
