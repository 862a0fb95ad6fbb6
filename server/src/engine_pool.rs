//! Bounded engine threads, below the sockets in priority: for the plies of bots, and for what people want to
//! know of a position.
//!
//! A room asks and waits beside everything else it waits for. Dropping what it waits for forgets the
//! question if it is still queued, which makes room for another, and stops the search if it has begun.
//!
//! When the threads end nobody gets an answer any more: a game is not lost because the server stops.

mod job_queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::{Caches, Choice, SearchRequest, Stop, Stopped};
use external::ExternalError;
use protocol::analysis::ColumnValue;
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::Thought;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::oneshot;
use tracing::{debug, error, warn};

use crate::engines::{Engines, SeatKey};
use job_queue::{Job, JobQueue, PendingJob, Priority};

/// Plies of a principal variation that are told: more does not fit a line of a screen.
const LONGEST_LINE: usize = 12;

/// Of 99: engines give way to everything that a person waits for.
const PRIORITY: u8 = 20;

/// A ply that a bot is to find.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The room.
    pub(crate) room: RoomId,
    /// The position.
    pub(crate) game: Game,
    /// Which bot.
    pub(crate) bot: BotSpec,
    /// The side it plays.
    pub(crate) side: Side,
    /// The number of the ply, from 1.
    pub(crate) ply: u16,
    /// What its lots are drawn from.
    pub(crate) seed: u64,
    /// How long it may think, from the moment it begins: a busy server makes a bot late, not weak.
    pub(crate) limit: Millis,
    /// Whether somebody said how long; otherwise a bot takes its usual time.
    pub(crate) chosen: bool,
}

/// How a task is done; tests put doubles here.
type Choose = dyn Fn(&Task, SearchRequest<'_>, &Caches) -> Result<Choice, NoChoice> + Send + Sync;

/// Why a task came to nothing.
#[derive(Debug)]
enum NoChoice {
    /// Nobody wants it any more.
    Stopped,
    /// The bot failed, and this is why.
    Failed(String),
}

impl From<Stopped> for NoChoice {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// The engine threads of a server.
pub(crate) struct EnginePool {
    jobs: Arc<JobQueue>,
    choose: Arc<Choose>,
    /// Memory that the engines of all rooms share.
    caches: Arc<Caches>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl EnginePool {
    /// Starts so many threads (0: as many as there are cores) behind a queue of so many places.
    ///
    /// # Errors
    ///
    /// That of the system where it has no thread to give; those started before have ended then.
    pub(crate) fn start(
        threads: usize,
        places: usize,
        engines: Arc<Engines>,
    ) -> std::io::Result<Self> {
        let choose: Arc<Choose> =
            Arc::new(move |task, search, caches| choose(&engines, task, search, caches));
        Self::start_with(threads, places, &choose)
    }

    #[cfg(test)]
    fn with(threads: usize, places: usize, choose: &Arc<Choose>) -> Self {
        Self::start_with(threads, places, choose).expect("a test has a few threads")
    }

    fn start_with(threads: usize, places: usize, choose: &Arc<Choose>) -> std::io::Result<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let engine_pool = Self {
            jobs: Arc::new(JobQueue::new(threads, places)),
            choose: Arc::clone(choose),
            caches: Arc::default(),
            threads: Mutex::default(),
        };
        for number in 0..threads {
            let jobs = Arc::clone(&engine_pool.jobs);
            // Where this fails, `engine_pool` is dropped, which ends the threads that there are.
            let thread = std::thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || work(&jobs))?;
            let mut started = engine_pool.threads.lock().expect("no holder panics");
            started.push(thread);
        }
        Ok(engine_pool)
    }

    /// What the bot comes to, or why it failed. Waits while the queue is full.
    ///
    /// Dropping the future stops the search. After [`stop`](Self::stop) it waits for ever.
    pub(crate) async fn think(&self, task: Task) -> Result<Thought, ChatText> {
        let choose = Arc::clone(&self.choose);
        let caches = Arc::clone(&self.caches);
        let search = move |stop: &Stop| think(&task, stop, choose.as_ref(), &caches);
        match self.ask(Priority::Bot, search).await {
            Some(thought) => thought,
            None => std::future::pending().await,
        }
    }

    /// What each column of a position is worth, which [can be analysed](engine::analysis::can_analyse) and
    /// is not over; nothing where the search fails. Waits, stops and ends as [`think`](Self::think) does,
    /// and gives way to it.
    pub(crate) async fn analyse(&self, game: Game, limit: Millis) -> Option<Analysed> {
        let caches = Arc::clone(&self.caches);
        let analysis = move |stop: &Stop| analyse(&game, limit, stop, &caches);
        match self.ask(Priority::Person, analysis).await {
            Some(analysed) => analysed,
            None => std::future::pending().await,
        }
    }

    /// Has something done on a thread; nothing where the threads end before there is an answer.
    async fn ask<T: Send + 'static>(
        &self,
        priority: Priority,
        search: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.jobs.places).acquire_owned().await.ok()?;
        let (answer, answered) = oneshot::channel();
        let stop = Stop::default();
        let number = self.jobs.put(Job {
            priority,
            search: Box::new(move |stop| {
                let found = search(stop);
                // A stopped search has nobody who waits for it.
                Box::new(move || drop(answer.send(found)))
            }),
            stop: stop.clone(),
            place,
        })?;
        let _forgotten_when_dropped = PendingJob {
            jobs: &self.jobs,
            number,
            stop,
        };
        answered.await.ok()
    }

    /// Stops every search and waits for the threads to end, which takes as long as a bot takes to look
    /// at its `Stop`.
    pub(crate) fn stop(&self) {
        self.jobs.end();
        let threads = std::mem::take(&mut *self.threads.lock().expect("no holder panics"));
        for thread in threads {
            if thread.join().is_err() {
                error!("an engine thread had panicked");
            }
        }
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

/// The life of a thread.
fn work(jobs: &JobQueue) {
    let priority = ThreadPriorityValue::try_from(PRIORITY).map(ThreadPriority::Crossplatform);
    if let Ok(priority) = priority
        && let Err(error) = thread_priority::set_current_thread_priority(priority)
    {
        debug!(?error, "the engine threads keep the usual priority");
    }
    while let Some((number, job)) = jobs.take() {
        let Job {
            priority: _,
            search,
            stop,
            place,
        } = job;
        drop(place);
        let hand_over = search(&stop);
        if jobs.finish(number) {
            hand_over();
        }
    }
}

fn think(task: &Task, stop: &Stop, choose: &Choose, caches: &Caches) -> Result<Thought, ChatText> {
    let begun = Instant::now();
    let elapsed = move || Millis(begun.elapsed().as_millis() as u64);
    let search = SearchRequest {
        depth: task.bot.depth(),
        limit: Some(task.limit),
        elapsed: &elapsed,
        stop,
        seed: task.seed,
    };
    // A bot that panics loses its game, and takes nothing else along: the search owns all it changes.
    match catch_unwind(AssertUnwindSafe(|| choose(task, search, caches))) {
        Ok(Ok(choice)) => Ok(Thought {
            side: task.side,
            ply: task.ply,
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            elapsed: elapsed(),
            exact: choice.exact,
            pv: {
                let mut line = choice.pv;
                if line.first() != Some(&choice.square) {
                    line.insert(0, choice.square);
                }
                line.truncate(LONGEST_LINE);
                line
            },
        }),
        Ok(Err(NoChoice::Stopped)) => Err(told("it was stopped")),
        Ok(Err(NoChoice::Failed(why))) => {
            warn!(room = %task.room, bot = %task.bot, game = ?task.game, why, "the bot failed");
            Err(told(&why))
        }
        Err(_panic) => {
            error!(room = %task.room, bot = %task.bot, game = ?task.game, "the bot panicked");
            Err(told("a mistake in it ended it"))
        }
    }
}

/// What the table is told of a bot that failed.
fn told(why: &str) -> ChatText {
    ChatText::clean(&format!("I failed: {why}")).expect("there is something to show")
}

/// What a person is told of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analysed {
    /// One for each column.
    pub(crate) columns: Vec<ColumnValue>,
    /// Positions looked at.
    pub(crate) nodes: u64,
    /// How long it took.
    pub(crate) elapsed: Millis,
}

