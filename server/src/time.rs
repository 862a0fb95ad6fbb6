//! The server's one clock: lends rooms the time.
//!
//! Moments are milliseconds of the Unix epoch, so that they mean something after a restart, but they
//! grow with the monotonic clock, so that a corrected system clock moves no chess clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use protocol::clock::Millis;
use tokio::time::Instant;

/// Reads the time; copies read the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    epoch: Millis,
    started: Instant,
}

impl Time {
    /// Takes the system's time as it is now, once.
    pub(crate) fn start() -> Self {
        let since_epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Self {
            epoch: Millis(since_epoch.as_millis() as u64),
            started: Instant::now(),
        }
    }

    /// The moment it is.
    pub(crate) fn now(&self) -> Millis {
        self.epoch + Millis(self.started.elapsed().as_millis() as u64)
    }

    /// The moment as tokio's timers want it.
    pub(crate) fn instant(&self, moment: Millis) -> Instant {
        self.started + Duration::from_millis((moment - self.epoch).0)
    }
}
