//! The cases by name.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};

use super::contender::{Contender, Kind, StoreKind};

/// A kind of load. The numbers are of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Games whose players answer at once.
    Games(usize),
    /// Games with one move a second each.
    Paced(usize),
    /// One game with many spectators.
    FanOut,
    /// Games of one move: two people connect, open and join a room, and leave.
    Churn,
    /// Clients without names who come, and do nothing.
    Greeting,
    /// The spectators of one game coming.
    Arriving,
    /// The memory of connections on which nothing happens.
    Idle,
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
        Self::FanOut,
        Self::Churn,
        Self::Greeting,
        Self::Arriving,
        Self::Idle,
    ];

    /// The others.
    pub(crate) const OTHERS: &[Self] = &[
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
                Self::FanOut | Self::SlowReaders | Self::Greeting | Self::Arriving | Self::Idle,
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
            Self::FanOut | Self::SlowReaders => "deliveries",
            Self::Churn => "games of two connections",
            Self::Greeting | Self::Idle => "clients",
            Self::Arriving => "spectators",
        }
    }
}

/// The beginning of a name, and the case with the number that follows.
type Numbered = (&'static str, fn(usize) -> Case);

/// The cases with a number of games.
const NUMBERED: &[Numbered] = &[
    ("games-", Case::Games),
    ("paced-", Case::Paced),
    ("durable-", Case::Durable),
];

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(games) => write!(f, "games-{games}"),
            Self::Paced(games) => write!(f, "paced-{games}"),
            Self::FanOut => f.write_str("fan-out"),
            Self::Churn => f.write_str("churn"),
            Self::Greeting => f.write_str("greeting"),
            Self::Arriving => f.write_str("arriving"),
            Self::Idle => f.write_str("idle"),
            Self::SlowReaders => f.write_str("slow-readers"),
            Self::EnginesBusy => f.write_str("engines-busy"),
            Self::Durable(games) => write!(f, "durable-{games}"),
            Self::Long => f.write_str("long"),
        }
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
            if let Some(Ok(games @ 1..)) = name.strip_prefix(stem).map(str::parse) {
                return Ok(case(games));
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
        assert!("games-0".parse::<Case>().is_err());
        assert!("game".parse::<Case>().is_err());
    }
}
