//! A record as text, and how characters and times are written in it and read back.

use std::fmt;

use super::search::SEARCH_COMMAND;
use super::{CLOCK_COMMAND, Record, RecordedPly};
use crate::game::Game;
use crate::millis::Millis;
use crate::side::Side;
use crate::text::is_invisible;

/// Text that a comment must not contain by accident.
const ESCAPED: [(&str, &str); 2] = [(CLOCK_COMMAND, "\\[%clk"), (SEARCH_COMMAND, "\\[%search")];

/// Characters in a line of moves, where its words allow it.
const WIDTH: usize = 80;

/// The tags, an empty line, the moves and the result in lines of at most 80 characters.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", escape(value, &['"']))?;
        }
        writeln!(f)?;
        let mut column = 0;
        for (index, word) in self.words().into_iter().enumerate() {
            let length = word.chars().count();
            if index > 0 {
                // In a comment a line break stands for one space, so either does.
                if column + 1 + length > WIDTH {
                    writeln!(f)?;
                    column = 0;
                } else {
                    f.write_str(" ")?;
                    column += 1;
                }
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

impl Record {
    /// Returns the words below the tags, cut wherever exactly one space belongs.
    fn words(&self) -> Vec<String> {
        let notation = Game::new(self.variant);
        let mut words = Vec::new();
        push_comment(&mut words, None, self.comment());
        for (index, ply) in self.plies.iter().enumerate() {
            match Side::to_move_after(index) {
                Side::First => words.push(format!("{}.", index / 2 + 1)),
                Side::Second => {}
            }
            words.push(notation.write_move(ply.square));
            let search = ply.search.as_ref().map(|search| search.write(&notation));
            let commands: Vec<_> = ply.time().into_iter().chain(search).collect();
            let commands = (!commands.is_empty()).then(|| commands.join(" "));
            push_comment(&mut words, commands.as_deref(), ply.comment());
        }
        words.push(self.result.to_string());
        words
    }
}

impl RecordedPly {
    fn time(&self) -> Option<String> {
        self.left
            .map(|left| format!("{CLOCK_COMMAND} {}]", write_time(left)))
    }
}

fn push_comment(words: &mut Vec<String>, commands: Option<&str>, comment: Option<&str>) {
    // Other commands in brackets stay as they are, for the programs that know them.
    let comment = comment.map(|text| {
        let text = escape(text, &['{', '}']);
        ESCAPED.iter().fold(text, |text, (command, escaped)| {
            text.replace(command, escaped)
        })
    });
    let inside = match (commands, &comment) {
        (None, None) => return,
        (Some(commands), None) => commands.to_owned(),
        (None, Some(comment)) => comment.clone(),
        (Some(commands), Some(comment)) => format!("{commands} {comment}"),
    };
    words.extend(format!("{{{inside}}}").split(' ').map(str::to_owned));
}

/// `text` with a backslash before each of `special` and itself, and with invisible characters spelled out.
pub(super) fn escape(text: &str, special: &[char]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\n' {
            escaped.push_str("\\n");
        } else if is_invisible(character) {
            // As in Rust: `\u{200b}`.
            escaped.extend(character.escape_unicode());
        } else {
            if character == '\\' || special.contains(&character) {
                escaped.push('\\');
            }
            escaped.push(character);
        }
    }
    escaped
}

/// The character that an escape stands for, taken from behind its backslash; nothing where it is none.
pub(super) fn unescape(mut next: impl FnMut() -> Option<char>) -> Option<char> {
    match next()? {
        'n' => Some('\n'),
        'u' => {
            if next()? != '{' {
                return None;
            }
            let mut code = 0;
            // No code point has more than six digits.
            for _ in 0..7 {
                match next()? {
                    '}' => return char::from_u32(code),
                    digit => code = code * 16 + digit.to_digit(16)?,
                }
            }
            None
        }
        plain @ ('\\' | '"' | '{' | '}' | '[') => Some(plain),
        _ => None,
    }
}

// A time is written to the millisecond, `0:04:58.3`. `Millis` prints one as a clock shows it, rounded up to seconds or
// tenths; a record must lose nothing.

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1000;

/// Hours, minutes, seconds, and as many decimals as it takes.
pub(super) fn write_time(time: Millis) -> String {
    let millis = time.as_millis();
    let (hours, minutes, seconds) = (millis / HOUR, millis / MINUTE % 60, millis / SECOND % 60);
    let mut text = format!("{hours}:{minutes:02}:{seconds:02}");
    if !millis.is_multiple_of(SECOND) {
        let decimals = format!(".{:03}", millis % SECOND);
        text.push_str(decimals.trim_end_matches('0'));
    }
    text
}

/// The time that [`write_time`] wrote; nothing for anything else.
pub(super) fn read_time(text: &str) -> Option<Millis> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => (whole, fraction(decimals)?),
        None => (text, 0),
    };
    let mut parts = whole.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    number(hours)?
        .checked_mul(HOUR)?
        .checked_add(sixtieth(minutes)? * MINUTE)?
        .checked_add(sixtieth(seconds)? * SECOND + decimals)
        .and_then(|millis| Millis::try_from(millis).ok())
}

fn number(digits: &str) -> Option<u64> {
    // `parse` alone would take a sign.
    digits
        .bytes()
        .all(|c| c.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// Two digits below 60.
fn sixtieth(digits: &str) -> Option<u64> {
    number(digits).filter(|&number| digits.len() == 2 && number < 60)
}

/// One to three decimals, as milliseconds.
fn fraction(digits: &str) -> Option<u64> {
    let unit = match digits.len() {
        1 => 100,
        2 => 10,
        3 => 1,
        _ => return None,
    };
    number(digits).map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_loses_nothing() {
        for (millis, text) in [
            (0, "0:00:00"),
            (298_300, "0:04:58.3"),
            (298_030, "0:04:58.03"),
            (298_003, "0:04:58.003"),
            (86_400_000, "24:00:00"),
            (3_599_999, "0:59:59.999"),
            (Millis::MAX.as_millis(), "2501999792:59:00.991"),
        ] {
            assert_eq!(write_time(Millis::from_millis(millis)), text);
            assert_eq!(read_time(text), Some(Millis::from_millis(millis)));
        }
    }

    #[test]
    fn what_is_no_time_is_not_read() {
        for wrong in [
            "",
            "5:00",
            "0:60:00",
            "0:00:60",
            "0:1:00",
            "0:00:00.",
            "0:00:00.0000",
            "-1:00:00",
            "+1:00:00",
            "0:00:00:00",
            "0:+1:00",
            "5124095576031:00:00",
            "0:00:00.é",
            ":00:00",
        ] {
            assert_eq!(read_time(wrong), None, "{wrong}");
        }
    }
}
