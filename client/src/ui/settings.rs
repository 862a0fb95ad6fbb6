//! The settings that a person changes inside the program: each is in force, and kept for the next start, at once.
//!
//! A flag, the environment or the file of settings says more: what they set is in force again at the next start.

use clap::ValueEnum;
use protocol::game::Game;
use protocol::rules::Variant;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::form::yes_or_no;
use super::keys::turned;
use super::widgets::choices::{Choice, Choices, Item};
use super::widgets::{draw_position, upright};
use super::{Action, App, Around, Component, Effect, PromptKind, Scene, Screen, Target, step};
use crate::args::LookArgs;
use crate::board::{ColourChoice, Depth, GraphicsChoice, Ground, GroundChoice, Look, Theme};
use crate::input::{Binding, Intent, keys};
use crate::language::{Language, in_force, within};

/// The screen of the settings.
#[derive(Debug, Default)]
pub struct Settings {
    /// The chosen line.
    chosen: usize,
    /// The name of the theme, or of its file.
    pub theme: String,
    /// The background.
    pub ground: GroundChoice,
    /// The colours that the terminal is taken to have.
    pub colours: ColourChoice,
    /// Boards as images, or drawn in characters.
    pub graphics: GraphicsChoice,
    /// True if discs fall before they lie.
    pub falls: bool,
    /// True where nothing rings.
    pub quiet: bool,
}

/// A setting that the event loop puts in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Everything that is seen, as [`Settings`] has it.
    Look,
    /// The language.
    Language(Language),
}

/// A line of the screen.
#[derive(Clone, Copy)]
enum Field {
    Theme,
    Ground,
    Colours,
    Graphics,
    Falls,
    Bell,
    Language,
    Name,
    Key,
}

/// The lines, from the top.
const FIELDS: [Field; 9] = [
    Field::Theme,
    Field::Ground,
    Field::Colours,
    Field::Graphics,
    Field::Falls,
    Field::Bell,
    Field::Language,
    Field::Name,
    Field::Key,
];

/// Columns and rows from which on a screen has the boards, and columns of the lines before them: on a wide screen, with
/// an upright line between, and on another one.
const PREVIEW: (u16, u16) = (76, 18);
const WIDE: u16 = 110;
const LINES: [u16; 2] = [66, 49];

/// Rows of the second board, with an empty one before it.
const SECOND: u16 = 10;

/// Most rows of the lines with the explanation below them.
const ROWS: u16 = 24;

/// The games of the preview, with the moves that were played.
const BOARDS: [(&str, &str); 2] = [
    ("connect-four", "4 5 1 2 3 4 4 5 5 4 5 3 4 3"),
    ("custom:8x8x5:free", "d4 d5 e4 e5 f4 c4 d6"),
];

impl Settings {
    /// Takes the values that the start has.
    pub fn take(&mut self, look: &LookArgs) {
        look.theme_name().clone_into(&mut self.theme);
        self.falls = !look.no_animation;
        (self.ground, self.colours, self.graphics) = (look.ground, look.color, look.graphics);
    }

    fn field(&self) -> Field {
        // A click may be on a line of the screen before.
        FIELDS[self.chosen.min(FIELDS.len() - 1)]
    }
}

impl Component for Settings {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-change"), shown;
    };

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        match intent {
            Intent::Left => return self.change(false),
            Intent::Right | Intent::Choose => return self.change(true),
            Intent::Back => return vec![Effect::Open(Screen::Home)],
            _ => step(&mut self.chosen, intent, FIELDS.len()),
        }
        Vec::new()
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let (lines, boards) = parts(area);
        self.choices(app, scene.look).draw(scene.look, frame, lines);
        if boards.width > 0 && area.width >= WIDE {
            upright(boards.x - 3, area, scene.look, frame);
        }
        draw_boards(scene.look, frame, boards);
    }

    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        let (lines, _) = parts(area);
        self.choices(app, look)
            .target_at(lines, at)
            .map(Target::Line)
    }
}

/// The areas of the lines and of the boards.
fn parts(area: Rect) -> (Rect, Rect) {
    if area.width < PREVIEW.0 || area.height < PREVIEW.1 {
        return (area, Rect::default());
    }
    let [wide, narrow] = LINES;
    let (width, gap, above) = if area.width >= WIDE {
        (wide, 6, 1)
    } else {
        (narrow, 3, 0)
    };
    let lines = Rect {
        width,
        height: area.height.min(ROWS),
        ..area
    };
    let boards = Rect {
        x: area.x + width + gap,
        width: area.width - width - gap,
        y: area.y + above,
        height: area.height - above,
    };
    (lines, boards)
}

