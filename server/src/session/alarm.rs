//! One timer for everything that a session does by itself.

use std::pin::Pin;

use tokio::time::{Instant, Sleep};

/// Waits until `due`, or for ever if there is nothing to wait for. The timer is set again only if it would ring too late, or rang too early: most moments are put
/// off with every message, and setting a timer costs a lock that all connections share.
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
