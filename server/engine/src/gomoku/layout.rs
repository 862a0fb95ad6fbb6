//! Cells and lines of a board.
//!
//! Cells are numbered row by row from the bottom left. Every cell is on four lines, one in each direction;
//! along a line the number grows by the direction's step:
//!
//! ```text
//!   a board 5 wide and 4 high                 steps of the directions
//!
//!   4  15 16 17 18 19                         5 - 1   5   5 + 1
//!   3  10 11 12 13 14                              \  |  /
//!   2   5  6  7  8  9                               cell -- + 1
//!   1   0  1  2  3  4
//!       a  b  c  d  e
//! ```
//!
//! A line is a word of bits, its first cell [`MARGIN`] bits up, so that the cells around any cell of it can be
//! cut out without a check of where it ends:
//!
//! ```text
//!   row of a board 9 wide; window of reach 4 around the cell with index 1
//!
//!   bit   15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
//!   cell   #  8  7  6  5  4  3  2  1  0  #  #  #  #  #  #     # off the board
//!                     |---------|  ^ |---------|
//!                       4 after        4 before, 3 of them off the board
//! ```

use std::array;

use protocol::rules::Shape;
use protocol::square::Square;

use super::cells::{CELLS, Cells};

/// Directions: row, column, diagonal `/`, diagonal `\`, in this order.
pub(super) const DIRECTIONS: usize = 4;

/// Lines in one direction at most: as many as diagonals.
pub(super) const LINES: usize = 2 * Square::LIMIT as usize - 1;

/// Bits below the first cell of a line: the reach of the widest patterns.
pub(super) const MARGIN: u32 = 6;

/// Relations of two cells: far (0), or one for each distance of at most `CLOSE` columns and rows, up to
/// rotation and reflection.
pub const RELATIONS: usize = (CLOSE + 1) * (CLOSE + 2) / 2;

/// Columns or rows apart beyond which two cells are far from each other.
const CLOSE: usize = 4;

/// Position of a cell on its line in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LinePosition {
    /// Number of the line among those of its direction.
    pub(super) line: u8,
    /// Cells of the line before this one.
    pub(super) index: u8,
    /// Cells of the line.
    pub(super) length: u8,
}

impl LinePosition {
    /// The bit of the cell in the word of its line.
    #[inline]
    pub(super) fn bit(self) -> u32 {
        1 << (u32::from(self.index) + MARGIN)
    }
}

/// Geometry of a board.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    pub(super) cells: usize,
    /// Cells that a stone may be on: all but the blocked ones.
    pub(super) open: Cells,
    /// By direction, the difference of the numbers of neighbours on a line.
    pub(super) steps: [usize; DIRECTIONS],
    /// By cell and direction.
    pub(super) positions: Vec<[LinePosition; DIRECTIONS]>,
    /// By direction and line, the bits that are off the board or blocked.
    pub(super) off_board: [[u32; LINES]; DIRECTIONS],
    /// By cell, the cells around it that are worth a move: within distance 2, or 3 along its lines.
    pub(super) near: Vec<Cells>,
    /// By cell, the region of the board that it is in: one of three times three.
    pub(super) regions: [u8; CELLS],
    /// By two cells: they are asked for at every candidate of every node.
    relations: Vec<u8>,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Self {
        let (columns, rows) = (usize::from(shape.columns), usize::from(shape.rows));
        let cells = columns * rows;
        let positions: Vec<_> = (0..cells)
            .map(|cell| line_positions(columns, rows, cell % columns, cell / columns))
            .collect();
        let mut off_board = [[u32::MAX; LINES]; DIRECTIONS];
        for positions in &positions {
            for (lines, position) in off_board.iter_mut().zip(positions) {
                lines[usize::from(position.line)] &= !position.bit();
            }
        }
        let near = (0..cells)
            .map(|cell| {
                (0..cells)
                    .filter(|&other| {
                        let right = (cell % columns).abs_diff(other % columns);
                        let up = (cell / columns).abs_diff(other / columns);
                        let straight = right == 0 || up == 0 || right == up;
                        let distance = right.max(up);
                        distance <= 2 || distance <= 3 && straight
                    })
                    .collect()
            })
            .collect();
        let relations = (0..cells * cells)
            .map(|pair| relation(columns, pair / cells, pair % cells))
            .collect();
        let region = |cell| cell / columns * 3 / rows * 3 + cell % columns * 3 / columns;
        Self {
            regions: array::from_fn(|cell| if cell < cells { region(cell) as u8 } else { 0 }),
            relations,
            shape,
            cells,
            open: (0..cells).collect(),
            steps: [1, columns, columns + 1, columns - 1],
            positions,
            off_board,
            near,
        }
    }

    /// Takes a cell out of the board, so that no line goes through it.
    pub(super) fn block(&mut self, square: Square) {
        let cell = self.cell(square);
        self.open.remove(cell);
        for (lines, position) in self.off_board.iter_mut().zip(&self.positions[cell]) {
            lines[usize::from(position.line)] |= position.bit();
        }
    }

    /// The number of a cell.
    pub(super) fn cell(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.shape.columns) + usize::from(square.column())
    }

    /// The cell of a number.
    pub(super) fn square(&self, cell: usize) -> Square {
        let columns = usize::from(self.shape.columns);
        Square::new((cell % columns) as u8, (cell / columns) as u8).expect("a cell of the board")
    }

    /// Relation of a cell to another one; far (0) where there is no other.
    #[inline]
    pub(super) fn relation(&self, one: Option<u16>, other: usize) -> u8 {
        one.map_or(0, |one| {
            self.relations[usize::from(one) * self.cells + other]
        })
    }

    /// Cells of a line within `reach` of one of its cells, that cell included, in ascending order.
    #[inline]
    pub(super) fn around(
        &self,
        cell: usize,
        direction: usize,
        reach: u32,
    ) -> impl Iterator<Item = usize> + use<> {
        let position = self.positions[cell][direction];
        let step = self.steps[direction];
        let before = usize::from(position.index).min(reach as usize);
        let after = usize::from(position.length - 1 - position.index).min(reach as usize);
        let first = cell - before * step;
        (0..=before + after).map(move |number| first + number * step)
    }

    /// The bits of a word of the line through a cell, each with its cell.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is most of a step of the search")]
    pub(super) fn cells_of_bits(
        &self,
        cell: usize,
        direction: usize,
        mut bits: u32,
    ) -> impl Iterator<Item = (u32, usize)> + use<> {
        let step = self.steps[direction];
        let index = u32::from(self.positions[cell][direction].index) + MARGIN;
        let first = cell.wrapping_sub(index as usize * step);
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some((bit, first.wrapping_add(bit as usize * step)))
        })
    }
}

