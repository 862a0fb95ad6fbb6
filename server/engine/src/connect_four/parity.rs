//! Parity bounds: bounds on a value without a search, from who has to move last (claimeven and zugzwang).
//!
//! They follow from strategies that one side can always keep to on a board with an even number of rows, so
//! they are proven, not guessed. *Following up* is to answer every drop with a drop on top of it. Where a
//! column has an odd number of empty cells the first drop into it cannot be answered so; but there is an even
//! number of such columns, and a drop into one is answered with a drop into another. Their lowest empty
//! cells may thus go to either side, and are counted for the one against whom a bound is proven.
//!
//! Following up gives the second side every even row, unless the cell was playable to begin with:
//!
//! ```text
//!   row 6    2  2  2  2      2: the second side's, who answers on top
//!   row 5    1  1  1  1      1: the first side's at best
//!   row 4    2  2  2  ?
//!   row 3    1  1  1  #
//!   row 2    2  2  ?  #      ?: playable at once, so counted for the side that the
//!   row 1    1  1  #  #         bound is against
//!                            #: stones
//! ```
//!
//! A line of that side counts for nothing if the other side must complete one first: to fill the cells of a
//! line is to fill all those below them.
//!
//! What it gave on `L1_R3`: the strategies alone 6.09 M nodes -> 3.75 M, the order of lines another 3.75 M -> 2.74 M.
//!
//! Source of the strategies: V. Allis, A Knowledge-based Approach of Connect-Four (claimeven, zugzwang). The
//! order of lines is our own.

use super::lines::{has_line, lines_of_four};
use super::node::Node;
use super::size::Size;

/// The answer to a null window without a search, for the side to move: a lower bound that is more than `alpha`, or
/// an upper bound that is not; none where the bounds settle nothing.
///
/// Bounds on the wrong side of the window are not looked for.
#[inline(always)]
pub(super) fn settle<S: Size>(size: S, node: &Node, alpha: i32) -> Option<i32> {
    let board = size.board();
    // Draw bound: a side that has no line even with all the empty cells cannot win.
    if alpha < 0 && !has_line(size, board & !node.mine) {
        return Some(0);
    }
    if size.rows().is_multiple_of(2) && size.win_length() == 4 {
        let most = if node.plies.is_multiple_of(2) {
            at_most_for_first(size, node.mine, node.theirs, alpha)
        } else {
            at_least_for_first(size, node.theirs, node.mine, node.their_threats, -alpha)
                .map(|bound| -bound)
        };
        if most.is_some() {
            return most;
        }
    }
    (alpha >= 0 && !has_line(size, board & !node.theirs)).then_some(0)
}

/// Claimeven: an upper bound of `wanted` at most on the value for the first side, which is to move; none where the
/// strategy does not prove it.
///
/// The second side follows up, which gives it all the even rows.
#[inline(always)]
fn at_most_for_first<S: Size>(size: S, first: u64, second: u64, wanted: i32) -> Option<i32> {
    if wanted < -win_with_row(size, 2) {
        return None;
    }
    let taken = first | second;
    let possible = taken + size.bottom();
    let evens = size.even_rows() & !taken & !possible;
    let theirs = second | evens;
    let bound = if has_line(size, theirs) {
        // The first side may leave one column to the end. A line that reaches up to a row is complete when the
        // last column is filled up to there.
        let mut rows = 2;
        let mut low = size.bottom() | size.bottom() << 1;
        while rows < size.rows() && !has_line(size, second | (evens & low)) {
            rows += 2;
            low |= low << 2;
        }
        -win_with_row(size, rows)
    } else {
        0
    };
    (bound <= wanted && all_preceded(size, size.board() & !theirs, second, evens)).then_some(bound)
}

/// Zugzwang: a lower bound of `wanted` at least on the value for the first side with the second to move; none where
/// the strategy does not prove it.
///
/// The first side has a threat on an odd row of a column with an odd number of empty cells. It follows up
/// everywhere else; when the other columns are full, the second side has to drop below the threat.
#[inline(always)]
fn at_least_for_first<S: Size>(
    size: S,
    first: u64,
    second: u64,
    first_threats: u64,
    wanted: i32,
) -> Option<i32> {
    if wanted > win_with_row(size, 1) {
        return None;
    }
    let taken = first | second;
    let empty = size.board() & !taken;
    let possible = taken + size.bottom();
    // Adding the lowest empty cell to a column's empty cells carries to the edge above it, and leaves no cell of
    // the column set; done only for columns whose lowest empty cell is on an even row.
    let odd_columns = empty & !(empty + (possible & empty & size.even_rows()));
    let mut threats = first_threats & odd_columns & !size.even_rows();
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let at = threat.trailing_zeros();
        let bound = win_with_row(size, at % size.stride() + 1);
        if bound < wanted {
            continue;
        }
        let column = size.column(at / size.stride());
        let evens = size.even_rows() & empty & !possible & !column;
        let from_threat_up = column & threat.wrapping_neg();
        let theirs = size.board() & !first & !evens & !from_threat_up;
        if all_preceded(size, theirs, first, evens) {
            return Some(bound);
        }
    }
    None
}

/// The score of a win that comes with the last column filled up to this row, counted from 1.
#[inline(always)]
fn win_with_row<S: Size>(size: S, row: u32) -> i32 {
    ((2 + size.rows() - row) / 2) as i32
}

/// True if before each line among `cells` is complete, the other side must complete one: with its `stones`
/// and those of the `claimed` cells that are below the line.
#[inline(always)]
fn all_preceded<S: Size>(size: S, cells: u64, stones: u64, claimed: u64) -> bool {
    let stride = size.stride();
    if lines_of_four(cells, 1) != 0 {
        return false;
    }
    let four_columns = 1 | 1 << stride | 1 << (2 * stride) | 1_u64 << (3 * stride);
    for step in [stride, stride - 1, stride + 1] {
        let mut ends = lines_of_four(cells, step);
        while ends != 0 {
            let end = ends & ends.wrapping_neg();
            ends ^= end;
            let line = end | end >> step | end >> (2 * step) | end >> (3 * step);
            let bottoms = four_columns << ((end.trailing_zeros() / stride - 3) * stride);
            // Per column the difference of the line's cell and the lowest cell is all cells below the line's:
            // row 4 is 0b1000, minus 0b0001 is 0b0111, rows 1 to 3.
            let below = line - bottoms;
            if claimed & below == 0 || !has_line(size, stones | (claimed & below)) {
                return false;
            }
        }
    }
    true
}
