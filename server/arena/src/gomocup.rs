//! Our engine at the boards of others: the Gomocup protocol on standard input and output.
//!
//! manager -> `input` (a thread that reads) -> `command` -> queue -> [`Brain`] -> one line -> manager
//!
//! - `command`: a line as a command; needs no board
//! - `input`: lines of any length, `STOP` and `END` while the brain thinks
//! - `brain`: what is known of the game, and the answers; `block`: a position told on several lines;
//!   `reply`: the lines that the manager hears
//! - `board`: the stones by owner, and an order in which they may have been played
//! - `time`: how long a move may take
//! - `swap2`: the opening in which the sides are chosen
//! - `thinker`: the engine
//!
//! Whatever a manager writes, the brain lives: what makes no sense is answered with `ERROR` or `UNKNOWN` and
//! changes nothing. `INFO` is never answered.
//!
//! Source: the protocol as described at plastovicka.github.io/protocl2en.htm.

mod block;
mod board;
mod brain;
mod command;
mod input;
mod reply;
mod swap2;
mod thinker;
mod time;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::failure::Failure;

use self::brain::Brain;
use self::input::{Haste, Told};

/// Commands that wait for the brain; more than the stones of a full board. Where it is full the reader
/// waits, and sees an `END` only when the brain has caught up.
const QUEUE: usize = 4096;

/// Speaks with a manager until `END` or the end of the input.
///
/// # Errors
///
/// The answers cannot be written.
pub(crate) fn run(input: &mut dyn BufRead, output: &mut (dyn Write + Send)) -> Result<(), Failure> {
    let haste = Haste::default();
    let (queue, commands) = mpsc::sync_channel(QUEUE);
    let answered = thread::scope(|scope| {
        let brain = scope.spawn(|| answer(Brain::new(&haste), commands, &haste, output));
        input::read(input, &queue, &haste);
        // The brain goes when nothing more can come.
        drop(queue);
        brain.join()
    });
    match answered {
        Ok(answered) => Ok(answered?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Answers one command after the other, each line at once.
fn answer(
    mut brain: Brain<'_>,
    commands: Receiver<Told>,
    haste: &Haste,
    output: &mut dyn Write,
) -> io::Result<()> {
    for told in commands {
        let reply = brain.obey(&told);
        if haste.silence.is_raised() {
            break;
        }
        if let Some(reply) = reply {
            writeln!(output, "{reply}")?;
            output.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
