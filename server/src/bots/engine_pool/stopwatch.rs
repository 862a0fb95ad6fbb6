//! The clock of one search.

use std::sync::atomic::{AtomicU64, Ordering};

use protocol::millis::Millis;
use tokio::time::Instant;

/// Time since the beginning of a search.
pub(super) enum Stopwatch {
    /// Time of the machine.
    Running(Instant),
    /// Number of looks at the clock, 1 ms each: the same for the same search on any machine, and bounded by
    /// its limit as on a real clock.
    Looks(AtomicU64),
}

impl Stopwatch {
    /// Returns the time of the machine from now on.
    pub(super) fn running() -> Self {
        Self::Running(Instant::now())
    }

    /// Returns a clock that only looks move.
    pub(super) fn looks() -> Self {
        Self::Looks(AtomicU64::new(0))
    }

    /// Looks at the clock.
    pub(super) fn elapsed(&self) -> Millis {
        Millis::from_millis(match self {
            Self::Running(begun) => begun.elapsed().as_millis() as u64,
            Self::Looks(looks) => looks.fetch_add(1, Ordering::Relaxed) + 1,
        })
    }
}
