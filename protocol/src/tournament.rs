//! Tournaments: what an organiser chooses, what those who are in one may do, and what everybody sees.
//!
//! Scores of a pairing and points are in halves of a point, so that a draw is a whole number; in an arena they are
//! whole points.

mod export;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::id::RoomId;
use crate::millis::Millis;
use crate::rules::Variant;
use crate::side::BySide;
use crate::spec::{BotSpec, ClockSpec, OpeningRule};
use crate::text::{ChatText, Name};
use crate::view::PastPlayer;
use crate::word::{Named, open_words};

pub use self::export::Export;

/// Characters of a tournament's name at most.
pub const TOURNAMENT_NAME: usize = 40;
/// Entrants of a tournament at most.
pub const ENTRANTS: usize = 256;
/// Rounds of a Swiss tournament at most.
pub const MOST_ROUNDS: u8 = 30;
/// Games of a pairing at most.
pub const MOST_GAMES: u8 = 9;
/// Tournaments in one answer to `ListTournaments`.
pub const TOURNAMENTS: usize = 50;
/// Pairings in one answer to `ListPairings`.
pub const PAIRINGS: usize = 500;
/// Games that are over in the view of an arena, the last ones.
pub const ARENA_GAMES: usize = 20;

/// Number of an entrant in a tournament, from 0 in the order of entry.
pub type Entrant = u16;

/// The form of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin {
        /// `true` if they meet twice.
        #[serde(default)]
        twice: bool,
    },
    /// In each round equals meet, and no two meet again while that is possible.
    Swiss {
        /// Number of rounds, 1 to [`MOST_ROUNDS`].
        rounds: u8,
    },
    /// The loser of a pairing is out.
    Knockout {
        /// `true` if those who lose before the final play for the third place.
        #[serde(default)]
        third_place: bool,
    },
    /// For a fixed time those who are free are paired at once.
    Arena {
        /// The time, a minute to a day.
        length: Millis,
    },
}

/// Bots that fill a tournament up.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Filling {
    /// Kind and depth.
    pub bot: BotSpec,
    /// Number of entrants to which bots fill up when the first round is paired. One more comes whenever the number of
    /// players of a round would be odd.
    #[serde(default)]
    pub up_to: u16,
}

/// Everything that the organiser of a tournament chooses.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "TournamentSpecOf{V}")
)]
pub struct TournamentSpec<V = Variant> {
    /// Name of the tournament, at most [`TOURNAMENT_NAME`] characters.
    pub name: ChatText,
    /// The form.
    pub format: Format,
    /// The rules and the board.
    pub variant: V,
    /// The clock of each game.
    pub clock: Option<ClockSpec>,
    /// Rule of the opening.
    #[serde(default)]
    pub opening: Option<OpeningRule>,
    /// Games of a pairing, 1 to [`MOST_GAMES`], with colours exchanged after each. In a knockout the pairing ends when
    /// it is decided, and in an arena it has one game.
    #[serde(default = "two")]
    pub games: u8,
    /// `true` if games between two people who own their names are rated.
    #[serde(default)]
    pub rated: bool,
    /// `true` if the list of tournaments shows it; otherwise only its code leads to it.
    #[serde(default = "yes")]
    pub listed: bool,
    /// `true` if people may enter after the first round is paired; never in a knockout.
    #[serde(default = "yes")]
    pub late_entries: bool,
    /// Bots that fill up.
    #[serde(default)]
    pub filling: Option<Filling>,
    /// Time from the end of a round to the next one.
    #[serde(default = "two_minutes")]
    pub pause: Millis,
    /// Time after which a player who has not come loses the game.
    #[serde(default = "a_minute")]
    pub late: Millis,
    /// Time to the first round; without it the organiser starts it.
    #[serde(default)]
    pub starts_in: Option<Millis>,
}

fn two() -> u8 {
    2
}

fn yes() -> bool {
    true
}

fn two_minutes() -> Millis {
    Millis::from_secs(120)
}

fn a_minute() -> Millis {
    Millis::from_secs(60)
}

impl<V> TournamentSpec<V> {
    /// The usual choices.
    pub fn new(name: ChatText, format: Format, variant: V) -> Self {
        Self {
            name,
            format,
            variant,
            clock: None,
            opening: None,
            games: two(),
            rated: false,
            listed: true,
            late_entries: true,
            filling: None,
            pause: two_minutes(),
            late: a_minute(),
            starts_in: None,
        }
    }

