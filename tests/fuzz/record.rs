//! Saved games, and lists of moves as people type them.

use protocol::game::Game;
use protocol::record::{Record, RecordedPly, read_moves};
use protocol::rules::Variant;

use super::ensure_short;

/// Reads a record; then, where the first line is a variant, the rest as moves of it.
///
/// # Panics
///
/// A record does not read back as it is written, its plies are not legal, or an error repeats much of the text.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Record>() {
        Ok(record) => {
            let written = record.to_string();
            assert_eq!(written.parse().as_ref(), Ok(&record), "{written}");
            let squares = record.plies().iter().map(RecordedPly::square);
            assert_eq!(Game::after(record.variant(), squares), Ok(record.game()));
        }
        Err(error) => ensure_short(&error.to_string()),
    }
    let Some((variant, moves)) = text.split_once('\n') else {
        return;
    };
    let Ok(variant) = variant.parse::<Variant>() else {
        return;
    };
    match read_moves(variant, moves) {
        Ok(squares) => assert!(Game::after(variant, squares).is_ok(), "{variant} {moves}"),
        Err(error) => ensure_short(&error.to_string()),
    }
}
