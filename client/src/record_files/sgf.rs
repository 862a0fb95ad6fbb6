//! The Smart Game Format, for gomoku and renju (`GM[4]`): <https://www.red-bean.com/sgf/>.
//!
//! `(;FF[4]GM[4]SZ[15]PB[Ana]PW[Bruno]RE[B+];B[hh];W[hi](;B[ii])(;B[gg]))`
//!
//! The main line is read: the first variation everywhere. Its stones are two letters, the column from the left and the
//! row from the top, or a letter and a number as on a board, `h8`. Comments and other properties are left out.

use protocol::record::{GameResult, Record};
use protocol::side::Side;

use super::{Reading, Rules, won};

pub(super) fn is_it(text: &str) -> bool {
    let inside = text.strip_prefix('(');
    inside.is_some_and(|inside| inside.trim_start().starts_with(';'))
}

/// Reads every game of a collection.
pub(super) fn read_each(text: &str) -> Vec<Result<Record, String>> {
    let mut games = Vec::new();
    let mut letters = Letters::of(text);
    while letters.skip_to('(') {
        games.push(main_line(&mut letters).and_then(|nodes| game(&nodes)));
    }
    games
}

/// A property: its name, and its values.
type Property = (String, Vec<String>);

/// The text as far as it is not read.
struct Letters<'a>(std::iter::Peekable<std::str::Chars<'a>>);

impl<'a> Letters<'a> {
    fn of(text: &'a str) -> Self {
        Self(text.chars().peekable())
    }

    /// Goes on after this letter; false if it does not come any more.
    fn skip_to(&mut self, wanted: char) -> bool {
        self.0.any(|letter| letter == wanted)
    }

    /// The value up to its bracket.
    fn value(&mut self) -> Result<String, String> {
        let mut value = String::new();
        loop {
            match self.0.next() {
                None => return Err(say!("files-sgf-open")),
                Some(']') => return Ok(value),
                Some('\\') => value.extend(self.0.next().filter(|next| *next != '\n')),
                Some(letter) => value.push(letter),
            }
        }
    }
}

/// The properties of the first variation everywhere; what follows in the game is read past.
fn main_line(letters: &mut Letters<'_>) -> Result<Vec<Property>, String> {
    let mut properties: Vec<Property> = Vec::new();
    let (mut depth, mut is_main, mut name) = (1_usize, true, String::new());
    while depth > 0 {
        match letters.0.next() {
            None => return Err(say!("files-sgf-open")),
            Some('(') => depth += 1,
            Some(')') => (depth, is_main) = (depth - 1, false),
            Some('[') => {
                let value = letters.value()?;
                let is_more = name.is_empty();
                match properties.last_mut().filter(|_| is_more) {
                    _ if !is_main => {}
                    Some((_, values)) => values.push(value),
                    None => properties.push((std::mem::take(&mut name), vec![value])),
                }
                name.clear();
            }
            Some(letter) if letter.is_ascii_uppercase() => name.push(letter),
            Some(_) => {}
        }
    }
    Ok(properties)
}

fn game(properties: &[Property]) -> Result<Record, String> {
    let first = |wanted: &str| {
        let mut all = properties.iter();
        let found = all.find(|(name, _)| name == wanted);
        found
            .and_then(|(_, values)| values.first())
            .map(|value| value.trim())
    };
    let kind = first("GM").unwrap_or("1");
    if kind != "4" {
        let kind = kind.chars().take(20).collect::<String>();
        return Err(say!("files-sgf-other-game", game = kind));
    }
    let size = first("SZ").unwrap_or_default();
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let size = columns.trim().parse().ok().zip(rows.trim().parse().ok());
    let (columns, rows): (u8, u8) = size.ok_or_else(|| say!("files-sgf-size"))?;
    let rules = Rules::of(first("RU").unwrap_or_default());
    let mut reading = Reading::new(rules.variant(columns, rows)?);
    for (name, values) in properties {
        let side = match name.as_str() {
            "B" => Side::First,
            "W" => Side::Second,
            "AB" | "AW" | "AE" => return Err(say!("files-sgf-setup")),
            _ => continue,
        };
        if side != reading.game.side_to_move() {
            let number = reading.game.plies().len() + 1;
            return Err(say!("files-sgf-turn", number = number));
        }
        let text = values.first().map_or("", |value| value.trim());
        reading.play(cell(text, rows), text)?;
    }
    let tags = [
        ("First", first("PB")),
        ("Second", first("PW")),
        ("Date", first("DT")),
        ("Event", first("EV")),
    ];
    let tags = tags.map(|(tag, value)| (tag, value.unwrap_or_default()));
    Ok(reading.record(&tags, first("RE").and_then(result)))
}

/// The column and the row of `hh` or `h8`, both from 0, the row from the top.
fn cell(text: &str, rows: u8) -> Option<(u8, u8)> {
    let mut letters = text.chars();
    let at = |letter: char| {
        let letter = letter.to_ascii_lowercase();
        let is_letter = letter.is_ascii_lowercase();
        is_letter.then(|| letter as u8 - b'a')
    };
    let column = at(letters.next()?)?;
    let rest = letters.as_str();
    let row = match rest.parse::<u8>() {
        Ok(number) => rows.checked_sub(number)?,
        Err(_) if rest.len() == 1 => at(letters.next()?)?,
        Err(_) => return None,
    };
    Some((column, row))
}

fn result(text: &str) -> Option<GameResult> {
    match text.to_ascii_lowercase().as_str() {
        "0" | "draw" => Some(GameResult::Drawn),
        black if black.starts_with("b+") => Some(won(Side::First)),
        white if white.starts_with("w+") => Some(won(Side::Second)),
        _ => None,
    }
}