    /// The same tournament in another form of its variant.
    pub fn map_variant<W>(self, map: impl FnOnce(V) -> W) -> TournamentSpec<W> {
        TournamentSpec {
            name: self.name,
            format: self.format,
            variant: map(self.variant),
            clock: self.clock,
            opening: self.opening,
            games: self.games,
            rated: self.rated,
            listed: self.listed,
            late_entries: self.late_entries,
            filling: self.filling,
            pause: self.pause,
            late: self.late,
            starts_in: self.starts_in,
        }
    }
}

/// An act in a tournament. The first four are for everybody, the others for the organiser.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentAct {
    /// Enters, or comes back after a withdrawal.
    Enter,
    /// Leaves for good: the games under way are lost.
    Withdraw,
    /// Sits out from the next round on, or plays again.
    Pause {
        /// `true` to sit out.
        paused: bool,
    },
    /// Is ready for the next round, which begins early if everybody is.
    Ready,
    /// Stops the countdowns, or lets them run again.
    Hold {
        /// `true` to stop them.
        held: bool,
    },
    /// Starts the next round now; the first one too.
    NextRound,
    /// Corrects the result of a game.
    Correct {
        /// Number of the pairing.
        pairing: u32,
        /// Number of the game in it, from 0.
        game: u8,
        /// Its score, by the sides of the pairing, in halves.
        score: BySide<u8>,
    },
    /// Adds a bot.
    AddBot {
        /// Kind and depth.
        bot: BotSpec,
    },
    /// Adds a person who is connected to the server.
    AddPerson {
        /// Name of the person.
        name: Name,
    },
    /// Takes an entrant out for good.
    Remove {
        /// Number of the entrant.
        entrant: Entrant,
    },
    /// Ends the tournament: games under way do not count.
    End,
}

open_words! {
    /// How far a tournament is.
    pub enum TournamentPhase {
        /// Before the first round.
        Entries = "entries",
        /// The next round is paired and its countdown runs.
        Pause = "pause",
        /// Games are played.
        Round = "round",
        /// Over.
        Over = "over",
    }
}

open_words! {
    /// State of an entrant.
    pub enum EntrantState {
        /// Plays.
        Playing = "playing",
        /// Sits out.
        Paused = "paused",
        /// Out of a knockout.
        Eliminated = "eliminated",
        /// Left, or was removed.
        Withdrawn = "withdrawn",
    }
}

open_words! {
    /// A round of one entrant.
    pub enum RoundResult {
        /// More points than the opponent.
        Won = "won",
        /// As many points as the opponent.
        Drawn = "drawn",
        /// Fewer points than the opponent.
        Lost = "lost",
        /// No opponent; it counts as won.
        Bye = "bye",
        /// Sat out, or stayed away.
        Absent = "absent",
        /// Before the entry.
        NotEntered = "not_entered",
        /// Under way, or about to begin.
        Open = "open",
    }
}

open_words! {
    /// How a game of a tournament got its score.
    pub enum Decision {
        /// It was played.
        Played = "played",
        /// A player did not come in time, or withdrew.
        Forfeit = "forfeit",
        /// It ended without a result and counts as a draw.
        Void = "void",
        /// The organiser corrected it.
        Corrected = "corrected",
    }
}

/// An entrant, in a message.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantView {
    /// Name, or the bot.
    pub player: PastPlayer,
    /// The state.
    pub state: EntrantState,
    /// `true` if a connection of the person is there; of a bot always.
    pub present: bool,
    /// `true` if ready for the next round.
    pub ready: bool,
    /// The first round that the entrant can play, from 1.
    pub from_round: u16,
}

/// Line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// Number of the entrant.
    pub entrant: Entrant,
    /// Place, from 1; the same for those whom no tie-break tells apart.
    pub place: u16,
    /// Points, in halves.
    pub points: u32,
    /// Buchholz cut 1: points of all opponents but the weakest, in halves.
    pub buchholz: u32,
    /// Sonneborn-Berger: for each game the points of the opponent times its score, in quarters.
    pub sonneborn_berger: u32,
    /// Direct encounter: points from games against those with as many points, if all of them have met; in halves.
    pub direct: u32,
    /// Games won.
    pub wins: u16,
    /// The rounds, the first at the front; of an arena the last ten games.
    pub rounds: Vec<RoundResult>,
}

