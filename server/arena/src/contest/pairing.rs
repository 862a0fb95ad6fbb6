//! A match of two contenders.

use std::fmt;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;

use protocol::record::Record;
use protocol::side::Side;

use super::contender::Contender;
use super::hall::Hall;
use super::rating::Estimate;
use super::schedule::{Fixture, round_robin};
use super::score::Score;
use super::sprt::Sprt;
use super::{Terms, openings};
use crate::failure::Failure;

/// Games of a match where nobody says how many.
const GAMES: usize = 100;

/// The same with a test, which is to end the match.
const GAMES_OF_TEST: usize = 20_000;

/// A match to be played.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) contenders: [Contender; 2],
    pub(crate) terms: Terms,
    /// The most games; none leaves it to the openings.
    pub(crate) games: Option<usize>,
    /// What ends the match early.
    pub(crate) sprt: Option<Sprt>,
}

/// Plays a match. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// Openings cannot be read, or games not be written.
pub(crate) fn run(
    plan: &Match,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let openings = plan.openings()?;
    let fixtures = round_robin(2, openings.len());
    let hall = Hall {
        contenders: &plan.contenders,
        openings: &openings,
        terms: &plan.terms,
    };
    let mut file = plan
        .terms
        .record
        .as_ref()
        .map(|path| {
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|error| {
                    Failure::Failed(format!(
                        "cannot write {}: {error}; name another file with --record",
                        path.display()
                    ))
                })
        })
        .transpose()?;
    let mut standing = Standing {
        plan,
        score: Score::default(),
    };
    hall.play_all(&fixtures, |fixture, mut record| {
        for (side, seat) in fixture.seats.iter() {
            let name = plan.contenders[*seat].to_string();
            record
                .set_tag(
                    match side {
                        Side::First => "First",
                        Side::Second => "Second",
                    },
                    &name,
                )
                .expect("a word");
        }
        if let Some(file) = &mut file {
            writeln!(file, "{record}")?;
        }
        standing.add(fixture, &record);
        let total = standing.score.total();
        writeln!(
            errors,
            "game {} of {}: {}; {}",
            total.games(),
            fixtures.len(),
            told(&plan.contenders, fixture, &record),
            standing.line()
        )?;
        Ok(if standing.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    write!(output, "{standing}")?;
    Ok(())
}

impl Match {
    /// One for every two games.
    fn openings(&self) -> Result<Vec<protocol::game::Game>, Failure> {
        let Terms { variant, seed, .. } = self.terms;
        let default = match self.sprt {
            Some(_) => GAMES_OF_TEST,
            None => GAMES,
        };
        match &self.terms.openings {
            None => Ok(openings::from_lots(
                variant,
                seed,
                self.games.unwrap_or(default) / 2,
            )),
            Some(file) => {
                let known = openings::from_file(variant, file)?;
                let games = self.games.unwrap_or(match self.sprt {
                    Some(_) => default,
                    None => 2 * known.len(),
                });
                Ok(known.into_iter().cycle().take(games / 2).collect())
            }
        }
    }
}

/// What a game was, in a few words.
fn told(contenders: &[Contender], fixture: Fixture, record: &Record) -> String {
    let seats = fixture.seats.map(|seat| contenders[seat].name());
    let plies = record.plies().len();
    let fault = record
        .tag("Termination")
        .map(|fault| format!(" ({fault})"))
        .unwrap_or_default();
    format!(
        "{} - {} {} in {plies} plies{fault}",
        seats.first,
        seats.second,
        record.result()
    )
}

/// How a match stands.
struct Standing<'a> {
    plan: &'a Match,
    score: Score,
}

impl Standing<'_> {
    fn add(&mut self, fixture: Fixture, record: &Record) {
        let side = fixture
            .seats
            .find(|seat| *seat == 0)
            .expect("the first contender plays every game");
        self.score.add(fixture.round, side, record.result());
    }

    fn is_decided(&self) -> bool {
        self.plan
            .sprt
            .is_some_and(|sprt| sprt.decision(&self.score.pairs).is_some())
    }

    /// In one line.
    fn line(&self) -> String {
        let total = self.score.total();
        let llr = self
            .plan
            .sprt
            .map(|sprt| format!(", LLR {:.2}", sprt.llr(&self.score.pairs)))
            .unwrap_or_default();
        format!(
            "+{} ={} -{}, Elo {}{llr}",
            total.won,
            total.drawn,
            total.lost,
            Estimate::of(&self.score.pairs)
        )
    }
}

/// A line for each thing there is to say.
impl fmt::Display for Standing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.plan.contenders;
        let total = self.score.total();
        writeln!(
            f,
            "{} against {}, {}",
            one.name(),
            other.name(),
            self.plan.terms.variant
        )?;
        for (what, tally) in [
            ("games", total),
            ("first", self.score.as_first),
            ("second", self.score.as_second),
        ] {
            writeln!(
                f,
                "{what:<8}{}: {} won, {} drawn, {} lost",
                tally.games(),
                tally.won,
                tally.drawn,
                tally.lost
            )?;
        }
        let [ll, ld, dd, dw, ww] = self.score.pairs;
        writeln!(
            f,
            "pairs   {}: by half points 0 to 4: {ll} {ld} {dd} {dw} {ww}",
            self.score.pairs.iter().sum::<u64>()
        )?;
        if total.games() > 0 {
            writeln!(
                f,
                "score   {:.1} %",
                50.0 * total.half_points() as f64 / total.games() as f64
            )?;
        }
        writeln!(f, "Elo     {} (95 %)", Estimate::of(&self.score.pairs))?;
        if let Some(sprt) = self.plan.sprt {
            let (low, high) = Sprt::bounds();
            let decision = sprt
                .decision(&self.score.pairs)
                .map_or("undecided".to_owned(), |decision| decision.to_string());
            writeln!(
                f,
                "LLR     {:.2} between {low:.2} and {high:.2} for {sprt}: {decision}",
                sprt.llr(&self.score.pairs)
            )?;
        }
        Ok(())
    }
}
