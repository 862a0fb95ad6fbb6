//! The servers that share a database, as one of them sees the others: the lease by which it owns rooms, and the
//! other servers.
//!
//! ```text
//! the thread of the node (`store/postgres/node.rs`) -> Cluster -> rooms, which ask for the lease
//!                                                   -> News    -> the directory
//! ```
//!
//! A room is owned by one server at a time: the database refuses the events of any other. What a client is shown beside
//! events, such as a snapshot, does not pass the database; so a room sends nothing while the lease has expired, and
//! ends when it is lost. A server that shares nothing has a lease that never expires.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

/// Number of a start of a server in the database, which is not used again.
pub(crate) type Epoch = i32;

/// Number of a server that owns nothing.
const NONE: Epoch = 0;

/// Something that changes which rooms a server owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Another server ended, and its rooms are free.
    Freed,
    /// The server has not renewed its lease in time, and nothing is known of its rooms.
    Silent,
    /// The server renews its lease again, and owns the rooms that it had.
    Renewed,
    /// The server lost its rooms; it is to [begin again](Cluster::begin_again) when it has let go of them.
    Lost,
}

/// What a server knows of those with which it shares a database; clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Cluster(Option<Arc<State>>);

#[derive(Debug)]
struct State {
    /// Number of this server while it owns rooms.
    epoch: AtomicI32,
    /// End of the lease, in milliseconds after `begun`.
    expires: AtomicU64,
    begun: Instant,
    lease: Duration,
    changed: Notify,
    again: Notify,
    nodes: Mutex<BTreeMap<Epoch, String>>,
    news: mpsc::UnboundedSender<News>,
    to_read: Mutex<Option<mpsc::UnboundedReceiver<News>>>,
}

impl Cluster {
    /// Returns what a server knows before it owns anything, for leases of this length.
    pub(crate) fn new(lease: Duration) -> Self {
        let (news, to_read) = mpsc::unbounded_channel();
        Self(Some(Arc::new(State {
            epoch: AtomicI32::new(NONE),
            expires: AtomicU64::new(0),
            begun: Instant::now(),
            lease,
            changed: Notify::new(),
            again: Notify::new(),
            nodes: Mutex::default(),
            news,
            to_read: Mutex::new(Some(to_read)),
        })))
    }

    /// Returns true if the server shares its store with others.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the number of this server; 0 while it owns nothing.
    pub(crate) fn epoch(&self) -> Epoch {
        self.0
            .as_ref()
            .map_or(NONE, |state| state.epoch.load(Ordering::Acquire))
    }

    /// Returns true if rooms that were taken under this number may send something now.
    pub(crate) fn holds(&self, epoch: Epoch) -> bool {
        self.0.as_ref().is_none_or(|state| {
            state.epoch.load(Ordering::Acquire) == epoch
                && state.elapsed() < state.expires.load(Ordering::Acquire)
        })
    }

    /// Waits until rooms that were taken under this number may send something; false if they are lost.
    pub(crate) async fn may_send(&self, epoch: Epoch) -> bool {
        let Some(state) = &self.0 else { return true };
        loop {
            let changed = state.changed.notified();
            if self.epoch() != epoch {
                return false;
            }
            if self.holds(epoch) {
                return true;
            }
            changed.await;
        }
    }

    /// Returns the addresses of the other servers.
    pub(crate) fn others(&self) -> Vec<String> {
        let Some(state) = &self.0 else {
            return Vec::new();
        };
        let me = self.epoch();
        let nodes = state.nodes();
        let others = nodes.iter().filter(|(epoch, _)| **epoch != me);
        others.map(|(_, address)| address.clone()).collect()
    }

    /// Returns the news, once; `None` for a server that shares nothing.
    pub(crate) fn news(&self) -> Option<mpsc::UnboundedReceiver<News>> {
        let state = self.0.as_ref()?;
        state.to_read.lock().expect("no holder panics").take()
    }

    /// Lets a server begin again that lost its rooms and has let go of them.
    pub(crate) fn begin_again(&self) {
        if let Some(state) = &self.0 {
            state.again.notify_one();
        }
    }
}

/// What the thread of a node tells.
impl Cluster {
    /// Length of a lease.
    pub(crate) fn lease(&self) -> Duration {
        self.0.as_ref().map_or(Duration::MAX, |state| state.lease)
    }

    /// Notes that the server owns rooms under this number.
    pub(crate) fn begin(&self, epoch: Epoch, asked: Instant) {
        if let Some(state) = &self.0 {
            state.renew(asked);
            state.epoch.store(epoch, Ordering::Release);
            state.changed.notify_waiters();
        }
    }

    /// Notes that the lease was renewed, which was asked for at this moment.
    pub(crate) fn renewed(&self, asked: Instant) {
        if let Some(state) = &self.0 {
            state.renew(asked);
            state.changed.notify_waiters();
        }
    }

    /// Notes that the lease may end at any moment.
    pub(crate) fn expire(&self) {
        if let Some(state) = &self.0 {
            state.expires.store(0, Ordering::Release);
        }
    }

    /// Notes that the server owns nothing any more, and waits until it has let go.
    pub(crate) async fn lose(&self) {
        if let Some(state) = &self.0 {
            state.epoch.store(NONE, Ordering::Release);
            state.changed.notify_waiters();
            self.tell(News::Lost);
            state.again.notified().await;
        }
    }

    /// Notes the servers that are there. Returns true if one of those before is not.
    pub(crate) fn see(&self, nodes: BTreeMap<Epoch, String>) -> bool {
        let Some(state) = &self.0 else { return false };
        let mut seen = state.nodes();
        let is_one_gone = seen.keys().any(|epoch| !nodes.contains_key(epoch));
        *seen = nodes;
        is_one_gone
    }

    /// Tells what happened.
    pub(crate) fn tell(&self, news: News) {
        if let Some(state) = &self.0 {
            // They are not read once the server ends.
            let _ = state.news.send(news);
        }
    }
}

impl State {
    fn elapsed(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    fn nodes(&self) -> MutexGuard<'_, BTreeMap<Epoch, String>> {
        self.nodes.lock().expect("no holder panics")
    }

    fn renew(&self, asked: Instant) {
        let end = asked.saturating_duration_since(self.begun) + self.lease;
        self.expires
            .store(end.as_millis() as u64, Ordering::Release);
    }
}
