//! The state by which the host of the server acts on it: who is connected, who is banned, whether it drains.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::bans::Bans;
use crate::guests::Guests;

/// Name of the host in chats, which nobody else has.
pub(crate) const HOST: &str = "host";

/// State of the host's means.
#[derive(Debug, Default)]
pub(crate) struct Host {
    pub(crate) guests: Guests,
    pub(crate) bans: Bans,
    draining: AtomicBool,
    shutdown: CancellationToken,
}

impl Host {
    /// Returns the state of a server that keeps its bans in `directory`, if it has one.
    pub(crate) fn new(directory: Option<&Path>) -> Self {
        let bans = directory.map(|directory| {
            let file = directory.join("bans.json");
            Bans::kept_in(file).unwrap_or_else(|error| {
                // The file stays as it is.
                error!(%error, "bans.json cannot be read: nobody is banned, and new bans end with the server");
                Bans::default()
            })
        });
        Self {
            bans: bans.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Refuses new rooms from now on.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Returns true if no new room may be opened.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
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
