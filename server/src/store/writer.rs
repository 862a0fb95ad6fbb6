//! The one thread that writes: takes everything that is queued as one batch, so that one sync of the disk
//! serves every move of every room that arrived meanwhile. It also knows whether the storage works, and while
//! it does not, tests when it works again.
//!
//! ```text
//! queue -> more, if several rooms wait (`gathering.rs`) -> the store -> rooms
//! ```
//!
//! In a simulation, and for a storage that never blocks, there is no thread: the storage is called in place, and each
//! request is a batch.

mod gathering;
mod handle;
mod health;
mod metrics;

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::text::Name;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};
use tracing::{error, info, warn};

use self::gathering::{Gathering, Pace};
pub use self::handle::StoreHandle;
pub(crate) use self::handle::at_once;
pub(crate) use self::health::{Health, HealthWatch};
use self::metrics::StoreMetrics;
use super::{Amendment, Append, NameChange, Rest, Store, StoreError};

/// Requests that may wait. When the queue is full a room waits, which delays its own players only.
const QUEUE: usize = 1024;

/// Appends that go into one transaction at most, so that nobody waits for a crowd behind them.
const BATCH: usize = 256;

/// Time that a change of games that are over may take before the store counts as one that hangs: it derives the ratings
/// of all.
const AMENDED_IN: Duration = Duration::from_mins(10);

/// Time between tries of a storage that fails: short enough for play to go on soon after the fault is over.
pub(crate) const PROBE_EVERY: Duration = Duration::from_secs(1);

/// A request to the storage.
enum Request {
    Write(Write),
    Query(Query),
}

/// A request that changes what is stored. Those that come together are served by kind.
enum Write {
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    Rest(Rest),
    Quarantine(RoomId, String),
    Names(Vec<NameChange>),
    Alive(Millis),
}

/// A question to the storage, which is answered after the writes that came with it.
type Query = Box<dyn FnOnce(&mut Writer) + Send>;

impl From<Write> for Request {
    fn from(write: Write) -> Self {
        Self::Write(write)
    }
}

/// Writes that are served together, by kind.
#[derive(Default)]
struct Writes {
    batch: Vec<Append>,
    /// Those who wait for the appends of the batch.
    writers: Vec<oneshot::Sender<Result<(), StoreError>>>,
    rested: Vec<Rest>,
    quarantined: Vec<(RoomId, String)>,
    has_names: bool,
}

/// Starts the writer. It ends when the last handle is dropped, after it has written everything.
///
/// `clock` tells the moment at which the storage began to fail; while it fails it is tried every
/// `probe_every`.
///
/// # Errors
///
/// There can be no thread.
pub(crate) fn spawn(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
    probe_every: Duration,
) -> io::Result<(StoreHandle, JoinHandle<()>)> {
    let gathering = if store.may_block() {
        Gathering::usual()
    } else {
        Gathering::none()
    };
    spawn_gathering(store, clock, probe_every, gathering)
}

/// Starts the writer with this `gathering`.
fn spawn_gathering(
    store: Box<dyn Store>,
    clock: impl Fn() -> Millis + Send + 'static,
    probe_every: Duration,
    gathering: Gathering,
) -> io::Result<(StoreHandle, JoinHandle<()>)> {
    let (requests, queue) = mpsc::channel(QUEUE);
    let (writer, health) = Writer::new(store, clock);
    let metrics = Arc::clone(&writer.metrics);
    let thread = std::thread::Builder::new()
        .name("writer".to_owned())
        .spawn(move || writer.run(queue, probe_every, gathering))?;
    Ok((StoreHandle::queued(requests, health, metrics), thread))
}

