//! The screens: their state, how it changes, and how it is drawn.
//!
//! event -> `App::update` -> the open screen -> [`Action`]s
//! `App` -> [`draw`] -> the open screen -> a frame
//!
//! Pure: nothing here knows the terminal or the network, and the same state gives the same picture. A screen is a
//! file with its state, its keys, its update and its drawing, and a row of the list of [`Screen`]s below.
//!
//! Sides differ by shape as well as by colour, so that a terminal without colours shows the whole game.

pub(crate) mod app;
mod chat_space;
mod evaluation;
mod form;
mod frame;
mod game_layout;
mod games;
mod help;
mod history;
mod home;
mod invitation;
mod keymap;
mod keys;
mod leaderboard;
mod lobby;
mod logo;
mod opening;
mod past;
mod profile;
mod prompt;
mod replay;
mod review;
mod roles;
mod room_requests;
mod rules;
mod server;
mod settings;
mod stable_width;
mod strength;
mod table;
mod text;
mod tournament;
mod tv;
mod widgets;

#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::board::{Look, Moving};
use crate::input::{Binding, Intent};

pub use crate::board::Glyphs;
pub use app::{Action, App, Connection, Event, Goal, Greeting, HostScope, Listen, Target};
pub use evaluation::{Evaluated, Evaluation};
pub use form::{Field, Form};
pub use frame::{draw, target};
pub use games::{GameState, OwnGame};
pub use history::History;
pub use home::{
    Bot, Friend, GameThere, Home, HomeItem, HostedUrls, Me, Opponent, Opponents, ServerHere, ToPlay,
};
pub use keymap::{Fault, KeyMap, Row};
pub use keys::Confirm;
use keys::step;
pub use leaderboard::Leaderboard;
use lobby::Muted;
pub use lobby::{Lobby, LobbyLine};
pub(crate) use lobby::{has_open_seat, is_abandoned};
pub use profile::Profile;
pub use prompt::{Prompt, PromptKind};
pub use replay::Replay;
pub use rules::Rules;
pub use settings::{Setting, Settings};
pub use table::{Values, View};
pub use tournament::{Tournament, TournamentForm};
pub use tv::Tv;
use widgets::{above_notice, centred, chosen_style, edge, framed, popup};

/// The look of a frame.
#[derive(Clone, Copy)]
struct Scene<'a> {
    look: &'a Look,
    /// The moving parts of the board.
    moving: Moving,
}

/// The parts of a screen, for the type of its state.
trait Page {
    /// The keys that the screen has of its own.
    const KEYS: &'static [Binding];

    /// Carries out what a key means.
    fn update(app: &mut App, intent: Intent) -> Vec<Action>;

    /// The meaning of a click on a line or a cell; `was_chosen` where that was chosen already.
    fn click(_app: &App, _was_chosen: bool) -> Option<Intent> {
        Some(Intent::Choose)
    }

    /// The chosen line, where the screen is a list.
    fn chosen(_app: &mut App) -> Option<&mut usize> {
        None
    }

    /// Draws the screen.
    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect);

    /// The target at a position, where the screen is drawn in `area`.
    fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target>;
}

/// Declares the screens, each by the type of its state, and leads to their parts.
macro_rules! screens {
    ($($(#[$doc:meta])* $screen:ident: $state:ty,)*) => {
        /// The open screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Screen {
            $($(#[$doc])* $screen,)*
        }

        impl Screen {
            /// Every screen.
            pub const ALL: &[Self] = &[$(Self::$screen),*];

            /// The keys that this screen has of its own.
            pub fn keys(self) -> &'static [Binding] {
                match self { $(Self::$screen => <$state as Page>::KEYS,)* }
            }

            /// The name of the screen in the file of settings.
            pub fn name(self) -> String {
                format!("{self:?}").to_ascii_lowercase()
            }

            fn update(self, app: &mut App, intent: Intent) -> Vec<Action> {
                match self { $(Self::$screen => <$state as Page>::update(app, intent),)* }
            }

            fn click(self, app: &App, was_chosen: bool) -> Option<Intent> {
                match self { $(Self::$screen => <$state as Page>::click(app, was_chosen),)* }
            }

            fn chosen(self, app: &mut App) -> Option<&mut usize> {
                match self { $(Self::$screen => <$state as Page>::chosen(app),)* }
            }

            fn draw(self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
                match self { $(Self::$screen => <$state as Page>::draw(app, scene, frame, area),)* }
            }

            fn target_at(self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
                match self { $(Self::$screen => <$state as Page>::target_at(app, look, area, at),)* }
            }
        }
    };
}

screens! {
    /// The first screen: where to play.
    Home: Home,
    /// The opponents to choose from.
    Opponents: Opponents,
    /// The rooms of a server.
    Lobby: Lobby,
    /// A new game.
    Form: Form,
    /// A table.
    Table: View,
    /// Running games side by side.
    Tv: Tv,
    /// A saved game.
    Replay: Replay,
    /// The rules of a game.
    Rules: Rules,
    /// The settings.
    Settings: Settings,
    /// Games that are over.
    History: History,
    /// A person, by their games.
    Profile: Profile,
    /// The order of the players.
    Leaderboard: Leaderboard,
    /// A tournament.
    Tournament: Tournament,
    /// A new tournament.
    TournamentForm: TournamentForm,
}
