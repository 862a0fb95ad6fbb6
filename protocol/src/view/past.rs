//! Games that are over, as the server keeps them, and what it derives from them: profiles, ratings, places.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::id::{GameNr, RoomId};
use crate::millis::Millis;
use crate::rules::Variant;
use crate::side::BySide;
use crate::spec::{BotSpec, ClockSpec, OpeningChoice, OpeningRule};
use crate::square::Square;
use crate::text::Name;
use crate::word::{Named, open_words};

/// Games in one answer to `History`.
pub const HISTORY_PAGE: usize = 20;
/// Games of a filter from which on they are not counted.
pub const MANY_GAMES: u32 = 1001;
/// Places in one answer to `Leaderboard`.
pub const LEADERBOARD_PLACES: usize = 100;
/// Results of a form, the last ones.
pub const FORM: usize = 10;

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastGame {
    /// Number of the game on this server.
    pub game: GameNr,
    /// Code of the room that it was played in; none where the room is deleted.
    pub room: Option<RoomId>,
    /// Time since it ended.
    pub ended: Millis,
    /// The rules and the board.
    pub variant: Named<Variant>,
    /// The clock.
    pub clock: Option<ClockSpec>,
    /// Rule of the opening.
    pub opening: Option<OpeningRule>,
    /// The players, by the side of this game.
    pub players: BySide<PastPlayer>,
    /// Winner and reason.
    pub outcome: Outcome,
    /// Number of plies.
    pub plies: u16,
    /// The cells of the plies, in order; none where the server keeps only the result.
    pub moves: Option<Vec<Square>>,
    /// The choices of the opening, in order.
    pub choices: Vec<OpeningChoice>,
    /// `true` if the lobby showed its room.
    pub listed: bool,
    /// The ratings of both before and after, where the game was rated.
    pub ratings: Option<BySide<RatingChange>>,
}

/// A player of a game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PastPlayer {
    /// A person.
    Human {
        /// The person's name; that of today, if the person owns one.
        name: Name,
        /// `true` if the name leads to a profile.
        profile: bool,
    },
    /// A bot.
    Bot {
        /// Kind and depth.
        bot: BotSpec,
    },
}

/// A rating before and after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChange {
    /// The rating before.
    pub before: u16,
    /// The rating after.
    pub after: u16,
}

/// A rating, with how far it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// The rating; 1500 for a beginner.
    pub rating: u16,
    /// Its deviation: the true strength is within two of them with a probability of 95 %.
    pub deviation: u16,
}

/// Deviation above which a rating rests on too few games to compare: it is shown with `?`.
const UNCERTAIN: u16 = 110;

impl Rating {
    /// `true` if it rests on too few games to compare.
    pub fn is_uncertain(&self) -> bool {
        self.deviation > UNCERTAIN
    }

    /// The rating that the player has at least, by which the leaderboard is ordered.
    pub fn at_least(&self) -> i32 {
        i32::from(self.rating) - 2 * i32::from(self.deviation)
    }
}

open_words! {
    /// The result of a game for one of its players.
    pub enum GameResult {
        /// Won.
        Won = "won",
        /// Drawn.
        Drawn = "drawn",
        /// Lost.
        Lost = "lost",
    }
}

open_words! {
    /// A kind of opponent.
    pub enum OpponentKind {
        /// A person.
        People = "people",
        /// A bot.
        Bots = "bots",
    }
}

/// The games that `History` asks for: those for which everything here that is not none holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryFilter {
    /// One of the players.
    #[serde(default)]
    pub player: Option<Name>,
    /// The other player.
    #[serde(default)]
    pub opponent: Option<Name>,
    /// The rules and the board.
    #[serde(default)]
    pub variant: Option<Variant>,
    /// The result for `player`; without one, `won` and `lost` are the games that have a winner.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// Time since the end, at most.
    #[serde(default)]
    pub within: Option<Millis>,
    /// Number of plies, at least.
    #[serde(default)]
    pub least_plies: Option<u16>,
    /// Number of plies, at most.
    #[serde(default)]
    pub most_plies: Option<u16>,
    /// Games between people, or games with a bot.
    #[serde(default)]
    pub against: Option<OpponentKind>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// All games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Everything that a server derives from the games of a person who owns a name.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// The name.
    pub name: Name,
    /// Time since the person took a name here for the first time.
    pub since: Millis,
    /// The rating in each variant with rated games, the most games first.
    pub ratings: Vec<VariantRating>,
    /// The results in each variant, the most games first.
    pub results: Vec<VariantScore>,
    /// The last ten results, oldest first, at most [`FORM`].
    #[cfg_attr(feature = "schema", schemars(length(max = FORM)))]
    pub form: Vec<GameResult>,
    /// The strength by games against the bot `level`, in each variant with such games, the most games first.
    pub levels: Vec<BotLevel>,
    /// The rated wins against those with the highest ratings, the highest first; at most three.
    #[cfg_attr(feature = "schema", schemars(length(max = 3)))]
    pub best_wins: Vec<PastGame>,
    /// The people played most, at most five.
    #[cfg_attr(feature = "schema", schemars(length(max = 5)))]
    pub opponents: Vec<Opponent>,
    /// The last games, newest first, at most ten.
    #[cfg_attr(feature = "schema", schemars(length(max = 10)))]
    pub games: Vec<PastGame>,
}

/// A rating in one variant.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantRating {
    /// The rules and the board.
    pub variant: Named<Variant>,
    /// The rating now.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// The ratings after the last rated games, oldest first, at most 20.
    #[cfg_attr(feature = "schema", schemars(length(max = 20)))]
    pub course: Vec<u16>,
}

/// Results in one variant.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantScore {
    /// The rules and the board.
    pub variant: Named<Variant>,
    /// The results.
    pub score: Score,
}

/// A person's strength as a level of the bot `level`.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotLevel {
    /// The rules and the board.
    pub variant: Named<Variant>,
    /// The level in tenths, 10 to 90.
    pub tenths: u8,
    /// The lowest level that it may be, in tenths.
    pub lowest: u8,
    /// The highest level that it may be, in tenths.
    pub highest: u8,
    /// Number of games that it rests on.
    pub games: u32,
}

/// Somebody who was played often.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opponent {
    /// The name.
    pub name: Name,
    /// `true` if the name leads to a profile.
    pub profile: bool,
    /// The score between the two, seen from the person of the profile.
    pub score: Score,
    /// The last results between the two, oldest first, at most [`FORM`].
    #[cfg_attr(feature = "schema", schemars(length(max = FORM)))]
    pub form: Vec<GameResult>,
}

/// A player in the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The name.
    pub name: Name,
    /// The rating now.
    pub rating: Rating,
    /// Number of rated games in the time that was asked for.
    pub games: u32,
    /// Rating won or lost in the time that was asked for.
    pub change: i16,
    /// The last rated results, oldest first, at most [`FORM`].
    #[cfg_attr(feature = "schema", schemars(length(max = FORM)))]
    pub form: Vec<GameResult>,
}

/// A move that was played in a position, with how these games ended.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The cell.
    pub square: Square,
    /// Games that the colour to move won, drew and lost.
    pub score: Score,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_uncertain_above_a_deviation_of_110() {
        let rating = |deviation| Rating {
            rating: 1642,
            deviation,
        };
        assert!(!rating(110).is_uncertain());
        assert!(rating(111).is_uncertain());
        assert_eq!(rating(48).at_least(), 1546);
    }
}
