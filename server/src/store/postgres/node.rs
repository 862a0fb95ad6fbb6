//! The thread of a server among others: renews its lease, finds out which others are gone, and frees their rooms.
//!
//! A server has a row in the table `node`, with the number of the session that renews it. The row counts: a server
//! without one owns nothing. Another server deletes it if it was not renewed for a lease, or if that session has
//! ended, as it does with its process: this is noticed within an eighth of a lease. (A lock of the session would show
//! the same, but one that breaks without a word keeps its lock, and the next one could not have it.)
//!
//! After an outage of the database every row is old, and its session has ended. So a server deletes no row until it has
//! renewed its own for a lease without a gap: by then the others have done so too.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread::JoinHandle;

use tokio::runtime::Builder;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::{Error, Row};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::Problem;
use super::bulletin::Bulletin;
use super::session::{Session, Settings, said};
use crate::cluster::{Cluster, Epoch, News};

/// Signs of life in a lease.
const BEATS: u32 = 8;

/// Channels of the notifications that a server came or went, and that there is a fact.
const CHANGED: &str = "LISTEN enlinea_node; LISTEN enlinea_fact";

/// The thread. When it is dropped, the server leaves the database.
pub(super) struct Node {
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            // It has said what was wrong.
            let _ = thread.join();
        }
    }
}

impl Node {
    /// Starts the thread, and returns when the server is one of those of the database.
    pub(super) fn start(
        settings: Settings,
        address: String,
        cluster: Cluster,
    ) -> Result<Self, Problem> {
        let stop = cluster.leaving();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (sender, started) = mpsc::channel();
        let beating = Beating {
            settings,
            address,
            cluster,
            stop: stop.clone(),
        };
        let bulletin = Bulletin::new(beating.settings.clone(), beating.cluster.clone());
        let thread = std::thread::Builder::new()
            .name("node".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    match beating.enter().await {
                        Ok(link) => {
                            let _ = sender.send(Ok(()));
                            tokio::join!(beating.run(link), async {
                                if let Some(bulletin) = bulletin {
                                    bulletin.run(beating.stop.clone()).await;
                                }
                            });
                        }
                        Err(problem) => drop(sender.send(Err(problem))),
                    }
                });
            })?;
        let node = Self {
            stop,
            thread: Some(thread),
        };
        started.recv().expect("the thread says how it began")?;
        Ok(node)
    }
}

struct Beating {
    settings: Settings,
    address: String,
    cluster: Cluster,
    stop: CancellationToken,
}

/// A connection, and the notifications on it.
struct Link {
    session: Session,
    heard: tokio::sync::mpsc::UnboundedReceiver<tokio_postgres::Notification>,
}

const ENTER: &str = "
    INSERT INTO node (address, lease, session, seen, since)
    VALUES ($1, $2::bigint * INTERVAL '1 millisecond', pg_backend_pid(), clock_timestamp(), clock_timestamp())
    RETURNING id";

/// Signs of life are without a gap if one session gives them all and each is in time.
const BEAT: &str = "
    UPDATE node SET seen = clock_timestamp(), session = pg_backend_pid(),
                    since = CASE WHEN session <> pg_backend_pid() OR seen < clock_timestamp() - lease
                                 THEN clock_timestamp() ELSE since END
    WHERE id = $1";

/// `GONE` is true of a server that did not renew its lease, or whose session has ended.
macro_rules! gone {
    () => {
        "(node.seen < clock_timestamp() - node.lease
          OR NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = node.session))"
    };
}

const LOOK: &str = concat!("SELECT id, address, ", gone!(), " FROM node");

/// Deletes the row of another server. What it writes meanwhile is waited for, and nothing of it comes later.
const DELETE: &str = concat!(
    "WITH me AS (
        SELECT id FROM node WHERE id = $1 AND seen >= clock_timestamp() - lease AND since < clock_timestamp() - lease
        FOR KEY SHARE
    )
    DELETE FROM node USING me WHERE node.id = $2 AND ",
    gone!()
);

impl Beating {
    async fn connect(&self) -> Result<Link, Error> {
        let (sender, heard) = tokio::sync::mpsc::unbounded_channel();
        let session = Session::open(&self.settings, Some(sender)).await?;
        // A row that says a little too long ago that a server lives does no harm.
        let set = format!("SET synchronous_commit = off; {CHANGED}");
        session.client.batch_execute(&set).await?;
        Ok(Link { session, heard })
    }

