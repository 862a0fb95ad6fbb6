//! What the clocks may charge: never the time in which the server was away, or knew that its store failed.

use std::time::Duration;

use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::view::Snapshot;
use room::Event;

/// The moments at which the server or its store was away, in order and apart.
#[derive(Default)]
pub(super) struct Outages {
    over: Vec<(Duration, Duration)>,
    since: Option<Duration>,
    server: bool,
    store: bool,
}

impl Outages {
    /// The server, or its store, is away from `at` on, or is back.
    pub(super) fn set(&mut self, server: bool, at: Duration, is_away: bool) {
        if server {
            self.server = is_away;
            // The next server knows nothing of the store.
            self.store = false;
        } else {
            self.store = is_away;
        }
        match (self.server || self.store, self.since) {
            (true, None) => self.since = Some(at),
            (false, Some(since)) => {
                self.over.push((since, at));
                self.since = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }

    /// The time of outages between two moments.
    fn between(&self, from: Duration, to: Duration) -> Duration {
        let open = self.since.map(|since| (since, to));
        let all = self.over.iter().copied().chain(open);
        all.map(|(begin, end)| end.min(to).saturating_sub(begin.max(from)))
            .sum()
    }
}

/// The clocks of one room.
#[derive(Default)]
pub(super) struct Clocks {
    /// The moment from which time may count.
    since: Duration,
    /// True while the server does not know the last event.
    pub(super) is_unknown: bool,
    /// The time that each side has at least, by what was charged.
    least: BySide<Millis>,
}

impl Clocks {
    /// True for an event from which the time of a turn may run.
    pub(super) fn begins_turn(event: &Event) -> bool {
        matches!(
            event,
            Event::Played { .. }
                | Event::Chosen { .. }
                | Event::Started
                | Event::Resumed
                | Event::ClockStarted
                | Event::TakenBack { .. }
        )
    }

    /// Takes in an event, and the room after it. Returns the flag that there was an outage in a turn that it charges.
    pub(super) fn write(
        &mut self,
        at: Duration,
        event: &Event,
        after: &Snapshot,
        outages: &Outages,
    ) -> Result<Option<bool>, String> {
        let Some(face) = after.clock else {
            return Ok(None);
        };
        let (charged, side) = match event {
            Event::Played { charged, .. } => (*charged, Side::to_move_after(after.plies.len() - 1)),
            Event::ClockStopped { charged } => (*charged, Side::to_move_after(after.plies.len())),
            _ => {
                if Self::begins_turn(event) {
                    self.since = at;
                }
                return self.check_uncharged(event, face.remaining).map(|()| None);
            }
        };
        self.least[side] = self.least[side] - charged;
        if let (Event::Played { .. }, Some(ply)) = (event, after.plies.last()) {
            let left = ply.left.unwrap_or_default();
            if left < self.least[side] {
                let least = self.least[side];
                return Err(format!("{event:?} leaves {left}, after {least} before it"));
            }
            self.least[side] = left;
        }
        let charged = Duration::from_millis(charged.as_millis());
        let away = outages.between(self.since, at);
        let passed = at.saturating_sub(self.since);
        self.since = at;
        if charged > passed.saturating_sub(away) {
            return Err(format!(
                "{event:?} charges {charged:?} of {passed:?}, of which the server or its store was away {away:?}"
            ));
        }
        let is_charged = charged > Duration::ZERO;
        Ok(is_charged.then_some(away > Duration::ZERO))
    }

    /// Checks that an event without a charge takes no time from anybody.
    fn check_uncharged(&mut self, event: &Event, left: BySide<Millis>) -> Result<(), String> {
        match event {
            Event::Started => self.least = left,
            // The increments that were earned go with the plies.
            Event::TakenBack { .. } => {
                for side in Side::BOTH {
                    self.least[side] = self.least[side].min(left[side]);
                }
            }
            Event::Resumed | Event::ClockStarted => {
                for side in Side::BOTH {
                    if left[side] < self.least[side] {
                        let (left, least) = (left[side], self.least[side]);
                        return Err(format!("{event:?} leaves {left}, after {least} before it"));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The server reads the room. If it did not know the last event, nobody was told of the turn before.
    pub(super) fn load(&mut self, at: Duration) {
        if std::mem::take(&mut self.is_unknown) {
            self.since = at;
        }
    }
}
