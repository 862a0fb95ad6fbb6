//! Scores: an estimate in points, or a proven win or loss with its distance in plies.
//!
//! ```text
//!   -30000         -29000                0                29000          30000
//!      |-- lost in ---|------ estimate, in points ----------|--- won in ---|
//!       30000 + score       200 points: odds of e to 1       30000 - score   plies
//! ```

use protocol::analysis::GOMOKU_WIN;

/// Score of a win with no ply left; a win in `n` plies scores `n` less.
pub(super) const WIN: i32 = GOMOKU_WIN as i32;

/// Scores beyond this are proven: the longest game has fewer plies than the distance to a win.
const PROVEN: i32 = WIN - 1_000;

/// Beyond any score.
pub(super) const INFINITE: i32 = WIN + 1;

/// Score of a win at this ply, counted from the root.
pub(super) fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// Score of a loss at this ply, counted from the root.
pub(super) fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

/// Returns `true` if the score is a proven win or loss.
pub(super) fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}

/// Score of an evaluation, clamped to the range of estimates.
pub(super) fn estimate(evaluation: i32) -> i32 {
    evaluation.clamp(-PROVEN + 1, PROVEN - 1)
}

/// Converts a score counted from the root to one counted from a position at `ply`, for the transposition
/// table: the position may be met at other plies too.
pub(super) fn to_tt(score: i32, ply: usize) -> i32 {
    if is_proven(score) {
        score + score.signum() * ply as i32
    } else {
        score
    }
}

/// Converts a score back: the inverse of [`to_tt`].
pub(super) fn from_tt(score: i32, ply: usize) -> i32 {
    if is_proven(score) {
        score - score.signum() * ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_score_is_the_same_distance_from_wherever_it_is_counted() {
        for score in [win_at(7), loss_at(8), 250, 0] {
            assert_eq!(from_tt(to_tt(score, 5), 5), score);
        }
        assert_eq!(to_tt(win_at(7), 5), win_at(2));
        assert!(is_proven(win_at(400)) && is_proven(loss_at(400)));
        assert!(!is_proven(estimate(1_000_000)));
    }
}
