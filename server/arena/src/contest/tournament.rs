//! A round-robin tournament.

use std::io::Write;

use clap::{Args, value_parser};

use super::bradley_terry::ratings;
use super::contender::Contender;
use super::cross_table::{CrossTable, Row};
use super::forfeits::Forfeits;
use super::runner::Runner;
use super::schedule::neighbours;
use super::score::Score;
use super::{Finished, MatchConfig, Scoreboard, openings, play_missing_games};
use crate::failure::Failure;

/// Rounds of a tournament by default.
const ROUNDS: usize = 10;

/// A tournament to be played.
#[derive(Args, Clone, Debug)]
pub(crate) struct Tournament {
    /// The contenders: bots, such as negamax:8, and programs, as gomocup:COMMAND; with a name as NAME=...
    ///
    /// A bot may be there several times if the others have names: random new=random.
    #[arg(value_name = "CONTENDER", required = true, num_args = 2.., value_parser = Contender::read)]
    contenders: Vec<Contender>,

    /// Rounds; in each, every two contenders play two games. By default 10, or the openings of a file.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// The contender whose Elo is zero, by its name. By default it is the mean of all.
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,

    /// Lets two contenders meet only if they are at most N places apart in the order in which they are given.
    ///
    /// A contender that wins every game against another says no more about their strength.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    neighbours: Option<u16>,

    #[command(flatten)]
    pub(crate) config: MatchConfig,
}

/// Plays a tournament, or what is missing of it, and returns its table. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// A contender cannot play, openings cannot be read, or games not be written. Too many games that were forfeited are in
/// the second result, since the table is of interest all the same.
pub(crate) fn run(
    plan: &Tournament,
    errors: &mut dyn Write,
) -> Result<(CrossTable, Result<(), Failure>), Failure> {
    let names: Vec<String> = plan.contenders.iter().map(Contender::name).collect();
    let anchor = match &plan.anchor {
        None => None,
        Some(wanted) => {
            let unknown = || {
                let names = names.join(", ");
                Failure::Usage(format!(
                    "--anchor {wanted}: no contender is called that; choose one of: {names}"
                ))
            };
            let at = names.iter().position(|name| name == wanted);
            Some(at.ok_or_else(unknown)?)
        }
    };
    let rounds = plan.rounds.map(|rounds| rounds as usize);
    let openings = openings::choose(&plan.config, rounds, ROUNDS)?;
    let runner = Runner {
        contenders: &plan.contenders,
        openings: &openings,
        config: &plan.config,
    };
    let count = plan.contenders.len();
    let mut scores = Scores(vec![vec![Score::default(); count]; count]);
    let reach = plan.neighbours.map_or(count, usize::from);
    let pairings = neighbours(count, openings.rounds(), reach);
    let forfeits = play_missing_games(runner, &pairings, &mut scores, errors)?;
    let verdict = forfeits.verdict(&plan.contenders, plan.config.tolerance);
    Ok((scores.table(plan, &forfeits, anchor), verdict))
}

/// Scores of each contender against each other one.
struct Scores(Vec<Vec<Score>>);

impl Scores {
    /// The table, the strongest first.
    fn table(&self, plan: &Tournament, forfeits: &Forfeits, anchor: Option<usize>) -> CrossTable {
        let ratings = ratings(&self.0, anchor);
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|one, other| ratings[*other].elo.total_cmp(&ratings[*one].elo));
        let row = |of: &usize| Row {
            name: plan.contenders[*of].name(),
            rating: ratings[*of],
            faults: forfeits.count(*of),
            against: order
                .iter()
                .map(|other| self.0[*of][*other].total())
                .collect(),
        };
        CrossTable {
            variant: plan.config.variant,
            pace: plan.config.pace(),
            anchor: plan.anchor.clone(),
            rows: order.iter().map(row).collect(),
        }
    }
}

impl Scoreboard for Scores {
    fn add(&mut self, game: &Finished) {
        let seats = game.pairing.seats;
        for (side, seat) in seats.iter() {
            let other = seats[side.other()];
            self.0[*seat][other].add(game.pairing.round, side, game.record.result());
        }
    }

    fn brief(&self) -> String {
        String::new()
    }

    fn is_decided(&self) -> bool {
        false
    }
}
