//! External engines as bots of this server: the Gomocup engines of its configuration.
//!
//! engine thread -> [`Engines::choose`] -> the seat's own child process -> a move, or an error;
//! [`Engines::open`] likewise for its part in an opening
//!
//! A seat has an engine from its first ply on, started and used only by jobs of engine threads. So no more of
//! them search at once than there are threads, and as children of those they give way to the sockets. Between
//! plies an engine waits and uses memory. It is ended with its room, after some time without a request, or to
//! make space for another; the next ply of its seat then starts it again, and sends it the whole board.
//!
//! An engine has a fence around it ([`external::Fence`]) unless it is trusted; the log says once for each what of
//! the fence is in force, and what is missing.
//!
//! An engine that exits by itself is started again, once for a ply. One that answers wrongly or too late has
//! failed, and is ended at once.
//!
//! An engine may take up to half a second to exit: [`Engines::run`] waits for that, and no other task does.
//!
//! An engine is killed when the thread that started its process ends, so these threads live as long as their engines.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use engine::{Choice, OpeningMove, Stop};
use external::{ExternalEngine, ExternalError, Fence, Listener, Program};
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::{BotSpec, OpeningRule};
use protocol::text::ChatText;
use protocol::view::OpeningState;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use crate::config::{Config, EngineSpec};

/// Error of arguments that make no sense, whatever programs there are here; the server does not start.
#[derive(Debug, thiserror::Error)]
#[error("cannot seat the engine {name}: {problem}")]
pub struct EngineError {
    name: String,
    problem: String,
}

/// An engine that cannot start, or is none, and is no bot until the next start of the server.
#[derive(Debug)]
pub(crate) struct DisabledEngine {
    pub(crate) name: String,
    /// The reason, as the log has it.
    pub(crate) problem: String,
}

/// A bot that is an external engine.
#[derive(Debug)]
pub(crate) struct ExternalBot {
    /// Name in a [`BotSpec`].
    pub(crate) name: String,
    program: Arc<Program>,
}

impl ExternalBot {
    /// Returns one sentence about it, for people who choose an opponent.
    pub(crate) fn about(&self) -> String {
        let who = self.program.about().sentence();
        let about = format!("{who}; plays five in a row on square boards");
        // An engine may report any name; people are shown the printable part.
        ChatText::clean(&about).map_or_else(String::new, |about| about.to_string())
    }

    /// Returns true if it plays this variant.
    pub(crate) fn plays(&self, variant: Variant) -> bool {
        self.program.plays(variant)
    }

    /// Returns true if it has its part in this opening, where it plays the variant.
    pub(crate) fn knows_opening(&self, rule: OpeningRule) -> bool {
        self.program.knows_opening(rule)
    }
}

/// Seat that an engine plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SeatKey {
    /// Code of the room.
    pub(crate) room: RoomId,
    /// Side of the seat.
    pub(crate) side: Side,
}

/// A question to the engine in a seat.
pub(crate) struct EngineRequest<'a> {
    pub(crate) seat: SeatKey,
    /// Bot in the seat, which has the name of the engine.
    pub(crate) bot: &'a BotSpec,
    /// Position that it is asked about.
    pub(crate) game: &'a Game,
    /// Time that it has.
    pub(crate) think: Duration,
    pub(crate) stop: &'a Stop,
    /// Told what the engine does.
    pub(crate) listener: &'a dyn Listener,
}

/// External engines of a server, and their processes.
#[derive(Debug)]
pub(crate) struct Engines {
    list: Vec<ExternalBot>,
    disabled: Vec<DisabledEngine>,
    /// Time without a request after which an engine is ended.
    idle: Duration,
    /// Number of engines that may wait at once.
    max_waiting: usize,
    waiting: Mutex<IdleEngines>,
    /// Notified when an engine is added to `leaving`.
    leaves: Notify,
}

#[derive(Debug, Default)]
struct IdleEngines {
    engines: HashMap<SeatKey, Idle>,
    /// Engines to be ended.
    leaving: Vec<ExternalEngine>,
}

/// An engine between two plies.
#[derive(Debug)]
struct Idle {
    engine: ExternalEngine,
    since: Instant,
}

