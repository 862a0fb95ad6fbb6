//! The players of a game in the order of their ratings.

use std::collections::VecDeque;

use protocol::message::ClientMsg;
use protocol::rules::Variant;
use protocol::view::Place;
use protocol::word::Named;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::past::{form, games, on_key, person};
use super::text::{fit, shortened_line, shortened_name, wrapped};
use super::widgets::list::{List, Row, in_ascii, mark, tinted};
use super::widgets::strong;
use super::{App, Around, Component, Effect, Scene, Target, roles};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::past;
use crate::text::plain;
use crate::words;

/// The order on the screen.
#[derive(Debug)]
pub struct Leaderboard {
    pub(super) variant: Variant,
    /// True to show only players with a game today.
    today: bool,
    places: Vec<Place>,
    unplaced: Vec<Place>,
    chosen: usize,
    /// True until the server has answered.
    pub(super) waits: bool,
}

impl Default for Leaderboard {
    fn default() -> Self {
        let variant = Variant::named("connect-four").expect("a variant of ours");
        Self::new(variant, false)
    }
}

impl Leaderboard {
    /// The order of a game, before the answer.
    pub(super) fn new(variant: Variant, today: bool) -> Self {
        Self {
            variant,
            today,
            places: Vec::new(),
            unplaced: Vec::new(),
            chosen: 0,
            waits: true,
        }
    }

    /// The players in the order of the lines: those with a place, then the others.
    fn players(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().chain(&self.unplaced)
    }

    fn rows(&self, room: u16) -> Vec<Row> {
        let mut rows = vec![Row::Gap];
        rows.extend((0..self.places.len()).map(Row::Line));
        let placed = self.places.len();
        if !self.unplaced.is_empty() {
            rows.extend([
                Row::Gap,
                Row::Title(say!("leaderboard-unplaced"), Vec::new()),
            ]);
            rows.extend((placed..placed + self.unplaced.len()).map(Row::Line));
        }
        if rows.len() > room.into() {
            rows.retain(|row| *row != Row::Gap);
        }
        rows
    }
}

impl Component for Leaderboard {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-profile"), shown;
        Char('g') => Intent::NextGame, id!("keys-next-game"), shown;
        Char('t') => Intent::Today, id!("keys-today"), shown;
        Char('m') => Intent::Games, id!("keys-my-games"), shown;
    };

    fn ask(&mut self, around: &Around<'_>) -> Option<Effect> {
        let within = self.today.then(|| past::since_midnight(around.clock));
        let variant = self.variant;
        self.waits
            .then_some(Effect::Send(ClientMsg::Leaderboard { variant, within }))
    }

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let effect = match intent {
            Intent::Choose => {
                let place = self.players().nth(self.chosen);
                place.map(|place| person(Some(&place.name)))
            }
            Intent::NextGame => {
                let mut all = Variant::fixed().skip_while(|it| *it != self.variant);
                let next = all.nth(1).or_else(|| Variant::fixed().next());
                *self = Self::new(next.unwrap_or(self.variant), self.today);
                self.ask(around)
            }
            Intent::Today => {
                *self = Self::new(self.variant, !self.today);
                self.ask(around)
            }
            Intent::Games => Some(games(around.server)),
            _ => {
                let lines = self.players().count();
                return on_key(intent, &mut self.chosen, lines);
            }
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
        let look = scene.look;
        let sentences = sentences(area);
        let [tabs_area, list_area, below] = parts(area, sentences.len() as u16 + 1);
        frame.render_widget(self.tabs(tabs_area.width, look), tabs_area);
        let grey = roles::grey(look);
        if self.places.is_empty() && self.unplaced.is_empty() {
            if !self.waits {
                let words = Line::styled(format!("  {}", say!("leaderboard-none")), grey);
                let row = Rect {
                    height: 1.min(list_area.height),
                    ..list_area
                };
                frame.render_widget(words, row);
            }
            return;
        }
        let columns = Columns::new(area.width);
        let head = Rect {
            height: 1.min(list_area.height),
            ..list_area
        };
        frame.render_widget(Line::styled(self.heads(&columns), grey), head);
        let own = app
            .server
            .greeting
            .as_ref()
            .filter(|greeting| greeting.owns_name);
        self.list(area).draw(look, frame, |at, _| {
            let Some(place) = self.players().nth(at) else {
                return Line::default();
            };
            let number = (at < self.places.len()).then_some(at + 1);
            let is_own = own.is_some_and(|own| past::is_same(&own.name, place.name.as_str()));
            let line = self.line(place, number, (at == self.chosen, is_own), &columns, look);
            tinted(line, at == self.chosen, look)
        });
        for (sentence, y) in sentences.into_iter().zip(below.y + 1..below.bottom()) {
            let sentence = in_ascii(&format!("  {sentence}"), look.glyphs);
            let sentence = if look.glyphs.ascii {
                sentence.replace('±', "+-")
            } else {
                sentence
            };
            let row = Rect {
                y,
                height: 1,
                ..below
            };
            frame.render_widget(Line::styled(sentence, grey), row);
        }
    }

    fn target_at(&self, _: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        self.list(area).target_at(at)
    }
}

