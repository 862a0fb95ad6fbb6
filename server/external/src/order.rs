//! A line that the manager of a game writes to an engine.
//!
//! Reading needs no board: whether a cell is on it, or a stone is expected at all, is for the engine to say.

use std::fmt;
use std::str::FromStr;

use protocol::millis::Millis;

use crate::cell::Cell;
use crate::text::printable;

/// One line of the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Begins a new game on an empty board of this size: `START` where it is square, `RECTSTART` otherwise.
    Start {
        /// Width of the board.
        columns: i64,
        /// Height of the board.
        rows: i64,
    },
    /// Begins a new game on the same board.
    Restart,
    /// Asks for the first move.
    Begin,
    /// The opponent's move; asks for the answer to it.
    Turn(Cell),
    /// The move that the engine is to make.
    Play(Cell),
    /// Takes the stone on this cell off the board.
    Takeback(Cell),
    /// Begins a position: a line a stone, then `DONE`, which asks for a move.
    Board,
    /// Begins a swap2 opening to be made or judged: a line a stone, then `DONE`.
    Swap2Board,
    /// A stone within one of the two.
    Stone {
        /// The cell it is on.
        cell: Cell,
        /// 1: the engine's, 2: the opponent's, 3: a blocked cell. None where the line has two numbers only.
        owner: Option<i64>,
    },
    /// Ends the stones.
    Done,
    /// A setting or a clock. Never answered.
    Info(Info),
    /// Asks for the name of the engine.
    About,
    /// Asks for the best move found so far. No part of the protocol, but some managers send it.
    Stop,
    /// Tells the engine to exit.
    End,
}

/// Contents of `INFO`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// Time for each move; zero asks for a move at once.
    TimeoutTurn(Millis),
    /// Time for all moves of a game; none where it is unlimited, which is written as 0.
    TimeoutMatch(Option<Millis>),
    /// Time left of it; none where it is unlimited.
    TimeLeft(Option<Millis>),
    /// Memory in bytes; none where it is unlimited, which is written as 0.
    MaxMemory(Option<u64>),
    /// Rules as a sum of bits. 1: six in a row do not win, 2: continuous game, 4: renju, 8: caro.
    Rule(u64),
    /// Threads that may compute.
    ThreadNum(u64),
    /// Plies to look ahead at most; none is unlimited, which is written as 0. No part of the protocol, but some
    /// managers send it.
    MaxDepth(Option<u64>),
    /// Positions to search for a move at most, likewise.
    MaxNode(Option<u64>),
    /// A key that is not known here, or a value that cannot be read. Its text is not kept.
    Other,
}

/// A line that is no [`Order`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A known order with arguments that cannot be read: a sentence with the arguments that would do.
    #[error("{0}")]
    Arguments(String),
    /// No order: the beginning of the line, without control characters.
    #[error("{0}")]
    Unknown(String),
}

/// Value of `time_left` where no clock runs.
const UNLIMITED: u64 = 2_147_483_647;

/// Characters of an unreadable line that are quoted in an answer.
const MAX_QUOTED: usize = 40;

