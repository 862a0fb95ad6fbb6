//! Whether the storage works, as everybody who depends on it follows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::millis::Millis;
use tokio::sync::Notify;

/// Health of the storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// The last batch was written, or there has been none.
    Working,
    /// A batch was not written, or a room could not be read, and no batch was written since.
    Failing {
        /// The moment of the first failure.
        since: Millis,
        /// Last error of the storage.
        problem: String,
    },
}

/// The health as the storage last showed it. Those who wait for a change are woken in the order in which they began to
/// wait: a `watch` channel of tokio wakes them in a random one.
#[derive(Clone, Debug)]
pub(crate) struct HealthWatch {
    shared: Arc<Shared>,
    /// Number of changes when the health was last looked at.
    seen: u64,
}

#[derive(Debug)]
struct Shared {
    health: Mutex<Health>,
    /// Number of changes of the health.
    changes: AtomicU64,
    changed: Notify,
}

impl HealthWatch {
    /// Returns the health of a storage that works.
    pub(super) fn new() -> Self {
        let shared = Shared {
            health: Mutex::new(Health::Working),
            changes: AtomicU64::new(0),
            changed: Notify::new(),
        };
        Self {
            shared: Arc::new(shared),
            seen: 0,
        }
    }

    /// Returns true if the storage works.
    pub(super) fn is_working(&self) -> bool {
        *self.shared.health() == Health::Working
    }

    /// Changes the health by `update`, which returns true if it did change it.
    pub(super) fn update(&self, update: impl FnOnce(&mut Health) -> bool) {
        self.shared.update(update);
    }

    /// Returns the present health, which then counts as seen.
    pub(crate) fn latest(&mut self) -> Health {
        let health = self.shared.health();
        self.seen = self.shared.changes.load(Ordering::Acquire);
        health.clone()
    }

    /// Waits until the health is another than the one last seen. Dropping the future loses no change.
    pub(crate) async fn changed(&self) {
        loop {
            // Before the look: a change behind it is then not missed.
            let changed = self.shared.changed.notified();
            if self.shared.changes.load(Ordering::Acquire) != self.seen {
                return;
            }
            changed.await;
        }
    }

    /// Notes that the storage fails since a moment, unless that is known.
    pub(super) fn fail(&self, since: Millis, problem: &str) {
        self.update(|health| {
            let worked = *health == Health::Working;
            if worked {
                let problem = problem.to_owned();
                *health = Health::Failing { since, problem };
            }
            worked
        });
    }

    /// Waits for a change, and returns the health then, with the watch for the next one.
    pub(crate) async fn next(mut self) -> (Self, Health) {
        self.changed().await;
        let health = self.latest();
        (self, health)
    }
}

impl Shared {
    fn update(&self, update: impl FnOnce(&mut Health) -> bool) {
        let mut health = self.health();
        if update(&mut health) {
            self.changes.fetch_add(1, Ordering::Release);
            drop(health);
            self.changed.notify_waiters();
        }
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().expect("no holder panics")
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn fail(state: &HealthWatch) {
        state.update(|health| {
            *health = Health::Failing {
                since: Millis::from_millis(1),
                problem: "the disk is full".to_owned(),
            };
            true
        });
    }

    #[tokio::test]
    async fn a_change_is_told_once_to_each_who_looks() {
        let mut watch = HealthWatch::new();
        let state = watch.clone();
        assert_eq!(watch.changed().now_or_never(), None);
        fail(&state);
        watch.changed().await;
        assert_ne!(watch.latest(), Health::Working);
        assert_eq!(watch.changed().now_or_never(), None);
        state.update(|_| false);
        assert_eq!(watch.changed().now_or_never(), None);
    }

    #[tokio::test]
    async fn those_who_wait_are_woken_in_order() {
        let watch = HealthWatch::new();
        let state = watch.clone();
        let (sender, mut woken) = tokio::sync::mpsc::unbounded_channel();
        for number in 0..20 {
            let (watch, sender) = (watch.clone(), sender.clone());
            tokio::spawn(async move {
                watch.changed().await;
                sender.send(number).unwrap();
            });
        }
        tokio::task::yield_now().await;
        fail(&state);
        for number in 0..20 {
            assert_eq!(woken.recv().await, Some(number));
        }
    }
}
