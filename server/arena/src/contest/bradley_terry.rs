//! The Elo of many contenders, by the Bradley-Terry model.
//!
//! The ratings under which the results are the most likely, when a difference in rating means the expected score
//! of [`rating`](super::rating). As a prior, each has drawn one more pair of games against the mean: a contender that
//! has won or lost every game gets a finite rating too, and one game changes little. The ratings take games as
//! independent; their errors do not, since the two games of a pair begin from one opening: they come from how far whole
//! pairs lie from what the ratings let expect (the sandwich estimator, with a pair as the cluster).
//!
//! Source: R. Bradley and M. Terry, Rank Analysis of Incomplete Block Designs; H. White, Maximum Likelihood Estimation
//! of Misspecified Models.

use super::rating::Z_95;

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

/// Newton steps at most, which are always enough: 100 of the longest are 17000 Elo.
const STEPS: usize = 100;

/// Games of the prior, drawn against the mean.
const DRAWN: f64 = 2.0;

/// The ratings of all. `points[a][b]` is what `a` scored against `b`, a win one point and a draw a half.
///
/// `pairs[a][b]` are their pairs of games by the half points of `a`; where it has none, games are independent.
///
/// They are relative to that of `anchor`, or to the mean of all.
pub(crate) fn ratings(
    points: &[Vec<f64>],
    pairs: &[Vec<[u64; 5]>],
    anchor: Option<usize>,
) -> Vec<Rating> {
    let count = points.len();
    let mut ratings = vec![0.0; count];
    let mut covariance = vec![vec![0.0; count]; count];
    for _ in 0..STEPS {
        let (surplus, information) = surplus_and_information(points, &ratings);
        covariance = inverse(information);
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &surplus)).collect();
        let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        let scale = (STRIDE / longest).min(1.0);
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let scatter = scatter(points, pairs, &ratings);
    (0..count)
        .map(|of| {
            // Weights of the sum: the rating itself, less that of the anchor or the mean.
            let weights: Vec<f64> = (0..count)
                .map(|at| {
                    let base = match anchor {
                        Some(anchor) => f64::from(u8::from(at == anchor)),
                        None => 1.0 / count as f64,
                    };
                    f64::from(u8::from(at == of)) - base
                })
                .collect();
            let spread: Vec<f64> = covariance.iter().map(|row| dot(row, &weights)).collect();
            // Rounding may leave less than nothing of the anchor's own error.
            let scattered: Vec<f64> = scatter.iter().map(|row| dot(row, &spread)).collect();
            let variance = dot(&spread, &scattered).max(0.0);
            Rating {
                elo: ELO * dot(&weights, &ratings),
                error: ELO * Z_95 * variance.sqrt(),
            }
        })
        .collect()
}

/// Gradient of the log-likelihood, which is the score above the expected one, and its negated second derivatives.
fn surplus_and_information(points: &[Vec<f64>], ratings: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = ratings.len();
    let mut surplus = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for one in 0..count {
        let expected = expected(ratings[one]);
        surplus[one] += DRAWN * (0.5 - expected);
        information[one][one] += DRAWN * expected * (1.0 - expected);
        for other in (0..count).filter(|other| *other != one) {
            let games = points[one][other] + points[other][one];
            let expected = self::expected(ratings[one] - ratings[other]);
            let certainty = games * expected * (1.0 - expected);
            surplus[one] += points[one][other] - games * expected;
            information[one][one] += certainty;
            information[one][other] -= certainty;
        }
    }
    (surplus, information)
}

/// Variance of the gradient: in whole pairs as they were played, in single games and the prior as the ratings say.
fn scatter(points: &[Vec<f64>], pairs: &[Vec<[u64; 5]>], ratings: &[f64]) -> Vec<Vec<f64>> {
    let count = ratings.len();
    let mut scatter = vec![vec![0.0; count]; count];
    for one in 0..count {
        let alone = expected(ratings[one]);
        scatter[one][one] += DRAWN * alone * (1.0 - alone);
        for other in (0..count).filter(|other| *other != one) {
            let expected = expected(ratings[one] - ratings[other]);
            let of_a_game = expected * (1.0 - expected);
            let pairs = pairs.get(one).map_or([0; 5], |against| against[other]);
            let whole: f64 = pairs.iter().map(|pairs| *pairs as f64).sum();
            let games = points[one][other] + points[other][one];
            let mut variance = (games - 2.0 * whole).max(0.0) * of_a_game;
            for (half_points, pairs) in pairs.into_iter().enumerate() {
                let off = half_points as f64 / 2.0 - 2.0 * expected;
                variance += pairs as f64 * off * off;
            }
            if whole > 0.0 {
                // One pair more of independent games: a few that ended alike are no certainty.
                variance += 2.0 * of_a_game;
            }
            scatter[one][one] += variance;
            scatter[one][other] -= variance;
        }
    }
    scatter
}

