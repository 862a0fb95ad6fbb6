//! Where lines go: the one place that writes to standard output and standard error.

use std::io::{self, Write};

use protocol::codec::{Encoding, Message as _};
use protocol::message::ServerMsg;

use crate::failure::Failure;
use crate::text::{plain, plain_json};

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
    problem: Option<io::Error>,
}

impl Output {
    /// Tells things in this way.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            closed: false,
            problem: None,
        }
    }

    /// How things are told.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether nothing more can be told: nobody reads any more, or writing has failed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Says whether everything was told that somebody wanted to read. A reader that had enough, as `head`, is no
    /// failure.
    ///
    /// # Errors
    ///
    /// One line, where a line could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        self.problem.map_or(Ok(()), |error| {
            Err(Failure::failed(format!(
                "standard output cannot be written to: {error}"
            )))
        })
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
                self.json(&String::from_utf8_lossy(&frame));
            }
        }
    }

    /// A line of JSON in either mode.
    pub fn json(&mut self, line: &str) {
        self.write(&plain_json(line));
    }

    /// A text of several lines in either mode, as it is.
    pub fn raw(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        let written = write!(out, "{text}").and_then(|()| out.flush());
        self.note_end(written);
    }

    fn write(&mut self, line: &str) {
        if self.closed {
            return;
        }
        let mut out = io::stdout().lock();
        // Flushed line by line: the reader may be a program that answers.
        let written = writeln!(out, "{line}").and_then(|()| out.flush());
        self.note_end(written);
    }

    fn note_end(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.closed = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.problem = Some(error);
            }
        }
    }
}

/// One line on standard error.
pub fn warn(text: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "enlinea: {}", plain(text));
}
