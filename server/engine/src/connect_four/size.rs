//! Boards as bits: the measures of a board, known to the compiler or not.
//!
//! Everything below is generic over [`Size`]. [`Fixed`] has its measures in its type, so that every mask
//! and shift is a constant; [`Any`] carries them along, for the boards that are not worth code of their own.
//!
//! A column takes one bit more than it has rows, so that nothing that is shifted runs into its neighbour:
//!
//! ```text
//!   6 13 20 27 34 41 48      always 0
//!   5 12 19 26 33 40 47      top row
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42      bottom row: bit 0 is the cell at the left
//! ```
//!
//! One column to the right is a shift by the stride (7 here), one row up by 1, and along the diagonals by
//! the stride plus and minus 1. The stones of one side are one number; after the drops `4 4 5`, first side X:
//!
//! ```text
//!   .  .  .  O  .  .  .        first:   1 << 21 | 1 << 28
//!   .  .  .  X  X  .  .        second:  1 << 22
//! ```
//!
//! Source of the layout: J. Tromp, Fhourstones.

use protocol::rules::Shape;

/// The measures of a board that fits 64 bits.
pub(crate) trait Size: Copy + Send + Sync {
    /// Columns.
    fn columns(self) -> u32;

    /// Rows.
    fn rows(self) -> u32;

    /// Stones in a line that wins.
    fn win_length(self) -> u32;

    /// The lowest cell of every column.
    fn bottom(self) -> u64;

    /// Bits from a cell to its neighbour on the right.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Cells.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Bits of a position, the upper edge included.
    #[inline(always)]
    fn bits(self) -> u32 {
        self.columns() * self.stride()
    }

    /// Every cell of the leftmost column.
    #[inline(always)]
    fn left(self) -> u64 {
        (1 << self.rows()) - 1
    }

    /// Every cell of a column.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        self.left() << (column * self.stride())
    }

    /// Every cell.
    #[inline(always)]
    fn board(self) -> u64 {
        self.bottom().wrapping_mul(self.left())
    }

    /// The second, fourth, ... row from the bottom.
    #[inline(always)]
    fn even_rows(self) -> u64 {
        self.bottom()
            .wrapping_mul(self.left() & 0xaaaa_aaaa_aaaa_aaaa)
    }

    /// The board seen in a mirror: columns from right to left.
    #[inline(always)]
    fn mirror(self, bits: u64) -> u64 {
        let stride = self.stride();
        let left = (1 << stride) - 1;
        let mut mirrored = 0;
        for column in 0..self.columns() {
            let from = column * stride;
            let to = (self.columns() - 1 - column) * stride;
            mirrored |= (bits >> from & left) << to;
        }
        mirrored
    }
}

/// A board of `COLUMNS` x `ROWS` on which four in a row win.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<const COLUMNS: u32, const ROWS: u32>;

impl<const COLUMNS: u32, const ROWS: u32> Size for Fixed<COLUMNS, ROWS> {
    #[inline(always)]
    fn columns(self) -> u32 {
        COLUMNS
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        ROWS
    }

    #[inline(always)]
    fn win_length(self) -> u32 {
        4
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        const { bottom(COLUMNS, ROWS) }
    }
}

/// A board whose measures are known when the program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any {
    columns: u32,
    rows: u32,
    win_length: u32,
    bottom: u64,
}

impl Any {
    /// The measures of a shape that [fits](super::Position::fits_bits).
    pub(crate) fn new(shape: Shape) -> Self {
        let (columns, rows) = (u32::from(shape.columns), u32::from(shape.rows));
        Self {
            columns,
            rows,
            win_length: u32::from(shape.in_row),
            bottom: bottom(columns, rows),
        }
    }
}

impl Size for Any {
    #[inline(always)]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline(always)]
    fn win_length(self) -> u32 {
        self.win_length
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }
}

const fn bottom(columns: u32, rows: u32) -> u64 {
    let mut bits = 0;
    let mut column = 0;
    while column < columns {
        bits |= 1 << (column * (rows + 1));
        column += 1;
    }
    bits
}
