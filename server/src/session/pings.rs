//! The round trip of a connection, measured by the server's own pings.
//!
//! Lag credit depends on it, so a client must not be able to forge it: only the answer to the last ping
//! counts, its payload cannot be guessed, and it counts once.

use protocol::millis::Millis;
use tokio_tungstenite::tungstenite::Bytes;

/// The ping that awaits its answer, and the round trip measured last.
#[derive(Debug, Default)]
pub(super) struct Pings {
    out: Option<Ping>,
    round_trip: Millis,
}

#[derive(Debug)]
struct Ping {
    payload: [u8; 8],
    sent: Millis,
}

impl Pings {
    /// Returns the `payload` of a new ping, which is random, sent at `now`. An older one without an answer no
    /// longer counts.
    pub(super) fn send(&mut self, now: Millis, payload: [u8; 8]) -> Bytes {
        self.out = Some(Ping { payload, sent: now });
        Bytes::copy_from_slice(&payload)
    }

    /// Measures the round trip if `payload` answers the ping that awaits its answer.
    pub(super) fn answered(&mut self, now: Millis, payload: &[u8]) {
        if let Some(ping) = self.out.take_if(|ping| ping.payload == payload) {
            self.round_trip = now - ping.sent;
        }
    }

    /// Returns the round trip that was measured last; zero before the first.
    pub(super) fn round_trip(&self) -> Millis {
        self.round_trip
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_credited_before_a_ping_was_answered() {
        let mut pings = Pings::default();
        assert_eq!(pings.round_trip(), Millis::ZERO);
        pings.send(Millis::from_millis(1_000), [1; 8]);
        assert_eq!(pings.round_trip(), Millis::ZERO);
    }

    #[test]
    fn a_ping_is_answered_once_by_its_own_payload() {
        let mut pings = Pings::default();
        let old = pings.send(Millis::from_millis(1_000), [1; 8]);
        let payload = pings.send(Millis::from_millis(6_000), [2; 8]);
        for forged in [&[][..], &[0; 8], &6_000_u64.to_be_bytes(), &old] {
            pings.answered(Millis::from_millis(6_400), forged);
            assert_eq!(pings.round_trip(), Millis::ZERO);
        }
        pings.answered(Millis::from_millis(6_080), &payload);
        assert_eq!(pings.round_trip(), Millis::from_millis(80));
        pings.answered(Millis::from_millis(6_500), &payload);
        assert_eq!(pings.round_trip(), Millis::from_millis(80));
    }
}