impl Leaderboard {
    /// Takes an answer of the server.
    pub(super) fn on_answer(
        &mut self,
        variant: &Named<Variant>,
        places: Vec<Place>,
        unplaced: Vec<Place>,
    ) {
        if variant.known() == Some(&self.variant) && std::mem::take(&mut self.waits) {
            (self.places, self.unplaced, self.chosen) = (places, unplaced, 0);
        }
    }

    fn list(&self, area: Rect) -> List {
        let [_, list, _] = parts(area, sentences(area).len() as u16 + 1);
        let head = 1.min(list.height);
        let list = Rect {
            y: list.y + head,
            height: list.height - head,
            ..list
        };
        List::new(self.rows(list.height), self.chosen, list)
    }

    /// The games, as many as there is room for, and the times; keys choose them.
    fn tabs(&self, width: u16, look: &Look) -> Line<'static> {
        let chosen = roles::accent(look).underlined();
        let grey = roles::grey(look);
        let tab = |text: String, is_chosen: bool| {
            Span::styled(text, if is_chosen { chosen } else { grey })
        };
        let right = [
            tab(say!("leaderboard-all-time"), !self.today),
            Span::from("  "),
            tab(say!("history-today"), self.today),
            Span::from(" "),
        ];
        let right_width: usize = right.iter().map(Span::width).sum();
        let room = usize::from(width).saturating_sub(right_width + 3);
        let mut titles: VecDeque<_> = Variant::fixed()
            .map(|variant| (variant, words::past::short_title(&Named::Known(variant))))
            .collect();
        // Those that the key goes past first give way.
        while titles.len() > 1
            && titles
                .iter()
                .map(|(_, title)| title.width() + 2)
                .sum::<usize>()
                > room
        {
            if titles
                .back()
                .is_some_and(|(variant, _)| *variant != self.variant)
            {
                titles.pop_back();
            } else {
                titles.pop_front();
            }
        }
        let mut left = vec![Span::from("  ")];
        let mut gap = room + 1;
        for (variant, title) in titles {
            let title = shortened_line(&title, gap.saturating_sub(1), look.glyphs);
            gap = gap.saturating_sub(title.width() + 2);
            left.extend([tab(title, variant == self.variant), Span::from("  ")]);
        }
        left.push(Span::from(" ".repeat(gap)));
        left.into_iter().chain(right).collect()
    }

    /// The heads of the columns.
    fn heads(&self, columns: &Columns) -> String {
        let right = |text: String, width: usize| {
            let text = if width == 0 { String::new() } else { text };
            let gap = width.saturating_sub(text.width());
            format!("{}{}", " ".repeat(gap), fit(&text, width.min(text.width())))
        };
        let games = if self.today {
            say!("leaderboard-change")
        } else {
            say!("leaderboard-games")
        };
        format!(
            "      {}{}{}{}{}{}",
            fit(&say!("leaderboard-name"), columns.name),
            right(say!("leaderboard-rating"), 6 + columns.deviation),
            right(say!("leaderboard-at-least"), columns.at_least),
            right(games, columns.games),
            if columns.form > 0 { "    " } else { "" },
            fit(&say!("leaderboard-form"), columns.form.saturating_sub(4)),
        )
    }

    fn line(
        &self,
        place: &Place,
        number: Option<usize>,
        (is_chosen, is_own): (bool, bool),
        columns: &Columns,
        look: &Look,
    ) -> Line<'static> {
        let grey = roles::grey(look);
        let name_style = strong(is_chosen);
        let number = number.map_or(String::new(), |number| number.to_string());
        let you = if is_own {
            format!(" {}", say!("leaderboard-you"))
        } else {
            String::new()
        };
        let room = columns.name.saturating_sub(you.width() + 1);
        let name = shortened_name(&plain(place.name.as_str()), room, look.glyphs);
        let gap = columns.name.saturating_sub(name.width() + you.width());
        let rating = words::past::rating(place.rating);
        let about = if look.glyphs.ascii { "+-" } else { "±" };
        let deviation = format!(" {about} {}", place.rating.deviation);
        let at_least = place.rating.at_least().to_string();
        let games = if self.today {
            past::signed(place.change.into())
        } else {
            place.games.to_string()
        };
        let right = |text: String, width: usize| match width {
            0 => String::new(),
            width => format!("{text:>width$}"),
        };
        let mut spans = vec![
            mark(is_chosen, look),
            Span::styled(format!("{number:>3} "), grey),
            Span::styled(name, name_style),
            Span::styled(you, grey),
            Span::from(" ".repeat(gap)),
            Span::from(format!("{rating:>6}")).bold(),
            Span::styled(fit(&deviation, columns.deviation), grey),
            Span::from(right(at_least, columns.at_least)),
            Span::styled(right(games, columns.games), grey),
        ];
        if columns.form > 0 {
            let marks = form(&place.form, look.glyphs);
            spans.push(Span::from(format!("    {}", fit(&marks, columns.form - 4))));
        }
        Line::from(spans)
    }
}

