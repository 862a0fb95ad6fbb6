//! The course of a round, shared by everybody at the tables.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use protocol::id::RoomId;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::harness::PATIENCE;

/// Numbers of things that happened in a round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Plies that were told.
    pub(super) plies: usize,
    /// People who came into their room.
    pub(super) returns: usize,
    /// Refusals because the store fails.
    pub(super) refusals: usize,
}

/// What happened, and what may happen.
#[derive(Debug)]
pub(super) struct Round {
    counts: watch::Sender<Counts>,
    /// True if the store may fail.
    pub(super) may_refuse: bool,
    killed: AtomicBool,
    /// A room with somebody in it.
    room: Mutex<Option<RoomId>>,
    /// Beginning and end of the time in which the server was stopped.
    standstill: Mutex<Option<(Instant, Instant)>>,
}

impl Round {
    pub(super) fn new(may_refuse: bool) -> Self {
        Self {
            counts: watch::Sender::default(),
            may_refuse,
            killed: AtomicBool::new(false),
            room: Mutex::new(None),
            standstill: Mutex::new(None),
        }
    }

    pub(super) fn counts(&self) -> Counts {
        *self.counts.borrow()
    }

    /// Waits until `wanted` is true of the numbers; false if nothing happens any more.
    pub(super) async fn until(&self, wanted: impl Fn(Counts) -> bool) -> bool {
        let mut counts = self.counts.subscribe();
        while !wanted(*counts.borrow_and_update()) {
            if timeout(PATIENCE, counts.changed()).await.is_err() {
                return false;
            }
        }
        true
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
        self.counts.send_modify(|counts| counts.returns += 1);
    }

    /// A room to watch.
    #[cfg(target_os = "linux")]
    pub(super) fn room(&self) -> RoomId {
        self.room.lock().unwrap().expect("somebody is in a room")
    }

    pub(super) fn refuse(&self) {
        assert!(self.may_refuse, "the store failed");
        self.counts.send_modify(|counts| counts.refusals += 1);
    }

    pub(super) fn tell_ply(&self) {
        self.counts.send_modify(|counts| counts.plies += 1);
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
