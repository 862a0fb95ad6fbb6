//! The result of a game, in the one word that closes its record.

use std::fmt;
use std::str::FromStr;

use super::cut;
use super::error::{Contradiction, ResultError};
use crate::game::Game;
use crate::rules::Ending;
use crate::side::Side;
use crate::turn_order::TurnOrder;
use crate::view::{Outcome, Reason};

/// The result of a game, seen from the first side: `1-0`, `0-1`, `1/2-1/2`, or `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    FirstWon,
    /// `0-1`.
    SecondWon,
    /// `1/2-1/2`.
    Drawn,
    /// `*`: it goes on, or ended without a result.
    Unfinished,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 4] = [
        Self::FirstWon,
        Self::SecondWon,
        Self::Drawn,
        Self::Unfinished,
    ];

    /// The result of a game that the rules ended: a row of a colour wins for the seat that has it.
    pub(crate) fn from_ending(ending: &Ending, turns: &TurnOrder) -> Self {
        let winner = ending.winner();
        winner.map_or(Self::Drawn, |colour| {
            // A colour that nobody has taken yet has no row of five.
            turns.seat_of(colour).map_or(Self::Unfinished, Self::won_by)
        })
    }

    /// The result of a game played in a room.
    pub(crate) fn from_outcome(outcome: &Outcome) -> Self {
        match outcome.winner {
            Some(winner) => Self::won_by(winner),
            None if outcome.counts() => Self::Drawn,
            None => Self::Unfinished,
        }
    }

    fn won_by(winner: Side) -> Self {
        match winner {
            Side::First => Self::FirstWon,
            Side::Second => Self::SecondWon,
        }
    }

    /// Refuses a result that the board contradicts.
    pub(super) fn check(self, game: &Game, turns: &TurnOrder) -> Result<(), Contradiction> {
        match game.ending().map(|ending| Self::from_ending(ending, turns)) {
            Some(expected) if expected != self => Err(Contradiction {
                result: self,
                expected,
            }),
            Some(_) | None => Ok(()),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FirstWon => "1-0",
            Self::SecondWon => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unfinished => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|result| result.to_string() == text)
            .ok_or_else(|| ResultError(cut(text)))
    }
}

/// The reason that a word stands for.
pub(super) fn reason_of(word: &str) -> Option<Reason> {
    match Reason::from(word.to_owned()) {
        Reason::Other(_) => None,
        known => Some(known),
    }
}
