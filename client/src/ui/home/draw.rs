//! The drawing of the first screen.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::{HomeItem, Me, game_line, seat_line};
use crate::input::Intent;
use crate::language::Said;
use crate::ui::text::{fit, shortened, shortened_line};
use crate::ui::{App, Glyphs, Screen, Target, chosen_style, line_under, scroll};

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
            Self::Return(seat) if surplus > 0 => seat_line(&cut(&seat.variant.said()), seat.room),
            Self::Game(game) if surplus > 0 => game_line(&cut(&game.title), game.room),
            Self::Opponent(who, _) if surplus > 0 => {
                // The depth of a bot gives way as a whole, then its level.
                let room = who.width().saturating_sub(surplus);
                let mut fits = who.as_str();
                while let Some((shorter, _)) =
                    fits.rsplit_once(", ").filter(|_| fits.width() > room)
                {
                    fits = shorter;
                }
                say!("home-with", opponent = shortened_line(fits, room, glyphs))
            }
            _ => shortened_line(&whole, width, glyphs),
        }
    }
}

/// Lines above the list: the picture and the person, with an empty row between them and without.
const TOPS: [u16; 2] = [9, 8];

/// Rows below the list, for a hint that does not fit beside its line.
const HINT: u16 = 2;

/// The rows of the screen.
struct Rows {
    /// Those above the list.
    top: u16,
    /// Those of the list.
    list: u16,
    /// That of the number of lines above and below, where not all are in the list.
    more: u16,
    /// Those of the hint.
    hint: u16,
}

impl Rows {
    /// Shares the rows: lines of the list go before the picture, and before the second row of a hint.
    fn new(area: Rect, lines: usize) -> Self {
        let lines = u16::try_from(lines).unwrap_or(u16::MAX);
        let with = |top: u16, more: u16, hint: u16| Self {
            top,
            list: area.height.saturating_sub(top + more + hint),
            more,
            hint,
        };
        let with_picture = TOPS.map(|top| with(top, 0, HINT));
        let all = with_picture
            .into_iter()
            .chain([with(1, 0, HINT), with(1, 0, 1)])
            .find(|rows| rows.list >= lines);
        all.unwrap_or_else(|| match area.height {
            0..4 => with(1, 0, 0),
            // On the lowest screens a line is worth more than a hint.
            4..7 if lines < area.height => with(1, 0, 0),
            4..7 => with(1, 1, 0),
            7.. => with(1, 1, 1),
        })
    }

    /// The number of the first line in the list.
    fn first(&self, chosen: usize) -> usize {
        scroll(chosen, self.list.into())
    }
}

pub(super) fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let items = app.home.items();
    let rows = Rows::new(area, items.len());
    let top = rows.top;
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
    frame.render_widget(who_line(app, who.width, glyphs).centered(), who);
    // The hints are aligned.
    let wide = items.iter().map(|item| item.title().width()).max();
    let wide = wide.unwrap_or(0).clamp(34, 48);
    let wide = wide.min(usize::from(area.width.saturating_sub(4)));
    let room = usize::from(rows.list);
    let first = rows.first(app.home.chosen);
    more(&rows, (first, items.len()), frame, area);
    let shown = items.iter().enumerate().skip(first).take(room);
    for ((at, item), row) in shown.zip(area.y + top..) {
        let chosen = at == app.home.chosen;
        let mark = if chosen { ">" } else { " " };
        let title = item.title_in(wide, glyphs);
        let title = format!(" {mark} {} ", fit(&title, wide));
        let title = Span::from(title).style(chosen_style(chosen));
        let about = item.about(&app.keymap);
        let indent = area.width.saturating_sub(84) / 2;
        let beside = usize::from(area.width - indent).saturating_sub(title.width() + 2);
        let fits = about.width() <= beside;
        if chosen && !fits {
            hint(&about, &rows, glyphs, frame, area);
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
    let rows = Rows::new(area, items);
    let list = Rect {
        height: (rows.top + rows.list).min(area.height),
        ..area
    };
    line_under(list, rows.top, rows.first(app.home.chosen), items, at.y).map(Target::Line)
}

/// Draws how many lines there are above the list, which begins with the line `first` of so many, and below it.
fn more(rows: &Rows, (first, lines): (usize, usize), frame: &mut Frame<'_>, area: Rect) {
    let below = lines.saturating_sub(first + usize::from(rows.list));
    let above = (first > 0).then(|| say!("form-more-above", count = first));
    let below = (below > 0).then(|| say!("form-more-below", count = below));
    let told: Vec<_> = above.into_iter().chain(below).collect();
    let row = Rect {
        y: area.y + rows.top + rows.list,
        width: area.width.saturating_sub(1),
        height: rows.more,
        ..area
    };
    let told = Line::from(told.join(", ")).right_aligned();
    frame.render_widget(told.dim(), row.intersection(area));
}

/// Draws the hint about the chosen line below the list.
fn hint(about: &str, rows: &Rows, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let below = Rect {
        x: area.x + 3.min(area.width),
        y: area.bottom().saturating_sub(rows.hint),
        width: area.width.saturating_sub(4),
        height: rows.hint.min(area.height),
    };
    let about = shortened(about, below.width.into(), below.height.into(), glyphs);
    let about: Vec<_> = about.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(about).dim(), below);
}

/// The line with the person. Where there is no room for all of it, the name is what counts, and the key that changes
/// it.
fn who_line(app: &App, width: u16, glyphs: Glyphs) -> Line<'static> {
    let (whole, short) = who(&app.home.me);
    let key = app.keymap.key(Screen::Home, Intent::Name);
    let tails = key.map_or_else(Default::default, |key| {
        let changes = say!("home-changes", key = key.as_str());
        [format!("   {changes}"), format!(" ({key})")]
    });
    let lines = [
        (&whole, &tails[0]),
        (&short, &tails[0]),
        (&short, &tails[1]),
    ];
    for (who, tail) in lines {
        let mut line = who.clone();
        line.push(Span::from(tail.clone()).dim());
        let line = Line::from(line);
        if line.width() <= usize::from(width) {
            return line;
        }
    }
    let who: String = short.iter().map(|span| span.content.as_ref()).collect();
    Line::from(shortened_line(&who, width.into(), glyphs))
}

/// The person with their key, and without.
fn who(me: &Me) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let Some(name) = &me.name else {
        let whole = match &me.key {
            Some(key) => say!("home-guest-with-key", fingerprint = key.as_str()),
            None => say!("home-guest-without-key"),
        };
        return (vec![whole.into()], vec![say!("home-guest").into()]);
    };
    let whole = match &me.key {
        Some(key) => say!("home-you-with-key", name = NAME, fingerprint = key.as_str()),
        None => say!("home-you-without-key", name = NAME),
    };
    let name = crate::text::plain(name);
    let bold = |text: String| {
        let (before, after) = text.split_once(NAME).unwrap_or((&text, ""));
        vec![
            Span::from(before.to_owned()),
            Span::from(name.clone()).bold(),
            Span::from(after.to_owned()).dim(),
        ]
    };
    (bold(whole), bold(say!("home-you", name = NAME)))
}

/// A sign in the place of a name, which can be found: the words around the name may have its letters, too.
const NAME: &str = "\u{1}";

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
        Line::from(say!("home-what").dim()),
    ]
}
