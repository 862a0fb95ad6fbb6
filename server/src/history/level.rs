//! The strength of a person by their games against the nine levels of the bot `level`.
//!
//! The Elo of each level is known (`engine::ladder`), so the person's is the one under which the results are likeliest:
//! the zero of the sum of results less expectations, which falls with the Elo. One drawn game against the middle level
//! is added, so that someone who won or lost every game has a place too.

use protocol::view::Score;

/// Version of the ladder. A game against a level is stored with it, and counts while the levels are those of the game:
/// raise it when `engine::ladder` is measured again.
pub(crate) const LADDER: i64 = 1;

/// Levels of the bot.
pub(crate) const LEVELS: usize = 9;

/// A strength as a level, in tenths: the likeliest, and what lies a standard error below and above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Estimate {
    pub(crate) tenths: u8,
    pub(crate) lowest: u8,
    pub(crate) highest: u8,
}

/// Estimates the strength from the results against each level; `elo` has the strength of the levels.
pub(crate) fn estimate(elo: [f64; LEVELS], results: &[Score; LEVELS]) -> Estimate {
    let mut elo = elo;
    // Neighbours that were measured in the wrong order are alike, but for a hair.
    for level in 1..LEVELS {
        elo[level] = elo[level].max(elo[level - 1] + 1.0);
    }
    let middle = LEVELS / 2;
    let games: Vec<(f64, f64, f64)> = results
        .iter()
        .enumerate()
        .map(|(level, score)| {
            let added = f64::from(u8::from(level == middle));
            let won = f64::from(score.won) + f64::from(score.drawn) / 2.0 + added / 2.0;
            (elo[level], f64::from(score.games()) + added, won)
        })
        .collect();
    let surplus = |own: f64| -> f64 {
        let each = games.iter();
        each.map(|(elo, games, won)| won - games * expected(own - elo))
            .sum()
    };
    let (mut low, mut high) = (elo[0] - 1000.0, elo[LEVELS - 1] + 1000.0);
    for _ in 0..50 {
        let between = f64::midpoint(low, high);
        if surplus(between) > 0.0 {
            low = between;
        } else {
            high = between;
        }
    }
    let information: f64 = games
        .iter()
        .map(|(elo, games, _)| {
            let expected = expected(low - elo);
            games * expected * (1.0 - expected)
        })
        .sum();
    let error = 1.0 / (SCALE * information.sqrt());
    Estimate {
        tenths: tenths(&elo, low),
        lowest: tenths(&elo, low - error),
        highest: tenths(&elo, low + error),
    }
}

/// Elo is a logistic scale on which 400 are odds of ten to one.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

/// Returns the expected score of one who is stronger by so much.
fn expected(stronger: f64) -> f64 {
    1.0 / (1.0 + (-SCALE * stronger).exp())
}

/// Returns the level of a strength in tenths, between two levels by the distances to both.
fn tenths(elo: &[f64; LEVELS], own: f64) -> u8 {
    let above = elo.iter().position(|elo| *elo > own);
    let level = match above {
        Some(0) => 1.0,
        Some(above) => above as f64 + (own - elo[above - 1]) / (elo[above] - elo[above - 1]),
        None => LEVELS as f64,
    };
    (level * 10.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELO: [f64; LEVELS] = [
        0.0, 150.0, 300.0, 450.0, 600.0, 750.0, 900.0, 1050.0, 1200.0,
    ];

    fn results(of: &[(usize, u32, u32)]) -> [Score; LEVELS] {
        let mut results = [Score::default(); LEVELS];
        for &(level, won, lost) in of {
            results[level - 1] = Score {
                won,
                drawn: 0,
                lost,
            };
        }
        results
    }

    #[test]
    fn one_who_wins_half_of_the_games_against_a_level_is_about_there() {
        let found = estimate(ELO, &results(&[(4, 20, 20)]));
        assert!((39..=42).contains(&found.tenths), "{found:?}");
        assert!(found.lowest < found.tenths && found.tenths < found.highest);
        let surer = estimate(ELO, &results(&[(4, 200, 200)]));
        assert!(surer.highest - surer.lowest < found.highest - found.lowest);
    }

    #[test]
    fn one_who_lost_or_won_everything_is_at_an_end_of_the_ladder() {
        let lost = estimate(ELO, &results(&[(1, 0, 30)]));
        assert_eq!(lost.tenths, 10);
        let won = estimate(ELO, &results(&[(9, 30, 0)]));
        assert_eq!((won.tenths, won.highest), (90, 90));
    }

    #[test]
    fn levels_that_were_measured_in_the_wrong_order_do_no_harm() {
        let mut elo = ELO;
        elo[3] = 200.0;
        let found = estimate(elo, &results(&[(3, 10, 10)]));
        assert!((25..=45).contains(&found.tenths), "{found:?}");
    }
}
