//! Numbers about the work of the server, counted where it is done, and their form for Prometheus.
//!
//! Labels are words of closed lists, such as the codes of refusals: nothing that people write is in them.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::open_connections::OpenConnections;

/// Counters of all sessions and rooms.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Connections that said hello and were let in.
    pub(crate) sessions: Counter,
    /// Connections that are open.
    pub(crate) connections: Arc<OpenConnections>,
    /// Connections without a place, by why.
    pub(crate) turned_away: ByLabel,
    pub(crate) messages_in: Counter,
    pub(crate) bytes_in: Counter,
    pub(crate) sent: Arc<Sent>,
    /// Refusals that were sent, by code.
    pub(crate) refusals: ByLabel,
    /// Commands to rooms by kind, those of bots and of time as well.
    pub(crate) commands: ByLabel,
}

impl Metrics {
    /// Counts a message of a client of this many bytes.
    pub(crate) fn count_received(&self, bytes: usize) {
        self.messages_in.add(1);
        self.bytes_in.add(bytes);
    }
}

/// Counters of what was sent.
#[derive(Debug, Default)]
pub(crate) struct Sent {
    pub(crate) messages: Counter,
    pub(crate) bytes: Counter,
}

impl Sent {
    /// Counts a message of this many bytes.
    pub(crate) fn count(&self, bytes: usize) {
        self.messages.add(1);
        self.bytes.add(bytes);
    }
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: usize) {
        self.0.fetch_add(more as u64, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counters by a label.
#[derive(Debug, Default)]
pub(crate) struct ByLabel(Mutex<BTreeMap<String, u64>>);

impl ByLabel {
    /// Counts one more of `label`, a word of a closed list.
    pub(crate) fn count(&self, label: &str) {
        let mut counts = self.0.lock().expect("no holder panics");
        match counts.get_mut(label) {
            Some(count) => *count += 1,
            None => drop(counts.insert(label.to_owned(), 1)),
        }
    }

    pub(crate) fn get(&self) -> BTreeMap<String, u64> {
        self.0.lock().expect("no holder panics").clone()
    }
}

/// Numbers of values up to each of some bounds.
#[derive(Debug)]
pub(crate) struct Histogram {
    bounds: &'static [u64],
    /// Values above the bound before and up to this one; the last is for those above all bounds.
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

impl Histogram {
    /// Returns a histogram of ascending bounds.
    pub(crate) fn new(bounds: &'static [u64]) -> Self {
        Self {
            bounds,
            counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(),
            sum: AtomicU64::new(0),
        }
    }

    pub(crate) fn add(&self, value: u64) {
        let bucket = self.bounds.partition_point(|&bound| bound < value);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }
}

/// The text form of Prometheus, version 0.0.4.
#[derive(Debug, Default)]
pub(crate) struct Exposition(String);

impl Exposition {
    /// Adds a metric with one value for each label; no label is an empty name.
    pub(crate) fn metric<T: Display>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (impl Display, T)>,
    ) {
        self.head(name, kind, help);
        for (word, value) in values {
            // Writing to text cannot fail.
            let _ = if label.is_empty() {
                writeln!(self.0, "{name} {value}")
            } else {
                writeln!(self.0, "{name}{{{label}=\"{word}\"}} {value}")
            };
        }
    }

    /// Adds a metric of one value.
    pub(crate) fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.metric(name, kind, help, "", [("", value)]);
    }

    /// Adds a histogram, of whose values `unit` make one that is shown. They are divided, since products with a
    /// fraction have digits that no dashboard asks for.
    pub(crate) fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram, unit: f64) {
        self.head(name, "histogram", help);
        let mut count = 0;
        for (at, bucket) in histogram.counts.iter().enumerate() {
            count += bucket.load(Ordering::Relaxed);
            let bound = histogram
                .bounds
                .get(at)
                .map_or("+Inf".to_owned(), |&bound| {
                    (bound as f64 / unit).to_string()
                });
            let _ = writeln!(self.0, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let sum = histogram.sum.load(Ordering::Relaxed) as f64 / unit;
        let _ = writeln!(self.0, "{name}_sum {sum}\n{name}_count {count}");
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Returns the text.
    pub(crate) fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_values_up_to_each_bound() {
        let histogram = Histogram::new(&[100, 1000, 50_000]);
        for value in [1, 1000, 1001, 50_000, 90_000] {
            histogram.add(value);
        }
        let mut text = Exposition::default();
        text.histogram("t_seconds", "Time.", &histogram, 1e6);
        let expected = "# HELP t_seconds Time.\n# TYPE t_seconds histogram\n\
            t_seconds_bucket{le=\"0.0001\"} 1\nt_seconds_bucket{le=\"0.001\"} 2\n\
            t_seconds_bucket{le=\"0.05\"} 4\nt_seconds_bucket{le=\"+Inf\"} 5\n\
            t_seconds_sum 0.142002\nt_seconds_count 5\n";
        assert_eq!(text.finish(), expected);
    }

    #[test]
    fn values_stand_behind_their_labels() {
        let counts = ByLabel::default();
        for code in ["stale", "full", "stale"] {
            counts.count(code);
        }
        let mut text = Exposition::default();
        text.metric(
            "refusals_total",
            "counter",
            "Refusals.",
            "code",
            counts.get(),
        );
        text.single("people", "gauge", "People.", 3);
        let expected = "# HELP refusals_total Refusals.\n# TYPE refusals_total counter\n\
            refusals_total{code=\"full\"} 1\nrefusals_total{code=\"stale\"} 2\n\
            # HELP people People.\n# TYPE people gauge\npeople 3\n";
        assert_eq!(text.finish(), expected);
    }
}
