//! Keys of the keyboard, and their names: for people in their language, and in the file of settings.

use std::fmt;
use std::str::FromStr;

/// A key, as far as this program tells keys apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// Many lines up.
    PageUp,
    /// Many lines down.
    PageDown,
    /// Deletes to the left.
    Backspace,
    /// Deletes to the right.
    Delete,
    /// Tabulator.
    Tab,
    /// Control and a small letter together.
    Ctrl(char),
    /// A function key, from 1 to 12.
    F(u8),
}

impl Key {
    /// The names of keys that are no characters, in the file of settings.
    pub fn named() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// The name of the key, for people.
    pub fn shown(self) -> String {
        match self {
            Self::Char(' ') => say!("key-space"),
            Self::Char(character) => character.to_string(),
            Self::Enter => say!("key-enter"),
            Self::Esc => say!("key-esc"),
            Self::Up => say!("key-up"),
            Self::Down => say!("key-down"),
            Self::Left => say!("key-left"),
            Self::Right => say!("key-right"),
            Self::Home => say!("key-home"),
            Self::End => say!("key-end"),
            Self::PageUp => say!("key-page-up"),
            Self::PageDown => say!("key-page-down"),
            Self::Backspace => say!("key-backspace"),
            Self::Delete => say!("key-delete"),
            Self::Tab => say!("key-tab"),
            Self::Ctrl(letter) => format!("Ctrl-{}", letter.to_ascii_uppercase()),
            Self::F(number) => format!("F{number}"),
        }
    }
}

/// The names of keys that are no characters, in the file of settings.
const NAMES: [(&str, Key); 14] = [
    ("space", Key::Char(' ')),
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("home", Key::Home),
    ("end", Key::End),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("tab", Key::Tab),
];

/// Letters that a terminal sends with control as another key: Backspace, Tab and Enter twice.
const OTHER_KEYS: [char; 4] = ['h', 'i', 'j', 'm'];

/// Writes the name as the file of settings has it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, key)| key == self) {
            return f.write_str(name);
        }
        match self {
            Self::Char(character) => write!(f, "{character}"),
            Self::Ctrl(letter) => write!(f, "ctrl-{letter}"),
            Self::F(number) => write!(f, "f{number}"),
            // The others have a row above.
            other => write!(f, "{other:?}"),
        }
    }
}

/// The text names no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownKey;

impl FromStr for Key {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            let is_seen = !character.is_control();
            return is_seen.then_some(Self::Char(character)).ok_or(UnknownKey);
        }
        let text = text.to_ascii_lowercase();
        if let Some((_, key)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(*key);
        }
        if let Some(letter) = text.strip_prefix("ctrl-") {
            let letter: char = letter.parse().map_err(|_no_letter| UnknownKey)?;
            let is_told = letter.is_ascii_lowercase() && !OTHER_KEYS.contains(&letter);
            return is_told.then_some(Self::Ctrl(letter)).ok_or(UnknownKey);
        }
        let number = text
            .strip_prefix('f')
            .and_then(|number| number.parse().ok());
        let number = number.filter(|number| (1..=12).contains(number));
        number.map(Self::F).ok_or(UnknownKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_by_the_names_that_they_are_written_with() {
        let characters = "aX?<é ".chars().map(Key::Char);
        let others = [Key::Ctrl('s'), Key::Ctrl('c'), Key::F(1), Key::F(12)];
        for key in characters.chain(others).chain(NAMES.map(|(_, key)| key)) {
            assert_eq!(key.to_string().parse(), Ok(key), "{key}");
        }
        assert_eq!("CTRL-S".parse(), Ok(Key::Ctrl('s')));
        assert_eq!("PageUp".parse(), Ok(Key::PageUp));
        for wrong in [
            "", "ab", "ctrl-", "ctrl-i", "ctrl-1", "f0", "f13", "hyper-x", "\t",
        ] {
            assert_eq!(wrong.parse::<Key>(), Err(UnknownKey), "{wrong}");
        }
    }
}
