//! The opening swap2: one side puts three stones down, the other takes the side it likes better, or puts two
//! more and lets the first one choose.
//!
//! Ours puts down stones from a list, and always takes the side with the better score: it never puts two more.

use protocol::square::Square;

use super::board::{Owner, Position};

/// Three stones that leave both sides about as well off: the first side's, the second's, the first's, as steps
/// right and down from the middle.
///
/// Of seventy random ones within four steps, those whose score by the bot `threat` was nearest to nothing, at
/// 4 s on 15 x 15 and 3 s on 20 x 20 and with exactly five: within the worth of a move either way.
const OPENINGS: [[(i8, i8); 3]; 8] = [
    [(-1, 3), (0, -3), (4, 0)],
    [(-2, -2), (2, -2), (-3, 4)],
    [(-2, -1), (0, 3), (4, -3)],
    [(-4, -4), (-2, -2), (-4, 4)],
    [(-2, 1), (2, 1), (4, -1)],
    [(1, -1), (-2, -4), (-4, 1)],
    [(-3, -3), (-4, 2), (4, 0)],
    [(1, -2), (-2, -2), (1, 3)],
];

/// The side of the smallest board that has all of them.
const NEEDS: u8 = 9;

/// Three stones for an empty board; `choice` selects them from the list, modulo its length.
///
/// # Errors
///
/// The board is too small.
pub(super) fn propose(empty: &Position, choice: usize) -> Result<[Square; 3], String> {
    let (columns, rows) = empty.size();
    if columns.min(rows) < NEEDS {
        return Err(format!(
            "swap2 is not played on {columns} x {rows}; choose {NEEDS} x {NEEDS} or more"
        ));
    }
    Ok(OPENINGS[choice % OPENINGS.len()].map(|(right, down)| {
        (columns / 2)
            .checked_add_signed(right)
            .zip((rows / 2).checked_add_signed(down))
            .and_then(|(column, row)| Square::new(column, row))
            .expect("no opening is wider than the smallest board")
    }))
}

/// The position with these stones, which were put down in turns. The engine has those of the side that is to
/// move: three or five stones are on the board, so that is the second side.
///
/// # Errors
///
/// Two are on one cell.
pub(super) fn judged(empty: &Position, stones: &[Square]) -> Result<Position, String> {
    let mut position = empty.cleared();
    for (&stone, owner) in stones
        .iter()
        .zip([Owner::Theirs, Owner::Own].into_iter().cycle())
    {
        position.put(owner, stone)?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use engine::{Caches, Options, SearchRequest, Stop};
    use protocol::millis::Millis;
    use protocol::spec::Depth;

    use super::*;

    #[test]
    fn no_opening_is_decided() {
        let threat = engine::bots::named("threat").unwrap();
        for number in 0..OPENINGS.len() {
            let empty = Position::empty(15, 15).unwrap();
            let position = judged(&empty, &propose(&empty, number).unwrap()).unwrap();
            let search = SearchRequest {
                depth: Depth::new(6).ok(),
                limit: None,
                elapsed: &|| Millis::ZERO,
                stop: &Stop::default(),
                seed: 0,
                options: Options::default(),
                progress: None,
            };
            let choice = threat
                .choose(&position.game(false).unwrap(), search, &Caches::default())
                .unwrap();
            assert_eq!(choice.exact, Some(false), "{number}: {choice:?}");
        }
    }

    #[test]
    fn every_opening_has_three_stones_on_the_smallest_board() {
        for number in 0..OPENINGS.len() {
            for (columns, rows) in [(9, 9), (15, 15), (20, 20), (9, 20)] {
                let empty = Position::empty(columns, rows).unwrap();
                let stones = propose(&empty, number).unwrap();
                let position = judged(&empty, &stones).unwrap();
                assert_eq!(position.stones(), 3);
                assert!(position.game(false).is_ok());
            }
        }
        let small = Position::empty(8, 15).unwrap();
        assert!(propose(&small, 0).unwrap_err().contains("9 x 9"));
    }
}
