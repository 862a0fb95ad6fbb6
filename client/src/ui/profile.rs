//! A person's profile: everything that the server derives from their games. Each line opens what it tells of.

use jiff::Zoned;
use protocol::view::{PastGame, Profile as Told, Score};
use protocol::word::Named;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::past::{GameLine, Question, form};
use super::text::{fit, shortened_line, shortened_name};
use super::widgets::list::{List, Row, fit_rows, in_ascii, mark};
use super::{Action, App, Page, Scene, Screen, Target, roles, widgets};
use crate::board::{Glyphs, Look};
use crate::input::{Binding, Intent, Key, bind};
use crate::past::{self, Filter};
use crate::text::plain;
use crate::words;

/// The profile on the screen.
#[derive(Debug, Default)]
pub struct Profile {
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

impl Page for Profile {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter};
        &[
            bind(&[Enter, Char(' ')], Intent::Choose, id!("keys-open"), true),
            bind(&[Char('g')], Intent::Games, id!("keys-all-games"), true),
            bind(&[Char('b')], Intent::Places, id!("keys-leaderboard"), true),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_profile_intent(intent)
    }

    fn click(_: &App, was_chosen: bool) -> Option<Intent> {
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.profile.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene.look, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        list(app, area).0.target_at(at)
    }
}

impl App {
    fn on_profile_intent(&mut self, intent: Intent) -> Vec<Action> {
        let (_, entries) = self.profile.rows(u16::MAX);
        match intent {
            Intent::Choose => return self.open_entry(),
            Intent::Games => {
                if let Some(seen) = &self.profile.seen {
                    let player = Some(seen.name.clone());
                    return self.open_past(Question::History(Filter {
                        player,
                        ..Filter::default()
                    }));
                }
            }
            _ => return self.on_past_intent(intent, entries.len()),
        }
        Vec::new()
    }

    /// Opens what the chosen line tells of.
    fn open_entry(&mut self) -> Vec<Action> {
        let (Some(seen), Some(entry)) = (&self.profile.seen, self.profile.entry()) else {
            return Vec::new();
        };
        let games = |variant: &Named<protocol::rules::Variant>, against| {
            Question::History(Filter {
                player: Some(seen.name.clone()),
                variant: variant.known().copied(),
                against,
                ..Filter::default()
            })
        };
        let question = match entry {
            Entry::Rating(at) => match seen.ratings[at].variant.known() {
                Some(variant) => Question::Leaderboard {
                    variant: *variant,
                    today: false,
                },
                None => return Vec::new(),
            },
            Entry::Level(at) => games(
                &seen.levels[at].variant,
                Some(protocol::view::OpponentKind::Bots),
            ),
            Entry::Result(at) => games(&seen.results[at].variant, None),
            Entry::Opponent(at) => {
                let opponent = &seen.opponents[at];
                if opponent.profile {
                    Question::Profile(Some(opponent.name.clone()))
                } else {
                    Question::History(Filter {
                        player: Some(seen.name.clone()),
                        opponent: Some(opponent.name.clone()),
                        ..Filter::default()
                    })
                }
            }
            Entry::BestWin(_) | Entry::Game(_) => {
                let game = self.profile.game(entry).cloned();
                return game.map_or(Vec::new(), |game| self.look_back_at(&game));
            }
        };
        self.open_past(question)
    }

    pub(super) fn on_profile(&mut self, seen: Told) -> Vec<Action> {
        if self.screen == Screen::Profile && std::mem::take(&mut self.trail.waits) {
            *self.profile = Profile {
                seen: Some(Box::new(seen)),
                at: self.clock.clone(),
                chosen: 0,
            };
            let (_, entries) = self.profile.rows(u16::MAX);
            self.profile.chosen = self.trail.chosen.min(entries.len().saturating_sub(1));
        }
        Vec::new()
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

fn list(app: &App, area: Rect) -> (List, Vec<Entry>) {
    let [_, list, _] = parts(area);
    let (rows, entries) = app.profile.rows(list.height);
    (List::new(rows, app.profile.chosen, list), entries)
}

fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let [head, _, beside] = parts(area);
    let profile = &app.profile;
    let Some(seen) = &profile.seen else {
        return;
    };
    let [name, rest] = profile.head(seen);
    let results = form(&seen.form, look.glyphs);
    let rest = in_ascii(&format!("{rest} · {results}"), look.glyphs);
    let room = usize::from(head.width).saturating_sub(name.width() + 4);
    let rest = shortened_line(&rest, room, look.glyphs);
    let spans = vec![
        Span::from(format!("  {name}  ")).bold(),
        Span::styled(rest, roles::grey(look)),
    ];
    frame.render_widget(Line::from(spans), head);
    let (list, entries) = list(app, area);
    list.draw(look, frame, |at, width| {
        let is_chosen = at == profile.chosen;
        let line = line(profile, seen, entries[at], (is_chosen, width), look);
        if is_chosen {
            line.style(roles::tint(look))
        } else {
            line
        }
    });
    if beside.width > 0 {
        widgets::upright(beside.x - 2, area, look, frame);
        let chosen = profile.entry().and_then(|entry| profile.game(entry));
        if let Some(game) = chosen.or(seen.best_wins.first()) {
            app.draw_beside(game, &profile.at, look, frame, beside);
        }
    }
}

fn line(
    profile: &Profile,
    seen: &Told,
    entry: Entry,
    (is_chosen, width): (bool, u16),
    look: &Look,
) -> Line<'static> {
    let (columns, grey) = (usize::from(width), roles::grey(look));
    let name_style = if is_chosen {
        Style::new().bold()
    } else {
        Style::new()
    };
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
