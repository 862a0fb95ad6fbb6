//! A person's profile: everything that the server derives from their games. Each line opens what it tells of.

use jiff::Zoned;
use protocol::message::ClientMsg;
use protocol::text::Name;
use protocol::view::{PastGame, Profile as Told, Score};
use protocol::word::Named;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::past::{
    GameLine, draw_beside, form, games_of, look_back_at, on_key, person, places, show_games,
};
use super::text::{fit, shortened_line, shortened_name};
use super::widgets::list::{List, Row, fit_rows, in_ascii, mark, tinted};
use super::widgets::{strong, upright};
use super::{App, Around, Component, Effect, Scene, Target, roles};
use crate::board::{Glyphs, Look};
use crate::input::{Binding, Intent, keys};
use crate::past::{self, Filter};
use crate::text::plain;
use crate::words;

/// The profile on the screen.
#[derive(Debug, Default)]
pub struct Profile {
    /// The name that was asked for.
    name: Option<Name>,
    /// True until the server has answered.
    pub(super) waits: bool,
    seen: Option<Box<Told>>,
    /// The time of the answer.
    at: Zoned,
    chosen: usize,
}

/// A line that can be chosen.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Rating(usize),
    Level(usize),
    Result(usize),
    Opponent(usize),
    BestWin(usize),
    Game(usize),
}

/// Columns of a screen that has room for a board beside the list, and of the list there.
const WIDE: u16 = 110;
const LIST: u16 = 66;

/// Columns from which on a line has room for its bar.
const ROOMY: usize = 56;

impl Profile {
    /// The profile of a player, before the answer.
    pub(super) fn new(name: Name) -> Self {
        Self {
            name: Some(name),
            waits: true,
            ..Self::default()
        }
    }

    /// The rows, and what their lines open.
    fn rows(&self, room: u16) -> (Vec<Row>, Vec<Entry>) {
        let Some(seen) = &self.seen else {
            return (Vec::new(), Vec::new());
        };
        let (mut rows, mut entries) = (Vec::new(), Vec::new());
        let mut section = |title: String, words: Option<String>, lines: Vec<Entry>| {
            if lines.is_empty() && words.is_none() {
                return;
            }
            rows.extend([Row::Gap, Row::Title(title, Vec::new())]);
            rows.extend((entries.len()..).zip(&lines).map(|(at, _)| Row::Line(at)));
            rows.extend(words.map(Row::Words));
            entries.extend(lines);
        };
        let each = |count: usize, entry: fn(usize) -> Entry| (0..count).map(entry).collect();
        let is_uncertain = seen.ratings.iter().any(|it| it.rating.is_uncertain());
        section(
            say!("profile-ratings"),
            is_uncertain.then(|| say!("profile-uncertain")),
            each(seen.ratings.len(), Entry::Rating),
        );
        section(
            say!("profile-levels"),
            None,
            each(seen.levels.len(), Entry::Level),
        );
        section(
            say!("profile-results"),
            None,
            each(seen.results.len(), Entry::Result),
        );
        section(
            say!("profile-opponents"),
            None,
            each(seen.opponents.len(), Entry::Opponent),
        );
        section(
            say!("profile-best-wins"),
            None,
            each(seen.best_wins.len(), Entry::BestWin),
        );
        section(
            say!("profile-games"),
            None,
            each(seen.games.len(), Entry::Game),
        );
        if rows.first() == Some(&Row::Gap) {
            rows.remove(0);
        }
        if rows.len() > room.into() {
            rows.retain(|row| *row != Row::Gap);
        }
        if rows.len() > room.into() {
            // Titles say what the lines are: they stay, and the list scrolls.
            fit_rows(&mut rows, usize::MAX);
        }
        (rows, entries)
    }

    fn entry(&self) -> Option<Entry> {
        let (_, entries) = self.rows(u16::MAX);
        entries.get(self.chosen).copied()
    }

    /// The game of a line.
    fn game(&self, entry: Entry) -> Option<&PastGame> {
        let seen = self.seen.as_ref()?;
        match entry {
            Entry::BestWin(at) => seen.best_wins.get(at),
            Entry::Game(at) => seen.games.get(at),
            Entry::Rating(_) | Entry::Level(_) | Entry::Result(_) | Entry::Opponent(_) => None,
        }
    }

    /// The name; the first day, and the number of games.
    fn head(&self, seen: &Told) -> [String; 2] {
        let since = past::before(&self.at, seen.since).date();
        let games: u32 = seen.results.iter().map(|it| it.score.games()).sum();
        let day = words::past::day(since, &self.at);
        [
            plain(seen.name.as_str()),
            say!("profile-since", day = day, count = games),
        ]
    }
}

