//! The searches of engines: for the plies of bots, and for the analyses that people ask for. They run on a
//! bounded pool of threads, or in a simulation inside the task that asks.
//!
//! Searches take turns by what they are for and for whom (`schedule.rs`): one that has begun pauses for others
//! (`job_queue.rs`), and its clock with it. External engines, which cannot pause, have threads of their own.
//!
//! A room waits for an answer beside everything else it waits for. Dropping the future removes the job if it
//! is still queued, and stops the search if it has begun.
//!
//! No answer comes once the threads are to end: a game is not lost because the server stops.

mod job_queue;
mod opening;
mod priority;
mod progress;
mod schedule;
mod stopwatch;
mod threads;
mod wait_time;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::{Caches, Choice, Options, SearchRequest, Stop, Stopped};
use external::ExternalError;
use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use protocol::view::SearchInfo;
use tokio::sync::watch;
use tracing::{error, warn};

pub(crate) use self::priority::{Priority, PriorityClass};
pub(crate) use self::progress::SearchProgress;
use self::schedule::Limits;
pub(crate) use self::schedule::TooMany;
use self::stopwatch::Stopwatch;
use self::threads::Threads;
pub(crate) use self::wait_time::WaitTime;
use crate::config::Config;
use crate::engines::{EngineRequest, Engines, SeatKey};
use crate::person::Person;

/// Plies of a principal variation that are sent: a line of a screen has no space for more.
const LONGEST_LINE: usize = 12;

/// A search for the move of a bot.
#[derive(Clone, Debug)]
pub(crate) struct BotSearch {
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
    /// Told how far the search is.
    pub(crate) progress: SearchProgress,
}

/// Function that carries out a search; tests replace it.
type Choose =
    dyn Fn(&BotSearch, SearchRequest<'_>, &Caches) -> Result<Choice, NoChoice> + Send + Sync;

/// Reason for which a search has no result.
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

/// The engines of a server.
pub(crate) struct EnginePool {
    /// None if searches run inside the task that asks.
    threads: Option<Threads>,
    /// Threads that wait for external engines; none if there are no such engines.
    for_external: Option<Threads>,
    choose: Arc<Choose>,
    /// External engines, for openings; none in tests of searches.
    external: Option<Arc<Engines>>,
    /// Memory that the engines of all rooms share.
    caches: Arc<Caches>,
}

impl EnginePool {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread; those started before have then ended.
    pub(crate) fn start(config: &Config, engines: Arc<Engines>) -> std::io::Result<Self> {
        let cores = match config.engine_threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let for_external = if engines.list().is_empty() {
            None
        } else {
            Some(Threads::start(limits_of_external(cores))?)
        };
        Ok(Self {
            threads: Some(Threads::start(limits(cores, config))?),
            for_external,
            ..Self::inline(engines)
        })
    }

    /// Returns engines without threads, for simulations: a search runs when its future is first polled, and
    /// then the future waits for as long as the search took by its own clock.
    pub(crate) fn inline(engines: Arc<Engines>) -> Self {
        Self {
            external: Some(Arc::clone(&engines)),
            ..Self::new(built_in_or(engines))
        }
    }

    #[cfg(test)]
    fn with(limits: Limits, choose: &Arc<Choose>) -> Self {
        Self {
            threads: Some(Threads::start(limits).expect("a test has a few threads")),
            ..Self::new(Arc::clone(choose))
        }
    }

    fn new(choose: Arc<Choose>) -> Self {
        Self {
            threads: None,
            for_external: None,
            choose,
            external: None,
            caches: Arc::default(),
        }
    }

    /// Returns the number of searches of the server's own engines that wait for a thread, by the word of their class.
    pub(crate) fn waiting(&self) -> Vec<(&'static str, usize)> {
        let threads = self.threads.as_ref();
        let waiting = threads.map(|threads| threads.jobs.waiting());
        let words = PriorityClass::ALL.map(PriorityClass::word).into_iter();
        words.zip(waiting.unwrap_or_default()).collect()
    }

    /// Returns the bot's answer, or an error that says why it failed. It waits for its turn, which depends on
    /// `priority`.
    ///
    /// Dropping the future stops the search. After [`stop`](Self::stop) it waits for ever.
    pub(crate) async fn think(
        &self,
        priority: watch::Receiver<Priority>,
        search: BotSearch,
    ) -> Result<SearchInfo, ChatText> {
        let choose = Arc::clone(&self.choose);
        let caches = Arc::clone(&self.caches);
        self.carry_out(priority, search, move |search, stop, stopwatch| {
            think(search, stop, stopwatch, choose.as_ref(), &caches)
        })
        .await
    }

    /// Runs the search of a bot on the threads for its kind.
    async fn carry_out<T: Send + 'static>(
        &self,
        priority: watch::Receiver<Priority>,
        search: BotSearch,
        body: impl FnOnce(&BotSearch, &Stop, &Stopwatch) -> T + Send + 'static,
    ) -> T {
        let is_built_in = engine::bots::named(search.bot.kind()).is_some();
        let external = self.for_external.as_ref().filter(|_| !is_built_in);
        let threads = external.or(self.threads.as_ref());
        let wait_time = search.progress.wait_time().clone();
        let body = move |stop: &Stop, stopwatch: &Stopwatch| body(&search, stop, stopwatch);
        match run(threads, priority, wait_time, body).await {
            Ok(Some(found)) => found,
            Ok(None) => std::future::pending().await,
            Err(TooMany) => unreachable!("only analyses are counted"),
        }
    }

    /// Returns the analysis of a position, which [can be analysed](engine::analysis::can_analyse) and is not
    /// over; none if the search fails. Waits, stops and ends like [`think`](Self::think).
    ///
    /// # Errors
    ///
    /// [`TooMany`] if the person has as many open as one may have.
    pub(crate) async fn analyse(
        &self,
        person: Person,
        game: Game,
        limit: Millis,
    ) -> Result<Option<Analysed>, TooMany> {
        let caches = Arc::clone(&self.caches);
        let (_fixed, priority) = watch::channel(Priority {
            class: PriorityClass::Analysis,
            person,
        });
        let analysis = move |stop: &Stop, stopwatch: &Stopwatch| {
            analyse(&game, limit, stop, stopwatch, &caches)
        };
        let threads = self.threads.as_ref();
        match run(threads, priority, WaitTime::default(), analysis).await? {
            Some(analysed) => Ok(analysed),
            None => std::future::pending().await,
        }
    }

    /// Stops every search and waits for the threads to end, which takes as long as a bot takes to check its
    /// `Stop`.
    pub(crate) fn stop(&self) {
        for threads in self.threads.iter().chain(&self.for_external) {
            threads.stop();
        }
    }
}

