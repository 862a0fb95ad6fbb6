//! The only place of the crate that reads clocks.

use std::time::{Duration, Instant};

use protocol::clock::Millis;

/// Time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// How long it has been running.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The same, as searches count it.
    pub fn millis(self) -> Millis {
        Millis(self.elapsed().as_millis() as u64)
    }
}
