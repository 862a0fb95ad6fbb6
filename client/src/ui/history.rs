//! The games that are over, the newest first, in pages.

use jiff::Zoned;
use protocol::id::GameNr;
use protocol::view::PastGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::past::{GameLine, Question};
use super::text::{fit, shortened_line};
use super::widgets::list::{List, Row, in_ascii};
use super::{Action, App, Page, PromptKind, Scene, Target, roles, widgets};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
use crate::past::{self, Filter, Time};
use crate::words;

/// The games on the screen.
#[derive(Debug)]
pub struct History {
    pub(super) filter: Filter,
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
            games: Vec::new(),
            total: None,
            answered: Zoned::default(),
            older: None,
            newer: Vec::new(),
            here: (None, 0),
            chosen: 0,
            export: None,
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

impl Page for History {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter, PageDown, PageUp};
        &[
            bind(
                &[Enter, Char(' ')],
                Intent::Choose,
                id!("keys-look-back"),
                true,
            ),
            bind(&[Char('/')], Intent::FilterText, id!("keys-filter"), true),
            bind(&[Char('p')], Intent::Person, id!("keys-profile"), true),
            bind(&[Char('c')], Intent::Copy, id!("keys-copy-link"), true),
            bind(&[Char('e')], Intent::Save, id!("keys-export"), true),
            bind(&[Char('b')], Intent::Places, id!("keys-leaderboard"), true),
            bind(
                &[Char('g')],
                Intent::FilterGame,
                id!("keys-filter-game"),
                false,
            ),
            bind(&[PageDown], Intent::PageDown, id!("keys-older"), false),
            bind(&[PageUp], Intent::PageUp, id!("keys-newer"), false),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_history_intent(intent)
    }

    fn click(_: &App, was_chosen: bool) -> Option<Intent> {
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.history.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene.look, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        list(app, area).target_at(at)
    }
}

impl App {
    fn on_history_intent(&mut self, intent: Intent) -> Vec<Action> {
        let lines = self.history.games.len();
        match intent {
            Intent::PageDown => return self.older_games(),
            Intent::PageUp => return self.newer_games(),
            Intent::Choose => {
                if let Some(game) = self.history.chosen_game().cloned() {
                    return self.look_back_at(&game);
                }
            }
            Intent::FilterText => {
                let text = self.history.filter.to_string();
                return self.open_prompt_with(PromptKind::Games, &text);
            }
            Intent::FilterGame => {
                let mut filter = self.history.filter.clone();
                filter.variant = next_variant(filter.variant);
                return self.ask_past(Question::History(filter), 0);
            }
            Intent::Person => {
                let history = &self.history;
                let name = history.chosen_game().and_then(|game| {
                    let side = history.side(game);
                    let of = |side| past::with_profile(&game.players[side]);
                    match side {
                        Some(side) => of(side.other()),
                        None => game.players.iter().find_map(|(side, _)| of(side)),
                    }
                });
                let name = name.cloned();
                return self.open_profile(name.as_ref());
            }
            Intent::Copy => {
                let link = self.history.chosen_game();
                if let Some(link) = link.and_then(|game| self.link_to(game)) {
                    self.say(say!("history-link-copied", link = link.as_str()));
                    return vec![Action::CopyText(link)];
                }
            }
            Intent::Save if lines > 0 => return self.export_from(None, String::new()),
            _ => return self.on_past_intent(intent, lines),
        }
        Vec::new()
    }

    fn older_games(&mut self) -> Vec<Action> {
        let history = &mut self.history;
        let Some(older) = history.older.filter(|_| !self.trail.waits) else {
            return Vec::new();
        };
        let (start, before) = history.here;
        history.newer.push((start, before));
        history.here = (Some(older), before + history.games.len());
        self.trail.chosen = 0;
        self.ask_games(Some(older))
    }

    fn newer_games(&mut self) -> Vec<Action> {
        if self.trail.waits {
            return Vec::new();
        }
        let Some(newer) = self.history.newer.pop() else {
            return Vec::new();
        };
        self.history.here = newer;
        self.trail.chosen = 0;
        self.ask_games(newer.0)
    }

    fn ask_games(&mut self, before: Option<GameNr>) -> Vec<Action> {
        self.trail.waits = true;
        self.history.export = None;
        let question = self.history.filter.question(&self.clock, before);
        self.send(question)
    }