/// Runs a search, on these threads or here, and returns its answer; none if the threads end before there is one.
async fn run<T: Send + 'static>(
    threads: Option<&Threads>,
    priority: watch::Receiver<Priority>,
    wait_time: WaitTime,
    search: impl FnOnce(&Stop, &Stopwatch) -> T + Send + 'static,
) -> Result<Option<T>, TooMany> {
    if let Some(threads) = threads {
        return threads.run(priority, wait_time, search).await;
    }
    let stopwatch = Stopwatch::looks();
    let found = search(&Stop::default(), &stopwatch);
    // For everybody else the time of the search passes now.
    tokio::time::sleep(Duration::from_millis(stopwatch.elapsed().as_millis())).await;
    Ok(Some(found))
}

/// Searches of one person begun at once beyond those that may run: a long one then does not keep the person's
/// next one waiting, in another room.
const SPARE_PER_PERSON: usize = 2;

/// Returns the limits for searches of built-in bots and for analyses.
fn limits(cores: usize, config: &Config) -> Limits {
    let begun_by_person = cores + SPARE_PER_PERSON;
    Limits {
        running: cores,
        // One person, and matches that nobody sees, can never take all of them.
        begun: config.engine_searches.max(2 * begun_by_person),
        begun_by_person,
        analyses: (cores / 2).max(1),
        analyses_by_person: config.analyses_open,
    }
}

/// Engines that may search at once even where there are fewer cores: the system shares the cores among processes.
const MIN_EXTERNAL: usize = 4;

