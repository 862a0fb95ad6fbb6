//! Lines of the manager, read while the engine searches.
//!
//! bytes -> lines, of bounded length -> [`Order`]s -> a bounded queue -> the session
//!
//! Some lines do not wait in the queue. `STOP` ends the search for every order before it: the best move
//! so far is played. `END` ends it without an answer, because nothing may be written after it. So do `START`
//! and `RESTART`: a move of the old game would be taken for one of the new. `ABOUT` is answered during a
//! search, which goes on. But for `STOP`, only where they did not come in one piece behind orders that are answered,
//! as when a whole script is piped in: those are answered first. So it is at the end of the input.
//! After `END` the program has exited within the second that managers grant.

use std::io::{BufRead, ErrorKind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use engine::Stop;
use external::{Order, OrderError, Stopwatch};
use protocol::text::without_mark;

use super::answers::{Answers, Queued};

/// Bytes of a line that are kept; the longest sensible one names a folder.
const MAX_LINE: usize = 4096;

/// Time to search on after the end of the input; managers grant a second to exit.
const GRACE: Duration = Duration::from_millis(700);

/// A line on its way to the session.
#[derive(Debug)]
pub(super) struct Received {
    /// Its number, from 1.
    pub(super) line: u64,
    /// Running since it was read, as the manager's clock is.
    pub(super) since: Stopwatch,
    pub(super) order: Result<Order, OrderError>,
}

/// Signals that overtake the queue.
#[derive(Debug, Default)]
pub(super) struct Haste {
    /// Orders before this line are to be answered without more searching.
    before: AtomicU64,
    /// Orders before this line are of a game that another one has replaced: nobody waits for their moves.
    abandoned: AtomicU64,
    /// Running since the last line was read.
    leaving: OnceLock<Stopwatch>,
    /// The manager wants to hear no more.
    pub(super) silence: Stop,
}

impl Haste {
    /// Returns whether the answer to the order on `line` is wanted now.
    pub(super) fn is_due(&self, line: u64) -> bool {
        line < self.before.load(Ordering::Acquire)
            || self
                .leaving
                .get()
                .is_some_and(|since| since.elapsed() > GRACE)
    }

    /// Returns whether the order on `line` is of a game that is over.
    pub(super) fn is_abandoned(&self, line: u64) -> bool {
        line < self.abandoned.load(Ordering::Relaxed)
    }

    fn hurry(&self, before: u64) {
        self.before.store(before, Ordering::Release);
    }

    /// Another game begins on this line.
    fn abandon(&self, before: u64) {
        // First, so that a search which ends by `hurry` is known to be abandoned.
        self.abandoned.store(before, Ordering::Relaxed);
        self.hurry(before);
    }

    /// Nothing more comes; orders that wait are still answered.
    fn leave(&self) {
        self.leaving.get_or_init(Stopwatch::start);
    }
}

/// Reads until `END`, the end of the input, or the end of the session. Waits where the queue is full.
pub(super) fn read(
    input: &mut dyn BufRead,
    queue: &SyncSender<Received>,
    haste: &Haste,
    answers: &Answers<'_>,
) {
    let mut number = 0;
    let mut queued = Queued::default();
    let mut line = Line::default();
    // Handles a complete line, and returns whether to read on. Nothing that is answered came before it in its piece
    // if `is_first` is true.
    let mut handle = |line: &mut Line, is_first: &mut bool| {
        number += 1;
        let since = Stopwatch::start();
        let Some(order) = line.finish(number == 1) else {
            return true;
        };
        match order {
            Ok(Order::Stop) => {
                haste.hurry(number);
                true
            }
            Ok(Order::End) => {
                if *is_first {
                    haste.silence.raise();
                } else {
                    haste.leave();
                }
                false
            }
            Ok(Order::About) if *is_first && answers.write_about(&queued) => true,
            order => {
                if *is_first && matches!(order, Ok(Order::Start { .. } | Order::Restart)) {
                    haste.abandon(number);
                }
                *is_first &= matches!(order, Ok(Order::Info(_)));
                queued.note(&order, number);
                let received = Received {
                    line: number,
                    since,
                    order,
                };
                queue.send(received).is_ok()
            }
        }
    };
    let mut is_first = true;
    loop {
        let piece = match input.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // What cannot be read has ended.
            Err(_) => &[],
        };
        let length = piece.len();
        if length == 0 {
            // The last line may have no end of its own.
            handle(&mut line, &mut false);
            haste.leave();
            return;
        }
        // A long script comes in pieces, of which hardly one ends with a line.
        is_first |= line.bytes.is_empty();
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let Some(rest) = part.strip_suffix(b"\n") else {
                line.add(part);
                continue;
            };
            line.add(rest);
            if !handle(&mut line, &mut is_first) {
                return;
            }
        }
        input.consume(length);
    }
}

/// A line as far as it was read.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    /// Set where the line is longer than [`MAX_LINE`].
    is_cut: bool,
}

impl Line {
    fn add(&mut self, part: &[u8]) {
        let fits = part.len().min(MAX_LINE - self.bytes.len());
        self.bytes.extend_from_slice(&part[..fits]);
        self.is_cut |= fits < part.len();
    }

    /// Reads the line, and begins the next one. None where it is blank.
    fn finish(&mut self, is_first: bool) -> Option<Result<Order, OrderError>> {
        let Self { bytes, is_cut } = std::mem::take(self);
        let text = String::from_utf8_lossy(&bytes);
        let text = if is_first { without_mark(&text) } else { &text };
        let text = text.trim();
        if text.is_empty() {
            None
        } else if is_cut {
            Some(Order::from_truncated(text))
        } else {
            Some(text.parse())
        }
    }
}
