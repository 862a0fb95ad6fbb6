//! Numbers about the work of the server, counted where it is done, and their form for Prometheus.
//!
//! Labels are words of closed lists, such as the codes of refusals: nothing that people write is in them.

use std::sync::Arc;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use protocol::refusal::Refusal;

/// Counters of all sessions and rooms.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// Connections that said hello and were let in.
    pub(crate) sessions: Counter,
    /// Connections that are open.
    pub(crate) connections: Gauge,
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

impl Default for Metrics {
    fn default() -> Self {
        Self {
            sessions: Counter::default(),
            connections: Gauge::default(),
            turned_away: ByLabel::new("why", &["no_place", "too_many_of_one"]),
            messages_in: Counter::default(),
            bytes_in: Counter::default(),
            sent: Arc::default(),
            refusals: ByLabel::new("code", Refusal::CODES),
            commands: ByLabel::new("kind", &[]),
        }
    }
}

impl Metrics {
    /// Counts a message of a client of this many bytes.
    pub(crate) fn count_received(&self, bytes: usize) {
        self.messages_in.inc();
        self.bytes_in.inc_by(bytes as u64);
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
        self.messages.inc();
        self.bytes.inc_by(bytes as u64);
    }
}

/// The one label of a metric with its word.
type Label = [(&'static str, &'static str); 1];

/// Counters by a label.
#[derive(Clone, Debug)]
pub(crate) struct ByLabel {
    name: &'static str,
    pub(crate) counters: Family<Label, Counter>,
}

impl ByLabel {
    /// Returns counters that begin with these words: an alert sees the first of what is counted only if there was
    /// a zero before.
    fn new(name: &'static str, words: &[&'static str]) -> Self {
        let counters = Family::<Label, Counter>::default();
        for word in words {
            drop(counters.get_or_create(&[(name, *word)]));
        }
        Self { name, counters }
    }

    /// Counts one more of `word`, which is from a closed list.
    pub(crate) fn count(&self, word: &'static str) {
        self.counters.get_or_create(&[(self.name, word)]).inc();
    }

    #[cfg(test)]
    pub(crate) fn get(&self, word: &'static str) -> u64 {
        let counter = self.counters.get(&[(self.name, word)]);
        counter.map_or(0, |counter| counter.get())
    }
}

/// Returns gauges of these values by a label.
pub(crate) fn gauges(
    name: &'static str,
    values: impl IntoIterator<Item = (&'static str, usize)>,
) -> Family<Label, Gauge> {
    let family = Family::<Label, Gauge>::default();
    for (word, value) in values {
        family.get_or_create(&[(name, word)]).set(value as i64);
    }
    family
}

/// Returns the metrics in the text form of Prometheus, version 0.0.4.
pub(crate) fn text(registry: &Registry) -> String {
    let mut text = String::new();
    prometheus_text::encode(&mut text, registry).expect("writing to text cannot fail");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_counted_behind_its_label_and_begins_with_zero() {
        let counts = ByLabel::new("code", &["full", "stale"]);
        counts.count("stale");
        let mut registry = Registry::default();
        registry.register("refusals", "Refusals", counts.counters.clone());
        let text = text(&registry);
        for expected in [
            "# TYPE refusals_total counter",
            "refusals_total{code=\"full\"} 0",
            "refusals_total{code=\"stale\"} 1",
        ] {
            assert!(text.lines().any(|line| line == expected), "{text}");
        }
    }
}
