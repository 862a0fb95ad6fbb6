//! The handle by which everybody else reaches the storage: through the queue of the thread that writes, or in place.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures::future::{Either, ready};
use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::view::RatingChange;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::error;

use super::health::{Health, HealthWatch};
use super::metrics::StoreMetrics;
use super::{Request, Write, Writer};
use crate::base::time::Time;
use crate::store::{
    Amendment, Append, LiveRoom, NameChange, Pruned, Pruning, Rest, Store, StoreError, Stored,
};

/// Time after which a store that has not answered counts as one that hangs: a disk that wakes up takes seconds.
const HANGS_AFTER: Duration = Duration::from_secs(10);

/// Time after the last write from which the storage is tried when its health is asked for: a write for nothing every
/// half minute is little, also for a flash card.
pub(super) const SILENT_FOR: Duration = Duration::from_secs(30);

/// Time that whoever asks for the health waits for that: those who watch over servers give up soon.
const TRY_TIME: Duration = Duration::from_secs(1);

/// Handle of the storage.
#[derive(Clone, Debug)]
pub struct StoreHandle {
    road: Road,
    health: HealthWatch,
    metrics: Arc<StoreMetrics>,
}

/// The way of a request to the storage.
#[derive(Clone, Debug)]
enum Road {
    /// The queue of the thread that writes.
    Queue(mpsc::Sender<Request>),
    /// The writer itself, which answers before the call returns.
    AtOnce(Arc<Mutex<Writer>>),
}

impl StoreHandle {
    /// The handle of the thread that takes `requests` from its queue.
    pub(super) fn queued(
        requests: mpsc::Sender<Request>,
        health: HealthWatch,
        metrics: Arc<StoreMetrics>,
    ) -> Self {
        Self {
            road: Road::Queue(requests),
            health,
            metrics,
        }
    }

    /// Does [`Store::append`] for one room.
    ///
    /// # Errors
    ///
    /// [`StoreError`], that of the store or of a writer that has ended.
    pub fn append(&self, append: Append) -> impl Future<Output = Result<(), StoreError>> {
        match &self.road {
            // On the heap: each room would have place for it, also where nothing waits.
            Road::Queue(_) => Either::Left(Box::pin(
                self.answered(|answer| Write::Append(append, answer).into()),
            )),
            Road::AtOnce(writer) => {
                let mut results = in_place(writer).append(std::slice::from_ref(&append));
                Either::Right(ready(results.pop().expect("each append has a result")))
            }
        }
    }

    /// Does [`Store::load`].
    pub(crate) async fn load(&self, room: RoomId) -> Result<Stored, StoreError> {
        self.read(move |store| store.load(room)).await
    }

    /// Does [`Store::ratings`].
    pub(crate) async fn ratings(
        &self,
        room: RoomId,
        game: u16,
    ) -> Result<Option<BySide<RatingChange>>, StoreError> {
        self.read(move |store| store.ratings(room, game)).await
    }

    /// Does [`Store::amend`].
    pub(crate) async fn amend(
        &self,
        amendment: Amendment,
    ) -> Result<Option<Vec<Name>>, StoreError> {
        self.ask(move |writer| writer.amend(&amendment)).await
    }

    /// Does [`Store::seats`].
    pub(crate) async fn seats(
        &self,
        key: TokenHash,
        most: usize,
    ) -> Result<Vec<RoomId>, StoreError> {
        self.read(move |store| store.seats(key, most)).await
    }

    /// Does [`Store::prune`], and returns the progress then. A failure does not change the health of the storage,
    /// since nobody waits for this.
    pub(crate) async fn prune(
        &self,
        before: Millis,
        spared: BTreeSet<RoomId>,
        mut progress: Pruning,
    ) -> Result<(Pruned, Pruning), StoreError> {
        self.ask(move |writer| {
            let pruned = writer.store.prune(before, &spared, &mut progress)?;
            Ok((pruned, progress))
        })
        .await
    }

    /// Does [`Store::live`].
    pub(crate) async fn live(&self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.read(move |store| store.live(start)).await
    }

    /// Does [`Store::take_over`].
    pub(crate) async fn take_over(&self, now: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.read(move |store| store.take_over(now)).await
    }

    /// Does [`Store::learned_names`].
    pub(crate) async fn learned_names(&self) -> Result<Vec<NameChange>, StoreError> {
        self.read(|store| store.learned_names()).await
    }

    /// Notes that the storage fails since a moment, as somebody else found out.
    pub(crate) fn note_failure(&self, since: Millis, problem: &str) {
        self.health.fail(since, problem);
    }

    /// Tries the storage; the health has the result.
    pub(crate) async fn try_now(&self) {
        // The health has it.
        let _ = self.ask(Writer::probe).await;
    }

    /// Does [`Store::tournaments`].
    pub(crate) async fn tournaments(&self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.read(move |store| store.tournaments(most)).await
    }

