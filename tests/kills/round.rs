//! The course of a round, shared by everybody at the tables.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use protocol::id::RoomId;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::harness::PATIENCE;

/// Numbers that grow, and what may happen meanwhile.
#[derive(Debug)]
pub(super) struct Round {
    /// Plies that were told.
    pub(super) plies: Count,
    /// People who came into their room.
    pub(super) returns: Count,
    /// Refusals because the store fails.
    pub(super) refusals: Count,
    /// True in a round in which it may fail.
    pub(super) may_refuse: bool,
    killed: AtomicBool,
    /// A room with somebody in it.
    room: Mutex<Option<RoomId>>,
    /// Beginning and end of the time in which the server was stopped.
    standstill: Mutex<Option<(Instant, Instant)>>,
}

/// A number that grows, and that is waited for.
#[derive(Debug)]
pub(super) struct Count(watch::Sender<usize>);

impl Count {
    fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    pub(super) fn add(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub(super) fn now(&self) -> usize {
        *self.0.borrow()
    }

    /// Waits until it is `more` larger than now.
    pub(super) async fn grows(&self, more: usize) {
        let enough = self.now() + more;
        let mut count = self.0.subscribe();
        let waited = timeout(PATIENCE, count.wait_for(|count| *count >= enough)).await;
        waited.expect("goes on").expect("the sender is here");
    }
}

impl Round {
    pub(super) fn new(may_refuse: bool) -> Self {
        Self {
            plies: Count::new(),
            returns: Count::new(),
            refusals: Count::new(),
            may_refuse,
            killed: AtomicBool::new(false),
            room: Mutex::new(None),
            standstill: Mutex::new(None),
        }
    }

    /// To be called before the server is killed: from now on connections may end.
    pub(super) fn will_be_killed(&self) {
        self.killed.store(true, Ordering::SeqCst);
    }

    pub(super) fn is_killed(&self) -> bool {
        self.killed.load(Ordering::SeqCst)
    }

    pub(super) fn enter(&self, room: RoomId) {
        *self.room.lock().unwrap() = Some(room);
        self.returns.add();
    }

    /// A room to watch.
    #[cfg(target_os = "linux")]
    pub(super) fn room(&self) -> RoomId {
        self.room.lock().unwrap().expect("somebody is in a room")
    }

    pub(super) fn refuse(&self) {
        assert!(self.may_refuse, "the store failed");
        self.refusals.add();
    }

    /// To be called before the server goes on.
    #[cfg(unix)]
    pub(super) fn stood_still(&self, since: Instant) {
        *self.standstill.lock().unwrap() = Some((since, Instant::now()));
    }

    /// Time since `begun` in which the server ran.
    pub(super) fn running_since(&self, begun: Instant) -> Duration {
        let since = begun.elapsed();
        match *self.standstill.lock().unwrap() {
            Some((from, until)) => {
                since.saturating_sub(until.saturating_duration_since(from.max(begun)))
            }
            None => since,
        }
    }
}
