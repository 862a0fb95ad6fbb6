//! A kind of bot with its depth and options, as people write them: `negamax:6`, `minimax:hard`, `priority,own_two=9`.

use std::fmt;

use engine::bots::{self, Bot};
use engine::options::checked;
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use external::Stopwatch;
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, BotSpecError, Depth};

/// A bot that can be asked for moves.
#[derive(Clone)]
pub(crate) struct BuiltInBot {
    kind: &'static dyn Bot,
    spec: BotSpec,
}

impl BuiltInBot {
    /// Reads `KIND`, `KIND:DEPTH` or `KIND:PRESET`, each with options such as `,temperature=20` after it.
    ///
    /// # Errors
    ///
    /// A sentence that says which kinds, depths or options there are.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (text, options) = match text.split_once(',') {
            Some((text, options)) => (text, Some(options)),
            None => (text, None),
        };
        let (kind, depth) = match text.split_once(':') {
            Some((kind, depth)) => (kind, Some(depth)),
            None => (text, None),
        };
        let kind = kind_named(kind)?;
        let bot = match depth {
            None => Self::new(kind, kind.default_depth()),
            Some(depth) => Self::with_depth(kind, depth),
        }?;
        let Some(options) = options else {
            return Ok(bot);
        };
        let spec: BotSpec = format!("{},{options}", bot.spec)
            .parse()
            .map_err(|error: BotSpecError| error.to_string())?;
        let spec = checked(kind.options(), &spec)
            .map_err(|options| Refusal::BadOption { bot: spec, options }.to_string())?;
        Ok(Self { kind, spec })
    }

    fn new(kind: &'static dyn Bot, depth: Option<Depth>) -> Result<Self, String> {
        let spec = BotSpec::new(kind.name(), depth).map_err(|error| error.to_string())?;
        Ok(Self { kind, spec })
    }

    /// The bot of this kind with a depth or a preset of it.
    ///
    /// # Errors
    ///
    /// A sentence that says which depths there are.
    fn with_depth(kind: &'static dyn Bot, depth: &str) -> Result<Self, String> {
        let name = kind.name();
        let (least, most) = kind
            .depths()
            .ok_or_else(|| format!("{name} does not look ahead; leave the depth out"))?;
        let presets = kind.presets();
        let preset = presets.iter().find(|(preset, _)| *preset == depth);
        preset
            .and_then(|(_, plies)| Depth::new(u64::from(*plies)).ok())
            .or_else(|| depth.parse().ok())
            .filter(|depth| (least..=most).contains(depth))
            .ok_or_else(|| {
                let presets = presets.iter().map(|(preset, _)| (*preset).to_owned());
                let choices: Vec<String> = std::iter::once(format!("{least} to {most}"))
                    .chain(presets)
                    .collect();
                format!(
                    "{name} has no depth {depth:?}; choose {}",
                    choices.join(", ")
                )
            })
            .and_then(|depth| Self::new(kind, Some(depth)))
    }

    /// Chooses a move in `game`, which is not over, within `limit`. `caches` are those of the caller's games.
    pub(crate) fn choose(
        &self,
        game: &Game,
        seed: u64,
        limit: Option<Millis>,
        since: Stopwatch,
        caches: &Caches,
    ) -> Choice {
        let request = SearchRequest {
            depth: self.spec.depth(),
            limit: limit.or_else(|| self.usual_time()),
            elapsed: &|| since.millis(),
            stop: &Stop::default(),
            seed,
            options: Options::from(&self.spec),
            progress: None,
        };
        bots::choose(self.kind, game, request, caches)
            .expect("no other code has the flag that stops it")
    }

    /// Its time for a ply where none is given: the usual one of its kind at the deepest depth, which may never be
    /// reached, and none at another, which is the bound then.
    fn usual_time(&self) -> Option<Millis> {
        let deepest = self.kind.depths().map(|(_, deepest)| deepest);
        let is_deepest = self.spec.depth() == deepest;
        self.kind.usual_time().filter(|_| is_deepest)
    }

    /// Checks that it plays this variant.
    ///
    /// # Errors
    ///
    /// A sentence that names the bots which do.
    pub(crate) fn check(&self, variant: Variant) -> Result<(), String> {
        if self.kind.plays(variant) {
            return Ok(());
        }
        Err(format!(
            "{} does not play {variant}; choose one of: {}",
            self.kind.name(),
            names(|kind| kind.plays(variant))
        ))
    }
}

impl fmt::Debug for BuiltInBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BuiltInBot({self})")
    }
}

impl fmt::Display for BuiltInBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

/// The kind of this name.
fn kind_named(name: &str) -> Result<&'static dyn Bot, String> {
    bots::named(name).ok_or_else(|| {
        let names = names(|_| true);
        format!("no bot is called {name:?}; choose one of: {names}")
    })
}

/// The names of the kinds that are `wanted`.
fn names(wanted: impl Fn(&dyn Bot) -> bool) -> String {
    let kinds = bots::ALL.iter().filter(|kind| wanted(**kind));
    kinds.map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fifth of nine levels had a time, and the ninth, which searches to the end of the game, had none.
    #[test]
    fn a_bot_at_its_deepest_has_a_time_and_no_other() {
        for (text, expected) in [
            ("perfect", true),
            ("threat:50", true),
            ("threat:8", false),
            ("level:4", false),
            ("level:5", false),
            ("level:9", true),
            ("minimax", false),
            ("random", false),
        ] {
            let bot = BuiltInBot::read(text).unwrap();
            assert_eq!(bot.usual_time().is_some(), expected, "{text}");
        }
    }

    #[test]
    fn a_bot_is_read_with_its_depth_or_preset_and_its_options() {
        for (text, expected) in [
            ("negamax:7", "negamax:7"),
            ("negamax:level1", "negamax:2"),
            ("minimax:hard", "minimax:8"),
            ("priority", "priority"),
            ("random", "random"),
            ("priority,own_two=9", "priority,own_two=9"),
            ("minimax:hard,temperature=10", "minimax:8,temperature=10"),
            ("negamax,temperature=0", "negamax:5"),
        ] {
            assert_eq!(BuiltInBot::read(text).unwrap().to_string(), expected);
        }
        for (wrong, expected) in [
            ("priority,own_nine=9", "own_two from 0"),
            ("lines,temperature=101", "0 to 100"),
            ("lines,temperature", "temperature=20"),
            ("random,temperature=1", "write just random"),
        ] {
            let problem = BuiltInBot::read(wrong).unwrap_err();
            assert!(problem.contains(expected), "{wrong}: {problem}");
        }
        for kind in bots::ALL {
            let bot = BuiltInBot::read(kind.name()).unwrap();
            assert_eq!(bot.spec.depth(), kind.default_depth());
            for (preset, plies) in kind.presets() {
                let bot = BuiltInBot::read(&format!("{}:{preset}", kind.name())).unwrap();
                assert_eq!(bot.spec.depth().map(Depth::value), Some(*plies));
            }
        }
    }
}