impl Engines {
    /// Starts each engine once, to learn its name and the openings that it knows. Takes as long as the slowest. One
    /// that cannot be started, or does not speak the protocol, is disabled.
    ///
    /// # Errors
    ///
    /// A name that is not a word or is taken, or a command that cannot be read.
    pub(crate) fn start(config: &Config) -> Result<Self, EngineError> {
        for (at, spec) in config.engines.iter().enumerate() {
            check_name(&spec.name, &config.engines[..at])
                .map_err(|problem| spec.cannot_be_seated(problem))?;
        }
        let is_there = |name: &&String| config.engines.iter().any(|spec| spec.name == **name);
        if let Some(name) = config.engine_trust.iter().find(|name| !is_there(name)) {
            return Err(EngineError {
                name: name.clone(),
                problem: "it is to be trusted, and no engine has that name; name it with --engine too, or leave out --engine-trust"
                    .to_owned(),
            });
        }
        if config.engine_fence.is_none() && !config.engines.is_empty() {
            warn!(
                "there is no fence around engines here: each has all the rights of the server, so seat only those that you trust"
            );
        }
        let launched = thread::scope(|scope| {
            let launches: Vec<_> = config
                .engines
                .iter()
                .map(|spec| scope.spawn(move || launch(spec, config)))
                .collect();
            launches
                .into_iter()
                .map(|launch| launch.join().expect("a launch does not panic"))
                .collect::<Result<Vec<_>, _>>()
        })?;
        let (mut list, mut disabled) = (Vec::new(), Vec::new());
        for launched in launched {
            match launched {
                Ok(bot) => list.push(bot),
                Err(engine) => {
                    let DisabledEngine { name, problem } = &engine;
                    error!(name, problem, "an engine is disabled until the next start");
                    disabled.push(engine);
                }
            }
        }
        Ok(Self {
            list,
            disabled,
            idle: config.engine_idle,
            max_waiting: config.engines_waiting,
            waiting: Mutex::default(),
            leaves: Notify::new(),
        })
    }

    /// Returns the engines that may be bots, in the order of the configuration.
    pub(crate) fn list(&self) -> &[ExternalBot] {
        &self.list
    }

    /// Returns the engines that are no bots, in the order of the configuration.
    pub(crate) fn disabled(&self) -> &[DisabledEngine] {
        &self.disabled
    }

    /// Returns the move of the engine that is asked; none if no engine has the name of the bot. Called on an engine
    /// thread.
    pub(crate) fn choose(
        &self,
        request: &EngineRequest<'_>,
    ) -> Option<Result<Choice, ExternalError>> {
        let &EngineRequest {
            game,
            stop,
            listener,
            ..
        } = request;
        let chosen = self.ask(request, &mut |engine, think| {
            engine.choose_aloud(game, think, None, stop, listener)
        })?;
        Some(chosen.map(|square| Choice {
            square,
            score: 0,
            depth: None,
            nodes: 0,
            pv: vec![square],
            exact: None,
        }))
    }

    /// Returns the stones that the engine that is asked puts in an opening, or its choice, as
    /// [`choose`](Self::choose) returns its move.
    pub(crate) fn open(
        &self,
        request: &EngineRequest<'_>,
        state: &OpeningState,
    ) -> Option<Result<OpeningMove, ExternalError>> {
        let &EngineRequest {
            game,
            stop,
            listener,
            ..
        } = request;
        self.ask(request, &mut |engine, think| {
            engine.open(game, state, think, None, stop, listener)
        })
    }

    /// Asks the engine in this seat, once more if it had exited meanwhile; none if no engine has the name of the bot.
    fn ask<T>(
        &self,
        request: &EngineRequest<'_>,
        question: &mut dyn FnMut(&mut ExternalEngine, Duration) -> Result<T, ExternalError>,
    ) -> Option<Result<T, ExternalError>> {
        let &EngineRequest {
            seat, bot, think, ..
        } = request;
        let found = self.list.iter().find(|found| found.name == bot.kind())?;
        let taken = self.take(seat, &found.program);
        let was_running = taken.is_some();
        let mut engine = taken.unwrap_or_else(|| ExternalEngine::new(&found.program));
        let begun = Instant::now();
        let mut answered = question(&mut engine, think);
        if let Err(error @ ExternalError::Ended { .. }) = &answered
            && was_running
        {
            warn!(name = found.name, ?seat, %error, "an engine is started again");
            let left = think.saturating_sub(begun.elapsed());
            answered = question(&mut engine, left);
        }
        if answered.is_ok() {
            self.keep(seat, engine);
        }
        Some(answered)
    }

    /// Takes out the engine that waits in this seat. If it is of another program, which had the seat in
    /// another game of the room, it is ended.
    fn take(&self, seat: SeatKey, program: &Arc<Program>) -> Option<ExternalEngine> {
        let mut waiting = self.waiting();
        let Idle { engine, .. } = waiting.engines.remove(&seat)?;
        if Arc::ptr_eq(engine.program(), program) {
            return Some(engine);
        }
        waiting.leaving.push(engine);
        self.leaves.notify_one();
        None
    }

    /// Keeps an engine for the next ply of its seat, and ends the one that has waited longest if there
    /// are too many.
    fn keep(&self, seat: SeatKey, engine: ExternalEngine) {
        let idle = Idle {
            engine,
            since: Instant::now(),
        };
        let mut waiting = self.waiting();
        // An older one is ended like all others: its end is waited for, and nobody may wait here.
        if let Some(older) = waiting.engines.insert(seat, idle) {
            waiting.leaving.push(older.engine);
            self.leaves.notify_one();
        }
        if waiting.engines.len() > self.max_waiting
            && let Some((longest, _)) = waiting.longest()
            && let Some(idle) = waiting.engines.remove(&longest)
        {
            waiting.leaving.push(idle.engine);
            self.leaves.notify_one();
        }
    }

