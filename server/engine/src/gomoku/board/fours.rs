//! Stones of a sequence of fours, for which few patterns have to be kept up to date.
//!
//! The VCF search asks a board for nothing but the fours of the attacker, among them those with an open three, and for
//! the fives of the other side. Where a line has too few stones of a side for any of these, the old patterns of that
//! side may stay. They may be wrong, but for the attacker they are as little a three or better as the true ones are,
//! and for the other side as little a five.

use super::super::layout::DIRECTIONS;
use super::Board;

impl Board<'_> {
    /// Plays a stone of a sequence of fours of `attacker`, who had the move when the sequence began.
    ///
    /// From here on [`threats`](Self::threats) are right for the fours and fives of the attacker and the fives of the
    /// other side, and nothing else is that follows from patterns. With forbidden points, all patterns are right.
    pub(in super::super) fn play_in_fours(&mut self, attacker: usize, cell: usize) {
        if self.tables.has_fouls() {
            // Which points are forbidden depends on every pattern of black.
            self.play(cell);
            return;
        }
        self.put_stone(cell);
        let in_row = self.tables.in_row();
        for direction in 0..DIRECTIONS {
            let sides = [0, 1].map(|side| {
                // With fewer stones on the line, one more makes no three of the attacker, and no five of the other
                // side.
                let stones = if side == attacker {
                    in_row - 3
                } else {
                    in_row - 1
                };
                self.line(side, cell, direction).count_ones() >= stones
            });
            if sides != [false; 2] {
                self.update_line(cell, direction, sides);
            }
        }
        self.us = self.them();
    }
}
