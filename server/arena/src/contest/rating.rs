//! Strength as Elo: the difference of two that a score shows, with its error.
//!
//! A difference of `d` Elo means an expected score of `1 / (1 + 10^(-d/400))`. Source: A. Elo, The Rating of
//! Chessplayers; pairs of games as the unit of chance, as described at the Chessprogramming wiki, "Match
//! Statistics", and by the documentation of fishtest.

use std::fmt;

/// Standard deviations that hold 95 % of a normal distribution.
pub(super) const Z_95: f64 = 1.959_963_985;

/// The scores beyond which a difference is not told apart from any greater one: 1200 Elo.
const SCORES: (f64, f64) = (0.001, 0.999);

/// The difference in Elo at which this score, between 0 and 1, is to be expected.
pub(crate) fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo lets expect.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference of two contenders in Elo, estimated from pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Estimate {
    /// No pair is over, or every pair ended alike: there is no variance to tell an error from.
    Unknown,
    /// The difference, and the ends between which it lies at 95 %.
    Within { elo: f64, low: f64, high: f64 },
}

impl Estimate {
    /// From pairs counted by their half points.
    pub(crate) fn from_pairs(pairs: &[u64; 5]) -> Self {
        let (count, mean, variance) = moments(pairs);
        if count == 0.0 || variance == 0.0 {
            return Self::Unknown;
        }
        let error = Z_95 * (variance / count).sqrt();
        let end = |score: f64| elo_from_score(score.clamp(SCORES.0, SCORES.1));
        Self::Within {
            elo: elo_from_score(mean),
            low: end(mean - error),
            high: end(mean + error),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown, no two pairs ended differently"),
            Self::Within { elo, low, high } => {
                write!(f, "{elo:+.0} ({low:+.0} to {high:+.0} at 95 %)")
            }
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
                matches!(Estimate::from_pairs(&pairs), Estimate::Within { low, high, .. } if (low..=high).contains(&truth))
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
        let Estimate::Within { elo, low, high } = Estimate::from_pairs(&[20, 0, 40, 0, 40]) else {
            panic!("pairs that differ have an error");
        };
        for (found, expected) in [(elo, 70.44), (low, 18.55), (high, 125.67)] {
            assert!((found - expected).abs() < 0.05, "{found}");
        }
    }

    #[test]
    fn an_estimate_is_written_with_its_ends() {
        for (pairs, expected) in [
            ([0, 0, 0, 0, 0], "unknown, no two pairs ended differently"),
            ([0, 0, 0, 0, 9], "unknown, no two pairs ended differently"),
            ([20, 0, 40, 0, 40], "+70 (+19 to +126 at 95 %)"),
            // 18 games won and 2 lost: 0.776 to more than every score.
            ([0, 0, 2, 0, 8], "+382 (+216 to +1200 at 95 %)"),
            ([0, 0, 4, 0, 16], "+382 (+255 to +761 at 95 %)"),
        ] {
            assert_eq!(Estimate::from_pairs(&pairs).to_string(), expected);
        }
    }
}