impl Order {
    /// First word of the line; empty for a stone, which has none.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Start { columns, rows } if columns == rows => "START",
            Self::Start { .. } => "RECTSTART",
            Self::Restart => "RESTART",
            Self::Begin => "BEGIN",
            Self::Turn(_) => "TURN",
            Self::Play(_) => "PLAY",
            Self::Takeback(_) => "TAKEBACK",
            Self::Board => "BOARD",
            Self::Swap2Board => "SWAP2BOARD",
            Self::Stone { .. } => "",
            Self::Done => "DONE",
            Self::Info(_) => "INFO",
            Self::About => "ABOUT",
            Self::Stop => "STOP",
            Self::End => "END",
        }
    }

    /// Error for a line that is longer than the reader keeps; an `INFO` is never answered and so never wrong.
    ///
    /// # Errors
    ///
    /// [`OrderError::Arguments`] for every other line.
    pub fn from_truncated(line: &str) -> Result<Self, OrderError> {
        let (word, _) = split_word(line.trim());
        if word.eq_ignore_ascii_case("INFO") {
            return Ok(Self::Info(Info::Other));
        }
        let word = printable(word, MAX_QUOTED);
        Err(OrderError::Arguments(format!(
            "{word} is far too long; commands are short lines"
        )))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())?;
        match self {
            Self::Start { columns, rows } if columns == rows => write!(f, " {columns}"),
            Self::Start { columns, rows } => write!(f, " {columns},{rows}"),
            Self::Turn(cell) | Self::Play(cell) | Self::Takeback(cell) => write!(f, " {cell}"),
            Self::Stone { cell, owner: None } => write!(f, "{cell}"),
            Self::Stone {
                cell,
                owner: Some(owner),
            } => write!(f, "{cell},{owner}"),
            Self::Restart
            | Self::Begin
            | Self::Board
            | Self::Swap2Board
            | Self::Done
            | Self::About
            | Self::Info(Info::Other)
            | Self::Stop
            | Self::End => Ok(()),
            Self::Info(info) => write!(f, " {info}"),
        }
    }
}

/// Any case of letters, and blanks around words and numbers, are read.
impl FromStr for Order {
    type Err = OrderError;

    fn from_str(line: &str) -> Result<Self, OrderError> {
        let line = line.trim();
        let (word, rest) = split_word(line);
        let cell = |order: fn(Cell) -> Self| read_cell(rest).map(order);
        let order = match word.to_ascii_uppercase().as_str() {
            "START" => read_number(rest).map(|size| Self::Start {
                columns: size,
                rows: size,
            }),
            "RECTSTART" => read_cell(rest).map(|Cell { x, y }| Self::Start {
                columns: x,
                rows: y,
            }),
            "RESTART" => Ok(Self::Restart),
            "BEGIN" => Ok(Self::Begin),
            "TURN" => cell(Self::Turn),
            "PLAY" => cell(Self::Play),
            "TAKEBACK" => cell(Self::Takeback),
            "BOARD" => Ok(Self::Board),
            "SWAP2BOARD" => Ok(Self::Swap2Board),
            "DONE" => Ok(Self::Done),
            "INFO" => Ok(Self::Info(Info::from_text(rest))),
            "ABOUT" => Ok(Self::About),
            "STOP" | "YXSTOP" => Ok(Self::Stop),
            "END" => Ok(Self::End),
            _ => {
                let unknown = || OrderError::Unknown(printable(line, MAX_QUOTED));
                return read_stone(line).ok_or_else(unknown);
            }
        };
        order.map_err(|problem| {
            OrderError::Arguments(format!("{} {problem}", printable(word, MAX_QUOTED)))
        })
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutTurn(time) => write!(f, "timeout_turn {}", time.as_millis()),
            Self::TimeoutMatch(time) => {
                write!(f, "timeout_match {}", time.map_or(0, Millis::as_millis))
            }
            Self::TimeLeft(time) => {
                let time = time.map_or(UNLIMITED, |time| time.as_millis().min(UNLIMITED));
                write!(f, "time_left {time}")
            }
            Self::MaxMemory(bytes) => write!(f, "max_memory {}", bytes.unwrap_or(0)),
            Self::Rule(bits) => write!(f, "rule {bits}"),
            Self::ThreadNum(threads) => write!(f, "thread_num {threads}"),
            Self::MaxDepth(plies) => write!(f, "max_depth {}", plies.unwrap_or(0)),
            Self::MaxNode(nodes) => write!(f, "max_node {}", nodes.unwrap_or(0)),
            Self::Other => Ok(()),
        }
    }
}

