//! What the manager writes, read while the brain thinks.
//!
//! bytes -> lines, of bounded length -> [`Command`]s -> a bounded queue -> the brain
//!
//! Three things do not wait in the queue. `STOP` ends the thinking about what was asked before it: the best
//! so far is played. `END` ends it without an answer, because nothing may be written after it; only where it
//! came in one piece with what was asked, as when a whole script is piped in, that is answered first. So it
//! is at the end of the input. Either way the brain has left within the second that managers grant.

use std::io::{BufRead, ErrorKind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use engine::Stop;
use external::Stopwatch;

use super::command::{self, Command};

/// Bytes of a line that are looked at; the longest sensible one names a folder.
const LONGEST: usize = 4096;

/// How long a brain that is leaving goes on thinking; it has a second to be gone.
const GRACE: Duration = Duration::from_millis(700);

/// A command on its way to the brain.
#[derive(Debug)]
pub(super) struct Told {
    /// The number of its line.
    pub(super) line: u64,
    /// Running since it was read: the manager's clock does.
    pub(super) since: Stopwatch,
    pub(super) command: Command,
}

/// What the brain must know at once.
#[derive(Debug, Default)]
pub(super) struct Haste {
    /// What was told before this line is to be answered without more thinking.
    before: AtomicU64,
    /// Running since the last line was read.
    leaving: OnceLock<Stopwatch>,
    /// The manager wants to hear no more.
    pub(super) silence: Stop,
}

impl Haste {
    /// Whether the answer to what was told on `line` is wanted now.
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

    /// Nothing more comes; what was asked is still answered.
    fn leave(&self) {
        self.leaving.get_or_init(Stopwatch::start);
    }
}

/// Reads until `END`, the end of the input, or nobody takes commands any more. Waits where the queue is full.
pub(super) fn read(input: &mut dyn BufRead, queue: &SyncSender<Told>, haste: &Haste) {
    let mut number = 0;
    let mut line = Line::default();
    let mut is_read = |line: &mut Line, is_first: bool| {
        number += 1;
        let since = Stopwatch::start();
        let Some(command) = line.finish() else {
            return true;
        };
        match command {
            Command::Stop => {
                haste.hurry(number);
                true
            }
            Command::End => {
                if is_first {
                    haste.silence.raise();
                } else {
                    haste.leave();
                }
                false
            }
            command => {
                let told = Told {
                    line: number,
                    since,
                    command,
                };
                queue.send(told).is_ok()
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
    /// Whether there was more than fits.
    is_cut: bool,
}

impl Line {
    fn add(&mut self, part: &[u8]) {
        let fits = part.len().min(LONGEST - self.bytes.len());
        self.bytes.extend_from_slice(&part[..fits]);
        self.is_cut |= fits < part.len();
    }

    /// What the line says; the next one begins.
    fn finish(&mut self) -> Option<Command> {
        let command = command::read(&self.bytes, self.is_cut);
        self.bytes.clear();
        self.is_cut = false;
        command
    }
}
