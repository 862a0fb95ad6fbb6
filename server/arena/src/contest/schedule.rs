//! Who plays whom, from which opening.

use protocol::side::BySide;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fixture {
    /// Which opening, from 0.
    pub(crate) round: usize,
    /// Which contender has which side.
    pub(crate) seats: BySide<usize>,
}

/// Everybody against everybody, so many rounds: in each, two games from one opening, the sides exchanged.
///
/// Round by round, so that a contest that ends early is fair so far.
pub(crate) fn round_robin(contenders: usize, rounds: usize) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for round in 0..rounds {
        for first in 0..contenders {
            for second in first + 1..contenders {
                let seats = BySide { first, second };
                fixtures.extend([seats, seats.swapped()].map(|seats| Fixture { round, seats }));
            }
        }
    }
    fixtures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_meet_twice_in_a_round_with_the_sides_exchanged() {
        let fixtures: Vec<_> = round_robin(3, 2)
            .iter()
            .map(|Fixture { round, seats }| (*round, seats.first, seats.second))
            .collect();
        let round =
            |round| [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)].map(|(a, b)| (round, a, b));
        assert_eq!(fixtures, [round(0), round(1)].concat());
    }
}
