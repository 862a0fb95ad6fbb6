//! Text that came from elsewhere, made fit for a terminal.

use protocol::text::is_invisible;

/// `text` on one line, without characters that could drive a terminal, turn text round or hide in it.
///
/// Names and chat come clean from an honest server; nothing obliges a server to be one.
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

#[cfg(test)]
mod tests {
    use super::*;

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
