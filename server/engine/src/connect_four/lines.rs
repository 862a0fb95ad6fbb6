//! Lines on a bitboard: where they are, and which cells would complete one.
//!
//! A shift by the distance of neighbours lays every cell on its neighbour, so one `and` compares all neighbours of
//! one direction at once. Along one direction, with cells in the order of their bits:
//!
//! ```text
//!   cell                           0  1  2  3  4  5
//!   stones                         #  #  .  #  .  .
//!   pair   stones & stones << 1    .  #  .  .  .  .    this cell and the one before
//!   gap    pair << 1 & stones >> 1 .  .  #  .  .  .    completes ##.#
//! ```
//!
//! The row of zeros above the board (see `size`) keeps a shift from running into the next column.

use super::size::Size;

/// The cells that would complete a line of `stones`, the upper edge and occupied cells among them: mask
/// with the empty cells.
#[inline(always)]
pub(crate) fn completions<S: Size>(size: S, stones: u64) -> u64 {
    let stride = size.stride();
    if size.win_length() == 4 {
        let upright = stones & stones << 1;
        (upright & upright << 1) << 1
            | completions_of_four(stones, stride)
            | completions_of_four(stones, stride - 1)
            | completions_of_four(stones, stride + 1)
    } else {
        [1, stride, stride - 1, stride + 1]
            .into_iter()
            .map(|step| completions_of_any(stones, step, size.win_length()))
            .fold(0, |all, cells| all | cells)
    }
}

/// Along one direction, from whole pairs and threes: `###.`, `##.#`, `#.##` and `.###`.
#[inline(always)]
fn completions_of_four(stones: u64, step: u32) -> u64 {
    let pair = stones & stones << step;
    let three = pair & pair << step;
    three << step
        | three >> (3 * step)
        | pair << step & stones >> step
        | pair >> (2 * step) & stones << step
}

/// Along one direction: each cell of the line in turn is the one that is missing.
fn completions_of_any(stones: u64, step: u32, win_length: u32) -> u64 {
    let mut completions = 0;
    for missing in 0..win_length {
        let mut cells = u64::MAX;
        for other in (0..win_length).filter(|other| *other != missing) {
            cells &= if other < missing {
                up(stones, (missing - other) * step)
            } else {
                down(stones, (other - missing) * step)
            };
        }
        completions |= cells;
    }
    completions
}

/// True if there is a line among `cells`.
#[inline(always)]
pub(crate) fn has_line<S: Size>(size: S, cells: u64) -> bool {
    lines(size, cells) != 0
}

/// The last cell, that with the highest bit, of every line among `cells`.
#[inline(always)]
pub(crate) fn lines<S: Size>(size: S, cells: u64) -> u64 {
    let stride = size.stride();
    if size.win_length() == 4 {
        lines_of_four(cells, 1)
            | lines_of_four(cells, stride)
            | lines_of_four(cells, stride - 1)
            | lines_of_four(cells, stride + 1)
    } else {
        [1, stride, stride - 1, stride + 1]
            .into_iter()
            .map(|step| {
                (1..size.win_length()).fold(cells, |run, count| run & up(cells, count * step))
            })
            .fold(0, |all, line| all | line)
    }
}

#[inline(always)]
pub(super) fn lines_of_four(cells: u64, step: u32) -> u64 {
    let pair = cells & cells << step;
    pair & pair << (2 * step)
}

fn up(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

fn down(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}