/// The expected score at a difference in rating.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The inverse, by elimination.
///
/// No exchange of rows is needed: each number of the diagonal is greater than the others of its row together,
/// thanks to the games against the mean.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == at))));
    }
    for pivot in 0..count {
        let divisor = matrix[pivot][pivot];
        for value in &mut matrix[pivot] {
            *value /= divisor;
        }
        let source = matrix[pivot].clone();
        for (at, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if at != pivot {
                for (value, source) in row.iter_mut().zip(&source) {
                    *value -= factor * source;
                }
            }
        }
    }
    matrix
        .into_iter()
        .map(|row| row[count..].to_vec())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::rating::expected_score;

    fn close(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    #[test]
    fn the_expected_scores_of_the_ratings_are_the_scores_of_the_games() {
        let points = vec![
            vec![0.0, 30.5, 39.0],
            vec![9.5, 0.0, 22.0],
            vec![1.0, 18.0, 0.0],
        ];
        let found = ratings(&points, &[], None);
        close(found.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
        for one in 0..3 {
            let scored: f64 = points[one].iter().sum::<f64>() + 1.0;
            let expected: f64 = (0..3)
                .filter(|other| *other != one)
                .map(|other| {
                    let games = points[one][other] + points[other][one];
                    games * expected_score(found[one].elo - found[other].elo)
                })
                .sum::<f64>()
                + 2.0 * expected_score(found[one].elo);
            // The mean that the drawn games are against is not exactly that of the ratings.
            close(expected, scored, 0.05);
        }
    }

    #[test]
    fn of_two_with_many_games_the_difference_is_that_of_their_score() {
        // 640.065 of 1000 points are 100 Elo; the variance of the difference is 1 / (n p q) in natural units,
        // so the error at 95 % is 1.96 * 173.72 / sqrt(230.4) = 22.43.
        let points = vec![vec![0.0, 640.065], vec![359.935, 0.0]];
        let found = ratings(&points, &[], Some(1));
        close(found[0].elo, 100.0, 0.4);
        close(found[0].error, 22.43, 0.1);
        close(found[1].elo, 0.0, 1e-9);
        close(found[1].error, 0.0, 1e-6);
        let found = ratings(&points, &[], None);
        close(found[0].elo, 50.0, 0.2);
        close(found[1].elo, -50.0, 0.2);
        close(found[0].error, 11.2, 0.1);
    }

    /// Seven gomoku engines, each two games against each; rated by a program that is not ours, likewise with a drawn
    /// pair against the mean.
    #[test]
    fn a_published_cross_table_gets_its_published_ratings() {
        let points = [
            [0.0, 2.0, 2.0, 2.0, 2.0, 1.5, 2.0],
            [0.0, 0.0, 2.0, 2.0, 1.0, 1.5, 2.0],
            [0.0, 0.0, 0.0, 1.5, 1.0, 2.0, 2.0],
            [0.0, 0.0, 0.5, 0.0, 2.0, 1.0, 2.0],
            [0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 2.0],
            [0.5, 0.5, 0.0, 1.0, 1.0, 0.0, 2.0],
            [0.0; 7],
        ];
        let found = ratings(&points.map(|row| row.to_vec()), &[], Some(6));
        for (rating, expected) in found
            .iter()
            .zip([781.0, 563.0, 452.0, 398.0, 371.0, 371.0, 0.0])
        {
            close(rating.elo, expected, 0.5);
        }
    }

    /// 100 pairs at equality, of which 20 were lost, 60 split and 20 won: the variance of the gradient is 40 half a
    /// pair's points squared, 0.5 for one pair more, and 0.5 of the prior; 50 if games were independent. Information
    /// of the difference is 100.5, so the error is 1.96 * 173.718 * sqrt(0.5 * 81.5) / 100.5 = 21.63.
    #[test]
    fn the_error_is_that_of_whole_pairs() {
        let points = vec![vec![0.0, 100.0], vec![100.0, 0.0]];
        let pairs = |pairs| vec![vec![[0; 5], pairs], vec![pairs, [0; 5]]];
        let found = ratings(&points, &pairs([20, 0, 60, 0, 20]), None);
        close(found[0].elo, 0.0, 1e-6);
        close(found[0].error, 21.63, 0.01);
        // Of games that are independent: sqrt(0.5 * 100.5) / 100.5.
        let found = ratings(&points, &[], None);
        close(found[0].error, 24.01, 0.01);
        // Of games that come in twos, each pair won or lost twice: sqrt(0.5 * 201.5) / 100.5.
        let found = ratings(&points, &pairs([50, 0, 0, 0, 50]), None);
        close(found[0].error, 34.01, 0.01);
    }

    #[test]
    fn a_contender_that_won_every_game_has_a_finite_rating() {
        // By symmetry they are r and -r, where 10 and 1 points are what r lets expect of all twelve games.
        let found = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]], &[], None);
        let half = found[0].elo / ELO;
        close(
            10.0 * expected(2.0 * half) + 2.0 * expected(half),
            11.0,
            1e-9,
        );
        close(found[0].elo + found[1].elo, 0.0, 1e-9);
        assert!(found[0].error > 100.0 && found[0].error.is_finite());
    }

    #[test]
    fn without_games_all_are_equal_and_nothing_is_sure() {
        let found = ratings(&[vec![0.0; 2], vec![0.0; 2]], &[], None);
        for rating in found {
            close(rating.elo, 0.0, 1e-9);
            assert!(rating.error > 200.0);
        }
    }
}
