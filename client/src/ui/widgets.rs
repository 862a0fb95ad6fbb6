//! Parts of screens: boxes, lists and forms.

pub(super) mod choices;
pub(super) mod list;

use protocol::game::Game;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::text::{shortened, wrapped};
use super::{App, Glyphs, roles};
use crate::board::{self, BoardLayout, Look, Marks};

/// Draws a text in a box in the middle; one that has no room in a box is drawn without.
///
/// A screen that is too low for the whole text has its end, and as much of its beginning as fits before: the last
/// paragraph says what to do.
pub(super) fn popup(
    text: &str,
    title: &str,
    width: u16,
    frame: &mut Frame<'_>,
    body: Rect,
    low: Rect,
    glyphs: Glyphs,
) {
    let width = width.min(body.width);
    let inside = usize::from(width.saturating_sub(2));
    let lines = broken(text, inside);
    let height = lines.len() as u16 + 2;
    if height <= body.height {
        let area = centred(body, width, height);
        let block = edge(glyphs).title(title).bold();
        frame.render_widget(Clear, area);
        let lines: Vec<_> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
        return;
    }
    let (width, rows) = (usize::from(low.width), usize::from(low.height));
    let (before, end) = text.rsplit_once("\n\n").unwrap_or(("", text));
    let mut end = broken(end, width);
    // The question comes before the last of the keys.
    end.truncate(rows.saturating_sub(1).max(rows.min(1)));
    let before = before.replace('\n', " ");
    let mut lines = shortened(&before, width, rows - end.len(), glyphs);
    lines.append(&mut end);
    let area = centred(low, low.width, lines.len() as u16);
    frame.render_widget(Clear, area);
    let lines: Vec<_> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).bold(), area);
}

/// The lines of a text, each broken between words.
fn broken(text: &str, width: usize) -> Vec<String> {
    text.lines()
        .flat_map(|line| match wrapped(line, width) {
            lines if lines.is_empty() => vec![String::new()],
            lines => lines,
        })
        .collect()
}

/// The edge of a box in ASCII.
const ASCII_EDGE: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Returns a box with an edge, in the characters that the terminal has.
pub(super) fn edge(glyphs: Glyphs) -> Block<'static> {
    Block::bordered().border_set(if glyphs.ascii {
        ASCII_EDGE
    } else {
        border::PLAIN
    })
}

/// Returns what is inside the edge of an area, and whether it has one: an area without a row inside has none.
pub(super) fn framed(area: Rect) -> (Rect, bool) {
    let inside = Block::bordered().inner(area);
    if inside.is_empty() {
        (area, false)
    } else {
        (inside, true)
    }
}

/// Returns an area of at most this size in the middle of another.
pub(super) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// Draws a position with its winning cells, to be looked at only, and returns its height; `None` if there is no room.
pub(super) fn draw_position(
    game: &Game,
    line: &[Square],
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) -> Option<u16> {
    let layout = BoardLayout::new(game.variant(), look, area, false)?;
    let marks = Marks {
        line,
        last: game.plies().last().copied(),
        ..Marks::default()
    };
    board::draw(game, layout, marks, look, frame);
    Some(layout.height())
}

/// The part of an area that the notice does not cover: its last line has its own row, the others lie over the body.
pub(super) fn above_notice(app: &App, screen: Rect, area: Rect) -> Rect {
    let rows = app.notice().map_or(0, |text| {
        let width = usize::from(screen.width.saturating_sub(2));
        wrapped(text, width).len() as u16
    });
    // The last row has the keys.
    let end = screen.bottom().saturating_sub(1 + rows).max(area.y + 1);
    Rect {
        height: area.height.min(end - area.y),
        ..area
    }
}

/// Draws an upright line in a column of an area, between two parts of a screen.
pub(super) fn upright(x: u16, area: Rect, look: &Look, frame: &mut Frame<'_>) {
    let bar = if look.glyphs.ascii { "|" } else { "│" };
    for y in area.y..area.bottom().saturating_sub(1) {
        let cell = Rect::new(x, y, 1, 1);
        frame.render_widget(Span::styled(bar, roles::rule(look)), cell);
    }
}

/// The first line to show so that the chosen one is seen.
pub(super) fn scroll(chosen: usize, room: usize) -> usize {
    (chosen + 1).saturating_sub(room.max(1))
}

/// The style of a line of a list.
pub(super) fn chosen_style(chosen: bool) -> Style {
    if chosen {
        Style::new().add_modifier(Modifier::REVERSED)
    } else {
        Style::new()
    }
}

/// Draws lines from the top of an area, as many as fit.
pub(in crate::ui) fn rows(
    lines: impl IntoIterator<Item = Line<'static>>,
    frame: &mut Frame<'_>,
    area: Rect,
) {
    for (line, row) in lines.into_iter().zip(area.rows()) {
        frame.render_widget(line, row);
    }
}

/// The style of what is this person's, or chosen.
pub(in crate::ui) fn strong(is_strong: bool) -> Style {
    if is_strong {
        Style::new().bold()
    } else {
        Style::new()
    }
}
