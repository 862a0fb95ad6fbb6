//! The screens: their state, how it changes, and how it is drawn.
//!
//! event -> `App::update` -> the open screen -> effects -> `App::carry_out` -> [`Action`]s
//! `App` -> [`draw`] -> the open screen -> a frame
//!
//! Pure: nothing here knows the terminal or the network, and the same state gives the same picture. A screen is a
//! file with its state, its keys, its update and its drawing, and a row of the list of [`Screen`]s below.
//!
//! Sides differ by shape as well as by colour, so that a terminal without colours shows the whole game.

pub(crate) mod app;
mod effect;
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
mod rules;
mod server;
mod settings;
mod stable_width;
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
use app::{Ends, Server, ServerKind};
use effect::{Around, Effect, RoomRequest, around};
pub use evaluation::{Evaluated, Evaluation};
pub use form::{Field, Form};
pub use frame::{draw, target};
pub use games::{GameState, OwnGame};
pub use help::Help;
pub use history::History;
pub use home::{
    Bot, Friend, GameThere, Home, HomeItem, HostedUrls, Me, Opponent, ServerHere, ToPlay,
};
pub use keymap::{Fault, KeyMap, Row};
pub use keys::Confirm;
use keys::step;
pub use leaderboard::Leaderboard;
use lobby::Muted;
pub use lobby::{Lobby, LobbyLine};
pub(crate) use lobby::{has_open_seat, is_abandoned, is_over};
pub use profile::Profile;
pub use prompt::{Prompt, PromptKind};
pub use replay::Replay;
pub use rules::Rules;
pub use settings::{Setting, Settings};
use table::{COPIED, minutes, rematch_in_words};
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

/// A screen, by its state: it changes only itself, and what it does beyond itself are effects.
trait Component {
    /// The keys that the screen has of its own.
    const KEYS: &'static [Binding];

    /// The question to the server of a screen that opens, or whose connection came back, if it lacks an answer.
    fn ask(&mut self, _around: &Around<'_>) -> Option<Effect> {
        None
    }

    /// Does what a key means.
    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect>;

    /// True if `intent` can be carried out now.
    fn can(&self, _around: &Around<'_>, _intent: Intent) -> bool {
        true
    }

    /// The meaning of a click on a line or a cell; `was_chosen` where that was chosen already.
    fn click(&self, _was_chosen: bool) -> Option<Intent> {
        Some(Intent::Choose)
    }

    /// The chosen line, where the screen is a list.
    fn chosen(&mut self) -> Option<&mut usize> {
        None
    }

    /// Draws the screen.
    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect);

    /// The target at a position, where the screen is drawn in `area`.
    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target>;
}

/// A screen whose subject may be gone, which then leads back.
impl<S: Component> Component for Option<S> {
    const KEYS: &'static [Binding] = S::KEYS;

    fn ask(&mut self, around: &Around<'_>) -> Option<Effect> {
        self.as_mut()?.ask(around)
    }

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        match self {
            Some(screen) => screen.update(around, intent),
            None => vec![Effect::LeaveTable],
        }
    }

    fn can(&self, around: &Around<'_>, intent: Intent) -> bool {
        self.as_ref().is_none_or(|it| it.can(around, intent))
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        if let Some(screen) = self {
            screen.draw(app, scene, frame, area);
        }
    }

    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        self.as_ref()?.target_at(app, look, area, at)
    }
}

/// Declares the screens, each by the type of its state and the place of that in the app, and leads to their parts.
macro_rules! screens {
    ($($(#[$doc:meta])* $screen:ident: $state:ty = $($place:ident).+,)*) => {
        /// The open screen.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Screen {
            $($(#[$doc])* $screen,)*
        }

        impl Screen {
            /// Every screen.
            pub const ALL: &[Self] = &[$(Self::$screen),*];

            /// The keys that this screen has of its own.
            pub fn keys(self) -> &'static [Binding] {
                match self { $(Self::$screen => <$state as Component>::KEYS,)* }
            }

            /// True for a screen of boards: it has the line of the notice, too, and a notice may cover a part of it.
            fn has_boards(self) -> bool {
                matches!(self, Self::Table | Self::Tv | Self::Replay)
            }

            /// The name of the screen in the file of settings.
            pub fn name(self) -> String {
                format!("{self:?}").to_ascii_lowercase()
            }

            /// Sends the question that the screen has.
            fn ask(self, app: &mut App) -> Vec<Action> {
                let ask = match self { $(Self::$screen => app$(.$place)+.ask(around!(app)),)* };
                app.carry_out(ask.into_iter().collect())
            }

            fn update(self, app: &mut App, intent: Intent) -> Vec<Action> {
                let around = around!(app);
                let effects = match self { $(Self::$screen => app$(.$place)+.update(around, intent),)* };
                app.carry_out(effects)
            }

            fn can(self, app: &App, intent: Intent) -> bool {
                match self { $(Self::$screen => app$(.$place)+.can(around!(app), intent),)* }
            }

            fn click(self, app: &App, was_chosen: bool) -> Option<Intent> {
                match self { $(Self::$screen => app$(.$place)+.click(was_chosen),)* }
            }

            fn chosen(self, app: &mut App) -> Option<&mut usize> {
                match self { $(Self::$screen => app$(.$place)+.chosen(),)* }
            }

            fn draw(self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
                match self { $(Self::$screen => app$(.$place)+.draw(app, scene, frame, area),)* }
            }

            fn target_at(self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
                match self { $(Self::$screen => app$(.$place)+.target_at(app, look, area, at),)* }
            }
        }
    };
}

screens! {
    /// The first screen: where to play.
    #[default]
    Home: Home = home,
    /// The opponents to choose from.
    Opponents: ToPlay = home.to_play,
    /// The rooms of a server.
    Lobby: Lobby = lobby,
    /// A new game.
    Form: Form = form,
    /// A table.
    Table: Option<View> = view,
    /// Running games side by side.
    Tv: Tv = tv,
    /// A saved game.
    Replay: Option<Replay> = replay,
    /// The rules of a game.
    Rules: Rules = rules,
    /// The settings.
    Settings: Settings = settings,
    /// Games that are over.
    History: History = history,
    /// A person, by their games.
    Profile: Profile = profile,
    /// The order of the players.
    Leaderboard: Leaderboard = leaderboard,
    /// A tournament.
    Tournament: Tournament = tournament,
    /// A new tournament.
    TournamentForm: TournamentForm = tournament_form,
}
