//! Strength as Elo: the difference of two that a score shows, with its error.
//!
//! A difference of `d` Elo means an expected score of `1 / (1 + 10^(-d/400))`. Source: A. Elo, The Rating of
//! Chessplayers; pairs of games as the unit of chance, as described at the Chessprogramming wiki, "Match
//! Statistics", and by the documentation of fishtest.

use std::fmt;

/// Standard deviations that hold 95 % of a normal distribution.
pub(super) const Z_95: f64 = 1.959_963_985;

/// The difference in Elo at which this score, between 0 and 1, is to be expected.
pub(crate) fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo lets expect.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference of two contenders, estimated from pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Estimate {
    /// No pair is over.
    Nothing,
    /// Every pair ended alike, in this difference: there is no variance to tell an error from.
    Alike(f64),
    /// Every game was won: the difference is above this, at 95 %.
    Above(f64),
    /// Every game was lost: the difference is below this, at 95 %.
    Below(f64),
    /// The difference, and its error at 95 %.
    Within {
        /// In Elo.
        elo: f64,
        /// To either side.
        error: f64,
    },
}

impl Estimate {
    /// From pairs counted by their half points.
    pub(crate) fn from_pairs(pairs: &[u64; 5]) -> Self {
        let (count, mean, variance) = moments(pairs);
        if count == 0.0 {
            return Self::Nothing;
        }
        // With a lower probability of such a pair, `count` of them in a row had a probability below 2.5 %.
        let bound = elo_from_score(0.025_f64.powf(1.0 / count));
        let only = |kind: usize| pairs.iter().sum::<u64>() == pairs[kind];
        if only(4) {
            return Self::Above(bound);
        }
        if only(0) {
            return Self::Below(-bound);
        }
        let elo = elo_from_score(mean);
        if variance == 0.0 {
            return Self::Alike(elo);
        }
        let error = Z_95 * (variance / count).sqrt();
        // A bound beyond every score would be infinite.
        let most = elo_from_score((mean + error).min(0.9999));
        let least = elo_from_score((mean - error).max(0.0001));
        Self::Within {
            elo,
            error: (most - least) / 2.0,
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("unknown, no pair of games is over"),
            Self::Alike(elo) => write!(f, "{elo:+.0}, every pair ended alike"),
            Self::Above(elo) => write!(f, "above {elo:+.0}, every game was won"),
            Self::Below(elo) => write!(f, "below {elo:+.0}, every game was lost"),
            Self::Within { elo, error } => write!(f, "{elo:+.0} ± {error:.0}"),
        }
    }
}

/// Number of pairs, their mean score and its variance; a pair scores 0 to 1.
fn moments(pairs: &[u64; 5]) -> (f64, f64, f64) {
    let count: f64 = pairs.iter().map(|pairs| *pairs as f64).sum();
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        let weighted = pairs.iter().enumerate();
        weighted
            .map(|(points, pairs)| *pairs as f64 * of(points as f64 / 4.0))
            .sum::<f64>()
            / count
    };
    let mean = sum(&|score| score);
    (count, mean, sum(&|score| (score - mean).powi(2)))
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn the_true_difference_lies_within_the_error_about_as_often_as_it_says() {
        let mut rng = StdRng::seed_from_u64(1);
        let (truth, matches) = (80.0, 1000);
        let score = expected_score(truth);
        let within = (0..matches)
            .filter(|_| {
                let mut pairs = [0; 5];
                for _ in 0..100 {
                    let won = [(); 2].map(|()| usize::from(rng.random_bool(score)));
                    pairs[2 * (won[0] + won[1])] += 1;
                }
                matches!(Estimate::from_pairs(&pairs), Estimate::Within { elo, error } if (elo - truth).abs() <= error)
            })
            .count();
        assert!((930..=970).contains(&within), "{within}");
    }

    #[test]
    fn elo_and_score_undo_each_other_at_known_values() {
        for (elo, score) in [
            (0.0, 0.5),
            (100.0, 0.640_065),
            (200.0, 0.759_747),
            (400.0, 10.0 / 11.0),
            (-400.0, 1.0 / 11.0),
        ] {
            assert!((expected_score(elo) - score).abs() < 1e-6, "{elo}");
            assert!((elo_from_score(score) - elo).abs() < 1e-3, "{elo}");
        }
    }

    #[test]
    fn a_difference_comes_with_the_error_of_its_pairs() {
        // 100 pairs: mean 0.6, variance 0.2 * 0.36 + 0.4 * 0.01 + 0.4 * 0.16 = 0.14, so the mean errs by
        // 1.96 * sqrt(0.0014) = 0.07333: 0.52667 to 0.67333, which is 18.55 to 125.67 Elo.
        let Estimate::Within { elo, error } = Estimate::from_pairs(&[20, 0, 40, 0, 40]) else {
            panic!("pairs that differ have an error");
        };
        assert!((elo - 70.44).abs() < 0.01, "{elo}");
        assert!((error - 53.56).abs() < 0.05, "{error}");
    }

    #[test]
    fn what_no_error_can_be_told_of_is_said_in_words() {
        for (pairs, expected) in [
            ([0, 0, 0, 0, 0], "unknown, no pair of games is over"),
            ([0, 0, 9, 0, 0], "+0, every pair ended alike"),
            // 0.025^(1/10) = 0.6915
            ([0, 0, 0, 0, 10], "above +140, every game was won"),
            ([10, 0, 0, 0, 0], "below -140, every game was lost"),
            // Two pairs may well be chance.
            ([0, 0, 0, 0, 2], "above -291, every game was won"),
        ] {
            assert_eq!(Estimate::from_pairs(&pairs).to_string(), expected);
        }
    }
}
