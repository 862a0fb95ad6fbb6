//! The drawing of the first screen.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{HomeItem, Opponent, opponents};
use crate::board::Look;
use crate::ui::text::{fit, shortened_line};
use crate::ui::{App, Target, logo, roles, scroll};

/// Columns of the list of opponents beside the menu, and of the screen that has room for both.
const LIST: u16 = 50;
const WIDE: u16 = 110;

/// Rows of the smallest logo, with an empty one below it.
const SMALL_LOGO: usize = 4;

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// A line, by its number.
    Item(usize),
    /// The heading of the servers.
    Heading,
    /// That there is no server.
    NoServer,
    /// Nothing.
    Gap,
}

/// The places on the screen.
struct Layout {
    logo: Vec<Line<'static>>,
    logo_at: Rect,
    menu: Rect,
    rows: Vec<Row>,
    list: Option<Rect>,
}

/// The rows of the menu: the games to go on with, those to begin, and the servers.
fn rows_of(items: &[HomeItem]) -> Vec<Row> {
    let group = |item: &HomeItem| match item {
        HomeItem::Return(_) | HomeItem::Game(_) | HomeItem::Hosted => 0,
        HomeItem::Play(_) => 1,
        HomeItem::Found(_) | HomeItem::Recent(..) | HomeItem::Join | HomeItem::StopServer => 2,
    };
    let mut rows = Vec::new();
    let mut before = None;
    for (at, item) in items.iter().enumerate() {
        let group = group(item);
        if before.is_some_and(|before| before != group) {
            rows.push(Row::Gap);
        }
        if group == 2 && before != Some(2) {
            rows.push(Row::Heading);
            let is_server = |item: &HomeItem| matches!(item, HomeItem::Found(_));
            if !items.iter().any(is_server) {
                rows.push(Row::NoServer);
            }
        }
        before = Some(group);
        rows.push(Row::Item(at));
    }
    rows
}

impl Layout {
    fn new(app: &App, look: &Look, area: Rect) -> Self {
        let items = app.home.items();
        let mut rows = rows_of(&items);
        let height = usize::from(area.height);
        // What is rare goes first where there is no room: empty rows and words without a line, then the heading.
        let unneeded = [
            |row: &Row| *row == Row::NoServer,
            |row: &Row| *row == Row::Gap,
            |row: &Row| *row == Row::Heading,
        ];
        for is_unneeded in unneeded {
            if rows.len() + SMALL_LOGO > height {
                rows.retain(|row| !is_unneeded(row));
            }
        }
        let room = height.saturating_sub(rows.len());
        let logo = logo::lines(look, area.width.into(), height);
        let logo = if logo.len() < room { logo } else { Vec::new() };
        let above = logo.len() as u16 + u16::from(!logo.is_empty());
        // The menu begins a little lower where there is room for that.
        let spare = room.saturating_sub(usize::from(above)) as u16;
        let above = above + spare.min(2);
        let wide = logo.first().map_or(0, Line::width) as u16;
        let logo_at = Rect {
            x: area.x + (area.width - wide.min(area.width)) / 2,
            width: wide.min(area.width),
            height: logo.len() as u16,
            ..area
        };
        let list = (area.width >= WIDE).then(|| Rect {
            x: area.right() - LIST - 1,
            width: LIST,
            y: area.y + above,
            height: area.height - above,
        });
        let menu = Rect {
            y: area.y + above,
            height: area.height - above.min(area.height),
            width: list.map_or(area.width, |list| list.x - area.x - 3),
            ..area
        };
        let margin = match menu.width {
            0..60 => 0,
            60..84 if list.is_none() => 4,
            _ if list.is_none() => (menu.width - 76) / 2,
            _ => 2,
        };
        let menu = Rect {
            x: menu.x + margin,
            width: menu.width - 2 * margin,
            ..menu
        };
        Self {
            logo,
            logo_at,
            menu,
            rows,
            list,
        }
    }

    /// The rows that are shown, so that the chosen line is seen.
    fn shown(&self, chosen: usize) -> Range<usize> {
        let place = self.rows.iter().position(|row| *row == Row::Item(chosen));
        let room = usize::from(self.menu.height);
        // The last row says how many more there are.
        let room = if self.rows.len() > room {
            room.saturating_sub(1)
        } else {
            room
        };
        let first = scroll(place.unwrap_or_default(), room);
        first..self.rows.len().min(first + room)
    }
}

