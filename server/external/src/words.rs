//! The protocol's lines, written and read.
//!
//! Source: the description of the protocol of the Gomocup tournament, in our own words.

use std::fmt::Write as _;
use std::time::Duration;

use protocol::game::Game;
use protocol::refusal::Refusal;
use protocol::rules::{Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

use crate::BrainError;

/// What `time_left` is where no clock runs.
const UNLIMITED: u128 = 2_147_483_647;

/// Characters of an engine's line that people are shown.
const SHOWN: usize = 200;

/// The question for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Make the first move.
    Begin,
    /// The other side played there.
    Turn(Square),
    /// Here is the whole board.
    Board,
}

/// Whether the engine must start anew, and then how it is asked, where it knows of `known`.
pub(crate) fn ask(known: Option<&[Square]>, game: &Game) -> (bool, Ask) {
    let plies = game.plies();
    match (known, plies) {
        (Some([]), []) => (false, Ask::Begin),
        (Some(known), [before @ .., last]) if known == before => (false, Ask::Turn(*last)),
        (_, []) => (true, Ask::Begin),
        (_, [only]) => (true, Ask::Turn(*only)),
        (_, [_, _, ..]) => (true, Ask::Board),
    }
}

impl Ask {
    /// Its first word, for errors.
    pub(crate) fn order(self) -> &'static str {
        match self {
            Self::Begin => "BEGIN",
            Self::Turn(_) => "TURN",
            Self::Board => "BOARD",
        }
    }

    /// The lines to write. Of the stones of a board, 1 is the engine's and 2 the other side's.
    pub(crate) fn text(self, game: &Game) -> String {
        match self {
            Self::Begin => self.order().to_owned(),
            Self::Turn(square) => format!("{} {}", self.order(), told(square)),
            Self::Board => {
                let mut text = self.order().to_owned();
                for (index, square) in game.plies().iter().enumerate() {
                    let own = Side::to_move_after(index) == game.side_to_move();
                    let whose = if own { 1 } else { 2 };
                    write!(text, "\n{},{whose}", told(*square)).expect("a string takes any text");
                }
                text + "\nDONE"
            }
        }
    }
}

/// Whether the protocol has words for this variant.
pub(crate) fn can_be_told(variant: Variant) -> bool {
    let Shape {
        columns,
        rows,
        in_row,
        falls,
    } = variant.shape();
    !falls && columns == rows && in_row == 5
}

/// The order to begin on an empty board.
pub(crate) fn start(shape: Shape) -> String {
    format!("START {}", shape.columns)
}

/// What is told after [`start`], once.
pub(crate) fn at_start(
    variant: Variant,
    memory_mib: u64,
    time_left: Option<Duration>,
) -> [String; 4] {
    // Of the bits of `rule`, 1 says that six in a row do not win.
    let rule = u8::from(!variant.rules().wins(6, 5));
    let memory = memory_mib.saturating_mul(1024 * 1024);
    let game = time_left.map_or(0, |time| time.as_millis());
    [
        format!("INFO rule {rule}"),
        format!("INFO max_memory {memory}"),
        format!("INFO timeout_match {game}"),
        // Each engine at work takes one of the threads there are.
        "INFO thread_num 1".to_owned(),
    ]
}

/// How long a move may take. 0 would ask for one at once.
pub(crate) fn turn(think: Duration) -> String {
    format!("INFO timeout_turn {}", think.as_millis().max(1))
}

/// What the engine's clock shows.
pub(crate) fn time_left(left: Option<Duration>) -> String {
    let left = left.map_or(UNLIMITED, |left| left.as_millis().min(UNLIMITED));
    format!("INFO time_left {left}")
}

fn told(square: Square) -> String {
    format!("{},{}", square.column(), square.row())
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done.
    Ok,
    /// A move, wherever it is.
    Square(i64, i64),
    /// A move that it would make.
    Suggestion(i64, i64),
    /// It does not know the order.
    Unknown,
    /// It cannot do it.
    Error,
    /// Nothing that has a meaning.
    Other,
}

/// Reads a line.
pub(crate) fn read(line: &str) -> Answer {
    let word = line.split(|c: char| !c.is_ascii_alphabetic()).next();
    match word.unwrap_or_default().to_ascii_uppercase().as_str() {
        "OK" => Answer::Ok,
        "UNKNOWN" => Answer::Unknown,
        "ERROR" => Answer::Error,
        "SUGGEST" => match numbers(&line["SUGGEST".len()..]) {
            Some((column, row)) => Answer::Suggestion(column, row),
            None => Answer::Other,
        },
        _ => match numbers(line) {
            Some((column, row)) => Answer::Square(column, row),
            None => Answer::Other,
        },
    }
}

