//! Key bindings: one table from key to intent, which the help screen and the bottom line print.

use protocol::act::Act;

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
}

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left, or a smaller value.
    Left,
    /// Right, or a larger value.
    Right,
    /// To the beginning of a list.
    First,
    /// To the end of a list.
    Last,
    /// Many lines up.
    PageUp,
    /// Many lines down.
    PageDown,
    /// Chooses the line, or plays at the cursor.
    Choose,
    /// Back to the screen before.
    Back,
    /// Ends the program.
    Quit,
    /// The list of keys.
    Help,
    /// A new game.
    NewGame,
    /// A game with whoever asks for one.
    Quick,
    /// A room by its code.
    Code,
    /// Watches the room.
    Watch,
    /// Sends a chat message.
    Chat,
    /// Types a move.
    Notation,
    /// Carries out an act of a player.
    Act(Act),
    /// Accepts an offer.
    Accept,
    /// Declines an offer.
    Decline,
    /// Types the clock.
    Clock,
    /// Saves the game as text.
    Save,
    /// Shows or hides the scores of columns.
    Values,
    /// The position a ply earlier, in a game that is over.
    Earlier,
    /// The position a ply later.
    Later,
    /// Plays in this column, counted from 0.
    Column(u8),
}

/// The part of the program in which a key has its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContext {
    /// Everywhere.
    Anywhere,
    /// The first screen.
    Home,
    /// The lobby.
    Lobby,
    /// The form for a new game.
    Form,
    /// A table.
    Table,
}

/// Keys with one meaning.
#[derive(Debug)]
pub struct Binding {
    /// The context in which the keys have this meaning.
    pub context: KeyContext,
    /// The keys.
    pub keys: &'static [Key],
    /// The names of the keys, for people.
    pub shown: &'static str,
    /// The meaning.
    pub intent: Intent,
    /// The meaning, for people.
    pub does: &'static str,
    /// True for a binding that the bottom line shows.
    pub essential: bool,
}

const fn bind(
    context: KeyContext,
    keys: &'static [Key],
    shown: &'static str,
    intent: Intent,
    does: &'static str,
    essential: bool,
) -> Binding {
    Binding {
        context,
        keys,
        shown,
        intent,
        does,
        essential,
    }
}

