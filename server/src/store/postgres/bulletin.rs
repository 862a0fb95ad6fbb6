//! The board of each server for the others: the rooms of its lobby and the people there, the lobby's
//! chat, and the lock of the quick match. All of it is on a connection of its own, so that no move waits for it.
//!
//! Each server has one text, its board, in a row of its own. It is replaced as a whole, and the others read it when
//! they hear of that: one that missed something has everything again with the next board.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Error, Notification, Row};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use super::session::{Session, Settings, said};
use crate::cluster::{Board, Cluster, Epoch, News, Post};

/// Time between two boards of a server: hardly noticed, and few of them in a second.
const BOARD_EVERY: Duration = Duration::from_millis(300);

/// Number of the lock that a server holds while it looks for an opponent, or makes a room for one to come.
const MATCHING: i64 = 0x656e_6c6b;

const SHOW: &str = "
    INSERT INTO board (node, body) SELECT id, $2 FROM node WHERE id = $1
    ON CONFLICT (node) DO UPDATE SET body = excluded.body";

const BOARDS: &str = "
    SELECT node, body FROM board JOIN node ON node.id = board.node
    WHERE node <> $1 AND ($2::integer IS NULL OR node = $2)";

/// The connection.
pub(super) struct Bulletin {
    settings: Settings,
    cluster: Cluster,
    posts: mpsc::UnboundedReceiver<Post>,
    /// The board that the others see, and the number under which they do.
    shown: (Epoch, String),
    /// Number of boards that were read.
    read: u64,
}

impl Bulletin {
    /// Returns what shows the others what this server has; `None` if there is one already.
    pub(super) fn new(settings: Settings, cluster: Cluster) -> Option<Self> {
        let posts = cluster.posts()?;
        Some(Self {
            settings,
            cluster,
            posts,
            shown: (0, String::new()),
            read: 0,
        })
    }

    /// Shows and reads until `stop`.
    pub(super) async fn run(mut self, stop: CancellationToken) {
        loop {
            let served = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                served = self.serve() => served,
            };
            if let Err(error) = served {
                warn!(problem = %said(&error), "the lobbies of other servers are not seen now");
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = sleep(self.cluster.lease() / 2) => {}
            }
        }
    }

    /// Shows and reads until the connection breaks.
    async fn serve(&mut self) -> Result<(), Error> {
        let (sender, mut heard) = mpsc::unbounded_channel();
        let session = Session::open(&self.settings, Some(sender)).await?;
        let wait = self.cluster.lease().as_millis();
        let set = format!(
            "SET synchronous_commit = off; SET lock_timeout = {wait}; LISTEN enlinea_board; LISTEN enlinea_chat"
        );
        session.client.batch_execute(&set).await?;
        for board in self.boards(&session, None).await? {
            self.cluster.tell(News::Board(board));
        }
        self.shown = (0, String::new());
        let mut next = Box::pin(sleep(Duration::ZERO));
        loop {
            let changed = async {
                next.as_mut().await;
                self.cluster.board_changed(&self.shown).await
            };
            tokio::select! {
                biased;
                post = self.posts.recv() => match post {
                    Some(post) => self.take(&session, post).await?,
                    None => return Ok(()),
                },
                notification = heard.recv() => match notification {
                    Some(notification) => self.hear(&session, &notification).await?,
                    // The next statement says why.
                    None => session.client.batch_execute("").await?,
                },
                (_, board) = changed => {
                    self.show(&session, board).await?;
                    next.set(sleep(BOARD_EVERY));
                }
            }
        }
    }

    async fn show(&mut self, session: &Session, board: String) -> Result<(), Error> {
        let epoch = self.cluster.epoch();
        session.execute(SHOW, &[&epoch, &board]).await?;
        self.shown = (epoch, board);
        notify(session, "enlinea_board", &epoch.to_string()).await
    }

    async fn take(&mut self, session: &Session, post: Post) -> Result<(), Error> {
        match post {
            Post::Chat(line) => {
                let line = format!("{} {line}", self.cluster.epoch());
                notify(session, "enlinea_chat", &line).await
            }
            Post::Match(reply) => {
                let lock = "SELECT pg_advisory_lock($1)";
                session.query(lock, &[&MATCHING]).await?;
                let boards = self.boards(session, None).await?;
                let (done, board) = tokio::sync::oneshot::channel();
                if reply.send((boards, done)).is_ok()
                    && let Ok(Ok(board)) = timeout(self.cluster.lease(), board).await
                {
                    self.show(session, board).await?;
                }
                let unlock = "SELECT pg_advisory_unlock($1)";
                session.query(unlock, &[&MATCHING]).await.map(drop)
            }
        }
    }

    /// Reads the boards of the other servers, or that of one of them.
    async fn boards(&mut self, session: &Session, of: Option<Epoch>) -> Result<Vec<Board>, Error> {
        let rows = session.query(BOARDS, &[&self.cluster.epoch(), &of]).await?;
        self.read += 1;
        let board = |row: &Row| Board {
            node: row.get(0),
            read: self.read,
            text: row.get(1),
        };
        Ok(rows.iter().map(board).collect())
    }

    async fn hear(&mut self, session: &Session, notification: &Notification) -> Result<(), Error> {
        let me = self.cluster.epoch();
        let payload = notification.payload();
        if notification.channel() == "enlinea_chat" {
            if let Some((epoch, line)) = payload.split_once(' ')
                && epoch.parse() != Ok(me)
            {
                self.cluster.tell(News::Chat(line.to_owned()));
            }
        } else if let Ok(node) = payload.parse::<Epoch>()
            && node != me
        {
            for board in self.boards(session, Some(node)).await? {
                self.cluster.tell(News::Board(board));
            }
        }
        Ok(())
    }
}

async fn notify(session: &Session, channel: &str, payload: &str) -> Result<(), Error> {
    let notify = "SELECT pg_notify($1, $2)";
    session.query(notify, &[&channel, &payload]).await.map(drop)
}