/// A game of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingGame {
    /// Code of the room; none if the game was decided without one.
    pub room: Option<RoomId>,
    /// The score, by the sides of the pairing, in halves; none while it goes on.
    pub score: Option<BySide<u8>>,
    /// How it got the score.
    pub decision: Option<Decision>,
}

/// Two entrants who meet.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingView {
    /// Number of the pairing in the tournament, from 0; none if it is only to come.
    pub pairing: Option<u32>,
    /// The round, from 1.
    pub round: u16,
    /// The entrant who moves first in the first game, third, and so on.
    pub first: Entrant,
    /// The other; none of a bye.
    pub second: Option<Entrant>,
    /// The games so far.
    pub games: Vec<PairingGame>,
    /// The score of these, in halves.
    pub score: BySide<u16>,
    /// `true` if it is decided.
    pub over: bool,
}

/// Everything that a tournament shows to those who follow it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentView {
    /// Code of the tournament.
    pub tournament: RoomId,
    /// The choices of the organiser.
    pub spec: TournamentSpec<Named<Variant>>,
    /// Name of the organiser.
    pub organiser: Name,
    /// How far it is.
    pub phase: TournamentPhase,
    /// `true` if the organiser stopped the countdowns.
    pub held: bool,
    /// The round that is played or paired, from 1; 0 before the first.
    pub round: u16,
    /// Number of rounds, as far as it is known; none of an arena.
    pub rounds: Option<u16>,
    /// Time to the next round, or to the end of an arena, if a countdown runs.
    pub countdown: Option<Millis>,
    /// The entrants, by their number; at most [`ENTRANTS`].
    #[cfg_attr(feature = "schema", schemars(length(max = ENTRANTS)))]
    pub entrants: Vec<EntrantView>,
    /// The standings, the first place at the front.
    pub standings: Vec<Standing>,
    /// The pairings of this round; of an arena those under way and the last ones that are over, newest first.
    pub pairings: Vec<PairingView>,
    /// The pairings of the round after it, if they do not depend on results.
    pub next: Vec<PairingView>,
}

/// A tournament in the list.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentSummary {
    /// Code of the tournament.
    pub tournament: RoomId,
    /// The choices of the organiser.
    pub spec: TournamentSpec<Named<Variant>>,
    /// How far it is.
    pub phase: TournamentPhase,
    /// The round, as in the view.
    pub round: u16,
    /// Number of rounds, as in the view.
    pub rounds: Option<u16>,
    /// Time to the next round, as in the view.
    pub countdown: Option<Millis>,
    /// Number of entrants who have not left.
    pub entrants: u16,
    /// `true` if the person who asks is in it, or its organiser.
    pub yours: bool,
}

open_words! {
    /// The fault of a tournament that cannot be opened.
    pub enum TournamentProblem {
        /// The name is longer than [`TOURNAMENT_NAME`] characters.
        Name = "name",
        /// A number of rounds out of its bounds.
        Rounds = "rounds",
        /// A number of games of a pairing out of its bounds.
        Games = "games",
        /// An arena of less than a minute or more than a day.
        Length = "length",
        /// More bots than a tournament has entrants.
        Filling = "filling",
        /// A pause, a time to come or a start of more than a week, or a time to come of less than ten seconds.
        Times = "times",
    }
}

impl TournamentProblem {
    /// What was expected.
    pub(crate) fn sentence(self) -> String {
        match self {
            Self::Name => {
                format!("the name has more than {TOURNAMENT_NAME} characters; shorten it")
            }
            Self::Rounds => {
                format!("a Swiss tournament has 1 to {MOST_ROUNDS} rounds; choose another number")
            }
            Self::Games => format!("a pairing has 1 to {MOST_GAMES} games; choose another number"),
            Self::Length => "an arena takes a minute to a day; choose another time".to_owned(),
            Self::Filling => {
                format!("a tournament has at most {ENTRANTS} entrants; ask for fewer bots")
            }
            Self::Times => {
                "a time is too short or too long; players have ten seconds or more to come, \
                            and no time is more than a week"
                    .to_owned()
            }
            Self::Other(word) => format!("the tournament cannot be opened so ({word})"),
        }
    }
}
