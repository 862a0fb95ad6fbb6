//! A round-robin tournament.

use std::io::Write;
use std::path::PathBuf;

use super::bradley_terry::ratings;
use super::contender::Contender;
use super::cross_table::{CrossTable, Row};
use super::forfeits::Forfeits;
use super::ladder;
use super::runner::Runner;
use super::schedule::neighbours;
use super::score::{Score, split_pairs};
use super::{Finished, MatchConfig, Scoreboard, openings, play_missing_games};
use crate::failure::Failure;
use crate::output_file;

/// Rounds of a tournament by default.
const ROUNDS: usize = 10;

/// A tournament to be played.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    pub(crate) contenders: Vec<Contender>,
    pub(crate) config: MatchConfig,
    /// Rounds, with two games of every two contenders in each; none plays a round for each opening.
    pub(crate) rounds: Option<usize>,
    /// The contender whose Elo is zero; none takes the mean of all.
    pub(crate) anchor: Option<usize>,
    /// Places by which two contenders that meet are apart at most, in their order; none lets all meet.
    pub(crate) reach: Option<usize>,
    /// File of ladders that the ratings are put into.
    pub(crate) ladder: Option<PathBuf>,
    /// File of the table as JSON.
    pub(crate) json: Option<PathBuf>,
    /// File of the table as SVG.
    pub(crate) svg: Option<PathBuf>,
}

/// Plays a tournament, or what is missing of it. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// A contender cannot play, openings cannot be read, or games or the table not be written; or too many games
/// were forfeited, so that nothing was measured.
pub(crate) fn run(
    plan: &Tournament,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    for (option, file) in [("--json", &plan.json), ("--svg", &plan.svg)] {
        if let Some(file) = file {
            output_file::ensure_writable(file, option)?;
        }
    }
    if let Some(file) = &plan.ladder {
        ladder::ensure_writable(file)?;
    }
    let openings = openings::choose(&plan.config, plan.rounds, ROUNDS)?;
    let runner = Runner {
        contenders: &plan.contenders,
        openings: &openings,
        config: &plan.config,
    };
    let count = plan.contenders.len();
    let mut scores = Scores::new(count);
    play_missing_games(
        runner,
        &neighbours(count, openings.rounds(), plan.reach.unwrap_or(count)),
        &mut scores,
        errors,
    )?;
    let table = scores.table(plan);
    write!(output, "{table}")?;
    let names: Vec<String> = plan.contenders.iter().map(Contender::name).collect();
    if let Some(split) = scores.split_pairs() {
        writeln!(output, "split {split}")?;
    }
    for line in scores.forfeits.lines(&names) {
        writeln!(output, "{line}")?;
    }
    if let Some(file) = &plan.json {
        output_file::write(file, format!("{:#}\n", table.to_json()), "--json")?;
    }
    if let Some(file) = &plan.svg {
        output_file::write(file, table.to_svg(), "--svg")?;
    }
    // The ladder is data of the engine, and says nothing of forfeits.
    scores.forfeits.verdict(&plan.contenders, &plan.config)?;
    if let Some(file) = &plan.ladder {
        ladder::write(&table, file)?;
    }
    Ok(())
}

/// Scores of each contender against each other one.
struct Scores {
    cross: Vec<Vec<Score>>,
    forfeits: Forfeits,
}

impl Scores {
    fn new(contenders: usize) -> Self {
        Self {
            cross: vec![vec![Score::default(); contenders]; contenders],
            forfeits: Forfeits::new(contenders),
        }
    }

    /// The share of split pairs in words, of all contenders; none before a pair is over.
    fn split_pairs(&self) -> Option<String> {
        let above_diagonal = || {
            let rows = self.cross.iter().enumerate();
            rows.flat_map(|(at, row)| &row[at + 1..])
        };
        let split = above_diagonal().map(|score| score.split).sum();
        let pairs = above_diagonal().flat_map(|score| score.pairs).sum();
        split_pairs(split, pairs)
    }

    /// The table, the strongest first.
    fn table(&self, plan: &Tournament) -> CrossTable {
        let points: Vec<Vec<f64>> = self
            .cross
            .iter()
            .map(|row| row.iter().map(|score| score.total().points()).collect())
            .collect();
        let pairs: Vec<Vec<[u64; 5]>> = self
            .cross
            .iter()
            .map(|row| row.iter().map(|score| score.pairs).collect())
            .collect();
        let ratings = ratings(&points, &pairs, plan.anchor);
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|one, other| ratings[*other].elo.total_cmp(&ratings[*one].elo));
        let row = |of: &usize| Row {
            name: plan.contenders[*of].name(),
            engine: plan.contenders[*of].to_string(),
            rating: ratings[*of],
            faults: self.forfeits.count(*of),
            against: order
                .iter()
                .map(|other| self.cross[*of][*other].total())
                .collect(),
        };
        CrossTable {
            variant: plan.config.variant,
            pace: plan.config.pace(),
            anchor: plan.anchor.map(|anchor| plan.contenders[anchor].name()),
            rows: order.iter().map(row).collect(),
        }
    }
}

impl Scoreboard for Scores {
    fn add(&mut self, game: &Finished) {
        self.forfeits.add(game);
        let seats = game.pairing.seats;
        for (side, seat) in seats.iter() {
            let other = seats[side.other()];
            self.cross[*seat][other].add(game.pairing.round, side, game.record.result());
        }
    }

    fn brief(&self) -> Option<String> {
        None
    }

    fn is_decided(&self) -> bool {
        false
    }
}
