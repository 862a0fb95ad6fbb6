//! Failures to accept connections, as for want of file descriptors.

use std::io;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tracing::warn;

/// Delay before the next try.
const RETRY: Duration = Duration::from_millis(100);

/// Time between two lines of the log.
const SAID_EVERY: Duration = Duration::from_mins(1);

/// The failures of one listener.
#[derive(Debug, Default)]
pub(crate) struct AcceptErrors {
    /// When the log was last told.
    said: Option<Instant>,
}

impl AcceptErrors {
    /// Waits until it may be tried again to accept connections for `purpose`, and logs it once a minute.
    pub(crate) async fn wait(&mut self, error: &io::Error, purpose: &str) {
        if self.said.is_none_or(|at| at.elapsed() >= SAID_EVERY) {
            warn!(%error, purpose, "cannot accept connections; tried again until one is accepted");
            self.said = Some(Instant::now());
        }
        sleep(RETRY).await;
    }
}
