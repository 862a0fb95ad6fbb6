//! Backslash escapes: for characters that would end a text too soon, and for invisible ones.

use crate::text::is_invisible;

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
