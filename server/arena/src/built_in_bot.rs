//! A kind of bot and its depth, as people write them: `negamax:6`, `minimax:hard`, `priority`.

use std::fmt;

use engine::bots::{self, Bot};
use engine::{Caches, Choice, SearchRequest, Stop};
use external::Stopwatch;
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::Depth;

/// A bot that can be asked for moves.
#[derive(Clone, Copy)]
pub(crate) struct BuiltInBot {
    kind: &'static dyn Bot,
    depth: Option<Depth>,
}

impl BuiltInBot {
    /// Reads `KIND`, `KIND:DEPTH` or `KIND:PRESET`.
    ///
    /// # Errors
    ///
    /// A sentence that says which kinds or depths there are.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (kind, depth) = match text.split_once(':') {
            Some((kind, depth)) => (kind, Some(depth)),
            None => (text, None),
        };
        let kind = kind_named(kind)?;
        match depth {
            None => Ok(Self {
                kind,
                depth: kind.default_depth(),
            }),
            Some(depth) => Self::with_depth(kind, depth),
        }
    }

    /// The bot of this kind with a depth or a preset of it.
    ///
    /// # Errors
    ///
    /// A sentence that says which depths there are.
    pub(crate) fn with_depth(kind: &'static dyn Bot, depth: &str) -> Result<Self, String> {
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
            .map(|depth| Self {
                kind,
                depth: Some(depth),
            })
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
    }

    /// Chooses a move in `game`, which is not over, within `limit`. `caches` are those of the caller's games.
    pub(crate) fn choose(
        self,
        game: &Game,
        seed: u64,
        limit: Option<Millis>,
        since: Stopwatch,
        caches: &Caches,
    ) -> Choice {
        // At its own depth it may have no end in sight.
        let usual = || {
            let is_default = self.depth == self.kind.default_depth();
            self.kind.usual_time().filter(|_| is_default)
        };
        let limit = limit.or_else(usual);
        self.kind
            .choose(
                game,
                SearchRequest {
                    depth: self.depth,
                    limit,
                    elapsed: &|| since.millis(),
                    stop: &Stop::default(),
                    seed,
                },
                caches,
            )
            .expect("nobody else has the flag that stops it")
    }

    /// Checks that it plays this variant.
    ///
    /// # Errors
    ///
    /// A sentence that names the bots which do.
    pub(crate) fn check(self, variant: Variant) -> Result<(), String> {
        if self.kind.plays(variant) {
            return Ok(());
        }
        let others: Vec<_> = bots::ALL
            .iter()
            .filter(|kind| kind.plays(variant))
            .map(|kind| kind.name())
            .collect();
        Err(format!(
            "{} does not play {variant}; choose one of: {}",
            self.kind.name(),
            others.join(", ")
        ))
    }

    /// The word for its kind.
    pub(crate) fn name(self) -> &'static str {
        self.kind.name()
    }
}

impl fmt::Debug for BuiltInBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BuiltInBot({self})")
    }
}

impl fmt::Display for BuiltInBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match self.depth {
            Some(depth) => write!(f, ":{depth}"),
            None => Ok(()),
        }
    }
}

/// The kind of this name.
///
/// # Errors
///
/// A sentence that names them all.
pub(crate) fn kind_named(name: &str) -> Result<&'static dyn Bot, String> {
    bots::named(name).ok_or_else(|| {
        let names: Vec<_> = bots::ALL.iter().map(|kind| kind.name()).collect();
        format!(
            "no bot is called {name:?}; choose one of: {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_read_with_its_depth_its_preset_or_neither() {
        for (text, expected) in [
            ("negamax:7", "negamax:7"),
            ("negamax:level1", "negamax:2"),
            ("minimax:hard", "minimax:8"),
            ("priority", "priority"),
            ("random", "random"),
        ] {
            assert_eq!(BuiltInBot::read(text).unwrap().to_string(), expected);
        }
        for kind in bots::ALL {
            let bot = BuiltInBot::read(kind.name()).unwrap();
            assert_eq!(bot.depth, kind.default_depth());
            for (preset, plies) in kind.presets() {
                let bot = BuiltInBot::read(&format!("{}:{preset}", kind.name())).unwrap();
                assert_eq!(bot.depth.map(Depth::value), Some(*plies));
            }
        }
    }
}
