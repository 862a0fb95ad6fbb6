//! Failures of the program, and its exit status.

use std::fmt;
use std::io;

/// A failure of the program: one line that says what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Something did not work.
    Failed(String),
    /// The arguments make no sense.
    Usage(String),
    /// The reader of the output closed it, as `head` does.
    ReaderLeft,
}

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
            Self::ReaderLeft => 0,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) | Self::Usage(message) => f.write_str(message),
            Self::ReaderLeft => f.write_str("nobody reads the output any more"),
        }
    }
}

/// The output could not be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderLeft,
            _ => Self::Failed(format!(
                "cannot write the answer: {error}; write it somewhere else"
            )),
        }
    }
}
