//! The order in which the moves of a position are tried.

use protocol::square::Square;

use crate::falling::Sums;

/// Columns of the widest board.
const WIDEST: usize = Square::LIMIT as usize;

/// The promise of a move that is to be tried before all others.
pub(super) const FIRST: i64 = i64::MAX;

/// The moves of a position that do not end the game, the most promising first.
pub(super) struct Moves {
    /// What each promises, its column, and the sums after it.
    list: [(i64, u8, Sums); WIDEST],
    from: usize,
    to: usize,
}

impl Moves {
    pub(super) fn new() -> Self {
        Self {
            list: [(0, 0, Sums::default()); WIDEST],
            from: 0,
            to: 0,
        }
    }

    pub(super) fn push(&mut self, column: u8, promise: i64, after: Sums) {
        self.list[self.to] = (promise, column, after);
        self.to += 1;
    }

    /// Takes the most promising move; of equals the one that was pushed first.
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
