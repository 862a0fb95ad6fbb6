//! The sequential probability ratio test, which ends a match early.
//!
//! Is the difference `elo0` or less, or is it `elo1` or more? After each pair of games the logarithm of the
//! ratio of their likelihoods is compared with two bounds, so chosen that either answer is wrong in 5 % of
//! cases at most. The likelihood of a difference is that of the most likely distribution of pairs that has it.
//!
//! Source: A. Wald, Sequential Tests of Statistical Hypotheses; the generalised test for pairs of games as
//! described by M. Van den Bergh, "A practical introduction to the GSPRT", and used by fishtest.

use std::fmt;
use std::str::FromStr;

use super::rating::expected_score;

/// Probability of either error.
const WRONG: f64 = 0.05;

/// In place of a count of zero, which would make the first pair of its kind a proof.
const ALMOST_NONE: f64 = 1e-3;

/// The question of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The difference is `elo0` or less.
    Refuted,
    /// The difference is `elo1` or more.
    Accepted,
}

impl Sprt {
    /// The logarithm of the likelihood ratio, of pairs counted by their half points.
    pub(crate) fn llr(self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|pairs| *pairs == 0) {
            return 0.0;
        }
        let counts = pairs.map(|pairs| (pairs as f64).max(ALMOST_NONE));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [tilt0, tilt1] = [self.elo0, self.elo1].map(|elo| {
            let score = expected_score(elo);
            (score, tilt(&shares, score))
        });
        let density = |(score, tilt): (f64, f64), at: usize| 1.0 + tilt * (value(at) - score);
        (0..5)
            .map(|at| counts[at] * (density(tilt0, at) / density(tilt1, at)).ln())
            .sum()
    }

    /// The decision, if the pairs are enough for one.
    pub(crate) fn decision(self, pairs: &[u64; 5]) -> Option<Decision> {
        let llr = self.llr(pairs);
        let (low, high) = Self::bounds();
        if llr >= high {
            Some(Decision::Accepted)
        } else if llr <= low {
            Some(Decision::Refuted)
        } else {
            None
        }
    }

    /// Bounds of the logarithm of the likelihood ratio between which the test goes on.
    pub(crate) fn bounds() -> (f64, f64) {
        let high = ((1.0 - WRONG) / WRONG).ln();
        (-high, high)
    }
}

/// `elo0,elo1`, as it is read.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split_once(',')
            .and_then(|(elo0, elo1)| {
                let [elo0, elo1] = [elo0, elo1].map(|elo| elo.trim().parse::<f64>().ok());
                Some((elo0?, elo1?))
            })
            .filter(|(elo0, elo1)| elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0)
            .map(|(elo0, elo1)| Self { elo0, elo1 })
            .ok_or_else(|| {
                format!(
                    "{text:?} is no question; write two differences in Elo, the smaller one first, such as 0,10"
                )
            })
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refuted => "refuted",
            Self::Accepted => "accepted",
        })
    }
}

/// Score of a pair, 0 to 1.
fn value(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// The `t` for which the shares divided by `1 + t (value - score)` have the mean `score`.
///
/// Those are the most likely ones with that mean. The condition falls strictly as `t` grows between its two
/// poles, where a share would be infinite, so halving finds it.
fn tilt(shares: &[f64; 5], score: f64) -> f64 {
    let condition = |tilt: f64| -> f64 {
        (0..5)
            .map(|at| {
                let off = value(at) - score;
                shares[at] * off / (1.0 + tilt * off)
            })
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    // Halvings until nothing changes in 53 bits.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if condition(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn with_two_kinds_of_pairs_the_ratio_is_that_of_tossing_a_coin() {
        // Only the score itself has to be right then: won * ln(s1/s0) + lost * ln((1-s1)/(1-s0)).
        // At 0,100: s0 = 1/2, s1 = 0.640065; 60 * 0.246962 + 40 * -0.328685 = 1.6703.
        let llr = sprt("0,100").llr(&[40, 0, 0, 0, 60]);
        assert!((llr - 1.6703).abs() < 2e-2, "{llr}");
    }

    #[test]
    fn near_zero_the_ratio_is_that_of_a_normal_distribution() {
        // N (s1 - s0) (2 mean - s0 - s1) / (2 variance); at 0,5 s1 = 0.507195, mean 0.515, variance 0.06140.
        let pairs = [70, 200, 400, 230, 100];
        let count = 1000.0;
        let mean = (200.0 * 0.25 + 400.0 * 0.5 + 230.0 * 0.75 + 100.0) / count;
        let square = (200.0 * 0.0625 + 400.0 * 0.25 + 230.0 * 0.5625 + 100.0) / count;
        let s1 = expected_score(5.0);
        let expected =
            count * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * (square - mean * mean));
        let llr = sprt("0,5").llr(&pairs);
        assert!((llr - expected).abs() < 0.02 * expected, "{llr} {expected}");
    }

    #[test]
    fn the_test_ends_at_its_bounds_and_not_before() {
        assert!((Sprt::bounds().1 - 2.944_439).abs() < 1e-6);
        for (pairs, expected) in [
            ([0, 0, 0, 0, 0], None),
            ([0, 0, 0, 0, 3], None),
            ([40, 0, 0, 0, 60], None),
            ([80, 0, 0, 0, 120], Some(Decision::Accepted)),
            ([60, 0, 0, 0, 40], Some(Decision::Refuted)),
            // All alike: between the two questions the nearer one holds.
            ([0, 0, 1000, 0, 0], Some(Decision::Refuted)),
        ] {
            assert_eq!(sprt("0,100").decision(&pairs), expected, "{pairs:?}");
        }
    }

    #[test]
    fn either_answer_is_wrong_about_as_rarely_as_it_says() {
        let test = sprt("0,100");
        let mut rng = StdRng::seed_from_u64(1);
        for (elo, wrong) in [(0.0, Decision::Accepted), (100.0, Decision::Refuted)] {
            // Openings favour a side: both games of a pair come to the same colour now and then.
            let swing = 0.2;
            let score = expected_score(elo);
            let matches = 300;
            let mistakes = (0..matches)
                .filter(|_| {
                    let mut pairs = [0; 5];
                    loop {
                        let favour = if rng.random() { swing } else { -swing };
                        let points = [score + favour, score - favour]
                            .map(|chance| if rng.random_bool(chance) { 2 } else { 0 });
                        pairs[points[0] + points[1]] += 1;
                        if let Some(decision) = test.decision(&pairs) {
                            return decision == wrong;
                        }
                    }
                })
                .count();
            // 5 % of 300 are 15, of which 8 more are twice the standard deviation.
            assert!(mistakes <= 23, "{mistakes} at {elo}");
        }
    }

    #[test]
    fn exchanging_the_contenders_turns_the_answer_around() {
        let pairs = [10, 20, 30, 25, 15];
        let mut swapped = pairs;
        swapped.reverse();
        let llr = sprt("-5,15").llr(&pairs) + sprt("-15,5").llr(&swapped);
        assert!(llr.abs() < 1e-9, "{llr}");
    }

    #[test]
    fn a_question_is_two_differences_in_order() {
        assert_eq!(sprt("0,10").to_string(), "0,10");
        assert_eq!(sprt("-2.5, 1").to_string(), "-2.5,1");
        for wrong in ["", "5", "10,0", "0,0", "a,b", "0,NaN", "0,inf", "0,5,10"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
