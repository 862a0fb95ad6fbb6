//! The open connections, by what they are at, for the metrics.

use std::sync::{Arc, Mutex, MutexGuard};

/// Occupation of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupation {
    /// It has not said hello, or asks for no WebSocket.
    Greeting,
    /// It is in a room, as a player or as a spectator.
    Table,
    /// It is in no room, and follows the lobby.
    Lobby,
    /// It is in no room and follows nothing, or watches rooms beside.
    Idle,
}

/// Each occupation with its word in the metrics, in the order of the enum.
const WORDS: [&str; 4] = ["greeting", "table", "lobby", "idle"];

/// Numbers of the open connections.
#[derive(Debug, Default)]
pub(crate) struct OpenConnections(Mutex<[usize; WORDS.len()]>);

impl OpenConnections {
    /// Counts a connection that has not said hello yet, until the result is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> OpenConnection {
        self.counts()[Occupation::Greeting as usize] += 1;
        OpenConnection {
            all: Arc::clone(self),
            at: Mutex::new(Occupation::Greeting),
        }
    }

    /// Returns the number of connections by the word of their occupation.
    pub(crate) fn get(&self) -> impl Iterator<Item = (&'static str, usize)> {
        WORDS.into_iter().zip(*self.counts())
    }

    fn counts(&self) -> MutexGuard<'_, [usize; WORDS.len()]> {
        self.0.lock().expect("no holder panics")
    }
}

/// One open connection. Dropping it ends the count.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    all: Arc<OpenConnections>,
    at: Mutex<Occupation>,
}

impl OpenConnection {
    /// Notes the present occupation.
    pub(crate) fn set(&self, occupation: Occupation) {
        let mut at = self.at.lock().expect("no holder panics");
        if *at != occupation {
            let mut counts = self.all.counts();
            counts[*at as usize] -= 1;
            counts[occupation as usize] += 1;
            *at = occupation;
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let at = *self.at.lock().expect("no holder panics");
        self.all.counts()[at as usize] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_counts_once_at_its_last_occupation_until_it_ends() {
        let all = Arc::new(OpenConnections::default());
        let shown = || all.get().map(|(_, count)| count).collect::<Vec<_>>();
        let (one, other) = (all.begin(), all.begin());
        assert_eq!(shown(), [2, 0, 0, 0]);
        one.set(Occupation::Lobby);
        one.set(Occupation::Table);
        one.set(Occupation::Table);
        other.set(Occupation::Idle);
        assert_eq!(shown(), [0, 1, 0, 1]);
        drop(one);
        assert_eq!(shown(), [0, 0, 0, 1]);
    }
}
