//! The tables on standard output, and the lines of JSON.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::bounds::{self, Figure};
use super::case::Case;
use super::contender::{Contender, Kind};
use super::sample::{GROWTH, SYNC, Sample, median};

/// All measurements of one case: for each contender one sample a round.
#[derive(Debug)]
pub(crate) struct Results<'a> {
    pub(crate) case: Case,
    pub(crate) rows: Vec<(&'a Contender, Vec<Sample>)>,
}

/// The ratios of one contender to another, each within a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) median: f64,
    least: f64,
    most: f64,
}

impl Ratio {
    fn of(
        samples: &[Sample],
        base: &[Sample],
        figure: impl Fn(&Sample) -> Option<f64>,
    ) -> Option<Self> {
        let pairs = samples.iter().zip(base);
        let ratios: Vec<f64> = pairs
            .filter_map(|(sample, base)| Some(figure(sample)? / figure(base)?))
            .collect();
        Some(Self {
            median: median(&ratios)?,
            least: ratios.iter().copied().reduce(f64::min)?,
            most: ratios.iter().copied().reduce(f64::max)?,
        })
    }

    fn to_cell(self) -> String {
        format!("{:.2} ({:.2}-{:.2})", self.median, self.least, self.most)
    }

    fn to_json(self) -> Value {
        json!({"median": self.median, "least": self.least, "most": self.most})
    }
}

impl Results<'_> {
    /// The ratio of a row to the bare relay over the same transport.
    pub(crate) fn to_relay(&self, contender: &Contender, samples: &[Sample]) -> Option<Ratio> {
        let relay = self
            .rows
            .iter()
            .find(|(other, _)| other.is_relay() && other.transport == contender.transport)?;
        Ratio::of(samples, &relay.1, |sample| sample.cpu)
    }

    /// The ratio of a figure to that of the first build with the same store.
    fn to_first(
        &self,
        contender: &Contender,
        samples: &[Sample],
        figure: impl Fn(&Sample) -> Option<f64>,
    ) -> Option<Ratio> {
        let Kind::Server {
            build: 1.., store, ..
        } = contender.kind
        else {
            return None;
        };
        let first = self.rows.iter().find(|(other, _)| {
            matches!(other.kind, Kind::Server { build: 0, .. })
                && other.store() == Some(store)
                && other.transport == contender.transport
        })?;
        Ratio::of(samples, &first.1, figure)
    }

    /// The table, with a line of headings.
    pub(crate) fn to_table(&self) -> String {
        let heading = [
            "",
            "CPU s / 100k",
            "x relay",
            "bound",
            "goal",
            "x first",
            "a second",
            "x first",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "KiB / conn",
            "ran %",
            "waited %",
            "clients %",
        ];
        let mut lines = vec![heading.map(str::to_owned).to_vec()];
        let mut notes = Vec::new();
        for (contender, samples) in &self.rows {
            let middle = Sample::median(samples);
            let ratio = self
                .to_relay(contender, samples)
                .filter(|_| !contender.is_relay());
            let number = |figure: Option<f64>| figure.map_or_else(String::new, short);
            let bound = bounds::ratio(self.case, contender);
            let verdict = |limit: Option<f64>| match (limit, ratio) {
                (Some(limit), Some(ratio)) => judged(&limit.to_string(), ratio.median <= limit),
                _ => String::new(),
            };
            let first = |figure: fn(&Sample) -> Option<f64>| {
                let ratio = self.to_first(contender, samples, figure);
                ratio.map_or_else(String::new, Ratio::to_cell)
            };
            let (latency, shares) = (middle.latency, middle.shares);
            lines.push(vec![
                contender.label.clone(),
                number(middle.cpu),
                ratio.map_or_else(String::new, Ratio::to_cell),
                verdict(bound.map(|bound| bound.limit)),
                verdict(bound.and_then(|bound| bound.goal)),
                first(|sample| sample.cpu),
                number(middle.rate),
                first(|sample| sample.rate),
                number(latency.map(|latency| latency.p50)),
                number(latency.map(|latency| latency.p99)),
                number(latency.map(|latency| latency.p999)),
                number(middle.memory),
                number(shares.map(|shares| shares.ran)),
                number(shares.map(|shares| shares.waited)),
                number(shares.map(|shares| shares.clients)),
            ]);
            let others = middle.others.iter();
            let others = others.map(|(name, figure)| format!("{name} {}", short(*figure)));
            let others: Vec<_> = others
                .chain(self.other_bounds(contender, &middle))
                .collect();
            if !others.is_empty() {
                notes.push(format!("{}: {}\n", contender.label, others.join("; ")));
            }
        }
        let rounds = self.rows.iter().map(|(_, samples)| samples.len()).max();
        let title = format!(
            "{}, by {}, medians of {} rounds",
            self.case,
            self.case.unit(),
            rounds.unwrap_or(0)
        );
        format!("{title}\n{}{}", aligned(&lines), notes.concat())
    }

    /// Words on the bounds of other figures than the ratio.
    fn other_bounds(&self, contender: &Contender, middle: &Sample) -> Vec<String> {
        let judgements = bounds::of(self.case, contender).filter_map(|bound| {
            let (name, figure) = match bound.figure {
                Figure::Ratio => return None,
                Figure::Memory => ("KiB a connection", middle.memory?),
                Figure::P99 { .. } => ("ms at p99", middle.latency?.p99),
                Figure::Rate => ("a second", middle.rate?),
                Figure::Growth => (GROWTH, middle.other(GROWTH)?),
            };
            let judged = |limit: f64| match bound.figure {
                Figure::P99 { syncs } if syncs > 0 => {
                    let sync = middle.other(SYNC).unwrap_or_default();
                    let limit = limit + f64::from(syncs) * sync;
                    judged(&short(limit), figure <= limit)
                }
                Figure::Rate => judged(&limit.to_string(), figure >= limit),
                _ => judged(&limit.to_string(), figure <= limit),
            };
            let goal = bound.goal.map(|goal| format!(", goal {}", judged(goal)));
            Some(format!(
                "{} {name}, bound {}{}",
                short(figure),
                judged(bound.limit),
                goal.unwrap_or_default()
            ))
        });
        judgements.collect()
    }

    /// The ratios that are more than this many times their bound, or were not measured, in words.
    pub(crate) fn beyond(&self, times: f64) -> Vec<String> {
        let found = self.rows.iter().filter_map(|(contender, samples)| {
            let bound = bounds::ratio(self.case, contender)?.limit;
            let (case, label) = (self.case, &contender.label);
            let Some(ratio) = self.to_relay(contender, samples) else {
                return Some(format!("{case}, {label}: no ratio to the relay was measured"));
            };
            let ratio = ratio.median;
            (ratio > times * bound).then(|| {
                format!("{case}, {label}: {ratio:.2} times the relay, more than {times} times the bound of {bound}")
            })
        });
        found.collect()
    }

    /// One line of JSON for each row.
    pub(crate) fn to_json(&self) -> Vec<Value> {
        let rows = self.rows.iter().map(|(contender, samples)| {
            let mut line = Sample::median(samples).to_json();
            line.insert("kind".to_owned(), json!("median"));
            line.insert("case".to_owned(), json!(self.case.to_string()));
            line.insert("contender".to_owned(), json!(contender.label));
            line.insert("rounds".to_owned(), json!(samples.len()));
            if let Some(ratio) = self.to_relay(contender, samples) {
                line.insert("to_relay".to_owned(), ratio.to_json());
            }
            if let Some(ratio) = self.to_first(contender, samples, |sample| sample.cpu) {
                line.insert("to_first".to_owned(), ratio.to_json());
            }
            if let Some(ratio) = self.to_first(contender, samples, |sample| sample.rate) {
                line.insert("rate_to_first".to_owned(), ratio.to_json());
            }
            Value::Object(line)
        });
        rows.collect()
    }
}

