//! Scores: an estimate, or a win or loss with the number of plies to it.

/// A win at once would have this score; one in some plies has so much less.
pub(super) const WIN: i32 = 30_000;

/// Scores beyond this are proven: the longest game is shorter than the distance to a win.
const PROVEN: i32 = WIN - 1_000;

/// More than any score.
pub(super) const INFINITE: i32 = WIN + 1;

/// The score of a win so many plies after the root.
pub(super) fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of a loss so many plies after the root.
pub(super) fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

/// Whether the score is a proven win or loss.
pub(super) fn is_proven(score: i32) -> bool {
    score.abs() > PROVEN
}

/// An estimate, kept apart from what is proven.
pub(super) fn estimate(evaluation: i32) -> i32 {
    evaluation.clamp(-PROVEN + 1, PROVEN - 1)
}

/// A score as counted from a position `ply` plies after the root: for the table, where positions are met at
/// other plies too.
pub(super) fn from_here(score: i32, ply: usize) -> i32 {
    if is_proven(score) {
        score + score.signum() * ply as i32
    } else {
        score
    }
}

/// The opposite of [`from_here`].
pub(super) fn from_root(score: i32, ply: usize) -> i32 {
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
            assert_eq!(from_root(from_here(score, 5), 5), score);
        }
        assert_eq!(from_here(win_at(7), 5), win_at(2));
        assert!(is_proven(win_at(400)) && is_proven(loss_at(400)));
        assert!(!is_proven(estimate(1_000_000)));
    }
}
