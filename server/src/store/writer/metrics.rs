//! Times and sizes of the commits, for whoever watches over the server.

use crate::metrics::Histogram;

/// Bounds in microseconds: a sync takes 0.1 ms to 10 ms on the disks of today, and seconds on one that wakes up.
const TIMES: &[u64] = &[
    100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000,
];

/// Bounds in appends, up to the most that go into one transaction.
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Histograms of the commits.
#[derive(Debug)]
pub(crate) struct StoreMetrics {
    /// Time of each commit in microseconds.
    pub(crate) times: Histogram,
    /// Appends in each commit.
    pub(crate) sizes: Histogram,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        Self {
            times: Histogram::new(TIMES),
            sizes: Histogram::new(SIZES),
        }
    }
}
