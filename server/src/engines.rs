//! Other programs at the table: Gomocup engines that the server was told of, seated as bots.
//!
//! thinkers -> [`Engines::choose`] -> the seat's own child process -> a move, or why there is none
//!
//! A seat has an engine from its first ply on, started and asked only by a job of an engine thread. So no
//! more of them think at once than there are threads, and as children of those they give way to the sockets.
//! Between plies an engine waits and costs memory. It is ended with its room, after a while without a
//! question, or to make place for another; the next ply of its seat then starts it again, and tells it the
//! whole board.
//!
//! One that ends by itself is started again, once for a ply. One that answers wrongly or too late has failed,
//! and is ended at once.
//!
//! Saying goodbye to an engine takes as long as the engine wants, within bounds: that happens in
//! [`Engines::run`], where nobody waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Choice, Stop};
use external::{Brain, BrainError, Limits, Program};
use protocol::game::Game;
use protocol::id::RoomId;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use crate::config::{Config, EngineSpec};

/// Why the server does not begin.
#[derive(Debug, thiserror::Error)]
#[error("cannot seat the engine {name}: {problem}")]
pub struct EngineError {
    name: String,
    problem: String,
}

/// An engine that may be seated.
#[derive(Debug)]
pub(crate) struct Seated {
    /// The word for it in a [`BotSpec`].
    pub(crate) name: String,
    program: Arc<Program>,
}

impl Seated {
    /// One sentence about it, for people who choose an opponent.
    pub(crate) fn about(&self) -> String {
        let about = self.program.about();
        let who = about
            .sentence()
            .unwrap_or_else(|| "a program that does not say its name".to_owned());
        let about = format!("{who}; plays five in a row on square boards");
        // An engine may call itself what it likes; people see what can be seen.
        ChatText::clean(&about).map_or_else(String::new, |about| about.to_string())
    }

    /// Whether it plays this variant.
    pub(crate) fn plays(&self, variant: Variant) -> bool {
        self.program.plays(variant)
    }
}

/// Where an engine sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    /// The room.
    pub(crate) room: RoomId,
    /// The side it plays.
    pub(crate) side: Side,
}

/// The engines of a server.
#[derive(Debug)]
pub(crate) struct Engines {
    list: Vec<Seated>,
    /// How long one waits for its next question before it is ended.
    idle: Duration,
    /// How many may wait.
    most: usize,
    waiting: Mutex<Waiting>,
    /// One is to be ended.
    leaves: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    engines: HashMap<Place, Idle>,
    /// To be ended.
    leaving: Vec<Brain>,
}

/// An engine between two plies.
#[derive(Debug)]
struct Idle {
    brain: Brain,
    since: Instant,
}

impl Engines {
    /// Starts each engine once, to hear who it is. Takes as long as the slowest.
    ///
    /// # Errors
    ///
    /// A name that is no word or is taken, a command that cannot be started, a program that does not speak
    /// the protocol.
    pub(crate) fn start(config: &Config) -> Result<Self, EngineError> {
        for (at, spec) in config.engines.iter().enumerate() {
            check_name(&spec.name, &config.engines[..at])
                .map_err(|problem| spec.cannot_be_seated(problem))?;
        }
        let list = thread::scope(|scope| {
            let launches: Vec<_> = config
                .engines
                .iter()
                .map(|spec| scope.spawn(move || launch(spec, config.engine_limits)))
                .collect();
            launches
                .into_iter()
                .map(|launch| launch.join().expect("a launch does not panic"))
                .collect::<Result<_, _>>()
        })?;
        Ok(Self {
            list,
            idle: config.engine_idle,
            most: config.engines_waiting,
            waiting: Mutex::default(),
            leaves: Notify::new(),
        })
    }

    /// Those that may be seated, in the order in which the server was told of them.
    pub(crate) fn list(&self) -> &[Seated] {
        &self.list
    }

    /// What the engine in this seat plays in `game`; nothing where no engine has the name of `bot`. Called on an
    /// engine thread.
    pub(crate) fn choose(
        &self,
        place: Place,
        bot: &BotSpec,
        game: &Game,
        think: Duration,
        stop: &Stop,
    ) -> Option<Result<Choice, BrainError>> {
        let seated = self.list.iter().find(|seated| seated.name == bot.kind())?;
        let taken = self.take(place, &seated.program);
        let was_running = taken.is_some();
        let mut brain = taken.unwrap_or_else(|| Brain::new(&seated.program));
        let begun = Instant::now();
        let mut chosen = brain.choose(game, think, None, stop);
        if let Err(error @ BrainError::Ended { .. }) = &chosen
            && was_running
        {
            warn!(name = seated.name, ?place, %error, "an engine is started again");
            let left = think.saturating_sub(begun.elapsed());
            chosen = brain.choose(game, left, None, stop);
        }
        if chosen.is_ok() {
            self.keep(place, brain);
        }
        Some(chosen.map(|square| Choice {
            square,
            score: 0,
            depth: None,
            nodes: 0,
            pv: vec![square],
            exact: None,
        }))
    }

