//! Stones in a row, which end a game of every family.

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
    let mut cells: Vec<Square> = DIRECTIONS
        .into_iter()
        .map(|direction| run_through(position, last, winner, direction))
        .filter(|run| overline.wins(run.len() as u8, in_row))
        .flatten()
        .collect();
    if !cells.is_empty() {
        cells.sort_unstable();
        cells.dedup();
        return Some(Ending::Line { winner, cells });
    }
    position.is_full().then_some(Ending::FullBoard)
}

/// The longest straight run of `side`'s stones through `square`.
fn run_through(
    position: &Position,
    square: Square,
    side: Side,
    direction: (i8, i8),
) -> Vec<Square> {
    let (right, up) = direction;
    let mut run = vec![square];
    for (right, up) in [(right, up), (-right, -up)] {
        let mut here = square;
        while let Some(next) = step(here, right, up).filter(|&at| position.cell(at) == Some(side)) {
            run.push(next);
            here = next;
        }
    }
    run
}

/// The neighbour of `square`, unless it would leave the largest board.
fn step(square: Square, right: i8, up: i8) -> Option<Square> {
    Square::new(
        square.column().checked_add_signed(right)?,
        square.row().checked_add_signed(up)?,
    )
}