    /// Does [`Store::rest`] for one room, after the appends requested before. Does not wait until it is
    /// noted, and a failure is only logged: the note is then lost. One that a room is deserted gives it more time; one
    /// that a player came back is to be told again when the store works.
    pub(crate) async fn rest(&self, room: RoomId, left: Option<Millis>) {
        self.tell(Write::Rest(Rest { room, left })).await;
    }

    /// Does [`Store::quarantine`]. Does not wait until it is noted; a failure is only logged, and the room is
    /// found to be damaged again the next time.
    pub(crate) async fn quarantine(&self, room: RoomId, problem: String) {
        self.tell(Write::Quarantine(room, problem)).await;
    }

    /// Does [`Store::change_names`]. Does not wait until it is stored; a change that could not be stored is tried again
    /// with the next one, when the storage works again, and at the end.
    pub(crate) async fn change_names(&self, changes: Vec<NameChange>) {
        if !changes.is_empty() {
            self.tell(Write::Names(changes)).await;
        }
    }

    /// Does [`Store::change_names`], and waits until it is stored.
    ///
    /// # Errors
    ///
    /// The error of the first try; later ones are made as of [`change_names`](Self::change_names).
    pub(crate) async fn store_names(&self, changes: Vec<NameChange>) -> Result<(), StoreError> {
        self.change_names(changes).await;
        self.ask(Writer::store_names).await
    }

    /// Tries a storage to which nothing was written for a while, for whoever then asks for its health.
    pub(crate) async fn try_if_silent(&self) {
        if self.metrics.is_silent_for(SILENT_FOR) {
            // The health has what comes of it. One that is late has been begun, and shows as a storage that hangs.
            let _ = timeout(TRY_TIME, self.ask(Writer::probe)).await;
        }
    }

    /// Returns why games cannot be kept at `now`, in words; none while the storage works.
    pub(crate) fn failure(&self, now: Millis) -> Option<String> {
        match self.health().latest() {
            Health::Failing { since, problem } => {
                let lasting = (now - since).as_millis() / 1000;
                Some(format!("the store has failed for {lasting} s: {problem}"))
            }
            Health::Working => {
                // A disk that hangs returns no error, and nothing at all.
                let busy = self.metrics.busy_for();
                (busy >= HANGS_AFTER)
                    .then(|| format!("the store has hung for {} s", busy.as_secs()))
            }
        }
    }

    /// Returns the health of the storage, as it changes.
    pub(crate) fn health(&self) -> HealthWatch {
        self.health.clone()
    }

    /// Notes that the server runs every `every`, until `stop`.
    pub(crate) async fn note_alive(&self, time: Time, every: Duration, stop: CancellationToken) {
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = sleep(every) => self.tell(Write::Alive(time.now())).await,
            }
        }
    }

    /// Returns the times and sizes of the commits.
    pub(crate) fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Tries a storage that fails every `every` until it works again, until `stop`. A thread that writes does
    /// so by itself.
    pub(crate) async fn probe_while_failing(&self, every: Duration, stop: CancellationToken) {
        let Road::AtOnce(writer) = &self.road else {
            return;
        };
        let mut health = self.health();
        loop {
            let failing = health.latest() != Health::Working;
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = health.changed() => {}
                () = sleep(every), if failing => drop(in_place(writer).probe()),
            }
        }
    }

    async fn tell(&self, write: Write) {
        if self.send(write).await.is_err() {
            error!("the writer has ended");
        }
    }

    /// Asks the storage; the health has what its answer shows.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask(|writer| {
            let answer = question(writer.store.as_mut());
            writer.learn_from(&answer);
            answer
        })
        .await
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Writer) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.answered(|answer| {
            Request::Query(Box::new(move |writer| drop(answer.send(question(writer)))))
        })
        .await
    }

    async fn answered<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Request,
    ) -> Result<T, StoreError> {
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        let (sender, answer) = oneshot::channel();
        let sent = self.send(request(sender)).await;
        sent.map_err(|_ended| gone())?;
        answer.await.map_err(|_ended| gone())?
    }

    pub(super) async fn send(
        &self,
        request: impl Into<Request>,
    ) -> Result<(), mpsc::error::SendError<Request>> {
        let request = request.into();
        match &self.road {
            Road::Queue(requests) => requests.send(request).await,
            Road::AtOnce(writer) => {
                in_place(writer).serve(std::iter::once(request));
                Ok(())
            }
        }
    }
}

/// Returns the handle of a storage that is called in place. While it fails, somebody must
/// [try it](StoreHandle::probe_while_failing).
pub(crate) fn at_once(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
) -> StoreHandle {
    let (writer, health) = Writer::new(store, clock);
    let metrics = Arc::clone(&writer.metrics);
    let road = Road::AtOnce(Arc::new(Mutex::new(writer)));
    StoreHandle {
        road,
        health,
        metrics,
    }
}

fn in_place(writer: &Mutex<Writer>) -> MutexGuard<'_, Writer> {
    writer.lock().expect("no holder panics")
}