pub(super) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let layout = Layout::new(app, look, area);
    for (line, y) in layout.logo.iter().zip(layout.logo_at.y..) {
        let row = Rect {
            y,
            height: 1,
            ..layout.logo_at
        };
        frame.render_widget(line.clone(), row.intersection(area));
    }
    let items = app.home.items();
    let shown = layout.shown(app.home.chosen);
    let menu = layout.menu;
    let hidden = |rows: &[Row]| {
        let is_line = |row: &&Row| matches!(row, Row::Item(_));
        rows.iter().filter(is_line).count()
    };
    let (above, below) = (
        hidden(&layout.rows[..shown.start]),
        hidden(&layout.rows[shown.end..]),
    );
    if above + below > 0 {
        let above = (above > 0).then(|| say!("form-more-above", count = above));
        let below = (below > 0).then(|| say!("form-more-below", count = below));
        let told: Vec<_> = above.into_iter().chain(below).collect();
        let last = Rect {
            y: menu.bottom().saturating_sub(1).max(menu.y),
            height: 1,
            ..menu
        };
        let told = Line::from(told.join(", ")).right_aligned();
        frame.render_widget(told.style(roles::grey(look)), last.intersection(area));
    }
    for (row, y) in layout.rows[shown].iter().zip(menu.y..menu.bottom()) {
        let place = Rect {
            y,
            height: 1,
            ..menu
        };
        let line = match row {
            Row::Gap => continue,
            Row::Heading => heading(&say!("home-network"), menu.width, look),
            Row::NoServer => Line::from(in_ascii(&format!("  {}", say!("home-no-server")), look)),
            Row::Item(at) => {
                let chosen = *at == app.home.chosen;
                item(app, &items[*at], chosen, menu.width, look)
            }
        };
        let line = if *row == Row::NoServer {
            line.style(roles::grey(look))
        } else {
            line
        };
        frame.render_widget(line, place);
    }
    if let Some(list) = layout.list {
        let bar = if look.glyphs.ascii { "|" } else { "│" };
        for y in list.y..list.bottom().saturating_sub(1) {
            let place = Rect {
                x: list.x - 3,
                y,
                width: 1,
                height: 1,
            };
            frame.render_widget(Span::styled(bar, roles::rule(look)), place);
        }
        opponents::draw_list(app, false, look, frame, list);
    }
}

/// A heading with a rule after it.
pub(super) fn heading(title: &str, width: u16, look: &Look) -> Line<'static> {
    let line = if look.glyphs.ascii { "-" } else { "─" };
    let taken = title.width() + 1;
    let rule = line.repeat(usize::from(width).saturating_sub(taken));
    Line::from(vec![
        Span::styled(format!("{title} "), roles::grey(look)),
        Span::styled(rule, roles::rule(look)),
    ])
}

/// A row of a list: a mark where it is chosen, its name, its value and what stands at its end.
pub(super) fn row(
    texts: [&str; 3],
    name_width: usize,
    (chosen, has_focus): (bool, bool),
    width: u16,
    look: &Look,
) -> Line<'static> {
    let texts = texts.map(|text| in_ascii(text, look));
    let [name, value, detail] = texts.each_ref().map(String::as_str);
    let width = usize::from(width);
    let mark = match (chosen && has_focus, roles::has_tint(look)) {
        (false, _) => "  ",
        (true, true) if !look.glyphs.ascii => "▌ ",
        (true, _) => "> ",
    };
    let room = width.saturating_sub(2);
    let name = if value.is_empty() {
        shortened_line(name, room, look.glyphs)
    } else {
        fit(&shortened_line(name, name_width, look.glyphs), name_width)
    };
    let room = room.saturating_sub(name.width() + 1);
    let detail = if detail.width() + 2 + value.width() <= room {
        detail
    } else {
        ""
    };
    let end = if detail.is_empty() {
        0
    } else {
        detail.width() + 2
    };
    let value = shortened_line(value, room.saturating_sub(end), look.glyphs);
    let gap = room.saturating_sub(value.width() + end);
    let plain = Style::new();
    let is_bold = chosen && has_focus;
    let bold = if is_bold {
        plain.add_modifier(Modifier::BOLD)
    } else {
        plain
    };
    let line = Line::from(vec![
        Span::styled(mark, roles::accent(look)),
        Span::styled(format!("{name} "), bold),
        Span::from(value),
        Span::from(" ".repeat(gap)),
        Span::styled(detail.to_owned(), roles::grey(look)),
        Span::from(if detail.is_empty() { "" } else { "  " }),
    ]);
    if chosen {
        line.style(roles::tint(look))
    } else {
        line
    }
}

/// The text with the characters that the terminal has.
fn in_ascii(text: &str, look: &Look) -> String {
    if !look.glyphs.ascii {
        return text.to_owned();
    }
    let plain = |letter| match letter {
        '·' => '-',
        '“' | '”' | '„' | '«' | '»' => '"',
        other => other,
    };
    text.chars().map(plain).collect()
}

fn item(app: &App, item: &HomeItem, chosen: bool, width: u16, look: &Look) -> Line<'static> {
    let mut texts = app.home.texts(item);
    if matches!(item, HomeItem::Play(Opponent::Bot | Opponent::Friend)) {
        let arrow = if look.glyphs.ascii { ">" } else { "→" };
        texts.detail = format!("{arrow} {}", texts.detail);
    }
    let name_width = match width {
        0..60 => 13,
        _ => 17,
    };
    let texts = [
        texts.name.as_str(),
        texts.value.as_str(),
        texts.detail.as_str(),
    ];
    row(texts, name_width, (chosen, true), width, look)
}

/// The line at a position.
pub(super) fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
    let layout = Layout::new(app, look, area);
    let below = at.y.checked_sub(layout.menu.y)?;
    let shown = layout.shown(app.home.chosen);
    let row = shown.start + usize::from(below);
    let row = layout.rows.get(row).filter(|_| shown.contains(&row));
    match row.filter(|_| layout.menu.contains(at))? {
        Row::Item(at) => Some(Target::Line(*at)),
        Row::Heading | Row::NoServer | Row::Gap => None,
    }
}