fn judged(limit: &str, is_met: bool) -> String {
    let verdict = if is_met { "met" } else { "missed" };
    format!("{limit} {verdict}")
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

/// Rows with their cells below each other, without columns that are empty but for the heading.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        lines
            .iter()
            .map(|line| line[column].len())
            .max()
            .unwrap_or(0)
    };
    let is_used =
        |column: &usize| *column == 0 || lines[1..].iter().any(|line| !line[*column].is_empty());
    let columns: Vec<usize> = (0..lines[0].len()).filter(is_used).collect();
    let mut text = String::new();
    for line in lines {
        let cells = columns.iter().map(|&column| {
            let width = width(column);
            if column == 0 {
                format!("{:<width$}", line[column])
            } else {
                format!("{:>width$}", line[column])
            }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Where lines of JSON go, if anywhere.
#[derive(Debug)]
pub(crate) struct Lines(Option<File>);

impl Lines {
    pub(crate) fn to(path: Option<&Path>) -> Result<Self> {
        let file = path.map(|path| {
            File::create(path).with_context(|| format!("cannot write {}", path.display()))
        });
        Ok(Self(file.transpose()?))
    }

    pub(crate) fn write(&mut self, line: &Value) -> Result<()> {
        if let Some(file) = &mut self.0 {
            writeln!(file, "{line}")?;
        }
        Ok(())
    }

    /// Writes one measurement.
    pub(crate) fn sample(
        &mut self,
        case: Case,
        contender: &Contender,
        round: u32,
        sample: &Sample,
    ) -> Result<()> {
        let mut line = sample.to_json();
        line.insert("kind".to_owned(), json!("sample"));
        line.insert("case".to_owned(), json!(case.to_string()));
        line.insert("contender".to_owned(), json!(contender.label));
        line.insert("round".to_owned(), json!(round));
        self.write(&Value::Object(line))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::tool::contender::{StoreKind, Transport};

    fn samples(costs: &[f64]) -> Vec<Sample> {
        let sample = |&cpu| Sample {
            cpu: Some(cpu),
            ..Sample::default()
        };
        costs.iter().map(sample).collect()
    }

    #[test]
    fn ratios_are_taken_within_a_round_and_judged_by_their_median() {
        let relay = Contender {
            label: "relay".to_owned(),
            transport: Transport::Plain,
            kind: Kind::Relay { direct: false },
        };
        let memory = Contender {
            label: "memory".to_owned(),
            transport: Transport::Plain,
            kind: Kind::Server {
                program: PathBuf::new(),
                build: 0,
                store: StoreKind::Memory,
            },
        };
        let results = Results {
            case: Case::Games(100),
            rows: vec![
                (&relay, samples(&[1.0, 2.0, 4.0])),
                (&memory, samples(&[3.0, 5.0, 8.0])),
            ],
        };
        let ratio = results
            .to_relay(&memory, &results.rows[1].1)
            .expect("both were measured");
        assert_eq!(ratio.to_cell(), "2.50 (2.00-3.00)");
        assert_eq!(results.beyond(2.0).len(), 1);
        assert!(results.beyond(3.0).is_empty());
        let idle = Results {
            case: Case::Games(100),
            rows: vec![(&memory, samples(&[]))],
        };
        assert_eq!(idle.beyond(3.0).len(), 1);
        assert!(results.to_table().contains("2.50 (2.00-3.00)  1.2 missed"));
    }
}