/// Both kinds of boards in the colours of the theme.
fn draw_boards(look: &Look, frame: &mut Frame<'_>, area: Rect) {
    // The second one has its smallest size, below the first.
    let mut rows = area.height.saturating_sub(SECOND);
    let mut y = area.y;
    for (variant, moves) in BOARDS {
        let variant = Variant::named(variant).expect("a variant of ours");
        let mut game = Game::new(variant);
        for text in moves.split(' ') {
            let square = game.read_move(text).expect("a move");
            game.play(square).expect("a legal move");
        }
        let place = Rect {
            y,
            height: rows,
            ..area
        };
        let Some(height) = draw_position(&game, &[], look, frame, place) else {
            return;
        };
        y += height + 1;
        rows = area.bottom().saturating_sub(y);
    }
}

impl Settings {
    /// The lines: label, value, what is said of it in a few words.
    fn choices(&self, app: &App, look: &Look) -> Choices {
        let choice = |label, value, note| {
            Item::Choice(Choice {
                label,
                value,
                note,
                ..Choice::default()
            })
        };
        let none = String::new;
        let detected = |is_detected| {
            if is_detected {
                say!("settings-detected")
            } else {
                none()
            }
        };
        let ground = match look.ground() {
            Ground::Dark => say!("settings-dark"),
            Ground::Light => say!("settings-light"),
        };
        let colours = match look.depth() {
            Depth::True => say!("settings-colours-all"),
            Depth::Indexed => "256".to_owned(),
            Depth::Sixteen => "16".to_owned(),
            Depth::Mono => say!("settings-colours-none"),
        };
        let has_images = look.pictures().is_some();
        let is_wanted = self.graphics == GraphicsChoice::On;
        let graphics = if has_images || is_wanted {
            say!("settings-images")
        } else {
            say!("settings-characters")
        };
        let lacking = if is_wanted && !has_images {
            say!("settings-not-here")
        } else {
            detected(self.graphics == GraphicsChoice::Auto)
        };
        let bell = if self.quiet {
            say!("settings-bell-off")
        } else {
            say!("settings-bell-on")
        };
        let key = app.home.me.key.clone();
        let key = key.unwrap_or_else(|| say!("settings-no-key"));
        Choices {
            items: vec![
                Item::Title(say!("settings-look")),
                choice(say!("settings-theme"), self.theme.clone(), none()),
                choice(
                    say!("settings-ground"),
                    ground,
                    detected(self.ground == GroundChoice::Auto),
                ),
                choice(
                    say!("settings-colours"),
                    colours,
                    detected(self.colours == ColourChoice::Auto),
                ),
                choice(say!("settings-graphics"), graphics, lacking),
                choice(say!("settings-falls"), yes_or_no(self.falls), none()),
                Item::Title(say!("settings-sound")),
                choice(say!("settings-bell"), bell, none()),
                Item::Title(say!("settings-you")),
                choice(
                    say!("settings-language"),
                    say!("settings-language-name"),
                    none(),
                ),
                choice(say!("settings-name"), app.home.me.shown(), none()),
                choice(say!("settings-key"), key, none()),
            ],
            chosen: self.chosen,
            button: None,
            about: match self.field() {
                Field::Theme => say!("settings-about-theme"),
                Field::Ground => say!("settings-about-ground"),
                Field::Colours => say!("settings-about-colours"),
                Field::Graphics => say!("settings-about-graphics"),
                Field::Falls => say!("settings-about-falls"),
                Field::Bell => say!("settings-about-bell"),
                Field::Language => Language::ALL
                    .map(|language| within(language, || say!("settings-language-name")))
                    .join(", "),
                Field::Name => say!("settings-about-name"),
                Field::Key => say!("settings-about-key"),
            },
            hint: say!("settings-hint"),
        }
    }

