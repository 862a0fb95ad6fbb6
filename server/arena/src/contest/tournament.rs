//! A tournament: everybody against everybody.

use std::io::Write;
use std::path::{Path, PathBuf};

use protocol::record::Record;

use super::contender::Contender;
use super::hall::Hall;
use super::play::TERMINATION;
use super::schedule::{Fixture, round_robin};
use super::score::{Tally, half_points};
use super::strength::strengths;
use super::table::{Row, Table};
use super::{Standing, Terms, hold, openings};
use crate::failure::Failure;

/// Rounds of a tournament where nobody says how many.
const ROUNDS: usize = 10;

/// A tournament to be played.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    pub(crate) contenders: Vec<Contender>,
    pub(crate) terms: Terms,
    /// How often every two meet, twice each time; none leaves it to the openings.
    pub(crate) rounds: Option<usize>,
    /// Whose Elo is zero; none takes the mean of all.
    pub(crate) anchor: Option<usize>,
    /// Where the table goes as JSON.
    pub(crate) json: Option<PathBuf>,
    /// Where it goes as a picture.
    pub(crate) svg: Option<PathBuf>,
}

/// Plays a tournament, or what is missing of it. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// A contender cannot play, openings cannot be read, or games or the table not be written.
pub(crate) fn run(
    plan: &Tournament,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let openings = openings::choose(&plan.terms, plan.rounds, ROUNDS)?;
    let hall = Hall {
        contenders: &plan.contenders,
        openings: &openings,
        terms: &plan.terms,
    };
    let count = plan.contenders.len();
    let mut scores = Scores::of(count);
    hold(
        hall,
        &round_robin(count, openings.len()),
        &mut scores,
        errors,
    )?;
    let table = scores.table(plan);
    if let Some(file) = &plan.json {
        write_file(file, &format!("{:#}\n", table.to_json()), "--json")?;
    }
    if let Some(file) = &plan.svg {
        write_file(file, &table.to_svg(), "--svg")?;
    }
    write!(output, "{table}")?;
    Ok(())
}

fn write_file(file: &Path, text: &str, option: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        Failure::Failed(format!(
            "cannot write {}: {error}; name another file with {option}",
            file.display()
        ))
    })
}

/// What everybody has scored against everybody.
struct Scores {
    cross: Vec<Vec<Tally>>,
    /// Games that each lost by a fault.
    faults: Vec<u64>,
}

impl Scores {
    fn of(contenders: usize) -> Self {
        Self {
            cross: vec![vec![Tally::default(); contenders]; contenders],
            faults: vec![0; contenders],
        }
    }

    /// The table, the strongest first.
    fn table(&self, plan: &Tournament) -> Table {
        let points: Vec<Vec<f64>> = self
            .cross
            .iter()
            .map(|row| row.iter().map(|tally| tally.points()).collect())
            .collect();
        let strengths = strengths(&points, plan.anchor);
        let mut order: Vec<usize> = (0..strengths.len()).collect();
        order.sort_by(|one, other| strengths[*other].elo.total_cmp(&strengths[*one].elo));
        let row = |of: &usize| Row {
            name: plan.contenders[*of].name(),
            engine: plan.contenders[*of].to_string(),
            strength: strengths[*of],
            faults: self.faults[*of],
            against: order.iter().map(|other| self.cross[*of][*other]).collect(),
        };
        Table {
            variant: plan.terms.variant,
            pace: plan.terms.pace(),
            anchor: plan.anchor.map(|anchor| plan.contenders[anchor].name()),
            rows: order.iter().map(row).collect(),
        }
    }
}

impl Standing for Scores {
    fn add(&mut self, fixture: Fixture, record: &Record) {
        let ended_by_fault = record.tag(TERMINATION).is_some();
        for (side, seat) in fixture.seats.iter() {
            let other = fixture.seats[side.other()];
            self.cross[*seat][other].add(side, record.result());
            if ended_by_fault && half_points(side, record.result()) == 0 {
                self.faults[*seat] += 1;
            }
        }
    }

    fn brief(&self) -> Option<String> {
        None
    }

    fn is_decided(&self) -> bool {
        false
    }
}
