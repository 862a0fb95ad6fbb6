//! The surroundings of every screen: the title, the notice and the keys; and what lies over it.

use std::borrow::Cow;

use protocol::act::Act;
use protocol::replica::Replica;
use protocol::rules::Notation;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::rematch_in_words;
use super::text::{shortened_line, wrapped};
use super::{
    App, Confirm, Connection, Glyphs, Greeting, LobbyLine, Prompt, Scene, Screen, Target, help,
    opening, popup, stable_width,
};
use crate::board::{Depth, Look, Moving};
use crate::input::{Binding, Intent, Key};
use crate::language::Id;
use crate::text::plain;

/// The areas that every screen has.
struct Areas {
    title: Rect,
    body: Rect,
    notice: Rect,
    keys: Rect,
}

fn areas(area: Rect) -> Areas {
    let [title, body, notice, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    Areas {
        title,
        body,
        notice,
        keys,
    }
}

impl Areas {
    /// The area of a screen. The line of the notice is a part of boards: they need it more often.
    fn of(&self, screen: Screen) -> Rect {
        if screen.has_boards() {
            self.low()
        } else {
            self.body
        }
    }

    /// The area of what lies over a screen that is too low for a box.
    fn low(&self) -> Rect {
        self.body.union(self.notice)
    }
}

/// Draws everything, with what moves on the board.
pub fn draw(app: &App, look: &Look, moving: Moving, frame: &mut Frame<'_>) {
    let glyphs = look.glyphs;
    let areas = areas(frame.area());
    let scene = Scene { look, moving };
    if app.is_on_wall() {
        app.screen.draw(app, scene, frame, frame.area());
    } else {
        title(app, glyphs, frame, areas.title);
        app.screen.draw(app, scene, frame, areas.of(app.screen));
    }
    notice(app, look, frame, areas.notice);
    if let Some(list) = &app.help {
        help::draw(app, list, glyphs, frame, areas.low());
    }
    if !app.is_on_wall() || app.help.is_some() {
        keys(app, glyphs, frame, areas.keys);
    }
    if let Some(confirm) = app.confirm {
        confirmation(app, confirm, glyphs, frame, &areas);
    }
    stable_width::apply(frame.buffer_mut());
    if let Some(pictures) = look.pictures() {
        pictures.finish(frame.buffer_mut());
    }
    if look.depth() == Depth::Mono {
        for cell in &mut frame.buffer_mut().content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

/// Returns the target at a position of a terminal with this area, if there is one.
pub fn target(app: &App, look: &Look, area: Rect, column: u16, row: u16) -> Option<Target> {
    let areas = areas(area);
    let at = Position::new(column, row);
    if app.is_on_wall() {
        return app.screen.target_at(app, look, area, at);
    }
    let body = areas.of(app.screen);
    if areas.keys.contains(at) {
        return key_at(app, look.glyphs, areas.keys, at);
    }
    if !body.contains(at) || is_under_notice(app, look, areas.notice, at) {
        return None;
    }
    app.screen.target_at(app, look, body, at)
}

fn title(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let mut left = vec![Span::from(" enlinea ").bold().reversed(), Span::from(" ")];
    let right = match &app.server.connection {
        Connection::Down => app.home.who(),
        Connection::Connecting => say!("frame-connecting"),
        Connection::Up(_) if app.screen == Screen::Lobby => {
            say!("lobby-present", count = app.lobby.present)
        }
        Connection::Up(None) => say!("frame-connected"),
        Connection::Up(Some(millis)) => say!("frame-milliseconds", millis = *millis),
        Connection::Lost { .. } => say!("frame-not-connected"),
    };
    let right = right + " ";
    // The state of the connection is read before a long name.
    let left_of = Rect {
        width: area.width.saturating_sub(right.width() as u16 + 1),
        ..area
    };
    if app.server.is_at_keyboard() {
        left.push(Span::from(say!("home-friend-keyboard")));
    } else if let Some(greeting) = &app.server.greeting {
        let taken: usize = left.iter().map(Span::width).sum();
        let mut room = usize::from(left_of.width).saturating_sub(taken);
        let name = name_here(app, greeting);
        if name.width() > room {
            // Players know the program, and have to see who they are.
            left.clear();
            room = usize::from(left_of.width);
        }
        left.push(Span::from(who(greeting, &name, room, glyphs)));
    }
    frame.render_widget(Line::from(left), left_of);
    frame.render_widget(Line::from(right).right_aligned(), area);
}

/// The fewest columns of a server's name that say something.
const SERVER: usize = 6;

/// The name of this person at the table, or else on the server.
fn name_here(app: &App, greeting: &Greeting) -> String {
    let table = app.table();
    let seat = table.and_then(|table| table.snapshot().seats[table.you()?].person());
    seat.map_or_else(|| greeting.name.clone(), |name| plain(name.as_str()))
}

/// The server, and the name of this person there, which is read before that of the server if both have no room.
fn who(greeting: &Greeting, name: &str, room: usize, glyphs: Glyphs) -> String {
    let between = if glyphs.ascii { " - " } else { " · " };
    match room.checked_sub(between.width() + name.width()) {
        Some(left) if left >= SERVER.min(greeting.server.width()) => {
            let server = shortened_line(&greeting.server, left, glyphs);
            format!("{server}{between}{name}")
        }
        Some(_) | None => shortened_line(name, room, glyphs),
    }
}

/// Draws the lines above the keys: the prompt, the lost connection, or the notice. Text that is longer than a line
/// goes on above it, over the body, so that nothing below it moves and its end is read.
fn notice(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    if let Some(prompt) = &app.prompt {
        let top = self::prompt(prompt, frame, area);
        // What was said of it, such as why it is asked.
        if let Some(text) = app.notice().filter(|_| top.y > 1) {
            let above = Rect {
                y: top.y - 1,
                ..top
            };
            lines(text, Style::new().bold(), most_rows(app), frame, above);
        }
    } else if let Some((text, style, most)) = told(app, look, area) {
        lines(&text, style, most, frame, area);
    }
}

/// The text above the keys while no line is typed, with the most rows that it may take: the lost connection, or the
/// notice.
fn told(app: &App, look: &Look, area: Rect) -> Option<(String, Style, u16)> {
    if let Connection::Lost { why, again_at } = &app.server.connection {
        let seconds = (*again_at - app.now).as_millis().div_ceil(1000);
        let mark = if look.glyphs.ascii { "!" } else { "⚠" };
        let why = plain(why);
        let has_seat = app.table().is_some_and(|table| table.you().is_some());
        let text = match &app.server.unsent {
            Some(unsent) => say!(
                "frame-lost-unsent",
                why = why,
                seconds = seconds,
                unsent = unsent
            ),
            None if has_seat => say!("frame-lost-seat", why = why, seconds = seconds),
            None => say!("frame-lost", why = why, seconds = seconds),
        };
        let text = format!("{mark} {text}");
        return Some((text, Style::new().reversed(), u16::MAX));
    }
    let text = app.notice().filter(|_| app.help.is_none())?;
    let width = usize::from(area.width.saturating_sub(2));
    let view = app.view.as_ref().filter(|_| app.says_the_end());
    let end = view.and_then(|view| {
        let name = |side| opening::seat_name(&view.table, side, look);
        let has_rematch = app.is_available(Intent::Act(Act::Rematch));
        let end = || view.end_in_words(&app.keymap, has_rematch, name, width);
        rematch_in_words(app, &view.table).or_else(end)
    });
    // The panel has the result, too, and the bottom line the keys.
    let most = if end.is_some() { 1 } else { most_rows(app) };
    let text = end.unwrap_or_else(|| text.to_owned());
    let style = if app.notice_is_quiet() {
        Style::new().dim()
    } else {
        Style::new().bold()
    };
    Some((text, style, most))
}

/// The most rows of the screen that a notice covers.
fn most_rows(app: &App) -> u16 {
    if app.screen.has_boards() {
        app.notice_rows()
    } else {
        u16::MAX
    }
}

/// True where what is told above the keys lies over the screen: what it hides is not clicked.
fn is_under_notice(app: &App, look: &Look, area: Rect, at: Position) -> bool {
    // While a line is typed, nothing else is clicked anyway.
    let told = told(app, look, area).filter(|_| app.prompt.is_none());
    told.is_some_and(|(text, _, most)| {
        let text = wrapped(&text, usize::from(area.width.saturating_sub(2)));
        rows_above(text.len(), most, area).contains(at)
    })
}

/// The end of a text that was cut.
const CUT: &str = "...";

/// Draws a text whole, its last line in `area`, unless the screen is too low for it, or it has more than `most` lines.
fn lines(text: &str, style: Style, most: u16, frame: &mut Frame<'_>, area: Rect) {
    let width = usize::from(area.width.saturating_sub(2));
    let text = wrapped(text, width);
    let area = rows_above(text.len(), most, area);
    let rows = usize::from(area.height);
    let area = area.intersection(frame.area());
    let is_cut = text.len() > rows;
    let mut text: Vec<_> = text.into_iter().take(rows).collect();
    if let Some(last) = text.last_mut().filter(|_| is_cut) {
        *last = wrapped(last, width.saturating_sub(CUT.width())).remove(0) + CUT;
    }
    let text: Vec<_> = text
        .into_iter()
        .map(|line| Line::from(format!(" {line}")))
        .collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).style(style), area);
}

/// The area of a text of `rows` rows, of which at most `most` are shown: the last of them is in `area`.
fn rows_above(rows: usize, most: u16, area: Rect) -> Rect {
    // The title stays.
    let rows = (rows as u16).min(area.y.max(1)).min(most);
    Rect {
        y: (area.y + 1).saturating_sub(rows),
        height: rows,
        ..area
    }
}

/// Columns that a line of text needs beside its label; with fewer the label stands above it.
const TYPED: usize = 20;

/// True where the label of a typed line stands above it, since the line has no room for both.
fn is_label_above(label: &str, area: Rect) -> bool {
    label.width() + TYPED > usize::from(area.width) && area.y > 1
}

fn label_of(prompt: &Prompt) -> String {
    format!(" {}: ", prompt.kind.label())
}

/// The first row of a screen of this area that the line being typed takes, with the notice above it.
pub(super) fn top_of_writing(app: &App, screen: Rect) -> u16 {
    let area = areas(screen).notice;
    let Some(prompt) = &app.prompt else {
        return area.bottom();
    };
    let top = area.y - u16::from(is_label_above(&label_of(prompt), area));
    let notice = app.notice().filter(|_| top > 1);
    let rows = notice.map_or(0, |text| {
        let width = usize::from(area.width.saturating_sub(2));
        (wrapped(text, width).len() as u16).min(app.notice_rows())
    });
    top.saturating_sub(rows)
}

/// Draws the line that is being typed, and returns its first row.
fn prompt(prompt: &Prompt, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let label = label_of(prompt);
    let is_above = is_label_above(&label, area);
    // At a table it lies over the lowest rows of the board.
    let top = area.y - u16::from(is_above);
    let taken = Rect {
        y: top,
        height: area.bottom() - top,
        ..area
    };
    frame.render_widget(Clear, taken);
    let (before, inside) = if is_above {
        let above = Rect {
            y: area.y - 1,
            ..area
        };
        let [_, inside] =
            Layout::horizontal([Constraint::Length(1), Constraint::Min(0)]).areas(area);
        (above, inside)
    } else {
        let [before, inside] =
            Layout::horizontal([Constraint::Length(label.width() as u16), Constraint::Min(0)])
                .areas(area);
        (before, inside)
    };
    let room = usize::from(inside.width).saturating_sub(1);
    let skipped = prompt.input.visual_scroll(room);
    frame.render_widget(Line::from(label).bold(), before);
    let text = Paragraph::new(Line::from(prompt.input.value())).scroll((0, skipped as u16));
    frame.render_widget(text, inside);
    let cursor = prompt.input.visual_cursor().saturating_sub(skipped) as u16;
    if cursor < inside.width && inside.height > 0 {
        frame.set_cursor_position((inside.x + cursor, inside.y));
    }
    Rect {
        y: before.y,
        ..area
    }
}

/// A key in the bottom line: its name, what it does, and itself where it is one key alone.
type KeyShown = (Cow<'static, str>, Cow<'static, str>, Option<Key>);

/// Returns the keys of the bottom line. Those that do not fit are left out, but never the two at the end: the way
/// back and the key that lists them all.
fn keys_shown(app: &App, glyphs: Glyphs, columns: u16) -> Vec<KeyShown> {
    let mut shown: Vec<KeyShown> = Vec::new();
    let mut choosing = None;
    if let Some(prompt) = &app.prompt {
        let key = |key: Key, does: String| (key.shown().into(), does.into(), Some(key));
        shown.extend([
            key(Key::Enter, say!("bottom-done")),
            key(Key::Esc, say!("bottom-not-now")),
        ]);
        if prompt.kind.is_talk() {
            shown.insert(0, key(Key::Down, say!("bottom-phrases")));
        }
    } else if let Some(list) = &app.help {
        let key = |intent, does: String| {
            let mut bindings = app.keymap.bindings(app.screen).iter();
            let binding = bindings.find(|binding| binding.intent == intent)?;
            let itself = binding.keys.first().copied();
            Some((name(binding, glyphs), does.into(), itself))
        };
        let scrolls = list.end.get() > 0;
        shown.extend(key(Intent::Down, say!("bottom-scroll")).filter(|_| scrolls));
        shown.extend(key(Intent::Back, say!("bottom-close")));
    } else {
        let table = app.table().filter(|_| app.screen == Screen::Table);
        if let Some(table) = table.filter(|table| table.is_my_turn()) {
            match table.game().variant().notation() {
                Notation::Column => {
                    let columns = table.game().shape().columns.min(9);
                    shown.push((
                        format!("1-{columns}").into(),
                        say!("bottom-columns").into(),
                        None,
                    ));
                }
                Notation::Cell if table.choices().is_empty() => {
                    let letters = help::letters(table.game().shape());
                    shown.push((letters.into(), say!("bottom-move").into(), None));
                }
                Notation::Cell => choosing = Some(table),
            }
        }
        // A narrow line has room for what Enter does or for a new game, and people try Enter anyway.
        let is_plain =
            |intent| app.screen == Screen::Lobby && intent == Intent::Choose && columns < NARROW;
        let needed = |binding: &&Binding| {
            let intent = binding.intent;
            binding.essential && app.is_available(intent) && !is_plain(intent)
        };
        let bindings = app.keymap.bindings(app.screen).iter();
        let mut bindings: Vec<_> = bindings.filter(needed).collect();
        // With hints the values are what the game was opened for.
        let has_hints = table.is_some_and(|table| table.snapshot().spec.hints);
        let follows = |intent| matches!(intent, Intent::Act(Act::AskTakeback) | Intent::Chat);
        let place = |intent| bindings.iter().position(|binding| binding.intent == intent);
        if has_hints
            && let Some(values) = place(Intent::Values)
            && let Some(before) = bindings.iter().position(|binding| follows(binding.intent))
            && before < values
        {
            bindings[before..=values].rotate_right(1);
        }
        shown.extend(bindings.into_iter().map(|binding| {
            let itself = binding.keys.first().copied();
            let does = in_few_words(app, binding, columns).said();
            (name(binding, glyphs), does.into(), itself)
        }));
    }
    let always = shown.split_off(shown.len().saturating_sub(2));
    let mut wide: usize = always.iter().map(columns_of).sum();
    if let Some(table) = choosing {
        let choices = choices_shown(table, usize::from(columns).saturating_sub(wide));
        shown.splice(..0, choices);
    }
    shown.retain(|key| {
        let fits = wide + columns_of(key) <= usize::from(columns);
        wide += if fits { columns_of(key) } else { 0 };
        fits
    });
    shown.extend(always);
    shown
}

/// The name of a binding's first key.
fn name(binding: &Binding, glyphs: Glyphs) -> Cow<'static, str> {
    let first = binding.keys.first();
    first.map_or("".into(), |key| help::name(*key, glyphs).into())
}

