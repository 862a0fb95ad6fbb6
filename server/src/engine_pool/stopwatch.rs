//! The clock of one search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use protocol::millis::Millis;
use tokio::time::Instant;

use super::job_queue::{JobQueue, SearchControl};

/// Time since the beginning of a search, without its pauses. A look at it is where a search pauses for others.
pub(super) enum Stopwatch {
    /// Time of the machine.
    Running {
        begun: Instant,
        /// Length of the pauses, in microseconds.
        paused: AtomicU64,
        jobs: Arc<JobQueue>,
        control: Arc<SearchControl>,
    },
    /// Number of looks at the clock, 1 ms each: the same for the same search on any machine, and bounded by
    /// its limit as on a real clock.
    Looks(AtomicU64),
}

impl Stopwatch {
    /// Returns the time of the machine from now on.
    pub(super) fn running(jobs: Arc<JobQueue>, control: Arc<SearchControl>) -> Self {
        let begun = Instant::now();
        control.begin_slice(begun);
        Self::Running {
            begun,
            paused: AtomicU64::new(0),
            jobs,
            control,
        }
    }

    /// Returns a clock that only looks move.
    pub(super) fn looks() -> Self {
        Self::Looks(AtomicU64::new(0))
    }

    /// Looks at the clock. Does not return while the search pauses.
    pub(super) fn elapsed(&self) -> Millis {
        Millis::from_millis(match self {
            Self::Running {
                begun,
                paused,
                jobs,
                control,
            } => {
                if let Some(pause) = jobs.pause_if_due(control) {
                    paused.fetch_add(pause.as_micros() as u64, Ordering::Relaxed);
                }
                let paused = Duration::from_micros(paused.load(Ordering::Relaxed));
                begun.elapsed().saturating_sub(paused).as_millis() as u64
            }
            Self::Looks(looks) => looks.fetch_add(1, Ordering::Relaxed) + 1,
        })
    }
}
