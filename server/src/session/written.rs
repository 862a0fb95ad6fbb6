//! The bound on a write to a client that may not read.

use std::time::Duration;

use tokio::time::timeout;

use super::Session;
use super::handshake::CloseReason;
use crate::outbox::OutboxReader;

impl Session {
    /// Writes the answers that wait for a client that sends nothing more, but may read them. Returns the reason for
    /// which the connection ends then, `end` if it was no other.
    pub(super) async fn last_words(
        &mut self,
        outgoing: &OutboxReader,
        end: CloseReason,
    ) -> CloseReason {
        if !matches!(end, CloseReason::HungUp) {
            return end;
        }
        let silence = self.shared.config.silence;
        let item = outgoing.take();
        match written(outgoing, silence, self.write(outgoing, item)).await {
            Ok(_) => end,
            Err(other) => other,
        }
    }
}

/// Waits until something is written, for `silence` at most. Returns false if the line is broken; nothing more is
/// written then.
///
/// A client that does not read holds up neither a shutdown nor its own end.
///
/// # Errors
///
/// The reason to close the connection.
pub(super) async fn written<E>(
    outgoing: &OutboxReader,
    silence: Duration,
    writing: impl Future<Output = Result<(), E>>,
) -> Result<bool, CloseReason> {
    let written = tokio::select! {
        biased;
        end = outgoing.ended() => return Err(end.into()),
        written = timeout(silence, writing) => written,
    };
    match written {
        Ok(Ok(())) => Ok(true),
        Ok(Err(_broken)) => {
            outgoing.give_up_writing();
            Ok(false)
        }
        Err(_late) => Err(CloseReason::TooSlow),
    }
}