impl Info {
    /// Reads `key value`. There is no error: what cannot be read is [`Info::Other`].
    fn from_text(text: &str) -> Self {
        let (key, value) = split_word(text);
        let Ok(value) = value.parse::<i64>() else {
            return Self::Other;
        };
        let amount = u64::try_from(value).unwrap_or(0);
        let limit = (amount > 0).then_some(amount);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => Self::TimeoutTurn(Millis::from_millis(amount)),
            "timeout_match" => Self::TimeoutMatch(limit.map(Millis::from_millis)),
            // Zero or less is a limit too: the time is used up.
            "time_left" => {
                Self::TimeLeft((amount < UNLIMITED).then_some(Millis::from_millis(amount)))
            }
            "max_memory" => Self::MaxMemory(limit),
            "rule" => Self::Rule(amount),
            "thread_num" => Self::ThreadNum(amount),
            "max_depth" => Self::MaxDepth(limit),
            "max_node" => Self::MaxNode(limit),
            _ => Self::Other,
        }
    }
}

/// The first word of a trimmed line, and the rest without the blanks between.
fn split_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Reads `x,y,owner` or `x,y`.
fn read_stone(line: &str) -> Option<Order> {
    if let Ok(cell) = line.parse() {
        return Some(Order::Stone { cell, owner: None });
    }
    let (cell, owner) = line.rsplit_once(',')?;
    Some(Order::Stone {
        cell: cell.parse().ok()?,
        owner: Some(owner.trim().parse().ok()?),
    })
}

fn read_cell(text: &str) -> Result<Cell, String> {
    text.parse().map_err(|_no_cell| {
        let text = printable(text, MAX_QUOTED);
        format!("needs two numbers such as 7,7, not {text:?}")
    })
}

