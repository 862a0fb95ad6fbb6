//! A form: lines with a choice each, the explanation of the chosen line, and a button below.
//!
//! A screen says what its lines are and keeps which one is chosen; [`Choices`] draws them and finds the line under a
//! click. The explanation is right of `│` on a wide screen, and below the lines elsewhere. The button and the
//! explanation stay in sight while the lines scroll.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::list::{mark, more, tinted};
use super::{scroll, upright};
use crate::board::Look;
use crate::ui::roles;
use crate::ui::text::{fit, shortened, shortened_line, wrapped};

/// Columns from which on the explanation is beside the lines, and columns of the lines then.
const WIDE: u16 = 100;
const LINES: u16 = 68;

/// Columns from which on the lines are indented.
const ROOMY: u16 = 60;

/// Rows of the area from which on the explanation below has a title and three rows, and from which on it has two.
const HIGH: u16 = 18;
const LOW: u16 = 8;

/// The fewest columns of what gives way on a narrow screen: the label, then the choice before its last part.
const LABEL: usize = 2;

/// Columns between a label and its choice, which have the sign of the chosen line, and those after the choice.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// Columns of a short value, after which the notes begin.
const NOTE: usize = 12;

/// A line of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Item {
    /// The title of the lines that follow.
    Title(String),
    /// A choice.
    Choice(Choice),
}

/// A line with a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct Choice {
    /// The name of the line.
    pub(in crate::ui) label: String,
    /// The value that is chosen.
    pub(in crate::ui) value: String,
    /// A few words after it in grey, such as why the line is ruled out.
    pub(in crate::ui) note: String,
    /// True for a line that another one rules out.
    pub(in crate::ui) is_ruled_out: bool,
}

/// A form, as it is drawn.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Choices {
    /// The lines, from the top.
    pub(in crate::ui) items: Vec<Item>,
    /// The chosen line among those with a choice; their number stands for the button.
    pub(in crate::ui) chosen: usize,
    /// The text of the button; a form without one is in force at once.
    pub(in crate::ui) button: Option<String>,
    /// The explanation of the chosen line, a paragraph a line.
    pub(in crate::ui) about: String,
    /// What can be done there, in grey after the explanation.
    pub(in crate::ui) hint: String,
}

/// A row of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// The item with this number.
    Item(usize),
    /// Nothing.
    Gap,
}

/// The places of the parts.
struct Parts {
    list: Rect,
    rows: Vec<Row>,
    /// The first row that is in sight.
    first: usize,
    button: Rect,
    about: Rect,
    /// True if the explanation is beside the lines.
    is_beside: bool,
}

impl Choices {
    fn parts(&self, area: Rect) -> Parts {
        let is_beside = area.width >= WIDE;
        let above = u16::from(area.height > HIGH + 4);
        let area = Rect {
            y: area.y + above,
            height: area.height - above,
            ..area
        };
        let about = match area.height {
            _ if is_beside => 0,
            HIGH.. => 4,
            LOW..HIGH => 2,
            _ => 0,
        };
        let button = area.height.min(1);
        let room = area.height - about.min(area.height - button) - button;
        let items = 0..self.items.len();
        let is_title = |at: &usize| matches!(self.items[*at], Item::Title(_));
        let is_roomy = self.items.len() + items.clone().filter(is_title).count() < room.into();
        let mut rows = Vec::new();
        for at in items {
            // Titles are among the first things to go where rows are rare.
            match is_title(&at) {
                true if is_roomy => rows.extend([Row::Gap, Row::Item(at)]),
                true if area.height < LOW => {}
                _ => rows.push(Row::Item(at)),
            }
        }
        let gap = u16::from(is_roomy);
        let list = Rect {
            height: room.min(rows.len() as u16),
            width: if is_beside { LINES } else { area.width },
            ..area
        };
        let chosen = self.row_of(self.chosen, &rows);
        let below = list.bottom() + gap;
        let margin = if area.width >= ROOMY { 3 } else { 1 };
        Parts {
            first: scroll(chosen, list.height.into()),
            button: Rect {
                y: below,
                height: button,
                ..list
            },
            about: if is_beside {
                Rect {
                    x: area.x + LINES + 6,
                    width: area.width - LINES - 8,
                    ..area
                }
            } else {
                Rect {
                    x: area.x + margin.min(area.width),
                    y: area.bottom() - about,
                    width: area.width.saturating_sub(2 * margin),
                    height: about,
                }
            },
            list,
            rows,
            is_beside,
        }
    }

