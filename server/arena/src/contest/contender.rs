//! Who plays: one of our bots, as people write it.

use std::fmt;

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;

use crate::bot::{Bot, kind_named};
use crate::stopwatch::Stopwatch;

/// Somebody who takes part in a contest.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    name: Option<String>,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Bot(Bot),
}

impl Contender {
    /// Reads `[NAME=]BOT`. A bot that looks ahead and has no depth in its text looks `depth` plies ahead.
    ///
    /// # Errors
    ///
    /// A sentence that says which bots or depths there are.
    pub(crate) fn read(text: &str, depth: Option<&str>) -> Result<Self, String> {
        let (name, engine) = match text.split_once('=') {
            Some((name, engine)) if is_name(name) => (Some(name.to_owned()), engine),
            Some(_) | None => (None, text),
        };
        Ok(Self {
            name,
            engine: Engine::Bot(read_bot(engine, depth)?),
        })
    }

    /// What it is called in tables.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.engine.to_string())
    }

    /// Whether it plays this variant.
    ///
    /// # Errors
    ///
    /// A sentence that says who does.
    pub(crate) fn check(&self, variant: Variant) -> Result<(), String> {
        match &self.engine {
            Engine::Bot(bot) => bot.check(variant),
        }
    }

    /// Takes a seat: the same player may play several games, one after the other.
    pub(crate) fn player(&self) -> Player {
        match &self.engine {
            Engine::Bot(bot) => Player::Bot(*bot),
        }
    }
}

/// In full, as it is read.
impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}=")?;
        }
        self.engine.fmt(f)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}

/// A contender at a board.
pub(crate) enum Player {
    /// One of ours.
    Bot(Bot),
}

impl Player {
    /// What it plays in `game`, which is not over.
    pub(crate) fn choose(&mut self, game: &Game, limit: Option<Millis>, seed: u64) -> Square {
        match self {
            Self::Bot(bot) => bot.choose(game, seed, limit, Stopwatch::start()).square,
        }
    }
}

fn read_bot(text: &str, depth: Option<&str>) -> Result<Bot, String> {
    let Some(depth) = depth.filter(|_| !text.contains(':')) else {
        return Bot::read(text);
    };
    let kind = kind_named(text)?;
    match kind.depths() {
        Some(_) => Bot::with_depth(kind, depth),
        None => Bot::read(text),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || b"-_.+".contains(&c))
}
