//! The choices made before ply 1: the game, its clock, its bots, with their limits.

mod bot;
mod clock;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::id::Seed;
use crate::rules::{Family, Variant};
use crate::wire::bounded_number;
use crate::word::open_words;

pub use crate::bounds::NumberError;
pub use bot::{BotSpec, BotSpecError, OptionRange};
pub use clock::{ClockError, ClockSpec, span, span_text};

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

bounded_number! {
    /// The absence, in milliseconds, after which the opponent may claim the game. A day is for games in which
    /// people move when they find the time.
    Grace(u32) in 1_000..=86_400_000, "the grace, in milliseconds,"
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
///
/// A client is told of games by the names of their variants: a later release may have others.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GameSpecOf{V}")
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct GameSpec<V = Variant> {
    /// The rules and the board.
    pub variant: V,
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
    /// `true` if spectators of a person's game see the searches of bots, and may ask for an analysis, while it
    /// goes on; where only bots play they see them anyway.
    #[serde(default)]
    pub open_thoughts: bool,
    /// The least time of a ply where only bots play.
    #[serde(default)]
    pub pace: Pace,
    /// Number of times that a match between bots is played again.
    #[serde(default)]
    pub repeat: Repeat,
    /// The most time a bot takes for a ply, where somebody said it; otherwise a bot with a usual time of its
    /// own takes that, and any other at most the default.
    pub think_time: Option<ThinkTime>,
    /// Seed of the bots' random numbers; none lets the server choose.
    pub seed: Option<Seed>,
    /// Absence after which the opponent may claim the game; none takes the server's.
    #[serde(default)]
    pub grace: Option<Grace>,
    /// Rule of the opening; none lets the first side place the first stone anywhere.
    #[serde(default)]
    pub opening: Option<OpeningRule>,
    /// `true` if the game counts for the ratings of two people who own their names; without takebacks and hints.
    #[serde(default)]
    pub rated: bool,
}

open_words! {
    /// A rule of the opening, which makes the chances of both sides equal.
    pub enum OpeningRule {
        /// The first side places three stones; the second takes a colour, or places two more and leaves the choice.
        Swap2 = "swap2",
    }
}

impl OpeningRule {
    /// Returns `true` if a game of `variant` may begin with it: stones are put on any cell, and five of them end no
    /// game.
    pub fn is_played_in(self, variant: Variant) -> bool {
        let is_free = match variant.family() {
            Family::Free | Family::Renju => true,
            Family::Gravity => false,
        };
        match self {
            Self::Swap2 => is_free && variant.shape().in_row > 3,
            Self::Other(_) => false,
        }
    }
}

open_words! {
    /// A choice in an opening.
    pub enum OpeningChoice {
        /// Plays black, the stones of odd plies.
        Black = "black",
        /// Plays white, the stones of even plies.
        White = "white",
        /// Places two more stones, and leaves the choice of the colour to the opponent.
        PlaceTwo = "place_two",
    }
}

impl<V> GameSpec<V> {
    /// The same game in another form of its variant.
    pub fn map_variant<W>(self, map: impl FnOnce(V) -> W) -> GameSpec<W> {
        GameSpec {
            variant: map(self.variant),
            clock: self.clock,
            listed: self.listed,
            takebacks: self.takebacks,
            hints: self.hints,
            spectators: self.spectators,
            open_thoughts: self.open_thoughts,
            pace: self.pace,
            repeat: self.repeat,
            think_time: self.think_time,
            seed: self.seed,
            grace: self.grace,
            opening: self.opening,
            rated: self.rated,
        }
    }
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
            open_thoughts: false,
            grace: None,
            opening: None,
            rated: false,
        }
    }

    /// The usual choices for a game that counts for ratings: without takebacks.
    pub fn new_rated(variant: Variant) -> Self {
        Self {
            takebacks: false,
            rated: true,
            ..Self::new(variant)
        }
    }

    /// Returns `true` if a game between people has the usual choices, whatever its clock.
    pub fn is_usual(&self) -> bool {
        // The others are of the lobby and of bots.
        let usual = if self.rated {
            Self::new_rated(self.variant)
        } else {
            Self::new(self.variant)
        };
        (self.takebacks, self.hints, self.spectators)
            == (usual.takebacks, usual.hints, usual.spectators)
            && (self.open_thoughts, self.grace, self.opening)
                == (usual.open_thoughts, usual.grace, usual.opening)
    }
}

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
    fn swap2_is_played_where_five_free_stones_end_no_game() {
        for (variant, expected) in [
            ("gomoku", true),
            ("gomoku-standard", true),
            ("renju", true),
            ("custom:9x9x4:free", true),
            ("custom:9x9x3:free", false),
            ("connect-four", false),
            ("custom:9x9x5:falls", false),
        ] {
            let parsed = variant.parse().unwrap();
            assert_eq!(
                OpeningRule::Swap2.is_played_in(parsed),
                expected,
                "{variant}"
            );
            let later = OpeningRule::from("taraguchi_10".to_owned());
            assert!(!later.is_played_in(parsed), "{variant}");
        }
    }
}
