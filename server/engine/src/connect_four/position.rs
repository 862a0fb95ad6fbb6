//! A position as bits, made from a game.

use protocol::game::Game;
use protocol::rules::Shape;
use protocol::side::Side;
use protocol::square::Square;

use super::lines::{completions, has_line};
use super::size::{Any, Size};

/// A position of a falling game that fits 64 bits, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    shape: Shape,
    mine: u64,
    theirs: u64,
}

impl Position {
    /// Whether positions on this board are solved here: stones fall, and the board fits 64 bits with a bit
    /// to spare for each column.
    pub fn fits(shape: Shape) -> bool {
        shape.falls && u32::from(shape.columns) * (u32::from(shape.rows) + 1) <= u64::BITS
    }

    /// The position of a game; nothing where the board does not fit.
    pub fn of(game: &Game) -> Option<Self> {
        let shape = game.shape();
        Self::fits(shape).then(|| {
            let of_side = |side| {
                shape
                    .squares()
                    .filter(|square| game.cell(*square) == Some(side))
                    .map(|square| bit(shape, square))
                    .fold(0, |bits, bit| bits | bit)
            };
            let side: Side = game.side_to_move();
            Self {
                shape,
                mine: of_side(side),
                theirs: of_side(side.other()),
            }
        })
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Stones on the board.
    pub fn plies(&self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// Whether a line or a full board ended the game.
    pub fn is_over(&self) -> bool {
        let size = self.size();
        has_line(size, self.theirs)
            || has_line(size, self.mine)
            || self.mine | self.theirs == size.board()
    }

    /// Whether a stone can be dropped into this column.
    pub fn is_open(&self, column: u32) -> bool {
        let size = self.size();
        column < size.columns() && size.column(column) & !(self.mine | self.theirs) != 0
    }

    /// The position after a drop into a column that is open.
    #[must_use]
    pub fn after(&self, column: u32) -> Self {
        let size = self.size();
        let taken = self.mine | self.theirs;
        let drop = (taken + size.bottom()) & size.column(column);
        Self {
            shape: self.shape,
            mine: self.theirs,
            theirs: self.mine | drop,
        }
    }

    /// Whether the side to move completes a line with a drop into this column, which is open.
    pub fn wins_with(&self, column: u32) -> bool {
        let size = self.size();
        let taken = self.mine | self.theirs;
        let drop = (taken + size.bottom()) & size.column(column);
        completions(size, self.mine) & drop != 0
    }

    /// The position seen in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let size = self.size();
        Self {
            shape: self.shape,
            mine: size.mirror(self.mine),
            theirs: size.mirror(self.theirs),
        }
    }

    /// The score of a side that completes a line with the stone that makes `plies` on the board: with its
    /// k-th last stone `k`.
    pub fn win_at(&self, plies: u32) -> i32 {
        (self.size().cells() as i32 + 2 - plies as i32) / 2
    }

    pub(super) fn mine(&self) -> u64 {
        self.mine
    }

    pub(super) fn theirs(&self) -> u64 {
        self.theirs
    }

    pub(super) fn size(&self) -> Any {
        Any::of(self.shape)
    }
}

fn bit(shape: Shape, square: Square) -> u64 {
    1 << (u32::from(square.column()) * (u32::from(shape.rows) + 1) + u32::from(square.row()))
}
