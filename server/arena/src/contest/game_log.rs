//! The file of a contest's games: where each goes when it is over, and from which an interrupted contest
//! goes on.
//!
//! The games are records, one after the other, with an empty line after each. Tags name the place of a game in it:
//! `First` and `Second` the contenders in full, `Pace` the time for a move, `Seed` the seed of every random choice,
//! `Round` the number of the opening.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use protocol::record::{GameResult, Record, RecordedPly};
use protocol::side::{BySide, Side};
use protocol::text::without_mark;

use super::Finished;
use super::runner::Runner;
use super::schedule::Pairing;
use crate::failure::Failure;

/// The tag with which a record begins.
const BEGIN: &str = "[Variant ";

/// Tags of every game of a contest, beside the variant.
const REQUIRED: [&str; 5] = ["First", "Second", "Pace", "Seed", "Round"];

/// The file of games, if there is one.
#[derive(Debug)]
pub(crate) struct GameLog {
    file: Option<(File, PathBuf)>,
}

impl GameLog {
    /// Opens the file of the contest of `runner`, if it is to have one, and returns the games that are there already.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, another run has it, or it holds something else than games of this contest.
    pub(super) fn open(runner: Runner<'_>) -> Result<(Self, Vec<Finished>), Failure> {
        let Some(path) = runner.config.record.clone() else {
            return Ok((Self { file: None }, Vec::new()));
        };
        let failed = |problem: String| {
            let path = path.display();
            Failure::Failed(format!(
                "{path}: {problem}; name another file with --record"
            ))
        };
        // Locked: two runs would write the same game twice.
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(&path)
            .map_err(|error| failed(format!("cannot write: {error}")))?;
        file.try_lock()
            .map_err(|error| failed(format!("another run writes it: {error}")))?;
        let text = std::io::read_to_string(&file)
            .map_err(|error| failed(format!("cannot read: {error}")))?;
        let file = Some((file, path.clone()));
        let log = Self { file };
        let games = read(runner, without_mark(&text)).map_err(failed)?;
        Ok((log, games))
    }

    /// Writes down a game that is over.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn write(&mut self, record: &Record) -> Result<(), Failure> {
        let Some((file, path)) = &mut self.file else {
            return Ok(());
        };
        // In one piece, so that an interruption does not cut it.
        file.write_all(format!("{record}\n").as_bytes())
            .map_err(|error| {
                Failure::Failed(format!(
                    "cannot write {}: {error}; make room and go on with the same command",
                    path.display()
                ))
            })
    }
}

impl Drop for GameLog {
    fn drop(&mut self) {
        // A process that is being started has a copy of the file, and with it the lock, until its program runs.
        let _ = self.file.as_ref().map(|(file, _)| file.unlock());
    }
}

/// Sets the tags of a record.
pub(super) fn label(runner: Runner<'_>, game: &mut Finished) {
    for (name, value) in tags(runner, game.pairing) {
        game.record
            .set_tag(name, &value)
            .expect("the name is a word");
    }
}

/// The tags of a game.
fn tags(runner: Runner<'_>, Pairing { round, seats }: Pairing) -> [(&'static str, String); 5] {
    let contender = |seat: Side| runner.contenders[seats[seat]].to_string();
    let [first, second, pace, seed, number] = REQUIRED;
    [
        (first, contender(Side::First)),
        (second, contender(Side::Second)),
        (pace, runner.config.pace()),
        (seed, runner.config.seed.to_string()),
        (number, (round + 1).to_string()),
    ]
}

/// The games in a text.
fn read(runner: Runner<'_>, text: &str) -> Result<Vec<Finished>, String> {
    let mut lines = text.split_inclusive('\n');
    let mut games: Vec<Finished> = Vec::new();
    let mut seen = HashSet::new();
    let mut chunk = String::new();
    let mut first_line = 1;
    for number in 1.. {
        let line = lines.next();
        if line.is_none_or(|line| line.starts_with(BEGIN)) && !chunk.is_empty() {
            let game = finished(runner, &chunk)
                .and_then(|game| {
                    let is_new = seen.insert(game.pairing);
                    let twice = || "this game is there twice".to_owned();
                    is_new.then_some(game).ok_or_else(twice)
                })
                .map_err(|problem| format!("the game from line {first_line} on: {problem}"))?;
            games.push(game);
            chunk.clear();
            first_line = number;
        }
        match line {
            Some(line) => chunk.push_str(line),
            None => break,
        }
    }
    Ok(games)
}

/// The game of this contest in a part of the file.
fn finished(runner: Runner<'_>, chunk: &str) -> Result<Finished, String> {
    if !chunk.starts_with(BEGIN) {
        return Err("this is not a record of a game".to_owned());
    }
    if !chunk.ends_with("\n\n") {
        return Err("it is cut off; delete it, and go on with the same command".to_owned());
    }
    let record = chunk
        .parse::<Record>()
        .map_err(|error| format!("its line {}: {}", error.line, error.problem))?;
    let tag = |name: &str| record.tag(name).unwrap_or("nothing");
    let pairing = pairing_of(runner, &record).ok_or_else(|| {
        let [first, second, pace, seed, round] = REQUIRED.map(tag);
        format!(
            "it is of another contest: {}, {first} against {second}, {pace}, seed {seed}, round {round}",
            record.variant()
        )
    })?;
    let opening = runner.openings.opening(pairing.round);
    let plies = record.plies().iter().map(RecordedPly::square);
    if !plies
        .take(opening.plies().len())
        .eq(opening.plies().iter().copied())
    {
        return Err("it has another opening than this contest".to_owned());
    }
    if record.result() == GameResult::Unfinished {
        return Err("it has no result".to_owned());
    }
    Ok(Finished { pairing, record })
}

/// The pairing of this contest that a record is of.
fn pairing_of(runner: Runner<'_>, record: &Record) -> Option<Pairing> {
    let seat = |name: &str| {
        let wanted = record.tag(name)?;
        let mut contenders = runner.contenders.iter();
        contenders.position(|contender| contender.to_string() == wanted)
    };
    let number: usize = record.tag("Round")?.parse().ok()?;
    let pairing = Pairing {
        round: number.checked_sub(1)?,
        seats: BySide {
            first: seat("First")?,
            second: seat("Second")?,
        },
    };
    let is_own = record.variant() == runner.config.variant
        && pairing.round < runner.openings.rounds()
        && pairing.seats.first != pairing.seats.second
        && tags(runner, pairing)
            .iter()
            .all(|(name, value)| record.tag(name) == Some(value));
    is_own.then_some(pairing)
}
