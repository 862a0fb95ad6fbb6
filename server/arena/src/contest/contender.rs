//! A contender: one of our bots, or another program that speaks the Gomocup protocol.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use engine::{Caches, OpeningMove, Stop};
use external::{ExternalEngine, ExternalError, Fence, InForce, Limits, Stopwatch};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::square::Square;
use protocol::view::OpeningState;

use super::MatchConfig;
use crate::built_in_bot::{BuiltInBot, kind_named};
use crate::failure::Failure;
use crate::interrupt;

/// Prefix of the command of another program.
const GOMOCUP: &str = "gomocup:";

/// Time for a move of another program without a time limit: the protocol needs one.
const THINK: Duration = Duration::from_secs(1);

/// A participant of a contest.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    name: Option<String>,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Bot(BuiltInBot),
    /// The command of a Gomocup engine.
    Gomocup(String),
}

impl Contender {
    /// Reads `[NAME=]BOT` or `[NAME=]gomocup:COMMAND`.
    ///
    /// A bot that looks ahead and has no depth in its text looks `depth` plies ahead.
    ///
    /// # Errors
    ///
    /// A sentence that says which bots or depths there are.
    pub(crate) fn read(text: &str, depth: Option<&str>) -> Result<Self, String> {
        let (name, engine) = match text.split_once('=') {
            Some((name, engine)) if is_name(name) => (Some(name.to_owned()), engine),
            Some((name, engine)) if !name.contains([':', ',']) => {
                return Err(format!(
                    "{name:?} is no name of a contender; write letters, digits and -_.+, such as new={engine}"
                ));
            }
            Some(_) | None => (None, text),
        };
        let engine = match engine.strip_prefix(GOMOCUP) {
            Some(command) => Engine::Gomocup(read_command(command)?),
            None => Engine::Bot(read_bot(engine, depth).map_err(|problem| {
                let kind = engine.split([':', ',']).next().unwrap_or(engine);
                match kind_named(kind) {
                    Ok(_) => problem,
                    Err(_) => format!("{problem}, or {GOMOCUP}COMMAND"),
                }
            })?),
        };
        Ok(Self { name, engine })
    }

    /// The same contender under another name.
    pub(crate) fn renamed(self, name: &str) -> Self {
        Self {
            name: Some(name.to_owned()),
            ..self
        }
    }

    /// Returns whether it was written as `text` without a depth that its bot could have.
    pub(crate) fn takes_depth(&self, text: &str) -> bool {
        match &self.engine {
            Engine::Bot(bot) => bot.has_depth() && !text.contains(':'),
            Engine::Gomocup(_) => false,
        }
    }

    /// Returns whether it is another program.
    pub(crate) fn is_program(&self) -> bool {
        match &self.engine {
            Engine::Bot(_) => false,
            Engine::Gomocup(_) => true,
        }
    }

    /// Its name in tables: the one given, or the bot as it is written, or the program without its folder.
    pub(crate) fn name(&self) -> String {
        match (&self.name, &self.engine) {
            (Some(name), _) => name.clone(),
            (None, Engine::Bot(bot)) => bot.to_string(),
            (None, Engine::Gomocup(command)) => {
                let words = shell_words::split(command).unwrap_or_default();
                let program = words.first().unwrap_or(command);
                let stem = Path::new(program).file_stem();
                stem.map_or_else(
                    || program.to_owned(),
                    |stem| stem.to_string_lossy().into_owned(),
                )
            }
        }
    }

    /// Checks that it plays the variant, and its part in the opening; another program is started once for that.
    /// Returns a line about its fence, if it is one.
    ///
    /// # Errors
    ///
    /// A sentence about what is wrong, and which contenders would do.
    pub(crate) fn check(&self, config: &MatchConfig) -> Result<Option<String>, Failure> {
        let MatchConfig {
            variant, opening, ..
        } = *config;
        match &self.engine {
            Engine::Bot(bot) => bot
                .check(variant)
                .and_then(|()| bot.check_opening(variant, opening))
                .map(|()| None)
                .map_err(Failure::Usage),
            Engine::Gomocup(command) => {
                let name = self.name();
                let fence = config.fence_of(&name);
                let mut engine = ExternalEngine::launch(command, limits(config), fence.as_ref())
                    .map_err(|error| Failure::Failed(format!("{name}: {}", fault(&error))))?;
                let note = fence_note(&name, engine.in_force());
                if !engine.plays(variant) {
                    let problem = ExternalError::CannotPlay { variant };
                    return Err(Failure::Usage(format!("{}: {problem}", self.name())));
                }
                let Some(rule) = opening else {
                    return Ok(Some(note));
                };
                engine.probe_openings();
                if engine.knows_opening(rule) {
                    return Ok(Some(note));
                }
                interrupt::hold();
                Err(Failure::Usage(format!(
                    "{}: it does not answer SWAP2BOARD; leave out --opening {rule}, or choose a program that does",
                    self.name()
                )))
            }
        }
    }