/// The effect of a key, in one or two words.
fn in_few_words(app: &App, binding: &Binding, columns: u16) -> Id {
    let screen = app.screen;
    match binding.intent {
        Intent::Choose if screen == Screen::Lobby => {
            let line = app.lobby.chosen_line();
            line.map_or(binding.does, LobbyLine::enter)
        }
        Intent::Code => id!("bottom-code"),
        Intent::Invite => id!("bottom-invite"),
        Intent::Quick if columns < NARROW => id!("bottom-match"),
        Intent::Choose if screen == Screen::Table => id!("bottom-play"),
        Intent::Choose
            if app.screen == Screen::Opponents && app.home.to_play.is_option_chosen() =>
        {
            id!("keys-change")
        }
        Intent::Act(Act::AskTakeback) => id!("bottom-takeback"),
        Intent::Choose if screen == Screen::Replay => id!("bottom-try"),
        Intent::NewGame if columns < NARROW => id!("bottom-new"),
        Intent::Values => id!("bottom-values"),
        Intent::Evaluate => id!("bottom-analyse"),
        Intent::Help => id!("bottom-help"),
        Intent::Back if app.back_quits() => id!("bottom-quit"),
        Intent::Live if screen == Screen::Table => id!("bottom-live"),
        _ => binding.does,
    }
}