impl Component for Profile {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-open"), shown;
        Char('g') => Intent::Games, id!("keys-all-games"), shown;
        Char('b') => Intent::Places, id!("keys-leaderboard"), shown;
    };

    fn ask(&mut self, _: &Around<'_>) -> Option<Effect> {
        let name = self.name.clone();
        self.waits
            .then_some(Effect::Send(ClientMsg::Profile { name }))
    }

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let effect = match intent {
            Intent::Choose => self.open_entry(around),
            Intent::Games => self.seen.as_ref().map(|it| games_of(Some(it.name.clone()))),
            _ => {
                let (_, entries) = self.rows(u16::MAX);
                return on_key(intent, &mut self.chosen, entries.len());
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
        let [head, _, beside] = parts(area);
        let look = scene.look;
        let Some(seen) = &self.seen else {
            return;
        };
        let [name, rest] = self.head(seen);
        let results = form(&seen.form, look.glyphs);
        let rest = in_ascii(&format!("{rest} · {results}"), look.glyphs);
        let room = usize::from(head.width).saturating_sub(name.width() + 4);
        let rest = shortened_line(&rest, room, look.glyphs);
        let spans = vec![
            Span::from(format!("  {name}  ")).bold(),
            Span::styled(rest, roles::grey(look)),
        ];
        frame.render_widget(Line::from(spans), head);
        let (list, entries) = self.list(area);
        list.draw(look, frame, |at, width| {
            let is_chosen = at == self.chosen;
            let line = line(self, seen, entries[at], (is_chosen, width), look);
            tinted(line, is_chosen, look)
        });
        if beside.width > 0 {
            upright(beside.x - 2, area, look, frame);
            let chosen = self.entry().and_then(|entry| self.game(entry));
            if let Some(game) = chosen.or(seen.best_wins.first()) {
                draw_beside(game, &app.server, &self.at, look, frame, beside);
            }
        }
    }

    fn target_at(&self, _: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        self.list(area).0.target_at(at)
    }
}

impl Profile {
    /// Opens what the chosen line tells of.
    fn open_entry(&self, around: &Around<'_>) -> Option<Effect> {
        let (seen, entry) = (self.seen.as_ref()?, self.entry()?);
        let games = |variant: &Named<protocol::rules::Variant>, against| {
            show_games(Filter {
                player: Some(seen.name.clone()),
                variant: variant.known().copied(),
                against,
                ..Filter::default()
            })
        };
        Some(match entry {
            Entry::Rating(at) => places(Some(*seen.ratings[at].variant.known()?)),
            Entry::Level(at) => games(
                &seen.levels[at].variant,
                Some(protocol::view::OpponentKind::Bots),
            ),
            Entry::Result(at) => games(&seen.results[at].variant, None),
            Entry::Opponent(at) => {
                let opponent = &seen.opponents[at];
                if opponent.profile {
                    person(Some(&opponent.name))
                } else {
                    show_games(Filter {
                        player: Some(seen.name.clone()),
                        opponent: Some(opponent.name.clone()),
                        ..Filter::default()
                    })
                }
            }
            Entry::BestWin(_) | Entry::Game(_) => look_back_at(self.game(entry)?, around),
        })
    }

    /// Takes an answer of the server.
    pub(super) fn on_answer(&mut self, seen: Told, now: &Zoned) {
        if std::mem::take(&mut self.waits) {
            (self.seen, self.at, self.chosen) = (Some(Box::new(seen)), now.clone(), 0);
        }
    }

    fn list(&self, area: Rect) -> (List, Vec<Entry>) {
        let [_, list, _] = parts(area);
        let (rows, entries) = self.rows(list.height);
        (List::new(rows, self.chosen, list), entries)
    }
}

/// The areas of the head, the list, and the board beside it.
fn parts(area: Rect) -> [Rect; 3] {
    let is_wide = area.width >= WIDE;
    let width = if is_wide { LIST } else { area.width };
    let head = 2.min(area.height / 5).max(1);
    let list = Rect {
        y: area.y + head,
        height: area.height.saturating_sub(head),
        width,
        ..area
    };
    let beside = Rect {
        x: area.x + width + 4,
        y: list.y,
        height: list.height,
        width: if is_wide { area.width - width - 5 } else { 0 },
    };
    [
        Rect {
            height: 1.min(area.height),
            ..area
        },
        list,
        beside,
    ]
}

