//! Every tunable of the server: its unit, its default, its reason.

use std::str::FromStr;
use std::time::Duration;

use external::Limits;
use protocol::clock::Millis;
use room::Timing;

use crate::rate::Rate;

/// How a server behaves. [`Config::default`] is what people get who say nothing.
#[derive(Clone, Debug)]
pub struct Config {
    /// What the server is called, in greetings and on the LAN.
    pub name: String,
    /// Whether it is announced by mDNS. A server that listens on loopback only never is.
    pub discovery: bool,
    /// Whether two bots play, so that there is always something to watch.
    pub exhibition: bool,
    /// The spans that rooms live by.
    pub timing: Timing,
    /// Connections at once. Each costs some 10 KiB, so this is 20 MiB; a LAN never comes near.
    pub connections: usize,
    /// Rooms in memory at once; a room is a few KiB.
    pub rooms: usize,
    /// A connection that has not said `Hello` by then is closed: people's clients say it at once.
    pub handshake: Duration,
    /// How often the server pings.
    pub ping_every: Duration,
    /// Silence for longer than this is a lost connection: three pings missed.
    pub silence: Duration,
    /// Messages a connection may have unsent before it is dropped as too slow; it may come back.
    ///
    /// The longest game is 400 plies; a client that is a whole board of 15 x 15 behind is not watching.
    pub outbox: usize,
    /// Messages of a client. What comes faster waits in the network, and nothing is lost: the connection
    /// is simply read more slowly.
    pub messages: Rate,
    /// Lines of chat of a client; more are refused, since they would push what others say off the screen.
    pub chat: Rate,
    /// Rooms that a client may open; more are refused, since each is kept for days.
    pub openings: Rate,
    /// Questions what columns are worth of a client; more are refused, since each keeps an engine busy. Paging
    /// through a game asks at every step.
    pub analyses: Rate,
    /// The most time for one such question: what is not known then a person would not wait for.
    pub analysis: Millis,
    /// Threads for engines; 0 takes as many as there are cores.
    pub engine_threads: usize,
    /// Plies that may wait for an engine thread. A full queue delays bots, never people.
    pub engine_queue: usize,
    /// Gomocup engines to seat as bots.
    pub engines: Vec<EngineSpec>,
    /// What each of them may use.
    pub engine_limits: Limits,
    /// An engine that waits for its next ply for longer is ended: people who think for so long have gone to
    /// eat, and the ply that comes then can wait for a start.
    pub engine_idle: Duration,
    /// Engines that may wait for their next ply at once, the one that waits longest being ended for another:
    /// one that waits keeps its memory.
    pub engines_waiting: usize,
    /// An unfinished room that could not be brought back is tried again after this: long enough that thousands
    /// of them, on a disk that fails, leave the store time for people.
    pub revive_retry: Duration,
    /// A room of the exhibition that could not be opened, as on a full server, is tried again after this.
    pub exhibition_retry: Duration,
    /// How long a shutdown may take before what is left is dropped.
    pub drain: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            name: "enlinea".to_owned(),
            discovery: true,
            exhibition: true,
            timing: Timing::default(),
            connections: 2000,
            rooms: 10_000,
            handshake: Duration::from_secs(5),
            ping_every: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            outbox: 256,
            messages: Rate {
                burst: 60,
                every: Millis(50),
            },
            chat: Rate {
                burst: 8,
                every: Millis(1000),
            },
            openings: Rate {
                burst: 20,
                every: Millis(3000),
            },
            analyses: Rate {
                burst: 30,
                every: Millis(500),
            },
            analysis: Millis(15_000),
            engine_threads: 0,
            engine_queue: 1024,
            engines: Vec::new(),
            engine_limits: Limits::default(),
            engine_idle: Duration::from_mins(5),
            engines_waiting: 8,
            revive_retry: Duration::from_secs(5),
            exhibition_retry: Duration::from_secs(10),
            drain: Duration::from_secs(4),
        }
    }
}

/// A Gomocup engine to seat as a bot. As text `NAME=COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The word for it in a [`BotSpec`](protocol::spec::BotSpec).
    pub name: String,
    /// What starts it, in words as in a shell.
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
    fn an_engine_is_a_name_and_a_command_that_may_have_equals_signs() {
        let spec: EngineSpec = "pela=./pbrain-pela --level=3".parse().unwrap();
        assert_eq!(spec.name, "pela");
        assert_eq!(spec.command, "./pbrain-pela --level=3");
        let problem = "./pbrain-pela".parse::<EngineSpec>().unwrap_err();
        assert!(problem.contains("NAME=COMMAND"), "{problem}");
    }
}