    /// Returns a player for one game after the other.
    pub(crate) fn player(&self, config: &MatchConfig) -> Player {
        match &self.engine {
            Engine::Bot(bot) => Player::Bot {
                bot: bot.clone(),
                caches: Caches::default(),
            },
            Engine::Gomocup(command) => Player::Gomocup {
                command: command.clone(),
                fence: config.fence_of(&self.name()),
                limits: limits(config),
                running: None,
            },
        }
    }
}

/// The limits of another program in a contest.
fn limits(config: &MatchConfig) -> Limits {
    Limits {
        memory_mib: config.memory_mib,
        threads: config.engine_threads,
        grace: Duration::from_millis(config.tolerance.as_millis()),
        settle: Duration::from_millis(config.settle.as_millis()),
        ..Limits::default()
    }
}

/// In full, as it is read.
impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        match &self.engine {
            Engine::Bot(bot) => bot.fmt(f),
            Engine::Gomocup(command) => write!(f, "{GOMOCUP}{command}"),
        }
    }
}

/// A contender at a board.
pub(crate) enum Player {
    /// One of ours.
    Bot {
        bot: BuiltInBot,
        /// Its own, so that it does not profit from what others proved.
        caches: Caches,
    },
    /// Another program.
    Gomocup {
        /// The program and its arguments.
        command: String,
        /// The fence around it, if it has one.
        fence: Option<Fence>,
        /// Its memory and time.
        limits: Limits,
        /// None before its first move.
        running: Option<Box<ExternalEngine>>,
    },
}

impl Player {
    /// Returns its move in `game`, which is not over.
    ///
    /// # Errors
    ///
    /// A sentence about the missing, illegal or late move.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        config: &MatchConfig,
        seed: u64,
        stop: &Stop,
    ) -> Result<Square, String> {
        match self {
            Self::Bot { bot, caches } => {
                let watch = Stopwatch::start();
                let choice = bot.choose(game, seed, config.limit, watch, caches);
                in_time(watch.millis(), config).map(|()| choice.square)
            }
            Self::Gomocup {
                command,
                fence,
                limits,
                running,
            } => {
                let engine = launched(running, command, fence.as_ref(), *limits, config)?;
                engine
                    .choose(game, think(config), None, stop)
                    .map_err(|error| fault(&error))
            }
        }
    }

    /// Returns its part in an opening, which it [knows](Contender::check).
    ///
    /// # Errors
    ///
    /// A sentence about the missing or late answer.
    pub(crate) fn open(
        &mut self,
        game: &Game,
        state: &OpeningState,
        config: &MatchConfig,
        seed: u64,
        stop: &Stop,
    ) -> Result<OpeningMove, String> {
        match self {
            Self::Bot { bot, caches } => {
                let watch = Stopwatch::start();
                let answer = bot.open(game, state, seed, config.limit, watch, caches);
                in_time(watch.millis(), config).map(|()| answer)
            }
            Self::Gomocup {
                command,
                fence,
                limits,
                running,
            } => {
                let engine = launched(running, command, fence.as_ref(), *limits, config)?;
                engine
                    .open(game, state, think(config), None, stop, &|_: &str| {})
                    .map_err(|error| fault(&error))
            }
        }
    }
}

/// Time for a move of another program.
fn think(config: &MatchConfig) -> Duration {
    let limit = config.limit;
    limit.map_or(THINK, |limit| Duration::from_millis(limit.as_millis()))
}

/// The engine of a player, launched before its first answer.
fn launched<'a>(
    running: &'a mut Option<Box<ExternalEngine>>,
    command: &str,
    fence: Option<&Fence>,
    limits: Limits,
    config: &MatchConfig,
) -> Result<&'a mut ExternalEngine, String> {
    if let Some(engine) = running {
        return Ok(engine);
    }
    let mut engine =
        ExternalEngine::launch(command, limits, fence).map_err(|error| fault(&error))?;
    if config.opening.is_some() {
        // The form in which it reads stones is found out once more.
        engine.probe_openings();
    }
    Ok(running.insert(Box::new(engine)))
}

/// The failure of another program in words.
fn fault(error: &ExternalError) -> String {
    // Not where we ended it.
    interrupt::hold();
    error.to_string()
}