/// Returns the limits for searches of external engines, each of which runs until it is over.
fn limits_of_external(cores: usize) -> Limits {
    let running = cores.max(MIN_EXTERNAL);
    Limits {
        running,
        begun: running,
        begun_by_person: running / 2,
        analyses: 0,
        analyses_by_person: 0,
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

fn think(
    search: &BotSearch,
    stop: &Stop,
    stopwatch: &Stopwatch,
    choose: &Choose,
    caches: &Caches,
) -> Result<SearchInfo, ChatText> {
    let elapsed = || stopwatch.elapsed();
    let request = request(search, &elapsed, stop);
    search.progress.begin();
    // A bot that panics loses its game, and harms nothing else: the search owns all it changes.
    match catch_unwind(AssertUnwindSafe(|| choose(search, request, caches))) {
        Ok(Ok(choice)) => Ok(SearchInfo {
            side: search.side,
            ply: search.ply,
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
        Ok(Err(why)) => Err(failure(search, Some(why))),
        Err(_panic) => Err(failure(search, None)),
    }
}

/// Returns the request of a search, with its limit of time.
fn request<'a>(
    search: &'a BotSearch,
    elapsed: &'a (dyn Fn() -> Millis + Sync),
    stop: &'a Stop,
) -> SearchRequest<'a> {
    SearchRequest {
        depth: search.bot.depth(),
        limit: Some(search.limit),
        elapsed,
        stop,
        seed: search.seed,
        options: Options::from(&search.bot),
        progress: Some(search.progress.depth_reported()),
    }
}

/// Returns the description of a search that has no result; without a reason it panicked.
fn failure(search: &BotSearch, why: Option<NoChoice>) -> ChatText {
    match why {
        Some(NoChoice::Stopped) => chat_text("it was stopped"),
        Some(NoChoice::Failed(why)) => {
            warn!(room = %search.room, bot = %search.bot, game = ?search.game, why, "the bot failed");
            chat_text(&why)
        }
        None => {
            error!(room = %search.room, bot = %search.bot, game = ?search.game, "the bot panicked");
            chat_text("a mistake in it ended it")
        }
    }
}

/// Returns the description of a bot's fault, as shown in the chat.
fn chat_text(why: &str) -> ChatText {
    ChatText::clean(&format!("I failed: {why}")).expect("there is something to show")
}

/// Result of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analysed {
    /// Value of each column, where discs fall.
    pub(crate) columns: Vec<ColumnValue>,
    /// Best lines, where they do not.
    pub(crate) lines: Vec<BestLine>,
    /// Nodes searched.
    pub(crate) nodes: u64,
    /// Time used.
    pub(crate) elapsed: Millis,
}

fn analyse(
    game: &Game,
    limit: Millis,
    stop: &Stop,
    stopwatch: &Stopwatch,
    caches: &Caches,
) -> Option<Analysed> {
    let elapsed = || stopwatch.elapsed();
    let search = SearchRequest {
        depth: None,
        limit: Some(limit),
        elapsed: &elapsed,
        stop,
        seed: 0,
        options: Options::default(),
        progress: None,
    };
    match catch_unwind(AssertUnwindSafe(|| {
        engine::analysis::analyse(game, search, caches)
    })) {
        Ok(Ok(analysis)) => Some(Analysed {
            columns: analysis.columns,
            lines: cut(analysis.lines),
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

/// Cuts lines to what a line of a screen has space for.
fn cut(mut lines: Vec<BestLine>) -> Vec<BestLine> {
    for line in &mut lines {
        line.pv.truncate(LONGEST_LINE);
    }
    lines
}

/// Fault of a bot that is none here: rooms are opened with bots that exist, but a store may be older than a bot's end.
const NO_SUCH_BOT: &str = "this server has no such bot any more";

/// Time that an external engine takes for a ply if nobody chose one: as long as the built-in bots take.
const USUAL_TIME: Millis = Millis::from_millis(1000);

/// Returns the time limit for a bot with this usual time, which applies if nobody chose a limit.
fn limit_of(search: &BotSearch, usual: Option<Millis>) -> Millis {
    usual
        .filter(|_| !search.chosen)
        .map_or(search.limit, |usual| usual.min(search.limit))
}

/// Returns the function that runs a built-in bot, or one of `engines`.
fn built_in_or(engines: Arc<Engines>) -> Arc<Choose> {
    Arc::new(move |search, request, caches| choose(&engines, search, request, caches))
}

fn choose(
    engines: &Engines,
    search: &BotSearch,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<Choice, NoChoice> {
    if let Some(kind) = engine::bots::named(search.bot.kind()) {
        let limit = Some(limit_of(search, kind.usual_time()));
        let request = SearchRequest { limit, ..request };
        return Ok(engine::bots::choose(kind, &search.game, request, caches)?);
    }
    answered(engines.choose(&external_request(search, request.stop)))
}

/// Returns the question of a search to an external engine.
fn external_request<'a>(search: &'a BotSearch, stop: &'a Stop) -> EngineRequest<'a> {
    EngineRequest {
        seat: SeatKey {
            room: search.room,
            side: search.side,
        },
        bot: &search.bot,
        game: &search.game,
        think: Duration::from_millis(limit_of(search, Some(USUAL_TIME)).as_millis()),
        stop,
        listener: &search.progress,
    }
}

/// Returns the answer of an external engine; none where no engine has the name.
fn answered<T>(answer: Option<Result<T, ExternalError>>) -> Result<T, NoChoice> {
    match answer {
        Some(Ok(answer)) => Ok(answer),
        Some(Err(ExternalError::Stopped)) => Err(NoChoice::Stopped),
        Some(Err(error)) => Err(NoChoice::Failed(error.to_string())),
        None => Err(NoChoice::Failed(NO_SUCH_BOT.to_owned())),
    }
}

#[cfg(test)]
mod tests;
