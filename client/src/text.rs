//! Text from the network, made safe for a terminal.

use std::fmt::Write as _;

use protocol::text::is_invisible;

/// Returns `text` on one line, without control characters, marks of direction and invisible characters.
///
/// The server cleans names and chat, but a client must not rely on it.
pub fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            if !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !is_invisible(character) {
            line.push(character);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Returns equal JSON in one line, with control characters, marks of direction and invisible characters
/// written as an escape.
pub fn plain_json(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for character in json.chars() {
        // Outside of strings JSON has the first three alone, which it never has within them. The others it has
        // only within, where an escape is the same character.
        if matches!(character, '\n' | '\r' | '\t') {
            line.push(' ');
        } else if character.is_control() || is_invisible(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(line, "\\u{unit:04x}").expect("a string takes everything");
            }
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_drive_a_terminal_is_escaped_in_json_and_reads_back() {
        let said = "a\u{9b}31m\u{202e}b\u{200b}\u{7f}\u{e0041}\nñ";
        let json = serde_json::to_string(said).unwrap();
        let line = plain_json(&json);
        assert_eq!(line, r#""a\u009b31m\u202eb\u200b\u007f\udb40\udc41\nñ""#);
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), said);
    }

    #[test]
    fn json_of_several_lines_is_one_line() {
        let line = plain_json("{\r\n\t\"text\": \"a\\nb\"\n}");
        assert_eq!(line, r#"{   "text": "a\nb" }"#);
    }

    #[test]
    fn what_could_drive_a_terminal_is_taken_out() {
        for (text, expected) in [
            ("column 4 is full", "column 4 is full"),
            ("a\r\n b\u{9b}31m", "a  b 31m"),
            ("\x1b]0;title\x07", " ]0;title"),
            ("   1  2  3", "   1  2  3"),
            ("a\u{202e}b\u{200b}c", "abc"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
