//! The only clock of the crate.

use std::time::{Duration, Instant};

use protocol::millis::Millis;

/// Time since its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Time since the start, in the unit of the protocol and of searches.
    pub fn millis(self) -> Millis {
        Millis::from_millis(self.elapsed().as_millis() as u64)
    }
}
