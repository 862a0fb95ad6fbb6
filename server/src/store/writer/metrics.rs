//! Times and sizes of the commits, for whoever watches over the server.

use std::sync::Mutex;
use std::time::Duration;

use prometheus_client::metrics::histogram::Histogram;
use tokio::time::Instant;

/// Bounds in seconds: a sync takes 0.1 ms to 10 ms on the disks of today, and seconds on one that wakes up.
const TIMES: [f64; 14] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];

/// Bounds in appends, up to the most that go into one transaction.
const SIZES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Histograms of the commits, and what the writer is at.
#[derive(Debug)]
pub(crate) struct StoreMetrics {
    /// Time of each commit in seconds.
    pub(crate) times: Histogram,
    /// Appends in each commit.
    pub(crate) sizes: Histogram,
    /// When the writer began with the requests that it serves; none while it waits for some.
    busy_since: Mutex<Option<Instant>>,
    /// When the storage last showed whether it works, or was to be tried.
    shown: Mutex<Option<Instant>>,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        Self {
            times: Histogram::new(TIMES),
            sizes: Histogram::new(SIZES),
            busy_since: Mutex::default(),
            shown: Mutex::default(),
        }
    }
}

impl StoreMetrics {
    /// Notes that the writer begins to serve requests, or has served them.
    pub(super) fn set_busy(&self, since: Option<Instant>) {
        *self.busy_since.lock().expect("no holder panics") = since;
    }

    /// Notes that the storage has shown whether it works.
    pub(super) fn note_shown(&self) {
        *self.shown.lock().expect("no holder panics") = Some(Instant::now());
    }

    /// Returns true if the storage has not shown for this time whether it works; whoever asks tries it.
    pub(super) fn is_silent_for(&self, time: Duration) -> bool {
        let mut shown = self.shown.lock().expect("no holder panics");
        let is_silent = shown.is_none_or(|shown| shown.elapsed() >= time);
        if is_silent {
            *shown = Some(Instant::now());
        }
        is_silent
    }

    /// Returns the time for which the writer has been at the same requests; zero where it waits for some.
    pub(super) fn busy_for(&self) -> Duration {
        let since = *self.busy_since.lock().expect("no holder panics");
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}
