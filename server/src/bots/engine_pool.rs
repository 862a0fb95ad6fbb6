//! The searches of engines: for the plies of bots, and for the analyses that people ask for. They run on a
//! bounded pool of threads, or in a simulation inside the task that asks.
//!
//! Searches begin by client address in turn (`job_queue.rs`), and run until they are over. External engines have
//! threads of their own.
//!
//! A room waits for an answer beside everything else it waits for. Dropping the future removes the job if it
//! is still queued, and stops the search if it has begun.
//!
//! No answer comes once the threads are to end: a game is not lost because the server stops.

mod job_queue;
mod progress;
mod stopwatch;
mod threads;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::{Caches, Choice, OpeningMove, Options, SearchRequest, Stop, Stopped};
use external::ExternalError;
use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use protocol::view::{OpeningState, SearchInfo};
use tracing::{error, warn};

use self::job_queue::{Limits, Purpose};
pub(crate) use self::progress::SearchProgress;
use self::stopwatch::Stopwatch;
use self::threads::Threads;
use crate::bots::engines::{EngineRequest, Engines, SeatKey};
use crate::config::Config;
use crate::people::person::Person;

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
    /// Time limit, from the moment the search begins. Under load a search has less of a core: one with a limit of time
    /// plays shallower, and one with a limit of depth may lose on time.
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
            threads: Some(Threads::start(limits(cores))?),
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

    /// Returns the number of searches of the server's own engines that wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        let threads = self.threads.as_ref();
        threads.map_or(0, |threads| threads.jobs.waiting())
    }

    /// Returns the bot's answer to the client at an address, or an error that says why it failed.
    ///
    /// Dropping the future stops the search. After [`stop`](Self::stop) it waits for ever.
    pub(crate) async fn think(
        &self,
        person: Person,
        search: BotSearch,
    ) -> Result<SearchInfo, ChatText> {
        let (side, ply) = (search.side, search.ply);
        let choose = Arc::clone(&self.choose);
        let (choice, elapsed) = self
            .search(person, search, move |search, request, caches| {
                choose(search, request, caches)
            })
            .await?;
        let mut pv = choice.pv;
        if pv.first() != Some(&choice.square) {
            pv.insert(0, choice.square);
        }
        pv.truncate(LONGEST_LINE);
        Ok(SearchInfo {
            side,
            ply,
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            elapsed,
            exact: choice.exact,
            pv,
        })
    }

    /// Returns the stones that the bot puts in an opening, or its choice, as [`think`](Self::think) returns a move.
    pub(crate) async fn open(
        &self,
        person: Person,
        search: BotSearch,
        state: OpeningState,
    ) -> Result<OpeningMove, ChatText> {
        let engines = self.external.clone();
        let opened = self.search(person, search, move |search, request, caches| {
            open(engines.as_deref(), search, &state, request, caches)
        });
        opened.await.map(|(opened, _)| opened)
    }

    /// Runs the search of a bot on the threads for its kind, and returns what it found, with the time that it took.
    async fn search<T: Send + 'static>(
        &self,
        person: Person,
        search: BotSearch,
        body: impl FnOnce(&BotSearch, SearchRequest<'_>, &Caches) -> Result<T, NoChoice>
        + Send
        + 'static,
    ) -> Result<(T, Millis), ChatText> {
        let is_built_in = engine::bots::named(search.bot.kind()).is_some();
        let external = self.for_external.as_ref().filter(|_| !is_built_in);
        let threads = external.or(self.threads.as_ref());
        let progress = search.progress.clone();
        let caches = Arc::clone(&self.caches);
        let body = move |stop: &Stop, stopwatch: &Stopwatch| {
            let elapsed = || stopwatch.elapsed();
            let request = request(&search, &elapsed, stop);
            search.progress.begin();
            // A bot that panics loses its game, and harms nothing else: the search owns all it changes.
            match catch_unwind(AssertUnwindSafe(|| body(&search, request, &caches))) {
                Ok(Ok(found)) => Ok((found, elapsed())),
                Ok(Err(why)) => Err(failure(&search, Some(why))),
                Err(_panic) => Err(failure(&search, None)),
            }
        };
        match run(threads, person, Purpose::Ply, &progress, body).await {
            Some(found) => found,
            None => std::future::pending().await,
        }
    }

    /// Returns the analysis of a position, which [can be analysed](engine::analysis::can_analyse) and is not
    /// over; `None` if the search fails. Waits, stops and ends like [`think`](Self::think).
    pub(crate) async fn analyse(
        &self,
        person: Person,
        game: Game,
        limit: Millis,
    ) -> Option<Analysed> {
        let caches = Arc::clone(&self.caches);
        let analysis = move |stop: &Stop, stopwatch: &Stopwatch| {
            analyse(&game, limit, stop, stopwatch, &caches)
        };
        let threads = self.threads.as_ref();
        let progress = SearchProgress::default();
        match run(threads, person, Purpose::Analysis, &progress, analysis).await {
            Some(analysed) => analysed,
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

/// Runs a search, on these threads or here, and returns its answer; `None` if the threads end before there is one.
async fn run<T: Send + 'static>(
    threads: Option<&Threads>,
    person: Person,
    purpose: Purpose,
    progress: &SearchProgress,
    search: impl FnOnce(&Stop, &Stopwatch) -> T + Send + 'static,
) -> Option<T> {
    if let Some(threads) = threads {
        return threads.run(person, purpose, progress, search).await;
    }
    let stopwatch = Stopwatch::looks();
    let found = search(&Stop::default(), &stopwatch);
    // For everybody else the time of the search passes now.
    tokio::time::sleep(Duration::from_millis(stopwatch.elapsed().as_millis())).await;
    Some(found)
}

/// Searches that run at once. Each has a thread and up to 64 MiB of tables, so this is 2 GiB at the worst.
const SEARCHES: usize = 32;

/// Returns the limits for searches of built-in bots and for analyses.
fn limits(cores: usize) -> Limits {
    Limits {
        // More would not be done sooner.
        of_one: cores.max(2),
        all: SEARCHES,
        reserved: SEARCHES / 4,
        analyses: SEARCHES / 2,
    }
}

/// Engines that may search at once even where there are fewer cores.
const MIN_EXTERNAL: usize = 4;

/// Returns the limits for searches of external engines.
fn limits_of_external(cores: usize) -> Limits {
    let all = cores.max(MIN_EXTERNAL);
    Limits {
        of_one: all / 2,
        all,
        reserved: all / 4,
        analyses: 0,
    }
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
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

fn open(
    external: Option<&Engines>,
    search: &BotSearch,
    state: &OpeningState,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<OpeningMove, NoChoice> {
    if let Some(kind) = engine::bots::named(search.bot.kind()) {
        let limit = Some(limit_of(search, kind.usual_time()));
        let request = SearchRequest { limit, ..request };
        return Ok(engine::bots::open(
            kind,
            &search.game,
            state,
            request,
            caches,
        )?);
    }
    let question = external_request(search, request.stop);
    answered(external.and_then(|engines| engines.open(&question, state)))
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
