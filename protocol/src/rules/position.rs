//! The stones on the board and the side to move, over which the rules decide.

use super::shape::Shape;
use super::variant::Variant;
use crate::side::Side;
use crate::square::Square;

/// A position of a variant: the stones and the side to move. The plies that led to it are in
/// [`Game`](crate::game::Game).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    variant: Variant,
    /// That of the variant, which every look at a cell needs.
    shape: Shape,
    cells: Vec<Option<Side>>,
    stones: usize,
}

impl Position {
    /// The empty board, the first side to move.
    pub fn empty(variant: Variant) -> Self {
        let shape = variant.shape();
        Self {
            variant,
            shape,
            cells: vec![None; shape.cells()],
            stones: 0,
        }
    }

    /// Puts a stone of the side to move on an empty cell of the board.
    pub(crate) fn put(&mut self, square: Square) {
        let index = self.index(square);
        self.cells[index] = Some(self.side_to_move());
        self.stones += 1;
    }

    /// Takes the stone of the last ply, which is on this cell, off the board.
    pub(crate) fn take_back(&mut self, square: Square) {
        let index = self.index(square);
        self.cells[index] = None;
        self.stones -= 1;
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The measures of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Owner of the stone in a cell; nothing for an empty cell and off the board.
    pub fn cell(&self, square: Square) -> Option<Side> {
        if self.shape.contains(square) {
            self.cells[self.index(square)]
        } else {
            None
        }
    }

    /// The side that makes the next ply.
    pub fn side_to_move(&self) -> Side {
        Side::to_move_after(self.stones)
    }

    /// Returns `true` if no cell is empty.
    pub fn is_full(&self) -> bool {
        self.stones == self.cells.len()
    }

    /// The number of stones of `side` that follow `square` in a straight row without a gap. A step of the row is as
    /// many columns and rows as `way` has.
    pub(super) fn run(&self, square: Square, side: Side, way: (i8, i8)) -> u8 {
        let left = |at: u8, step: i8, limit: u8| match step {
            0 => u8::MAX,
            1.. => limit - 1 - at,
            _ => at,
        };
        let columns = left(square.column(), way.0, self.shape.columns);
        let rows = left(square.row(), way.1, self.shape.rows);
        let stride = isize::from(way.1) * isize::from(self.shape.columns) + isize::from(way.0);
        let mut index = self.index(square);
        let stones = (0..columns.min(rows)).take_while(|_| {
            index = index.wrapping_add_signed(stride);
            self.cells[index] == Some(side)
        });
        stones.count() as u8
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.shape.columns) + usize::from(square.column())
    }
}
