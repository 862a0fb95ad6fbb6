//! The rooms of a server that shares its store with others: those that it takes over, and what becomes of its own when
//! it cannot be sure of them.

use std::sync::Arc;

use futures::future::join_all;
use protocol::id::RoomId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::Directory;
use super::index::Asleep;
use crate::cluster::News;
use crate::rooms::actor::RoomHandle;
use crate::store::{LiveRoom, StoreError, Stored};

impl Directory {
    /// Follows what becomes of the lease of this server and of the other servers, until `stop`.
    pub(crate) async fn follow_cluster(
        self: Arc<Self>,
        mut news: mpsc::UnboundedReceiver<News>,
        stop: CancellationToken,
    ) {
        loop {
            let next = tokio::select! {
                biased;
                () = stop.cancelled() => return,
                next = news.recv() => next,
            };
            let store = &self.shared.store;
            match next {
                None => return,
                Some(News::Freed) => {
                    self.shared.lobby.forget_nodes();
                    self.take_free_rooms().await;
                }
                // All clocks stand from now on, as they do when a disk fails.
                Some(News::Silent) => {
                    store.note_failure(self.shared.time.now(), "the database does not answer");
                }
                Some(News::Renewed) => {
                    store.try_now().await;
                    self.learn_names().await;
                }
                Some(News::Facts) => self.learn_names().await,
                Some(News::Board(board)) => self.shared.lobby.see(&board),
                Some(News::Chat(line)) => self.shared.lobby.pass_on_chat(&line),
                Some(News::Lost) => self.lose_rooms().await,
            }
        }
    }

    /// Loads a room or a tournament. If its server is gone, this one first takes all that was there: a tournament and
    /// its rooms stay at one server.
    pub(crate) async fn load_stored(&self, code: RoomId) -> Result<Stored, StoreError> {
        let store = &self.shared.store;
        let loaded = store.load(code).await;
        if !matches!(loaded, Err(StoreError::Elsewhere { address: None, .. })) {
            return loaded;
        }
        self.take_free_rooms().await;
        store.load(code).await
    }

    /// Waits until this server has taken something over.
    pub(crate) async fn taken_over(&self) {
        self.taken_over.notified().await;
    }

    pub(crate) fn note_taken_over(&self) {
        self.taken_over.notify_one();
    }

    /// Returns a token that is cancelled when the server loses what it has now.
    pub(crate) fn lost(&self) -> CancellationToken {
        self.losing().child_token()
    }

    /// Brings the history up to date, and takes in who owns names by now.
    async fn learn_names(&self) {
        match self.shared.store.learned_names().await {
            Ok(changes) => self.shared.people.learn(changes),
            Err(error) => warn!(%error, "what other servers stored is not known now"),
        }
    }

    /// Takes the rooms and tournaments of servers that are gone. Nothing of the outage is charged.
    async fn take_free_rooms(&self) {
        let now = self.shared.time.now();
        let taken = match self.shared.store.take_over(now).await {
            Ok(taken) => taken,
            Err(error) => {
                error!(%error, "the rooms of another server cannot be taken over now");
                return;
            }
        };
        self.note_taken_over();
        if taken.is_empty() {
            return;
        }
        info!(rooms = taken.len(), "taken over");
        // One that somebody asked for meanwhile is in memory already.
        let rooms = self.rooms();
        let mut asleep = self.asleep();
        for LiveRoom { room, due } in taken {
            if !rooms.contains_key(&room) {
                let outage = Some(now);
                asleep.insert(room, Asleep { due, outage });
            }
        }
        drop((asleep, rooms));
        self.asleep_changed.notify_one();
    }

    /// Ends all stored rooms without a word more, and lets the server begin again without any.
    async fn lose_rooms(&self) {
        let next = self.draining.child_token();
        std::mem::replace(&mut *self.losing(), next).cancel();
        self.asleep().clear();
        let (rooms, _) = self.list();
        warn!(
            rooms = rooms.len(),
            "other servers have the rooms of this one"
        );
        join_all(rooms.iter().map(RoomHandle::gone)).await;
        self.shared.cluster.begin_again();
    }
}
