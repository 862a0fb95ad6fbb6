//! A fast board for the games where discs fall, with the counts that a bot asks for.

use protocol::game::Game;
use protocol::rules::Shape;
use protocol::side::Side;
use protocol::square::Square;

use crate::windows::{Counts, Windows};

/// How a position stands, as far as the rules go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The side that has just moved has a line.
    Won,
    /// No cell is left.
    Full,
    /// The game goes on.
    Open,
}

/// A position of a falling game.
#[derive(Debug)]
pub(crate) struct Falling {
    shape: Shape,
    heights: Vec<u8>,
    plies: usize,
    to_move: Side,
    /// Windows of `in_row` cells, and shorter ones where the bot counts those.
    counts: Vec<Counts>,
}

impl Falling {
    /// The position of `game`, with counts for the windows of `in_row` cells less each of `shorter`.
    /// The first of `shorter` is 0.
    pub(crate) fn of(game: &Game, shorter: &[u8]) -> Self {
        let shape = game.shape();
        let mut board = Self {
            shape,
            heights: vec![0; usize::from(shape.columns)],
            plies: 0,
            to_move: Side::First,
            counts: shorter
                .iter()
                .map(|less| Counts::new(Windows::of(shape, shape.in_row - less)))
                .collect(),
        };
        for ply in game.plies() {
            board.drop(ply.column());
        }
        board
    }

    /// Drops a disc for the side to move. The column must be open.
    pub(crate) fn drop(&mut self, column: u8) {
        let height = &mut self.heights[usize::from(column)];
        let cell = usize::from(*height) * usize::from(self.shape.columns) + usize::from(column);
        *height += 1;
        for counts in &mut self.counts {
            counts.add(cell, self.to_move);
        }
        self.plies += 1;
        self.to_move = self.to_move.other();
    }

    /// Takes the top disc of the column, the last one dropped, back.
    pub(crate) fn lift(&mut self, column: u8) {
        let height = &mut self.heights[usize::from(column)];
        *height -= 1;
        let cell = usize::from(*height) * usize::from(self.shape.columns) + usize::from(column);
        self.to_move = self.to_move.other();
        for counts in &mut self.counts {
            counts.remove(cell, self.to_move);
        }
        self.plies -= 1;
    }

    /// Whether a disc still fits the column.
    pub(crate) fn is_open(&self, column: u8) -> bool {
        self.heights[usize::from(column)] < self.shape.rows
    }

    /// Where a disc in the column would come to lie.
    pub(crate) fn landing(&self, column: u8) -> Option<Square> {
        Square::new(column, self.heights[usize::from(column)])
    }

    /// Columns of the board.
    pub(crate) fn columns(&self) -> u8 {
        self.shape.columns
    }

    /// Empty cells: the plies that the game can still have.
    pub(crate) fn empty(&self) -> usize {
        self.shape.cells() - self.plies
    }

    /// The side that makes the next ply.
    pub(crate) fn to_move(&self) -> Side {
        self.to_move
    }

    /// How the position stands after the last drop.
    pub(crate) fn standing(&self) -> Standing {
        if self.counts[0].full(self.to_move.other()) > 0 {
            Standing::Won
        } else if self.empty() == 0 {
            Standing::Full
        } else {
            Standing::Open
        }
    }

    /// The counts of the windows of `in_row` cells less the one given with this index to [`of`](Self::of).
    pub(crate) fn counts(&self, index: usize) -> &Counts {
        &self.counts[index]
    }
}