/// All key bindings, except for the digits, which play in their column.
pub static BINDINGS: &[Binding] = {
    use Key::{
        Backspace, Char, CtrlC, Down, End, Enter, Esc, Home as ToHome, Left, PageDown, PageUp,
        Right, Tab, Up,
    };
    use KeyContext::{Anywhere, Form, Home, Lobby, Table};
    &[
        bind(Anywhere, &[Up, Char('k')], "Up k", Intent::Up, "up", false),
        bind(
            Anywhere,
            &[Down, Char('j'), Tab],
            "Down j",
            Intent::Down,
            "down",
            false,
        ),
        bind(
            Anywhere,
            &[Left, Char('h')],
            "Left h",
            Intent::Left,
            "left, or less",
            false,
        ),
        bind(
            Anywhere,
            &[Right, Char('l')],
            "Right l",
            Intent::Right,
            "right, or more",
            false,
        ),
        bind(
            Anywhere,
            &[ToHome],
            "Home",
            Intent::First,
            "to the first",
            false,
        ),
        bind(Anywhere, &[End], "End", Intent::Last, "to the last", false),
        bind(
            Anywhere,
            &[PageUp],
            "PgUp",
            Intent::PageUp,
            "many up",
            false,
        ),
        bind(
            Anywhere,
            &[PageDown],
            "PgDn",
            Intent::PageDown,
            "many down",
            false,
        ),
        bind(
            Home,
            &[Enter, Char(' ')],
            "Enter",
            Intent::Choose,
            "choose",
            true,
        ),
        bind(
            Lobby,
            &[Enter, Char(' ')],
            "Enter",
            Intent::Choose,
            "join or watch",
            true,
        ),
        bind(
            Form,
            &[Enter, Char(' ')],
            "Enter",
            Intent::Choose,
            "start",
            true,
        ),
        bind(
            Table,
            &[Enter, Char(' ')],
            "Enter",
            Intent::Choose,
            "play at the cursor",
            true,
        ),
        bind(
            Form,
            &[Char('c')],
            "c",
            Intent::Clock,
            "write a clock",
            true,
        ),
        bind(Lobby, &[Char('n')], "n", Intent::NewGame, "new game", true),
        bind(
            Lobby,
            &[Char('f')],
            "f",
            Intent::Quick,
            "find an opponent",
            true,
        ),
        bind(Lobby, &[Char('c')], "c", Intent::Code, "room by code", true),
        bind(Lobby, &[Char('w')], "w", Intent::Watch, "watch", true),
        bind(
            Table,
            &[Char('m')],
            "m",
            Intent::Notation,
            "write a move",
            false,
        ),
        bind(Table, &[Char('t')], "t", Intent::Chat, "talk", true),
        bind(
            Table,
            &[Char('u')],
            "u",
            Intent::Act(Act::AskTakeback),
            "take a ply back",
            true,
        ),
        bind(
            Table,
            &[Char('d')],
            "d",
            Intent::Act(Act::OfferDraw),
            "offer a draw",
            false,
        ),
        bind(Table, &[Char('y')], "y", Intent::Accept, "accept", false),
        bind(Table, &[Char('n')], "n", Intent::Decline, "decline", false),
        bind(
            Table,
            &[Char('x')],
            "x",
            Intent::Act(Act::Resign),
            "resign",
            true,
        ),
        bind(
            Table,
            &[Char('b')],
            "b",
            Intent::Act(Act::Abort),
            "abort before both have moved",
            false,
        ),
        bind(
            Table,
            &[Char('g')],
            "g",
            Intent::Act(Act::Claim),
            "claim the game of who stays away",
            false,
        ),
        bind(
            Table,
            &[Char('r')],
            "r",
            Intent::Act(Act::Rematch),
            "rematch",
            true,
        ),
        bind(
            Table,
            &[Char('s')],
            "s",
            Intent::Save,
            "save the game as text",
            false,
        ),
        bind(
            Table,
            &[Char('v')],
            "v",
            Intent::Values,
            "what each column is worth",
            true,
        ),
        bind(
            Table,
            &[Char(',')],
            ",",
            Intent::Earlier,
            "a ply back, when the game is over",
            false,
        ),
        bind(Table, &[Char('.')], ".", Intent::Later, "a ply on", false),
        bind(
            Anywhere,
            &[Esc, Char('q'), Backspace],
            "Esc q",
            Intent::Back,
            "back",
            true,
        ),
        bind(Anywhere, &[Char('?')], "?", Intent::Help, "all keys", true),
        bind(
            Anywhere,
            &[CtrlC],
            "Ctrl-C",
            Intent::Quit,
            "leave the program",
            false,
        ),
    ]
};

/// Returns the meaning of a key in a context.
pub fn intent(context: KeyContext, key: Key) -> Option<Intent> {
    if context == KeyContext::Table
        && let Key::Char(digit @ '1'..='9') = key
    {
        return Some(Intent::Column(digit as u8 - b'1'));
    }
    BINDINGS
        .iter()
        .filter(|binding| binding.context == context || binding.context == KeyContext::Anywhere)
        .find(|binding| binding.keys.contains(&key))
        .map(|binding| binding.intent)
}

/// The bindings that apply in a context, its own before those of every context.
pub fn bindings(context: KeyContext) -> impl Iterator<Item = &'static Binding> {
    let bound_in = move |wanted: KeyContext| {
        BINDINGS
            .iter()
            .filter(move |binding| binding.context == wanted)
    };
    bound_in(context)
        .chain(bound_in(KeyContext::Anywhere).filter(move |_| context != KeyContext::Anywhere))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_means_what_the_table_says() {
        for context in [
            KeyContext::Home,
            KeyContext::Lobby,
            KeyContext::Form,
            KeyContext::Table,
        ] {
            for binding in bindings(context) {
                for &key in binding.keys {
                    assert_eq!(
                        intent(context, key),
                        Some(binding.intent),
                        "{context:?} {key:?}"
                    );
                }
            }
        }
        assert_eq!(
            intent(KeyContext::Table, Key::Char('4')),
            Some(Intent::Column(3))
        );
        assert_eq!(intent(KeyContext::Home, Key::Char('z')), None);
    }
}
