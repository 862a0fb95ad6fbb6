//! The one thread that writes: takes everything that is queued as one batch, so that one sync of the disk
//! serves every move of every room that arrived meanwhile. It also knows whether the storage works, and while
//! it does not, tests when it works again.
//!
//! ```text
//! queue -> more, if several rooms wait (`gathering.rs`) -> the store -> one wake a batch (`answers.rs`) -> rooms
//! ```
//!
//! In a simulation, and for a storage that never blocks, there is no thread: the storage is called in place, and each
//! request is a batch.

mod answers;
mod gathering;
mod health;
mod metrics;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use futures::future::{Either, ready};
use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use self::answers::Answers;
pub use self::gathering::Gathering;
use self::gathering::Pace;
use self::health::HealthState;
pub(crate) use self::health::{Health, HealthWatch};
use self::metrics::StoreMetrics;
use super::{Append, LiveRoom, NameChange, Pruned, Pruning, Rest, Store, StoreError, Stored};
use crate::time::Time;

/// Requests that may wait. When the queue is full a room waits, which delays its own players only.
const QUEUE: usize = 1024;

/// Appends that go into one transaction at most, so that nobody waits for a crowd behind them.
const BATCH: usize = 256;

/// Time between tries of a storage that fails: short enough for play to go on soon after the fault is over.
pub(crate) const PROBE_EVERY: Duration = Duration::from_secs(1);

enum Request {
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    Load(RoomId, oneshot::Sender<Result<Stored, StoreError>>),
    Live(Millis, oneshot::Sender<Result<Vec<LiveRoom>, StoreError>>),
    Rest(Rest),
    SetAside(RoomId, String),
    Names(Vec<NameChange>),
    Alive(Millis),
    Prune(
        Millis,
        BTreeSet<RoomId>,
        Pruning,
        oneshot::Sender<Result<(Pruned, Pruning), StoreError>>,
    ),
    Seats(
        TokenHash,
        usize,
        oneshot::Sender<Result<Vec<RoomId>, StoreError>>,
    ),
}

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
    /// Returns true if no call here waits.
    pub(crate) fn answers_at_once(&self) -> bool {
        matches!(self.road, Road::AtOnce(_))
    }

    /// Does [`Store::append`] for one room.
    ///
    /// # Errors
    ///
    /// [`StoreError`], that of the store or of a writer that has ended.
    pub fn append(&self, append: Append) -> impl Future<Output = Result<(), StoreError>> {
        match &self.road {
            // On the heap: each room would have place for it, also where nothing waits.
            Road::Queue(_) => {
                Either::Left(Box::pin(self.ask(|answer| Request::Append(append, answer))))
            }
            Road::AtOnce(writer) => {
                let mut results = in_place(writer).append(std::slice::from_ref(&append));
                Either::Right(ready(results.pop().expect("each append has a result")))
            }
        }
    }

    /// Does [`Store::load`].
    pub(crate) async fn load(&self, room: RoomId) -> Result<Stored, StoreError> {
        self.ask(|answer| Request::Load(room, answer)).await
    }

    /// Does [`Store::seats`].
    pub(crate) async fn seats(
        &self,
        key: TokenHash,
        most: usize,
    ) -> Result<Vec<RoomId>, StoreError> {
        self.ask(|answer| Request::Seats(key, most, answer)).await
    }

    /// Does [`Store::prune`], and returns the progress then. A failure is none of the storage: nobody waits for it.
    pub(crate) async fn prune(
        &self,
        before: Millis,
        spared: BTreeSet<RoomId>,
        progress: Pruning,
    ) -> Result<(Pruned, Pruning), StoreError> {
        self.ask(|answer| Request::Prune(before, spared, progress, answer))
            .await
    }

    /// Does [`Store::live`].
    pub(crate) async fn live(&self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.ask(|answer| Request::Live(start, answer)).await
    }

    /// Does [`Store::rest`] for one room, after the appends requested before. Does not wait until it is
    /// noted, and a failure is only logged: the note is then lost, which gives the room more time.
    pub(crate) async fn rest(&self, room: RoomId, left: Option<Millis>) {
        self.tell(Request::Rest(Rest { room, left })).await;
    }

    /// Does [`Store::set_aside`]. Does not wait until it is noted; a failure is only logged, and the room is
    /// found to be damaged again the next time.
    pub(crate) async fn set_aside(&self, room: RoomId, problem: String) {
        self.tell(Request::SetAside(room, problem)).await;
    }

    /// Does [`Store::change_names`]. Does not wait until it is stored; a change that could not be stored is tried again
    /// with the next one, and when the storage works again.
    pub(crate) async fn change_names(&self, changes: Vec<NameChange>) {
        if !changes.is_empty() {
            self.tell(Request::Names(changes)).await;
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
                () = sleep(every) => self.tell(Request::Alive(time.now())).await,
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
                () = sleep(every), if failing => in_place(writer).probe(),
            }
        }
    }

    async fn tell(&self, request: Request) {
        if self.send(request).await.is_err() {
            error!("the writer has ended");
        }
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Request,
    ) -> Result<T, StoreError> {
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        let (sender, answer) = oneshot::channel();
        let sent = self.send(request(sender)).await;
        sent.map_err(|_ended| gone())?;
        answer.await.map_err(|_ended| gone())?
    }

    async fn send(&self, request: Request) -> Result<(), mpsc::error::SendError<Request>> {
        match &self.road {
            Road::Queue(requests) => requests.send(request).await,
            Road::AtOnce(writer) => {
                in_place(writer).serve(std::iter::once(request));
                Ok(())
            }
        }
    }
}

