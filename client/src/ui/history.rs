//! The games that are over, the newest first, in pages.

use jiff::Zoned;
use protocol::id::GameNr;
use protocol::view::PastGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::past::{GameLine, draw_beside, link_to, look_back_at, on_key, person, places};
use super::text::{fit, shortened_line};
use super::widgets::list::{List, Row, in_ascii};
use super::widgets::upright;
use super::{Action, App, Around, Component, Effect, PromptKind, Scene, Target, roles};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::Said;
use crate::past::{self, Filter, Time};
use crate::words;

/// The games on the screen.
#[derive(Debug, Default)]
pub struct History {
    filter: Filter,
    games: Vec<PastGame>,
    /// The number of games that the filter wants, if the server has counted them.
    total: Option<u32>,
    /// The time of the answer.
    answered: Zoned,
    /// The beginning of the next page, if there is one.
    older: Option<GameNr>,
    /// The pages before this one: the beginning of each, and the number of games before it.
    newer: Vec<(Option<GameNr>, usize)>,
    /// The beginning of this page, and the number of games before it.
    here: (Option<GameNr>, usize),
    chosen: usize,
    /// True until the server has answered.
    pub(super) waits: bool,
    /// The records so far, while all games of the filter are written to a file.
    export: Option<String>,
}

/// Columns of a screen that has room for the chosen game beside the list, and of the list there.
const WIDE: u16 = 110;
const LIST: u16 = 80;

impl History {
    /// The games that a filter asks for, before the answer.
    pub(super) fn new(filter: Filter) -> Self {
        Self {
            filter,
            waits: true,
            ..Self::default()
        }
    }

    fn chosen_game(&self) -> Option<&PastGame> {
        self.games.get(self.chosen)
    }

    fn ended(&self, game: &PastGame) -> Zoned {
        past::before(&self.answered, game.ended)
    }

    /// The side of the person whose games they are.
    fn side(&self, game: &PastGame) -> Option<protocol::side::Side> {
        past::side_of(game, self.filter.player.as_ref()?.as_str())
    }

    /// The rows: a title for each day, and its games.
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut day = None;
        for (at, game) in self.games.iter().enumerate() {
            let date = self.ended(game).date();
            if day.replace(date) != Some(date) {
                let title = words::past::day(date, &self.answered);
                rows.push(Row::Title(title, Vec::new()));
            }
            rows.push(Row::Line(at));
        }
        rows
    }

    /// The filter in words.
    fn words(&self) -> String {
        let Filter {
            player,
            opponent,
            variant,
            result,
            time,
            moves,
            against,
        } = &self.filter;
        let name = |name: &protocol::text::Name| crate::text::plain(name.as_str());
        let who = match (player.as_ref().map(name), opponent.as_ref().map(name)) {
            (None, None) => say!("history-anyone"),
            (Some(player), None) => match against {
                Some(protocol::view::OpponentKind::People) => {
                    say!("history-against-people", player = player)
                }
                Some(protocol::view::OpponentKind::Bots) => {
                    say!("history-against-bots", player = player)
                }
                _ => say!("history-against-anyone", player = player),
            },
            (Some(player), Some(opponent)) => {
                say!("history-against", player = player, opponent = opponent)
            }
            (None, Some(opponent)) => opponent,
        };
        let game = variant.map_or_else(|| say!("history-all-games"), |variant| variant.said());
        let result = result.map_or_else(|| say!("history-any-result"), |result| result.said());
        let time = match time {
            None => say!("history-any-time"),
            Some(Time::Today) => say!("history-today"),
            Some(Time::Days(days)) => say!("history-days", count = *days),
        };
        let moves = moves.map(|(least, most)| match most {
            u16::MAX => say!("history-moves-from", least = least.to_string()),
            most => say!(
                "history-moves-range",
                least = least.to_string(),
                most = most.to_string()
            ),
        });
        let parts = [Some(who), Some(game), Some(result), Some(time), moves];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(" · ")
    }

    /// The games on the screen by their numbers in the list, and the keys that lead to more.
    fn place(&self, app: &App) -> String {
        let (_, before) = self.here;
        let first = (before + 1).to_string();
        let last = (before + self.games.len()).to_string();
        let mut parts = vec![match self.total.map(words::past::total) {
            Some(total) => say!(
                "history-place-of",
                first = first,
                last = last,
                total = total
            ),
            None => say!("history-place", first = first, last = last),
        }];
        let keys = [
            (self.older.is_some(), Intent::PageDown),
            (!self.newer.is_empty(), Intent::PageUp),
        ];
        for (is_there, intent) in keys {
            let key = app.keymap.key(app.screen, intent);
            if let Some(key) = key.filter(|_| is_there) {
                parts.push(match intent {
                    Intent::PageDown => say!("history-older", key = key),
                    _ => say!("history-newer", key = key),
                });
            }
        }
        parts.join(" · ")
    }
}

