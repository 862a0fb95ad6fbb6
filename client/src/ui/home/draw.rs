//! The drawing of the first screen.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::{HomeItem, Me};
use crate::ui::text::{fit, shortened, shortened_line};
use crate::ui::{App, Glyphs, Target, chosen_style, line_under, scroll};

impl HomeItem {
    /// The text of the line in `width` columns: where it is longer, the title of the game is cut, never the code of the
    /// room behind it.
    fn title_in(&self, width: usize, glyphs: Glyphs) -> String {
        let whole = self.title();
        let surplus = whole.width().saturating_sub(width);
        let cut = |title: &str| {
            let room = title.width().saturating_sub(surplus);
            shortened_line(title, room, glyphs)
        };
        match self {
            Self::Return(seat) if surplus > 0 => {
                let title = cut(&seat.title);
                format!("Back to your seat: {title} in {}", seat.room)
            }
            Self::Game(game) if surplus > 0 => {
                let title = cut(&game.title);
                format!("Back to your game: {title} in {}", game.room)
            }
            Self::Opponent(who, _) if surplus > 0 => format!("With < {} >", cut(who)),
            _ => shortened_line(&whole, width, glyphs),
        }
    }
}

/// Lines above the list: the picture and the person.
const TOP: u16 = 9;

pub(super) fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let top = top(area);
    if top > 1 {
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
    let who = Rect {
        y: area.y + top.saturating_sub(2),
        height: area.height.min(1),
        ..area
    };
    frame.render_widget(who_line(&app.home.me, who.width, glyphs).centered(), who);
    let items = app.home.items();
    // The hints are aligned.
    let wide = items.iter().map(|item| item.title().width()).max();
    let wide = wide.unwrap_or(0).clamp(34, 48);
    let wide = wide.min(usize::from(area.width.saturating_sub(4)));
    let room = room(area);
    let first = scroll(app.home.chosen, room);
    let shown = items.iter().enumerate().skip(first).take(room);
    for ((at, item), row) in shown.zip(area.y + top..) {
        let chosen = at == app.home.chosen;
        let mark = if chosen { ">" } else { " " };
        let title = item.title_in(wide, glyphs);
        let title = format!(" {mark} {} ", fit(&title, wide));
        let title = Span::from(title).style(chosen_style(chosen));
        let about = item.about();
        let indent = area.width.saturating_sub(84) / 2;
        let beside = usize::from(area.width - indent).saturating_sub(title.width() + 2);
        let fits = about.width() <= beside;
        if chosen && !fits {
            hint(&about, glyphs, frame, area);
        }
        let about = match chosen {
            _ if fits => about,
            // It stands below the list.
            true => String::new(),
            false => shortened_line(&about, beside, glyphs),
        };
        let line = Line::from(vec![title, Span::from(format!("  {about}")).dim()]);
        let area = Rect {
            x: area.x + indent,
            y: row,
            width: area.width - indent,
            height: 1,
        };
        frame.render_widget(line, area);
    }
}

/// The line at a position.
pub(super) fn target_at(app: &App, area: Rect, at: Position) -> Option<Target> {
    let items = app.home.items().len();
    let top = top(area);
    let room = room(area);
    let list = Rect {
        height: top + room as u16,
        ..area
    };
    line_under(list, top, scroll(app.home.chosen, room), items, at.y).map(Target::Line)
}

/// Rows below the list, for a hint that does not fit beside its line.
const HINT: u16 = 2;

/// Lines of the list that are shown.
fn room(area: Rect) -> usize {
    let rows = area.height.saturating_sub(top(area));
    usize::from(if rows >= HINT + 4 { rows - HINT } else { rows })
}

/// Draws the hint about the chosen line below the list.
fn hint(about: &str, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let rows = area.height.saturating_sub(top(area) + room(area) as u16);
    let below = Rect {
        x: area.x + 3.min(area.width),
        y: area.bottom().saturating_sub(rows),
        width: area.width.saturating_sub(4),
        height: rows,
    };
    let about = shortened(about, below.width.into(), rows.into(), glyphs);
    let about: Vec<_> = about.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(about).dim(), below);
}

/// The line with the person. Where there is no room for all of it, the name is what counts, and the key that changes it.
fn who_line(me: &Me, width: u16, glyphs: Glyphs) -> Line<'static> {
    let who = match &me.name {
        Some(name) => vec![
            "You are ".into(),
            Span::from(crate::text::plain(name)).bold(),
        ],
        None => vec!["You are a guest".into()],
    };
    let key = match &me.key {
        Some(key) => format!(", with the key {key}"),
        None => ", without a key".to_owned(),
    };
    let tails = [
        format!("{key}   n changes it"),
        "   n changes it".to_owned(),
        " (n)".to_owned(),
    ];
    for tail in tails {
        let mut line = who.clone();
        line.push(Span::from(tail).dim());
        let line = Line::from(line);
        if line.width() <= usize::from(width) {
            return line;
        }
    }
    let who: String = who.iter().map(|span| span.content.as_ref()).collect();
    Line::from(shortened_line(&who, width.into(), glyphs))
}

/// The first line of the list. A low terminal has no room for a picture.
fn top(area: Rect) -> u16 {
    if area.height >= TOP + 6 { TOP } else { 1 }
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
