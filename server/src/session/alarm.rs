//! One timer for everything that a session does by itself.

use std::pin::Pin;

use tokio::time::{Instant, Sleep};

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
