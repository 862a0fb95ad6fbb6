//! Windows: the straight runs of k cells that lie wholly on a board.
//!
//! A window lies in a row, a column or one of the two diagonals, and counts once. The old programs evaluate
//! by them; a board that keeps the counts of every window up to date evaluates at the price of a move.
//!
//! Cells are numbered row by row from the bottom left. On 4 x 3, of the windows of 3:
//!
//! ```text
//!    8  9 10 11      .  .  .  .      .  .  x  .      x  .  .  .
//!    4  5  6  7      .  .  .  .      .  x  .  .      x  .  .  .
//!    0  1  2  3      .  x  x  x      x  .  .  .      x  .  .  .
//!
//!                   [1, 2, 3]      [0, 5, 10]       [0, 4, 8]
//! ```

use protocol::rules::Shape;
use protocol::side::Side;

/// The four directions, as steps right and up.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Every window of one length on one board, by the cells it covers and by the cell.
#[derive(Debug)]
pub(crate) struct Windows {
    length: u8,
    cells: Vec<Vec<u16>>,
    through: Vec<Vec<u16>>,
}

impl Windows {
    /// The windows of `length` cells.
    pub(crate) fn new(shape: Shape, length: u8) -> Self {
        let (columns, rows) = (isize::from(shape.columns), isize::from(shape.rows));
        let reach = isize::from(length) - 1;
        // A single cell is the same window in every direction.
        let directions = if length == 1 {
            &DIRECTIONS[..1]
        } else {
            &DIRECTIONS[..]
        };
        let mut cells = Vec::new();
        for &(right, up) in directions {
            for row in 0..rows {
                for column in 0..columns {
                    let (end_column, end_row) = (column + right * reach, row + up * reach);
                    if (0..columns).contains(&end_column) && (0..rows).contains(&end_row) {
                        let cell = |step| (row + up * step) * columns + column + right * step;
                        cells.push((0..=reach).map(|step| cell(step) as u16).collect());
                    }
                }
            }
        }
        let mut through = vec![Vec::new(); shape.cells()];
        for (window, covered) in cells.iter().enumerate() {
            let covered: &Vec<u16> = covered;
            for &cell in covered {
                through[usize::from(cell)].push(window as u16);
            }
        }
        Self {
            length,
            cells,
            through,
        }
    }

    /// Cells in a window.
    pub(crate) fn length(&self) -> u8 {
        self.length
    }

    /// Number of windows.
    pub(crate) fn count(&self) -> usize {
        self.cells.len()
    }

    /// The cells that extend a window of at least two cells by one at either end, where they are on the board.
    pub(crate) fn beyond(window: &[u16], shape: Shape) -> impl Iterator<Item = u16> {
        let (columns, rows) = (i32::from(shape.columns), i32::from(shape.rows));
        let place = |cell: u16| (i32::from(cell) % columns, i32::from(cell) / columns);
        let (first, second) = (place(window[0]), place(window[1]));
        let step = (second.0 - first.0, second.1 - first.1);
        let length = window.len() as i32;
        [-1, length]
            .map(|steps| (first.0 + step.0 * steps, first.1 + step.1 * steps))
            .into_iter()
            .filter(move |(column, row)| (0..columns).contains(column) && (0..rows).contains(row))
            .map(move |(column, row)| (row * columns + column) as u16)
    }

    /// The cells of each window.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.iter().map(Vec::as_slice)
    }
}

/// The worth of a window of `length` cells to a side that has `own` of them, the other side `others`.
pub(crate) type Weigh = fn(length: u8, own: u8, others: u8) -> i64;

/// Totals over all windows of one length, or the change of them by one stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    /// Windows filled by one side, by side.
    pub(crate) full: [i32; 2],
    /// Worth of all windows, by side.
    pub(crate) worth: [i64; 2],
}

