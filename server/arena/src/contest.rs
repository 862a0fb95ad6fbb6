//! Engines against each other: a match of two, a tournament of many.
//!
//! contenders, openings -> `schedule` (pairings) -> `runner` (threads that play) -> `game_log` (the file of games)
//! -> `score` -> `rating`, `sprt`, `bradley_terry` -> text
//!
//! - `contender`: a bot or another program, and its moves
//! - `openings`: the first stones, from a file or from `random_openings`
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

mod bradley_terry;
mod contender;
mod cross_table;
mod forfeits;
mod game_log;
pub(crate) mod match_play;
mod openings;
mod play;
mod random_openings;
mod rating;
mod runner;
mod schedule;
mod score;
mod sprt;
pub(crate) mod tournament;

#[cfg(test)]
mod tests;

pub use cross_table::Standing;
pub use random_openings::RandomOpenings;

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, value_parser};
use external::Fence;
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::rules::Variant;

use crate::failure::Failure;
use crate::values::{milliseconds, variant};
use contender::Contender;
use forfeits::Forfeits;
use game_log::GameLog;
use runner::Runner;
use schedule::Pairing;

/// Settings of all games of a contest.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchConfig {
    /// The rules: connect-four, gomoku, custom:9x7x5:falls, ...
    #[arg(long, default_value = "gomoku", value_parser = variant)]
    variant: Variant,

    /// Milliseconds for a move. By default bots play by their depth, and perfect:60, threat:50, level:9 and other
    /// programs have 1000.
    #[arg(long = "time-ms", value_name = "MS", value_parser = milliseconds(1))]
    limit: Option<Millis>,

    /// Milliseconds by which a move may overrun; beyond, the game is lost.
    #[arg(long = "tolerance-ms", value_name = "MS", default_value = "500", value_parser = milliseconds(0))]
    tolerance: Millis,

    /// MiB of memory that another program is told to keep within.
    ///
    /// 350 is what Gomocup allows. Some programs take it all and need a while for that before their first move. On
    /// Linux none can have much more.
    #[arg(long, value_name = "N", default_value_t = 350, value_parser = value_parser!(u64).range(1..=1 << 20))]
    memory_mib: u64,

    /// Threads on which another program is told to search. Bots have one.
    ///
    /// A program that has more than the machine has cores for, with all games at once, gets less of each.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    engine_threads: u16,

    /// Positions that another program is told to search for a move (`INFO max_node`), so that a busy machine changes
    /// no game. It has a minute for them, or the time of a move.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seed of the openings and of the choice among equal moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at once; with more than the machine has cores, moves get less time than they are said to.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// A file of openings, one a line, as moves, - the empty board; # begins a comment. With fewer than rounds they
    /// begin again, and games of bots without a time may repeat. By default openings are random.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Appends every game to this file when it is over; an interrupted contest goes on from those in it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Program, by its name, that has all your rights instead of a fence around it; may be given several times.
    ///
    /// On Linux other programs read the programs of the system, their own folder and those of the files that their
    /// command names, write into a folder that ends with them, and reach no network. Elsewhere there is no fence.
    #[arg(long = "engine-trust", value_name = "NAME")]
    engine_trust: Vec<String>,

    /// Fence around other programs, if there is one.
    #[arg(skip)]
    pub(crate) fence: Option<Fence>,
}

impl MatchConfig {
    /// The bounds of a move, in words.
    fn pace(&self) -> String {
        let time = self.limit.map(|limit| format!("{} ms", limit.as_millis()));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let bounds: Vec<_> = time.into_iter().chain(nodes).collect();
        if bounds.is_empty() {
            "at their own pace".to_owned()
        } else {
            format!("{} a move", bounds.join(" and "))
        }
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

    /// Checks that contenders have different names, and that those that are trusted are other programs.
    fn check_names(&self, contenders: &[Contender]) -> Result<(), Failure> {
        for (at, contender) in contenders.iter().enumerate() {
            let name = contender.name();
            if contenders[..at].iter().any(|other| other.name() == name) {
                return Err(Failure::Usage(format!(
                    "two contenders are called {name}; give one another name, such as new={name}"
                )));
            }
        }
        let programs = contenders.iter().filter(|contender| contender.is_program());
        let programs: Vec<String> = programs.map(Contender::name).collect();
        match self
            .engine_trust
            .iter()
            .find(|name| !programs.contains(name))
        {
            None => Ok(()),
            Some(name) => Err(Failure::Usage(format!(
                "--engine-trust {name}: no other program is called that; the programs here are: {}",
                programs.join(", ")
            ))),
        }
    }

    /// Settings for tests, which change those under test.
    #[cfg(test)]
    fn for_variant(variant: Variant) -> Self {
        Self {
            variant,
            limit: None,
            tolerance: Millis::from_millis(500),
            memory_mib: 350,
            engine_threads: 1,
            nodes: None,
            seed: 1,
            concurrency: 1,
            openings: None,
            record: None,
            engine_trust: Vec::new(),
            fence: None,
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

    /// Score so far, for a line of progress.
    fn brief(&self) -> String;

    /// Returns whether no further game is needed.
    fn is_decided(&self) -> bool;
}

/// Plays the games of `pairings` that are not in the file yet, counts all, and returns those that were forfeited.
/// Progress goes to `errors`, a line a game.
fn play_missing_games(
    runner: Runner<'_>,
    pairings: &[Pairing],
    scoreboard: &mut dyn Scoreboard,
    errors: &mut dyn Write,
) -> Result<Forfeits, Failure> {
    runner.config.check_names(runner.contenders)?;
    for contender in runner.contenders {
        if let Some(note) = contender.check(runner.config)? {
            self::note(errors, &note);
        }
    }
    let (mut log, known) = GameLog::open(runner)?;
    let mut forfeits = Forfeits::new(runner.contenders.len());
    for game in &known {
        scoreboard.add(game);
        forfeits.add(game);
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
        let brief = scoreboard.brief();
        note(
            errors,
            &format!("{over} of {all} games are there already{brief}"),
        );
    }
    if scoreboard.is_decided() {
        return Ok(forfeits);
    }
    runner.play_all(&missing, |mut game| {
        game_log::label(runner, &mut game);
        log.write(&game.record)?;
        scoreboard.add(&game);
        forfeits.add(&game);
        over += 1;
        let (summary, brief) = (game_summary(runner, &game), scoreboard.brief());
        note(errors, &format!("game {over} of {all}: {summary}{brief}"));
        Ok(if scoreboard.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    Ok(forfeits)
}

/// Writes a line about the progress of a contest. If it cannot be written it is lost, and the contest goes on.
fn note(errors: &mut dyn Write, line: &str) {
    let _ = writeln!(errors, "{line}");
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
