//! The files of Piskvork, the manager of Gomocup: `.psq`.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 10,10,125
//! 11,9,480
//! first.zip
//! second.zip
//! -1
//! 1,Freestyle
//! ```
//!
//! A move is its column and its row, from 1 at the left and at the top, with the time in milliseconds. The players and
//! the last line, which has the winner and the rules, may be missing.

use protocol::record::{GameResult, Record};
use protocol::side::Side;

use super::{Reading, Rules, won};

const BEGIN: &str = "Piskvorky ";

pub(super) fn is_it(text: &str) -> bool {
    text.starts_with(BEGIN)
}

pub(super) fn read(text: &str) -> Result<Record, String> {
    let mut lines = text.lines().map(str::trim);
    let head = lines.next().unwrap_or_default();
    let size = head.strip_prefix(BEGIN).unwrap_or_default();
    let size = size.split(',').next().unwrap_or_default();
    let (columns, rows) = numbers(size, 'x').ok_or_else(|| say!("files-psq-size"))?;
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let moves = lines.iter().take_while(|line| is_move(line)).count();
    let (moves, rest) = lines.split_at(moves);
    let (winner, rules) = ending(rest);
    let mut reading = Reading::new(rules.variant(columns, rows)?);
    for line in moves {
        let cell = numbers(line, ',');
        let cell = cell.and_then(|(x, y)| x.checked_sub(1).zip(y.checked_sub(1)));
        reading.play(cell, line)?;
    }
    let name = |at: usize| rest.get(at).filter(|name| **name != "-1");
    let tags = [("First", name(0)), ("Second", name(1))];
    let tags = tags.map(|(tag, name)| (tag, name.copied().unwrap_or_default()));
    Ok(reading.record(&tags, winner))
}

/// Two numbers at the beginning of a line; a third is the time.
fn numbers(line: &str, between: char) -> Option<(u8, u8)> {
    let mut parts = line.split(between).map(str::trim);
    let mut number = || parts.next()?.parse().ok();
    Some((number()?, number()?))
}

/// True for a line of numbers: the last lines have a word.
fn is_move(line: &str) -> bool {
    let is_number = |part: &str| part.trim().parse::<i64>().is_ok();
    line.contains(',') && line.split(',').all(is_number)
}

/// The winner and the rules in the last line.
fn ending(rest: &[&str]) -> (Option<GameResult>, Rules) {
    let last = rest.last().and_then(|line| line.split_once(','));
    let Some((winner, rules)) = last else {
        return (None, Rules::Free);
    };
    let winner = match winner.trim() {
        "1" => Some(won(Side::First)),
        "2" => Some(won(Side::Second)),
        _ => None,
    };
    (winner, Rules::of(rules))
}