    /// The engine that waits in this seat. Where it is another, which had the seat in another game of the room,
    /// it is let go.
    fn take(&self, place: Place, program: &Arc<Program>) -> Option<Brain> {
        let mut waiting = self.waiting();
        let Idle { brain, .. } = waiting.engines.remove(&place)?;
        if Arc::ptr_eq(brain.program(), program) {
            return Some(brain);
        }
        waiting.leaving.push(brain);
        self.leaves.notify_one();
        None
    }

    /// Has an engine wait for the next ply of its seat, and lets the one go that has waited longest if there
    /// are too many.
    fn keep(&self, place: Place, brain: Brain) {
        let idle = Idle {
            brain,
            since: Instant::now(),
        };
        let mut waiting = self.waiting();
        waiting.engines.insert(place, idle);
        if waiting.engines.len() > self.most
            && let Some((longest, _)) = waiting.longest()
            && let Some(idle) = waiting.engines.remove(&longest)
        {
            waiting.leaving.push(idle.brain);
            self.leaves.notify_one();
        }
    }

    /// A room is gone; its engines are to end. Never waits.
    pub(crate) fn let_go(&self, room: RoomId) {
        let mut waiting = self.waiting();
        for side in Side::BOTH {
            if let Some(idle) = waiting.engines.remove(&Place { room, side }) {
                waiting.leaving.push(idle.brain);
                self.leaves.notify_one();
            }
        }
    }

    /// Ends engines whose room is gone or that waited for too long, until `stop`.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken) {
        loop {
            let next = self.waiting().longest().map(|(_, since)| since + self.idle);
            let next = next.unwrap_or_else(|| Instant::now() + self.idle);
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.leaves.notified() => {}
                () = tokio::time::sleep_until(next.into()) => {}
            }
            let leaving = self.due();
            if !leaving.is_empty() {
                debug!(engines = leaving.len(), "engines are ended");
                // A panic there has been reported, and costs nothing here.
                let _ = tokio::task::spawn_blocking(move || end(leaving)).await;
            }
        }
    }

    /// Ends them all, when no thread asks any more.
    pub(crate) fn end_all(&self) {
        let mut waiting = self.waiting();
        let mut leaving = std::mem::take(&mut waiting.leaving);
        leaving.extend(waiting.engines.drain().map(|(_, idle)| idle.brain));
        drop(waiting);
        end(leaving);
    }

    /// Takes out those that are to end now.
    fn due(&self) -> Vec<Brain> {
        let mut waiting = self.waiting();
        let mut due = std::mem::take(&mut waiting.leaving);
        let idle = waiting
            .engines
            .extract_if(|_, idle| idle.since.elapsed() >= self.idle);
        due.extend(idle.map(|(_, idle)| idle.brain));
        due
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no holder panics")
    }
}

impl Waiting {
    /// The one that has waited longest.
    fn longest(&self) -> Option<(Place, Instant)> {
        let engines = self.engines.iter();
        engines
            .map(|(&place, idle)| (place, idle.since))
            .min_by_key(|&(_, since)| since)
    }
}

fn launch(spec: &EngineSpec, limits: Limits) -> Result<Seated, EngineError> {
    let brain = Brain::launch(&spec.command, limits)
        .map_err(|error| spec.cannot_be_seated(error.to_string()))?;
    let seated = Seated {
        name: spec.name.clone(),
        program: Arc::clone(brain.program()),
    };
    info!(
        name = seated.name,
        about = brain.about().line,
        "an engine may be seated"
    );
    Ok(seated)
}

/// Whether a bot may have this name beside the built-in ones and those `before` it.
fn check_name(name: &str, before: &[EngineSpec]) -> Result<(), String> {
    BotSpec::new(name, None)?;
    if engine::bots::named(name).is_some() {
        return Err("a bot of this server has that name; choose another".to_owned());
    }
    if before.iter().any(|other| other.name == name) {
        return Err("another engine has that name; choose another".to_owned());
    }
    Ok(())
}

/// Ends engines, all at the same time: each may take its time.
fn end(engines: Vec<Brain>) {
    thread::scope(|scope| {
        for brain in engines {
            // Where there is no thread for it, it is ended here.
            let _ = thread::Builder::new().spawn_scoped(scope, move || drop(brain));
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
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_or_no_word_is_refused() {
        let before = ["carbon=x".parse().unwrap()];
        for (name, expected) in [
            ("negamax", "a bot of this server"),
            ("carbon", "another engine"),
            ("Carbon", "small letters"),
            ("", "small letters"),
        ] {
            let problem = check_name(name, &before).unwrap_err();
            assert!(problem.contains(expected), "{name}: {problem}");
        }
        assert_eq!(check_name("pela", &before), Ok(()));
    }
}
