//! Our engine at the boards of others: the Gomocup protocol on standard input and output.
//!
//! manager -> `input` (a thread that reads) -> [`external::Order`] -> queue -> [`Session`]
//! -> [`external::Answer`] -> manager
//!
//! - `input`: lines of any length, and what ends a search: `STOP`, `END` and a new game
//! - `answers`: the output, and `ABOUT` during a search
//! - `session`: the state of the game, and the answers, those in the opening swap2 too; `block`: a position told on
//!   several lines
//! - `board`: the stones by owner, and an order in which they may have been played
//! - `time`: time for a move
//! - `engine`: the search and the memory of its table
//! - `output`: the end when nobody reads the answers
//!
//! The lines themselves, and the conversion between a cell `x,y` and a square, are those of the crate `external`,
//! which is the manager's end of the same protocol.
//!
//! No input ends the program: what cannot be read or carried out is answered with `ERROR` or `UNKNOWN` and changes
//! nothing. `INFO` is never answered.

mod answers;
mod block;
mod board;
mod engine;
mod input;
mod output;
mod session;
mod time;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::failure::Failure;

pub use self::output::leave_with_reader;

use self::answers::{Answers, asks_for_move, is_of_search};
use self::input::{Haste, Received};
use self::session::Session;

/// Orders that wait for the session; more than the stones of a full board. Where it is full the reader
/// waits, and sees an `END` only when the session has caught up.
const QUEUE: usize = 4096;

/// Speaks with a manager until `END` or the end of the input, and searches on `threads` threads until the manager
/// names another number.
///
/// # Errors
///
/// The answers cannot be written.
pub(crate) fn run(
    threads: usize,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let haste = Haste::default();
    let answers = Answers::new(output);
    let (queue, orders) = mpsc::sync_channel(QUEUE);
    let answered = thread::scope(|scope| {
        let session = thread::Builder::new()
            .name("session".to_owned())
            .spawn_scoped(scope, || {
                answer(Session::new(threads, &haste), orders, &haste, &answers)
            })?;
        input::read(input, &queue, &haste, &answers);
        // The session ends when nothing more can come.
        drop(queue);
        Ok(session.join())
    })
    .map_err(|error: io::Error| {
        Failure::Failed(format!(
            "cannot start a thread: {error}; allow this program more memory or threads"
        ))
    })?;
    match answered {
        Ok(answered) => Ok(answered?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Answers one order after the other, each at once.
fn answer(
    mut session: Session<'_>,
    orders: Receiver<Received>,
    haste: &Haste,
    answers: &Answers<'_>,
) -> io::Result<()> {
    for received in orders {
        let mut lines = session.handle(&received);
        if haste.silence.is_raised() {
            break;
        }
        if haste.is_abandoned(received.line) && received.order.as_ref().is_ok_and(asks_for_move) {
            lines.retain(|line| !is_of_search(line));
        }
        answers.write(&lines, received.line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
