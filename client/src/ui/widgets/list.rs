//! A list: lines to choose from, in titled sections.
//!
//! A screen says which rows the list has; [`List`] finds those in sight, draws them, and finds the line under a click.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::scroll;
use crate::board::{Glyphs, Look};
use crate::ui::text::shortened_line;
use crate::ui::{Target, roles};

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Row {
    /// The line with this number, which can be chosen.
    Line(usize),
    /// The title of the lines that follow, with the keys that act on them.
    Title(String, Vec<KeyWords>),
    /// A sentence in grey.
    Words(String),
    /// An empty row.
    Gap,
}

/// A key in a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct KeyWords {
    /// The name of the key.
    pub(in crate::ui) key: String,
    /// Its effect, or the choice that it changes.
    pub(in crate::ui) does: String,
    /// True for a choice that differs from the usual one.
    pub(in crate::ui) is_on: bool,
}

/// Takes away what matters least until at most `room` rows are left: sentences, then empty rows, then titles.
pub(in crate::ui) fn fit_rows(rows: &mut Vec<Row>, room: usize) {
    let unneeded: [fn(&Row) -> bool; 3] = [
        |row| matches!(row, Row::Words(_)),
        |row| *row == Row::Gap,
        |row| matches!(row, Row::Title(..)),
    ];
    for is_unneeded in unneeded {
        if rows.len() > room {
            rows.retain(|row| !is_unneeded(row));
        }
    }
}

/// A list in its area.
pub(in crate::ui) struct List {
    rows: Vec<Row>,
    shown: Range<usize>,
    area: Rect,
}

impl List {
    /// Shows the rows from the top, or those that end with the chosen line.
    pub(in crate::ui) fn new(rows: Vec<Row>, chosen: usize, area: Rect) -> Self {
        let height = usize::from(area.height);
        // The last row says how many more lines there are.
        let room = height - usize::from(rows.len() > height && height > 2);
        let place = rows.iter().position(|row| *row == Row::Line(chosen));
        let first = scroll(place.unwrap_or_default(), room);
        let shown = first..rows.len().min(first + room);
        Self { rows, shown, area }
    }

    /// Draws the rows; `line` draws a line by its number and width.
    pub(in crate::ui) fn draw(
        &self,
        look: &Look,
        frame: &mut Frame<'_>,
        line: impl Fn(usize, u16) -> Line<'static>,
    ) {
        let (area, width) = (self.area, self.area.width);
        let in_sight = &self.rows[self.shown.clone()];
        for (row, place) in in_sight.iter().zip(area.rows()) {
            let line = match row {
                Row::Gap => continue,
                Row::Title(title, keys) => heading(title, keys, width, look),
                Row::Words(words) => {
                    let words = format!("  {}", in_ascii(words, look.glyphs));
                    let words = shortened_line(&words, width.into(), look.glyphs);
                    Line::styled(words, roles::grey(look))
                }
                Row::Line(number) => line(*number, width),
            };
            frame.render_widget(line, place);
        }
        let lines = |rows: &[Row]| {
            let is_line = |row: &&Row| matches!(row, Row::Line(_));
            rows.iter().filter(is_line).count()
        };
        let above = lines(&self.rows[..self.shown.start]);
        let below = lines(&self.rows[self.shown.end..]);
        if in_sight.len() < area.height.into() {
            let last = Rect {
                y: area.bottom() - 1,
                height: 1,
                ..area
            };
            let more = Line::styled(more(above, below), roles::grey(look));
            frame.render_widget(more.right_aligned(), last);
        }
    }

    /// The line at a position.
    pub(in crate::ui) fn target_at(&self, at: Position) -> Option<Target> {
        let below = at.y.checked_sub(self.area.y)?;
        let place = self.shown.start + usize::from(below);
        let row = self.rows.get(place).filter(|_| self.area.contains(at));
        match row.filter(|_| self.shown.contains(&place))? {
            Row::Line(line) => Some(Target::Line(*line)),
            Row::Title(..) | Row::Words(_) | Row::Gap => None,
        }
    }
}

/// How many lines there are above and below those in sight, in words.
pub(super) fn more(above: usize, below: usize) -> String {
    let above = (above > 0).then(|| say!("form-more-above", count = above));
    let below = (below > 0).then(|| say!("form-more-below", count = below));
    let both: Vec<_> = above.into_iter().chain(below).collect();
    both.join(", ")
}

/// A title with a rule after it, and as many of the keys as there is room for.
pub(in crate::ui) fn heading(
    title: &str,
    keys: &[KeyWords],
    width: u16,
    look: &Look,
) -> Line<'static> {
    let mut rest = usize::from(width).saturating_sub(title.width() + 1);
    let mut spans = Vec::new();
    for KeyWords { key, does, is_on } in keys {
        let needs = key.width() + does.width() + 3;
        // A rule of some length stays.
        let Some(left) = rest.checked_sub(needs).filter(|left| *left > 2) else {
            break;
        };
        rest = left;
        let style = if *is_on {
            roles::accent(look)
        } else {
            roles::grey(look)
        };
        spans.extend([
            Span::from(format!(" {key} ")).bold(),
            Span::styled(format!("{} ", in_ascii(does, look.glyphs)), style),
        ]);
    }
    let title = in_ascii(title, look.glyphs);
    let line = if look.glyphs.ascii { "-" } else { "─" };
    let begin = [
        Span::styled(format!("{title} "), roles::grey(look)),
        Span::styled(line.repeat(rest), roles::rule(look)),
    ];
    begin.into_iter().chain(spans).collect()
}

/// A line of a list, with the tint of the chosen one.
pub(in crate::ui) fn tinted(line: Line<'static>, is_chosen: bool, look: &Look) -> Line<'static> {
    if is_chosen {
        line.style(roles::tint(look))
    } else {
        line
    }
}

/// The mark of a line, in two columns.
pub(in crate::ui) fn mark(is_chosen: bool, look: &Look) -> Span<'static> {
    let mark = match (is_chosen, roles::has_tint(look)) {
        (false, _) => "  ",
        (true, true) if !look.glyphs.ascii => "▌ ",
        (true, _) => "> ",
    };
    Span::styled(mark, roles::accent(look))
}

/// The text with the characters that the terminal has.
pub(in crate::ui) fn in_ascii(text: &str, glyphs: Glyphs) -> String {
    if !glyphs.ascii {
        return text.to_owned();
    }
    let plain = |letter| match letter {
        '·' => '-',
        '“' | '”' | '„' | '«' | '»' => '"',
        other => other,
    };
    text.chars().map(plain).collect()
}
