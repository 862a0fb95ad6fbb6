//! Results between two contenders, from the point of view of the first.

use std::collections::HashMap;

use protocol::record::GameResult;
use protocol::side::Side;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
}

impl Tally {
    /// All of them.
    pub(crate) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A win is two half points, a draw is one.
    pub(crate) fn half_points(self) -> u64 {
        2 * self.won + self.drawn
    }

    /// A win is one point, a draw is half of it.
    pub(crate) fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// Counts a game, played on `side`.
    pub(crate) fn add(&mut self, side: Side, result: GameResult) {
        match half_points(side, result) {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }
}

/// Half points of a game for `side`. Games of a contest are played to their end; one that is not has no winner either.
pub(crate) fn half_points(side: Side, result: GameResult) -> usize {
    match (result, side) {
        (GameResult::FirstWon, Side::First) | (GameResult::SecondWon, Side::Second) => 2,
        (GameResult::FirstWon, Side::Second) | (GameResult::SecondWon, Side::First) => 0,
        (GameResult::Drawn | GameResult::Unfinished, _) => 1,
    }
}

/// The games of two contenders, counted singly and in pairs.
///
/// Two games from one opening are not independent: where the opening favours a side, each wins one. What the
/// games show about strength is therefore taken from whole pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    /// On each side.
    pub(crate) as_first: Tally,
    pub(crate) as_second: Tally,
    /// Pairs of games by their half points, 0 to 4.
    pub(crate) pairs: [u64; 5],
    /// Half points of the one game of a pair that is over.
    halves: HashMap<usize, usize>,
}

impl Score {
    /// Counts a game of the pair `round`, which the contender played on `side`.
    pub(crate) fn add(&mut self, round: usize, side: Side, result: GameResult) {
        match side {
            Side::First => self.as_first.add(side, result),
            Side::Second => self.as_second.add(side, result),
        }
        let half_points = half_points(side, result);
        match self.halves.remove(&round) {
            Some(other) => self.pairs[half_points + other] += 1,
            None => {
                self.halves.insert(round, half_points);
            }
        }
    }

    /// Games on either side.
    pub(crate) fn total(&self) -> Tally {
        self.as_first.plus(self.as_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_for_their_side_and_pairs_when_both_are_over() {
        let mut score = Score::default();
        score.add(0, Side::First, GameResult::FirstWon);
        score.add(1, Side::Second, GameResult::FirstWon);
        assert_eq!(score.pairs, [0; 5]);
        score.add(0, Side::Second, GameResult::Drawn);
        score.add(1, Side::First, GameResult::SecondWon);
        score.add(2, Side::Second, GameResult::SecondWon);
        assert_eq!(score.pairs, [1, 0, 0, 1, 0]);
        let tally = |won, drawn, lost| Tally { won, drawn, lost };
        assert_eq!(score.as_first, tally(1, 0, 1));
        assert_eq!(score.as_second, tally(1, 1, 1));
        assert_eq!(score.total(), tally(2, 1, 2));
        assert_eq!((score.total().games(), score.total().half_points()), (5, 5));
    }
}