    /// Changes the chosen line to its next value, or to the one before.
    fn change(&mut self, forward: bool) -> Vec<Effect> {
        let (name, value, setting) = match self.field() {
            Field::Theme => {
                let theme = turned(&Theme::names(), |name| *name == self.theme, forward);
                theme.clone_into(&mut self.theme);
                ("theme", theme.to_owned(), Some(Setting::Look))
            }
            Field::Ground => {
                let value = turn(&mut self.ground, forward);
                ("ground", value, Some(Setting::Look))
            }
            Field::Colours => {
                let value = turn(&mut self.colours, forward);
                ("colours", value, Some(Setting::Look))
            }
            Field::Graphics => {
                let value = turn(&mut self.graphics, forward);
                ("graphics", value, Some(Setting::Look))
            }
            Field::Falls => {
                self.falls = !self.falls;
                ("falls", self.falls.to_string(), Some(Setting::Look))
            }
            Field::Bell => {
                self.quiet = !self.quiet;
                ("quiet", self.quiet.to_string(), None)
            }
            Field::Language => {
                let language = turned(&Language::ALL, |known| *known == in_force(), forward);
                let setting = Setting::Language(language);
                ("language", language.to_string(), Some(setting))
            }
            Field::Key => return Vec::new(),
            Field::Name => return vec![Effect::Type(PromptKind::Name)],
        };
        let set = setting.map(|setting| Effect::Do(Action::Set(setting)));
        set.into_iter().chain([Effect::Keep(name, value)]).collect()
    }
}

/// Takes the next value, or the one before, and returns its name.
fn turn<T: ValueEnum + PartialEq + Copy>(value: &mut T, forward: bool) -> String {
    *value = turned(T::value_variants(), |known| *known == *value, forward);
    let name = value.to_possible_value();
    name.map_or(String::new(), |name| name.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Key;
    use crate::ui::Event;
    use crate::ui::app::tests::Play;
    use crate::ui::tests::shown;

    fn key(play: &mut Play, key: Key) -> Vec<Action> {
        play.does(Event::Key(key))
    }

    #[test]
    fn a_setting_is_in_force_and_kept_at_once() {
        let mut play = Play::home();
        play.app.settings.theme = "classic".to_owned();
        play.press("s");
        assert_eq!(play.app.screen, Screen::Settings);
        let actions = key(&mut play, Key::Right);
        assert_eq!(actions[0], Action::Set(Setting::Look));
        let kept = |actions: &[Action], name: &str| match actions.last() {
            Some(Action::KeepChoices(kept)) => kept.settings.get(name).cloned(),
            _ => None,
        };
        assert_eq!(kept(&actions, "theme").as_deref(), Some("nightfall"));
        assert!(shown(&play.app, (80, 24)).contains("‹ nightfall ›"));
        key(&mut play, Key::Left);
        assert_eq!(play.app.settings.theme, "classic");
        key(&mut play, Key::Down);
        assert!(shown(&play.app, (80, 24)).contains("dark"));
        for (name, value) in [("ground", "dark"), ("colours", "16"), ("graphics", "on")] {
            let actions = key(&mut play, Key::Right);
            assert_eq!(actions[0], Action::Set(Setting::Look));
            assert_eq!(kept(&actions, name).as_deref(), Some(value));
            key(&mut play, Key::Down);
        }
        assert!(shown(&play.app, (80, 24)).contains("not in this terminal"));
        assert_eq!(key(&mut play, Key::Enter)[0], Action::Set(Setting::Look));
        assert!(play.app.settings.falls);
        key(&mut play, Key::Down);
        let actions = key(&mut play, Key::Enter);
        assert!(play.app.settings.quiet && shown(&play.app, (80, 24)).contains("‹ never ›"));
        assert_eq!(kept(&actions, "quiet").as_deref(), Some("true"));
        key(&mut play, Key::Down);
        let polish = Setting::Language(Language::Pl);
        assert_eq!(key(&mut play, Key::Left)[0], Action::Set(polish));
        key(&mut play, Key::Down);
        key(&mut play, Key::Enter);
        assert_eq!(play.app.prompt.as_ref().unwrap().kind, PromptKind::Name);
        key(&mut play, Key::Esc);
        key(&mut play, Key::Esc);
        assert_eq!(play.app.screen, Screen::Home);
    }

    #[test]
    fn every_setting_has_a_line_on_every_screen() {
        for size in [(40, 12), (80, 24), (120, 40)] {
            let mut play = Play::home();
            play.press("s");
            for label in [
                "Theme",
                "Background",
                "Colours",
                "Graphics",
                "Falling discs",
                "Notifications",
                "Language",
                "Name",
                "Key",
            ] {
                let screen = shown(&play.app, size);
                let chosen = screen
                    .lines()
                    .find(|line| line.trim_start().starts_with('>'));
                assert!(chosen.is_some_and(|line| line.contains(label)), "{screen}");
                key(&mut play, Key::Down);
            }
        }
    }
}
