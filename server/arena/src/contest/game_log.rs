//! The file of a contest's games: where each goes when it is over, and from which an interrupted contest
//! goes on.
//!
//! The games are records, one behind the other, an empty line after each. Tags name the place of a game in it:
//! `First` and `Second` the contenders in full, `Pace` the time for a move, `Seed` the seed of every random choice,
//! `Round` the number of the opening. Where games begin by an opening with choices, `First` is the opener, and the tag
//! `Opening` has what was chosen.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use external::printable;
use protocol::game::Game;
use protocol::record::{GameResult, Record, RecordedPly};
use protocol::side::{BySide, Side};
use protocol::spec::OpeningRule;
use protocol::text::without_mark;

use super::Finished;
use super::runner::Runner;
use super::schedule::Pairing;
use crate::failure::Failure;
use crate::output_file;

/// The tag with which a record begins.
const BEGIN: &str = "[Variant ";

/// Tags of every game of a contest, beside the variant.
const REQUIRED: [&str; 5] = ["First", "Second", "Pace", "Seed", "Round"];

/// Beginnings of the tags that have another value in each game.
const ANY_VALUE: [&str; 3] = ["[Result \"", "[Opening \"", "[Termination \""];

/// Characters of another's tag that people are shown.
const MAX_SHOWN: usize = 80;

/// The file of games, if there is one.
#[derive(Debug)]
pub(crate) struct GameLog {
    file: Option<(File, PathBuf)>,
}