/// Columns of each part of a line: those that a narrow screen leaves out are empty.
struct Columns {
    name: usize,
    deviation: usize,
    at_least: usize,
    games: usize,
    form: usize,
}

impl Columns {
    fn new(width: u16) -> Self {
        let width = usize::from(width);
        let wide = |least: usize, columns: usize| if width >= least { columns } else { 0 };
        let (form, games) = (wide(74, 14), wide(62, 9));
        let (deviation, at_least) = (wide(50, 7), wide(38, 10));
        let rating = 6;
        let taken = 2 + 4 + rating + deviation + at_least + games + form + 1;
        Self {
            name: width.saturating_sub(taken).min(24),
            deviation,
            at_least,
            games,
            form,
        }
    }
}

/// The areas of the tabs, of the heads of the columns with the list, and of the sentences below.
fn parts(area: Rect, sentences: u16) -> [Rect; 3] {
    let room = area.height.saturating_sub(2);
    let below = if room > sentences + 6 { sentences } else { 0 };
    let rows = |y: u16, height: u16| Rect { y, height, ..area };
    let gap = u16::from(area.height > 16);
    let top = 1.min(area.height);
    let list = area.y + top + gap;
    [
        rows(area.y, top),
        rows(list, (area.bottom() - below).saturating_sub(list)),
        rows(area.bottom() - below, below),
    ]
}

fn sentences(area: Rect) -> Vec<String> {
    wrapped(
        &say!("leaderboard-about"),
        usize::from(area.width.min(80)).saturating_sub(4),
    )
}
