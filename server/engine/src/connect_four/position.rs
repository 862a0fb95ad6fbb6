//! A position as two bitboards (see `size` for the picture), made from a game.

use protocol::game::Game;
use protocol::rules::{Family, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

use super::expand::{expand, score_moves};
use super::lines::{completions, has_line};
use super::node::{StaticResult, static_result};
use super::score::ScoreBounds;
use super::size::{Any, Size};
use super::transposition_table::TranspositionTable;

/// A position of a game where discs fall and whose board fits 64 bits, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    shape: Shape,
    mine: u64,
    theirs: u64,
}

impl Position {
    /// True if positions of this variant can be solved: discs fall, longer rows win too, and the board
    /// [fits](Self::fits_bits) 64 bits.
    pub fn fits(variant: Variant) -> bool {
        match (variant.family(), variant.overline()) {
            (Family::Gravity, Overline::Wins) => Self::fits_bits(variant.shape()),
            (Family::Gravity, Overline::DoesNotWin)
            | (Family::Free | Family::Renju, Overline::Wins | Overline::DoesNotWin) => false,
        }
    }

    /// True if a board of these measures fits 64 bits with a bit to spare for each column.
    pub fn fits_bits(shape: Shape) -> bool {
        let (columns, stride) = (u32::from(shape.columns), u32::from(shape.rows) + 1);
        // The second condition: a diagonal of four spans fewer bits than there are.
        columns * stride <= u64::BITS && 3 * (stride + 1) < u64::BITS
    }

    /// The empty board of a shape that [fits 64 bits](Self::fits_bits).
    pub fn empty(shape: Shape) -> Self {
        Self {
            shape,
            mine: 0,
            theirs: 0,
        }
    }

