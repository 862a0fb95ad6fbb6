//! Key bindings: from key to intent, by tables that the help screen and the bottom line print.
//!
//! Each screen has the table of its own keys (`ui/<screen>.rs`).

mod key;

use protocol::act::Act;

pub use key::Key;

use crate::language::Id;

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
    /// Tells what others need to join: the addresses and the key of the server in this program.
    Invite,
    /// Watches the room.
    Watch,
    /// Shows the running games.
    Tv,
    /// Sends a chat message.
    Chat,
    /// Hides what somebody says, or shows it again.
    Mute,
    /// Types the text that rooms must have to be listed.
    FilterText,
    /// Lists the rooms of the next game.
    FilterGame,
    /// Lists the rooms in the next state.
    FilterState,
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
    /// Types this person's name.
    Name,
    /// Types the value of the chosen line.
    Edit,
    /// Shows the rules of the game.
    Rules,
    /// Locks the room, or opens it again.
    Lock,
    /// Sends somebody out of the room.
    Remove,
    /// Closes the chat of the room, or opens it again.
    CloseChat,
    /// Saves the game as text.
    Save,
    /// Sends the game as text to the clipboard.
    Copy,
    /// Shows or hides the scores of columns.
    Values,
    /// Shows or hides the evaluation of the whole game.
    Evaluate,
    /// The position a ply earlier.
    Earlier,
    /// The position a ply later.
    Later,
    /// The position before the first ply.
    Beginning,
    /// The last position, where the game goes on.
    Live,
    /// Plays in this column, counted from 0.
    Column(u8),
}

/// Keys with one meaning.
#[derive(Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [Key],
    /// The meaning.
    pub intent: Intent,
    /// The meaning, for people.
    pub does: Id,
    /// True for a binding that the bottom line shows.
    pub essential: bool,
}

impl Binding {
    /// The name of the first key, for people: the others are in the list of keys.
    pub fn name(&self) -> String {
        self.keys
            .first()
            .map_or_else(String::new, |key| key.shown())
    }

    /// The names of the keys, for people.
    pub fn names(&self) -> String {
        let names: Vec<_> = self.keys.iter().copied().map(Key::shown).collect();
        names.join(" ")
    }
}

/// Creates a row of a table of keys.
pub(crate) const fn bind(
    keys: &'static [Key],
    intent: Intent,
    does: Id,
    essential: bool,
) -> Binding {
    Binding {
        keys,
        intent,
        does,
        essential,
    }
}

/// The keys that have their meaning on every screen.
pub static EVERYWHERE: &[Binding] = {
    use Key::{
        Backspace, Char, CtrlC, Down, End, Esc, Home as ToHome, Left, PageDown, PageUp, Right, Tab,
        Up,
    };
    &[
        bind(&[Up, Char('k')], Intent::Up, id!("keys-up"), false),
        bind(
            &[Down, Char('j'), Tab],
            Intent::Down,
            id!("keys-down"),
            false,
        ),
        bind(&[Left, Char('h')], Intent::Left, id!("keys-left"), false),
        bind(&[Right, Char('l')], Intent::Right, id!("keys-right"), false),
        bind(&[ToHome], Intent::First, id!("keys-first"), false),
        bind(&[End], Intent::Last, id!("keys-last"), false),
        bind(&[PageUp], Intent::PageUp, id!("keys-many-up"), false),
        bind(&[PageDown], Intent::PageDown, id!("keys-many-down"), false),
        bind(
            &[Esc, Char('q'), Backspace],
            Intent::Back,
            id!("keys-back"),
            true,
        ),
        bind(&[Char('?')], Intent::Help, id!("keys-all"), true),
        bind(&[CtrlC], Intent::Quit, id!("keys-quit"), false),
    ]
};

/// Returns the meaning of a key on a screen with these keys of its own.
pub fn intent(own: &'static [Binding], key: Key) -> Option<Intent> {
    bindings(own)
        .find(|binding| binding.keys.contains(&key))
        .map(|binding| binding.intent)
}

/// The bindings that apply on a screen, its own before those of every screen.
pub fn bindings(own: &'static [Binding]) -> impl Iterator<Item = &'static Binding> {
    own.iter().chain(EVERYWHERE)
}

/// The bindings to show to a person: without those of every screen whose first key has another meaning on this one.
pub fn shown(own: &'static [Binding]) -> impl Iterator<Item = &'static Binding> {
    let is_free = |binding: &&Binding| {
        let first = binding.keys.first();
        first.is_none_or(|first| !own.iter().any(|own| own.keys.contains(first)))
    };
    own.iter().chain(EVERYWHERE.iter().filter(is_free))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_screen_go_before_those_of_every_screen() {
        static OWN: &[Binding] = &[bind(
            &[Key::Char('k')],
            Intent::Chat,
            id!("keys-talk"),
            true,
        )];
        assert_eq!(intent(OWN, Key::Char('k')), Some(Intent::Chat));
        assert_eq!(intent(OWN, Key::Char('j')), Some(Intent::Down));
        assert_eq!(intent(OWN, Key::Char('z')), None);
    }

    #[test]
    fn a_key_is_shown_with_one_meaning() {
        static OWN: &[Binding] = &[bind(&[Key::Up], Intent::Earlier, id!("keys-earlier"), true)];
        let shown: Vec<_> = shown(OWN).map(|binding| binding.does).collect();
        assert!(shown.contains(&id!("keys-earlier")) && !shown.contains(&id!("keys-up")));
        assert_eq!(intent(OWN, Key::Char('k')), Some(Intent::Up));
    }
}
