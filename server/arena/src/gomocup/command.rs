//! A line of the manager, read as a command.
//!
//! Reading needs no board: whether a place is on it, or a stone is expected at all, is the brain's to say.

use protocol::clock::Millis;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A new game on so many columns and rows.
    Start { columns: i64, rows: i64 },
    /// A new game on the same board.
    Restart,
    /// The brain makes the first move.
    Begin,
    /// The opponent moved here; the brain answers.
    Turn(Place),
    /// The brain's move is this one.
    Play(Place),
    /// The stone here was not played.
    Takeback(Place),
    /// The lines up to `DONE` are a position.
    Board,
    /// The lines up to `DONE` are an opening, to be made or judged.
    Swap2Board,
    /// A line within one of the two.
    Stone { place: Place, field: Option<i64> },
    /// No more stones.
    Done,
    /// Something that is good to know. Never answered.
    Info(Info),
    /// Who is there?
    About,
    /// Play what was found so far. Not in the protocol: some managers send it.
    Stop,
    /// Leave.
    End,
    /// A command whose arguments make no sense: what is wrong, and what would do.
    Wrong(String),
    /// No command.
    Unknown(String),
}

/// A cell as the manager counts: from 0, from the top left. It may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: i64,
    pub(super) y: i64,
}

/// What `INFO` may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Info {
    /// The time for a move. None at all means at once.
    TimeoutTurn(Millis),
    /// The time for all moves of a game; none where there is no such bound.
    TimeoutMatch(Option<Millis>),
    /// What is left of it.
    TimeLeft(Option<Millis>),
    /// Bytes; none where there is no bound.
    MaxMemory(Option<u64>),
    /// The rules, a bit each.
    Rule(u64),
    /// What the brain has no use for, or what makes no sense.
    Other,
}

/// What managers send as the time left where there is no bound.
const UNLIMITED: i64 = 2_147_483_647;

/// Reads a line without its end, in any case of letters; nothing for an empty one. With `cut` the rest of it
/// is missing.
pub(super) fn read(line: &[u8], cut: bool) -> Option<Command> {
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    let (word, rest) = line
        .split_once(|character: char| character.is_whitespace())
        .unwrap_or((line, ""));
    if word.is_empty() {
        return None;
    }
    let rest = rest.trim();
    let at = |command: fn(Place) -> Command| place(rest).map(command);
    let command = match word.to_ascii_uppercase().as_str() {
        // Before the check of the length: an INFO has no answer, whatever it is like.
        "INFO" => Ok(Command::Info(if cut { Info::Other } else { info(rest) })),
        _ if cut => Err("is far too long; commands are short lines".to_owned()),
        "START" => number(rest).map(|size| Command::Start {
            columns: size,
            rows: size,
        }),
        "RECTSTART" => place(rest).map(|Place { x, y }| Command::Start {
            columns: x,
            rows: y,
        }),
        "RESTART" => Ok(Command::Restart),
        "BEGIN" => Ok(Command::Begin),
        "TURN" => at(Command::Turn),
        "PLAY" => at(Command::Play),
        "TAKEBACK" => at(Command::Takeback),
        "BOARD" => Ok(Command::Board),
        "SWAP2BOARD" => Ok(Command::Swap2Board),
        "DONE" => Ok(Command::Done),
        "ABOUT" => Ok(Command::About),
        "STOP" | "YXSTOP" => Ok(Command::Stop),
        "END" => Ok(Command::End),
        _ => return Some(stone(line).unwrap_or_else(|| Command::Unknown(shown(line)))),
    };
    Some(command.unwrap_or_else(|problem| Command::Wrong(format!("{} {problem}", shown(word)))))
}

/// Reads `x,y,field` or `x,y`.
fn stone(line: &str) -> Option<Command> {
    let numbers: Vec<i64> = line
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect::<Option<_>>()?;
    let (x, y, field) = match numbers[..] {
        [x, y] => (x, y, None),
        [x, y, field] => (x, y, Some(field)),
        _ => return None,
    };
    Some(Command::Stone {
        place: Place { x, y },
        field,
    })
}

fn place(text: &str) -> Result<Place, String> {
    match stone(text) {
        Some(Command::Stone { place, field: None }) => Ok(place),
        _ => Err(format!(
            "needs two numbers such as 7,7, not {:?}",
            shown(text)
        )),
    }
}

fn number(text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_unreadable| format!("needs a number such as 15, not {:?}", shown(text)))
}

