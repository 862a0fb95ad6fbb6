//! The choices made before ply 1: the game, its clock, its bots, with their limits.

use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::Seed;
use crate::millis::Millis;
use crate::rules::Variant;
use crate::wire::{bounded_number, travels_as_text};

pub use crate::bounds::NumberError;

bounded_number! {
    /// Number of plies that a bot looks ahead.
    ///
    /// The [`BotOffer`](crate::view::BotOffer) of a kind of bot has the depths that it really offers; no board is
    /// so large that more than 99 would mean anything.
    Depth(u8) in 1..=99, "the depth of a bot"
}

bounded_number! {
    /// The least time, in milliseconds, that a bot's ply takes where only bots play, so that people can follow.
    Pace(u32) in 0..=60_000, "the pace"
}

bounded_number! {
    /// Number of times that a match between bots is played again.
    Repeat(u8) in 0..=100, "the repetitions of a match"
}

bounded_number! {
    /// The most time, in milliseconds, that a bot may think about one ply.
    ThinkTime(u32) in 10..=60_000, "the time of a bot per ply, in milliseconds,"
}

impl Default for Pace {
    /// The default of 0.7 s: quick enough not to bore, slow enough to follow.
    fn default() -> Self {
        Self::new(700).expect("within its bounds")
    }
}

impl Default for Repeat {
    fn default() -> Self {
        Self::MIN
    }
}

impl Default for ThinkTime {
    /// The default of 10 s: most people wait that long for a program without asking what is wrong.
    fn default() -> Self {
        Self::new(10_000).expect("within its bounds")
    }
}

/// Everything about a game but the occupants of its seats.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct GameSpec {
    /// The rules and the board.
    pub variant: Variant,
    /// The clock; none gives both sides all the time they want.
    pub clock: Option<ClockSpec>,
    /// `true` if the lobby shows the room; otherwise only its code leads there.
    pub listed: bool,
    /// `true` if a side may ask for its last ply back.
    pub takebacks: bool,
    /// `true` if those present may ask during the game for the value of each column; after it they always may.
    #[serde(default)]
    pub hints: bool,
    /// `true` if others may watch.
    pub spectators: bool,
    /// The least time of a ply where only bots play.
    pub pace: Pace,
    /// Number of times that a match between bots is played again.
    pub repeat: Repeat,
    /// The most time a bot takes for a ply, where somebody said it; otherwise a bot with a usual time of its
    /// own takes that, and any other at most the default.
    pub think_time: Option<ThinkTime>,
    /// Seed of the bots' random numbers; none lets the server choose.
    pub seed: Option<Seed>,
}

impl GameSpec {
    /// The usual choices for `variant`: listed, no clock, takebacks, spectators welcome.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            clock: None,
            listed: true,
            takebacks: true,
            hints: false,
            spectators: true,
            pace: Pace::default(),
            repeat: Repeat::default(),
            think_time: None,
            seed: None,
        }
    }
}

/// A Fischer clock: the time at the start, and the increment of each ply.
///
/// As text `5m+3s`, `90s`, `1h+30s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        from = "String",
        into = "String",
        extend("pattern" = "^[0-9]+(?:h|m|s|ms)(?:\\+[0-9]+(?:h|m|s|ms))?$")
    )
)]
pub struct ClockSpec {
    initial: Millis,
    increment: Millis,
}

impl ClockSpec {
    /// Least time at the start, a second: less is no game between people on a network.
    pub const LEAST_INITIAL: Millis = Millis::from_secs(1);
    /// Most time at the start, a day: a player who wants more plays without a clock.
    pub const MOST_INITIAL: Millis = Millis::from_secs(24 * 3600);
    /// Most time that a ply adds, an hour.
    pub const MOST_INCREMENT: Millis = Millis::from_secs(3600);

    /// Takes the times if they are within their bounds.
    ///
    /// # Errors
    ///
    /// [`ClockError::Initial`] and [`ClockError::Increment`], for a time out of its bounds.
    pub fn new(initial: Millis, increment: Millis) -> Result<Self, ClockError> {
        if !(Self::LEAST_INITIAL..=Self::MOST_INITIAL).contains(&initial) {
            return Err(ClockError::Initial(initial));
        }
        if increment > Self::MOST_INCREMENT {
            return Err(ClockError::Increment(increment));
        }
        Ok(Self { initial, increment })
    }

    /// Time of each side at the start.
    pub fn initial(self) -> Millis {
        self.initial
    }

    /// Time that each ply adds.
    pub fn increment(self) -> Millis {
        self.increment
    }
}

impl fmt::Display for ClockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Span(self.initial))?;
        if self.increment > Millis::ZERO {
            write!(f, "+{}", Span(self.increment))?;
        }
        Ok(())
    }
}

impl FromStr for ClockSpec {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (initial, increment) = match text.split_once('+') {
            Some((initial, increment)) => (initial, increment.parse::<Span>()?.0),
            None => (text, Millis::ZERO),
        };
        Self::new(initial.parse::<Span>()?.0, increment)
    }
}