/// The keys of the choices of an opening: each with its words, or all in one where `columns` are too few for that.
fn choices_shown(table: &Replica, columns: usize) -> Vec<KeyShown> {
    let each = opening::WORDS.map(|words| {
        let keys = opening::keys(table).map(|(key, choice)| {
            let itself = key.chars().next().map(Key::Char);
            (key.into(), words(choice).into(), itself)
        });
        keys.collect::<Vec<KeyShown>>()
    });
    let fits = |keys: &Vec<KeyShown>| keys.iter().map(columns_of).sum::<usize>() <= columns;
    each.into_iter().find(fits).unwrap_or_else(|| {
        let keys = format!("1-{}", table.choices().len());
        vec![(keys.into(), say!("keys-choose").into(), None)]
    })
}

/// Columns of the bottom line in which words are as short as they can be.
const NARROW: u16 = 60;

/// The columns of a key in the bottom line, with the gaps.
fn columns_of((name, does, _): &KeyShown) -> usize {
    name.width() + does.width() + 3
}

/// Draws the bottom line: the keys of this screen.
fn keys(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let spans: Vec<Span<'_>> = keys_shown(app, glyphs, area.width)
        .into_iter()
        .flat_map(|(name, does, _)| {
            [
                Span::from(format!(" {name}")).bold(),
                Span::from(format!(" {does} ")).dim(),
            ]
        })
        .collect();
    frame.render_widget(Line::from(spans), area);
}

/// Returns the key of the bottom line at a position.
fn key_at(app: &App, glyphs: Glyphs, area: Rect, at: Position) -> Option<Target> {
    let mut left = usize::from(area.x);
    let shown = keys_shown(app, glyphs, area.width);
    let found = shown.into_iter().find(|key| {
        left += columns_of(key);
        usize::from(at.x) < left
    });
    found.and_then(|(_, _, key)| key).map(Target::Key)
}

fn confirmation(app: &App, confirm: Confirm, glyphs: Glyphs, frame: &mut Frame<'_>, areas: &Areas) {
    let text = confirm.question(app);
    let title = format!(" {} ", say!("frame-sure"));
    popup(&text, &title, 54, frame, areas.body, areas.low(), glyphs);
}
