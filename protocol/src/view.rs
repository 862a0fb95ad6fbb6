//! The parts of a room and of the lobby as messages carry them.
//!
//! A [`Snapshot`] is everything that a client may see of a room; [`RoomEvent`](crate::message::RoomEvent)
//! says how it changes, and [`Replica`](crate::replica::Replica) puts the two together. A [`RoomSummary`] is
//! one room of the lobby.

use std::fmt;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::clock::ClockFace;
use crate::id::{Revision, RoomId, Seq};
use crate::millis::Millis;
use crate::rules::Variant;
#[cfg(feature = "schema")]
use crate::schema::{SignedText, UnsignedText};
use crate::side::{BySide, Side};
use crate::spec::{BotSpec, Depth, GameSpec};
use crate::square::Square;
use crate::text::{ChatText, Name};
use crate::wire::as_text;
use crate::word::{Named, open_words};

mod bot_offer;
mod lobby;
mod opening;
mod past;

pub use bot_offer::{BotOffer, BotOption, Preset};
pub use lobby::{Feature, LobbyLine, RoomSummary, YourGame};
pub use opening::{ForbiddenKind, ForbiddenPoint, OpeningState};
pub use past::{
    BotLevel, FORM, GameResult, HISTORY_PAGE, HistoryFilter, LEADERBOARD_PLACES, MANY_GAMES,
    Opponent, OpponentKind, PastGame, PastPlayer, Place, PlayedMove, Profile, Rating, RatingChange,
    Score, VariantRating, VariantScore,
};

/// Most lines of chat in a snapshot, the last ones.
pub const SNAPSHOT_CHAT: usize = 50;
/// Most spectators of whom everybody is told the names.
pub const NAMED_WATCHERS: usize = 10;
/// Most names in an answer to `Who`.
pub const WHO_NAMES: usize = 100;
/// Most games in an answer to `YourGames`: more than anybody has at once, and some 50 KiB.
pub const YOUR_GAMES: usize = 100;

/// Everything that a client may see of a room.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// Code of the room.
    pub room: RoomId,
    /// The game.
    pub spec: GameSpec<Named<Variant>>,
    /// Number of the last recorded event.
    pub seq: Seq,
    /// Number of changes of the board.
    pub revision: Revision,
    /// Occupants of the seats.
    pub seats: BySide<Seat>,
    /// State of the game.
    pub phase: Phase,
    /// The plies, in order.
    pub plies: Vec<Ply>,
    /// The clock at the moment of sending, where there is one.
    pub clock: Option<ClockFace>,
    /// Open offers.
    pub offers: Offers,
    /// The series so far.
    pub series: Series,
    /// Absence after which the opponent may claim the game.
    pub grace: Millis,
    /// The last lines of chat, at most [`SNAPSHOT_CHAT`].
    #[cfg_attr(feature = "schema", schemars(length(max = SNAPSHOT_CHAT)))]
    pub chat: Vec<ChatLine>,
    /// Names of spectators, where they are at most [`NAMED_WATCHERS`].
    #[cfg_attr(feature = "schema", schemars(length(max = NAMED_WATCHERS)))]
    pub spectators: Vec<Name>,
    /// Number of spectators.
    pub watching: u32,
    /// The bots' searches, oldest first: shown to all after the game, and during it to spectators where only
    /// bots play or the spec opens thoughts.
    pub searches: Vec<SearchInfo>,
    /// The search of the bot to move, if it has thought for a moment.
    pub thinking: Option<Thinking>,
    /// The points that the side to move may not play, sorted; empty but where the rules forbid some.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The state of the opening, where it is one with choices.
    pub opening: Option<OpeningState>,
    /// `true` if nobody else is let in.
    pub locked: bool,
    /// `true` if nobody may chat.
    pub chat_closed: bool,
    /// `true` if the game counts for the ratings of both.
    #[serde(default)]
    pub rated: bool,
}

open_words! {
    /// The reason why a client is out of a room.
    pub enum LeftWhy {
        /// It asked to.
        Asked = "asked",
        /// A newer connection showed the token of its seat.
        Replaced = "replaced",
        /// The room was closed.
        Closed = "closed",
        /// Whoever opened the room sent it out.
        Removed = "removed",
    }
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seat {
    /// No occupant.
    Open,
    /// A person.
    Human {
        /// The person's name.
        name: Name,
        /// Length of the absence, if the person is away.
        away: Option<Millis>,
    },
    /// A bot.
    Bot {
        /// Kind and depth.
        bot: BotSpec,
    },
}

impl Seat {
    /// The name of the person on the seat.
    pub fn person(&self) -> Option<&Name> {
        match self {
            Self::Human { name, .. } => Some(name),
            Self::Open | Self::Bot { .. } => None,
        }
    }
}

/// The occupant's name: that of the person, the bot as in `negamax:6`, or `open seat`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.pad("open seat"),
            Self::Human { name, .. } => name.fmt(f),
            Self::Bot { bot } => bot.fmt(f),
        }
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Phase {
    /// A seat is open.
    Seating,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over {
        /// Winner and reason.
        outcome: Outcome,
    },
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The winner; none of a draw, or of a game that ended without a result.
    pub winner: Option<Side>,
    /// The cause.
    pub reason: Reason,
    /// Every winning cell, sorted; empty unless the reason is `Line`.
    pub line: Vec<Square>,
}

