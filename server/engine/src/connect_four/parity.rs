//! Bounds without a search, from who has to move last.
//!
//! They follow from strategies that one side can always keep to on a board with an even number of rows, so
//! they are proven, not guessed. *Following up* is to answer every drop with a drop on top of it. Where a
//! column has an odd number of empty cells the first drop into it cannot be answered so; but there is an even
//! number of such columns, and a drop into one is answered with a drop into another. Their lowest empty
//! cells may thus go to either side, and are counted for the one against whom a bound is proven.
//!
//! A line of that side counts for nothing if the other side must complete one first: to fill the cells of a
//! line is to fill all those below them.
//!
//! Source of the strategies: V. Allis, A Knowledge-based Approach of Connect-Four (claimeven, zugzwang). The
//! order of lines is our own.

use super::lines::{has_line, lines_of_four};
use super::node::Node;
use super::size::Size;

/// No bound is outside of these.
const UNBOUNDED: i32 = 99;

/// The value of a position, for the side to move, lies between these.
#[inline(always)]
pub(super) fn bounds<S: Size>(size: S, node: &Node) -> (i32, i32) {
    let board = size.board();
    let (mut least, mut most) = (-UNBOUNDED, UNBOUNDED);
    if size.rows().is_multiple_of(2) && size.in_row() == 4 {
        if node.plies.is_multiple_of(2) {
            most = at_most_for_first(size, node.mine, node.theirs).unwrap_or(most);
        } else {
            most = at_least_for_first(size, node.theirs, node.mine, node.their_threats)
                .map_or(most, |bound| -bound);
        }
    }
    // Who cannot have a line with all the empty cells will not have one.
    if most > 0 && !has_line(size, board & !node.theirs) {
        most = 0;
    }
    if !has_line(size, board & !node.mine) {
        least = 0;
    }
    (least, most)
}

/// The first side, to move, cannot get more than this; nothing where the strategy proves nothing.
///
/// The second side follows up, which gives it all the even rows.
#[inline(always)]
fn at_most_for_first<S: Size>(size: S, first: u64, second: u64) -> Option<i32> {
    let taken = first | second;
    let possible = taken + size.bottom();
    let evens = size.even_rows() & !taken & !possible;
    let theirs = second | evens;
    if !all_preceded(size, size.board() & !theirs, second, evens) {
        return None;
    }
    if !has_line(size, theirs) {
        return Some(0);
    }
    // The first side may leave one column to the end. A line that reaches up to a row is complete when the
    // last column is filled up to there.
    let mut rows = 2;
    let mut low = size.bottom() | size.bottom() << 1;
    while rows < size.rows() && !has_line(size, second | (evens & low)) {
        rows += 2;
        low |= low << 2;
    }
    Some(-win_with_row(size, rows))
}

/// The first side cannot get less than this with the second to move; nothing where the strategy proves
/// nothing.
///
/// The first side has a threat on an odd row of a column with an odd number of empty cells. It follows up
/// everywhere else; when the other columns are full, the second side has to drop below the threat.
#[inline(always)]
fn at_least_for_first<S: Size>(
    size: S,
    first: u64,
    second: u64,
    first_threats: u64,
) -> Option<i32> {
    let taken = first | second;
    let empty = size.board() & !taken;
    let possible = taken + size.bottom();
    // Adding the lowest empty cell to a column's empty cells carries to its top.
    let odd_columns = empty & !(empty + (possible & empty & size.even_rows()));
    let mut threats = first_threats & odd_columns & !size.even_rows();
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let at = threat.trailing_zeros();
        let column = size.column(at / size.stride());
        let evens = size.even_rows() & empty & !possible & !column;
        let from_threat_up = column & threat.wrapping_neg();
        let theirs = size.board() & !first & !evens & !from_threat_up;
        if all_preceded(size, theirs, first, evens) {
            return Some(win_with_row(size, at % size.stride() + 1));
        }
    }
    None
}

/// The score of a win that comes with the last column filled up to this row, counted from 1.
#[inline(always)]
fn win_with_row<S: Size>(size: S, row: u32) -> i32 {
    ((2 + size.rows() - row) / 2) as i32
}

/// Whether before each line among `cells` is complete, the other side must complete one: with its `stones`
/// and those of the `promised` cells that are below the line.
#[inline(always)]
fn all_preceded<S: Size>(size: S, cells: u64, stones: u64, promised: u64) -> bool {
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
            // In each column: the cell of the line minus the lowest cell is all that lies between.
            let below = line - bottoms;
            if promised & below == 0 || !has_line(size, stones | (promised & below)) {
                return false;
            }
        }
    }
    true
}
