//! Lines that a run of hours tells on the way.

use std::io::{self, Write};

/// Lines about the progress of a run and its faults: where they cannot be written they are lost, and the run goes on.
///
/// Only where their reader left, as `head` does, the run ends.
pub(crate) struct Progress<'a>(pub(crate) &'a mut dyn Write);

impl Write for Progress<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if is_lost(&error) => Ok(bytes.len()),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0
            .flush()
            .or_else(|error| if is_lost(&error) { Ok(()) } else { Err(error) })
    }
}

fn is_lost(error: &io::Error) -> bool {
    !matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe | io::ErrorKind::Interrupted
    )
}
