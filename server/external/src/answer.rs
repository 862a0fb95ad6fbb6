//! A line that an engine writes to the manager of a game.

use std::fmt;
use std::str::FromStr;

use crate::about::About;
use crate::cell::Cell;

/// One line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, with whatever follows the word.
    Ok,
    /// The move that the engine makes. The cell may be off the board.
    Move(Cell),
    /// The stones of a swap2 opening: two or three.
    Opening(Vec<Cell>),
    /// Takes the other side of a swap2 opening.
    Swap,
    /// A move that the engine leaves to the manager, who is to answer with `PLAY`.
    Suggest(Cell),
    /// Name and author.
    About(About),
    /// Text for the person who watches.
    Message(String),
    /// Text for the author of the engine.
    Debug(String),
    /// The order cannot be carried out, and why.
    Error(String),
    /// The order is not known, with its text or a remark.
    Unknown(String),
}

/// The error of a line that has no meaning in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the protocol has no such answer")]
pub struct NoAnswer;

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(cell) => cell.fmt(f),
            Self::Opening(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                f.write_str(&cells.join(" "))
            }
            Self::Swap => f.write_str("SWAP"),
            Self::Suggest(cell) => write!(f, "SUGGEST {cell}"),
            Self::About(about) => about.fmt(f),
            Self::Message(text) => write!(f, "MESSAGE {text}"),
            Self::Debug(text) => write!(f, "DEBUG {text}"),
            Self::Error(problem) => write!(f, "ERROR {problem}"),
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
        }
    }
}

/// Any case of letters is read, and any text after `OK`.
impl FromStr for Answer {
    type Err = NoAnswer;

    fn from_str(line: &str) -> Result<Self, NoAnswer> {
        let line = line.trim();
        // These two words end with a blank; behind the others some engines write a colon or a full stop.
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "MESSAGE" => return Ok(Self::Message(rest.trim().to_owned())),
            "DEBUG" => return Ok(Self::Debug(rest.trim().to_owned())),
            _ => {}
        }
        let end = line.find(|c: char| !c.is_ascii_alphabetic());
        let (word, rest) = line.split_at(end.unwrap_or(line.len()));
        let text = || rest.trim().to_owned();
        match word.to_ascii_uppercase().as_str() {
            "OK" => Ok(Self::Ok),
            "SWAP" => Ok(Self::Swap),
            "UNKNOWN" => Ok(Self::Unknown(text())),
            "ERROR" => Ok(Self::Error(text())),
            "SUGGEST" => rest.parse().map(Self::Suggest).map_err(|_no_cell| NoAnswer),
            "" => read_cells(line).ok_or(NoAnswer),
            _ => About::from_line(line).map(Self::About).ok_or(NoAnswer),
        }
    }
}

/// Reads one cell, with or without blanks around its comma, or the few of an opening, divided by blanks.
fn read_cells(line: &str) -> Option<Answer> {
    if let Ok(cell) = line.parse() {
        return Some(Answer::Move(cell));
    }
    // One too many are enough to see that they are no opening, however long the line is.
    let words = line.split_whitespace().take(MAX_OPENING + 1);
    let cells: Option<Vec<Cell>> = words.map(|cell| cell.parse().ok()).collect();
    cells
        .filter(|cells| (2..=MAX_OPENING).contains(&cells.len()))
        .map(Answer::Opening)
}

/// Stones of a swap2 opening that one side puts down: three, or two more.
const MAX_OPENING: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_every_form_that_engines_write() {
        let cell = |x, y| Cell { x, y };
        let text = str::to_owned;
        for (line, expected) in [
            ("OK", Answer::Ok),
            ("ok - everything is good", Answer::Ok),
            ("7,7", Answer::Move(cell(7, 7))),
            ("7 , 12", Answer::Move(cell(7, 12))),
            ("-1,300", Answer::Move(cell(-1, 300))),
            ("7,7 8,8", Answer::Opening(vec![cell(7, 7), cell(8, 8)])),
            ("SWAP", Answer::Swap),
            ("SUGGEST 3,4", Answer::Suggest(cell(3, 4))),
            ("UNKNOWN command", Answer::Unknown(text("command"))),
            ("UNKNOWN", Answer::Unknown(String::new())),
            (
                "ERROR unsupported size",
                Answer::Error(text("unsupported size")),
            ),
            ("message thinking", Answer::Message(text("thinking"))),
            ("DEBUG", Answer::Debug(String::new())),
            (
                r#"name="x", author="y""#,
                Answer::About(About::from_line(r#"name="x", author="y""#).unwrap()),
            ),
        ] {
            assert_eq!(line.parse(), Ok(expected), "{line}");
        }
        for line in [
            "",
            "SUGGEST",
            "SUGGEST h8",
            "MESSAGES",
            "h8",
            "7,7,7",
            "7",
            "\u{fffd}",
            "é,1",
            "99999999999999999999,1",
            "7,7 x",
            "1,1 2,2 3,3 4,4",
            "name=",
        ] {
            assert_eq!(line.parse::<Answer>(), Err(NoAnswer), "{line}");
        }
    }

    #[test]
    fn every_answer_reads_back_as_it_was_written() {
        let cell = Cell { x: 7, y: 12 };
        let text = "7,7 is taken; play an empty cell".to_owned();
        for answer in [
            Answer::Ok,
            Answer::Move(cell),
            Answer::Opening(vec![cell; 3]),
            Answer::Swap,
            Answer::Suggest(cell),
            Answer::About(About::from_line(r#"name="x", version="1""#).unwrap()),
            Answer::Message(text.clone()),
            Answer::Debug(text.clone()),
            Answer::Error(text.clone()),
            Answer::Unknown(text),
            Answer::Unknown(String::new()),
        ] {
            assert_eq!(answer.to_string().parse(), Ok(answer.clone()), "{answer}");
        }
    }
}
