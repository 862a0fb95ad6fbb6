//! Keys of the keyboard, and their names.

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
    /// Control and C together.
    CtrlC,
    /// Control and U together, which clears a line of text.
    CtrlU,
}

impl Key {
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
            Self::CtrlC => "Ctrl-C".to_owned(),
            Self::CtrlU => "Ctrl-U".to_owned(),
        }
    }
}
