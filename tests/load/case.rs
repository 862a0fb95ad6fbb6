//! The cases, and the bounds of each.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};
use clap::ValueEnum;

/// Spectators of the one game of `fan-out`, and connections of `idle`.
const WATCHERS: usize = 1000;
const CLIENTS: usize = 5000;

/// A kind of load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Games whose players answer at once.
    Games(usize),
    /// Games with one move a second each.
    Paced(usize),
    /// One game with this many spectators.
    FanOut(usize),
    /// Games of one move: two people connect, open and join a room, and leave.
    Churn,
    /// The memory of connections on which nothing happens.
    Idle(usize),
    /// 1000 paced games for minutes: the memory must stay.
    Long,
}

impl Case {
    /// Those that are measured unless others are named.
    pub(crate) const USUAL: &[Self] = &[
        Self::Games(100),
        Self::Games(1000),
        Self::Paced(1000),
        Self::FanOut(WATCHERS),
        Self::Churn,
        Self::Idle(CLIENTS),
    ];

    /// Returns true if a contender with this store is measured: nobody waits for the store in the others.
    pub(crate) fn takes(self, store: Option<StoreKind>) -> bool {
        let waits_for_store = !matches!(self, Self::FanOut(_) | Self::Idle(_));
        waits_for_store || matches!(store, None | Some(StoreKind::Memory))
    }

    /// The unit that is counted, in the plural.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Games(_) | Self::Paced(_) | Self::Long => "moves",
            Self::FanOut(_) => "deliveries",
            Self::Churn => "games of two connections",
            Self::Idle(_) => "clients",
        }
    }

    /// The connections at once.
    pub(crate) fn connections(self) -> usize {
        match self {
            Self::Games(games) | Self::Paced(games) => 2 * games,
            Self::FanOut(watchers) => 2 + watchers,
            Self::Churn => 200,
            Self::Idle(clients) => clients,
            Self::Long => 2000,
        }
    }

    /// The bounds of a server with this store.
    pub(crate) fn bounds(self, store: StoreKind) -> &'static [Bound] {
        use StoreKind::{Memory, Postgres, Postgres3, Sqlite};
        match (self, store) {
            (Self::Games(..=100), Memory) => &[Bound::Ratio(1.35)],
            (Self::Games(..=100), Sqlite) => &[Bound::Ratio(2.3)],
            (Self::Games(_), Memory) => &[Bound::Ratio(2.0)],
            (Self::Games(_), Sqlite) => &[Bound::Ratio(3.8)],
            (Self::Paced(_), Memory) => &[Bound::Ratio(1.5), Bound::P99 { syncs: 0 }],
            (Self::Paced(_), Sqlite) => &[Bound::Ratio(2.7), Bound::P99 { syncs: 1 }],
            (Self::FanOut(_), _) => &[Bound::Ratio(1.2)],
            (Self::Churn, Memory) => &[Bound::Ratio(3.5)],
            (Self::Churn, Sqlite) | (_, Postgres | Postgres3) => &[],
            (Self::Idle(_), _) => &[Bound::Memory(12.0)],
            (Self::Long, _) => &[Bound::Growth(1.0)],
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(games) => write!(f, "games-{games}"),
            Self::Paced(games) => write!(f, "paced-{games}"),
            Self::FanOut(watchers) => write!(f, "fan-out-{watchers}"),
            Self::Churn => f.write_str("churn"),
            Self::Idle(clients) => write!(f, "idle-{clients}"),
            Self::Long => f.write_str("long"),
        }
    }
}

impl FromStr for Case {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        let numbered = name.rsplit_once('-');
        let numbered = numbered.and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
        Ok(match (name, numbered) {
            ("fan-out", _) => Self::FanOut(WATCHERS),
            ("churn", _) => Self::Churn,
            ("idle", _) => Self::Idle(CLIENTS),
            ("long", _) => Self::Long,
            (_, Some(("games", games @ 1..))) => Self::Games(games),
            (_, Some(("paced", games @ 1..))) => Self::Paced(games),
            (_, Some(("fan-out", watchers @ 1..))) => Self::FanOut(watchers),
            (_, Some(("idle", clients @ 1..))) => Self::Idle(clients),
            _ => bail!(
                "there is no case {name:?}; choose games-100, paced-1000, fan-out, churn, idle or long"
            ),
        })
    }
}

/// The store of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreKind {
    Memory,
    Sqlite,
    /// One server on a database of its own.
    Postgres,
    /// Three servers that share a database, each with a third of the games.
    #[value(name = "postgres-3")]
    Postgres3,
}

impl StoreKind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
            Self::Postgres3 => "postgres-3",
        }
    }

    /// Returns true if the servers need `PostgreSQL`.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::Postgres | Self::Postgres3)
    }
}

/// Milliseconds that 99 of 100 paced moves take at most, beside the syncs of the disk.
pub(crate) const P99: f64 = 10.0;

/// The CPU time of Colyseus in times of that of the server with the memory store, at least.
pub(crate) const AHEAD: f64 = 1.25;

/// One bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// CPU time in times of that of the bare relay.
    Ratio(f64),
    /// KiB of memory a connection.
    Memory(f64),
    /// [`P99`], and this many syncs of the disk.
    P99 { syncs: u8 },
    /// Bytes by which the memory grows with each move: less than a short run can tell from none.
    Growth(f64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_found_by_its_name() {
        for case in Case::USUAL {
            assert_eq!(case.to_string().parse::<Case>().expect("a case"), *case);
        }
        let crowd = "fan-out-7".parse::<Case>().expect("a case");
        assert_eq!(crowd, Case::FanOut(7));
        for none in ["games-0", "game", "games", "idle-x"] {
            assert!(none.parse::<Case>().is_err(), "{none}");
        }
    }
}
