//! The time that a search has waited for its turn, in the queue and in its pauses.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

/// The waits of one search, written by the pool and read by the room; clones are the same.
///
/// A search that never waits for others, as in a simulation, has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct WaitTime(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// Length of the waits that are over.
    over: Duration,
    /// Beginning of the one that is not.
    since: Option<Instant>,
}

impl WaitTime {
    /// Notes that the search waits from `now` on.
    pub(crate) fn begin(&self, now: Instant) {
        self.state().since.get_or_insert(now);
    }

    /// Notes that the search waits no longer.
    pub(crate) fn end(&self, now: Instant) {
        let mut state = self.state();
        if let Some(since) = state.since.take() {
            state.over += now.saturating_duration_since(since);
        }
    }

    /// Returns the length of all waits up to `now`.
    pub(crate) fn total(&self, now: Instant) -> Duration {
        let state = self.state();
        let under_way = state
            .since
            .map(|since| now.saturating_duration_since(since));
        state.over + under_way.unwrap_or_default()
    }

    /// Returns true while the search waits.
    pub(crate) fn is_waiting(&self) -> bool {
        self.state().since.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no holder panics")
    }
}