impl Component for History {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-look-back"), shown;
        Char('/') => Intent::FilterText, id!("keys-filter"), shown;
        Char('p') => Intent::Person, id!("keys-profile"), shown;
        Char('c') => Intent::Copy, id!("keys-copy-link"), shown;
        Char('e') => Intent::Save, id!("keys-export"), shown;
        Char('b') => Intent::Places, id!("keys-leaderboard"), shown;
        Char('g') => Intent::FilterGame, id!("keys-filter-game");
        PageDown => Intent::PageDown, id!("keys-older");
        PageUp => Intent::PageUp, id!("keys-newer");
    };

    fn ask(&mut self, around: &Around<'_>) -> Option<Effect> {
        self.export = None;
        self.waits.then(|| self.question(around, self.here.0))
    }

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let lines = self.games.len();
        let effect = match intent {
            Intent::PageDown => self.older_games(around),
            Intent::PageUp if self.waits => None,
            Intent::PageUp => {
                let newer = self.newer.pop();
                newer.and_then(|newer| self.turn_to(newer, around))
            }
            Intent::Choose => self.chosen_game().map(|game| look_back_at(game, around)),
            Intent::FilterText => {
                let text = self.filter.to_string();
                Some(Effect::TypeOver(PromptKind::Games, text))
            }
            Intent::FilterGame => {
                let mut filter = std::mem::take(&mut self.filter);
                filter.variant = next_variant(filter.variant);
                *self = Self::new(filter);
                self.ask(around)
            }
            Intent::Person => Some(person(self.chosen_game().and_then(|game| {
                let of = |side| past::with_profile(&game.players[side]);
                match self.side(game) {
                    Some(side) => of(side.other()),
                    None => game.players.iter().find_map(|(side, _)| of(side)),
                }
            }))),
            Intent::Places => Some(places(self.filter.variant)),
            Intent::Copy => {
                let link = self.chosen_game().and_then(|it| link_to(it, around.server));
                let copied = |link: &String| say!("history-link-copied", link = link.as_str());
                let said = link.as_ref().map(copied).map(Effect::Say);
                let copy = link.map(|link| Effect::Do(Action::CopyText(link)));
                return said.into_iter().chain(copy).collect();
            }
            Intent::Save if lines > 0 && !self.waits => {
                Some(self.export_from(None, String::new(), around))
            }
            _ => return on_key(intent, &mut self.chosen, lines),
        };
        effect.into_iter().collect()
    }

    fn click(&self, was_chosen: bool) -> Option<Intent> {
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let [head, _, foot, beside] = parts(area);
        let (look, glyphs) = (scene.look, scene.look.glyphs);
        frame.render_widget(self.filter_line(app, head.width, look), head);
        self.list(area).draw(look, frame, |at, width| {
            let game = &self.games[at];
            let line = GameLine {
                game,
                side: self.side(game),
                ended: Some(self.ended(game)),
                is_chosen: at == self.chosen,
            };
            line.draw(width, look)
        });
        if self.games.is_empty() {
            if !self.waits {
                let words = Line::styled(format!("  {}", say!("history-none")), roles::grey(look));
                let below = Rect {
                    y: head.bottom() + 1,
                    height: 1.min(area.height.saturating_sub(2)),
                    ..head
                };
                frame.render_widget(words, below);
            }
        } else {
            let place = format!(" {}", in_ascii(&self.place(app), glyphs));
            let place = shortened_line(&place, foot.width.into(), glyphs);
            frame.render_widget(Line::styled(place, roles::grey(look)), foot);
        }
        if beside.width > 0 {
            upright(beside.x - 2, area, look, frame);
            if let Some(game) = self.chosen_game() {
                draw_beside(game, &app.server, &self.answered, look, frame, beside);
            }
        }
    }

    fn target_at(&self, _: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        self.list(area).target_at(at)
    }
}

