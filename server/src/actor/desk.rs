//! The slot that holds the actor of a room between two requests.
//!
//! ```text
//! session -> the actor, taken from the desk          if nothing waits for the room
//!         -> inbox -> task -> the actor              else
//! ```
//!
//! That saves the wake of another task, some tenth of the instructions of a move (`tests/LOAD.md`). The order of a
//! session's requests stays: none is carried out here while one waits in the inbox. Only the task waits for the lock.
//!
//! Where a request has to wait for the store, the session leaves it on the desk unfinished, and goes on. Whoever
//! delivers the answers of the store finishes it (`crate::wakes`), or else the task does.

use std::fmt;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use tokio::sync::{Mutex, MutexGuard, Notify};
use tokio::task::coop::unconstrained;

use super::{Request, RoomActor};
use crate::wakes::{self, Resume};

/// The slot of one room's actor.
pub(crate) struct Desk {
    state: Mutex<DeskState>,
    /// True if nothing that the actor does takes time.
    at_once: bool,
    /// Requests in the inbox, and the one that the task has taken from it.
    queued: AtomicUsize,
    /// Wakes the task.
    changed: Notify,
    /// True if the task ended without giving the room back.
    broken: AtomicBool,
}

/// The content of a desk.
pub(super) enum DeskState {
    /// Nothing: the task has not run yet, the room has left memory, or somebody panicked with the actor in hand.
    Empty,
    /// An actor at rest.
    Idle(Box<RoomActor>),
    /// A request that waits for the store, with the actor.
    Suspended(SuspendedRequest),
}

/// The rest of a request, which gives the actor back.
type SuspendedRequest = Pin<Box<dyn Future<Output = Box<RoomActor>> + Send>>;

impl DeskState {
    /// Puts an actor here.
    pub(super) fn insert(&mut self, actor: Box<RoomActor>) -> &mut Box<RoomActor> {
        *self = Self::Idle(actor);
        self.actor().expect("put here")
    }

    /// Returns the actor, if it is at rest.
    pub(super) fn actor(&mut self) -> Option<&mut Box<RoomActor>> {
        match self {
            Self::Idle(actor) => Some(actor),
            Self::Empty | Self::Suspended(_) => None,
        }
    }

    /// Takes the actor away, if it is at rest.
    pub(super) fn take_actor(&mut self) -> Option<Box<RoomActor>> {
        match std::mem::replace(self, Self::Empty) {
            Self::Idle(actor) => Some(actor),
            other => {
                *self = other;
                None
            }
        }
    }

    fn take_suspended(&mut self) -> Option<SuspendedRequest> {
        match std::mem::replace(self, Self::Empty) {
            Self::Suspended(rest) => Some(rest),
            other => {
                *self = other;
                None
            }
        }
    }
}

impl Desk {
    /// Returns the slot of an actor to come. `at_once`: the store answers before its calls return.
    pub(super) fn new(at_once: bool) -> Self {
        Self {
            state: Mutex::new(DeskState::Empty),
            at_once,
            queued: AtomicUsize::new(0),
            changed: Notify::new(),
            broken: AtomicBool::new(false),
        }
    }

    /// Notes that the room broke.
    pub(crate) fn note_broken(&self) {
        self.broken.store(true, Ordering::Release);
    }

    /// Takes away what is left of a room that broke: a task that panicked leaves the actor here.
    pub(crate) async fn clear(&self) {
        *self.state.lock().await = DeskState::Empty;
    }

    /// Returns true if the room broke.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Notes a request that goes to the inbox.
    pub(super) fn queue(&self) {
        self.queued.fetch_add(1, Ordering::AcqRel);
    }

    /// Notes that a request from the inbox is carried out.
    pub(super) fn dequeue(&self) {
        self.queued.fetch_sub(1, Ordering::AcqRel);
    }

    /// Waits for the actor, for its task, and finishes what was left unfinished.
    pub(super) async fn take(&self) -> MutexGuard<'_, DeskState> {
        let mut state = self.state.lock().await;
        if let Some(rest) = state.take_suspended() {
            state.insert(rest.await);
        }
        state
    }

    /// Waits until somebody has left something for the task to do.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Carries a request out, as far as it does not wait for the store; or returns it if others are before it.
    pub(super) fn carry_out(self: &Arc<Self>, request: Request) -> Result<(), Request> {
        if self.queued.load(Ordering::Acquire) > 0 {
            return Err(request);
        }
        let Ok(mut state) = self.state.try_lock() else {
            return Err(request);
        };
        if state.actor().is_none_or(|actor| actor.ends()) {
            return Err(request);
        }
        self.in_hand(&mut state, |state| {
            let mut actor = state.take_actor().expect("looked at above");
            if self.at_once {
                let done = poll(pin!(actor.handle(request)), Waker::noop());
                assert!(done.is_ready(), "the store answers at once");
                self.put_back(state, actor);
            } else {
                let whole = async move {
                    actor.handle(request).await;
                    actor
                };
                self.go_on(state, Box::pin(whole));
            }
        });
        Ok(())
    }

    /// Works with the actor in the hands of somebody else than its task. A panic is the room's: the desk is empty then,
    /// so that no half of a change is left, and the room lost, as it is when its task panics, and comes back from the
    /// store. Whoever has it in hand goes on, since a session has a name and other rooms to leave.
    fn in_hand(&self, state: &mut DeskState, work: impl FnOnce(&mut DeskState)) {
        // The panic is logged by its hook.
        if catch_unwind(AssertUnwindSafe(|| work(state))).is_err() {
            *state = DeskState::Empty;
            self.changed.notify_one();
        }
    }

    /// Goes on with a request until it is done, or waits again.
    fn go_on(self: &Arc<Self>, state: &mut DeskState, mut rest: SuspendedRequest) {
        match poll(rest.as_mut(), &Waker::from(Arc::clone(self))) {
            Poll::Ready(actor) => self.put_back(state, actor),
            Poll::Pending => *state = DeskState::Suspended(rest),
        }
    }

    fn put_back(&self, state: &mut DeskState, actor: Box<RoomActor>) {
        let actor = state.insert(actor);
        actor.follow_change();
        if actor.needs_task() {
            self.changed.notify_one();
        }
    }
}

/// The waker of what lies here unfinished.
impl Wake for Desk {
    fn wake(self: Arc<Self>) {
        if let Err(desk) = wakes::gather(self) {
            desk.changed.notify_one();
        }
    }
}

impl Resume for Desk {
    fn resume(self: Arc<Self>) {
        let Ok(mut state) = self.state.try_lock() else {
            // Its session has it still, or its task.
            return self.changed.notify_one();
        };
        if let Some(rest) = state.take_suspended() {
            self.in_hand(&mut state, |state| self.go_on(state, rest));
        }
    }
}

/// Polls without tokio's budget, which would have what is ready seem to wait.
fn poll<F: Future + ?Sized>(mut future: Pin<&mut F>, waker: &Waker) -> Poll<F::Output> {
    let polled = pin!(unconstrained(poll_fn(|cx| future.as_mut().poll(cx))));
    polled.poll(&mut Context::from_waker(waker))
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
