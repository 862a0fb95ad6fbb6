//! Where the cells of a board lie on its lines.
//!
//! Cells are numbered row by row from the bottom left. Every cell lies on four lines, one in each direction;
//! along a line the number grows by the direction's step. A line is kept as a word of bits, its first cell
//! [`MARGIN`] bits up, so that the cells around any cell of it can be cut out without asking where it ends:
//!
//! ```text
//!   the line of a board 9 wide, reach 4, around the cell at 1
//!
//!   bit   15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
//!   cell   #  8  7  6  5  4  3  2  1  0  #  #  #  #  #  #     # no cell
//!                     |---------|  ^ |---------|
//!                       4 after        4 before, of which 3 are none
//! ```

use protocol::rules::Shape;
use protocol::square::Square;

use super::cells::Cells;

/// Cells of the largest board.
pub(super) const CELLS: usize = Square::LIMIT as usize * Square::LIMIT as usize;

/// Directions: along a row, up a column, up to the right, up to the left.
pub(super) const DIRECTIONS: usize = 4;

/// Lines in one direction, at most: the diagonals.
pub(super) const LINES: usize = 2 * Square::LIMIT as usize - 1;

/// Bits below the first cell of a line: as far as any pattern reaches.
pub(super) const MARGIN: u32 = 6;

/// Ways in which two cells lie to each other: far, or at most [`CLOSE`] apart, turned and mirrored ones alike.
pub(super) const RELATIONS: usize = (CLOSE + 1) * (CLOSE + 2) / 2;

/// Cells further apart in a direction are far from each other.
const CLOSE: usize = 4;

/// Where a cell lies on its line in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// The number of the line, among those of this direction.
    pub(super) line: u8,
    /// Cells of the line before this one.
    pub(super) at: u8,
    /// Cells of the line.
    pub(super) length: u8,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    pub(super) cells: usize,
    /// What is added to the number of a cell to get to the next one of a line.
    pub(super) steps: [usize; DIRECTIONS],
    pub(super) places: Vec<[Place; DIRECTIONS]>,
    /// The bits of each line that are no cells.
    pub(super) walls: [[u32; LINES]; DIRECTIONS],
    /// Where a stone makes it sensible to play: two cells around it, three along its lines.
    pub(super) near: Vec<Cells>,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Self {
        let (columns, rows) = (usize::from(shape.columns), usize::from(shape.rows));
        let cells = columns * rows;
        let places: Vec<_> = (0..cells)
            .map(|cell| places(columns, rows, cell % columns, cell / columns))
            .collect();
        let mut walls = [[u32::MAX; LINES]; DIRECTIONS];
        for places in &places {
            for (walls, place) in walls.iter_mut().zip(places) {
                walls[usize::from(place.line)] &= !bit(*place);
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
        Self {
            shape,
            cells,
            steps: [1, columns, columns + 1, columns - 1],
            places,
            walls,
            near,
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

    /// How a cell lies to another one, or to none, which is far from all.
    #[inline]
    pub(super) fn relation(&self, one: Option<u16>, other: usize) -> u8 {
        let Some(one) = one else { return 0 };
        // Along its row a cell lies at its column, up its column at its row.
        let [along, up, ..] = &self.places[usize::from(one)];
        let [other_along, other_up, ..] = &self.places[other];
        let right = usize::from(along.at.abs_diff(other_along.at));
        let up = usize::from(up.at.abs_diff(other_up.at));
        let (less, more) = (right.min(up), right.max(up));
        if more > CLOSE {
            0
        } else {
            // 1 for neighbours in a row; only a cell and itself would be 0.
            (more * (more + 1) / 2 + less) as u8
        }
    }

    /// The cells of a line around one of its cells, so many on each side, from the first to the last.
    #[inline]
    pub(super) fn around(
        &self,
        cell: usize,
        direction: usize,
        reach: u32,
    ) -> impl Iterator<Item = usize> + use<> {
        let place = self.places[cell][direction];
        let step = self.steps[direction];
        let before = usize::from(place.at).min(reach as usize);
        let after = usize::from(place.length - 1 - place.at).min(reach as usize);
        let first = cell - before * step;
        (0..=before + after).map(move |number| first + number * step)
    }
}

/// The bit of a cell on its line.
pub(super) fn bit(place: Place) -> u32 {
    1 << (u32::from(place.at) + MARGIN)
}

fn places(columns: usize, rows: usize, column: usize, row: usize) -> [Place; DIRECTIONS] {
    let place = |line: usize, at: usize, length: usize| Place {
        line: line as u8,
        at: at as u8,
        length: length as u8,
    };
    let (right, up) = (columns - 1 - column, rows - 1 - row);
    let (rising, falling) = (column.min(row), right.min(row));
    [
        place(row, column, columns),
        place(column, row, rows),
        place(column + rows - 1 - row, rising, rising + right.min(up) + 1),
        place(column + row, falling, falling + column.min(up) + 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On every board, a step along a line comes to the next place of the same line.
    #[test]
    fn lines_run_through_the_board_without_a_gap() {
        for (columns, rows) in [(20, 20), (15, 15), (7, 4), (3, 20)] {
            let layout = Layout::new(Shape::new(columns, rows, 3, false).unwrap());
            for cell in 0..layout.cells {
                assert_eq!(layout.cell(layout.square(cell)), cell);
                for direction in 0..DIRECTIONS {
                    let line: Vec<_> = layout.around(cell, direction, 20).collect();
                    let place = layout.places[cell][direction];
                    assert_eq!(line.len(), usize::from(place.length));
                    assert_eq!(line[usize::from(place.at)], cell);
                    for (at, &other) in line.iter().enumerate() {
                        let there = layout.places[other][direction];
                        assert_eq!((there.line, there.at), (place.line, at as u8));
                    }
                    let open = !layout.walls[direction][usize::from(place.line)];
                    assert_eq!(open.count_ones(), u32::from(place.length));
                }
            }
        }
    }

    #[test]
    fn relations_are_the_same_turned_and_mirrored_and_else_different() {
        let layout = Layout::new(Shape::new(15, 15, 5, false).unwrap());
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
