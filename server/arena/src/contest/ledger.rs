//! The file of a contest's games: where each goes when it is over, and from which an interrupted contest
//! goes on.
//!
//! The games are records, one behind the other, an empty line after each. Tags say what a game belongs to:
//! `First` and `Second` the contenders in full, `Pace` the time for a move, `Seed` what lots were drawn from, `Round`
//! which opening was played.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use protocol::record::{GameResult, Record, RecordedPly};
use protocol::side::BySide;

use super::hall::Hall;
use super::schedule::Fixture;
use crate::failure::Failure;

/// The tag with which a record begins.
const BEGIN: &str = "[Variant ";

/// Where games go, if anywhere.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: Option<(File, PathBuf)>,
}

impl Ledger {
    /// Opens the file of the contest in `hall`, if it is to have one, and returns the games that are there already.
    ///
    /// A last game that was cut off is taken out of the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or holds something else than games of this contest.
    pub(crate) fn open(hall: Hall<'_>) -> Result<(Self, Vec<(Fixture, Record)>), Failure> {
        let Some(path) = hall.terms.record.clone() else {
            return Ok((Self { file: None }, Vec::new()));
        };
        let cannot = |what: &str, error: &io::Error| {
            Failure::Failed(format!(
                "cannot {what} {}: {error}; name another file with --record",
                path.display()
            ))
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(cannot("read", &error)),
        };
        let (games, whole) = read(hall, &text).map_err(|problem| refused(&path, &problem))?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(|error| cannot("write", &error))?;
        if whole < text.len() {
            file.set_len(whole as u64)
                .map_err(|error| cannot("write", &error))?;
        }
        let file = Some((file, path));
        Ok((Self { file }, games))
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
        // In one piece, so that an interruption rarely cuts it.
        file.write_all(format!("{record}\n").as_bytes())
            .map_err(|error| {
                Failure::Failed(format!(
                    "cannot write {}: {error}; make room and go on with the same command",
                    path.display()
                ))
            })
    }
}

/// Says in a record what it belongs to.
pub(crate) fn label(hall: Hall<'_>, fixture: Fixture, record: &mut Record) {
    for (name, value) in tags(hall, fixture) {
        record.set_tag(name, &value).expect("the name is a word");
    }
}

/// What the tags of a game say.
fn tags(hall: Hall<'_>, Fixture { round, seats }: Fixture) -> [(&'static str, String); 5] {
    [
        ("First", hall.contenders[seats.first].to_string()),
        ("Second", hall.contenders[seats.second].to_string()),
        ("Pace", hall.terms.pace()),
        ("Seed", hall.terms.seed.to_string()),
        ("Round", (round + 1).to_string()),
    ]
}

fn refused(path: &Path, problem: &str) -> Failure {
    Failure::Failed(format!(
        "{}, {problem}; name another file with --record",
        path.display()
    ))
}

/// The games in a text, and how much of the text they are: the rest is a game that was cut off.
fn read(hall: Hall<'_>, text: &str) -> Result<(Vec<(Fixture, Record)>, usize), String> {
    let mut games = Vec::new();
    let mut seen = HashSet::new();
    let starts: Vec<(usize, usize)> = starts(text).collect();
    let begins_well = match starts.first() {
        Some((at, _)) => *at == 0,
        None => BEGIN.starts_with(text.trim_end()),
    };
    if !begins_well {
        return Err("line 1: no record of a game begins here".to_owned());
    }
    let mut whole = 0;
    for (number, (at, line)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(text.len(), |(next, _)| *next);
        let chunk = &text[*at..end];
        let is_last = end == text.len();
        match chunk.parse::<Record>() {
            Ok(_) if is_last && !chunk.ends_with('\n') => break,
            // What is cut off is wrong where it ends.
            Err(error) if is_last && error.line == chunk.lines().count().max(1) => {
                break;
            }
            Err(error) => {
                return Err(format!(
                    "line {}, column {}: {}",
                    line + error.line - 1,
                    error.column,
                    error.problem
                ));
            }
            Ok(record) => {
                let fixture = fixture_of(hall, &record)
                    .and_then(|fixture| {
                        if seen.insert(fixture) {
                            Ok(fixture)
                        } else {
                            Err("this game is there twice".to_owned())
                        }
                    })
                    .map_err(|problem| format!("line {line}: {problem}"))?;
                games.push((fixture, record));
                whole = end;
            }
        }
    }
    Ok((games, whole))
}

/// Where records begin: bytes, and lines from 1.
fn starts(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 0;
    (1..)
        .zip(text.split_inclusive('\n'))
        .filter_map(move |(line, words)| {
            let at = next;
            next += words.len();
            words.starts_with(BEGIN).then_some((at, line))
        })
}

/// Which game of this contest a record is.
fn fixture_of(hall: Hall<'_>, record: &Record) -> Result<Fixture, String> {
    let other = |what: &str, found: &str, expected: &str| {
        format!("this game is of another contest: {what} is {found}, not {expected}")
    };
    let tag = |name: &str| record.tag(name).unwrap_or("missing");
    if record.variant() != hall.terms.variant {
        let [found, expected] = [record.variant(), hall.terms.variant].map(|it| it.to_string());
        return Err(other("the variant", &found, &expected));
    }
    let seat = |name: &str| {
        let contenders = || hall.contenders.iter().map(ToString::to_string);
        contenders()
            .position(|contender| contender == tag(name))
            .ok_or_else(|| {
                let known: Vec<_> = contenders().collect();
                other(name, tag(name), &known.join(" or "))
            })
    };
    let seats = BySide {
        first: seat("First")?,
        second: seat("Second")?,
    };
    let rounds = hall.openings.len();
    let round = tag("Round")
        .parse()
        .ok()
        .filter(|round| (1..=rounds).contains(round))
        .ok_or_else(|| other("Round", tag("Round"), &format!("1 to {rounds}")))?;
    let fixture = Fixture {
        round: round - 1,
        seats,
    };
    for (name, expected) in tags(hall, fixture) {
        if tag(name) != expected {
            return Err(other(name, tag(name), &expected));
        }
    }
    let opening = &hall.openings[fixture.round];
    let plies = record.plies().iter().map(RecordedPly::square);
    if !plies
        .take(opening.plies().len())
        .eq(opening.plies().iter().copied())
    {
        return Err(other(
            "its beginning",
            "something else",
            &format!("opening {round}"),
        ));
    }
    if record.result() == GameResult::Unfinished || seats.first == seats.second {
        return Err("this game has no result that counts".to_owned());
    }
    Ok(fixture)
}
