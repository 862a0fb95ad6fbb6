//! The bound on a write to a client that may not read.

use std::time::Duration;

use tokio::time::timeout;

use super::Session;
use super::handshake::CloseReason;
use crate::outbox::Mailbox;

impl Session {
    /// Writes the answers that wait for a client that sends nothing more, but may read them. Returns the reason for
    /// which the connection ends then, `end` if it was no other.
    pub(super) async fn last_words(&mut self, mailbox: &Mailbox, end: CloseReason) -> CloseReason {
        if !matches!(end, CloseReason::HungUp) {
            return end;
        }
        let silence = self.shared.config.silence;
        let item = mailbox.take();
        match written(mailbox, silence, self.write(mailbox, item)).await {
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
    mailbox: &Mailbox,
    silence: Duration,
    writing: impl Future<Output = Result<(), E>>,
) -> Result<bool, CloseReason> {
    let written = tokio::select! {
        biased;
        end = mailbox.ended() => return Err(end.into()),
        written = timeout(silence, writing) => written,
    };
    match written {
        Ok(Ok(())) => Ok(true),
        Ok(Err(_broken)) => {
            mailbox.give_up_writing();
            Ok(false)
        }
        Err(_late) => Err(CloseReason::TooSlow),
    }
}
