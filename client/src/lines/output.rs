//! Standard output and standard error: the one module that writes to them.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;
use crate::text::{plain, plain_json};

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Lines of text for each event.
    Plain,
    /// Each message of the server in JSON, one on each line.
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
    /// Creates an output of this form.
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            closed: false,
            problem: None,
        }
    }

    /// The form of the output.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// True where nothing more can be written: the reader is gone, or writing has failed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the failure to write, if any. A reader that closes the pipe, as `head` does, is no
    /// failure.
    ///
    /// # Errors
    ///
    /// One line, where a line could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        self.problem.map_or(Ok(()), |error| {
            let problem = error.to_string();
            Err(Failure::failed(say!("lines-no-output", problem = problem)))
        })
    }

    /// Writes a line for people; nothing in JSON.
    pub fn line(&mut self, text: &str) {
        match self.mode {
            Mode::Plain => self.write(&plain(text)),
            Mode::Json => {}
        }
    }

    /// Writes an answer to what was typed, or the address of a server in this program: to standard error in JSON, where
    /// standard output has messages only. Notices about the connection are warnings.
    pub fn answer(&mut self, text: &str) {
        match self.mode {
            Mode::Plain => self.line(text),
            Mode::Json => warn(text),
        }
    }

    /// Writes a line of JSON in either mode.
    pub fn json(&mut self, line: &str) {
        self.write(&plain_json(line));
    }

    /// Writes a line of a list in JSON.
    pub(super) fn json_line(&mut self, line: &impl Serialize) {
        self.json(&serde_json::to_string(line).expect("these lines have texts and numbers alone"));
    }

    /// Writes a text of several lines in either mode, unchanged.
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

/// Writes a line to standard error.
pub fn warn(text: &str) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "enlinea: {}", plain(text));
}