fn info(text: &str) -> Info {
    let (key, value) = text
        .split_once(|character: char| character.is_whitespace())
        .unwrap_or((text, ""));
    let Ok(value) = value.trim().parse::<i64>() else {
        return Info::Other;
    };
    let counted = u64::try_from(value).unwrap_or(0);
    let bound = (counted > 0).then_some(counted);
    match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(Millis(counted)),
        "timeout_match" => Info::TimeoutMatch(bound.map(Millis)),
        // Nothing left, or less than that, is a bound too.
        "time_left" => Info::TimeLeft((value < UNLIMITED).then_some(Millis(counted))),
        "max_memory" => Info::MaxMemory(bound),
        "rule" => Info::Rule(counted),
        _ => Info::Other,
    }
}

/// So much of what was written as fits into an answer of one line.
fn shown(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(40)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Place {
        Place { x, y }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_any_end_of_line() {
        let square = |columns, rows| Command::Start { columns, rows };
        for (line, expected) in [
            ("START 20", square(20, 20)),
            ("start 15\r", square(15, 15)),
            ("RectStart 20,15", square(20, 15)),
            ("rectstart 20 , 15", square(20, 15)),
            ("RESTART", Command::Restart),
            ("  Begin  ", Command::Begin),
            ("TURN 0,19", Command::Turn(at(0, 19))),
            ("turn\t-1, 300", Command::Turn(at(-1, 300))),
            ("PLAY 7,8", Command::Play(at(7, 8))),
            ("TAKEBACK 7,8", Command::Takeback(at(7, 8))),
            ("BOARD", Command::Board),
            ("SWAP2BOARD", Command::Swap2Board),
            ("DONE", Command::Done),
            ("ABOUT", Command::About),
            ("STOP", Command::Stop),
            ("YXSTOP", Command::Stop),
            ("end\r", Command::End),
        ] {
            assert_eq!(read(line.as_bytes(), false), Some(expected), "{line:?}");
        }
        for line in ["", " ", "\r", "\t\r"] {
            assert_eq!(read(line.as_bytes(), false), None, "{line:?}");
        }
    }

    #[test]
    fn stones_are_read_with_and_without_whose_they_are() {
        for (line, x, y, field) in [
            ("7,8,1", 7, 8, Some(1)),
            (" 0 , 19 , 3\r", 0, 19, Some(3)),
            ("7,8", 7, 8, None),
            ("-1,8,2", -1, 8, Some(2)),
        ] {
            let place = at(x, y);
            assert_eq!(
                read(line.as_bytes(), false),
                Some(Command::Stone { place, field }),
                "{line:?}"
            );
        }
    }

    #[test]
    fn what_has_no_use_or_no_sense_behind_info_is_no_mistake() {
        for (line, expected) in [
            ("timeout_turn 1000", Info::TimeoutTurn(Millis(1000))),
            ("TIMEOUT_TURN 0", Info::TimeoutTurn(Millis(0))),
            ("timeout_turn -5", Info::TimeoutTurn(Millis(0))),
            ("timeout_match 0", Info::TimeoutMatch(None)),
            (
                "timeout_match 180000",
                Info::TimeoutMatch(Some(Millis(180_000))),
            ),
            ("time_left 2147483647", Info::TimeLeft(None)),
            ("time_left 500", Info::TimeLeft(Some(Millis(500)))),
            ("time_left -20", Info::TimeLeft(Some(Millis(0)))),
            ("max_memory 83886080", Info::MaxMemory(Some(83_886_080))),
            ("max_memory 0", Info::MaxMemory(None)),
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
            let read = read(format!("INFO {line}").as_bytes(), false);
            assert_eq!(read, Some(Command::Info(expected)), "{line:?}");
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
            let read = read(line.as_bytes(), false);
            assert_eq!(read, Some(Command::Wrong(expected.into())), "{line:?}");
        }
    }

    #[test]
    fn what_is_no_command_is_shown_on_one_short_line() {
        let unknown = |line: &[u8]| match read(line, false) {
            Some(Command::Unknown(text)) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(unknown(b"FLY 7,7"), "FLY 7,7");
        assert_eq!(unknown(b"7,7,7,7"), "7,7,7,7");
        assert_eq!(unknown(b"a\x00b\rc"), "abc");
        assert_eq!(unknown(b"\xff\xfe"), "\u{fffd}\u{fffd}");
        assert_eq!(unknown(&[b'x'; 4000]).len(), 40);
    }

    #[test]
    fn a_line_that_was_cut_is_wrong_and_not_half_right() {
        for line in ["TURN 7,7", "START 15", "FLY"] {
            let read = read(line.as_bytes(), true);
            assert!(matches!(read, Some(Command::Wrong(_))), "{line}: {read:?}");
        }
        let read = read(b"INFO rule 1", true);
        assert_eq!(read, Some(Command::Info(Info::Other)));
    }
}
