//! A contender: one of our bots, or another program that speaks the Gomocup protocol.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use engine::{Caches, Stop};
use external::{ExternalEngine, ExternalError, InForce, Limits, Stopwatch};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::square::Square;

use super::MatchConfig;
use crate::built_in_bot::BuiltInBot;
use crate::failure::Failure;
use crate::interrupt;

/// Prefix of the command of another program.
const GOMOCUP: &str = "gomocup:";

/// Time for a move of another program without a time limit: the protocol needs one.
const THINK: Duration = Duration::from_secs(1);

/// The same where its nodes are bounded, which are to decide.
const THINK_BY_NODES: Duration = Duration::from_mins(1);

/// Time after each answer of another program in which it is told nothing: some drop what comes before they have noticed
/// that their own move is written. No clock counts it.
const SETTLE: Duration = Duration::from_millis(10);

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
    /// # Errors
    ///
    /// A sentence that says which bots or depths there are.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (name, engine) = match text.split_once('=') {
            Some((name, engine)) if is_name(name) => (Some(name.to_owned()), engine),
            Some(_) | None => (None, text),
        };
        let engine = match engine.strip_prefix(GOMOCUP) {
            Some(command) => Engine::Gomocup(read_command(command)?),
            None => Engine::Bot(
                BuiltInBot::read(engine)
                    .map_err(|problem| format!("{problem}; or write {GOMOCUP}COMMAND"))?,
            ),
        };
        Ok(Self { name, engine })
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

    /// Checks that it plays the variant; another program is started once for that.
    /// Returns a line about its fence, if it is one.
    ///
    /// # Errors
    ///
    /// A sentence about what is wrong, and which contenders would do.
    pub(crate) fn check(&self, config: &MatchConfig) -> Result<Option<String>, Failure> {
        let (variant, name) = (config.variant, self.name());
        let command = match &self.engine {
            Engine::Bot(bot) => {
                let checked = bot.check(variant).map_err(Failure::Usage);
                return checked.map(|()| None);
            }
            Engine::Gomocup(command) => command,
        };
        let engine = self
            .launch(command, config)
            .map_err(|error| Failure::Failed(format!("{name}: {}", fault(&error))))?;
        if !engine.plays(variant) {
            let problem = ExternalError::CannotPlay { variant };
            return Err(Failure::Usage(format!("{name}: {problem}")));
        }
        Ok(Some(fence_note(&name, engine.in_force())))
    }

    /// Starts the program of this contender.
    fn launch(&self, command: &str, config: &MatchConfig) -> Result<ExternalEngine, ExternalError> {
        let limits = Limits {
            memory_mib: config.memory_mib,
            threads: config.engine_threads,
            nodes: config.nodes,
            grace: Duration::from_millis(config.tolerance.as_millis()),
            settle: SETTLE,
            ..Limits::default()
        };
        let fence = config.fence_of(&self.name());
        ExternalEngine::launch(command, limits, fence.as_ref())
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

/// A contender at a board, for one game after the other.
pub(crate) struct Player<'a> {
    contender: &'a Contender,
    config: &'a MatchConfig,
    /// Those of a bot, so that it does not profit from what others proved.
    caches: Caches,
    /// The other program, after its first move.
    running: Option<Box<ExternalEngine>>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(contender: &'a Contender, config: &'a MatchConfig) -> Self {
        Self {
            contender,
            config,
            caches: Caches::default(),
            running: None,
        }
    }

    /// Returns its move in `game`, which is not over.
    ///
    /// # Errors
    ///
    /// A sentence about the missing, illegal or late move.
    pub(crate) fn choose(&mut self, game: &Game, seed: u64, stop: &Stop) -> Result<Square, String> {
        let config = self.config;
        match &self.contender.engine {
            Engine::Bot(bot) => {
                let watch = Stopwatch::start();
                let choice = bot.choose(game, seed, config.limit, watch, &self.caches);
                in_time(watch.millis(), config).map(|()| choice.square)
            }
            Engine::Gomocup(command) => {
                let engine = self.launched(command)?;
                let chosen = engine.choose(game, think(config), None, stop);
                chosen.map_err(|error| fault(&error))
            }
        }
    }

    /// The program, started before its first answer.
    fn launched(&mut self, command: &str) -> Result<&mut ExternalEngine, String> {
        if self.running.is_none() {
            let engine = self.contender.launch(command, self.config);
            self.running = Some(Box::new(engine.map_err(|error| fault(&error))?));
        }
        Ok(self.running.as_mut().expect("it was started"))
    }
}

/// Time for a move of another program.
fn think(config: &MatchConfig) -> Duration {
    match (config.limit, config.nodes) {
        (Some(limit), _) => Duration::from_millis(limit.as_millis()),
        (None, Some(_)) => THINK_BY_NODES,
        (None, None) => THINK,
    }
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
            "{command:?} is not a command: {problem}; write it as for a shell"
        )),
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
        for (text, name) in [
            ("negamax:7", "negamax:7"),
            ("random", "random"),
            ("soft=negamax:3,temperature=9", "soft"),
            ("priority,own_two=9", "priority,own_two=9"),
            ("gomocup:/opt/x/pbrain-x.exe --a=b", "pbrain-x"),
            ("gomocup:'/opt/my engines/y' --z", "y"),
            ("x=gomocup:wine y.exe", "x"),
        ] {
            let contender = Contender::read(text).unwrap();
            assert_eq!(contender.to_string(), text);
            assert_eq!(contender.name(), name);
        }
    }

    #[test]
    fn who_is_no_contender_is_told_what_would_be_one() {
        for (text, expected) in [
            ("chess", "negamax"),
            ("./pbrain-x", "or write gomocup:COMMAND"),
            ("a b=random", "\"a b=random\""),
            ("lines:90", "1 to 12"),
            ("gomocup:", "has no command"),
            ("gomocup: ", "has no command"),
            ("new=gomocup:'x", "is not a command"),
        ] {
            let problem = Contender::read(text).unwrap_err();
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
