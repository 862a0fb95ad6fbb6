//! Where lines go: the one place that writes to standard output and standard error.

use std::io::{self, Write};

use protocol::codec::{Encoding, Message as _};
use protocol::message::ServerMsg;

use crate::text::plain;

/// How what happens is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A line of text for each happening.
    Plain,
    /// Each message of the server as on the wire, one a line.
    Json,
}

/// Standard output and standard error.
#[derive(Debug)]
pub struct Output {
    mode: Mode,
    closed: bool,
}

impl Output {
    /// Tells things in this way.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            closed: false,
        }
    }

    /// How things are told.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether nobody reads any more, as when a pipe to `head` is full.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Something for people: a line of text, and nothing in JSON.
    pub fn line(&mut self, text: &str) {
        match self.mode {
            Mode::Plain => self.write(&plain(text)),
            Mode::Json => {}
        }
    }

    /// Something about this client rather than the game: beside the messages where they are JSON.
    pub fn note(&mut self, text: &str) {
        match self.mode {
            Mode::Plain => self.write(&plain(text)),
            Mode::Json => warn(text),
        }
    }

    /// A message of the server: as on the wire, and nothing in text.
    pub fn message(&mut self, message: &ServerMsg) {
        match self.mode {
            Mode::Plain => {}
            Mode::Json => {
                let frame = message.encode(Encoding::Json);
                self.write(&String::from_utf8_lossy(&frame));
            }
        }
    }

    /// A line in either mode, as it is.
    pub fn raw(&mut self, line: &str) {
        self.write(line);
    }

    fn write(&mut self, line: &str) {
        let mut out = io::stdout().lock();
        // Flushed line by line: the reader may be a program that answers.
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.closed = true;
        }
    }
}

/// One line on standard error.
pub fn warn(text: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "enlinea: {}", plain(text));
}