fn numbers(text: &str) -> Option<(i64, i64)> {
    let (column, row) = text.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// Whether a line is for the log: the engine may talk at any time.
pub(crate) fn is_talk(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"]
        .iter()
        .any(|talk| word.eq_ignore_ascii_case(talk))
}

/// The move, if it is allowed.
pub(crate) fn allowed(
    game: &Game,
    column: i64,
    row: i64,
    line: &str,
) -> Result<Square, BrainError> {
    let illegal = |refusal| BrainError::Illegal {
        line: shown(line),
        refusal,
    };
    let square = u8::try_from(column)
        .ok()
        .zip(u8::try_from(row).ok())
        .and_then(|(column, row)| Square::new(column, row))
        .ok_or_else(|| {
            let Shape { columns, rows, .. } = game.shape();
            illegal(Refusal::BadMove {
                text: shown(line),
                expected: format!("two numbers, 0,0 to {},{}", columns - 1, rows - 1),
            })
        })?;
    game.landing(square).map_err(illegal)
}

/// A line that may be shown: not too long, and without characters that move a cursor.
pub(crate) fn shown(line: &str) -> String {
    line.chars()
        .filter(|c| !c.is_control())
        .take(SHOWN)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(variant: &str, moves: &[&str]) -> Game {
        let moves = moves.iter().map(|square| square.parse().unwrap());
        Game::after(variant.parse().unwrap(), moves).unwrap()
    }

    #[test]
    fn an_engine_is_told_no_more_than_it_does_not_know() {
        let [a1, b2, c3] = ["a1", "b2", "c3"].map(|square| square.parse().unwrap());
        for (known, moves, expected) in [
            (None, &[][..], (true, Ask::Begin)),
            (Some(&[][..]), &[], (false, Ask::Begin)),
            (None, &["a1"], (true, Ask::Turn(a1))),
            (Some(&[]), &["a1"], (false, Ask::Turn(a1))),
            (Some(&[a1, b2]), &["a1", "b2", "c3"], (false, Ask::Turn(c3))),
            (None, &["a1", "b2"], (true, Ask::Board)),
            // A takeback, another game, and one that went on without it.
            (Some(&[a1, b2]), &["a1"], (true, Ask::Turn(a1))),
            (Some(&[a1, b2]), &["a1", "c3", "b2"], (true, Ask::Board)),
            (Some(&[a1]), &["a1", "b2", "c3"], (true, Ask::Board)),
            (Some(&[a1, b2]), &["a1", "b2"], (true, Ask::Board)),
            (Some(&[a1]), &[], (true, Ask::Begin)),
        ] {
            let game = game("gomoku-15", moves);
            assert_eq!(ask(known, &game), expected, "{known:?} {moves:?}");
        }
    }

    #[test]
    fn a_board_says_whose_each_stone_is() {
        let game = game("gomoku-15", &["h8", "a1", "o15"]);
        assert_eq!(Ask::Board.text(&game), "BOARD\n7,7,2\n0,0,1\n14,14,2\nDONE");
        let last = *game.plies().last().unwrap();
        assert_eq!(Ask::Turn(last).text(&game), "TURN 14,14");
        assert_eq!(Ask::Begin.text(&game), "BEGIN");
    }

    #[test]
    fn the_rules_and_the_bounds_are_told_in_the_units_of_the_protocol() {
        let variant = Variant::named("gomoku").unwrap();
        assert_eq!(start(variant.shape()), "START 20");
        assert_eq!(
            at_start(variant, 2, Some(Duration::from_secs(3))),
            [
                "INFO rule 0",
                "INFO max_memory 2097152",
                "INFO timeout_match 3000",
                "INFO thread_num 1"
            ]
        );
        for (exactly, expected) in [
            ("gomoku-standard", "INFO rule 1"),
            ("custom:19x19x5:exact", "INFO rule 1"),
            ("custom:19x19x5:free", "INFO rule 0"),
        ] {
            let told = at_start(exactly.parse().unwrap(), 2, None);
            assert_eq!(told[0], expected, "{exactly}");
            assert_eq!(told[2], "INFO timeout_match 0");
        }
        assert_eq!(turn(Duration::from_micros(3)), "INFO timeout_turn 1");
        assert_eq!(time_left(None), "INFO time_left 2147483647");
        let long = Some(Duration::from_secs(1 << 40));
        assert_eq!(time_left(long), "INFO time_left 2147483647");
        assert_eq!(time_left(Some(Duration::ZERO)), "INFO time_left 0");
    }

    #[test]
    fn five_in_a_row_on_a_square_board_can_be_told() {
        for (variant, expected) in [
            ("gomoku", true),
            ("gomoku-15", true),
            ("custom:9x9x5:free", true),
            ("custom:9x9x4:free", false),
            ("custom:9x8x5:free", false),
            ("custom:9x9x5:falls", false),
            ("connect-four", false),
        ] {
            assert_eq!(can_be_told(variant.parse().unwrap()), expected, "{variant}");
        }
    }

    #[test]
    fn answers_are_read_in_every_form_that_engines_write() {
        for (line, expected) in [
            ("OK", Answer::Ok),
            ("ok - everything is good", Answer::Ok),
            ("7,7", Answer::Square(7, 7)),
            ("7 , 12", Answer::Square(7, 12)),
            ("-1,300", Answer::Square(-1, 300)),
            ("SUGGEST 3,4", Answer::Suggestion(3, 4)),
            ("SUGGEST", Answer::Other),
            ("UNKNOWN command", Answer::Unknown),
            ("ERROR unsupported size", Answer::Error),
            ("h8", Answer::Other),
            ("7,7,7", Answer::Other),
            ("7", Answer::Other),
            ("99999999999999999999,1", Answer::Other),
            ("\u{fffd}", Answer::Other),
            ("é,1", Answer::Other),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
        assert!(is_talk("message thinking") && is_talk("DEBUG"));
        assert!(!is_talk("MESSAGES") && !is_talk("7,7"));
    }

    #[test]
    fn a_move_that_is_not_allowed_is_named_with_the_reason() {
        let game = game("gomoku-15", &["h8"]);
        for (column, row, expected) in [
            (7, 7, "taken"),
            (15, 0, "off the board"),
            (-1, 0, "0,0 to 14,14"),
            (300, 0, "0,0 to 14,14"),
        ] {
            let line = format!("{column},{row}");
            let error = allowed(&game, column, row, &line).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains(&line), "{error}");
        }
        let h9 = "h9".parse().unwrap();
        assert_eq!(allowed(&game, 7, 8, "7,8").unwrap(), h9);
    }
}
