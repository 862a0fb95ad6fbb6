//! The choice among moves that are nearly equal, for bots that are to be weaker than they can be.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Draws one of the moves, each with its score, by the softmax of the scores: a move that is `spread` points worse than
/// another is chosen e times less often, `spread` being 1 or more.
///
/// The same seed draws the same move. None where there is no move.
pub(crate) fn draw<T: Copy>(moves: &[(T, i32)], spread: i32, seed: u64) -> Option<(T, i32)> {
    let best = moves.iter().map(|(_, score)| *score).max()?;
    let weight = |score: i32| (f64::from(score - best) / f64::from(spread)).exp();
    let sum: f64 = moves.iter().map(|(_, score)| weight(*score)).sum();
    let mut rest = sum * StdRng::seed_from_u64(seed).random::<f64>();
    let drawn = moves.iter().find(|(_, score)| {
        rest -= weight(*score);
        rest < 0.0
    });
    // Rounding may leave a little behind the last move.
    drawn.or(moves.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_a_spread_worse_is_drawn_e_times_less_often() {
        let moves = [('a', 100), ('b', 60), ('c', -29_000)];
        let mut counts = [0_u32; 3];
        for seed in 0..4_000 {
            let (drawn, _) = draw(&moves, 40, seed).unwrap();
            counts[(u32::from(drawn) - u32::from('a')) as usize] += 1;
        }
        let ratio = f64::from(counts[0]) / f64::from(counts[1]);
        assert!((2.4..3.1).contains(&ratio), "{counts:?}");
        assert_eq!(counts[2], 0);
        assert_eq!(draw(&moves, 40, 7), draw(&moves, 40, 7));
        assert_eq!(draw::<char>(&[], 40, 7), None);
    }
}
