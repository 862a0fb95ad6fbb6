//! Files of games: those of this program, and those of two formats that gomoku programs write.
//!
//! The text says what it is, whatever the file is called.

mod psq;
mod sgf;
#[cfg(test)]
mod tests;

use protocol::game::Game;
use protocol::record::{GameResult, Record};
use protocol::rules::{CustomRules, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

use crate::language::Said;

/// A byte order mark, which some editors write at the beginning.
const MARK: char = '\u{feff}';

/// Reads the games in a text, one or more, each damaged one as a sentence about its fault.
pub fn read_each(text: &str) -> Vec<Result<Record, String>> {
    let begin = text.trim_start_matches(|first: char| first.is_whitespace() || first == MARK);
    if psq::is_it(begin) {
        return vec![psq::read(begin)];
    }
    if sgf::is_it(begin) {
        return sgf::read_each(begin);
    }
    // A text of this program begins with a tag, or with what people type before it.
    let is_ours = begin.starts_with(|first: char| "[%;{".contains(first) || first.is_ascii_digit());
    if !is_ours && !begin.is_empty() {
        return vec![Err(say!("files-format-unknown"))];
    }
    let games = Record::read_each(text);
    games
        .map(|game| game.map_err(|problem| problem.said()))
        .collect()
}

/// The rules of gomoku that another program names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Free,
    Exact,
    Renju,
}

impl Rules {
    /// The rules of a word; five or more in a row win if it is not known.
    fn of(word: &str) -> Self {
        let word = word.to_ascii_lowercase();
        if word.contains("renju") {
            Self::Renju
        } else if word.contains("standard") || word.contains("exact") {
            Self::Exact
        } else {
            Self::Free
        }
    }

    /// The game on a board of this size.
    fn variant(self, columns: u8, rows: u8) -> Result<Variant, String> {
        let custom = |rules| {
            let shape = Shape::new(columns, rows, 5).map_err(|problem| problem.said())?;
            Ok(Variant::custom(shape, rules))
        };
        match self {
            Self::Free => custom(CustomRules::Free),
            Self::Exact => custom(CustomRules::Exact),
            Self::Renju => {
                let renju = Variant::named("renju").expect("a variant of ours");
                let size = (renju.shape().columns, renju.shape().rows);
                let is_its_board = size == (columns, rows);
                is_its_board
                    .then_some(renju)
                    .ok_or_else(|| say!("files-foreign-renju"))
            }
        }
    }
}

/// A game while it is read.
struct Reading {
    game: Game,
}

impl Reading {
    fn new(variant: Variant) -> Self {
        let game = Game::new(variant);
        Self { game }
    }

    /// Plays a stone in a column and a row, both from 0, the rows from the top; `None` is off every board.
    fn play(&mut self, cell: Option<(u8, u8)>, text: &str) -> Result<(), String> {
        let rows = self.game.shape().rows;
        let square = cell.and_then(|(column, row)| {
            let row = rows.checked_sub(1)?.checked_sub(row)?;
            Square::new(column, row)
        });
        let number = self.game.plies().len() + 1;
        let failed = |problem: String| {
            say!(
                "files-foreign-move",
                number = number,
                text = format!("{text:?}"),
                problem = problem
            )
        };
        let square = square.ok_or_else(|| failed(say!("files-foreign-no-move")))?;
        let played = self.game.play(square);
        played.map_err(|problem| failed(problem.said()))?;
        Ok(())
    }

    /// The record, with tags, and with a result if the board does not say it.
    fn record(&self, tags: &[(&str, &str)], result: Option<GameResult>) -> Record {
        let mut record = Record::from_game(&self.game);
        for (name, value) in tags {
            if !value.is_empty() {
                // What cannot be a value is worth less than the game.
                let _ = record.set_tag(name, value);
            }
        }
        if let Some(result) = result.filter(|_| self.game.ending().is_none()) {
            record.set_result(result).expect("the board says nothing");
        }
        record
    }
}

/// The result of a game that this side has won.
fn won(side: Side) -> GameResult {
    match side {
        Side::First => GameResult::FirstWon,
        Side::Second => GameResult::SecondWon,
    }
}
