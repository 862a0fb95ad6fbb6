//! A bounded pool of engine threads, below the sockets in priority: for the plies of bots, and for the
//! analyses that people ask for.
//!
//! A room waits for an answer beside everything else it waits for. Dropping the future removes the job if it
//! is still queued, which frees its place, and stops the search if it has begun.
//!
//! No answer comes once the threads are to end: a game is not lost because the server stops.

mod job_queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::{Caches, Choice, SearchRequest, Stop, Stopped};
use external::ExternalError;
use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::Thought;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::oneshot;
use tracing::{debug, error, warn};

use crate::engines::{Engines, SeatKey};
use job_queue::{Job, JobQueue, PendingJob, Priority};

/// Plies of a principal variation that are sent: a line of a screen has no space for more.
const LONGEST_LINE: usize = 12;

/// Priority out of 99: engines give way to everything that a person waits for.
const PRIORITY: u8 = 20;

/// A search for the move of a bot.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// Code of the room.
    pub(crate) room: RoomId,
    /// Position to search.
    pub(crate) game: Game,
    /// Bot to run, with its options.
    pub(crate) bot: BotSpec,
    /// Side that the bot plays.
    pub(crate) side: Side,
    /// Number of the ply, from 1.
    pub(crate) ply: u16,
    /// Seed of the bot's random numbers.
    pub(crate) seed: u64,
    /// Time limit, from the moment the search begins: a busy server makes a bot late, not weak.
    pub(crate) limit: Millis,
    /// True if the limit was chosen by a person; if it was not, a bot takes its usual time.
    pub(crate) chosen: bool,
}

/// Function that carries out a task; tests replace it.
type Choose = dyn Fn(&Task, SearchRequest<'_>, &Caches) -> Result<Choice, NoChoice> + Send + Sync;

/// Reason for which a task has no result.
#[derive(Debug)]
enum NoChoice {
    /// Nobody waits for the answer any more.
    Stopped,
    /// The bot failed, with a description of the fault.
    Failed(String),
}

impl From<Stopped> for NoChoice {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Pool of the engine threads of a server.
pub(crate) struct EnginePool {
    jobs: Arc<JobQueue>,
    choose: Arc<Choose>,
    /// Memory that the engines of all rooms share.
    caches: Arc<Caches>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl EnginePool {
    /// Starts `threads` threads (0: as many as there are cores) with a queue of `places` places.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread; those started before have then ended.
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
            // If this fails, `engine_pool` is dropped, which ends the threads that were started.
            let thread = std::thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || work(&jobs))?;
            let mut started = engine_pool.threads.lock().expect("no holder panics");
            started.push(thread);
        }
        Ok(engine_pool)
    }

    /// Returns the bot's answer, or an error that says why it failed. Waits while the queue is full.
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

    /// Returns the value of each column of a position, which [can be analysed](engine::analysis::can_analyse)
    /// and is not over; none if the search fails. Waits, stops and ends like [`think`](Self::think), and
    /// gives way to it.
    pub(crate) async fn analyse(&self, game: Game, limit: Millis) -> Option<Analysed> {
        let caches = Arc::clone(&self.caches);
        let analysis = move |stop: &Stop| analyse(&game, limit, stop, &caches);
        match self.ask(Priority::Person, analysis).await {
            Some(analysed) => analysed,
            None => std::future::pending().await,
        }
    }

    /// Runs a job on a thread and returns its answer; none if the threads end before there is one.
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
                // Nobody waits for a search that was stopped.
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

    /// Stops every search and waits for the threads to end, which takes as long as a bot takes to check its
    /// `Stop`.
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

/// Runs jobs until the pool ends: the main loop of a thread.
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
    // A bot that panics loses its game, and harms nothing else: the search owns all it changes.
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

/// Returns the description of a bot's fault, as shown in the chat.
fn told(why: &str) -> ChatText {
    ChatText::clean(&format!("I failed: {why}")).expect("there is something to show")
}

/// Result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analysed {
    /// Value of each column.
    pub(crate) columns: Vec<ColumnValue>,
    /// Nodes searched.
    pub(crate) nodes: u64,
    /// Time used.
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

/// Time that an external engine takes for a ply if nobody chose one: as long as the built-in bots take.
const USUAL_TIME: Millis = Millis(1000);

/// Returns the time limit for a bot with this usual time, which applies if nobody chose a limit.
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
