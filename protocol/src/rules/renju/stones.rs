//! The stones of a position as black's moves are judged by them.

use crate::rules::illegal::Foul;
use crate::rules::position::Position;
use crate::rules::shape::Shape;
use crate::side::Side;
use crate::square::Square;

/// Cells from one row to the next: the widest board and one column of edge between its rows.
const STRIDE: usize = Square::LIMIT as usize + 1;

/// From each cell to its neighbour in the four directions in which stones stand in a row.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// Cells on either side of a stone that decide what it makes: a row of five through it, and the cell beyond.
const REACH: usize = 5;

/// The stones of a renju position, for programs that search.
///
/// A board with an edge around it, so that a line ends without a look at the measures:
///
/// ```text
/// # # # # #
/// # . . . #   the cell (column, row) is at (row + 1) * STRIDE + column + 1;
/// # . . . #   behind a row, the edge of the next one
/// # # # # #
/// ```
#[derive(Clone, Debug)]
pub struct RenjuStones {
    cells: [Cell; STRIDE * (Square::LIMIT as usize + 2) + 1],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Black,
    /// A white stone or the edge: no row of black goes through it.
    Blocked,
}

impl RenjuStones {
    /// Returns an empty board.
    pub fn empty(shape: Shape) -> Self {
        let mut stones = Self {
            cells: [Cell::Blocked; STRIDE * (Square::LIMIT as usize + 2) + 1],
        };
        for square in shape.squares() {
            stones.cells[index(square)] = Cell::Empty;
        }
        stones
    }

    /// The stones of a position.
    pub(super) fn new(position: &Position) -> Self {
        let mut stones = Self::empty(position.shape());
        for square in position.shape().squares() {
            if let Some(side) = position.cell(square) {
                stones.put(square, side);
            }
        }
        stones
    }

    /// Puts a stone on an empty cell of the board.
    pub fn put(&mut self, square: Square, side: Side) {
        self.cells[index(square)] = match side {
            Side::First => Cell::Black,
            Side::Second => Cell::Blocked,
        };
    }

    /// Returns the shape that forbids an empty cell to black, if one does. The stones are afterwards as before.
    pub fn foul(&mut self, square: Square) -> Option<Foul> {
        match self.judge(index(square)) {
            Verdict::Allowed | Verdict::Five => None,
            Verdict::Forbidden(foul) => Some(foul),
        }
    }

    /// Judges a black stone on the empty cell at `index`.
    fn judge(&mut self, index: usize) -> Verdict {
        let lines = DIRECTIONS.map(|direction| self.line(index, direction));
        if lines.iter().any(|line| line.run() == 5) {
            return Verdict::Five;
        }
        if lines.iter().any(|line| line.run() > 5) {
            return Verdict::Forbidden(Foul::Overline);
        }
        if lines.iter().map(|line| line.fours()).sum::<u32>() > 1 {
            return Verdict::Forbidden(Foul::DoubleFour);
        }
        let threes = lines.map(Line::straight_fours);
        // Only two threes that look like some are worth the search for what forbids them.
        if threes.iter().filter(|&&points| points != 0).count() > 1
            && self.real_threes(index, threes) > 1
        {
            return Verdict::Forbidden(Foul::DoubleThree);
        }
        Verdict::Allowed
    }

    /// Number of the lines through `index` in which a stone there makes a three; `points` are the places in each
    /// line where one more stone makes a straight four.
    fn real_threes(&mut self, index: usize, points: [u32; 4]) -> usize {
        self.cells[index] = Cell::Black;
        let count = DIRECTIONS
            .into_iter()
            .zip(points)
            .filter(|&(direction, points)| {
                let mut places = (0..=2 * REACH).filter(|place| points >> place & 1 == 1);
                places.any(|place| {
                    let point = index + place * direction - REACH * direction;
                    self.judge(point) == Verdict::Allowed
                })
            })
            .count();
        self.cells[index] = Cell::Empty;
        count
    }

    /// The line through `index` in a direction, as if a black stone lay there.
    fn line(&self, index: usize, direction: usize) -> Line {
        let mut line = Line {
            black: 1 << REACH,
            empty: 0,
        };
        for step in 1..=REACH {
            if !line.note(REACH + step, self.cells[index + step * direction]) {
                break;
            }
        }
        for step in 1..=REACH {
            if !line.note(REACH - step, self.cells[index - step * direction]) {
                break;
            }
        }
        line
    }
}

/// The shape that a black stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Nothing that wins or is forbidden.
    Allowed,
    /// Exactly five in a row, which wins.
    Five,
    /// A forbidden shape.
    Forbidden(Foul),
}

/// Eleven cells of a line around a black stone, a bit each; those behind the first that is blocked count as blocked.
///
/// ```text
/// place   0 1 2 3 4 5 6 7 8 9 10
///         . . X X . X . # # # #     black 0b000_0010_1100, empty 0b000_0101_0011
///                   ^ the stone
/// ```
#[derive(Clone, Copy, Debug)]
struct Line {
    black: u32,
    empty: u32,
}

impl Line {
    /// Notes the cell at a place; returns `false` if it is blocked.
    fn note(&mut self, place: usize, cell: Cell) -> bool {
        match cell {
            Cell::Empty => self.empty |= 1 << place,
            Cell::Black => self.black |= 1 << place,
            Cell::Blocked => return false,
        }
        true
    }

    /// Number of stones in the unbroken row through the stone.
    fn run(self) -> u32 {
        run_through_stone(self.black).count_ones()
    }

    /// Number of fours that have the stone.
    fn fours(self) -> u32 {
        let fives = self.places(|black| run_through_stone(black).count_ones() == 5);
        // Both ends of an unbroken four make five of the same four stones.
        let ways = fives.count_ones();
        if self.run() == 4 { ways.min(1) } else { ways }
    }

    /// Places in which one more stone makes a straight four together with the stone. They all belong to one three.
    fn straight_fours(self) -> u32 {
        self.places(|black| {
            let run = run_through_stone(black);
            let ends = (run << 1 | run >> 1) & !run;
            let beyond = (run << 2 | run >> 2) & !run & !ends;
            run.count_ones() == 4 && self.empty & ends == ends && black & beyond == 0
        })
    }

    /// The empty places where a stone joins the row through the stone, and the stones are then as `wanted`.
    fn places(self, wanted: impl Fn(u32) -> bool) -> u32 {
        (0..=2 * REACH)
            .map(|place| 1 << place)
            .filter(|place| self.empty & place != 0)
            .filter(|place| {
                let black = self.black | place;
                run_through_stone(black) & place != 0 && wanted(black)
            })
            .sum()
    }
}

/// The unbroken row of set bits around the one in the middle.
fn run_through_stone(black: u32) -> u32 {
    let mut run = 1 << REACH;
    loop {
        let grown = (run | run << 1 | run >> 1) & black;
        if grown == run {
            return run;
        }
        run = grown;
    }
}

fn index(square: Square) -> usize {
    (usize::from(square.row()) + 1) * STRIDE + usize::from(square.column()) + 1
}