/// Relation of two cells of a board with this number of columns.
fn relation(columns: usize, one: usize, other: usize) -> u8 {
    let right = (one % columns).abs_diff(other % columns);
    let up = (one / columns).abs_diff(other / columns);
    let (less, more) = (right.min(up), right.max(up));
    if more > CLOSE {
        0
    } else {
        // 1 for neighbours in a row; only a cell and itself would be 0.
        (more * (more + 1) / 2 + less) as u8
    }
}

fn line_positions(
    columns: usize,
    rows: usize,
    column: usize,
    row: usize,
) -> [LinePosition; DIRECTIONS] {
    let position = |line: usize, index: usize, length: usize| LinePosition {
        line: line as u8,
        index: index as u8,
        length: length as u8,
    };
    let (right, up) = (columns - 1 - column, rows - 1 - row);
    let (rising, falling) = (column.min(row), right.min(row));
    [
        position(row, column, columns),
        position(column, row, rows),
        position(column + rows - 1 - row, rising, rising + right.min(up) + 1),
        position(column + row, falling, falling + column.min(up) + 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On every board, a step along a line comes to the next index of the same line.
    #[test]
    fn lines_run_through_the_board_without_a_gap() {
        for (columns, rows) in [(20, 20), (15, 15), (7, 4), (3, 20)] {
            let layout = Layout::new(Shape::new(columns, rows, 3).unwrap());
            for cell in 0..layout.cells {
                assert_eq!(layout.cell(layout.square(cell)), cell);
                for direction in 0..DIRECTIONS {
                    let line: Vec<_> = layout.around(cell, direction, 20).collect();
                    let position = layout.positions[cell][direction];
                    assert_eq!(line.len(), usize::from(position.length));
                    assert_eq!(line[usize::from(position.index)], cell);
                    for (at, &other) in line.iter().enumerate() {
                        let there = layout.positions[other][direction];
                        assert_eq!((there.line, there.index), (position.line, at as u8));
                    }
                    let open = !layout.off_board[direction][usize::from(position.line)];
                    assert_eq!(open.count_ones(), u32::from(position.length));
                }
            }
        }
    }

    #[test]
    fn relations_are_the_same_turned_and_mirrored_and_else_different() {
        let layout = Layout::new(Shape::new(15, 15, 5).unwrap());
        let relation = |right: i32, up: i32| {
            let cell = |right, up| ((7 + up) * 15 + 7 + right) as usize;
            layout.relation(Some(cell(0, 0) as u16), cell(right, up))
        };
        let mut all = Vec::new();
        for more in 1..=CLOSE as i32 {
            for less in 0..=more {
                let one = relation(more, less);
                for (right, up) in [(less, more), (-more, less), (less, -more), (-less, -more)] {
                    assert_eq!(relation(right, up), one);
                }
                all.push(one);
            }
        }
        let expected: Vec<u8> = (1..RELATIONS as u8).collect();
        assert_eq!(all, expected);
        assert_eq!(relation(5, 0), 0);
        assert_eq!(layout.relation(None, 3), 0);
    }
}