    /// The choices with the numbers of their items.
    fn choices(&self) -> impl Iterator<Item = (usize, &Choice)> {
        let items = self.items.iter().enumerate();
        items.filter_map(|(at, item)| match item {
            Item::Choice(choice) => Some((at, choice)),
            Item::Title(_) => None,
        })
    }

    /// The row of a choice; of the button it is the last row.
    fn row_of(&self, choice: usize, rows: &[Row]) -> usize {
        let item = self.choices().nth(choice).map(|(at, _)| Row::Item(at));
        let row = rows.iter().position(|row| Some(*row) == item);
        row.unwrap_or(rows.len().saturating_sub(1))
    }

    /// Draws the form.
    pub(in crate::ui) fn draw(&self, look: &Look, frame: &mut Frame<'_>, area: Rect) {
        let parts = self.parts(area);
        let labels = self.choices().map(|(_, choice)| choice.label.width());
        let labels = labels.max().unwrap_or_default();
        let chosen = self.choices().nth(self.chosen).map(|(at, _)| at);
        let shown = parts.rows.iter().skip(parts.first);
        for (row, place) in shown.zip(parts.list.rows()) {
            let line = match row {
                Row::Gap => continue,
                Row::Item(at) => match &self.items[*at] {
                    Item::Title(title) => titled(
                        title,
                        look,
                        place.width,
                        indent(place.width) - 2,
                        roles::grey(look),
                    ),
                    Item::Choice(choice) => {
                        choice.line(chosen == Some(*at), labels, look, place.width)
                    }
                },
            };
            frame.render_widget(line, place);
        }
        self.draw_button(look, frame, &parts);
        if parts.is_beside {
            upright(parts.about.x - 3, area, look, frame);
        }
        self.draw_about(look, frame, &parts);
    }

    fn draw_button(&self, look: &Look, frame: &mut Frame<'_>, parts: &Parts) {
        let indent = indent(parts.button.width);
        let label = self.button.as_ref().map_or(0, |label| label.width() + 2);
        let left = usize::from(parts.button.width).saturating_sub(indent + label);
        if let Some(label) = &self.button {
            let is_chosen = self.chosen >= self.choices().count();
            let [left, right] = if is_chosen { ["[", "]"] } else { [" ", " "] };
            let style = roles::accent(look).bold().reversed();
            let label = Span::styled(format!("{left}{label}{right}"), style);
            let line = Line::from(vec![Span::raw(" ".repeat(indent)), label]);
            frame.render_widget(line, parts.button);
        }
        let after = parts.first + usize::from(parts.list.height);
        let (above, below) = (parts.first, parts.rows.len().saturating_sub(after));
        let more = Line::styled(more(above, below) + " ", roles::grey(look));
        if more.width() >= left {
            return;
        }
        let width = more.width() as u16;
        let place = Rect {
            x: parts.button.right() - width,
            width,
            ..parts.button
        };
        frame.render_widget(more, place);
    }

    fn draw_about(&self, look: &Look, frame: &mut Frame<'_>, parts: &Parts) {
        let (width, height) = (usize::from(parts.about.width), parts.about.height.into());
        let title = self.choices().nth(self.chosen);
        let title = title.map_or("", |(_, choice)| choice.label.as_str());
        let mut text: Vec<Line<'_>> = Vec::new();
        let words = |rows| {
            let lines = self.about.lines();
            let lines: Vec<_> = lines.flat_map(|line| wrapped(line, width)).collect();
            if lines.len() <= rows {
                lines
            } else {
                let words = self.about.replace('\n', " ");
                shortened(&words, width, rows, look.glyphs)
            }
        };
        let hint = Line::from(shortened_line(&self.hint, width, look.glyphs));
        let hint = hint.style(roles::grey(look));
        let is_hinted = !self.hint.is_empty();
        if parts.is_beside {
            text.extend([Line::from(title).bold(), Line::default()]);
            text.extend(words(height).into_iter().map(Line::from));
            if is_hinted {
                let hint = wrapped(&self.hint, width).into_iter().map(Line::from);
                let hint = hint.map(|line| line.style(roles::grey(look)));
                text.push(Line::default());
                text.extend(hint);
            }
        } else if height > 2 {
            if !title.is_empty() {
                text.push(titled(
                    title,
                    look,
                    parts.about.width,
                    0,
                    Style::new().bold(),
                ));
            }
            let rows = words(height - 1 - usize::from(is_hinted));
            text.extend(rows.into_iter().map(Line::from));
            text.extend(is_hinted.then_some(hint));
        } else {
            let rows = words(height);
            let has_room = rows.len() < height && is_hinted;
            text.extend(rows.into_iter().map(Line::from));
            text.extend(has_room.then_some(hint));
        }
        frame.render_widget(Paragraph::new(Text::from(text)), parts.about);
    }

