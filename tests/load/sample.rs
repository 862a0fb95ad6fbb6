//! The figures of one measurement, and the table of many.

use std::collections::BTreeMap;
use std::time::Duration;

use super::case::{AHEAD, Bound, Case, P99, StoreKind};
use super::contender::{Contender, Kind};
use super::median;

/// A figure that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// CPU seconds of the contender for 100,000 units.
    Cpu,
    /// Units a second.
    Rate,
    /// Milliseconds from a move to its arrival, of half of the moves and of 99 in 100 at most.
    P50,
    P99,
    /// KiB of resident memory a connection.
    Memory,
    /// Bytes by which the memory grew with each move.
    Growth,
    /// Milliseconds of one sync of the disk.
    Sync,
    /// KB of exported games a second.
    Exported,
    /// MiB of resident memory at most.
    Peak,
    /// Time of the clients in percent of one core: near 100 for each core that they have, they are the limit.
    Clients,
}

impl Figure {
    const ALL: [(Self, &str); 10] = [
        (Self::Cpu, "CPU s / 100k"),
        (Self::Rate, "a second"),
        (Self::P50, "p50 ms"),
        (Self::P99, "p99 ms"),
        (Self::Memory, "KiB / conn"),
        (Self::Growth, "bytes / move"),
        (Self::Sync, "sync ms"),
        (Self::Exported, "export KB / s"),
        (Self::Peak, "peak MiB"),
        (Self::Clients, "clients %"),
    ];
}

/// Figures of one contender in one round.
pub(crate) type Sample = BTreeMap<Figure, f64>;

/// Adds percentiles of times to a sample.
pub(crate) fn add_latency(sample: &mut Sample, mut times: Vec<Duration>) {
    times.sort_unstable();
    let Some(last) = times.len().checked_sub(1) else {
        return;
    };
    let at = |share: f64| 1000.0 * times[(share * last as f64).round() as usize].as_secs_f64();
    sample.insert(Figure::P50, at(0.5));
    sample.insert(Figure::P99, at(0.99));
}

/// All measurements of one case: for each contender one sample a round.
#[derive(Debug)]
pub(crate) struct Results<'a> {
    pub(crate) case: Case,
    pub(crate) rows: Vec<(&'a Contender, Vec<Sample>)>,
}

impl Results<'_> {
    fn samples_of(&self, wanted: impl Fn(&Kind) -> bool) -> Option<&[Sample]> {
        let mut rows = self.rows.iter();
        Some(&rows.find(|(contender, _)| wanted(&contender.kind))?.1)
    }

    /// The ratio of the CPU time of a row to that of the relay, each within a round: median, least and greatest.
    fn to_relay(&self, samples: &[Sample]) -> Option<[f64; 3]> {
        let relay = self.samples_of(|kind| matches!(kind, Kind::Relay))?;
        ratio(samples, relay)
    }

    /// The table.
    pub(crate) fn to_table(&self) -> String {
        let mut lines = vec![vec![String::new(), "x relay".to_owned()]];
        let used: Vec<_> = Figure::ALL
            .into_iter()
            .filter(|(figure, _)| {
                let mut samples = self.rows.iter().flat_map(|(_, samples)| samples);
                samples.any(|sample| sample.contains_key(figure))
            })
            .collect();
        lines[0].extend(used.iter().map(|(_, heading)| (*heading).to_owned()));
        for (contender, samples) in &self.rows {
            let to_relay = self
                .to_relay(samples)
                .filter(|_| contender.kind != Kind::Relay);
            let mut line = vec![
                contender.label.clone(),
                to_relay.map_or_else(String::new, |[middle, least, most]| {
                    format!("{middle:.2} ({least:.2}-{most:.2})")
                }),
            ];
            line.extend(
                used.iter()
                    .map(|(figure, _)| middle(samples, *figure).map_or_else(String::new, short)),
            );
            lines.push(line);
        }
        let rounds = self.rows.iter().map(|(_, samples)| samples.len()).max();
        let (case, unit, rounds) = (self.case, self.case.unit(), rounds.unwrap_or(0));
        let judged: String = self
            .judged()
            .into_iter()
            .map(|judged| judged.to_line() + "\n")
            .collect();
        let table = aligned(&lines);
        format!("{case}, by {unit}, medians of {rounds} rounds\n{table}{judged}")
    }

    /// The bounds of the case, each with what was measured.
    pub(crate) fn judged(&self) -> Vec<Judged> {
        let mut all = Vec::new();
        for (contender, samples) in &self.rows {
            let bounds = match contender.kind {
                Kind::Server { store, .. } => self.case.bounds(store),
                Kind::History { .. } => &[Bound::P99 { syncs: 1 }],
                Kind::Relay | Kind::Colyseus { .. } => continue,
            };
            for &bound in bounds {
                let (of, found, limit) = match bound {
                    Bound::Ratio(limit) => {
                        let ratio = self.to_relay(samples).map(|[middle, ..]| middle);
                        ("times the relay", ratio, limit)
                    }
                    Bound::Memory(limit) => {
                        ("KiB a connection", middle(samples, Figure::Memory), limit)
                    }
                    Bound::P99 { syncs } => {
                        let sync = middle(samples, Figure::Sync).unwrap_or_default();
                        let limit = P99 + f64::from(syncs) * sync;
                        ("ms at p99", middle(samples, Figure::P99), limit)
                    }
                    Bound::Growth(limit) => {
                        ("bytes a move", middle(samples, Figure::Growth), limit)
                    }
                };
                all.push(Judged {
                    what: format!("{}, {}: {of}", self.case, contender.label),
                    found,
                    limit,
                });
            }
            let peer = self.samples_of(|kind| matches!(kind, Kind::Colyseus { .. }));
            if let Some(peer) = peer
                && contender.store() == Some(StoreKind::Memory)
                && let Some([times, ..]) = ratio(samples, peer)
            {
                all.push(Judged {
                    what: format!("{}, {}: times Colyseus", self.case, contender.label),
                    found: Some(times),
                    limit: 1.0 / AHEAD,
                });
            }
        }
        all
    }
}

