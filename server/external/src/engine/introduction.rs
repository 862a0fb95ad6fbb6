//! The question to a program who it is, and whether it is an engine at all.
//!
//! The protocol's answer is `name="..."`. Old engines answer in words of their own or do not know the question, and
//! some engines say something before they are asked: such a program is an engine if it then starts a game.

use engine::Stop;
use tracing::debug;

use super::Wait;
use crate::about::About;
use crate::answer::{Answer, NoAnswer};
use crate::error::ExternalError;
use crate::limits::Limits;
use crate::order::Order;
use crate::process::Process;
use crate::text::shown;

/// Sizes of the board to start a game on: the one that every engine has to know, and the one of older tournaments.
const SIZES: [i64; 2] = [20, 15];

/// Lines of a greeting that are kept; people are shown the beginning.
const MAX_LINES: usize = 16;

/// Asks a program who it is. Returns true with the answer if it has a name in it.
///
/// # Errors
///
/// The program is no engine.
pub(super) fn about(process: &mut Process, limits: Limits) -> Result<(About, bool), ExternalError> {
    let stop = Stop::default();
    process.tell(&[Order::About]);
    let (line, answer) = Wait::new(process, Order::About, limits.start, &stop).line()?;
    if let Some(about) = About::from_line(&line) {
        return Ok((about, true));
    }
    if line == Order::About.to_string() {
        return Err(ExternalError::Nameless { line: shown(&line) });
    }
    debug!(
        line,
        "the engine does not say its name as it should; a game is tried"
    );
    let mut words = Vec::new();
    keep_words(&mut words, line, &answer);
    // As before every order, but what comes meanwhile is not dropped: it may be the answer after a greeting.
    std::thread::sleep(limits.settle);
    let mut refused = None;
    for size in SIZES {
        let order = Order::Start {
            columns: size,
            rows: size,
        };
        process.extend_cpu_limit(limits.start);
        process.tell(&[order]);
        let mut wait = Wait::new(process, order, limits.start, &stop);
        loop {
            let (line, answer) = wait.line()?;
            if let Some(about) = About::from_line(&line) {
                return Ok((about, true));
            }
            match answer {
                Ok(Answer::Ok) => return Ok((About::in_words(&words.join(" ")), false)),
                Ok(Answer::Error(_) | Answer::Unknown(_)) => {
                    refused = Some(wait.refused(&line));
                    break;
                }
                answer => keep_words(&mut words, line, &answer),
            }
        }
    }
    Err(refused.expect("each size is accepted or refused"))
}

/// Keeps a line if it answers no order.
fn keep_words(words: &mut Vec<String>, line: String, answer: &Result<Answer, NoAnswer>) {
    if answer.is_err() && words.len() < MAX_LINES {
        words.push(line);
    }
}
