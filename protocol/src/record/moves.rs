//! Bare lists of moves: `444333`, `4 4 3`, `h8 h9 i8`.

use thiserror::Error;

use super::error::MoveError;
use crate::game::Game;
use crate::rules::{Illegal, Notation, Variant};
use crate::square::Square;

/// The error of a list of moves that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("ply {ply}, at character {column} of the moves: {problem}")]
pub struct MovesError {
    /// Position at which the move begins, in characters from 1.
    pub column: usize,
    /// Number that the ply would have, from 1.
    pub ply: usize,
    /// The fault, and what was expected.
    pub problem: MoveError,
}

/// Reads a list of moves, and returns the cell where each came to lie.
///
/// Moves are separated by white space or commas. Where no two moves can run into each other they may
/// stand close: `444333` on up to nine columns, `h8h9i8` where they are cells.
///
/// ```
/// use protocol::record::read_moves;
/// use protocol::rules::Variant;
///
/// let variant = Variant::named("connect-four").unwrap();
/// assert_eq!(read_moves(variant, "444").unwrap(), read_moves(variant, "4 4 4").unwrap());
/// assert_eq!(read_moves(variant, "4 4 9").unwrap_err().column, 5);
/// ```
///
/// # Errors
///
/// [`MovesError`] at the first move that cannot be read or is not allowed.
pub fn read_moves(variant: Variant, text: &str) -> Result<Vec<Square>, MovesError> {
    let mut game = Game::new(variant);
    for (start, word) in words(text) {
        for (offset, written) in split_close(variant, word) {
            play_written(&mut game, written).map_err(|problem| MovesError {
                column: text[..start + offset].chars().count() + 1,
                ply: game.plies().len() + 1,
                problem,
            })?;
        }
    }
    Ok(game.plies().to_vec())
}

/// Returns the words between white space and commas, each with the byte at which it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = |c: char| c.is_whitespace() || c == ',';
    let mut next = 0;
    text.split_inclusive(parts)
        .map(move |chunk| {
            let start = next;
            next += chunk.len();
            (start, chunk.trim_end_matches(parts))
        })
        .filter(|(_, word)| !word.is_empty())
}

/// The moves of a word that were written without a space between them, each with its offset in bytes.
pub(super) fn split_close(variant: Variant, word: &str) -> Vec<(usize, &str)> {
    let is_digits = word.bytes().all(|c| c.is_ascii_digit());
    let begins_move = |c: u8| match variant.notation() {
        Notation::Column => is_digits && variant.shape().columns <= 9,
        Notation::Cell => c.is_ascii_alphabetic(),
    };
    if !word.is_ascii() {
        return vec![(0, word)];
    }
    let mut starts: Vec<usize> = (1..word.len())
        .filter(|&at| begins_move(word.as_bytes()[at]))
        .collect();
    starts.insert(0, 0);
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| (start, &word[start..end]))
        .collect()
}

/// Plays a move as it was written.
pub(super) fn play_written(game: &mut Game, written: &str) -> Result<Square, MoveError> {
    let square = game.read_move(written)?;
    game.play(square).map_err(|illegal| match illegal {
        Illegal::GameOver => MoveError::GameOver {
            plies: game.plies().len(),
        },
        other => MoveError::Illegal(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Variant {
        name.parse().unwrap()
    }

    #[test]
    fn moves_are_read_however_people_separate_them() {
        for (name, text, expected) in [
            ("connect-four", "444333", "d1 d2 d3 c1 c2 c3"),
            ("connect-four", " 4 4\n4,3, 33 ", "d1 d2 d3 c1 c2 c3"),
            ("connect-four", "d d 4", "d1 d2 d3"),
            ("connect-four", "", ""),
            ("custom:12x6x4:falls", "12 1 12", "l1 a1 l2"),
            ("gomoku", "h8 h9 i8", "h8 h9 i8"),
            ("gomoku", "h8h9i8", "h8 h9 i8"),
            ("gomoku", "H8 t20", "h8 t20"),
        ] {
            let squares = read_moves(variant(name), text).unwrap();
            let squares: Vec<_> = squares.iter().map(Square::to_string).collect();
            assert_eq!(squares.join(" "), expected, "{name}: {text:?}");
        }
    }

    #[test]
    fn a_move_that_will_not_do_is_refused_with_its_place() {
        for (name, text, column, ply, problem) in [
            ("connect-four", "44 8", 4, 3, "a column, 1 to 7"),
            ("connect-four", "448", 3, 3, "a column, 1 to 7"),
            ("connect-four", "4444444", 7, 7, "column 4 is full"),
            ("connect-four", "é", 1, 1, "a column, 1 to 7"),
            ("connect-four", "4é4", 1, 1, "a column, 1 to 7"),
            ("connect-four", "12121212", 8, 8, "ended with ply 7"),
            ("custom:12x6x4:falls", "111", 1, 1, "a column, 1 to 12"),
            ("gomoku-15", "h8 h8", 4, 2, "h8 is taken"),
            ("gomoku-15", "h8p1", 3, 2, "a1 to o15"),
            ("gomoku-15", "h8 ,, 4", 7, 2, "a1 to o15"),
        ] {
            let error = read_moves(variant(name), text).unwrap_err();
            assert_eq!(
                (error.column, error.ply),
                (column, ply),
                "{text:?}: {error}"
            );
            assert!(
                error.problem.to_string().contains(problem),
                "{text:?}: {error}"
            );
        }
    }
}
