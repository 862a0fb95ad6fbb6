//! The order in which the moves of a position are searched.

use protocol::square::Square;

use crate::classic::gravity_board::Sums;

/// Columns of the widest board.
const WIDEST: usize = Square::LIMIT as usize;

/// The score of the move from the transposition table, which is searched before all others.
pub(super) const HASH_MOVE: i64 = i64::MAX;

/// The moves of a position that do not end the game, sorted by score as they are taken.
pub(super) struct MoveList {
    /// The score of each move, its column, and the sums after it.
    list: [(i64, u8, Sums); WIDEST],
    from: usize,
    to: usize,
}

impl MoveList {
    pub(super) fn new() -> Self {
        Self {
            list: [(0, 0, Sums::default()); WIDEST],
            from: 0,
            to: 0,
        }
    }

    pub(super) fn push(&mut self, column: u8, score: i64, after: Sums) {
        self.list[self.to] = (score, column, after);
        self.to += 1;
    }

    /// Takes the move with the highest score; of equals the one that was pushed first.
    pub(super) fn next(&mut self) -> Option<(u8, Sums)> {
        let rest = &mut self.list[self.from..self.to];
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at].0 > rest[best].0 {
                best = at;
            }
        }
        let (_, column, after) = *rest.get(best)?;
        rest[..=best].rotate_right(1);
        self.from += 1;
        Some((column, after))
    }
}
