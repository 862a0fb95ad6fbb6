//! The state by which the host of the server acts on it: who is connected, who is banned, whether it drains.

use std::path::Path;
use std::sync::Mutex;

use protocol::millis::Millis;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::base::own_files;
use crate::people::bans::Bans;
use crate::people::connected::Connected;

/// State of the host's means.
#[derive(Debug, Default)]
pub(crate) struct Host {
    pub(crate) connected: Connected,
    pub(crate) bans: Bans,
    /// The latest end of a server that drains.
    drained: Mutex<Option<Millis>>,
    shutdown: CancellationToken,
}

impl Host {
    /// Returns the state of a server that starts at `now` and keeps its bans in `directory`, if it has one; `wall` is
    /// the wall clock.
    ///
    /// # Errors
    ///
    /// [`Error::Bans`] if they cannot be read.
    pub(crate) fn new(
        directory: Option<&Path>,
        now: Millis,
        wall: fn() -> Millis,
    ) -> Result<Self, Error> {
        let bans = match directory.map(|directory| directory.join(own_files::BANS)) {
            None => Bans::default(),
            Some(path) => Bans::kept_in(path.clone(), now, wall)
                .map_err(|problem| Error::Bans { path, problem })?,
        };
        Ok(Self {
            bans,
            ..Self::default()
        })
    }

    /// Refuses new rooms from now on, for a server that ends at `end` at the latest, whatever was said before. Returns
    /// true the first time.
    pub(crate) fn drain(&self, end: Millis) -> bool {
        self.drained
            .lock()
            .expect("no holder panics")
            .replace(end)
            .is_none()
    }

    /// Returns true if no new room may be opened.
    pub(crate) fn is_draining(&self) -> bool {
        self.drained.lock().expect("no holder panics").is_some()
    }

    /// Returns true if the time of the drain is over.
    pub(crate) fn is_drained(&self, now: Millis) -> bool {
        let end = *self.drained.lock().expect("no holder panics");
        end.is_some_and(|end| now >= end)
    }

    /// Shuts the server down.
    pub(crate) fn end(&self) {
        self.shutdown.cancel();
    }

    /// Waits until the host shuts the server down.
    pub(crate) async fn ended(&self) {
        self.shutdown.cancelled().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server stopped at the end of the shortest.
    #[test]
    fn the_last_drain_counts() {
        let host = Host::default();
        let at = Millis::from_secs;
        assert!(!host.is_draining() && !host.is_drained(at(9000)));
        assert!(host.drain(at(5)), "it is the first");
        assert!(!host.drain(at(1200)));
        assert!(host.is_draining() && !host.is_drained(at(6)));
        assert!(host.is_drained(at(1200)));
    }
}
