//! The cases by name.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};

use super::contender::{Contender, Kind, StoreKind};

/// Spectators who never read, in the case `slow-readers`.
pub(crate) const SLOW_READERS: usize = 200;
/// Rooms where bots think, in the case `engines-busy`.
pub(crate) const BOT_ROOMS: usize = 4;

/// A kind of load. The numbers are of games, or of those who come, where the command line has another number for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Games whose players answer at once.
    Games(usize),
    /// Games with one move a second each.
    Paced(usize),
    /// One game with many spectators.
    FanOut(Option<usize>),
    /// Games of one move: two people connect, open and join a room, and leave.
    Churn,
    /// Clients without names who come, and do nothing.
    Greeting(Option<usize>),
    /// The spectators of one game coming.
    Arriving(Option<usize>),
    /// The memory of connections on which nothing happens.
    Idle(Option<usize>),
    /// As `FanOut`, beside 200 more who never read.
    SlowReaders,
    /// As `Paced` with 1000 games, while bots think.
    EnginesBusy,
    /// As `Games`, for the moves a second with a database.
    Durable(usize),
    /// As `Games` with 100, for minutes: the memory must stay.
    Long,
}

impl Case {
    /// Those that are measured unless others are named.
    pub(crate) const QUICK: &[Self] = &[
        Self::Games(100),
        Self::Games(1000),
        Self::Paced(1000),
        Self::FanOut(None),
        Self::Churn,
        Self::Greeting(None),
        Self::Arriving(None),
        Self::Idle(None),
    ];

    /// The others.
    pub(crate) const OTHERS: &[Self] = &[
        Self::FanOut(Some(5000)),
        Self::Arriving(Some(5000)),
        Self::Idle(Some(10_000)),
        Self::Durable(1),
        Self::Durable(64),
        Self::Durable(1000),
        Self::SlowReaders,
        Self::EnginesBusy,
        Self::Long,
    ];

    /// Those of the command line.
    pub(crate) fn named(names: &[String]) -> Result<Vec<Self>> {
        if names.is_empty() {
            return Ok(Self::QUICK.to_vec());
        }
        if names.iter().any(|name| name == "all") {
            return Ok([Self::QUICK, Self::OTHERS].concat());
        }
        names.iter().map(|name| name.parse()).collect()
    }

    /// Returns true if this says something about a contender.
    pub(crate) fn takes(self, contender: &Contender) -> bool {
        match (self, &contender.kind) {
            // Nobody waits for the store here; or only the store is waited for.
            (
                Self::FanOut(_)
                | Self::SlowReaders
                | Self::Greeting(_)
                | Self::Arriving(_)
                | Self::Idle(_),
                _,
            ) => contender.store() != Some(StoreKind::Sqlite),
            (Self::Durable(_), _) => contender.store() == Some(StoreKind::Sqlite),
            // It has no bots, and drops what a socket does not take.
            (Self::EnginesBusy, kind) => matches!(kind, Kind::Server { .. }),
            _ => true,
        }
    }

    /// The unit that is counted, in the plural.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Games(_) | Self::Paced(_) | Self::EnginesBusy | Self::Durable(_) | Self::Long => {
                "moves"
            }
            Self::FanOut(_) | Self::SlowReaders => "deliveries",
            Self::Churn => "games of two connections",
            Self::Greeting(_) | Self::Idle(_) => "clients",
            Self::Arriving(_) => "spectators",
        }
    }

    /// The case without a number of its own of those who come: the bounds are the same for any.
    pub(crate) fn of_any_crowd(self) -> Self {
        match self {
            Self::FanOut(_) => Self::FanOut(None),
            Self::Greeting(_) => Self::Greeting(None),
            Self::Arriving(_) => Self::Arriving(None),
            Self::Idle(_) => Self::Idle(None),
            other => other,
        }
    }

    /// The connections at once, with these numbers of those who watch, and of those who are greeted or idle.
    pub(crate) fn connections(self, watchers: usize, clients: usize) -> usize {
        match self {
            Self::Games(games) | Self::Paced(games) | Self::Durable(games) => 2 * games,
            Self::EnginesBusy => 2000 + BOT_ROOMS,
            Self::Long | Self::Churn => 200,
            Self::FanOut(own) | Self::Arriving(own) => 2 + own.unwrap_or(watchers),
            Self::SlowReaders => 2 + watchers + SLOW_READERS,
            Self::Greeting(own) | Self::Idle(own) => own.unwrap_or(clients),
        }
    }
}

/// The beginning of a name, and the case with the number that follows.
type Numbered = (&'static str, fn(usize) -> Case);

/// The cases with a number.
const NUMBERED: &[Numbered] = &[
    ("games-", Case::Games),
    ("paced-", Case::Paced),
    ("durable-", Case::Durable),
    ("fan-out-", |watchers| Case::FanOut(Some(watchers))),
    ("greeting-", |clients| Case::Greeting(Some(clients))),
    ("arriving-", |watchers| Case::Arriving(Some(watchers))),
    ("idle-", |clients| Case::Idle(Some(clients))),
];

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(games) => write!(f, "games-{games}"),
            Self::Paced(games) => write!(f, "paced-{games}"),
            Self::FanOut(own) => crowd(f, "fan-out", *own),
            Self::Churn => f.write_str("churn"),
            Self::Greeting(own) => crowd(f, "greeting", *own),
            Self::Arriving(own) => crowd(f, "arriving", *own),
            Self::Idle(own) => crowd(f, "idle", *own),
            Self::SlowReaders => f.write_str("slow-readers"),
            Self::EnginesBusy => f.write_str("engines-busy"),
            Self::Durable(games) => write!(f, "durable-{games}"),
            Self::Long => f.write_str("long"),
        }
    }
}

/// Writes the name of a case, with its own number of those who come.
fn crowd(f: &mut fmt::Formatter<'_>, name: &str, own: Option<usize>) -> fmt::Result {
    match own {
        None => f.write_str(name),
        Some(number) => write!(f, "{name}-{number}"),
    }
}

impl FromStr for Case {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        let known = Self::QUICK.iter().chain(Self::OTHERS);
        if let Some(case) = known.into_iter().find(|case| case.to_string() == name) {
            return Ok(*case);
        }
        for (stem, case) in NUMBERED {
            if let Some(Ok(number @ 1..)) = name.strip_prefix(stem).map(str::parse) {
                return Ok(case(number));
            }
        }
        bail!("there is no case {name:?}: see --help");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_found_by_its_name() {
        for case in Case::QUICK.iter().chain(Case::OTHERS) {
            assert_eq!(case.to_string().parse::<Case>().expect("a case"), *case);
        }
        assert_eq!("games-7".parse::<Case>().expect("a case"), Case::Games(7));
        let crowd = "fan-out-7".parse::<Case>().expect("a case");
        assert_eq!(crowd, Case::FanOut(Some(7)));
        assert_eq!(crowd.of_any_crowd(), Case::FanOut(None));
        assert!("games-0".parse::<Case>().is_err());
        assert!("game".parse::<Case>().is_err());
    }
}