    /// The line at a position; the number of lines stands for the button.
    pub(in crate::ui) fn target_at(&self, area: Rect, at: Position) -> Option<usize> {
        let parts = self.parts(area);
        if parts.button.contains(at) {
            return self.button.as_ref().map(|_| self.choices().count());
        }
        if !parts.list.contains(at) {
            return None;
        }
        let row = parts.first + usize::from(at.y - parts.list.y);
        let row = parts.rows.get(row)?;
        self.choices().position(|(item, _)| Row::Item(item) == *row)
    }
}

impl Choice {
    fn line(&self, is_chosen: bool, labels: usize, look: &Look, width: u16) -> Line<'static> {
        let glyphs = look.glyphs;
        let indent = indent(width);
        let width = usize::from(width);
        let around = indent + BEFORE + AFTER;
        let free = width.saturating_sub(around + self.value.width());
        let labels = free.clamp(LABEL.min(self.label.width()), labels);
        let label = fit(&shortened_line(&self.label, labels, glyphs), labels);
        let room = width.saturating_sub(around + labels);
        let value = shortened_value(&self.value, room, look);
        let [left, right] = match (is_chosen && !self.is_ruled_out, glyphs.ascii) {
            (false, _) => ["   ", "  "],
            (true, true) => [" < ", " >"],
            (true, false) => [" ‹ ", " ›"],
        };
        let mut words = Style::new();
        if is_chosen {
            words = words.bold();
        }
        if self.is_ruled_out {
            words = roles::grey(look);
        }
        let mut spans = vec![
            Span::raw(" ".repeat(indent - 2)),
            mark(is_chosen, look),
            Span::styled(label, words),
            Span::styled(left, roles::accent(look)),
            Span::styled(value, words),
            Span::styled(right, roles::accent(look)),
        ];
        let used = |spans: &[Span<'_>]| spans.iter().map(Span::width).sum::<usize>();
        let left = width.saturating_sub(used(&spans) + 1);
        if !self.note.is_empty() && self.note.width() < left {
            let even = NOTE.saturating_sub(self.value.width()).max(1);
            let even = even.min(left - self.note.width());
            let note = format!("{}{}", " ".repeat(even), self.note);
            spans.push(Span::styled(note, roles::grey(look)));
        }
        let rest = width.saturating_sub(used(&spans));
        spans.push(Span::raw(" ".repeat(rest)));
        let line = Line::from(spans);
        tinted(line, is_chosen, look)
    }
}

/// Columns before a label, of which the last but one has the mark of the chosen line.
fn indent(width: u16) -> usize {
    if width >= ROOMY { 5 } else { 2 }
}

/// A title with a rule after it.
fn titled(title: &str, look: &Look, width: u16, indent: usize, style: Style) -> Line<'static> {
    let rule = if look.glyphs.ascii { "-" } else { "─" };
    let room = usize::from(width).saturating_sub(title.width() + 2 * indent + 1);
    Line::from(vec![
        Span::raw(" ".repeat(indent)),
        Span::styled(format!("{title} "), style),
        Span::styled(rule.repeat(room), roles::rule(look)),
    ])
}

