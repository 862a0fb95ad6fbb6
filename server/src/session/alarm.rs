//! One timer for everything that a session does by itself.

use std::pin::Pin;

use futures::SinkExt;
use protocol::message::ServerMsg;
use tokio::time::{Instant, Sleep};
use tokio_tungstenite::tungstenite::Message;

use super::handshake::{CloseReason, full};
use super::reading::Reading;
use super::written::written;
use super::{Session, Socket};
use crate::base::env::Stream;
use crate::outbox::OutboxReader;

/// Moments at which a session acts by itself, as far as it waits for them.
#[derive(Debug)]
pub(super) struct Due {
    /// The client is silent for too long.
    pub(super) silent_at: Option<Instant>,
    /// The time to come back to a seat ends.
    pub(super) must_return_by: Option<Instant>,
    /// The client is read again.
    pub(super) read_from: Option<Instant>,
    /// The next ping is sent.
    pub(super) ping_at: Option<Instant>,
}

impl Due {
    /// Returns the first of the moments.
    pub(super) fn first(&self) -> Option<Instant> {
        let moments = [
            self.silent_at,
            self.must_return_by,
            self.read_from,
            self.ping_at,
        ];
        moments.into_iter().flatten().min()
    }
}

impl Session {
    /// Does what is due now: ends the connection of a client that let its time pass, or sends the next ping. Returns
    /// false if the line is broken, as [`written`] does.
    ///
    /// # Errors
    ///
    /// The reason to close the connection.
    pub(super) async fn on_timer<S: Stream>(
        &mut self,
        due: &Due,
        reading: &mut Reading,
        next_ping: &mut Instant,
        socket: &mut Socket<S>,
        outgoing: &OutboxReader,
    ) -> Result<bool, CloseReason> {
        let now = Instant::now();
        let has_come = |moment: Option<Instant>| moment.is_some_and(|at| at <= now);
        let silence = self.shared.config.silence;
        if has_come(due.silent_at) && reading.is_silent(silence) {
            return Err(CloseReason::Silent);
        }
        if has_come(due.must_return_by) {
            return Err(full());
        }
        if !has_come(due.ping_at) {
            return Ok(true);
        }
        *next_ping = now + self.shared.config.ping_every;
        let ping = Message::Ping(self.next_ping());
        let sending = async {
            tokio::select! {
                biased;
                sent = socket.send(ping) => sent,
                never = self.pending.progress() => match never {},
            }
        };
        let is_sent = written(outgoing, silence, sending).await?;
        if is_sent && self.heartbeat {
            self.outbox.send_one(ServerMsg::Ping, None);
        }
        Ok(is_sent)
    }
}

/// Waits until `due`, or for ever if there is nothing to wait for. The timer is set again only if it would ring too
/// late, or rang too early: most moments are put off with every message, and setting a timer costs a lock that all
/// connections share.
pub(super) async fn ring(mut timer: Pin<&mut Sleep>, due: Option<Instant>) {
    let Some(due) = due else {
        return std::future::pending().await;
    };
    if timer.deadline() > due || timer.is_elapsed() {
        timer.as_mut().reset(due);
    }
    loop {
        timer.as_mut().await;
        if timer.deadline() >= due || Instant::now() >= due {
            return;
        }
        timer.as_mut().reset(due);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use tokio::time::{sleep_until, timeout};

    use super::*;

    /// A timer that is set to a second, and rings at or is put off to another one.
    #[tokio::test(start_paused = true)]
    async fn the_timer_rings_at_its_moment_wherever_it_was_set_before() {
        let seconds = Duration::from_secs;
        for (set, due) in [(100, 5), (5, 10), (7, 7), (0, 3)] {
            let start = Instant::now();
            let mut timer = pin!(sleep_until(start + seconds(set)));
            ring(timer.as_mut(), Some(start + seconds(due))).await;
            assert_eq!(start.elapsed(), seconds(due), "{set} {due}");
            // It has rung, and is set again.
            ring(timer.as_mut(), Some(start + seconds(due + 4))).await;
            assert_eq!(start.elapsed(), seconds(due + 4), "{set} {due}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_moment_the_timer_does_not_ring() {
        let mut timer = pin!(sleep_until(Instant::now()));
        let rings = timeout(Duration::from_hours(1), ring(timer.as_mut(), None));
        assert!(rings.await.is_err());
    }
}
