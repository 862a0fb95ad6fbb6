//! Failures of the program: one line on standard error and an exit status.

use std::fmt;
use std::process::ExitCode;

use crate::text::plain;

/// A failure that ends the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind, from which the exit status follows.
    pub kind: Kind,
    /// One line: the event, the expectation, the remedy.
    pub message: String,
}

/// The exit statuses, for scripts. `--help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something did not work.
    Failed,
    /// The arguments make no sense.
    Usage,
    /// The server refused.
    Refused,
    /// The connection was lost, and no retry succeeded.
    Lost,
    /// Ctrl-C, or the system asked the program to stop.
    Interrupted,
}

impl Kind {
    /// The exit status of the process.
    pub fn status(self) -> u8 {
        match self {
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::Lost => 4,
            // What shells expect of a program that Ctrl-C ended.
            Self::Interrupted => 130,
        }
    }
}

impl Failure {
    /// A failure of this kind.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    /// Something did not work.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Kind::Failed, message)
    }

    /// The exit status.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.kind.status())
    }
}

/// Writes the message on one line, with control characters taken out.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(&self.message))
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line() {
        let failure = Failure::failed("one\ntwo\x1b[31m");
        assert_eq!(failure.to_string(), "one two [31m");
    }
}
