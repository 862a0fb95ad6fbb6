//! Pairings of a round-robin tournament.

use protocol::side::BySide;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pairing {
    /// Number of the opening, from 0.
    pub(crate) round: usize,
    /// Index of the contender on each side.
    pub(crate) seats: BySide<usize>,
}

/// Pairings of every two contenders in each of `rounds`: two games from one opening, with the sides exchanged.
///
/// Round by round, so that a contest that ends early is fair so far.
pub(crate) fn round_robin(contenders: usize, rounds: usize) -> Vec<Pairing> {
    neighbours(contenders, rounds, contenders)
}

/// The same, but of those contenders only that are at most `reach` places apart.
pub(crate) fn neighbours(contenders: usize, rounds: usize, reach: usize) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for round in 0..rounds {
        for first in 0..contenders {
            for second in (first + 1..contenders).take(reach) {
                let seats = BySide { first, second };
                pairings.extend([seats, seats.swapped()].map(|seats| Pairing { round, seats }));
            }
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_meet_twice_in_a_round_with_the_sides_exchanged() {
        let pairings: Vec<_> = round_robin(3, 2)
            .iter()
            .map(|Pairing { round, seats }| (*round, seats.first, seats.second))
            .collect();
        let round =
            |round| [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)].map(|(a, b)| (round, a, b));
        assert_eq!(pairings, [round(0), round(1)].concat());
    }

    #[test]
    fn neighbours_meet_only_those_within_reach() {
        let pairings: Vec<_> = neighbours(4, 1, 2)
            .iter()
            .map(|Pairing { seats, .. }| (seats.first, seats.second))
            .filter(|(first, second)| first < second)
            .collect();
        assert_eq!(pairings, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
    }
}