fn read_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_no_number| {
        let text = printable(text, MAX_QUOTED);
        format!("needs a number such as 15, not {text:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Cell {
        Cell { x, y }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_any_end_of_line() {
        let square = |columns, rows| Order::Start { columns, rows };
        for (line, expected) in [
            ("START 20", square(20, 20)),
            ("start 15\r", square(15, 15)),
            ("RectStart 20,15", square(20, 15)),
            ("rectstart 20 , 15", square(20, 15)),
            ("  Begin  ", Order::Begin),
            ("TURN 0,19", Order::Turn(at(0, 19))),
            ("turn\t-1, 300", Order::Turn(at(-1, 300))),
            ("YXSTOP", Order::Stop),
            ("end\r", Order::End),
        ] {
            assert_eq!(line.parse(), Ok(expected), "{line:?}");
        }
    }

    #[test]
    fn stones_are_read_with_and_without_whose_they_are() {
        for (line, x, y, owner) in [
            ("7,8,1", 7, 8, Some(1)),
            (" 0 , 19 , 3\r", 0, 19, Some(3)),
            ("7,8", 7, 8, None),
            ("-1,8,2", -1, 8, Some(2)),
        ] {
            let cell = at(x, y);
            assert_eq!(line.parse(), Ok(Order::Stone { cell, owner }), "{line:?}");
        }
    }

    fn millis(millis: u64) -> Millis {
        Millis::from_millis(millis)
    }

    #[test]
    fn what_has_no_use_or_no_sense_behind_info_is_no_mistake() {
        for (line, expected) in [
            ("timeout_turn 1000", Info::TimeoutTurn(millis(1000))),
            ("TIMEOUT_TURN 0", Info::TimeoutTurn(millis(0))),
            ("timeout_turn -5", Info::TimeoutTurn(millis(0))),
            ("timeout_match 0", Info::TimeoutMatch(None)),
            (
                "timeout_match 180000",
                Info::TimeoutMatch(Some(millis(180_000))),
            ),
            ("time_left 2147483647", Info::TimeLeft(None)),
            ("time_left 500", Info::TimeLeft(Some(millis(500)))),
            ("time_left -20", Info::TimeLeft(Some(millis(0)))),
            ("max_memory 83886080", Info::MaxMemory(Some(83_886_080))),
            ("max_memory 0", Info::MaxMemory(None)),
            ("max_depth 6", Info::MaxDepth(Some(6))),
            ("max_node -1", Info::MaxNode(None)),
            ("rule 1", Info::Rule(1)),
            ("rule 1\r", Info::Rule(1)),
            ("rule five", Info::Other),
            ("game_type 1", Info::Other),
            ("folder C:\\brains\\", Info::Other),
            ("evaluate 3,4", Info::Other),
            ("timeout_turn 99999999999999999999", Info::Other),
            ("timeout_turn", Info::Other),
            ("", Info::Other),
        ] {
            let read = format!("INFO {line}").parse();
            assert_eq!(read, Ok(Order::Info(expected)), "{line:?}");
        }
    }

    #[test]
    fn arguments_that_make_no_sense_are_told_with_what_would_do() {
        for (line, expected) in [
            ("START", "START needs a number such as 15, not \"\""),
            ("START x", "START needs a number such as 15, not \"x\""),
            ("TURN", "TURN needs two numbers such as 7,7, not \"\""),
            ("turn 7", "turn needs two numbers such as 7,7, not \"7\""),
            (
                "TURN 7,7,1",
                "TURN needs two numbers such as 7,7, not \"7,7,1\"",
            ),
        ] {
            let read = line.parse::<Order>();
            assert_eq!(
                read,
                Err(OrderError::Arguments(expected.into())),
                "{line:?}"
            );
        }
    }

    #[test]
    fn what_is_no_command_is_shown_on_one_short_line() {
        let unknown = |line: &str| match line.parse::<Order>() {
            Err(OrderError::Unknown(text)) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown("FLY 7,7"), "FLY 7,7");
        assert_eq!(unknown("7,7,7,7"), "7,7,7,7");
        assert_eq!(unknown("a\0b\rc"), "abc");
        assert_eq!(unknown("\u{fffd}\u{fffd}"), "\u{fffd}\u{fffd}");
        assert_eq!(unknown(&"x".repeat(4000)).len(), 40);
    }

    #[test]
    fn a_line_that_was_cut_is_wrong_and_not_half_right() {
        for line in ["TURN 7,7", "START 15", "FLY"] {
            let read = Order::from_truncated(line);
            assert!(
                matches!(read, Err(OrderError::Arguments(_))),
                "{line}: {read:?}"
            );
        }
        let read = Order::from_truncated("INFO rule 1");
        assert_eq!(read, Ok(Order::Info(Info::Other)));
    }

    #[test]
    fn every_order_reads_back_as_it_was_written() {
        let start = |columns, rows| Order::Start { columns, rows };
        let cell = at(7, 12);
        let time = Some(millis(500));
        for order in [
            start(15, 15),
            start(20, 9),
            Order::Restart,
            Order::Begin,
            Order::Turn(cell),
            Order::Play(cell),
            Order::Takeback(cell),
            Order::Board,
            Order::Swap2Board,
            Order::Stone { cell, owner: None },
            Order::Stone {
                cell,
                owner: Some(2),
            },
            Order::Done,
            Order::Info(Info::TimeoutTurn(millis(0))),
            Order::Info(Info::TimeoutMatch(time)),
            Order::Info(Info::TimeoutMatch(None)),
            Order::Info(Info::TimeLeft(time)),
            Order::Info(Info::TimeLeft(Some(millis(0)))),
            Order::Info(Info::TimeLeft(None)),
            Order::Info(Info::MaxMemory(Some(1 << 30))),
            Order::Info(Info::MaxMemory(None)),
            Order::Info(Info::Rule(1)),
            Order::Info(Info::ThreadNum(1)),
            Order::Info(Info::Other),
            Order::About,
            Order::Stop,
            Order::End,
        ] {
            assert_eq!(order.to_string().parse(), Ok(order), "{order}");
            assert!(order.to_string().starts_with(order.keyword()), "{order}");
        }
        // More than the protocol has a number for is no limit.
        let long = Info::TimeLeft(Some(Millis::MAX));
        assert_eq!(long.to_string(), "time_left 2147483647");
    }
}
