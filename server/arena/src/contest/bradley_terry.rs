//! The Elo of many contenders, by the Bradley-Terry model.
//!
//! The ratings under which the results are the most likely, if a difference in rating means the expected score of
//! [`rating`](super::rating). As a prior, each has drawn one more pair of games against the mean: a contender that has
//! won or lost every game gets a finite rating too, and one game changes little.
//!
//! The error of a rating takes the others as known. The two games of a pair begin from one opening, so the error comes
//! from how far whole pairs lie from what the ratings let expect (the sandwich estimator, with a pair as the cluster).
//!
//! Source: R. Bradley and M. Terry, Rank Analysis of Incomplete Block Designs; H. White, Maximum Likelihood Estimation
//! of Misspecified Models.

use super::rating::Z_95;
use super::score::Score;

/// A rating in Elo, and its error at 95 %, relative to the anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) elo: f64,
    pub(crate) error: f64,
}

/// One unit of the natural logarithm of odds, in Elo.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The longest step towards the solution, in units of the natural logarithm of odds: far from it they may overshoot.
const STRIDE: f64 = 1.0;

/// Passes over all ratings at most, of which a long chain of contenders needs hundreds.
const PASSES: usize = 10_000;

/// Games of the prior, drawn against the mean.
const DRAWN: f64 = 2.0;

/// The ratings of all, relative to that of `anchor`, or to the mean of all. `scores[a][b]` is the score of `a` against
/// `b`.
pub(crate) fn ratings(scores: &[Vec<Score>], anchor: Option<usize>) -> Vec<Rating> {
    let mut ratings = vec![0.0; scores.len()];
    for _ in 0..PASSES {
        let mut longest = 0.0_f64;
        for one in 0..ratings.len() {
            let Evidence {
                surplus,
                information,
                ..
            } = evidence(&scores[one], one, &ratings);
            let step = (surplus / information).clamp(-STRIDE, STRIDE);
            ratings[one] += step;
            longest = longest.max(step.abs());
        }
        if longest < 1e-10 {
            break;
        }
    }
    let base = match anchor {
        Some(anchor) => ratings[anchor],
        None => ratings.iter().sum::<f64>() / ratings.len() as f64,
    };
    let rating = |one: usize| {
        let found = evidence(&scores[one], one, &ratings);
        let error = ELO * Z_95 * found.scatter.sqrt() / found.information;
        Rating {
            elo: ELO * (ratings[one] - base),
            error: if anchor == Some(one) { 0.0 } else { error },
        }
    };
    (0..scores.len()).map(rating).collect()
}

/// Evidence of the games of a contender about its rating.
struct Evidence {
    /// The gradient of the log-likelihood: the score above the expected one.
    surplus: f64,
    /// Its negated derivative.
    information: f64,
    /// The variance of the gradient: of whole pairs as they were played, of single games and the prior as the ratings
    /// say.
    scatter: f64,
}

fn evidence(against: &[Score], one: usize, ratings: &[f64]) -> Evidence {
    let against_mean = expected(ratings[one]);
    let prior = DRAWN * against_mean * (1.0 - against_mean);
    let mut found = Evidence {
        surplus: DRAWN * (0.5 - against_mean),
        information: prior,
        scatter: prior,
    };
    for (other, score) in against.iter().enumerate() {
        let total = score.total();
        let games = total.games() as f64;
        let expected = expected(ratings[one] - ratings[other]);
        let of_a_game = expected * (1.0 - expected);
        found.surplus += total.points() - games * expected;
        found.information += games * of_a_game;
        let mut single = games;
        for (half_points, pairs) in score.pairs.iter().enumerate() {
            let off = half_points as f64 / 2.0 - 2.0 * expected;
            found.scatter += *pairs as f64 * off * off;
            single -= 2.0 * *pairs as f64;
        }
        if single < games {
            // One pair more of independent games: a few that ended alike are no certainty.
            single += 2.0;
        }
        found.scatter += single * of_a_game;
    }
    found
}

