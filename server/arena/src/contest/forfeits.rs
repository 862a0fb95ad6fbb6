//! Games that a contender lost by a fault, and not on the board.
//!
//! They say nothing about strength: the other one may have won by an error of a pipe, or of this program.

use super::contender::Contender;
use super::play::TERMINATION;
use super::score::half_points;
use super::{Finished, MatchConfig};
use crate::failure::Failure;

/// A contender may forfeit one game in this many; beyond that a contest measured nothing.
///
/// A share `s` of forfeits moves a score by `s` at most, which is 700 `s` Elo between equals: one in 20 is 35 Elo,
/// about the error of a match of 300 games, and more than most changes are worth.
const ONE_IN: u64 = 20;

/// Different faults of a contender that are shown.
const SHOWN: usize = 3;

/// The games of each contender, and how those ended that it forfeited.
#[derive(Clone, Debug)]
pub(super) struct Forfeits {
    contenders: Vec<Faults>,
}

#[derive(Clone, Debug, Default)]
struct Faults {
    games: u64,
    /// Each fault with its number of games, in the order of their first games.
    faults: Vec<(String, u64)>,
}

impl Forfeits {
    /// No game yet.
    pub(super) fn new(contenders: usize) -> Self {
        Self {
            contenders: vec![Faults::default(); contenders],
        }
    }

    /// Counts a game that is over.
    pub(super) fn add(&mut self, game: &Finished) {
        for (side, seat) in game.pairing.seats.iter() {
            let contender = &mut self.contenders[*seat];
            contender.games += 1;
            let Some(fault) = game.record.tag(TERMINATION) else {
                continue;
            };
            if half_points(side, game.record.result()) > 0 {
                continue;
            }
            // Which side it had does not matter here.
            let fault = fault
                .strip_prefix(&format!("{side}: "))
                .unwrap_or(fault)
                .to_owned();
            match contender.faults.iter_mut().find(|known| known.0 == fault) {
                Some(known) => known.1 += 1,
                None => contender.faults.push((fault, 1)),
            }
        }
    }

    /// Games that this contender forfeited.
    pub(super) fn count(&self, contender: usize) -> u64 {
        let faults = self.contenders[contender].faults.iter();
        faults.map(|(_, games)| games).sum()
    }

    /// A line for each contender that forfeited a game, with its faults, the most frequent first.
    pub(super) fn lines(&self, names: &[String]) -> Vec<String> {
        let line = |at: usize| {
            let mut faults = self.contenders[at].faults.clone();
            faults.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
            let more = faults.len().saturating_sub(SHOWN);
            let mut words: Vec<String> = faults
                .iter()
                .take(SHOWN)
                .map(|(fault, games)| format!("{games} x {fault}"))
                .collect();
            words.extend((more > 0).then(|| format!("{more} other faults")));
            format!(
                "forfeits {} of {} games of {}: {}",
                self.count(at),
                self.contenders[at].games,
                names[at],
                words.join("; ")
            )
        };
        let at_fault = (0..names.len()).filter(|at| self.count(*at) > 0);
        at_fault.map(line).collect()
    }

    /// Returns whether too many games were forfeited for the others to measure anything.
    pub(super) fn are_too_many(&self) -> bool {
        (0..self.contenders.len()).any(|at| self.has_too_many(at))
    }

    /// The end of a contest.
    ///
    /// # Errors
    ///
    /// A contender forfeited too many games: it is named.
    pub(super) fn verdict(
        &self,
        contenders: &[Contender],
        config: &MatchConfig,
    ) -> Result<(), Failure> {
        let Some(at) = (0..contenders.len()).find(|at| self.has_too_many(*at)) else {
            return Ok(());
        };
        let contender = &contenders[at];
        let tolerance = config.tolerance.as_millis();
        let advice = if contender.is_program() {
            let settle = config.settle.as_millis();
            format!(
                "mend its fault, or give it more than --settle-ms {settle} and --tolerance-ms {tolerance}"
            )
        } else {
            format!("give it more than --tolerance-ms {tolerance}, or play fewer games at once")
        };
        Err(Failure::Failed(format!(
            "nothing was measured: {} forfeited {} of its {} games, more than one in {ONE_IN}; {advice}",
            contender.name(),
            self.count(at),
            self.contenders[at].games,
        )))
    }

    fn has_too_many(&self, contender: usize) -> bool {
        self.count(contender) * ONE_IN > self.contenders[contender].games
    }
}

#[cfg(test)]
mod tests {
    use protocol::game::Game;
    use protocol::record::{GameResult, Record};
    use protocol::side::BySide;

    use super::*;
    use crate::contest::schedule::Pairing;

    fn names() -> [String; 2] {
        ["a", "b"].map(str::to_owned)
    }

    /// `games` games that the first side won, `faults` of them by a fault of the second contender.
    fn forfeits(games: u64, faults: &[&str]) -> Forfeits {
        let mut forfeits = Forfeits::new(2);
        for round in 0..games as usize {
            let seats = BySide {
                first: 0,
                second: 1,
            };
            let mut record = Record::from_game(&Game::new("gomoku-15".parse().unwrap()));
            record.set_result(GameResult::FirstWon).unwrap();
            if let Some(fault) = faults.get(round) {
                let text = format!("{}: {fault}", protocol::side::Side::Second);
                record.set_tag(TERMINATION, &text).unwrap();
            }
            let pairing = Pairing { round, seats };
            forfeits.add(&Finished { pairing, record });
        }
        forfeits
    }

    fn contenders() -> [Contender; 2] {
        ["a=random", "b=gomocup:./b"].map(|text| Contender::read(text, None).unwrap())
    }

    #[test]
    fn one_game_in_twenty_may_be_forfeited_and_no_more() {
        let config = MatchConfig::for_variant("gomoku".parse().unwrap());
        for (games, faults, expected) in [
            (20, 0, false),
            (20, 1, false),
            (19, 1, true),
            (40, 2, false),
            (40, 3, true),
            (2, 1, true),
            (0, 0, false),
        ] {
            let forfeits = forfeits(games, &vec!["it was late"; faults]);
            assert_eq!(forfeits.are_too_many(), expected, "{faults} of {games}");
            let verdict = forfeits.verdict(&contenders(), &config);
            assert_eq!(verdict.is_err(), expected, "{faults} of {games}");
        }
    }

    #[test]
    fn a_bot_is_not_advised_to_settle() {
        let config = MatchConfig::for_variant("gomoku".parse().unwrap());
        let forfeits = forfeits(2, &["it was late"]);
        let advice = |contenders: [Contender; 2]| {
            let verdict = forfeits.verdict(&contenders, &config);
            verdict.unwrap_err().to_string()
        };
        let program = advice(contenders());
        assert!(program.contains("--settle-ms 10"), "{program}");
        let [bot, program] = contenders();
        let bot = advice([program, bot]);
        assert!(!bot.contains("settle"), "{bot}");
        assert!(bot.contains("--tolerance-ms"), "{bot}");
    }

    #[test]
    fn faults_are_shown_with_their_games_the_most_frequent_first() {
        let faults = ["x", "late", "late", "y", "z"];
        assert_eq!(
            forfeits(9, &faults).lines(&names()),
            ["forfeits 5 of 9 games of b: 2 x late; 1 x x; 1 x y; 1 other faults"]
        );
        assert_eq!(forfeits(9, &[]).lines(&names()), [""; 0]);
    }
}
