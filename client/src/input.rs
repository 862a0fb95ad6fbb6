//! Key bindings: rows of the tables from key to intent.
//!
//! Each screen has the table of its own keys (`ui/<screen>.rs`); the file of settings changes them, and
//! [`KeyMap`](crate::ui::KeyMap) has what is in force. The list of keys, the bottom line, the manual page and
//! `MANUAL.md` print it.

mod key;

use std::borrow::Cow;

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
    /// The games that are over, of this person or of the one on the screen.
    Games,
    /// The profile of the player on the chosen line.
    Person,
    /// The order of the players.
    Places,
    /// Only today's, or those of all time.
    Today,
    /// The next game.
    NextGame,
    /// Types the clock.
    Clock,
    /// Types this person's name.
    Name,
    /// Opens the settings.
    Settings,
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
    /// A new tournament.
    NewTournament,
    /// An act in a tournament.
    Tournament(TournamentKey),
}

/// A key on the page of a tournament; the last five are the organiser's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentKey {
    /// Enters, or comes back.
    EnterTournament,
    /// Is ready for the next round.
    Ready,
    /// Sits out, or plays again.
    Pause,
    /// Shows the next part of the page.
    NextPane,
    /// Leaves the tournament.
    Withdraw,
    /// Starts the next round.
    NextRound,
    /// Stops the countdowns, or lets them run.
    Hold,
    /// Adds a person or a bot.
    Add,
    /// Takes an entrant out.
    TakeOut,
    /// Corrects a result.
    Correct,
    /// Ends the tournament.
    End,
}

impl Intent {
    /// The name of the action in the file of settings: the words of the variant, `ask-takeback`.
    pub fn name(self) -> String {
        match self {
            // A screen has the bare name.
            Self::Tv => return "show-tv".to_owned(),
            Self::Rules => return "show-rules".to_owned(),
            Self::Settings => return "show-settings".to_owned(),
            _ => {}
        }
        let variant = format!("{self:?}");
        let inner = variant.split_once('(').map(|(_, inner)| inner);
        let variant = inner.unwrap_or(&variant);
        let mut name = String::new();
        for character in variant.chars().filter(char::is_ascii_alphabetic) {
            if character.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(character.to_ascii_lowercase());
        }
        name
    }
}

/// Keys with one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The keys.
    pub keys: Cow<'static, [Key]>,
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
        keys: Cow::Borrowed(keys),
        intent,
        does,
        essential,
    }
}

/// The keys that have their meaning on every screen.
pub static EVERYWHERE: &[Binding] = {
    use Key::{
        Backspace, Char, Ctrl, Down, End, Esc, Home as ToHome, Left, PageDown, PageUp, Right, Tab,
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
        bind(&[Ctrl('c')], Intent::Quit, id!("keys-quit"), false),
    ]
};

/// A line of the section `keys` in the file of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebinding {
    /// The name of the screen; none for all.
    pub screen: Option<String>,
    /// The name of the action.
    pub action: String,
    /// The names of the keys that it has instead.
    pub keys: Vec<String>,
    /// The line in the file, counted from 1.
    pub line: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_actions_are_words_of_the_intents() {
        for (intent, name) in [
            (Intent::NewGame, "new-game"),
            (Intent::Act(Act::AskTakeback), "ask-takeback"),
            (Intent::Act(Act::Resign), "resign"),
            (Intent::Up, "up"),
            (Intent::Tv, "show-tv"),
        ] {
            assert_eq!(intent.name(), name);
        }
    }
}
