//! The first screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::fit;
use super::{Glyphs, chosen_style, line_under, scroll};
use crate::app::App;

/// Lines above the list: the picture and the question.
const TOP: u16 = 7;

pub(super) fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let top = top(area);
    if top > 0 {
        for (line, row) in picture(glyphs).into_iter().zip(area.y + 1..area.bottom()) {
            frame.render_widget(
                line.centered(),
                Rect {
                    y: row,
                    height: 1,
                    ..area
                },
            );
        }
    }
    let items = app.home.items();
    // The hints are aligned.
    let wide = items.iter().map(|item| item.title().width()).max();
    let wide = wide.unwrap_or(0).clamp(34, 48);
    let room = usize::from(area.height.saturating_sub(top));
    let first = scroll(app.home.chosen, room);
    let shown = items.iter().enumerate().skip(first).take(room);
    for ((at, item), row) in shown.zip(area.y + top..) {
        let chosen = at == app.home.chosen;
        let mark = if chosen { ">" } else { " " };
        let title = format!(" {mark} {} ", fit(&item.title(), wide));
        let title = Span::from(title).style(chosen_style(chosen));
        let line = Line::from(vec![title, Span::from(format!("  {}", item.about())).dim()]);
        let indent = area.width.saturating_sub(84) / 2;
        let area = Rect {
            x: area.x + indent,
            y: row,
            width: area.width - indent,
            height: 1,
        };
        frame.render_widget(line, area);
    }
}

pub(super) fn line_at(app: &App, area: Rect, row: u16) -> Option<usize> {
    let items = app.home.items().len();
    let top = top(area);
    let room = usize::from(area.height.saturating_sub(top));
    line_under(area, top, scroll(app.home.chosen, room), items, row)
}

/// A low terminal has no room for a picture.
fn top(area: Rect) -> u16 {
    if area.height >= TOP + 6 { TOP } else { 0 }
}

fn picture(glyphs: Glyphs) -> Vec<Line<'static>> {
    let (disc, ring) = if glyphs.ascii {
        ("X", "O")
    } else {
        ("●", "○")
    };
    let red = || Span::from(disc).fg(Color::Red).bold();
    let yellow = || Span::from(ring).fg(Color::Yellow).bold();
    let gap = || Span::from(" ");
    vec![
        Line::from(vec![red(), gap(), red(), gap(), red(), gap(), red()]),
        Line::from(vec![
            yellow(),
            gap(),
            yellow(),
            gap(),
            red(),
            gap(),
            yellow(),
        ]),
        Line::default(),
        Line::from("e n l i n e a".bold()),
        Line::from("in a row, online".dim()),
    ]
}