/// Starts the writer. It ends when the last handle is dropped, after it has written everything.
///
/// `clock` tells the moment at which the storage began to fail; while it fails it is tried every
/// `probe_every`. To be called within a runtime, which delivers the answers.
pub(crate) fn spawn(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
    probe_every: Duration,
) -> (StoreHandle, JoinHandle<()>) {
    let gathering = if store.may_block() {
        Gathering::usual()
    } else {
        Gathering::none()
    };
    spawn_gathering(store, clock, probe_every, gathering)
}

/// Starts the writer as a server does, with a `gathering` of its own, for measurements.
pub fn spawn_gathering(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
    probe_every: Duration,
    gathering: Gathering,
) -> (StoreHandle, JoinHandle<()>) {
    let (requests, queue) = mpsc::channel(QUEUE);
    let (writer, health) = Writer::new(store, clock, Answers::by_task());
    let metrics = Arc::clone(&writer.metrics);
    let thread = std::thread::Builder::new()
        .name("writer".to_owned())
        .spawn(move || writer.run(queue, probe_every, gathering))
        .expect("a thread can be started at the start");
    let road = Road::Queue(requests);
    let handle = StoreHandle {
        road,
        health,
        metrics,
    };
    (handle, thread)
}

/// Returns the handle of a storage that is called in place. While it fails, somebody must
/// [try it](StoreHandle::probe_while_failing).
pub(crate) fn at_once(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
) -> StoreHandle {
    let (writer, health) = Writer::new(store, clock, Answers::in_place());
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

/// Serves requests in batches, and knows whether the storage works.
struct Writer {
    store: Box<dyn Store>,
    clock: Box<dyn Fn() -> Millis + Send>,
    health: HealthState,
    answers: Answers,
    metrics: Arc<StoreMetrics>,
    /// Changes of the owned names that are not stored yet.
    names: Vec<NameChange>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let health = &self.health;
        f.debug_struct("Writer")
            .field("health", health)
            .finish_non_exhaustive()
    }
}

impl Writer {
    fn new(
        store: Box<dyn Store>,
        clock: impl Fn() -> Millis + Send + 'static,
        answers: Answers,
    ) -> (Self, HealthWatch) {
        let (health, watch) = HealthState::new();
        let clock = Box::new(clock);
        let writer = Self {
            store,
            clock,
            health,
            answers,
            metrics: Arc::default(),
            names: Vec::new(),
        };
        (writer, watch)
    }