/// Cuts a value to `room` columns, before its last part if it has several: by its end `Gomoku 15 x 15, exactly five`
/// differs from `Gomoku 15 x 15`.
fn shortened_value(value: &str, room: usize, look: &Look) -> String {
    let (name, last) = value.rsplit_once(", ").unwrap_or((value, ""));
    let last = format!(", {last}");
    match room.checked_sub(last.width()) {
        Some(left @ LABEL..) if last.width() > 2 && value.width() > room => {
            shortened_line(name, left, look.glyphs) + &last
        }
        _ => shortened_line(value, room, look.glyphs),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::board::{Depth, Glyphs, Ground, Theme};

    fn look(depth: Depth) -> Look {
        let theme = Theme::named("classic").unwrap();
        Look::new(Glyphs { ascii: false }, theme, depth, Ground::Dark)
    }

    /// A form with two usual lines and six rare ones, the first of which is ruled out.
    fn form(chosen: usize) -> Choices {
        let choice = |at: usize| {
            Item::Choice(Choice {
                label: format!("Line {at}"),
                value: format!("value {at}"),
                note: if at == 2 { "never here" } else { "" }.to_owned(),
                is_ruled_out: at == 2,
            })
        };
        let mut items: Vec<_> = (0..8).map(choice).collect();
        items.insert(2, Item::Title("more".to_owned()));
        Choices {
            items,
            chosen,
            button: Some("Open".to_owned()),
            about: format!("All that there is to say about line {chosen}."),
            hint: "Or type one".to_owned(),
        }
    }

    fn drawn(form: &Choices, depth: Depth, (width, height): (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |frame: &mut Frame<'_>| form.draw(&look(depth), frame, frame.area());
        terminal.draw(draw).unwrap();
        terminal.backend().to_string().replace('"', "")
    }

    #[test]
    fn every_line_is_reached_with_its_explanation_and_the_button_at_every_size() {
        for size in [(40, 9), (80, 21), (120, 37), (30, 11)] {
            for chosen in 0..8 {
                let screen = drawn(&form(chosen), Depth::True, size);
                let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(
                    screen.contains(&format!("‹ value {chosen} ›")) == (chosen != 2),
                    "{screen}"
                );
                assert!(screen.contains(&format!("Line {chosen}")), "{screen}");
                assert!(words.contains("All that there is"), "{screen}");
                assert!(screen.contains(" Open "), "{screen}");
            }
            let screen = drawn(&form(8), Depth::True, size);
            assert!(screen.contains("[Open]"), "{screen}");
        }
    }

    #[test]
    fn a_line_that_another_one_rules_out_stays_with_its_reason() {
        for size in [(80, 21), (120, 37)] {
            let screen = drawn(&form(0), Depth::True, size);
            assert!(screen.contains("value 2       never here"), "{screen}");
        }
    }

    #[test]
    fn the_explanation_is_beside_the_lines_on_a_wide_screen_and_below_elsewhere() {
        let wide = drawn(&form(1), Depth::True, (120, 37));
        assert!(wide.lines().nth(1).unwrap().contains("│  Line 1"), "{wide}");
        let narrow = drawn(&form(1), Depth::True, (80, 21));
        assert!(!narrow.contains('│'), "{narrow}");
        let last = narrow.lines().last().unwrap();
        assert!(
            last.contains("Or type one") || narrow.contains("Or type one"),
            "{narrow}"
        );
    }

    #[test]
    fn lines_that_are_out_of_sight_are_counted() {
        let screen = drawn(&form(0), Depth::True, (40, 9));
        assert!(screen.contains("more below"), "{screen}");
        let screen = drawn(&form(7), Depth::True, (40, 9));
        assert!(screen.contains("more above"), "{screen}");
    }

    #[test]
    fn few_colours_mark_the_chosen_line_by_a_sign() {
        let screen = drawn(&form(1), Depth::Mono, (80, 21));
        assert!(screen.contains("> Line 1"), "{screen}");
        assert!(!screen.contains('▌'), "{screen}");
    }

    #[test]
    fn a_click_chooses_the_line_that_is_drawn_there() {
        for size in [(40, 9), (80, 21), (120, 37)] {
            let form = form(6);
            let area = Rect::new(0, 0, size.0, size.1);
            let screen = drawn(&form, Depth::True, size);
            for (row, line) in screen.lines().enumerate() {
                let at = Position::new(8, row as u16);
                let found = form.target_at(area, at);
                let drawn = (0..8).find(|at| line.contains(&format!("value {at}")));
                if let Some(drawn) = drawn {
                    assert_eq!(found, Some(drawn), "{line}");
                } else if line.contains(" Open ") {
                    assert_eq!(found, Some(8), "{line}");
                } else if !line.contains("Line") {
                    assert_eq!(found, None, "{line}");
                }
            }
        }
    }
}