    /// The position of a game; none where its variant does not [fit](Self::fits).
    pub fn from_game(game: &Game) -> Option<Self> {
        let shape = game.shape();
        Self::fits(game.variant()).then(|| {
            let stones = |side| {
                shape
                    .squares()
                    .filter(|square| game.cell(*square) == Some(side))
                    .map(|square| bit(shape, square))
                    .fold(0, |bits, bit| bits | bit)
            };
            let side: Side = game.side_to_move();
            Self {
                shape,
                mine: stones(side),
                theirs: stones(side.other()),
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

    /// True if a line or a full board ended the game.
    pub fn is_over(&self) -> bool {
        let size = self.size();
        has_line(size, self.theirs) || has_line(size, self.mine) || self.is_full()
    }

    /// True if no cell is empty.
    pub fn is_full(&self) -> bool {
        self.mine | self.theirs == self.size().board()
    }

    /// True if a stone can be dropped into this column, counted from 0 at the left.
    pub fn is_open(&self, column: u32) -> bool {
        let size = self.size();
        column < size.columns() && size.column(column) & !(self.mine | self.theirs) != 0
    }

    /// The position after a drop into a column that is open.
    #[must_use]
    pub fn after(&self, column: u32) -> Self {
        Self {
            shape: self.shape,
            mine: self.theirs,
            theirs: self.mine | self.drop(column),
        }
    }

    /// The columns that a stone can be dropped into.
    pub(crate) fn open_columns(&self) -> impl Iterator<Item = u32> {
        (0..self.columns()).filter(|column| self.is_open(*column))
    }

    /// The static score of a drop into an open column: its threats, as in move ordering, and one point for each column
    /// towards the middle. The search gives the middle more, only so that moves are ordered alike everywhere.
    pub(crate) fn drop_score(&self, column: u32) -> i64 {
        match static_result(self.size(), self.mine, self.theirs) {
            StaticResult::Open(node) => {
                let mut drops = expand::<_, 16>(self.size(), &node);
                score_moves(self.size(), &node, 1, None, &mut drops);
                drops.scores[column as usize]
            }
            StaticResult::Win | StaticResult::Loss | StaticResult::Full => 0,
        }
    }

    /// The column of the only drop that does not lose at once, if there is only one.
    pub fn only_safe_column(&self) -> Option<u32> {
        match static_result(self.size(), self.mine, self.theirs) {
            StaticResult::Open(node) if node.moves.is_power_of_two() => {
                Some(node.moves.trailing_zeros() / self.size().stride())
            }
            StaticResult::Open(_) | StaticResult::Win | StaticResult::Loss | StaticResult::Full => {
                None
            }
        }
    }

    /// True if the side to move completes a line with a drop into this column, which is open.
    pub fn wins_with(&self, column: u32) -> bool {
        completions(self.size(), self.mine) & self.drop(column) != 0
    }

    /// True if a drop into this column, which is open, takes the cell with which the other side would complete a line.
    pub(crate) fn prevents_with(&self, column: u32) -> bool {
        completions(self.size(), self.theirs) & self.drop(column) != 0
    }

    /// The lowest empty cell of a column that is open.
    fn drop(&self, column: u32) -> u64 {
        let taken = self.mine | self.theirs;
        (taken + self.size().bottom()) & self.size().column(column)
    }

    /// The mirror image: columns from right to left.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let size = self.size();
        Self {
            shape: self.shape,
            mine: size.mirror(self.mine),
            theirs: size.mirror(self.theirs),
        }
    }

    /// The position or its mirror image, the same one for both.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let mirrored = self.mirrored();
        if mirrored.key() < self.key() {
            mirrored
        } else {
            *self
        }
    }

    /// A number that no other position on this board has.
    pub fn key(&self) -> u64 {
        let size = self.size();
        self.mine | ((self.mine | self.theirs) + size.bottom())
    }

    /// True if nobody wins with the next stone, and the side to move has two drops or more that do not lose
    /// at once.
    pub fn has_choice(&self) -> bool {
        match static_result(self.size(), self.mine, self.theirs) {
            StaticResult::Open(node) => !node.moves.is_power_of_two(),
            StaticResult::Win | StaticResult::Loss | StaticResult::Full => false,
        }
    }

    /// The score of a side that completes a line with the stone that makes `plies` on the board: `k` for its
    /// `k`-th last stone.
    pub fn win_at(&self, plies: u32) -> i32 {
        (self.size().cells() as i32 + 2 - plies as i32) / 2
    }

    /// Columns of the board.
    pub(super) fn columns(&self) -> u32 {
        self.size().columns()
    }

    /// Cells of the board.
    pub(super) fn cells(&self) -> u32 {
        self.size().cells()
    }

    /// The positions after each drop into an open column.
    pub(super) fn successors(&self) -> impl Iterator<Item = Self> {
        self.open_columns().map(|column| self.after(column))
    }

    /// The hash move: the best column of the position's entry in a table.
    pub(super) fn hash_move(&self, table: &TranspositionTable) -> Option<u32> {
        let StaticResult::Open(node) = static_result(self.size(), self.mine, self.theirs) else {
            return None;
        };
        let (key, mirrored) = node.key(self.size());
        let column = table.probe(table.slot(key))?.column?;
        Some(if mirrored {
            self.columns() - 1 - column
        } else {
            column
        })
    }

    /// A table's bounds on the score of the position, or of the one that forced moves lead to.
    pub(super) fn known_bounds(&self, table: &TranspositionTable) -> Option<ScoreBounds> {
        let StaticResult::Open(node) = static_result(self.size(), self.mine, self.theirs) else {
            return None;
        };
        if let Some(column) = self.only_safe_column() {
            return self
                .after(column)
                .known_bounds(table)
                .map(ScoreBounds::reversed);
        }
        let (key, _) = node.key(self.size());
        let known = table.probe(table.slot(key))?;
        Some(ScoreBounds {
            least: known.lower,
            most: known.upper,
        })
    }

    pub(super) fn mine(&self) -> u64 {
        self.mine
    }

    pub(super) fn theirs(&self) -> u64 {
        self.theirs
    }

    pub(super) fn size(&self) -> Any {
        Any::new(self.shape)
    }
}

fn bit(shape: Shape, square: Square) -> u64 {
    1 << (u32::from(square.column()) * (u32::from(shape.rows) + 1) + u32::from(square.row()))
}