impl History {
    fn question(&self, around: &Around<'_>, before: Option<GameNr>) -> Effect {
        Effect::Send(self.filter.question(around.clock, before))
    }

    fn older_games(&mut self, around: &Around<'_>) -> Option<Effect> {
        let older = self.older.filter(|_| !self.waits)?;
        self.newer.push(self.here);
        let (_, before) = self.here;
        self.turn_to((Some(older), before + self.games.len()), around)
    }

    /// Asks for the page with this beginning.
    fn turn_to(&mut self, here: (Option<GameNr>, usize), around: &Around<'_>) -> Option<Effect> {
        (self.here, self.waits) = (here, true);
        self.ask(around)
    }

    /// Asks for the next games to be written after these records.
    fn export_from(
        &mut self,
        before: Option<GameNr>,
        records: String,
        around: &Around<'_>,
    ) -> Effect {
        (self.export, self.waits) = (Some(records), true);
        self.question(around, before)
    }

    /// Adds the records of a page to those before, and writes all to a file after the last page.
    fn on_exported(
        &mut self,
        mut text: String,
        games: &[PastGame],
        older: Option<GameNr>,
        around: &Around<'_>,
    ) -> Effect {
        let records = games.iter().filter_map(|it| past::record(it, around.clock));
        text.extend(records.map(|record| format!("{record}\n")));
        if older.is_some() {
            return self.export_from(older, text, around);
        }
        if text.is_empty() {
            return Effect::Say(say!("history-no-records"));
        }
        let name = around.clock.strftime("games-%Y-%m-%d-%H%M%S.txt");
        let name = name.to_string();
        Effect::Do(Action::SaveText { name, text })
    }

    /// Takes an answer of the server.
    pub(super) fn on_answer(
        &mut self,
        games: Vec<PastGame>,
        older: Option<GameNr>,
        total: Option<u32>,
        around: &Around<'_>,
    ) -> Option<Effect> {
        if !std::mem::take(&mut self.waits) {
            return None;
        }
        if let Some(records) = self.export.take() {
            return Some(self.on_exported(records, &games, older, around));
        }
        (self.games, self.older, self.chosen) = (games, older, 0);
        self.total = total.or(self.total);
        self.answered = around.clock.clone();
        if !self.games.is_empty() || older.is_none() {
            return None;
        }
        // The server looked at many games that are not wanted.
        let next = self.older_games(around);
        self.newer.pop();
        next
    }

    fn list(&self, area: Rect) -> List {
        let [_, list, ..] = parts(area);
        List::new(self.rows(), self.chosen, list)
    }

    /// The filter in words, with its key.
    fn filter_line(&self, app: &App, width: u16, look: &Look) -> Line<'static> {
        let key = app.keymap.key(app.screen, Intent::FilterText);
        let key = key.unwrap_or_default();
        let does = say!("history-filter");
        let room = usize::from(width).saturating_sub(key.width() + does.width() + 4);
        let words = in_ascii(&self.words(), look.glyphs);
        let words = shortened_line(&words, room, look.glyphs);
        Line::from(vec![
            Span::from(" "),
            Span::from(fit(&words, room + 1)),
            Span::from(key).bold(),
            Span::styled(format!(" {does} "), roles::grey(look)),
        ])
    }
}

/// The game after another in the list of games with a name; `None` is every game.
fn next_variant(variant: Option<protocol::rules::Variant>) -> Option<protocol::rules::Variant> {
    let mut all = protocol::rules::Variant::fixed();
    match variant {
        None => all.next(),
        Some(before) => all.skip_while(|variant| *variant != before).nth(1),
    }
}

/// The areas of the head, the list, the line below it, and of the chosen game beside it.
fn parts(area: Rect) -> [Rect; 4] {
    let is_wide = area.width >= WIDE;
    let width = if is_wide { LIST } else { area.width };
    let rows = |y: u16, height: u16| Rect {
        y,
        width,
        height,
        ..area
    };
    let head = 1.min(area.height);
    let foot = u16::from(area.height > 3);
    let list = rows(area.y + head, area.height.saturating_sub(head + foot));
    let beside = Rect {
        x: area.x + width + 4,
        width: if is_wide { area.width - width - 5 } else { 0 },
        ..area
    };
    [
        rows(area.y, head),
        list,
        rows(area.bottom().saturating_sub(foot), foot),
        beside,
    ]
}
