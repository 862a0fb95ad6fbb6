//! The place where the actor of a room lies while nobody works with it.
//!
//! ```text
//! session -> the actor, taken from the desk          if the store answers at once, and nothing waits for the room
//!         -> inbox -> task -> the actor              else
//! ```
//!
//! That saves the wake of another task, some tenth of the instructions of a move (`tests/LOAD.md`). The order of a
//! session's requests stays: none is carried out here while one waits in the inbox. Only the task waits for the lock.

use std::fmt;
use std::future::{pending, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Waker};

use tokio::sync::{Mutex, MutexGuard, Notify};
use tokio::task::coop::unconstrained;

use super::{Request, RoomActor};

/// The place of one room's actor.
pub(super) struct Desk {
    /// None before the task runs, and when the room has left memory.
    actor: Mutex<Option<Box<RoomActor>>>,
    /// True if nothing that the actor does takes time.
    at_once: bool,
    /// Requests in the inbox, and the one that the task has taken from it.
    queued: AtomicUsize,
    /// Wakes the task.
    changed: Notify,
}

impl Desk {
    /// Returns the place of an actor to come. `at_once`: the store answers before its calls return.
    pub(super) fn new(at_once: bool) -> Self {
        Self {
            actor: Mutex::default(),
            at_once,
            queued: AtomicUsize::new(0),
            changed: Notify::new(),
        }
    }

    /// Notes a request that goes to the inbox.
    pub(super) fn queue(&self) {
        self.queued.fetch_add(1, Ordering::AcqRel);
    }

    /// Notes that a request from the inbox is carried out.
    pub(super) fn dequeue(&self) {
        self.queued.fetch_sub(1, Ordering::AcqRel);
    }

    /// Waits for the actor, for its task.
    pub(super) async fn take(&self) -> MutexGuard<'_, Option<Box<RoomActor>>> {
        self.actor.lock().await
    }

    /// Waits until a session has left something for the task to do; for ever where none takes the actor.
    pub(super) async fn changed(&self) {
        if self.at_once {
            self.changed.notified().await;
        } else {
            pending::<()>().await;
        }
    }

    /// Carries a request out, or returns it if others are before it, or it may take time.
    #[expect(clippy::result_large_err, reason = "it is sent to the inbox then")]
    pub(super) fn carry_out(&self, request: Request) -> Result<(), Request> {
        if !self.at_once || self.queued.load(Ordering::Acquire) > 0 {
            return Err(request);
        }
        let Ok(mut place) = self.actor.try_lock() else {
            return Err(request);
        };
        if place.as_ref().is_none_or(|actor| actor.ends()) {
            return Err(request);
        }
        let taken = Taken {
            place: &mut place,
            changed: &self.changed,
        };
        let actor = taken.place.as_mut().expect("looked at above");
        finish(pin!(actor.handle(request)));
        actor.follow_change();
        if actor.needs_task() {
            self.changed.notify_one();
        }
        taken.put_back();
        Ok(())
    }
}

/// Polls a future that waits for nothing, without tokio's budget, which would have what is ready seem to wait.
fn finish(mut future: Pin<&mut impl Future<Output = ()>>) {
    let polled = pin!(unconstrained(poll_fn(|cx| future.as_mut().poll(cx))));
    let polled = polled.poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_ready(), "the store answers at once");
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

/// An actor in the hands of a session. A panic leaves no half of a change: the room is lost then, as it is when its
/// task panics, and comes back from the store.
struct Taken<'a, T> {
    place: &'a mut Option<T>,
    changed: &'a Notify,
}

impl<T> Taken<'_, T> {
    fn put_back(self) {
        std::mem::forget(self);
    }
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        *self.place = None;
        self.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn an_actor_is_lost_unless_it_is_put_back_and_its_task_is_woken() {
        for (is_put_back, left) in [(true, Some("actor")), (false, None)] {
            let (mut place, changed) = (Some("actor"), Notify::new());
            let taken = Taken {
                place: &mut place,
                changed: &changed,
            };
            if is_put_back {
                taken.put_back();
            } else {
                drop(taken);
            }
            assert_eq!(place, left);
            assert_eq!(changed.notified().now_or_never().is_none(), is_put_back);
        }
    }
}