    fn run(
        mut self,
        mut queue: mpsc::Receiver<Request>,
        probe_every: Duration,
        mut gathering: Gathering,
    ) {
        // A separate runtime, so that it waits for requests and for the time at once, and blocks nobody.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime can be made at the start");
        let mut taken = Vec::with_capacity(BATCH);
        let mut next_probe = None;
        let mut pace = Pace::default();
        let mut last_took = Duration::ZERO;
        loop {
            let ended = runtime.block_on(async {
                let requests = queue.recv_many(&mut taken, BATCH);
                match next_probe {
                    Some(moment) => timeout_at(moment, requests).await == Ok(0),
                    None => requests.await == 0,
                }
            });
            if ended {
                break;
            }
            let now = Instant::now();
            note_pace(&mut pace, &taken, now);
            // While a slow commit lasts others come anyway.
            let expected = pace
                .expected(now)
                .filter(|_| last_took < gathering.longest());
            let before = taken.len();
            gathering.gather(appends(&taken), expected, || {
                while taken.len() < BATCH
                    && let Ok(request) = queue.try_recv()
                {
                    taken.push(request);
                }
                appends(&taken)
            });
            note_pace(&mut pace, &taken[before..], Instant::now());
            let begun = Instant::now();
            self.serve(taken.drain(..));
            last_took = begun.elapsed();
            if next_probe.is_some_and(|moment| moment <= Instant::now()) {
                next_probe = None;
                self.probe();
            }
            next_probe = if self.health.is_working() {
                None
            } else {
                next_probe.or_else(|| Some(Instant::now() + probe_every))
            };
        }
        self.note_alive((self.clock)());
    }

    /// Notes that the server runs. What cannot be noted is noted the next time.
    fn note_alive(&mut self, now: Millis) {
        if let Err(error) = self.store.alive(now) {
            warn!(%error, "cannot note that the server runs");
        }
    }

    fn probe(&mut self) {
        let probed = self.store.probe();
        self.learn_from(&probed);
        if probed.is_ok() {
            self.works();
            self.store_names();
        }
    }

    /// Stores the changes of the owned names that wait. Those that cannot be stored wait on.
    fn store_names(&mut self) {
        if self.names.is_empty() {
            return;
        }
        let stored = self.store.change_names(&self.names);
        self.learn_from(&stored);
        if stored.is_ok() {
            self.names.clear();
        }
    }

    /// Sets rooms aside, serves appends as one batch, then the notes in order, then the reads: a read was
    /// requested after the writes that concern it, or does not depend on them.
    fn serve(&mut self, requests: impl Iterator<Item = Request>) {
        let (mut batch, mut writers) = (Vec::new(), Vec::new());
        let (mut rested, mut set_aside, mut readers) = (Vec::new(), Vec::new(), Vec::new());
        let mut has_names = false;
        for request in requests {
            match request {
                Request::Append(append, answer) => {
                    // An append clears the note, and would come before it.
                    rested.retain(|rest: &Rest| rest.room != append.room);
                    batch.push(append);
                    writers.push(answer);
                }
                Request::Rest(rest) => rested.push(rest),
                Request::SetAside(room, problem) => set_aside.push((room, problem)),
                Request::Names(changes) => {
                    has_names = true;
                    for change in changes {
                        // The last change of a key says all, so that what waits does not outgrow the owners.
                        self.names.retain(|other| other.owner() != change.owner());
                        self.names.push(change);
                    }
                }
                Request::Alive(now) => self.note_alive(now),
                Request::Load(..) | Request::Live(..) | Request::Seats(..) | Request::Prune(..) => {
                    readers.push(request);
                }
            }
        }
        for (room, problem) in set_aside {
            error!(%room, problem, "the room is damaged, and is set aside");
            let noted = self.store.set_aside(room, &problem);
            self.learn_from(&noted);
        }
        if !batch.is_empty() {
            let results = self.append(&batch);
            self.answers
                .send(writers.into_iter().zip(results).collect());
        }
        if !rested.is_empty() {
            let noted = self.store.rest(&rested);
            self.learn_from(&noted);
        }
        if has_names {
            self.store_names();
        }
        for reader in readers {
            match reader {
                Request::Load(room, answer) => {
                    let loaded = self.store.load(room);
                    self.learn_from(&loaded);
                    drop(answer.send(loaded));
                }
                Request::Live(start, answer) => {
                    let live = self.store.live(start);
                    self.learn_from(&live);
                    drop(answer.send(live));
                }
                Request::Prune(before, spared, mut progress, answer) => {
                    let pruned = self.store.prune(before, &spared, &mut progress);
                    drop(answer.send(pruned.map(|pruned| (pruned, progress))));
                }
                Request::Seats(key, most, answer) => {
                    let seats = self.store.seats(key, most);
                    self.learn_from(&seats);
                    drop(answer.send(seats));
                }
                Request::Append(..)
                | Request::Rest(_)
                | Request::SetAside(..)
                | Request::Names(_)
                | Request::Alive(_) => {
                    unreachable!("sorted out above")
                }
            }
        }
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let begun = Instant::now();
        let results = self.store.append(batch);
        self.metrics.times.add(begun.elapsed().as_micros() as u64);
        self.metrics.sizes.add(batch.len() as u64);
        let failed = |result: &_| matches!(result, Err(StoreError::Failed(_)));
        if results.iter().any(Result::is_ok) && !results.iter().any(failed) {
            self.works();
        }
        // Published before any answer: a caller that checks the health after a refusal gets the same result.
        for result in &results {
            self.learn_from(result);
        }
        results
    }

