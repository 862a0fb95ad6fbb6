//! The form for a new game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::{centred, chosen_style, line_under, scroll};
use crate::app::{App, Field};

fn frame_area(area: Rect) -> Rect {
    centred(area, 60, 22)
}

pub(super) fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let block = Block::bordered().title(" A new game ");
    let inside = block.inner(frame_area(area));
    frame.render_widget(block, frame_area(area));
    let fields = app.form.fields();
    let room = room(inside);
    let first = scroll(app.form.chosen, room);
    let shown = fields.iter().enumerate().skip(first).take(room);
    for ((at, &field), y) in shown.zip(inside.y + 1..) {
        let chosen = at == app.form.chosen;
        let (label, answer) = app.form.line(field);
        let line = if field == Field::Start {
            Line::from(Span::from(format!("  [ {label} ]  ")).bold())
        } else {
            let answer = if chosen {
                format!("< {answer} >")
            } else {
                format!("  {answer}")
            };
            Line::from(format!("  {label:<14}{answer}"))
        };
        frame.render_widget(
            line.style(chosen_style(chosen)),
            Rect {
                y,
                height: 1,
                ..inside
            },
        );
    }
    let about = Rect {
        y: inside.bottom().saturating_sub(2),
        height: 2.min(inside.height),
        x: inside.x + 2.min(inside.width),
        width: inside.width.saturating_sub(4),
    };
    if inside.height > 4 {
        frame.render_widget(
            Paragraph::new(app.form.about())
                .dim()
                .wrap(Wrap { trim: true }),
            about,
        );
    }
}

pub(super) fn line_at(app: &App, area: Rect, row: u16) -> Option<usize> {
    let inside = Block::bordered().inner(frame_area(area));
    let first = scroll(app.form.chosen, room(inside));
    line_under(inside, 1, first, app.form.fields().len(), row)
}

fn room(inside: Rect) -> usize {
    usize::from(inside.height.saturating_sub(4)).max(1)
}
