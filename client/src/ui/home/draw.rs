//! The drawing of the first screen.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{HomeItem, Opponent, opponents};
use crate::board::Look;
use crate::language::Said;
use crate::ui::text::{fit, shortened_line};
use crate::ui::widgets::list::{List, Row, fit_rows, in_ascii, mark, tinted};
use crate::ui::widgets::{rows, upright};
use crate::ui::{App, Target, logo, roles};

/// Columns of the list of opponents beside the menu, and of the screen that has room for both.
const LIST: u16 = 50;
const WIDE: u16 = 110;

/// Rows of the smallest logo, with an empty one below it.
const SMALL_LOGO: usize = 4;

/// The places on the screen.
struct Layout {
    logo: Vec<Line<'static>>,
    logo_at: Rect,
    menu: List,
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
            rows.push(Row::Title(say!("home-network"), Vec::new()));
            let is_server = |item: &HomeItem| matches!(item, HomeItem::Found(_));
            if !items.iter().any(is_server) {
                rows.push(Row::Words(say!("home-no-server")));
            }
        }
        before = Some(group);
        rows.push(Row::Line(at));
    }
    rows
}

impl Layout {
    fn new(app: &App, look: &Look, area: Rect) -> Self {
        let items = app.home.items();
        let mut rows = rows_of(&items);
        let height = usize::from(area.height);
        fit_rows(&mut rows, height.saturating_sub(SMALL_LOGO));
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
            menu: List::new(rows, app.home.chosen, menu),
            list,
        }
    }
}

pub(super) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let layout = Layout::new(app, look, area);
    rows(layout.logo, frame, layout.logo_at.intersection(area));
    let items = app.home.items();
    layout.menu.draw(look, frame, |at, width| {
        item(app, &items[at], at == app.home.chosen, width, look)
    });
    if let Some(list) = layout.list {
        upright(list.x - 3, list, look, frame);
        opponents::draw_list(app, false, look, frame, list);
    }
}

/// A row of a list: a mark where it is chosen, its name, its value and what stands at its end.
pub(super) fn row(
    texts: [&str; 3],
    name_width: usize,
    (chosen, has_focus): (bool, bool),
    width: u16,
    look: &Look,
) -> Line<'static> {
    let texts = texts.map(|text| in_ascii(text, look.glyphs));
    let [name, value, detail] = texts.each_ref().map(String::as_str);
    let width = usize::from(width);
    let room = width.saturating_sub(2);
    let name = if value.is_empty() {
        shortened_line(name, room, look.glyphs)
    } else {
        fit(&shortened_line(name, name_width, look.glyphs), name_width)
    };
    let room = room.saturating_sub(name.width() + 1);
    // A mere arrow goes before the end of a long value.
    let detail = if detail.width() == 1 || detail.width() + 2 + value.width() <= room {
        detail
    } else {
        ""
    };
    let end = match detail.width() {
        0 => 0,
        1 => 2,
        width => width + 2,
    };
    let value = shortened_line(value, room.saturating_sub(end), look.glyphs);
    let spare = room.saturating_sub(value.width() + end);
    // Two columns before it are needed more than two after it.
    let margin = if end > 0 { spare.min(2) } else { 0 };
    let gap = end - detail.width() + spare - margin;
    let plain = Style::new();
    let is_bold = chosen && has_focus;
    let bold = if is_bold {
        plain.add_modifier(Modifier::BOLD)
    } else {
        plain
    };
    let line = Line::from(vec![
        mark(is_bold, look),
        Span::styled(format!("{name} "), bold),
        Span::from(value),
        Span::from(" ".repeat(gap)),
        Span::styled(detail.to_owned(), roles::grey(look)),
        Span::from(" ".repeat(margin)),
    ]);
    tinted(line, chosen, look)
}

fn item(app: &App, item: &HomeItem, chosen: bool, width: u16, look: &Look) -> Line<'static> {
    let mut texts = app.home.texts(item);
    if matches!(item, HomeItem::Play(Opponent::Bot | Opponent::Friend)) {
        let arrow = if look.glyphs.ascii { ">" } else { "→" };
        texts.detail = if width < 60 {
            // The end is cut, and the level says more than the game.
            if matches!(item, HomeItem::Play(Opponent::Bot)) {
                let to_play = &app.home.to_play;
                let (bot, game) = (to_play.bot_in_short(), to_play.game().said());
                texts.value = say!("home-game-and-bot", game = bot, bot = game);
            }
            arrow.to_owned()
        } else {
            format!("{arrow} {}", texts.detail)
        };
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
    Layout::new(app, look, area).menu.target_at(at)
}
