//! The settings that a person changes inside the program: each is in force, and kept for the next start, at once.
//!
//! A flag, the environment or the file of settings says more: what they set is in force again at the next start.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::widgets::choices::{Choice, Choices, Item};
use super::{Action, App, Page, PromptKind, Scene, Screen, Target, logo, step};
use crate::board::{Look, Theme};
use crate::input::{Binding, Intent, Key, bind};
use crate::language::{Language, in_force, within};

/// The screen of the settings.
#[derive(Debug, Default)]
pub struct Settings {
    /// The chosen line.
    chosen: usize,
    /// The name of the theme, or of its file.
    pub theme: String,
    /// True if discs fall before they lie.
    pub falls: bool,
}

/// A setting of the screens that the event loop puts in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The colours, by the name of the theme.
    Theme(String),
    /// Whether discs fall before they lie.
    Falls(bool),
    /// The language.
    Language(Language),
}

/// A line of the screen.
#[derive(Clone, Copy)]
enum Field {
    Theme,
    Falls,
    Bell,
    Language,
    Name,
}

/// The lines, from the top.
const FIELDS: [Field; 5] = [
    Field::Theme,
    Field::Falls,
    Field::Bell,
    Field::Language,
    Field::Name,
];

/// Columns and rows of a screen with a preview, and the columns before it on a wide one.
const PREVIEW: (u16, u16) = (60, 20);
const WIDE: (u16, u16) = (100, 74);

impl Settings {
    fn field(&self) -> Field {
        // A click may be on a line of the screen before.
        FIELDS[self.chosen.min(FIELDS.len() - 1)]
    }
}

impl Page for Settings {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter};
        &[bind(
            &[Enter, Char(' ')],
            Intent::Choose,
            id!("keys-change"),
            true,
        )]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        match intent {
            Intent::Left => return app.change_setting(false),
            Intent::Right | Intent::Choose => return app.change_setting(true),
            Intent::Back => app.screen = Screen::Home,
            _ => step(&mut app.settings.chosen, intent, FIELDS.len()),
        }
        Vec::new()
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.settings.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let (preview, list) = parts(area);
        choices(app).draw(scene.look, frame, list);
        let logo = logo::lines(scene.look, preview.width.into(), area.height.into());
        let wide = logo.first().map_or(0, |line| line.width() as u16);
        let left = (preview.width - wide.min(preview.width)) / 2;
        for (line, y) in logo.into_iter().zip(preview.y..preview.bottom()) {
            let place = Rect::new(preview.x + left, y, wide, 1);
            frame.render_widget(line, place.intersection(area));
        }
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        let (_, list) = parts(area);
        choices(app).target_at(list, at).map(Target::Line)
    }
}

/// The areas of the preview and of the lines.
fn parts(area: Rect) -> (Rect, Rect) {
    if area.width >= WIDE.0 {
        let preview = Rect {
            x: area.x + WIDE.1,
            width: area.width - WIDE.1,
            y: area.y + area.height / 2,
            height: area.height / 2,
        };
        return (preview, area);
    }
    let has_room = area.width >= PREVIEW.0 && area.height >= PREVIEW.1;
    let height = if has_room { 7 } else { 0 };
    let list = Rect {
        y: area.y + height,
        height: area.height - height,
        ..area
    };
    (Rect { height, ..area }, list)
}

fn choices(app: &App) -> Choices {
    let yes_or_no = |yes| {
        if yes {
            say!("form-yes")
        } else {
            say!("form-no")
        }
    };
    let choice = |label, value| {
        let note = String::new();
        let is_ruled_out = false;
        Item::Choice(Choice {
            label,
            value,
            note,
            is_ruled_out,
        })
    };
    let bell = if app.quiet {
        say!("settings-bell-off")
    } else {
        say!("settings-bell-on")
    };
    Choices {
        items: vec![
            Item::Title(say!("settings-look")),
            choice(say!("settings-theme"), app.settings.theme.clone()),
            choice(say!("settings-falls"), yes_or_no(app.settings.falls)),
            Item::Title(say!("settings-sound")),
            choice(say!("settings-bell"), bell),
            Item::Title(say!("settings-you")),
            choice(say!("settings-language"), say!("settings-language-name")),
            choice(say!("settings-name"), app.home.me.shown()),
        ],
        chosen: app.settings.chosen,
        button: None,
        about: match app.settings.field() {
            Field::Theme => say!("settings-about-theme"),
            Field::Falls => say!("settings-about-falls"),
            Field::Bell => say!("settings-about-bell"),
            Field::Language => Language::ALL
                .map(|language| within(language, || say!("settings-language-name")))
                .join(", "),
            Field::Name => say!("settings-about-name"),
        },
        hint: say!("settings-hint"),
    }
}

impl App {
    /// Changes the chosen line to its next value, or to the one before.
    fn change_setting(&mut self, forward: bool) -> Vec<Action> {
        let (name, value, setting) = match self.settings.field() {
            Field::Theme => {
                let now = &self.settings.theme;
                let theme = turned(&Theme::names(), |name| name == now, forward).to_owned();
                self.settings.theme.clone_from(&theme);
                ("theme", theme.clone(), Some(Setting::Theme(theme)))
            }
            Field::Falls => {
                self.settings.falls = !self.settings.falls;
                let falls = self.settings.falls;
                ("falls", falls.to_string(), Some(Setting::Falls(falls)))
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
            Field::Name => {
                let name = self.home.me.name.clone().unwrap_or_default();
                return self.open_prompt_with(PromptKind::Name, &name);
            }
        };
        let mut actions: Vec<_> = setting.map(Action::Set).into_iter().collect();
        actions.extend(self.keep(|kept| {
            kept.settings.insert(name.to_owned(), value);
        }));
        actions
    }
}

/// The value after the one in force, or before it; or else the first.
fn turned<T: Copy>(all: &[T], is_now: impl Fn(&T) -> bool, forward: bool) -> T {
    let by = if forward { 1 } else { all.len() - 1 };
    let now = all.iter().position(is_now);
    all[now.map_or(0, |now| (now + by) % all.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let nightfall = Setting::Theme("nightfall".to_owned());
        assert_eq!(actions[0], Action::Set(nightfall));
        let kept = |actions: &[Action], name: &str| match actions.last() {
            Some(Action::KeepChoices(kept)) => kept.settings.get(name).cloned(),
            _ => None,
        };
        assert_eq!(kept(&actions, "theme").as_deref(), Some("nightfall"));
        assert!(shown(&play.app, (80, 24)).contains("‹ nightfall ›"));
        key(&mut play, Key::Left);
        assert_eq!(play.app.settings.theme, "classic");
        key(&mut play, Key::Down);
        let falls = Setting::Falls(true);
        assert_eq!(key(&mut play, Key::Enter)[0], Action::Set(falls));
        key(&mut play, Key::Down);
        let actions = key(&mut play, Key::Enter);
        assert!(play.app.quiet && shown(&play.app, (80, 24)).contains("‹ never ›"));
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
            for label in ["Theme", "Falling discs", "Bell", "Language", "Name"] {
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
