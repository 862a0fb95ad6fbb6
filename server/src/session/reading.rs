//! The reading side of a session: its budget of messages, and the silence of the client.

use std::time::Duration;

use protocol::millis::Millis;
use tokio::time::Instant;

use crate::base::time::Time;
use crate::config::rate::{Rate, RateLimiter};

/// Longest pause in reading, whatever the rate of messages is set to.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// Messages that are read at once, in times of those a second.
const AT_ONCE: u32 = 3;

/// State of reading: pauses while the client is over its budget, and knows since when nothing came.
#[derive(Debug)]
pub(super) struct Reading {
    is_active: bool,
    /// Moment of the last frame, or of the end of the last pause if that was later.
    last_heard: Instant,
    /// The same moment by the clock of the server, which does not count the time for which the server stood still.
    last_heard_at: Millis,
    paused_until: Option<Instant>,
    budget: RateLimiter,
    time: Time,
}

impl Reading {
    /// Returns the state at the beginning of a session that may send so many messages a second.
    pub(super) fn new(now: Instant, messages: u32, time: Time) -> Self {
        Self {
            is_active: true,
            last_heard: now,
            last_heard_at: time.at(now),
            paused_until: None,
            budget: RateLimiter::new(Rate::per_second(messages.saturating_mul(AT_ONCE), messages)),
            time,
        }
    }

    /// Returns true if the socket is read now: the session has room for a message, and the client is within its
    /// budget.
    pub(super) fn update(&mut self, has_room: bool) -> bool {
        self.paused_until
            .take_if(|moment| *moment <= Instant::now());
        let is_reading = has_room && self.paused_until.is_none();
        if is_reading && !self.is_active {
            // A client that was not read was not silent.
            let now = Instant::now();
            self.last_heard = now;
            self.last_heard_at = self.time.at(now);
        }
        self.is_active = is_reading;
        is_reading
    }

    /// Returns the moment at which the client will have been silent for `limit`; none while it is not read.
    pub(super) fn silent_at(&self, limit: Duration) -> Option<Instant> {
        self.is_active.then(|| self.last_heard + limit)
    }

    /// Returns true if the client was silent for `limit`, once the moment of [`silent_at`](Self::silent_at) has come.
    /// If the server stood still meanwhile, and sent no ping, that moment is put off by as long.
    pub(super) fn is_silent(&mut self, limit: Duration) -> bool {
        let now = Instant::now();
        let silence = self.time.at(now) - self.last_heard_at;
        let silence = Duration::from_millis(silence.as_millis());
        self.last_heard = now.checked_sub(silence).unwrap_or(now);
        silence >= limit
    }

    /// Returns the end of the pause for a client that is over its budget.
    pub(super) fn paused_until(&self) -> Option<Instant> {
        self.paused_until
    }

    /// Notes a frame that came at `now`, `at` by the clock of the server. Pauses reading for the time by which it
    /// overdraws the budget.
    pub(super) fn on_frame(&mut self, now: Instant, at: Millis) {
        self.last_heard = now;
        self.last_heard_at = at;
        let wait = self.budget.charge(at);
        if wait > Millis::ZERO {
            let pause = Duration::from_millis(wait.as_millis());
            self.paused_until = Some(now + pause.min(LONGEST_PAUSE));
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::testing;

    #[tokio::test(start_paused = true)]
    async fn a_client_over_its_budget_is_read_later_and_was_not_silent_meanwhile() {
        let seconds = Duration::from_secs;
        let start = Instant::now();
        let mut reading = Reading::new(start, 1, testing::time());
        assert!(reading.update(true));
        for _ in 0..AT_ONCE {
            reading.on_frame(start, Millis::ZERO);
        }
        assert!(reading.update(true));
        assert_eq!(reading.silent_at(seconds(30)), Some(start + seconds(30)));
        reading.on_frame(start, Millis::ZERO);
        assert!(!reading.update(true));
        assert_eq!(reading.paused_until(), Some(start + seconds(1)));
        assert_eq!(reading.silent_at(seconds(30)), None);
        advance(seconds(1)).await;
        // It is not read either while the session has no room for a message.
        assert!(!reading.update(false));
        assert_eq!(reading.paused_until(), None);
        advance(seconds(1)).await;
        assert!(reading.update(true));
        assert_eq!(reading.silent_at(seconds(30)), Some(start + seconds(32)));
    }
}
