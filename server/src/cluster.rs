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

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

/// Number of a start of a server in the database, which is not used again.
pub(crate) type Epoch = i32;

/// Number of a server that owns nothing.
const NONE: Epoch = 0;

/// Something that changes which rooms a server owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Another server ended, and its rooms are free.
    Freed,
    /// The server has not renewed its lease in time, and nothing is known of its rooms.
    Silent,
    /// The server renews its lease again, and owns the rooms that it had.
    Renewed,
    /// The server lost its rooms; it is to [begin again](Cluster::begin_again) when it has let go of them.
    Lost,
    /// There are facts from which the history and the owned names follow.
    Facts,
    /// Another server shows what it has.
    Board(Board),
    /// Somebody said something in the lobby of another server, in JSON.
    Chat(String),
}

/// The lobby of a server as the others see it, in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) node: Epoch,
    /// Number of the reading: one with a lower number is older.
    pub(crate) read: u64,
    pub(crate) text: String,
}

/// Something to send to the other servers.
#[derive(Debug)]
pub(crate) enum Post {
    /// A line in the lobby, in JSON.
    Chat(String),
    /// The wish to look for an opponent while no other server does.
    Match(oneshot::Sender<Turn>),
}

/// The boards of the others, and the way to show the own one, with which the turn ends.
pub(crate) type Turn = (Vec<Board>, oneshot::Sender<String>);

/// The knowledge of a server about those with which it shares a database; clones know the same.
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
    leaving: CancellationToken,
    nodes: Mutex<BTreeMap<Epoch, String>>,
    /// Addresses of all servers that were seen.
    seen: Mutex<BTreeSet<String>>,
    board: watch::Sender<String>,
    posts: mpsc::UnboundedSender<Post>,
    to_post: Mutex<Option<mpsc::UnboundedReceiver<Post>>>,
    news: mpsc::UnboundedSender<News>,
    to_read: Mutex<Option<mpsc::UnboundedReceiver<News>>>,
}

impl Cluster {
    /// Returns what a server knows before it owns anything, for leases of this length.
    pub(crate) fn new(lease: Duration) -> Self {
        let (news, to_read) = mpsc::unbounded_channel();
        let (posts, to_post) = mpsc::unbounded_channel();
        Self(Some(Arc::new(State {
            epoch: AtomicI32::new(NONE),
            expires: AtomicU64::new(0),
            begun: Instant::now(),
            lease,
            changed: Notify::new(),
            again: Notify::new(),
            leaving: CancellationToken::new(),
            nodes: Mutex::default(),
            seen: Mutex::default(),
            board: watch::Sender::default(),
            posts,
            to_post: Mutex::new(Some(to_post)),
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
        self.other_nodes()
            .into_iter()
            .map(|(_, address)| address)
            .collect()
    }

    /// Returns true if this is true of the address of a server that is or was there.
    pub(crate) fn has_seen(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let state = self.0.as_ref();
        state.is_some_and(|state| {
            let seen = state.seen.lock().expect("no holder panics");
            seen.iter().any(|address| is_wanted(address))
        })
    }

    /// Returns the numbers and addresses of the other servers.
    pub(crate) fn other_nodes(&self) -> Vec<(Epoch, String)> {
        let Some(state) = &self.0 else {
            return Vec::new();
        };
        let me = self.epoch();
        let mut nodes = state.nodes().clone();
        nodes.remove(&me);
        nodes.into_iter().collect()
    }

    /// Returns true if the server of this number is there.
    pub(crate) fn has(&self, epoch: Epoch) -> bool {
        let state = self.0.as_ref();
        state.is_some_and(|state| state.nodes().contains_key(&epoch))
    }

    /// Shows the other servers this board.
    pub(crate) fn show(&self, text: String) {
        if let Some(state) = &self.0 {
            state.board.send_replace(text);
        }
    }

    /// Sends the other servers a line of the lobby.
    pub(crate) fn say(&self, line: String) {
        if let Some(state) = &self.0 {
            // They are not sent once the server ends.
            let _ = state.posts.send(Post::Chat(line));
        }
    }

    /// Waits for the turn to look for an opponent, and returns it; `None` if there are no other servers, or if the
    /// database does not answer.
    pub(crate) async fn turn(&self) -> Option<Turn> {
        let state = self.0.as_ref()?;
        let (reply, turn) = oneshot::channel();
        state.posts.send(Post::Match(reply)).ok()?;
        timeout(state.lease, turn).await.ok()?.ok()
    }

    /// Returns the news, once; `None` for a server that shares nothing.
    pub(crate) fn news(&self) -> Option<mpsc::UnboundedReceiver<News>> {
        let state = self.0.as_ref()?;
        state.to_read.lock().expect("no holder panics").take()
    }

    /// Gives the rooms to the other servers, after the last one has left memory.
    pub(crate) fn leave(&self) {
        if let Some(state) = &self.0 {
            state.leaving.cancel();
        }
    }

    /// Lets a server begin again that lost its rooms and has let go of them.
    pub(crate) fn begin_again(&self) {
        if let Some(state) = &self.0 {
            state.again.notify_one();
        }
    }
}

/// Calls of the thread of a node.
impl Cluster {
    /// Returns the token that is cancelled when the server leaves the others.
    pub(crate) fn leaving(&self) -> CancellationToken {
        let state = self.0.as_ref();
        state.map_or_else(CancellationToken::new, |state| state.leaving.clone())
    }

    /// Returns what is to be sent, once.
    pub(crate) fn posts(&self) -> Option<mpsc::UnboundedReceiver<Post>> {
        let state = self.0.as_ref()?;
        state.to_post.lock().expect("no holder panics").take()
    }

    /// Waits until the server has another board than the one `shown` under a number, and returns it.
    pub(crate) async fn board_changed(&self, shown: &(Epoch, String)) -> (Epoch, String) {
        let Some(state) = &self.0 else {
            return std::future::pending().await;
        };
        let mut boards = state.board.subscribe();
        let is_new = |board: &String| {
            let epoch = self.epoch();
            epoch != NONE && !board.is_empty() && (epoch, board) != (shown.0, &shown.1)
        };
        let board = boards.wait_for(is_new).await;
        let board = board.expect("the sender is there").clone();
        (self.epoch(), board)
    }

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
            // To be shown under this number.
            state.board.send_modify(|_same| {});
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
        let mut seen = state.seen.lock().expect("no holder panics");
        seen.extend(nodes.values().cloned());
        let mut before = state.nodes();
        let is_one_gone = before.keys().any(|epoch| !nodes.contains_key(epoch));
        *before = nodes;
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