/// The expected score at a difference in rating.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::score::Tally;

    fn close(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    /// The scores of these half points, in games that are no pairs, or in pairs.
    fn scores(half_points: &[&[u64]], pairs: [u64; 5]) -> Vec<Vec<Score>> {
        let score = |one: usize, other: usize| {
            let [won, lost] = [half_points[one][other], half_points[other][one]];
            let mut score = Score::default();
            score.as_first = Tally {
                won: won / 2,
                drawn: won % 2,
                lost: lost / 2,
            };
            if one != other {
                score.pairs = pairs;
            }
            score
        };
        let all = 0..half_points.len();
        let row = |one| all.clone().map(|other| score(one, other)).collect();
        all.clone().map(row).collect()
    }

    #[test]
    fn of_two_with_many_games_the_difference_is_that_of_their_score() {
        // 640 of 1000 points are 99.95 Elo; the variance of the gradient is n p q in natural units, so the error at
        // 95 % is 1.96 * 173.72 / sqrt(230.4) = 22.43, and a little less with the prior.
        let scores = scores(&[&[0, 1280], &[720, 0]], [0; 5]);
        let found = ratings(&scores, Some(1));
        close(found[0].elo, 99.95, 0.4);
        close(found[0].error, 22.43, 0.1);
        close(found[1].elo, 0.0, 1e-9);
        close(found[1].error, 0.0, 1e-9);
        let found = ratings(&scores, None);
        close(found[0].elo, 50.0, 0.2);
        close(found[1].elo, -50.0, 0.2);
    }

    /// Seven gomoku engines, each two games against each; rated by a program that is not ours, likewise with a drawn
    /// pair against the mean.
    #[test]
    fn a_published_cross_table_gets_its_published_ratings() {
        let half_points: [&[u64]; 7] = [
            &[0, 4, 4, 4, 4, 3, 4],
            &[0, 0, 4, 4, 2, 3, 4],
            &[0, 0, 0, 3, 2, 4, 4],
            &[0, 0, 1, 0, 4, 2, 4],
            &[0, 2, 2, 0, 0, 2, 4],
            &[1, 1, 0, 2, 2, 0, 4],
            &[0; 7],
        ];
        let found = ratings(&scores(&half_points, [0; 5]), Some(6));
        for (rating, expected) in found
            .iter()
            .zip([781.0, 563.0, 452.0, 398.0, 371.0, 371.0, 0.0])
        {
            close(rating.elo, expected, 0.5);
        }
    }

    /// 100 pairs at equality: the information is 200 games and the 2 of the prior, a quarter each. Of pairs of which 20
    /// were lost, 60 split and 20 won, the variance of the gradient is 40, 0.5 for one pair more, and 0.5 of the prior.
    #[test]
    fn the_error_is_that_of_whole_pairs() {
        let unit = 1.959_964 * 173.718;
        for (pairs, variance) in [
            ([20, 0, 60, 0, 20], 41.0),
            // Each pair won or lost twice.
            ([50, 0, 0, 0, 50], 101.0),
            // Of games that are independent.
            ([0; 5], 50.5),
        ] {
            let found = ratings(&scores(&[&[0, 200], &[200, 0]], pairs), None);
            close(found[0].elo, 0.0, 1e-6);
            close(found[0].error, unit * f64::sqrt(variance) / 50.5, 0.01);
        }
    }

    #[test]
    fn a_contender_that_won_every_game_has_a_finite_rating() {
        // By symmetry they are r and -r, where 10 and 1 points are what r lets expect of all twelve games.
        let found = ratings(&scores(&[&[0, 20], &[0, 0]], [0; 5]), None);
        let half = found[0].elo / ELO;
        close(
            10.0 * expected(2.0 * half) + 2.0 * expected(half),
            11.0,
            1e-6,
        );
        close(found[0].elo + found[1].elo, 0.0, 1e-6);
        assert!(found[0].error > 100.0 && found[0].error.is_finite());
        let nothing = ratings(&scores(&[&[0, 0], &[0, 0]], [0; 5]), None);
        assert!(
            nothing
                .iter()
                .all(|rating| rating.elo == 0.0 && rating.error > 200.0)
        );
    }
}
