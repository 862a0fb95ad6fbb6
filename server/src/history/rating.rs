//! Ratings: Glicko-2 after each game.
//!
//! The algorithm is that of Glickman ("Example of the Glicko-2 system", 2022) with each game as a period of its own and
//! with the bounds of lichess, without which the volatility of somebody who always wins grows without end. A deviation
//! does not grow while a person is away.

use protocol::side::{BySide, Side};
use protocol::view::{Rating, RatingChange};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

const CONFIG: Glicko2Config = Glicko2Config {
    tau: 0.75,
    convergence_tolerance: 0.000_001,
};

/// The strength of a player in one variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strength {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl Default for Strength {
    /// That of a player without games.
    fn default() -> Self {
        Self {
            rating: 1500.0,
            deviation: 500.0,
            volatility: 0.09,
        }
    }
}

impl Strength {
    /// Returns the strength as it is shown.
    pub(crate) fn shown(self) -> Rating {
        Rating {
            rating: rounded(self.rating),
            deviation: rounded(self.deviation),
        }
    }

    fn bounded(found: Glicko2Rating) -> Self {
        Self {
            rating: found.rating.clamp(400.0, 4000.0),
            deviation: found.deviation.clamp(45.0, 500.0),
            volatility: found.volatility.min(0.1),
        }
    }
}

impl From<Strength> for Glicko2Rating {
    fn from(strength: Strength) -> Self {
        Self {
            rating: strength.rating,
            deviation: strength.deviation,
            volatility: strength.volatility,
        }
    }
}

/// Returns the strengths after a game that `winner` won, or that was drawn.
pub(crate) fn after_game(before: BySide<Strength>, winner: Option<Side>) -> BySide<Strength> {
    let outcome = match winner {
        Some(Side::First) => Outcomes::WIN,
        Some(Side::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let [first, second] = [before.first.into(), before.second.into()];
    let (first, second) = glicko2(&first, &second, &outcome, &CONFIG);
    BySide {
        first: Strength::bounded(first),
        second: Strength::bounded(second),
    }
}

/// Returns the change of a rating as it is shown.
pub(crate) fn change(before: f64, after: f64) -> RatingChange {
    RatingChange {
        before: rounded(before),
        after: rounded(after),
    }
}

/// Returns a number between 0 and 4000 as it is shown.
pub(crate) fn rounded(number: f64) -> u16 {
    number.round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(first: Strength, second: Strength, winner: Option<Side>) -> BySide<Strength> {
        after_game(BySide { first, second }, winner)
    }

    /// By the formulas of the paper, with a calculator: g = 0.5331, v = 14.07, and so 241.6 points.
    #[test]
    fn a_win_raises_a_rating_and_a_draw_against_a_weaker_player_lowers_it() {
        let usual = Strength::default();
        let won = play(usual, usual, Some(Side::First));
        let shown = [won.first, won.second].map(Strength::shown);
        assert_eq!(shown.map(|rating| rating.rating), [1742, 1258]);
        assert_eq!(shown.map(|rating| rating.deviation), [397, 397]);
        assert!((won.first.rating + won.second.rating - 3000.0).abs() < 1e-6);
        let strong = Strength {
            rating: 1900.0,
            deviation: 60.0,
            ..usual
        };
        let drawn = play(strong, usual, None);
        assert!(drawn.first.rating < 1900.0 && drawn.second.rating > 1500.0);
    }

    #[test]
    fn one_who_always_wins_stays_within_the_bounds() {
        let (mut best, mut worst) = (Strength::default(), Strength::default());
        for _ in 0..3000 {
            let after = play(best, worst, Some(Side::First));
            (best, worst) = (after.first, after.second);
        }
        assert!(best.rating <= 4000.0 && worst.rating >= 400.0);
        assert!((45.0..=500.0).contains(&best.deviation));
        assert!(best.volatility <= 0.1 && worst.volatility <= 0.1);
    }
}
