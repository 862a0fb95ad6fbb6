//! A match of two contenders.

use std::fmt;
use std::io::Write;

use protocol::spec::OpeningRule;

use super::contender::Contender;
use super::forfeits::Forfeits;
use super::rating::Estimate;
use super::runner::Runner;
use super::schedule::round_robin;
use super::score::Score;
use super::sprt::Sprt;
use super::{Finished, MatchConfig, Scoreboard, openings, play_missing_games};
use crate::failure::Failure;

/// Games of a match by default.
const GAMES: usize = 100;

/// Games of a match with a test by default: the test is to end it.
const GAMES_OF_TEST: usize = 20_000;

/// A match to be played.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) contenders: [Contender; 2],
    pub(crate) config: MatchConfig,
    /// The most games; none leaves it to the openings.
    pub(crate) games: Option<usize>,
    /// Test that ends the match early.
    pub(crate) sprt: Option<Sprt>,
}

/// Plays a match, or what is missing of it. Progress goes to `errors`, a line a game.
///
/// # Errors
///
/// A contender cannot play, openings cannot be read, or games not be written; or too many games were forfeited, so that
/// nothing was measured.
pub(crate) fn run(
    plan: &Match,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let games = plan.games.or(plan.sprt.map(|_| GAMES_OF_TEST));
    let openings = openings::choose(&plan.config, games.map(|games| games / 2), GAMES / 2)?;
    let runner = Runner {
        contenders: &plan.contenders,
        openings: &openings,
        config: &plan.config,
    };
    let mut scoreboard = MatchScoreboard {
        plan,
        score: Score::default(),
        forfeits: Forfeits::new(2),
    };
    play_missing_games(
        runner,
        &round_robin(2, openings.rounds()),
        &mut scoreboard,
        errors,
    )?;
    write!(output, "{scoreboard}")?;
    scoreboard.forfeits.verdict(&plan.contenders, &plan.config)
}

/// The score of a match.
struct MatchScoreboard<'a> {
    plan: &'a Match,
    /// Of the first contender.
    score: Score,
    forfeits: Forfeits,
}

impl MatchScoreboard<'_> {
    fn names(&self) -> [String; 2] {
        self.plan.contenders.each_ref().map(Contender::name)
    }
}

impl Scoreboard for MatchScoreboard<'_> {
    fn add(&mut self, game: &Finished) {
        let seats = game.pairing.seats;
        let side = seats
            .find(|seat| *seat == 0)
            .expect("the first contender plays every game");
        self.score
            .add(game.pairing.round, side, game.record.result());
        self.forfeits.add(game);
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
            Estimate::from_pairs(&self.score.pairs)
        ))
    }

    fn is_decided(&self) -> bool {
        self.plan
            .sprt
            .is_some_and(|sprt| sprt.decision(&self.score.pairs).is_some())
    }
}

/// The result, a line for each figure.
impl fmt::Display for MatchScoreboard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.score.total();
        let MatchConfig {
            variant, opening, ..
        } = &self.plan.config;
        let ([one, other], pace) = (self.names(), self.plan.config.pace());
        write!(f, "{one} against {other}, {variant}, {pace}")?;
        // By swap2 a seat is not a side: the first one is the opener.
        let (first, second) = match opening {
            None => {
                writeln!(f)?;
                ("first", "second")
            }
            Some(rule @ (OpeningRule::Swap2 | OpeningRule::Other(_))) => {
                writeln!(f, ", {rule}")?;
                ("opener", "other")
            }
        };
        for (what, tally) in [
            ("games", total),
            (first, self.score.as_first),
            (second, self.score.as_second),
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
        for line in self.forfeits.lines(&self.names()) {
            writeln!(f, "{line}")?;
        }
        let pairs = self.score.pairs;
        writeln!(
            f,
            "pairs   {}, by points 0 ½ 1 1½ 2: {}",
            pairs.iter().sum::<u64>(),
            pairs.map(|pairs| pairs.to_string()).join(" ")
        )?;
        if let Some(split) = self.score.split_pairs() {
            writeln!(f, "split   {split}")?;
        }
        if total.games() > 0 {
            writeln!(
                f,
                "score   {:.1} %",
                50.0 * total.half_points() as f64 / total.games() as f64
            )?;
        }
        if self.forfeits.are_too_many() {
            return writeln!(f, "Elo     not measured, too many games were forfeited");
        }
        let estimate = Estimate::from_pairs(&self.score.pairs);
        let confidence = if estimate.is_bounded() { " (95 %)" } else { "" };
        writeln!(f, "Elo     {estimate}{confidence}")?;
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