open_words! {
    /// The cause of the end of a game.
    pub enum Reason {
        /// The winner has enough stones in a row.
        Line = "line",
        /// No empty cell: a draw.
        FullBoard = "full_board",
        /// The loser gave up.
        Resignation = "resignation",
        /// The loser's time ran out.
        Flag = "flag",
        /// The two agreed on a draw.
        Agreement = "agreement",
        /// The loser was away for too long, and the winner claimed the game.
        Claim = "claim",
        /// Ended without a result by a player, before each side had moved.
        Aborted = "aborted",
        /// Ended without a result because the side to move did not make its first ply in time.
        NoFirstMove = "no_first_move",
        /// Ended without a result because both players stayed away for days.
        Abandoned = "abandoned",
        /// The bot to move made no legal move, and loses.
        BotFailed = "bot_failed",
        /// Ended without a result because the host of the server closed the room.
        Closed = "closed",
    }
}

impl Reason {
    /// Returns `true` if a game that ends so was won or drawn, and not ended without a result.
    pub fn counts(&self) -> bool {
        !matches!(
            self,
            Self::Aborted | Self::NoFirstMove | Self::Abandoned | Self::Closed
        )
    }
}

impl Outcome {
    /// Returns `true` if the game was won or drawn, and not ended without a result.
    pub fn counts(&self) -> bool {
        self.reason.counts()
    }
}

/// Games won and drawn so far in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// Number of the current game, from 1.
    pub game: u16,
    /// Games won by the current occupant of each side.
    pub wins: BySide<u16>,
    /// Games drawn.
    pub draws: u16,
}

/// A ply of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ply {
    /// The cell of the stone.
    pub square: Square,
    /// Time left to its side after it, where there is a clock.
    pub left: Option<Millis>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Name of the author.
    pub name: Name,
    /// The author's side; none for a spectator.
    pub side: Option<Side>,
    /// The text.
    pub text: ChatText,
}

/// The search behind a ply of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchInfo {
    /// The side the bot plays.
    pub side: Side,
    /// Number of the ply, from 1.
    pub ply: u16,
    /// Score of the position after the ply, seen from the bot: more is better for it.
    ///
    /// The unit is that of the kind of bot, so that scores of two kinds do not compare.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "SignedText"))]
    pub score: i64,
    /// The last depth that was searched completely, in plies; none for a bot that does not search.
    pub depth: Option<Depth>,
    /// Positions searched.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "UnsignedText"))]
    pub nodes: u64,
    /// Time used.
    pub elapsed: Millis,
    /// The principal variation, which begins with the ply.
    pub pv: Vec<Square>,
    /// `true` where the score is the value of the game, proven to its end; `false` where a bot that can prove
    /// values did not prove this one; none from bots that only estimate.
    pub exact: Option<bool>,
}

impl SearchInfo {
    /// Positions searched per second.
    pub fn nodes_per_second(&self) -> u64 {
        self.nodes.saturating_mul(1000) / self.elapsed.as_millis().max(1)
    }
}

/// A search of a bot that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thinking {
    /// The side the bot plays.
    pub side: Side,
    /// Number of the ply that it searches, from 1.
    pub ply: u16,
    /// Time since it began.
    pub elapsed: Millis,
    /// The last depth that was searched completely, for those who see the searches of bots.
    pub depth: Option<Depth>,
}

/// Open offers, each with the side that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offers {
    /// A draw was offered.
    pub draw: Option<Side>,
    /// A takeback was asked for.
    pub takeback: Option<Side>,
    /// A rematch was offered.
    pub rematch: Option<Side>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_took_no_time_has_a_speed_too() {
        for (nodes, millis, speed) in [(3_000, 1_500, 2_000), (7, 0, 7_000)] {
            let search = SearchInfo {
                side: Side::First,
                ply: 1,
                score: 0,
                depth: None,
                nodes,
                elapsed: Millis::from_millis(millis),
                pv: Vec::new(),
                exact: None,
            };
            assert_eq!(search.nodes_per_second(), speed);
        }
    }
}
