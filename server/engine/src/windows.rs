//! Windows: the straight runs of k cells that lie wholly on a board.
//!
//! In a row, a column or one of the two diagonals; each counts once. The old programs evaluate by them,
//! so a board that keeps count per window evaluates at the price of a move.

use protocol::rules::Shape;
use protocol::side::Side;

/// The four directions, as steps right and up.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Every window of one length on one board, by the cells it covers and by the cell.
///
/// Cells are numbered row by row from the bottom left.
#[derive(Debug)]
pub(crate) struct Windows {
    length: u8,
    cells: Vec<Vec<u16>>,
    through: Vec<Vec<u16>>,
}

impl Windows {
    /// The windows of `length` cells.
    pub(crate) fn of(shape: Shape, length: u8) -> Self {
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

    /// How many windows there are.
    pub(crate) fn count(&self) -> usize {
        self.cells.len()
    }

    /// The cells of each window.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.iter().map(Vec::as_slice)
    }
}

/// How many stones of each side every window holds, and what follows from it, kept up to date.
#[derive(Debug)]
pub(crate) struct Counts {
    windows: Windows,
    held: Vec<[u8; 2]>,
    /// Windows that are all one side's, by side.
    full: [i64; 2],
    /// Windows without a stone of the other side, by side.
    open: [i64; 2],
    /// Over windows with stones of one side only: empty cells times ten to the stones less one, by side.
    promise: [i64; 2],
}

impl Counts {
    /// The counts of an empty board.
    pub(crate) fn new(windows: Windows) -> Self {
        let count = windows.count();
        Self {
            held: vec![[0; 2]; count],
            full: [0; 2],
            open: [count as i64; 2],
            promise: [0; 2],
            windows,
        }
    }

    /// A stone comes to lie on `cell`.
    pub(crate) fn add(&mut self, cell: usize, side: Side) {
        self.change::<true>(cell, side);
    }

    /// The stone on `cell` is taken away.
    pub(crate) fn remove(&mut self, cell: usize, side: Side) {
        self.change::<false>(cell, side);
    }

    fn change<const ADD: bool>(&mut self, cell: usize, side: Side) {
        let (own, other) = (index(side), index(side.other()));
        let length = self.windows.length;
        for &window in &self.windows.through[cell] {
            let held = &mut self.held[usize::from(window)];
            let (before, theirs) = (held[own], held[other]);
            let after = if ADD { before + 1 } else { before - 1 };
            held[own] = after;
            let (fewer, more) = if ADD {
                (before, after)
            } else {
                (after, before)
            };
            let sign = if ADD { 1 } else { -1 };
            if theirs == 0 {
                self.full[own] += sign * i64::from(more == length);
                self.promise[own] += promise(length, after) - promise(length, before);
            }
            if fewer == 0 {
                // The first stone of a side closes the window to the other.
                self.open[other] -= sign;
                self.promise[other] -= sign * promise(length, theirs);
            }
        }
    }

    /// Windows that are all `side`'s.
    pub(crate) fn full(&self, side: Side) -> i64 {
        self.full[index(side)]
    }

    /// Windows that `side` could still fill.
    pub(crate) fn open(&self, side: Side) -> i64 {
        self.open[index(side)]
    }

    /// Empty cells times ten to the stones less one, over the windows with stones of `side` alone.
    pub(crate) fn promise(&self, side: Side) -> i64 {
        self.promise[index(side)]
    }
}

/// What a window with so many stones of one side and none of the other promises that side.
fn promise(length: u8, stones: u8) -> i64 {
    match stones {
        0 => 0,
        stones => i64::from(length - stones) * 10_i64.pow(u32::from(stones) - 1),
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
                Windows::of(shape, length).count(),
                expected,
                "{variant} {length}"
            );
        }
    }
}