impl GameLog {
    /// Opens the file of the contest of `runner`, if it is to have one, and returns the games that are there already.
    ///
    /// A last game of this contest that was cut off is taken out of the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or holds something else than games of this contest.
    pub(super) fn open(runner: Runner<'_>) -> Result<(Self, Vec<Finished>), Failure> {
        let Some(path) = runner.config.record.clone() else {
            return Ok((Self { file: None }, Vec::new()));
        };
        let cannot = |what: &str, error: &io::Error| {
            Failure::Failed(format!(
                "cannot {what} {}: {error}; name another file with --record",
                path.display()
            ))
        };
        let mut file = output_file::resume(&path, "--record")?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| cannot("read", &error))?;
        let (games, whole) = text_of(&bytes)
            .and_then(|text| read_file(runner, text))
            .map_err(|problem| {
                Failure::Failed(format!(
                    "{}, {problem}; name another file with --record",
                    path.display()
                ))
            })?;
        if whole < bytes.len() {
            file.set_len(whole as u64)
                .and_then(|()| file.seek(SeekFrom::End(0)))
                .map_err(|error| cannot("write", &error))?;
        }
        if whole > 0 && !bytes[..whole].ends_with(b"\n\n") {
            // The last game is whole, but for the empty line behind it.
            file.write_all(b"\n")
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

/// Sets the tags of a record.
pub(super) fn label(runner: Runner<'_>, game: &mut Finished) {
    set_tags(runner, game.pairing, &mut game.record);
}

fn set_tags(runner: Runner<'_>, pairing: Pairing, record: &mut Record) {
    for (name, value) in tags(runner, pairing) {
        record.set_tag(name, &value).expect("the name is a word");
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

/// The text of a file, without a last character that was cut off.
fn text_of(bytes: &[u8]) -> Result<&str, String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let (whole, rest) = bytes.split_at(error.valid_up_to());
            let text = std::str::from_utf8(whole).expect("it is valid up to there");
            match error.error_len() {
                None => Ok(text),
                Some(_) => Err(format!(
                    "line {}: byte {:#04x} is no text",
                    text.split('\n').count(),
                    rest[0]
                )),
            }
        }
    }
}

/// The games in the text of a file, which an editor may have begun with a byte order mark, and how much of the text
/// they are.
fn read_file(runner: Runner<'_>, text: &str) -> Result<(Vec<Finished>, usize), String> {
    let games = without_mark(text);
    let mark = text.len() - games.len();
    read(runner, games).map(|(games, whole)| (games, mark + whole))
}

/// The games in a text, and how much of the text they are: the rest is a game that was cut off.
fn read(runner: Runner<'_>, text: &str) -> Result<(Vec<Finished>, usize), String> {
    let mut games = Vec::new();
    let mut seen = HashSet::new();
    let starts: Vec<(usize, usize)> = starts(text).collect();
    let is_cut_begin = BEGIN.starts_with(text);
    if !is_cut_begin && starts.first().is_none_or(|(at, _)| *at > 0) {
        return Err("line 1: no record of a game begins here".to_owned());
    }
    let mut whole = 0;
    for (number, (at, line)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(text.len(), |(next, _)| *next);
        let chunk = &text[*at..end];
        let is_last = end == text.len();
        match chunk.parse::<Record>() {
            Ok(_) if is_last && !chunk.ends_with('\n') => check_cut(runner, chunk, *line)?,
            // What is cut off is wrong in its last line, or lacks the next one.
            Err(error) if is_last && error.line >= chunk.lines().count() => {
                check_cut(runner, chunk, *line)?;
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
                let game = finished_from_tags(runner, record)
                    .and_then(|game| {
                        if seen.insert(game.pairing) {
                            Ok(game)
                        } else {
                            Err("this game is there twice".to_owned())
                        }
                    })
                    .map_err(|problem| format!("line {line}: {problem}"))?;
                games.push(game);
                whole = end;
            }
        }
    }
    Ok((games, whole))
}

/// Beginnings of records, the last of which may be cut off: in bytes, and in lines from 1.
fn starts(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 0;
    (1..)
        .zip(text.split_inclusive('\n'))
        .filter_map(move |(line, words)| {
            let at = next;
            next += words.len();
            // Behind an empty line no other tag stands.
            let begins = words.starts_with(BEGIN)
                || next == text.len() && BEGIN.starts_with(words) && text[..at].ends_with("\n\n");
            begins.then_some((at, line))
        })
}

/// Checks that a game that was cut off, which begins in `first_line`, is of this contest as far as its tags reach: it
/// will be taken out of the file, and may be all that somebody has in it.
fn check_cut(runner: Runner<'_>, chunk: &str, first_line: usize) -> Result<(), String> {
    let own = tag_lines(runner);
    for (number, line) in (first_line..).zip(chunk.split_inclusive('\n')) {
        let other = |what: &str| {
            Err(format!(
                "line {number}: this game is of another contest: {what}"
            ))
        };
        let (is_whole, tag) = (line.ends_with('\n'), line.trim_end());
        if is_whole && tag.is_empty() {
            // The end of the tags.
            let is_there = |name: &str| chunk.contains(&format!("\n[{name} \""));
            return match REQUIRED.into_iter().find(|name| !is_there(name)) {
                Some(missing) => other(&format!("{missing} is missing")),
                None => Ok(()),
            };
        }
        let is_own = own.iter().any(|own| {
            if is_whole {
                own == tag
            } else {
                own.starts_with(tag)
            }
        });
        let is_of_any_contest = ANY_VALUE.iter().any(|begin| {
            if is_whole {
                tag.starts_with(begin)
            } else {
                tag.starts_with(begin) || begin.starts_with(tag)
            }
        });
        if !is_own && !is_of_any_contest {
            let tag = printable(tag, MAX_SHOWN);
            return other(&format!("this one has no tag {tag}"));
        }
    }
    Ok(())
}

/// The lines of the tags that games of this contest have, as they are written.
fn tag_lines(runner: Runner<'_>) -> Vec<String> {
    let mut lines: Vec<String> = (1..=runner.openings.rounds())
        .map(|round| format!("[Round \"{round}\"]"))
        .collect();
    for seat in 0..runner.contenders.len() {
        let pairing = Pairing {
            round: 0,
            seats: BySide {
                first: seat,
                second: seat,
            },
        };
        let mut record = Record::from_game(&Game::new(runner.config.variant));
        set_tags(runner, pairing, &mut record);
        let written = record.to_string();
        let tags = written.lines().take_while(|line| !line.is_empty());
        lines.extend(tags.map(str::to_owned));
    }
    lines
}

/// The game of this contest that a record is of.
fn finished_from_tags(runner: Runner<'_>, record: Record) -> Result<Finished, String> {
    let other = |what: &str, found: &str, expected: &str| {
        format!("this game is of another contest: {what} is {found}, not {expected}")
    };
    let tag = |name: &str| record.tag(name).unwrap_or("missing");
    if record.variant() != runner.config.variant {
        let [found, expected] = [record.variant(), runner.config.variant].map(|it| it.to_string());
        return Err(other("the variant", &found, &expected));
    }
    let seat = |name: &str| {
        let contenders = || runner.contenders.iter().map(ToString::to_string);
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
    let rule = |rule: Option<OpeningRule>| {
        rule.map_or_else(|| "no opening".to_owned(), |rule| rule.to_string())
    };
    if record.turns().rule() != runner.config.opening {
        let (found, expected) = (record.turns().rule(), runner.config.opening);
        return Err(other("Opening", &rule(found), &rule(expected)));
    }
    let rounds = runner.openings.rounds();
    let round = tag("Round")
        .parse()
        .ok()
        .filter(|round| (1..=rounds).contains(round))
        .ok_or_else(|| other("Round", tag("Round"), &format!("1 to {rounds}")))?;
    let pairing = Pairing {
        round: round - 1,
        seats,
    };
    for (name, expected) in tags(runner, pairing) {
        if tag(name) != expected {
            return Err(other(name, tag(name), &expected));
        }
    }
    let opening = runner.openings.opening(pairing.round);
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
    Ok(Finished { pairing, record })
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;
    use crate::contest::MatchConfig;
    use crate::contest::contender::Contender;

    #[test]
    fn wherever_a_file_is_cut_off_the_games_before_are_whole() {
        let config = MatchConfig::for_variant("custom:4x4x4:falls".parse().unwrap());
        let contenders = ["gomocup:é", "random"].map(|text| Contender::read(text, None).unwrap());
        let openings = vec![Game::new(config.variant); 2].into();
        let runner = Runner {
            contenders: &contenders,
            openings: &openings,
            config: &config,
        };
        let game = |round| {
            let moves = read_moves(config.variant, "1122334").unwrap();
            let seats = BySide {
                first: 0,
                second: 1,
            };
            let mut game = Finished {
                pairing: Pairing { round, seats },
                record: Record::from_game(&Game::after(config.variant, moves).unwrap()),
            };
            label(runner, &mut game);
            format!("{}\n", game.record)
        };
        let text = [game(0), game(1)].concat();
        let ends = [0, game(0).len(), text.len()];
        for cut in 0..=text.len() {
            let found = text_of(&text.as_bytes()[..cut]).and_then(|text| read_file(runner, text));
            let (games, whole) = found.unwrap_or_else(|problem| panic!("{cut}: {problem}"));
            // The empty line behind a game is not needed.
            let expected = ends[1..].iter().filter(|end| cut + 1 >= **end).count();
            assert_eq!(games.len(), expected, "cut at {cut}");
            assert_eq!(whole, ends[expected].min(cut), "cut at {cut}");
        }
        let marked = format!("\u{feff}{text}");
        let (games, whole) = read_file(runner, &marked).unwrap();
        assert_eq!((games.len(), whole), (2, marked.len()));
    }

    #[test]
    fn what_is_no_text_is_refused_by_its_line() {
        let problem = text_of(b"[Variant\n\xff\n").unwrap_err();
        assert!(problem.contains("line 2: byte 0xff"), "{problem}");
    }
}