fn analyse(game: &Game, limit: Millis, stop: &Stop, caches: &Caches) -> Option<Analysed> {
    let begun = Instant::now();
    let elapsed = move || Millis(begun.elapsed().as_millis() as u64);
    let search = SearchRequest {
        depth: None,
        limit: Some(limit),
        elapsed: &elapsed,
        stop,
        seed: 0,
    };
    match catch_unwind(AssertUnwindSafe(|| {
        engine::analysis::columns(game, search, caches)
    })) {
        Ok(Ok(analysis)) => Some(Analysed {
            columns: analysis.columns,
            nodes: analysis.nodes,
            elapsed: elapsed(),
        }),
        Ok(Err(Stopped)) => None,
        Err(_panic) => {
            error!(?game, "the analysis panicked");
            None
        }
    }
}

/// What another program has for a ply where nobody says how long: as long as our own bots take.
const USUAL_TIME: Millis = Millis(1000);

/// The limit of a bot with this usual time, which holds where nobody said how long.
fn limit_of(task: &Task, usual: Option<Millis>) -> Millis {
    usual
        .filter(|_| !task.chosen)
        .map_or(task.limit, |usual| usual.min(task.limit))
}

fn choose(
    engines: &Engines,
    task: &Task,
    search: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Choice, NoChoice> {
    if let Some(kind) = engine::bots::named(task.bot.kind()) {
        let limit = Some(limit_of(task, kind.usual_time()));
        let request = SearchRequest { limit, ..search };
        return Ok(kind.choose(&task.game, request, caches)?);
    }
    let seat = SeatKey {
        room: task.room,
        side: task.side,
    };
    let think = Duration::from_millis(limit_of(task, Some(USUAL_TIME)).0);
    match engines.choose(seat, &task.bot, &task.game, think, search.stop) {
        Some(Ok(choice)) => Ok(choice),
        Some(Err(ExternalError::Stopped)) => Err(NoChoice::Stopped),
        Some(Err(error)) => Err(NoChoice::Failed(error.to_string())),
        // Rooms are opened with bots that exist; a store may be older than a bot's end.
        None => Err(NoChoice::Failed(
            "this server has no such bot any more".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests;
