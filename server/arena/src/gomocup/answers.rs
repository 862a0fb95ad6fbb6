//! Answers on their way to the manager: the session's, and `ABOUT` while the session searches.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use external::{About, Answer, Order, OrderError};

/// The output, which the session and the reader share.
pub(super) struct Answers<'a>(Mutex<Output<'a>>);

struct Output<'a> {
    lines: &'a mut (dyn Write + Send),
    /// The last line whose order the session has carried out.
    handled: u64,
}

impl<'a> Answers<'a> {
    pub(super) fn new(lines: &'a mut (dyn Write + Send)) -> Self {
        Self(Mutex::new(Output { lines, handled: 0 }))
    }

    /// Writes what the session answers to the order on `line`.
    ///
    /// # Errors
    ///
    /// The lines cannot be written.
    pub(super) fn write(&self, answers: &[Answer], line: u64) -> io::Result<()> {
        let mut output = self.lock();
        output.write(answers)?;
        output.handled = line;
        Ok(())
    }

    /// Answers `ABOUT` where the session is at the search that `queue` ends with, and returns whether it did.
    pub(super) fn write_about(&self, queue: &Queued) -> bool {
        let mut output = self.lock();
        // The session meets the error of an output that is gone, too, and ends.
        queue.ends_with_search(output.handled) && output.write(&[Answer::About(about())]).is_ok()
    }

    fn lock(&self) -> MutexGuard<'_, Output<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output<'_> {
    fn write(&mut self, answers: &[Answer]) -> io::Result<()> {
        for line in answers {
            writeln!(self.lines, "{line}")?;
        }
        if !answers.is_empty() {
            self.lines.flush()?;
        }
        Ok(())
    }
}

/// The end of the queue of orders, as the reader knows it.
#[derive(Default)]
pub(super) struct Queued {
    /// The line of the last order; the lines of a position are one order with the `BOARD` that begins it.
    last: u64,
    /// The line of the order before it.
    before: u64,
    /// The last order is a position without its `DONE`.
    is_open: bool,
    /// The last order asks for a move.
    is_search: bool,
}

impl Queued {
    /// Notes the order on `line`, which goes to the session.
    pub(super) fn note(&mut self, order: &Result<Order, OrderError>, line: u64) {
        let Ok(order) = order else {
            return;
        };
        match order {
            // Settings have no answer, and stones are of the position that is open.
            Order::Info(_) | Order::Stone { .. } => return,
            Order::Done if self.is_open => {}
            Order::Start { .. }
            | Order::Restart
            | Order::Begin
            | Order::Turn(_)
            | Order::Play(_)
            | Order::Takeback(_)
            | Order::Board
            | Order::Swap2Board
            | Order::Done
            | Order::About
            | Order::Stop
            | Order::End => self.before = self.last,
        }
        self.last = line;
        self.is_open = matches!(order, Order::Board | Order::Swap2Board);
        self.is_search = asks_for_move(order);
    }

    /// Returns whether a session that has carried out the orders up to the line `handled` is at a search, with
    /// nothing behind it.
    fn ends_with_search(&self, handled: u64) -> bool {
        self.is_search && (self.before..self.last).contains(&handled)
    }
}

/// Name and author of this engine.
pub(super) fn about() -> About {
    About::from_line(concat!(
        "name=\"enlinea\", version=\"",
        env!("CARGO_PKG_VERSION"),
        "\", author=\"the enlinea project\", country=\"none\""
    ))
    .expect("it has a name")
}

/// Returns whether an order is answered with a move or a choice, which takes a search.
pub(super) fn asks_for_move(order: &Order) -> bool {
    matches!(order, Order::Begin | Order::Turn(_) | Order::Done)
}

/// Returns whether an answer is a move or a choice, or the findings that come before one.
pub(super) fn is_of_search(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Move(_) | Answer::Opening(_) | Answer::Swap | Answer::Message(_)
    )
}
