//! The accept loop of every listener, which outlives failures such as a want of file descriptors.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use crate::base::env::Listener;

/// Delay before the next try.
const RETRY: Duration = Duration::from_millis(100);

/// Time between two lines of the log.
const SAID_EVERY: Duration = Duration::from_mins(1);

/// Passes every connection of `listener` with the address of its peer to `begin`, until `stop`. Its `purpose` is for
/// the log.
pub(crate) async fn accept_until<L: Listener>(
    listener: &mut L,
    purpose: &str,
    stop: &CancellationToken,
    mut begin: impl FnMut(L::Stream, SocketAddr) + Send,
) {
    let mut errors = AcceptErrors::default();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => begin(stream, peer),
            Err(error) => errors.wait(&error, purpose).await,
        }
    }
}

/// The failures of one listener.
#[derive(Debug, Default)]
struct AcceptErrors {
    /// When the log was last told.
    said: Option<Instant>,
}

impl AcceptErrors {
    /// Waits until it may be tried again to accept connections for `purpose`, and logs it once a minute.
    ///
    /// A connection that ended before it was accepted is no failure of the listener, though some systems tell it as
    /// one: whoever is behind it must not wait.
    async fn wait(&mut self, error: &io::Error, purpose: &str) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

        if matches!(
            error.kind(),
            ConnectionAborted | ConnectionRefused | ConnectionReset
        ) {
            debug!(%error, purpose, "a connection ended before it was accepted");
            return;
        }
        if self.said.is_none_or(|at| at.elapsed() >= SAID_EVERY) {
            warn!(%error, purpose, "cannot accept connections; tried again until one is accepted");
            self.said = Some(Instant::now());
        }
        sleep(RETRY).await;
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    /// On macOS each such connection held up all others for a tenth of a second.
    #[tokio::test(start_paused = true)]
    async fn a_connection_that_ended_before_it_was_accepted_holds_up_nobody() {
        let mut errors = AcceptErrors::default();
        for (kind, expected) in [
            (ErrorKind::ConnectionAborted, Duration::ZERO),
            (ErrorKind::ConnectionReset, Duration::ZERO),
            (ErrorKind::ConnectionRefused, Duration::ZERO),
            (ErrorKind::Other, RETRY),
        ] {
            let begun = Instant::now();
            errors.wait(&kind.into(), "tests").await;
            assert_eq!(begun.elapsed(), expected, "{kind}");
        }
    }
}
