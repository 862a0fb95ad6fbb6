//! How the program ends when it does not end well: one line on standard error and an exit status.

use std::fmt;
use std::process::ExitCode;

use crate::text::plain;

/// Why the program could not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Of what kind, for scripts.
    pub kind: Kind,
    /// What happened, what was expected, what to do: one line.
    pub message: String,
}

/// The exit statuses, for scripts. `--help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something did not work.
    Failed,
    /// The arguments make no sense.
    Usage,
    /// The server said no.
    Refused,
    /// There was a connection, and it did not come back.
    Lost,
    /// Ctrl-C, or the system asked the program to stop.
    Interrupted,
}

impl Kind {
    /// The number that the system is told.
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

/// On one line, whatever the message has in it.
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
