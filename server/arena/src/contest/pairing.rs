//! A match of two contenders.

use std::fmt;
use std::io::Write;

use protocol::record::Record;

use super::contender::Contender;
use super::hall::Hall;
use super::rating::Estimate;
use super::schedule::{Fixture, round_robin};
use super::score::Score;
use super::sprt::Sprt;
use super::{Standing, Terms, hold, openings};
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

/// Plays a match, or what is missing of it. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// A contender cannot play, openings cannot be read, or games not be written.
pub(crate) fn run(
    plan: &Match,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let games = plan.games.or(plan.sprt.map(|_| GAMES_OF_TEST));
    let openings = openings::choose(&plan.terms, games.map(|games| games / 2), GAMES / 2)?;
    let hall = Hall {
        contenders: &plan.contenders,
        openings: &openings,
        terms: &plan.terms,
    };
    let mut standing = MatchStanding {
        plan,
        score: Score::default(),
    };
    hold(hall, &round_robin(2, openings.len()), &mut standing, errors)?;
    write!(output, "{standing}")?;
    Ok(())
}

/// How a match stands.
struct MatchStanding<'a> {
    plan: &'a Match,
    /// Of the first contender.
    score: Score,
}

impl Standing for MatchStanding<'_> {
    fn add(&mut self, fixture: Fixture, record: &Record) {
        let side = fixture
            .seats
            .find(|seat| *seat == 0)
            .expect("the first contender plays every game");
        self.score.add(fixture.round, side, record.result());
    }

    fn brief(&self) -> Option<String> {
        let total = self.score.total();
        let llr = self
            .plan
            .sprt
            .map(|sprt| format!(", LLR {:.2}", sprt.llr(&self.score.pairs)))
            .unwrap_or_default();
        Some(format!(
            "+{} ={} -{}, Elo {}{llr}",
            total.won,
            total.drawn,
            total.lost,
            Estimate::of(&self.score.pairs)
        ))
    }

    fn is_decided(&self) -> bool {
        self.plan
            .sprt
            .is_some_and(|sprt| sprt.decision(&self.score.pairs).is_some())
    }
}

/// A line for each thing there is to say.
impl fmt::Display for MatchStanding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.plan.contenders;
        let total = self.score.total();
        writeln!(
            f,
            "{} against {}, {}, {}",
            one.name(),
            other.name(),
            self.plan.terms.variant,
            self.plan.terms.pace()
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
        let pairs = self.score.pairs;
        writeln!(
            f,
            "pairs   {}, by points 0 ½ 1 1½ 2: {}",
            pairs.iter().sum::<u64>(),
            pairs.map(|pairs| pairs.to_string()).join(" ")
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
