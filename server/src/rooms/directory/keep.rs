//! Deletion of the rooms whose games ended longer ago than the host keeps them.

use std::sync::Arc;
use std::time::Duration;

use protocol::millis::Millis;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::Directory;
use crate::store::{Pruning, StoreError};

/// Pause between two parts: they take the writer less than a tenth of its time.
const PAUSE: Duration = Duration::from_millis(20);

impl Directory {
    /// Deletes old rooms now and then, until `stop`.
    pub(crate) async fn delete_old(self: Arc<Self>, keep: Millis, stop: CancellationToken) {
        let check = self.shared.config.keep_check;
        loop {
            let deleted = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                deleted = self.delete_older(keep) => deleted,
            };
            match deleted {
                Ok(0) => {}
                Ok(rooms) => info!(rooms, "old games are deleted"),
                Err(error) => warn!(%error, "old games cannot be deleted now"),
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = sleep(check) => {}
            }
        }
    }

    /// Deletes the rooms that are over for longer than `keep`, and returns their number.
    ///
    /// A room in memory stays. One that comes to memory meanwhile is an archive by its age, in which nothing is
    /// written; so `keep` is never less than the time after which that is so.
    pub(super) async fn delete_older(&self, keep: Millis) -> Result<usize, StoreError> {
        let keep = keep.max(self.shared.config.timing.lingering);
        let before = self.shared.time.now() - keep;
        let mut progress = Pruning::default();
        let mut rooms = 0;
        loop {
            let spared = self.rooms().keys().copied().collect();
            let pruned = self.shared.store.prune(before, spared, progress).await;
            let (pruned, next) = pruned?;
            rooms += pruned.rooms;
            if pruned.is_done {
                return Ok(rooms);
            }
            progress = next;
            sleep(PAUSE).await;
        }
    }
}