/// A line about the fence of a program.
fn fence_note(name: &str, in_force: Option<InForce>) -> String {
    let Some(in_force) = in_force else {
        return format!("{name} has no fence: it has all your rights");
    };
    let missing = in_force
        .missing()
        .map_or_else(String::new, |missing| format!("; missing: {missing}"));
    format!("{name} is in a fence: {in_force}{missing}")
}

/// Checks that a bot moved in time.
fn in_time(took: Millis, config: &MatchConfig) -> Result<(), String> {
    match config.limit {
        Some(limit) if took > limit + config.tolerance => Err(format!(
            "it took {} ms for a move, where {} and {} of tolerance were allowed",
            took.as_millis(),
            limit.as_millis(),
            config.tolerance.as_millis()
        )),
        Some(_) | None => Ok(()),
    }
}

/// Reads the command of a program; whether there is such a program shows when it is started.
fn read_command(text: &str) -> Result<String, String> {
    let command = text.trim();
    match shell_words::split(command) {
        Ok(words) if words.is_empty() => Err(format!(
            "{GOMOCUP} has no command; write it as for a shell, such as {GOMOCUP}./pbrain-x"
        )),
        Ok(_) => Ok(command.to_owned()),
        Err(problem) => Err(format!(
            "{command:?} is no command: {problem}; write it as for a shell"
        )),
    }
}

fn read_bot(text: &str, depth: Option<&str>) -> Result<BuiltInBot, String> {
    let (kind, options) = match text.split_once(',') {
        Some((kind, options)) => (kind, format!(",{options}")),
        None => (text, String::new()),
    };
    match depth {
        Some(depth) if kind_named(kind).is_ok_and(|kind| kind.depths().is_some()) => {
            BuiltInBot::read(&format!("{kind}:{depth}{options}"))
        }
        Some(_) | None => BuiltInBot::read(text),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || b"-_.+".contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_is_written_as_it_is_read_and_has_a_short_name() {
        for (text, depth, written, name) in [
            ("negamax:7", None, "negamax:7", "negamax:7"),
            ("negamax:7", Some("3"), "negamax:7", "negamax:7"),
            ("negamax", Some("3"), "negamax:3", "negamax:3"),
            ("random", Some("3"), "random", "random"),
            (
                "soft=negamax,temperature=9",
                Some("3"),
                "soft=negamax:3,temperature=9",
                "soft",
            ),
            (
                "priority,own_two=9",
                Some("3"),
                "priority,own_two=9",
                "priority,own_two=9",
            ),
            ("old=lines:4", None, "old=lines:4", "old"),
            (
                "gomocup:/opt/x/pbrain-x.exe --a=b",
                None,
                "gomocup:/opt/x/pbrain-x.exe --a=b",
                "pbrain-x",
            ),
            (
                "gomocup:'/opt/my engines/y' --z",
                None,
                "gomocup:'/opt/my engines/y' --z",
                "y",
            ),
            ("x=gomocup:wine y.exe", None, "x=gomocup:wine y.exe", "x"),
        ] {
            let contender = Contender::read(text, depth).unwrap();
            assert_eq!(contender.to_string(), written);
            assert_eq!(contender.name(), name);
            let again = Contender::read(written, depth).unwrap();
            assert_eq!(again.to_string(), written);
        }
    }

    #[test]
    fn who_is_no_contender_is_told_what_would_be_one() {
        for (text, expected) in [
            ("chess", "negamax"),
            ("./pbrain-x", "or gomocup:COMMAND"),
            ("a b=random", "\"a b\" is no name"),
            ("=random", "such as new=random"),
            ("lines:90", "1 to 12"),
            ("gomocup:", "has no command"),
            ("gomocup: ", "has no command"),
            ("new=gomocup:'x", "is no command"),
        ] {
            let problem = Contender::read(text, None).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn a_move_may_overrun_by_the_tolerance_and_no_more() {
        let config = MatchConfig {
            limit: Some(Millis::from_millis(100)),
            tolerance: Millis::from_millis(50),
            ..MatchConfig::for_variant("gomoku".parse().unwrap())
        };
        assert_eq!(in_time(Millis::from_millis(150), &config), Ok(()));
        let problem = in_time(Millis::from_millis(151), &config).unwrap_err();
        assert!(problem.contains("151 ms") && problem.contains("100 and 50"));
        let unlimited = MatchConfig {
            limit: None,
            ..config
        };
        assert_eq!(in_time(Millis::MAX, &unlimited), Ok(()));
    }
}
