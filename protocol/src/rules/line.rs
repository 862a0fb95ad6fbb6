//! Stones in a row, which end a game of every family.

use std::iter::successors;

use super::ending::Ending;
use super::overline::Overline;
use super::position::Position;
use crate::square::Square;

/// The four directions in which stones stand in a row.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Returns the win if the stone just placed at `last` completed a line, and the draw if it filled the board.
pub(super) fn judge(position: &Position, last: Square, overline: Overline) -> Option<Ending> {
    let in_row = position.shape().in_row;
    let winner = position.cell(last)?;
    // Nearly no stone wins, and then nothing is collected.
    let mut cells = Vec::new();
    for (right, up) in DIRECTIONS {
        let [onward, back] = [(right, up), (-right, -up)];
        let [ahead, behind] = [onward, back].map(|way| position.run(last, winner, way));
        if overline.wins(1 + ahead + behind, in_row) {
            let line = |steps, direction| {
                successors(Some(last), move |&at| step(at, direction)).take(1 + usize::from(steps))
            };
            cells.extend(line(ahead, onward).chain(line(behind, back)));
        }
    }
    if !cells.is_empty() {
        cells.sort_unstable();
        cells.dedup();
        return Some(Ending::Line { winner, cells });
    }
    position.is_full().then_some(Ending::FullBoard)
}

/// The neighbour of `square`, unless it would leave the largest board.
fn step(square: Square, (right, up): (i8, i8)) -> Option<Square> {
    Square::new(
        square.column().checked_add_signed(right)?,
        square.row().checked_add_signed(up)?,
    )
}