    /// Asks for the next games to be written after these records.
    fn export_from(&mut self, before: Option<GameNr>, records: String) -> Vec<Action> {
        if self.trail.waits {
            return Vec::new();
        }
        let actions = self.ask_games(before);
        self.history.export = Some(records);
        actions
    }

    /// Adds the records of a page to those before, and writes all to a file after the last page.
    fn on_exported(
        &mut self,
        mut text: String,
        games: &[PastGame],
        older: Option<GameNr>,
    ) -> Vec<Action> {
        let records = games.iter().filter_map(|it| past::record(it, &self.clock));
        text.extend(records.map(|record| format!("{record}\n")));
        if older.is_some() {
            return self.export_from(older, text);
        }
        if text.is_empty() {
            self.say(say!("history-no-records"));
            return Vec::new();
        }
        let name = self.clock.strftime("games-%Y-%m-%d-%H%M%S.txt").to_string();
        vec![Action::SaveText { name, text }]
    }

    pub(super) fn on_history(
        &mut self,
        games: Vec<PastGame>,
        older: Option<GameNr>,
        total: Option<u32>,
    ) -> Vec<Action> {
        if self.screen != super::Screen::History || !std::mem::take(&mut self.trail.waits) {
            return Vec::new();
        }
        if let Some(records) = self.history.export.take() {
            return self.on_exported(records, &games, older);
        }
        let history = &mut self.history;
        history.chosen = self.trail.chosen.min(games.len().saturating_sub(1));
        (history.games, history.older) = (games, older);
        history.total = total.or(history.total);
        history.answered = self.clock.clone();
        if history.games.is_empty() && older.is_some() {
            // The server looked at many games that are not wanted.
            let actions = self.older_games();
            self.history.newer.pop();
            return actions;
        }
        Vec::new()
    }

    /// Lists the games that the words of a person ask for.
    pub(super) fn filter_games(&mut self, text: &str) -> Vec<Action> {
        match Filter::read_line(text) {
            Ok(filter) => self.ask_past(Question::History(filter), 0),
            Err(problem) => self.correct_prompt(PromptKind::Games, text, problem),
        }
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

fn list(app: &App, area: Rect) -> List {
    let [_, list, ..] = parts(area);
    List::new(app.history.rows(), app.history.chosen, list)
}

fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let [head, _, foot, beside] = parts(area);
    let (history, glyphs) = (&app.history, look.glyphs);
    frame.render_widget(filter_line(app, head.width, look), head);
    list(app, area).draw(look, frame, |at, width| {
        let game = &history.games[at];
        let line = GameLine {
            game,
            side: history.side(game),
            ended: Some(history.ended(game)),
            is_chosen: at == history.chosen,
        };
        line.draw(width, look)
    });
    if history.games.is_empty() {
        if !app.trail.waits {
            let words = Line::styled(format!("  {}", say!("history-none")), roles::grey(look));
            let below = Rect {
                y: head.bottom() + 1,
                height: 1.min(area.height.saturating_sub(2)),
                ..head
            };
            frame.render_widget(words, below);
        }
    } else {
        let place = format!(" {}", in_ascii(&history.place(app), glyphs));
        let place = shortened_line(&place, foot.width.into(), glyphs);
        frame.render_widget(Line::styled(place, roles::grey(look)), foot);
    }
    if beside.width > 0 {
        widgets::upright(beside.x - 2, area, look, frame);
        if let Some(game) = history.chosen_game() {
            app.draw_beside(game, &history.answered, look, frame, beside);
        }
    }
}

/// The filter in words, with its key.
fn filter_line(app: &App, width: u16, look: &Look) -> Line<'static> {
    let key = app.keymap.key(app.screen, Intent::FilterText);
    let key = key.unwrap_or_default();
    let does = say!("history-filter");
    let room = usize::from(width).saturating_sub(key.width() + does.width() + 4);
    let words = in_ascii(&app.history.words(), look.glyphs);
    let words = shortened_line(&words, room, look.glyphs);
    Line::from(vec![
        Span::from(" "),
        Span::from(fit(&words, room + 1)),
        Span::from(key).bold(),
        Span::styled(format!(" {does} "), roles::grey(look)),
    ])
}
