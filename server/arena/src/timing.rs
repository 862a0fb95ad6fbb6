//! Computing time of a thread, and time spans as people read them.

use std::time::Duration;

/// Computing time of this thread: other programs on the machine do not count.
#[derive(Clone, Copy, Debug)]
pub struct CpuWatch(Duration);

impl CpuWatch {
    /// Starts at zero.
    pub fn start() -> Self {
        Self(computed())
    }

    /// Computing time of the thread since the start.
    pub fn elapsed(self) -> Duration {
        computed().saturating_sub(self.0)
    }
}

#[cfg(unix)]
fn computed() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere: time that has passed.
#[cfg(not(unix))]
fn computed() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}

/// A span with three significant digits and a fitting unit.
pub fn human(span: Duration) -> String {
    let micros = span.as_secs_f64() * 1e6;
    let (value, unit) = match micros {
        ..1e3 => (micros, "µs"),
        1e3..1e6 => (micros / 1e3, "ms"),
        _ => (micros / 1e6, "s"),
    };
    match value {
        ..10.0 => format!("{value:.2} {unit}"),
        10.0..100.0 => format!("{value:.1} {unit}"),
        _ => format!("{value:.0} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_written_with_three_digits() {
        for (nanos, expected) in [
            (1_234, "1.23 µs"),
            (56_700, "56.7 µs"),
            (891_000, "891 µs"),
            (1_500_000, "1.50 ms"),
            (2_340_000_000, "2.34 s"),
            (0, "0.00 µs"),
        ] {
            assert_eq!(human(Duration::from_nanos(nanos)), expected);
        }
    }
}