/// Serves requests in batches, and knows whether the storage works.
struct Writer {
    store: Box<dyn Store>,
    clock: Box<dyn Fn() -> Millis + Send>,
    health: HealthWatch,
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
    ) -> (Self, HealthWatch) {
        let health = HealthWatch::new();
        let watch = health.clone();
        let clock = Box::new(clock);
        let writer = Self {
            store,
            clock,
            health,
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
            self.metrics.set_busy(Some(begun));
            self.serve(taken.drain(..));
            self.metrics.set_busy(None);
            last_took = begun.elapsed();
            if next_probe.is_some_and(|moment| moment <= Instant::now()) {
                next_probe = None;
                // The health has it.
                let _ = self.probe();
            }
            next_probe = if self.health.is_working() {
                None
            } else {
                next_probe.or_else(|| Some(Instant::now() + probe_every))
            };
        }
        // The last try: what cannot be stored ends with the server.
        let _ = self.store_names();
        self.note_alive((self.clock)());
    }

    /// Notes that the server runs. What cannot be noted is noted the next time.
    fn note_alive(&mut self, now: Millis) {
        if let Err(error) = self.store.alive(now) {
            warn!(%error, "cannot note that the server runs");
        }
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        let probed = self.store.probe();
        self.metrics.note_shown();
        self.learn_from(&probed);
        if probed.is_ok() {
            self.works();
            // Those that cannot be stored are tried again after the next probe.
            let _ = self.store_names();
        }
        probed
    }

    /// Stores the changes of the owned names that wait. Those that cannot be stored wait on.
    fn store_names(&mut self) -> Result<(), StoreError> {
        if self.names.is_empty() {
            return Ok(());
        }
        let stored = self.store.change_names(&self.names);
        self.learn_from(&stored);
        if stored.is_ok() {
            self.names.clear();
        }
        stored
    }

    /// Serves the writes, then the queries: what is asked for was requested after the writes that concern it, or does
    /// not depend on them.
    fn serve(&mut self, requests: impl Iterator<Item = Request>) {
        let (mut writes, mut queries) = (Writes::default(), Vec::new());
        for request in requests {
            match request {
                Request::Write(write) => self.sort(write, &mut writes),
                Request::Query(query) => queries.push(query),
            }
        }
        self.write(writes);
        for query in queries {
            query(self);
        }
    }

    /// Puts a write among those of its kind.
    fn sort(&mut self, write: Write, writes: &mut Writes) {
        match write {
            Write::Append(append, answer) => {
                // An append clears the note, and would come before it.
                writes.rested.retain(|rest| rest.room != append.room);
                writes.batch.push(append);
                writes.writers.push(answer);
            }
            Write::Rest(rest) => writes.rested.push(rest),
            Write::Quarantine(room, problem) => writes.quarantined.push((room, problem)),
            Write::Names(changes) => {
                writes.has_names = true;
                for change in changes {
                    // The last change of a key says all, so that what waits does not outgrow the owners.
                    self.names.retain(|other| other.owner() != change.owner());
                    self.names.push(change);
                }
            }
            Write::Alive(now) => self.note_alive(now),
        }
    }

    /// Quarantines rooms, serves appends as one batch, then the notes in order, then the names.
    fn write(&mut self, writes: Writes) {
        let Writes {
            batch,
            writers,
            rested,
            quarantined,
            has_names,
        } = writes;
        for (room, problem) in quarantined {
            error!(%room, problem, "the room is damaged, and is quarantined");
            let noted = self.store.quarantine(room, &problem);
            self.learn_from(&noted);
        }
        if !batch.is_empty() {
            let results = self.append(&batch);
            for (writer, result) in writers.into_iter().zip(results) {
                // The room may be gone; the events stay written.
                drop(writer.send(result));
            }
        }
        if !rested.is_empty() {
            let noted = self.store.rest(&rested);
            self.learn_from(&noted);
        }
        if has_names {
            // Whoever waits for it asks behind it.
            let _ = self.store_names();
        }
    }

    /// Changes the games that are over.
    fn amend(&mut self, amendment: &Amendment) -> Result<Option<Vec<Name>>, StoreError> {
        self.metrics.set_busy(Some(Instant::now() + AMENDED_IN));
        // Names that wait decide who owns one.
        let stored = self.store_names();
        let amended = stored.and_then(|()| self.store.amend(amendment));
        self.metrics.set_busy(Some(Instant::now()));
        self.learn_from(&amended);
        amended
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let begun = Instant::now();
        let results = self.store.append(batch);
        self.metrics.note_shown();
        self.metrics.times.observe(begun.elapsed().as_secs_f64());
        self.metrics.sizes.observe(batch.len() as f64);
        let failed = |result: &Result<(), StoreError>| {
            let error = result.as_ref().err();
            error.and_then(StoreError::failure).is_some()
        };
        if results.iter().any(Result::is_ok) && !results.iter().any(failed) && self.works() {
            // Those that cannot be stored are tried again with the next change, and after the next probe.
            let _ = self.store_names();
        }
        // Published before any answer: a caller that checks the health after a refusal gets the same result.
        for result in &results {
            self.learn_from(result);
        }
        results
    }

    /// Updates the health: the storage fails if it could not do what was requested; a conflict or damage
    /// of a room is no fault of the rest of it.
    fn learn_from<T>(&self, result: &Result<T, StoreError>) {
        let Some(new) = result.as_ref().err().and_then(StoreError::failure) else {
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
                    problem: new.to_owned(),
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

    /// Notes that the storage works. Returns true if it failed before.
    fn works(&self) -> bool {
        let failed = !self.health.is_working();
        self.health.update(|health| {
            if failed {
                info!("the store works again");
                *health = Health::Working;
            }
            failed
        });
        failed
    }
}

fn note_pace(pace: &mut Pace, requests: &[Request], now: Instant) {
    for request in requests {
        if let Request::Write(Write::Append(append, _)) = request {
            pace.note(append.room, now);
        }
    }
}

/// Returns the number of appends, which is that of the rooms: a room has one under way at a time.
fn appends(requests: &[Request]) -> usize {
    let is_append = |request: &&Request| matches!(request, Request::Write(Write::Append(..)));
    requests.iter().filter(is_append).count()
}

#[cfg(test)]
mod tests;
