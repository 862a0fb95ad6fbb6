//! Strength as Elo: the difference of two that a score shows, with its error.
//!
//! A difference of `d` Elo means an expected score of `1 / (1 + 10^(-d/400))`. Source: A. Elo, The Rating of
//! Chessplayers; pairs of games as the unit of chance, as described at the Chessprogramming wiki, "Match
//! Statistics", and by the documentation of fishtest.

use std::fmt;

/// Standard deviations that hold 95 % of a normal distribution.
pub(super) const Z_95: f64 = 1.959_963_985;

/// The most times as far as the other that one end of an error may lie for one number to stand for both.
const MOST_UNEVEN: f64 = 1.25;

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
    /// Both games of every pair were won: the difference is above this, at 95 %.
    Above(f64),
    /// Both games of every pair were lost: the difference is below this, at 95 %.
    Below(f64),
    /// The difference in Elo, and the ends between which it lies at 95 %; none where it may be anything beyond.
    Within {
        elo: f64,
        low: Option<f64>,
        high: Option<f64>,
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
        // An end beyond every score would be infinite.
        let end = |score: f64| {
            (0.0001..=0.9999)
                .contains(&score)
                .then(|| elo_from_score(score))
        };
        Self::Within {
            elo,
            low: end(mean - error),
            high: end(mean + error),
        }
    }

    /// Returns whether it says something of the difference at 95 %.
    pub(crate) fn is_bounded(&self) -> bool {
        match self {
            Self::Nothing | Self::Alike(_) => false,
            Self::Above(bound) => *bound > 0.0,
            Self::Below(bound) => *bound < 0.0,
            Self::Within { low, high, .. } => low.is_some() || high.is_some(),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("unknown, no pair of games is over"),
            Self::Alike(elo) => write!(
                f,
                "{elo:+.0} without an error, since every pair ended alike"
            ),
            Self::Above(elo) if self.is_bounded() => {
                write!(f, "above {elo:+.0}, every pair was won 2-0")
            }
            Self::Below(elo) if self.is_bounded() => {
                write!(f, "below {elo:+.0}, every pair was lost 0-2")
            }
            Self::Above(_) => f.write_str("unknown, every pair was won 2-0, but they are few"),
            Self::Below(_) => f.write_str("unknown, every pair was lost 0-2, but they are few"),
            Self::Within { elo, low, high } => match (low, high) {
                (Some(low), Some(high)) => {
                    let (below, above) = (elo - low, high - elo);
                    if below.max(above) <= MOST_UNEVEN * below.min(above) {
                        write!(f, "{elo:+.0} ± {:.0}", (high - low) / 2.0)
                    } else {
                        write!(f, "{elo:+.0} ({low:+.0} to {high:+.0})")
                    }
                }
                (Some(low), None) => write!(f, "{elo:+.0} ({low:+.0} or more)"),
                (None, Some(high)) => write!(f, "{elo:+.0} ({high:+.0} or less)"),
                (None, None) => write!(f, "{elo:+.0}, too few pairs for an error"),
            },
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
                matches!(Estimate::from_pairs(&pairs), Estimate::Within { low: Some(low), high: Some(high), .. } if (low..=high).contains(&truth))
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
        let Estimate::Within {
            elo,
            low: Some(low),
            high: Some(high),
        } = Estimate::from_pairs(&[20, 0, 40, 0, 40])
        else {
            panic!("pairs that differ have an error");
        };
        for (found, expected) in [(elo, 70.44), (low, 18.55), (high, 125.67)] {
            assert!((found - expected).abs() < 0.05, "{found}");
        }
    }

    #[test]
    fn what_no_error_can_be_told_of_is_said_in_words() {
        for (pairs, expected) in [
            ([0, 0, 0, 0, 0], "unknown, no pair of games is over"),
            (
                [0, 0, 9, 0, 0],
                "+0 without an error, since every pair ended alike",
            ),
            // 0.025^(1/10) = 0.6915
            ([0, 0, 0, 0, 10], "above +140, every pair was won 2-0"),
            ([10, 0, 0, 0, 0], "below -140, every pair was lost 0-2"),
            // Two pairs may well be chance: the bound would be -291.
            (
                [0, 0, 0, 0, 2],
                "unknown, every pair was won 2-0, but they are few",
            ),
            (
                [5, 0, 0, 0, 0],
                "unknown, every pair was lost 0-2, but they are few",
            ),
        ] {
            assert_eq!(Estimate::from_pairs(&pairs).to_string(), expected);
        }
    }

    /// An error of 692 to either side looked as if the difference could be zero.
    #[test]
    fn ends_that_lie_at_different_distances_are_both_said() {
        for (pairs, expected) in [
            ([20, 0, 40, 0, 40], "+70 ± 54"),
            // 18 games won and 2 lost: 0.776 to more than every score.
            ([0, 0, 2, 0, 8], "+382 (+216 or more)"),
            ([8, 0, 2, 0, 0], "-382 (-216 or less)"),
            ([0, 0, 4, 0, 16], "+382 (+255 to +761)"),
            ([1, 0, 0, 0, 1], "+0, too few pairs for an error"),
        ] {
            assert_eq!(Estimate::from_pairs(&pairs).to_string(), expected);
        }
    }
}
