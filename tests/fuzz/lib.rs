//! The checks of fuzzing, a module for each subject: what must hold for any bytes.
//!
//! `run TARGET SECONDS` in this folder looks for bytes for which it does not; the test `corpus` runs every check on
//! the bytes that are kept in `corpus`, a folder for each target. A check that fails panics.

pub mod codec;
pub mod gomocup;
pub mod record;
#[path = "../../server/room/tests/commands/table.rs"]
pub mod room;
pub mod upgrade;

/// Most bytes of an error: a sentence or two, with a few words of the text and the legal moves of a column game.
const ERROR: usize = 1500;

/// Checks that an error repeats no more of a stranger's text than that.
fn ensure_short(error: &str) {
    assert!(error.len() <= ERROR, "{} bytes: {error}", error.len());
}
