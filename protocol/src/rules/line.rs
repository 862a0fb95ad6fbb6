//! Stones in a row, which end a game of every family.

use std::iter::successors;

use super::ending::Ending;
use super::overline::Overline;
use super::position::Position;
use crate::side::Side;
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
        let run = || {
            let onward = ray(position, last, winner, (right, up));
            onward.chain(ray(position, last, winner, (-right, -up)))
        };
        if overline.wins(1 + run().count() as u8, in_row) {
            cells.push(last);
            cells.extend(run());
        }
    }
    if !cells.is_empty() {
        cells.sort_unstable();
        cells.dedup();
        return Some(Ending::Line { winner, cells });
    }
    position.is_full().then_some(Ending::FullBoard)
}

/// The stones of `side` that follow `square` in a straight row without a gap.
fn ray(
    position: &Position,
    square: Square,
    side: Side,
    (right, up): (i8, i8),
) -> impl Iterator<Item = Square> {
    let next =
        move |at: &Square| step(*at, right, up).filter(|&next| position.cell(next) == Some(side));
    successors(next(&square), next)
}

/// The neighbour of `square`, unless it would leave the largest board.
fn step(square: Square, right: i8, up: i8) -> Option<Square> {
    Square::new(
        square.column().checked_add_signed(right)?,
        square.row().checked_add_signed(up)?,
    )
}
