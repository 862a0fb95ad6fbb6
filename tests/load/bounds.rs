//! Bounds of the cases, and goals for one day.

use super::case::Case;
use super::contender::StoreKind::{self, Memory, Sqlite};
use super::contender::{Contender, Transport};

/// A figure that has a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// CPU time, as a ratio to that of the bare relay.
    Ratio,
    /// KiB of memory a connection.
    Memory,
    /// Latency that 99 in 100 moves have at most, in milliseconds, beside this many syncs of the disk.
    P99 { syncs: u8 },
    /// Units a second: the bound is the least.
    Rate,
    /// Bytes by which the memory grows with each move.
    Growth,
}

/// One bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) case: Case,
    pub(crate) store: StoreKind,
    pub(crate) figure: Figure,
    pub(crate) limit: f64,
    pub(crate) goal: Option<f64>,
}

/// Those over plain connections.
#[rustfmt::skip]
const PLAIN: &[Bound] = &[
    row(Case::Games(100),     Memory, Figure::Ratio,  1.2,  Some(0.95)),
    row(Case::Games(100),     Sqlite, Figure::Ratio,  1.7,  Some(1.4)),
    row(Case::Games(1000),    Memory, Figure::Ratio,  1.6,  Some(1.1)),
    row(Case::Games(1000),    Sqlite, Figure::Ratio,  2.0,  Some(1.6)),
    row(Case::Paced(1000),    Memory, Figure::Ratio,  1.3,  Some(1.1)),
    row(Case::Paced(1000),    Sqlite, Figure::Ratio,  2.0,  Some(1.6)),
    row(Case::Paced(1000),    Memory, Figure::Memory, 12.0, Some(10.0)),
    row(Case::Paced(1000),    Memory, Figure::P99 { syncs: 0 }, 10.0, None),
    row(Case::Paced(1000),    Sqlite, Figure::P99 { syncs: 1 }, 10.0, None),
    row(Case::EnginesBusy,    Memory, Figure::P99 { syncs: 0 }, 20.0, None),
    row(Case::EnginesBusy,    Sqlite, Figure::P99 { syncs: 2 }, 20.0, None),
    row(Case::FanOut(None),   Memory, Figure::Ratio,  1.0,  Some(0.85)),
    row(Case::Churn,          Memory, Figure::Ratio,  2.0,  Some(1.5)),
    row(Case::Churn,          Sqlite, Figure::Ratio,  3.0,  Some(2.2)),
    row(Case::Greeting(None), Memory, Figure::Ratio,  1.5,  None),
    row(Case::Idle(None),     Memory, Figure::Memory, 10.0, Some(8.5)),
    // 1.3 times, twice and twice what was measured first, which were 2254, 6639 and 10,268 on one core and a fast disk.
    row(Case::Durable(1),     Sqlite, Figure::Rate,   2930.0,   None),
    row(Case::Durable(64),    Sqlite, Figure::Rate,   13_278.0, None),
    row(Case::Durable(1000),  Sqlite, Figure::Rate,   20_536.0, Some(30_000.0)),
    // Flat: less than a short run can tell from none.
    row(Case::Long,           Memory, Figure::Growth, 1.0,  None),
    row(Case::Long,           Sqlite, Figure::Growth, 1.0,  None),
];

/// Those over TLS, where the relay pays for the encryption too.
#[rustfmt::skip]
const TLS: &[Bound] = &[
    row(Case::Games(100),     Memory, Figure::Ratio,  1.2,  None),
    row(Case::Games(1000),    Memory, Figure::Ratio,  1.2,  None),
    row(Case::Paced(1000),    Memory, Figure::Ratio,  1.2,  None),
    row(Case::FanOut(None),   Memory, Figure::Ratio,  1.2,  None),
    row(Case::Churn,          Memory, Figure::Ratio,  1.2,  None),
    row(Case::Greeting(None), Memory, Figure::Ratio,  1.2,  None),
    row(Case::Idle(None),     Memory, Figure::Memory, 18.0, None),
];

const fn row(case: Case, store: StoreKind, figure: Figure, limit: f64, goal: Option<f64>) -> Bound {
    Bound {
        case,
        store,
        figure,
        limit,
        goal,
    }
}

/// The bounds of a case for this contender: only servers have some.
pub(crate) fn of(case: Case, contender: &Contender) -> impl Iterator<Item = &'static Bound> {
    let (case, store) = (case.of_any_crowd(), contender.store());
    let bounds = match contender.transport {
        Transport::Plain => PLAIN,
        Transport::Tls => TLS,
    };
    bounds
        .iter()
        .filter(move |bound| bound.case == case && Some(bound.store) == store)
}

/// The ratio that a case may have at most, if it is bounded.
pub(crate) fn ratio(case: Case, contender: &Contender) -> Option<&'static Bound> {
    of(case, contender).find(|bound| bound.figure == Figure::Ratio)
}
