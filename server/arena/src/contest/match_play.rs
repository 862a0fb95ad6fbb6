//! A match of two contenders.

use std::fmt;
use std::io::Write;

use clap::Args;

use super::contender::Contender;
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
#[derive(Args, Clone, Debug)]
pub(crate) struct Match {
    /// The one contender: a bot, such as negamax:8 or lines:5,temperature=10, or gomocup:COMMAND, a program that
    /// speaks the Gomocup protocol.
    ///
    /// With NAME= before it has that name in what is printed. Both may be the same bot if one has a name: random
    /// new=random.
    #[arg(value_name = "A", value_parser = Contender::read)]
    one: Contender,

    /// The other one.
    #[arg(value_name = "B", value_parser = Contender::read)]
    other: Contender,

    /// Number of games at most; an even number. By default 100, or twice the openings of a file; 20000 with --sprt.
    #[arg(long, value_name = "N", value_parser = even)]
    games: Option<usize>,

    /// Ends the match as soon as it is known whether A is ELO1 stronger than B or only ELO0, at 5 % error.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    #[command(flatten)]
    pub(crate) config: MatchConfig,
}

/// Reads a number of games.
fn even(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|games: &usize| *games > 0 && games.is_multiple_of(2))
        .ok_or_else(|| {
            "every opening is played twice, so give an even number, 2 or more".to_owned()
        })
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
    let contenders = [plan.one.clone(), plan.other.clone()];
    let runner = Runner {
        contenders: &contenders,
        openings: &openings,
        config: &plan.config,
    };
    let mut scoreboard = MatchScoreboard {
        plan,
        contenders: &contenders,
        score: Score::default(),
    };
    let pairings = round_robin(2, openings.rounds());
    let forfeits = play_missing_games(runner, &pairings, &mut scoreboard, errors)?;
    write!(output, "{scoreboard}")?;
    for (at, contender) in contenders.iter().enumerate() {
        if forfeits.count(at) > 0 {
            writeln!(
                output,
                "forfeits {} of {}",
                forfeits.count(at),
                contender.name()
            )?;
        }
    }
    forfeits.verdict(&contenders, plan.config.tolerance)
}

/// The score of a match.
struct MatchScoreboard<'a> {
    plan: &'a Match,
    contenders: &'a [Contender; 2],
    /// Of the first contender.
    score: Score,
}

impl Scoreboard for MatchScoreboard<'_> {
    fn add(&mut self, game: &Finished) {
        let seats = game.pairing.seats;
        let side = seats
            .find(|seat| *seat == 0)
            .expect("the first contender plays every game");
        self.score
            .add(game.pairing.round, side, game.record.result());
    }

    fn brief(&self) -> String {
        let total = self.score.total();
        let llr = self
            .plan
            .sprt
            .map(|sprt| format!(", LLR {:.2}", sprt.llr(&self.score.pairs)))
            .unwrap_or_default();
        format!(
            "; +{} ={} -{}, Elo {}{llr}",
            total.won,
            total.drawn,
            total.lost,
            Estimate::from_pairs(&self.score.pairs)
        )
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
        let [one, other] = self.contenders.each_ref().map(Contender::name);
        let (variant, pace) = (self.plan.config.variant, self.plan.config.pace());
        writeln!(f, "{one} against {other}, {variant}, {pace}")?;
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
        writeln!(f, "Elo     {}", Estimate::from_pairs(&self.score.pairs))?;
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