fn line(
    profile: &Profile,
    seen: &Told,
    entry: Entry,
    (is_chosen, width): (bool, u16),
    look: &Look,
) -> Line<'static> {
    let (columns, grey) = (usize::from(width), roles::grey(look));
    let name_style = strong(is_chosen);
    let has_bar = columns >= ROOMY;
    let first = if has_bar { columns / 3 } else { columns / 2 };
    let room = first.saturating_sub(1);
    let game = |variant: &Named<protocol::rules::Variant>| {
        let title = words::past::short_title(variant);
        Span::styled(
            fit(&shortened_line(&title, room, look.glyphs), first),
            name_style,
        )
    };
    // What stands in the middle, and at the end.
    let (name, middle, end) = match entry {
        Entry::Rating(at) => {
            let it = &seen.ratings[at];
            let rating = words::past::rating(it.rating);
            let about = if look.glyphs.ascii { "+-" } else { "±" };
            let end = vec![
                Span::from(format!("{rating:>6}")).bold(),
                Span::styled(format!(" {about} {:<4}", it.rating.deviation), grey),
            ];
            let course = course(&it.course, look.glyphs);
            (game(&it.variant), vec![Span::styled(course, grey)], end)
        }
        Entry::Level(at) => {
            let it = &seen.levels[at];
            let words = say!(
                "profile-level",
                level = tenths(it.tenths),
                lowest = tenths(it.lowest),
                highest = tenths(it.highest)
            );
            let words = if words.width() + first + 3 > columns {
                say!("profile-level-short", level = tenths(it.tenths))
            } else {
                words
            };
            (
                game(&it.variant),
                Vec::new(),
                vec![Span::styled(words, grey)],
            )
        }
        Entry::Result(at) => {
            let it = &seen.results[at];
            let bar = bar(it.score, look);
            let score = say!(
                "profile-score",
                won = it.score.won,
                drawn = it.score.drawn,
                lost = it.score.lost
            );
            let score = in_ascii(&score, look.glyphs);
            (game(&it.variant), bar, vec![Span::from(score)])
        }
        Entry::Opponent(at) => {
            let it = &seen.opponents[at];
            let name = shortened_name(&plain(it.name.as_str()), room, look.glyphs);
            let marks = form(&it.form, look.glyphs);
            let score = format!("{} : {}", it.score.won, it.score.lost);
            (
                Span::styled(fit(&name, first), name_style),
                vec![Span::from(marks)],
                vec![Span::from(score)],
            )
        }
        Entry::BestWin(_) | Entry::Game(_) => {
            let Some(game) = profile.game(entry) else {
                return Line::default();
            };
            let line = GameLine {
                game,
                side: past::side_of(game, seen.name.as_str()),
                ended: None,
                is_chosen,
            };
            return line.draw(width, look);
        }
    };
    let middle = if has_bar { middle } else { Vec::new() };
    let taken: usize = middle.iter().chain(&end).map(Span::width).sum();
    let gap = " ".repeat(columns.saturating_sub(2 + first + taken + 1));
    let begin = [mark(is_chosen, look), name].into_iter().chain(middle);
    begin.chain([Span::from(gap)]).chain(end).collect()
}

/// A level in whole numbers.
fn tenths(level: u8) -> String {
    ((u32::from(level) + 5) / 10).to_string()
}

/// Columns of the bar of results.
const BAR: usize = 20;

/// The share of games that were won, drawn and lost.
fn bar(score: Score, look: &Look) -> Vec<Span<'static>> {
    let [won, drawn, lost] = if look.glyphs.ascii {
        ["#", "=", "-"]
    } else {
        ["━", "━", "─"]
    };
    let all = score.games().max(1) as usize;
    let part = |count: u32| (count as usize * BAR + all / 2) / all;
    let (won_part, drawn_part) = (part(score.won), part(score.drawn));
    let rest = BAR.saturating_sub(won_part + drawn_part);
    vec![
        Span::from(won.repeat(won_part)),
        Span::styled(drawn.repeat(drawn_part), roles::grey(look)),
        Span::styled(lost.repeat(rest), roles::rule(look)),
    ]
}

/// The course of a rating; nothing without the characters for it.
fn course(ratings: &[u16], glyphs: Glyphs) -> String {
    let marks = ["▁", "▂", "▃", "▄", "▅", "▆"];
    let (Some(least), Some(most)) = (ratings.iter().min(), ratings.iter().max()) else {
        return String::new();
    };
    if glyphs.ascii {
        return String::new();
    }
    let span = usize::from(most - least).max(1);
    let mark = |rating: &u16| marks[usize::from(rating - least) * (marks.len() - 1) / span];
    ratings.iter().map(mark).collect()
}