    /// Updates the health: the storage fails if it could not do what was requested; a room that is fenced or
    /// damaged is no fault of the rest of it.
    fn learn_from<T>(&self, result: &Result<T, StoreError>) {
        let Err(StoreError::Failed(new)) = result else {
            return;
        };
        self.health.update(|health| match health {
            Health::Working => {
                error!(
                    problem = new,
                    "the store fails; it is tried until it works again"
                );
                *health = Health::Failing {
                    since: (self.clock)(),
                    problem: new.clone(),
                };
                true
            }
            Health::Failing { problem, .. } => {
                let changed = problem != new;
                new.clone_into(problem);
                changed
            }
        });
    }

    fn works(&self) {
        self.health.update(|health| {
            let failed = *health != Health::Working;
            if failed {
                info!("the store works again");
                *health = Health::Working;
            }
            failed
        });
    }
}

/// The writer's place, in a test that answers by itself.
#[cfg(test)]
pub(crate) struct WriterInTest {
    queue: mpsc::Receiver<Request>,
    answers: Answers,
    _health: HealthState,
}

#[cfg(test)]
impl WriterInTest {
    /// Returns a storage that stores nothing, and the place of its writer. To be called within a runtime.
    pub(crate) fn start() -> (StoreHandle, Self) {
        let (requests, queue) = mpsc::channel(QUEUE);
        let (state, health) = HealthState::new();
        let handle = StoreHandle {
            road: Road::Queue(requests),
            health,
            metrics: Arc::default(),
        };
        let writer = Self {
            queue,
            answers: Answers::by_task(),
            _health: state,
        };
        (handle, writer)
    }

    /// Answers the appends that wait as one batch, and returns their number.
    pub(crate) fn answer(&mut self, result: &Result<(), StoreError>) -> usize {
        let mut answers = Vec::new();
        while let Ok(request) = self.queue.try_recv() {
            if let Request::Append(_, answer) = request {
                answers.push((answer, result.clone()));
            }
        }
        let answered = answers.len();
        self.answers.send(answers);
        answered
    }
}

fn note_pace(pace: &mut Pace, requests: &[Request], now: Instant) {
    for request in requests {
        if let Request::Append(append, _) = request {
            pace.note(append.room, now);
        }
    }
}

/// Returns the number of appends, which is that of the rooms: a room has one under way at a time.
fn appends(requests: &[Request]) -> usize {
    let is_append = |request: &&Request| matches!(request, Request::Append(..));
    requests.iter().filter(is_append).count()
}

#[cfg(test)]
mod tests;