/// The stones of each side in every window, kept up to date.
#[derive(Debug)]
pub(crate) struct Counts {
    length: u8,
    /// The windows through each cell, one cell after the other.
    through: Vec<u16>,
    /// Index in `through` of the first window of each cell; one more at the end.
    starts: Vec<u16>,
    /// Stones in each window: of the first side in the low half of the byte, of the second side in the high
    /// half. No window is longer than 10, so neither half overflows:
    ///
    /// ```text
    ///   7    4 3    0
    ///   | 2nd | 1st |      X X O X  ->  0x13
    /// ```
    held: Vec<u8>,
    /// By side and by `held`: the change of the worth, for each side, by one more stone of that side.
    gains: Box<[[[i64; 2]; 256]; 2]>,
}

/// One stone of each side, as `held` counts it.
const ONE: [u8; 2] = [1, 16];

impl Counts {
    /// The counts and the totals of an empty board.
    pub(crate) fn new(windows: &Windows, weigh: Weigh) -> (Self, Sum) {
        let length = windows.length;
        let mut starts = vec![0];
        let mut through = Vec::new();
        for windows in &windows.through {
            through.extend_from_slice(windows);
            starts.push(through.len() as u16);
        }
        let worth = |first, second| [weigh(length, first, second), weigh(length, second, first)];
        let mut gains = Box::new([[[0; 2]; 256]; 2]);
        for first in 0..length {
            for second in 0..length - first {
                let held = usize::from(ONE[0] * first + ONE[1] * second);
                let [before, one, other] = [(0, 0), (1, 0), (0, 1)]
                    .map(|(more, others)| worth(first + more, second + others));
                gains[0][held] = [one[0] - before[0], one[1] - before[1]];
                gains[1][held] = [other[0] - before[0], other[1] - before[1]];
            }
        }
        let empty = worth(0, 0).map(|worth| worth * windows.count() as i64);
        let counts = Self {
            length,
            through,
            starts,
            held: vec![0; windows.count()],
            gains,
        };
        let sum = Sum {
            full: [0; 2],
            worth: empty,
        };
        (counts, sum)
    }

    /// The change of the totals by a stone of `side` on `cell`.
    pub(crate) fn gain(&self, cell: usize, side: Side) -> Sum {
        let side = index(side);
        let gains = &self.gains[side];
        let almost = ONE[side] * (self.length - 1);
        let mut sum = Sum::default();
        for &window in self.through(cell) {
            let held = self.held[usize::from(window)];
            let gain = gains[usize::from(held)];
            sum.worth[0] += gain[0];
            sum.worth[1] += gain[1];
            sum.full[side] += i32::from(held == almost);
        }
        sum
    }

    /// Adds a stone of `side` on `cell`.
    pub(crate) fn add(&mut self, cell: usize, side: Side) {
        let [start, end] = [self.starts[cell], self.starts[cell + 1]].map(usize::from);
        for &window in &self.through[start..end] {
            self.held[usize::from(window)] += ONE[index(side)];
        }
    }

    /// Removes the stone of `side` from `cell`.
    pub(crate) fn remove(&mut self, cell: usize, side: Side) {
        let [start, end] = [self.starts[cell], self.starts[cell + 1]].map(usize::from);
        for &window in &self.through[start..end] {
            self.held[usize::from(window)] -= ONE[index(side)];
        }
    }

    fn through(&self, cell: usize) -> &[u16] {
        &self.through[usize::from(self.starts[cell])..usize::from(self.starts[cell + 1])]
    }
}

impl std::ops::Add for Sum {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            full: [0, 1].map(|side| self.full[side] + other.full[side]),
            worth: [0, 1].map(|side| self.worth[side] + other.worth[side]),
        }
    }
}

pub(crate) fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;

    use super::*;

    #[test]
    fn the_usual_board_has_sixty_nine_windows_of_four() {
        for (variant, length, expected) in [
            ("connect-four", 4, 69),
            ("connect-four-7x7", 4, 88),
            ("gomoku-15", 5, 572),
            ("connect-four", 1, 42),
        ] {
            let shape = variant.parse::<Variant>().unwrap().shape();
            assert_eq!(
                Windows::new(shape, length).count(),
                expected,
                "{variant} {length}"
            );
        }
    }
}