    /// Makes the server one of those of the database.
    async fn enter(&self) -> Result<Link, Problem> {
        let link = self.connect().await?;
        self.enter_by(&link).await?;
        Ok(link)
    }

    async fn enter_by(&self, link: &Link) -> Result<(), Error> {
        let (session, asked) = (&link.session, Instant::now());
        let lease = i64::try_from(self.cluster.lease().as_millis()).unwrap_or(i64::MAX);
        let rows = session.query(ENTER, &[&self.address, &lease]).await?;
        let epoch: Epoch = rows[0].get(0);
        info!(
            node = epoch,
            address = self.address,
            "one of the servers of the database"
        );
        self.cluster.begin(epoch, asked);
        self.look(session).await?;
        notify(session).await
    }

    /// Renews the lease until the server ends.
    async fn run(&self, link: Link) {
        let beat = self.cluster.lease() / BEATS;
        let mut link = Some(link);
        let mut is_silent = false;
        loop {
            let tried = timeout(self.cluster.lease() / 2, self.beat(&mut link)).await;
            match tried {
                Ok(Ok(true)) => {
                    if std::mem::take(&mut is_silent) {
                        info!("the database answers again");
                        self.cluster.tell(News::Renewed);
                    }
                }
                Ok(Ok(false)) => {
                    warn!("another server has taken over the rooms of this one");
                    tokio::select! {
                        biased;
                        () = self.stop.cancelled() => {}
                        () = self.cluster.lose() => {}
                    }
                    continue;
                }
                failed => {
                    // Once its session has ended, another server may take over the rooms at any moment.
                    self.cluster.expire();
                    link = None;
                    if !std::mem::replace(&mut is_silent, true) {
                        let problem = match failed {
                            Ok(Err(error)) => said(&error),
                            _ => "the database does not answer".to_owned(),
                        };
                        warn!(problem, "the lease of this server cannot be renewed");
                        self.cluster.tell(News::Silent);
                    }
                }
            }
            let heard = async {
                match &mut link {
                    Some(link) => self.heard(link).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = self.stop.cancelled() => break,
                () = sleep(beat) => {}
                () = heard => {}
            }
        }
        if let Some(link) = &link {
            // The others take over its rooms at once; without the message they notice later.
            let _ = timeout(self.cluster.lease(), self.leave(&link.session)).await;
        }
    }

    /// Waits until a server came or went, or the connection ended.
    async fn heard(&self, link: &mut Link) {
        while let Some(notification) = link.heard.recv().await
            && notification.channel() == "enlinea_fact"
        {
            self.cluster.tell(News::Facts);
        }
    }

    /// Gives a sign of life; false if another server has deleted the row of this one.
    async fn beat(&self, link: &mut Option<Link>) -> Result<bool, Error> {
        let asked = Instant::now();
        let link = match link {
            Some(link) => link,
            None => link.insert(self.connect().await?),
        };
        let epoch = self.cluster.epoch();
        if epoch == 0 {
            self.enter_by(link).await?;
            // Free ones, as those that it had.
            self.cluster.tell(News::Freed);
            return Ok(true);
        }
        let session = &link.session;
        if session.execute(BEAT, &[&epoch]).await? == 0 {
            return Ok(false);
        }
        self.cluster.renewed(asked);
        self.look(session).await?;
        Ok(true)
    }

    /// Finds out which servers are there, and deletes those that are gone.
    async fn look(&self, session: &Session) -> Result<(), Error> {
        let epoch = self.cluster.epoch();
        let rows = session.query(LOOK, &[]).await?;
        let mut nodes = BTreeMap::new();
        let mut is_one_deleted = false;
        for row in &rows {
            let node: Epoch = row.get(0);
            if node != epoch && is_gone(row) && session.execute(DELETE, &[&epoch, &node]).await? > 0
            {
                warn!(node, "a server is gone; this one takes over its rooms");
                is_one_deleted = true;
            } else {
                nodes.insert(node, row.get(1));
            }
        }
        if self.cluster.see(nodes) | is_one_deleted {
            self.cluster.tell(News::Freed);
        }
        if is_one_deleted {
            notify(session).await?;
        }
        Ok(())
    }

    async fn leave(&self, session: &Session) -> Result<(), Error> {
        let delete = "DELETE FROM node WHERE id = $1";
        session.execute(delete, &[&self.cluster.epoch()]).await?;
        notify(session).await
    }
}

fn is_gone(row: &Row) -> bool {
    row.get(2)
}

async fn notify(session: &Session) -> Result<(), Error> {
    session.client.batch_execute("NOTIFY enlinea_node").await
}
