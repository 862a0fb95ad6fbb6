//! Games that a contender lost by a fault, and not on the board.
//!
//! They say nothing about strength: the other one may have won by an error of a pipe, or of this program.

use protocol::millis::Millis;

use super::Finished;
use super::contender::Contender;
use super::play::TERMINATION;
use super::score::half_points;
use crate::failure::Failure;

/// A contender may forfeit one game in this many; beyond that a contest measured nothing.
///
/// A share `s` of forfeits moves a score by `s` at most, which is 700 `s` Elo between equals: one in 20 is 35 Elo,
/// about the error of a match of 300 games, and more than most changes are worth.
const ONE_IN: u64 = 20;

/// The games of each contender, and those that it forfeited.
#[derive(Clone, Debug)]
pub(super) struct Forfeits(Vec<Faults>);

#[derive(Clone, Debug, Default)]
struct Faults {
    games: u64,
    forfeited: u64,
}

impl Forfeits {
    /// No game yet.
    pub(super) fn new(contenders: usize) -> Self {
        Self(vec![Faults::default(); contenders])
    }

    /// Counts a game that is over.
    pub(super) fn add(&mut self, game: &Finished) {
        let is_forfeit = game.record.tag(TERMINATION).is_some();
        for (side, seat) in game.pairing.seats.iter() {
            let faults = &mut self.0[*seat];
            faults.games += 1;
            let is_lost = half_points(side, game.record.result()) == 0;
            faults.forfeited += u64::from(is_forfeit && is_lost);
        }
    }

    /// Games that this contender forfeited.
    pub(super) fn count(&self, contender: usize) -> u64 {
        self.0[contender].forfeited
    }

    /// The end of a contest.
    ///
    /// # Errors
    ///
    /// A contender forfeited too many games for the others to measure anything: it is named.
    pub(super) fn verdict(
        &self,
        contenders: &[Contender],
        tolerance: Millis,
    ) -> Result<(), Failure> {
        let mut all = contenders.iter().zip(&self.0);
        let Some((contender, faults)) =
            all.find(|(_, faults)| faults.forfeited * ONE_IN > faults.games)
        else {
            return Ok(());
        };
        Err(Failure::Failed(format!(
            "nothing was measured: {} forfeited {} of its {} games, more than one in {ONE_IN}; mend its fault, give it more than --tolerance-ms {}, or play fewer games at once",
            contender.name(),
            faults.forfeited,
            faults.games,
            tolerance.as_millis()
        )))
    }
}

#[cfg(test)]
mod tests {
    use protocol::game::Game;
    use protocol::record::{GameResult, Record};
    use protocol::side::BySide;

    use super::*;
    use crate::contest::schedule::Pairing;

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
        ["a=random", "b=gomocup:./b"].map(|text| Contender::read(text).unwrap())
    }

    #[test]
    fn one_game_in_twenty_may_be_forfeited_and_no_more() {
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
            let verdict = forfeits.verdict(&contenders(), Millis::from_millis(500));
            assert_eq!(verdict.is_err(), expected, "{faults} of {games}");
            let counts = [0, 1].map(|contender| forfeits.count(contender));
            assert_eq!(counts, [0, faults as u64]);
        }
    }
}