/// A bound, and what was measured.
#[derive(Debug)]
pub(crate) struct Judged {
    what: String,
    found: Option<f64>,
    limit: f64,
}

impl Judged {
    /// Returns true if this is within so many times its bound. What could not be measured is not.
    pub(crate) fn is_within(&self, times: f64) -> bool {
        self.found.is_some_and(|found| found <= times * self.limit)
    }

    pub(crate) fn to_line(&self) -> String {
        let Self { what, found, limit } = self;
        let found = found.map_or_else(|| "not measured".to_owned(), short);
        let verdict = if self.is_within(1.0) { "met" } else { "missed" };
        format!("{what} {found}, bound {}: {verdict}", short(*limit))
    }
}

/// The ratios of CPU time, each within a round: median, least and greatest.
fn ratio(samples: &[Sample], base: &[Sample]) -> Option<[f64; 3]> {
    let pairs = samples.iter().zip(base);
    let ratios: Vec<f64> = pairs
        .filter_map(|(sample, base)| Some(sample.get(&Figure::Cpu)? / base.get(&Figure::Cpu)?))
        .collect();
    let least = ratios.iter().copied().reduce(f64::min)?;
    let most = ratios.iter().copied().reduce(f64::max)?;
    Some([median(ratios)?, least, most])
}

fn middle(samples: &[Sample], figure: Figure) -> Option<f64> {
    let figures = samples.iter().filter_map(|sample| sample.get(&figure));
    median(figures.copied().collect())
}

/// Three significant digits, or all before the point.
fn short(figure: f64) -> String {
    let decimals = match figure.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{figure:.decimals$}")
}

/// Rows with their cells below each other.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        lines
            .iter()
            .map(|line| line[column].len())
            .max()
            .unwrap_or(0)
    };
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column == 0 {
                format!("{cell:<width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        let cells: Vec<_> = cells.collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn samples(costs: &[f64]) -> Vec<Sample> {
        let sample = |&cpu| Sample::from([(Figure::Cpu, cpu)]);
        costs.iter().map(sample).collect()
    }

    #[test]
    fn ratios_are_taken_within_a_round_and_judged_by_their_median() {
        let contender = |label: &str, kind| Contender {
            label: label.to_owned(),
            kind,
        };
        let relay = contender("relay", Kind::Relay);
        let memory = contender(
            "memory",
            Kind::Server {
                program: PathBuf::new(),
                store: StoreKind::Memory,
            },
        );
        let mut results = Results {
            case: Case::Games(100),
            rows: vec![
                (&relay, samples(&[1.0, 2.0, 4.0])),
                (&memory, samples(&[3.0, 5.0, 8.0])),
            ],
        };
        let table = results.to_table();
        assert!(table.contains("2.50 (2.00-3.00)"), "{table}");
        assert!(table.contains("times the relay 2.50, bound 1.35: missed"));
        assert!(results.judged()[0].is_within(2.0));
        assert!(!results.judged()[0].is_within(1.5));
        results.rows[1].1.clear();
        assert!(!results.judged()[0].is_within(2.0), "not measured");
    }

    #[test]
    fn percentiles_are_read_from_the_sorted_times() {
        let mut sample = Sample::new();
        add_latency(&mut sample, Vec::new());
        assert!(sample.is_empty());
        add_latency(
            &mut sample,
            (0..=1000).rev().map(Duration::from_millis).collect(),
        );
        assert_eq!(sample[&Figure::P50] as u64, 500);
        assert_eq!(sample[&Figure::P99] as u64, 990);
    }
}
