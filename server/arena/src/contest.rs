//! Engines against each other: a match of two, a tournament of many.
//!
//! contenders, openings -> `schedule` (who plays whom from where) -> `hall` (threads that play) -> records
//! -> `score` -> `rating`, `sprt` -> text
//!
//! - `contender`: who plays, and how it is asked for a move
//! - `openings`: the first stones, from a file or from lots
//! - `schedule`: every opening twice, with the sides exchanged
//! - `play`: one game and its record
//! - `hall`: many games at once
//! - `pairing`: a match of two
//! - `score`: what came of games, in single games and in pairs
//! - `rating`: what that says of strength, and how surely
//! - `sprt`: when enough has been played

pub(crate) mod contender;
mod hall;
pub(crate) mod openings;
pub(crate) mod pairing;
mod play;
mod rating;
mod schedule;
mod score;
pub(crate) mod sprt;

use std::path::PathBuf;

use protocol::clock::Millis;
use protocol::rules::Variant;

/// What all games of a contest have in common.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) variant: Variant,
    /// Time for a move; none leaves it to the depths of the contenders.
    pub(crate) limit: Option<Millis>,
    /// By how much a move may overrun its time before it loses the game.
    pub(crate) tolerance: Millis,
    /// What all lots are drawn from.
    pub(crate) seed: u64,
    /// Games at once.
    pub(crate) concurrency: usize,
    /// A file of openings; none makes them from the seed.
    pub(crate) openings: Option<PathBuf>,
    /// Where the games go.
    pub(crate) record: Option<PathBuf>,
}
