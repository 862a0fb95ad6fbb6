//! A position as bits, made from a game.

use protocol::game::Game;
use protocol::rules::Shape;
use protocol::side::Side;
use protocol::square::Square;

use super::expand::{expand, guess};
use super::lines::{completions, has_line};
use super::node::{Glance, glance};
use super::outlook::Bounds;
use super::size::{Any, Size};
use super::table::Table;

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
        let (columns, stride) = (u32::from(shape.columns), u32::from(shape.rows) + 1);
        // The second condition: a diagonal of four spans fewer bits than there are.
        shape.falls && columns * stride <= u64::BITS && 3 * (stride + 1) < u64::BITS
    }

    /// The empty board of a shape that [`fits`](Self::fits).
    pub fn empty(shape: Shape) -> Self {
        Self {
            shape,
            mine: 0,
            theirs: 0,
        }
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
        has_line(size, self.theirs) || has_line(size, self.mine) || self.is_full()
    }

    /// Whether no cell is left.
    pub fn is_full(&self) -> bool {
        self.mine | self.theirs == self.size().board()
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

    /// The columns that a stone can be dropped into.
    pub(crate) fn open_columns(&self) -> impl Iterator<Item = u32> {
        (0..self.columns()).filter(|column| self.is_open(*column))
    }

    /// How many lines a drop into a column that is open would leave one stone short of complete, those that
    /// come soon counting more, and the middle of the board a little.
    pub(crate) fn promise(&self, column: u32) -> i64 {
        match glance(self.size(), self.mine, self.theirs) {
            Glance::Open(node) => {
                let mut drops = expand::<_, 16>(self.size(), &node);
                guess(self.size(), &node, None, &mut drops);
                drops.promise[column as usize]
            }
            Glance::Win | Glance::Loss | Glance::Full => 0,
        }
    }

    /// The column of the only drop that does not lose at once, if there is only one.
    pub fn only_safe_column(&self) -> Option<u32> {
        match glance(self.size(), self.mine, self.theirs) {
            Glance::Open(node) if node.moves.is_power_of_two() => {
                Some(node.moves.trailing_zeros() / self.size().stride())
            }
            Glance::Open(_) | Glance::Win | Glance::Loss | Glance::Full => None,
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

    /// Whether nobody wins with the next stone, and the side to move has two drops or more that do not lose
    /// at once.
    pub fn is_fork(&self) -> bool {
        match glance(self.size(), self.mine, self.theirs) {
            Glance::Open(node) => !node.moves.is_power_of_two(),
            Glance::Win | Glance::Loss | Glance::Full => false,
        }
    }

    /// The score of a side that completes a line with the stone that makes `plies` on the board: with its
    /// k-th last stone `k`.
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

    /// The column that a table knows as the best.
    pub(super) fn best_column(&self, table: &Table) -> Option<u32> {
        let Glance::Open(node) = glance(self.size(), self.mine, self.theirs) else {
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

    /// Bounds on the score of the position that a table knows, whether of it or of that to which it is forced.
    pub(super) fn known_bounds(&self, table: &Table) -> Option<Bounds> {
        let Glance::Open(node) = glance(self.size(), self.mine, self.theirs) else {
            return None;
        };
        if let Some(column) = self.only_safe_column() {
            return self.after(column).known_bounds(table).map(Bounds::reversed);
        }
        let (key, _) = node.key(self.size());
        let known = table.probe(table.slot(key))?;
        Some(Bounds {
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
        Any::of(self.shape)
    }
}

fn bit(shape: Shape, square: Square) -> u64 {
    1 << (u32::from(square.column()) * (u32::from(shape.rows) + 1) + u32::from(square.row()))
}
