//! Engines against each other: a match of two, a tournament of many.
//!
//! contenders, openings -> `schedule` (who plays whom from where) -> `hall` (threads that play) -> `ledger` (the file
//! of games) -> `score` -> `rating`, `sprt`, `strength` -> text
//!
//! - `contender`: who plays, and how it is asked for a move
//! - `openings`: the first stones, from a file or from lots
//! - `schedule`: every opening twice, with the sides exchanged
//! - `play`: one game and its record
//! - `hall`: many games at once
//! - `ledger`: games in a file, from which an interrupted contest goes on
//! - `pairing`: a match of two
//! - `score`: what came of games, in single games and in pairs
//! - `rating`: what that says of the difference of two, and how surely
//! - `sprt`: when enough has been played
//! - `tournament`: many contenders
//! - `strength`: the Elo of many
//! - `table`: the cross table

pub(crate) mod contender;
mod hall;
mod ledger;
pub(crate) mod openings;
pub(crate) mod pairing;
mod play;
mod rating;
mod schedule;
mod score;
pub(crate) mod sprt;
mod strength;
mod table;
pub(crate) mod tournament;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use protocol::clock::Millis;
use protocol::record::Record;
use protocol::rules::Variant;

use crate::failure::Failure;
use hall::Hall;
use ledger::Ledger;
use schedule::Fixture;

/// What all games of a contest have in common.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) variant: Variant,
    /// Time for a move; none leaves it to the depths of the contenders.
    pub(crate) limit: Option<Millis>,
    /// By how much a move may overrun its time before it loses the game.
    pub(crate) tolerance: Millis,
    /// What another program is told to keep within.
    pub(crate) memory_mib: u64,
    /// What all lots are drawn from.
    pub(crate) seed: u64,
    /// Games at once.
    pub(crate) concurrency: usize,
    /// A file of openings; none makes them from the seed.
    pub(crate) openings: Option<PathBuf>,
    /// Where the games go, and what an interrupted contest goes on from.
    pub(crate) record: Option<PathBuf>,
}

impl Terms {
    /// The time for a move, in words.
    pub(crate) fn pace(&self) -> String {
        self.limit.map_or_else(
            || "at their own pace".to_owned(),
            |limit| format!("{} ms a move", limit.0),
        )
    }

    /// Terms for tests, which change what they are about.
    #[cfg(test)]
    fn of(variant: Variant) -> Self {
        Self {
            variant,
            limit: None,
            tolerance: Millis(500),
            memory_mib: 350,
            seed: 1,
            concurrency: 1,
            openings: None,
            record: None,
        }
    }
}

/// How a contest stands.
trait Standing {
    /// Counts a game that is over.
    fn add(&mut self, fixture: Fixture, record: &Record);

    /// In a few words, for a line of progress; nothing where a few words do not do.
    fn brief(&self) -> Option<String>;

    /// Whether no further game is needed.
    fn is_decided(&self) -> bool;
}

/// Plays the games of `fixtures` that are not in the file yet, and counts all. Progress goes to `errors`, a line a
/// game.
fn hold(
    hall: Hall<'_>,
    fixtures: &[Fixture],
    standing: &mut dyn Standing,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    for contender in hall.contenders {
        contender.check(hall.terms.variant)?;
    }
    let (mut ledger, known) = Ledger::open(hall)?;
    for (fixture, record) in &known {
        standing.add(*fixture, record);
    }
    let mut over = known.len();
    if over > 0 {
        writeln!(
            errors,
            "{over} of {} games are there already{}",
            fixtures.len(),
            brief(standing)
        )?;
    }
    if standing.is_decided() {
        return Ok(());
    }
    let known: HashSet<Fixture> = known.into_iter().map(|(fixture, _)| fixture).collect();
    let missing: Vec<Fixture> = fixtures
        .iter()
        .filter(|fixture| !known.contains(fixture))
        .copied()
        .collect();
    hall.play_all(&missing, |fixture, mut record| {
        ledger::label(hall, fixture, &mut record);
        ledger.write(&record)?;
        standing.add(fixture, &record);
        over += 1;
        writeln!(
            errors,
            "game {over} of {}: {}{}",
            fixtures.len(),
            told(hall, fixture, &record),
            brief(standing)
        )?;
        Ok(if standing.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })
}

fn brief(standing: &dyn Standing) -> String {
    let brief = standing.brief();
    brief.map(|brief| format!("; {brief}")).unwrap_or_default()
}

/// What a game was, in a few words.
fn told(hall: Hall<'_>, fixture: Fixture, record: &Record) -> String {
    let names = fixture.seats.map(|seat| hall.contenders[seat].name());
    let fault = record
        .tag(play::TERMINATION)
        .map(|fault| format!(" ({fault})"))
        .unwrap_or_default();
    format!(
        "{} - {} {} in {} plies{fault}",
        names.first,
        names.second,
        record.result(),
        record.plies().len()
    )
}
