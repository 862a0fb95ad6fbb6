//! Forbidden points by definition: every set of stones in a row, each tried with one more stone.
//!
//! It shares neither code nor method with the fast form: no masks, no short cuts, no order of the cheap before
//! the dear.

use std::collections::BTreeSet;

use crate::rules::Foul;
use crate::side::Side;
use crate::square::Square;

const SIZE: i32 = 15;

type Point = (i32, i32);

/// A board with the counters of what made it search deep.
#[derive(Debug, Default)]
pub(super) struct Oracle {
    /// By column and row.
    cells: [[Option<Side>; SIZE as usize]; SIZE as usize],
    depth: u32,
    /// Threes that are none since the point of a straight four is forbidden, or wins.
    pub(super) refuted: u64,
    /// Those among them that were found while such a point was judged.
    pub(super) refuted_deeper: u64,
}

impl Oracle {
    pub(super) fn set(&mut self, board: &[(Square, Side)]) {
        self.cells = Default::default();
        for (square, side) in board {
            self.cells[usize::from(square.column())][usize::from(square.row())] = Some(*side);
        }
    }

    pub(super) fn foul(&mut self, square: Square) -> Option<Foul> {
        self.foul_at((i32::from(square.column()), i32::from(square.row())))
    }

    fn foul_at(&mut self, point: Point) -> Option<Foul> {
        assert!(self.is_empty(point));
        self.put(point);
        let rows = DIRECTIONS.map(|direction| self.unbroken_row(point, direction).len());
        let foul = if rows.contains(&5) {
            None
        } else if rows.iter().any(|&length| length >= 6) {
            Some(Foul::Overline)
        } else if self.fours(point).len() > 1 {
            Some(Foul::DoubleFour)
        } else if self.threes(point).len() > 1 {
            Some(Foul::DoubleThree)
        } else {
            None
        };
        self.remove(point);
        foul
    }

    /// The sets of four stones, one of them at `point`, that one more stone makes exactly five in a row.
    fn fours(&mut self, point: Point) -> BTreeSet<Vec<Point>> {
        let mut fours = BTreeSet::new();
        for direction in DIRECTIONS {
            for window in windows(point, direction, 5) {
                if let Some((stones, added)) = self.all_but_one(&window) {
                    self.put(added);
                    if self.unbroken_row(added, direction) == window {
                        fours.insert(stones);
                    }
                    self.remove(added);
                }
            }
        }
        fours
    }

    /// The sets of three stones, one of them at `point`, that one more stone makes a straight four, if that stone
    /// may be placed and makes no five.
    fn threes(&mut self, point: Point) -> BTreeSet<Vec<Point>> {
        let mut threes = BTreeSet::new();
        for direction in DIRECTIONS {
            for window in windows(point, direction, 4) {
                if let Some((stones, added)) = self.all_but_one(&window) {
                    self.put(added);
                    let is_straight = self.unbroken_row(added, direction) == window
                        && self.ways_to_five(&window, direction) == 2;
                    let makes_five = DIRECTIONS
                        .into_iter()
                        .any(|direction| self.unbroken_row(added, direction).len() == 5);
                    self.remove(added);
                    if !is_straight {
                        continue;
                    }
                    self.depth += 1;
                    let is_forbidden = self.foul_at(added).is_some();
                    self.depth -= 1;
                    if makes_five || is_forbidden {
                        self.refuted += 1;
                        self.refuted_deeper += u64::from(self.depth > 0);
                    } else {
                        threes.insert(stones);
                    }
                }
            }
        }
        threes
    }

    /// Number of empty points where one more stone makes exactly five in a row of the four.
    fn ways_to_five(&mut self, four: &[Point], direction: Point) -> usize {
        let mut ways = 0;
        for step in -SIZE..=SIZE {
            let added = beside(four[0], direction, step);
            if self.is_empty(added) {
                self.put(added);
                let row = self.unbroken_row(four[0], direction);
                ways += usize::from(row.len() == 5 && row.contains(&added));
                self.remove(added);
            }
        }
        ways
    }

    /// The stones and the empty point of a window that lacks one stone.
    fn all_but_one(&self, window: &[Point]) -> Option<(Vec<Point>, Point)> {
        let (stones, others): (Vec<Point>, Vec<Point>) =
            window.iter().partition(|&&point| self.is_black(point));
        match others[..] {
            [added] if self.is_empty(added) => Some((stones, added)),
            _ => None,
        }
    }

    /// The stones in a row through a stone, none missing between them, from one end to the other.
    fn unbroken_row(&self, stone: Point, direction: Point) -> Vec<Point> {
        let is_black = |step: &i32| self.is_black(beside(stone, direction, *step));
        let before = (1..SIZE).take_while(|step| is_black(&-step)).count() as i32;
        let after = (1..SIZE).take_while(is_black).count() as i32;
        (-before..=after)
            .map(|step| beside(stone, direction, step))
            .collect()
    }

    fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Some(&None)
    }

    fn is_black(&self, point: Point) -> bool {
        self.cell(point) == Some(&Some(Side::First))
    }

    /// None off the board.
    fn cell(&self, (column, row): Point) -> Option<&Option<Side>> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?)
    }

    fn put(&mut self, (column, row): Point) {
        self.cells[column as usize][row as usize] = Some(Side::First);
    }

    fn remove(&mut self, (column, row): Point) {
        self.cells[column as usize][row as usize] = None;
    }
}

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The straight runs of `length` points that have `point`.
fn windows(point: Point, direction: Point, length: i32) -> Vec<Vec<Point>> {
    (0..length)
        .map(|before| {
            (-before..length - before)
                .map(|step| beside(point, direction, step))
                .collect()
        })
        .collect()
}

fn beside((column, row): Point, (right, up): Point, step: i32) -> Point {
    (column + step * right, row + step * up)
}
