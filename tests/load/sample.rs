//! The figures of one measurement, and medians of several.

use std::time::Duration;

use serde_json::{Map, Value, json};

/// Measurements of one contender in one round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// CPU seconds of the contender for 100,000 of the case's units.
    pub(crate) cpu: Option<f64>,
    /// Units a second.
    pub(crate) rate: Option<f64>,
    pub(crate) latency: Option<Latency>,
    /// Resident memory a connection, in KiB.
    pub(crate) memory: Option<f64>,
    pub(crate) shares: Option<Shares>,
    /// Other figures, by name and unit.
    pub(crate) others: Vec<(&'static str, f64)>,
}

/// Uses of the time that was measured, in percent of one core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// The contender ran.
    pub(crate) ran: f64,
    /// Its threads were ready to run, and others had the core: noise, or threads of its own.
    pub(crate) waited: f64,
    /// The clients ran: near 100 for each core that they have, they are the limit, not the contender.
    pub(crate) clients: f64,
}

/// Time from the moment at which a move is sent to that at which others have it, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
}

impl Latency {
    pub(crate) fn of(mut latencies: Vec<Duration>) -> Option<Self> {
        latencies.sort_unstable();
        let last = latencies.len().checked_sub(1)?;
        let at =
            |share: f64| 1000.0 * latencies[(share * last as f64).round() as usize].as_secs_f64();
        Some(Self {
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
        })
    }
}

/// Name of the time that one sync of the disk takes, in milliseconds.
pub(crate) const SYNC: &str = "sync_ms";
/// Name of the growth of the memory.
pub(crate) const GROWTH: &str = "grown_bytes_per_move";

impl Sample {
    /// Another figure, by its name.
    pub(crate) fn other(&self, name: &str) -> Option<f64> {
        let mut others = self.others.iter();
        Some(others.find(|other| other.0 == name)?.1)
    }

    pub(crate) fn with_latency(self, latency: Option<Latency>) -> Self {
        Self { latency, ..self }
    }

    /// The figures by their names in JSON.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let latency = |of: fn(Latency) -> f64| self.latency.map(of);
        let share = |of: fn(Shares) -> f64| self.shares.map(of);
        let figures = [
            ("cpu_seconds_per_100k", self.cpu),
            ("per_second", self.rate),
            ("p50_ms", latency(|latency| latency.p50)),
            ("p99_ms", latency(|latency| latency.p99)),
            ("p999_ms", latency(|latency| latency.p999)),
            ("kib_per_connection", self.memory),
            ("ran_percent", share(|shares| shares.ran)),
            ("waited_percent", share(|shares| shares.waited)),
            ("clients_percent", share(|shares| shares.clients)),
        ];
        let figures = figures
            .into_iter()
            .filter_map(|(name, figure)| Some((name, figure?)));
        figures
            .chain(self.others.iter().copied())
            .map(|(name, figure)| (name.to_owned(), json!(figure)))
            .collect()
    }

    /// The median of each figure.
    pub(crate) fn median(samples: &[Self]) -> Self {
        let of = |figure: &dyn Fn(&Self) -> Option<f64>| {
            let figures: Vec<_> = samples.iter().filter_map(figure).collect();
            median(&figures)
        };
        let latency = |figure: fn(Latency) -> f64| of(&|sample| sample.latency.map(figure));
        let share = |figure: fn(Shares) -> f64| of(&|sample| sample.shares.map(figure));
        Self {
            cpu: of(&|sample| sample.cpu),
            rate: of(&|sample| sample.rate),
            latency: latency(|latency| latency.p50).map(|p50| Latency {
                p50,
                p99: latency(|latency| latency.p99).unwrap_or(p50),
                p999: latency(|latency| latency.p999).unwrap_or(p50),
            }),
            memory: of(&|sample| sample.memory),
            shares: share(|shares| shares.ran).map(|ran| Shares {
                ran,
                waited: share(|shares| shares.waited).unwrap_or(0.0),
                clients: share(|shares| shares.clients).unwrap_or(0.0),
            }),
            others: samples.first().map_or_else(Vec::new, |first| {
                let names = first.others.iter().enumerate();
                let medians = names.map(|(at, (name, figure))| {
                    let middle = of(&|sample| sample.others.get(at).map(|other| other.1));
                    (*name, middle.unwrap_or(*figure))
                });
                medians.collect()
            }),
        }
    }
}

/// The middle one, or the mean of the two in the middle.
pub(crate) fn median(figures: &[f64]) -> Option<f64> {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    let upper = *figures.get(middle)?;
    Some(if figures.len().is_multiple_of(2) {
        f64::midpoint(figures[middle - 1], upper)
    } else {
        upper
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn percentiles_are_read_from_the_sorted_latencies() {
        let latencies = (0..=1000).rev().map(Duration::from_millis).collect();
        let Latency { p50, p99, p999 } = Latency::of(latencies).expect("there are some");
        assert_eq!([p50, p99, p999].map(|ms| ms as u64), [500, 990, 999]);
        assert!(Latency::of(Vec::new()).is_none());
    }
}
