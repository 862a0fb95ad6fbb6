//! Engines against each other: a match of two, a tournament of many.
//!
//! contenders, openings -> `schedule` (pairings) -> `runner` (threads that play) -> `game_log` (the file of games)
//! -> `score` -> `rating`, `sprt`, `bradley_terry` -> text
//!
//! - `contender`: a bot or another program, and its moves
//! - `openings`: the first stones, from a file, balanced by `balance` or from `random_openings`; `opening`: those of
//!   swap2, by the contenders
//! - `schedule`: every opening twice, with the sides exchanged
//! - `play`: one game and its record
//! - `runner`: many games at once
//! - `game_log`: games in a file, from which an interrupted contest goes on
//! - `match_play`: a match of two
//! - `score`: results, in single games and in pairs
//! - `forfeits`: games lost by a fault
//! - `rating`: the difference of two in Elo, with its error
//! - `sprt`: the test that ends a match early
//! - `tournament`: many contenders
//! - `bradley_terry`: the Elo of many
//! - `cross_table`: the cross table
//! - `ladder`: the strength of all bots of a variant, kept as data of the engine

mod balance;
mod bradley_terry;
pub(crate) mod contender;
mod cross_table;
mod forfeits;
mod game_log;
pub(crate) mod ladder;
pub(crate) mod match_play;
mod opening;
mod openings;
mod play;
pub(crate) mod random_openings;
mod rating;
mod runner;
mod schedule;
mod score;
pub(crate) mod sprt;
pub(crate) mod tournament;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use external::Fence;
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::rules::Variant;
use protocol::spec::OpeningRule;

use crate::failure::Failure;
use game_log::GameLog;
use runner::Runner;
use schedule::Pairing;

/// Settings of all games of a contest.
#[derive(Clone, Debug)]
pub(crate) struct MatchConfig {
    pub(crate) variant: Variant,
    /// Time for a move; none leaves it to the depths of the contenders.
    pub(crate) limit: Option<Millis>,
    /// By how much a move may overrun its time before it loses the game.
    pub(crate) tolerance: Millis,
    /// Time after each answer of another program in which it is told nothing.
    pub(crate) settle: Millis,
    /// Memory in MiB that another program is told to keep within.
    pub(crate) memory_mib: u64,
    /// Threads on which another program is told to search.
    pub(crate) engine_threads: u16,
    /// Seed of every random choice.
    pub(crate) seed: u64,
    /// Games at once.
    pub(crate) concurrency: usize,
    /// Nodes of the long searches that balance openings; 0 leaves them random.
    pub(crate) balance_nodes: u64,
    /// A file of openings; none makes them from the seed.
    pub(crate) openings: Option<PathBuf>,
    /// The opening with choices that games begin with, on an empty board, instead of one of these.
    pub(crate) opening: Option<OpeningRule>,
    /// File of the games, from which an interrupted contest goes on.
    pub(crate) record: Option<PathBuf>,
    /// Fence around other programs, if there is one.
    pub(crate) fence: Option<Fence>,
    /// Names of those that have none.
    pub(crate) engine_trust: Vec<String>,
}

impl MatchConfig {
    /// The files that it names.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.openings.iter().chain(&self.record)
    }

    /// The time for a move, in words.
    pub(crate) fn pace(&self) -> String {
        self.limit.map_or_else(
            || "at their own pace".to_owned(),
            |limit| format!("{} ms a move", limit.as_millis()),
        )
    }

    /// The fence around the program of a contender, if there are any; an open one if it is trusted.
    fn fence_of(&self, contender: &str) -> Option<Fence> {
        let is_trusted = self.engine_trust.iter().any(|name| name == contender);
        let fence = self.fence.clone();
        if is_trusted {
            fence.map(Fence::open)
        } else {
            fence
        }
    }

    /// Settings for tests, which change those under test.
    #[cfg(test)]
    fn for_variant(variant: Variant) -> Self {
        Self {
            variant,
            limit: None,
            tolerance: Millis::from_millis(500),
            settle: Millis::from_millis(10),
            memory_mib: 350,
            engine_threads: 1,
            seed: 1,
            concurrency: 1,
            balance_nodes: 0,
            openings: None,
            opening: None,
            record: None,
            fence: None,
            engine_trust: Vec::new(),
        }
    }
}

/// A game that is over.
#[derive(Clone, Debug)]
struct Finished {
    pairing: Pairing,
    record: Record,
}

/// The score of a contest while it is played.
trait Scoreboard {
    /// Counts a game that is over.
    fn add(&mut self, game: &Finished);

    /// The score so far in a few words, for a line of progress; none where it is too long for that.
    fn brief(&self) -> Option<String>;

    /// Returns whether no further game is needed.
    fn is_decided(&self) -> bool;
}

/// Plays the games of `pairings` that are not in the file yet, and counts all. Progress goes to `errors`, a line a
/// game.
fn play_missing_games(
    runner: Runner<'_>,
    pairings: &[Pairing],
    scoreboard: &mut dyn Scoreboard,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    for contender in runner.contenders {
        if let Some(note) = contender.check(runner.config)? {
            writeln!(errors, "{note}")?;
        }
    }
    if let Some(path) = &runner.config.record
        && runner.openings.are_searched()
        && path.metadata().is_ok_and(|file| file.len() > 0)
    {
        // It takes seconds a game.
        let path = path.display();
        writeln!(errors, "making the openings of {path} again, to compare")?;
    }
    let (mut log, known) = GameLog::open(runner)?;
    for game in &known {
        scoreboard.add(game);
    }
    let mut over = known.len();
    let known: HashSet<Pairing> = known.into_iter().map(|game| game.pairing).collect();
    let missing: Vec<Pairing> = pairings
        .iter()
        .filter(|pairing| !known.contains(pairing))
        .copied()
        .collect();
    // The file may have games of contenders that do not meet any more: they count, too.
    let all = over + missing.len();
    if over > 0 {
        writeln!(
            errors,
            "{over} of {all} games are there already{}",
            brief(scoreboard)
        )?;
    }
    if scoreboard.is_decided() {
        return Ok(());
    }
    runner.play_all(&missing, |mut game| {
        game_log::label(runner, &mut game);
        log.write(&game.record)?;
        scoreboard.add(&game);
        over += 1;
        writeln!(
            errors,
            "game {over} of {all}: {}{}",
            game_summary(runner, &game),
            brief(scoreboard)
        )?;
        Ok(if scoreboard.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })
}

fn brief(scoreboard: &dyn Scoreboard) -> String {
    let brief = scoreboard.brief();
    brief.map(|brief| format!("; {brief}")).unwrap_or_default()
}

/// A game in a few words: its contenders, result and length.
fn game_summary(runner: Runner<'_>, game: &Finished) -> String {
    let names = game
        .pairing
        .seats
        .map(|seat| runner.contenders[seat].name());
    let record = &game.record;
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
