//! Lines of the manager, read while the engine searches.
//!
//! bytes -> lines, of bounded length -> [`Order`]s -> a bounded queue -> the session
//!
//! Three things do not wait in the queue. `STOP` ends the search for every order before it: the best move
//! so far is played. `END` ends it without an answer, because nothing may be written after it; only where it
//! came in one piece with other orders, as when a whole script is piped in, those are answered first. So it
//! is at the end of the input. Either way the program has exited within the second that managers grant.

use std::io::{BufRead, ErrorKind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use engine::Stop;
use external::{Order, OrderError, Stopwatch};

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
    /// Running since the last line was read.
    leaving: OnceLock<Stopwatch>,
    /// The manager wants to hear no more.
    pub(super) silence: Stop,
}

impl Haste {
    /// Returns whether the answer to the order on `line` is wanted now.
    pub(super) fn is_due(&self, line: u64) -> bool {
        line < self.before.load(Ordering::Relaxed)
            || self
                .leaving
                .get()
                .is_some_and(|since| since.elapsed() > GRACE)
    }

    fn hurry(&self, before: u64) {
        self.before.store(before, Ordering::Relaxed);
    }

    /// Nothing more comes; orders that wait are still answered.
    fn leave(&self) {
        self.leaving.get_or_init(Stopwatch::start);
    }
}

/// Reads until `END`, the end of the input, or the end of the session. Waits where the queue is full.
pub(super) fn read(input: &mut dyn BufRead, queue: &SyncSender<Received>, haste: &Haste) {
    let mut number = 0;
    let mut line = Line::default();
    let mut is_read = |line: &mut Line, is_first: bool| {
        number += 1;
        let since = Stopwatch::start();
        let Some(order) = line.finish() else {
            return true;
        };
        match order {
            Ok(Order::Stop) => {
                haste.hurry(number);
                true
            }
            Ok(Order::End) => {
                if is_first {
                    haste.silence.raise();
                } else {
                    haste.leave();
                }
                false
            }
            order => {
                let received = Received {
                    line: number,
                    since,
                    order,
                };
                queue.send(received).is_ok()
            }
        }
    };
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
            is_read(&mut line, false);
            haste.leave();
            return;
        }
        let mut is_first = true;
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let Some(rest) = part.strip_suffix(b"\n") else {
                line.add(part);
                continue;
            };
            line.add(rest);
            if !is_read(&mut line, is_first) {
                return;
            }
            is_first = false;
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
    fn finish(&mut self) -> Option<Result<Order, OrderError>> {
        let Self { bytes, is_cut } = std::mem::take(self);
        let text = String::from_utf8_lossy(&bytes);
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