travels_as_text!(ClockSpec);

/// A clock out of its bounds, or a text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClockError {
    /// The time at the start is out of bounds.
    #[error("the time at the start must be 1s to 24h, not {}", Span(*.0))]
    Initial(Millis),
    /// The increment is out of bounds.
    #[error("the increment must be at most 1h, not {}", Span(*.0))]
    Increment(Millis),
    /// The text is no time.
    #[error("{0:?} is no time; write a number and h, m, s or ms, such as 5m or 90s")]
    Time(String),
}

/// A span as people write it: `90s`, `5m`, `1h`, `250ms`.
///
/// Not `humantime`, which reads and writes much more (`1m 30s`, `2years`): this text travels and is stored.
struct Span(Millis);

const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.0;
        let (name, unit) = UNITS
            .into_iter()
            .find(|(_, unit)| millis >= *unit && millis.is_multiple_of(*unit))
            .unwrap_or(("ms", 1));
        write!(f, "{}{name}", millis / unit)
    }
}

impl FromStr for Span {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = || ClockError::Time(text.to_owned());
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, name) = text.split_at(digits);
        let (_, unit) = UNITS
            .into_iter()
            .find(|(unit, _)| *unit == name)
            .ok_or_else(refusal)?;
        let number: u64 = number.parse().map_err(|_unreadable| refusal())?;
        number
            .checked_mul(unit)
            .map(Millis)
            .map(Self)
            .ok_or_else(refusal)
    }
}

/// A bot: its kind and its depth. As text `negamax:6`, `random`.
///
/// The kinds are the server's to know; here it is a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        from = "String",
        into = "String",
        extend("pattern" = "^[a-z0-9-]{1,24}(?::[1-9][0-9]?)?$")
    )
)]
pub struct BotSpec {
    kind: String,
    depth: Option<Depth>,
}

impl BotSpec {
    /// Most letters that the name of a kind may have.
    pub const LONGEST_KIND: usize = 24;

    /// The bot of this kind, looking `depth` plies ahead where it looks ahead at all.
    ///
    /// # Errors
    ///
    /// [`BotSpecError::Kind`], where `kind` is not a word of small letters, digits and hyphens.
    pub fn new(kind: &str, depth: Option<Depth>) -> Result<Self, BotSpecError> {
        let is_word = !kind.is_empty()
            && kind.len() <= Self::LONGEST_KIND
            && kind
                .bytes()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        if is_word {
            Ok(Self {
                kind: kind.to_owned(),
                depth,
            })
        } else {
            Err(BotSpecError::Kind(kind.to_owned()))
        }
    }

    /// The kind.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Number of plies it looks ahead, where it does.
    pub fn depth(&self) -> Option<Depth> {
        self.depth
    }
}

/// A text that is no [`BotSpec`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotSpecError {
    /// The text is no word for a kind.
    #[error(
        "{0:?} is no kind of bot; a kind is a word of at most 24 small letters, such as negamax"
    )]
    Kind(String),
    /// The text behind the kind is no depth.
    #[error(transparent)]
    Depth(#[from] NumberError),
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => write!(f, "{}:{depth}", self.kind),
            None => f.write_str(&self.kind),
        }
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            Some((kind, depth)) => Self::new(kind, Some(depth.parse()?)),
            None => Self::new(text, None),
        }
    }
}

travels_as_text!(BotSpec);

/// The occupant intended for a seat of a new room.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatSpec {
    /// The person who opens the room.
    Me,
    /// Anyone who comes.
    Open,
    /// A bot.
    Bot {
        /// Kind and depth.
        bot: BotSpec,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_back_from_its_text() {
        for (text, initial, increment) in [
            ("5m+3s", 300_000, 3_000),
            ("90s", 90_000, 0),
            ("1h+30s", 3_600_000, 30_000),
            ("1500ms", 1_500, 0),
        ] {
            let clock: ClockSpec = text.parse().unwrap();
            assert_eq!(
                (clock.initial().0, clock.increment().0),
                (initial, increment)
            );
            assert_eq!(clock.to_string(), text);
        }
    }

    /// The byte that takebacks and hints share was that of takebacks alone before there were hints.
    #[test]
    fn a_clock_out_of_bounds_is_refused_with_the_bounds() {
        for (wrong, expected) in [
            ("0s", "1s to 24h"),
            ("25h", "1s to 24h"),
            ("5m+2h", "at most 1h"),
            ("5", "such as 5m"),
            ("", "such as 5m"),
            ("5m+", "such as 5m"),
            ("99999999999999999999h", "such as 5m"),
        ] {
            let error = wrong.parse::<ClockSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_bot_reads_back_from_its_text() {
        for text in ["negamax:6", "random", "priority"] {
            assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "Negamax",
            "negamax:0",
            "negamax:100",
            "negamax:x",
            ":3",
            "a b",
        ] {
            assert!(wrong.parse::<BotSpec>().is_err(), "{wrong}");
        }
    }
}
