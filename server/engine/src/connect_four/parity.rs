//! Bounds without a search, from who has to move last.
//!
//! Both follow from a strategy that one side can always keep to on a board with an even number of rows, so
//! they are proven, not guessed. *Following up* is to answer every drop with a drop on top of it. Where a
//! column has an odd number of empty cells the first drop into it cannot be answered so; but there is an even
//! number of such columns, and a drop into one is answered with a drop into another. Their lowest empty
//! cells may thus go to either side, and are counted for the one against whom a bound is proven.
//!
//! Source of the strategies: V. Allis, A Knowledge-based Approach of Connect-Four (claimeven, zugzwang).

use super::lines::has_line;
use super::size::Size;

/// The first side, to move, cannot get more than this; nothing where the strategy proves nothing.
///
/// The second side follows up, which gives it all the even rows.
#[inline(always)]
pub(super) fn at_most_for_first<S: Size>(size: S, first: u64, second: u64) -> Option<i32> {
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
    Some(-(((2 + size.rows() - rows) / 2) as i32))
}

/// The first side cannot get less than this with the second to move; nothing where the strategy proves
/// nothing.
///
/// The first side has a threat on an odd row of a column with an odd number of empty cells. It follows up
/// everywhere; when the other columns are full, the second side has to drop below the threat.
#[inline(always)]
pub(super) fn at_least_for_first<S: Size>(
    size: S,
    first: u64,
    second: u64,
    first_threats: u64,
) -> Option<i32> {
    let taken = first | second;
    let empty = size.board() & !taken;
    let possible = taken + size.bottom();
    // Adding the lowest empty cell to a column's empty cells carries to its top.
    let odd_columns = empty & !(empty + (possible & size.even_rows() & size.board()));
    let mut threats = first_threats & odd_columns & !size.even_rows();
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let at = threat.trailing_zeros();
        let column = size.column(at / size.stride());
        let mine = first | (size.even_rows() & empty & !possible & !column);
        let from_threat_up = column & threat.wrapping_neg();
        if all_preceded(size, size.board() & !mine & !from_threat_up, first, mine & !first) {
            let row = at % size.stride() + 1;
            return Some(((2 + size.rows() - row) / 2) as i32);
        }
    }
    None
}

/// Whether before each line among `cells` is complete, a line of the other side must be.
#[inline(always)]
fn all_preceded<S: Size>(size: S, cells: u64, stones: u64, promised: u64) -> bool {
    use super::lines::lines_of_four;
    let stride = size.stride();
    if lines_of_four(cells, 1) != 0 {
        return false;
    }
    for step in [stride, stride - 1, stride + 1] {
        let mut ends = lines_of_four(cells, step);
        while ends != 0 {
            let end = ends & ends.wrapping_neg();
            ends ^= end;
            let line = end | end >> step | end >> (2 * step) | end >> (3 * step);
            let first_column = end.trailing_zeros() / stride - 3;
            let four = 1 | 1 << stride | 1 << (2 * stride) | 1u64 << (3 * stride);
            let below = line - (four << (first_column * stride));
            if promised & below == 0 || !has_line(size, stones | (promised & below)) {
                return false;
            }
        }
    }
    true
}

/// The value of a position lies between these.
#[inline(always)]
pub(super) fn bounds<S: Size>(size: S, node: &super::node::Node) -> (i32, i32) {
    let (mut least, mut most) = (-99, 99);
    if size.rows() % 2 == 0 {
        if node.plies % 2 == 0 {
            if let Some(bound) = at_most_for_first(size, node.mine, node.theirs) {
                most = bound;
            }
        } else if let Some(bound) = at_least_for_first(size, node.theirs, node.mine, node.their_threats) {
            most = -bound;
        }
    }
    if most > 0 && has_line(size, size.board() & !node.theirs) == false { most = 0; }
    if has_line(size, size.board() & !node.mine) == false { least = 0; }
    (least, most)
}