    /// Ends the engines of a room that is gone. Never waits.
    pub(crate) fn release(&self, room: RoomId) {
        let mut waiting = self.waiting();
        for side in Side::BOTH {
            if let Some(idle) = waiting.engines.remove(&SeatKey { room, side }) {
                waiting.leaving.push(idle.engine);
                self.leaves.notify_one();
            }
        }
    }

    /// Ends engines whose room is gone or that waited too long, until `stop`.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken) {
        loop {
            let next = self.waiting().longest().map(|(_, since)| since + self.idle);
            let next = next.unwrap_or_else(|| Instant::now() + self.idle);
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.leaves.notified() => {}
                () = tokio::time::sleep_until(next) => {}
            }
            let leaving = self.due();
            if !leaving.is_empty() {
                debug!(engines = leaving.len(), "engines are ended");
                // A panic there has been reported, and costs nothing here.
                let _ = tokio::task::spawn_blocking(move || end(leaving)).await;
            }
        }
    }

    /// Ends all engines that wait.
    pub(crate) fn end_all(&self) {
        let mut waiting = self.waiting();
        let mut leaving = std::mem::take(&mut waiting.leaving);
        leaving.extend(waiting.engines.drain().map(|(_, idle)| idle.engine));
        drop(waiting);
        end(leaving);
    }

    /// Takes out the engines that are to end now.
    fn due(&self) -> Vec<ExternalEngine> {
        let mut waiting = self.waiting();
        let mut due = std::mem::take(&mut waiting.leaving);
        let idle = waiting
            .engines
            .extract_if(|_, idle| idle.since.elapsed() >= self.idle);
        due.extend(idle.map(|(_, idle)| idle.engine));
        due
    }

    fn waiting(&self) -> MutexGuard<'_, IdleEngines> {
        self.waiting.lock().expect("no holder panics")
    }
}

impl IdleEngines {
    /// Returns the seat whose engine has waited longest, and the moment since when it waits.
    fn longest(&self) -> Option<(SeatKey, Instant)> {
        let engines = self.engines.iter();
        engines
            .map(|(&seat, idle)| (seat, idle.since))
            .min_by_key(|&(_, since)| since)
    }
}

/// Starts an engine once; an error is of a command that cannot be read.
fn launch(
    spec: &EngineSpec,
    config: &Config,
) -> Result<Result<ExternalBot, DisabledEngine>, EngineError> {
    let is_trusted = config.engine_trust.contains(&spec.name);
    let fence = config.engine_fence.clone();
    let fence = if is_trusted {
        fence.map(Fence::open)
    } else {
        fence
    };
    let launched = ExternalEngine::launch(&spec.command, config.engine_limits, fence.as_ref());
    let mut engine = match launched {
        Ok(engine) => engine,
        Err(error @ ExternalError::Command { .. }) => {
            return Err(spec.cannot_be_seated(error.to_string()));
        }
        Err(error) => {
            // It may need what the fence keeps from it, as an emulator does.
            let hint = match (&error, fence) {
                (ExternalError::Ended { .. }, Some(_)) if !is_trusted => format!(
                    "; it runs in a fence, and --engine-trust {} gives it all the rights of the server",
                    spec.name
                ),
                _ => String::new(),
            };
            return Ok(Err(DisabledEngine {
                name: spec.name.clone(),
                problem: format!("{error}{hint}"),
            }));
        }
    };
    let name = &spec.name;
    match engine.in_force() {
        Some(in_force) => {
            info!(name, %in_force, "a fence is around an engine");
            if let Some(missing) = in_force.missing() {
                warn!(name, missing, "the fence around an engine is not whole");
            }
        }
        None if is_trusted => warn!(
            name,
            "an engine is trusted: it has all the rights of the server"
        ),
        None => {}
    }
    engine.probe_openings();
    let bot = ExternalBot {
        name: spec.name.clone(),
        program: Arc::clone(engine.program()),
    };
    info!(
        name = bot.name,
        about = engine.about().line,
        swap2 = engine.knows_opening(OpeningRule::Swap2),
        "an engine may be seated"
    );
    Ok(Ok(bot))
}

/// Checks that a bot may have this name beside the built-in ones and those `before` it.
fn check_name(name: &str, before: &[EngineSpec]) -> Result<(), String> {
    BotSpec::new(name, None).map_err(|error| error.to_string())?;
    if engine::bots::named(name).is_some() {
        return Err("a bot of this server has that name; choose another".to_owned());
    }
    if before.iter().any(|other| other.name == name) {
        return Err("another engine has that name; choose another".to_owned());
    }
    Ok(())
}

/// Ends engines, all at the same time, since each may be slow to exit.
fn end(engines: Vec<ExternalEngine>) {
    thread::scope(|scope| {
        for engine in engines {
            // If no thread can be started for it, it is ended here.
            let _ = thread::Builder::new().spawn_scoped(scope, move || drop(engine));
        }
    });
}

impl EngineSpec {
    fn cannot_be_seated(&self, problem: String) -> EngineError {
        EngineError {
            name: self.name.clone(),
            problem,
        }
    }
}

#[cfg(test)]
mod tests;
