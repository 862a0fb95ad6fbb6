//! Parts of screens: boxes and lists.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::App;
use super::text::wrapped;

/// Draws a box in the middle.
pub(super) fn popup(
    text: &str,
    title: &str,
    width: u16,
    height: u16,
    frame: &mut Frame<'_>,
    body: Rect,
) {
    let area = centred(body, width, height);
    let block = Block::bordered().title(title).bold();
    frame.render_widget(Clear, area);
    frame.render_widget(
        Paragraph::new(text).wrap(Wrap { trim: true }).block(block),
        area,
    );
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

/// The part of an area that the notice does not cover: its last line has its own row, the others lie over the body.
pub(super) fn above_notice(app: &App, screen: Rect, area: Rect) -> Rect {
    let rows = app.notice.as_ref().map_or(0, |(text, _)| {
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

/// Returns the line of a list under a row, where lines begin at `top` of `area`, and `count` are shown
/// from `first` on.
pub(super) fn line_under(
    area: Rect,
    top: u16,
    first: usize,
    count: usize,
    row: u16,
) -> Option<usize> {
    let below = row.checked_sub(area.y.checked_add(top)?)?;
    let line = first + usize::from(below);
    (row < area.bottom() && line < count).then_some(line)
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
