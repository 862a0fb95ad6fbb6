//! The list of keys, from the one table that they are read by.

use protocol::rules::Notation;
use protocol::spec::OpeningChoice;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::text::{shortened_line, wrapped};
use super::{App, Glyphs, Screen, centred, edge, framed, opening};
use crate::input::Intent;

/// The most columns of the keys' names.
const NAMES: usize = 18;

/// The columns that are left for a meaning, as long as the names have [`FEW`].
const MEANING: usize = 12;

/// The columns of the names on the narrowest screens.
const FEW: usize = 8;

/// Draws the list from its line `scroll` on; in `low`, without an edge, where the body has no room inside one.
pub(super) fn draw(
    app: &App,
    scroll: u16,
    glyphs: Glyphs,
    frame: &mut Frame<'_>,
    body: Rect,
    low: Rect,
) {
    let (_, has_edge) = framed(body);
    let rows = rows(app);
    // The edge, and a space before, between and behind.
    let gaps = if has_edge { 5 } else { 3 };
    let width = usize::from(body.width);
    let columns = Columns::new(&rows, gaps, width);
    let lines = lines(&rows, columns);
    let titles = Titles::new(app);
    let all = lines.len() as u16;
    let keys = Paragraph::new(lines);
    if !has_edge {
        let [head, list] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(low);
        let last = all.saturating_sub(list.height);
        app.help_end.set(last);
        frame.render_widget(Clear, low);
        frame.render_widget(
            Line::from(titles.within(width, last > 0, glyphs)).bold(),
            head,
        );
        frame.render_widget(keys.scroll((scroll.min(last), 0)), list);
        return;
    }
    let width = (columns.names + gaps + columns.meaning).max(titles.width() + 4);
    let area = centred(body, width as u16, all + 2);
    let last = (all + 2).saturating_sub(area.height);
    app.help_end.set(last);
    // The edge, and a space before and behind.
    let title = titles.within(usize::from(area.width).saturating_sub(4), last > 0, glyphs);
    frame.render_widget(Clear, area);
    let keys = keys.scroll((scroll.min(last), 0));
    frame.render_widget(keys.block(edge(glyphs).title(format!(" {title} "))), area);
}

/// The widths of the two columns of the list.
#[derive(Clone, Copy)]
struct Columns {
    names: usize,
    meaning: usize,
}

impl Columns {
    /// As wide as the rows need, in `width` columns of which `gaps` are taken.
    fn new(rows: &[(String, String)], gaps: usize, width: usize) -> Self {
        let names = rows.iter().map(|(names, _)| names.width()).max();
        let names = names.unwrap_or_default().min(NAMES);
        let names = names.min(width.saturating_sub(gaps + MEANING).max(FEW));
        let meaning = rows.iter().map(|(_, does)| does.width()).max();
        let meaning = meaning.unwrap_or_default();
        let meaning = meaning.min(width.saturating_sub(names + gaps).max(1));
        Self { names, meaning }
    }
}

/// The lines of the list: a row that is too long for its columns takes several.
fn lines(rows: &[(String, String)], columns: Columns) -> Vec<Line<'static>> {
    let Columns { names, meaning } = columns;
    let mut lines = Vec::new();
    for (keys, does) in rows {
        let (keys, does) = (wrapped(keys, names), wrapped(does, meaning));
        for row in 0..keys.len().max(does.len()) {
            let part = |lines: &[String]| lines.get(row).cloned().unwrap_or_default();
            let keys = part(&keys);
            let gap = " ".repeat(names.saturating_sub(keys.width()) + 1);
            lines.push(Line::from(vec![
                Span::from(format!(" {keys}{gap}")).bold(),
                Span::from(part(&does)),
            ]));
        }
    }
    lines
}

/// The title of the list, in several lengths.
struct Titles {
    /// With the keys that scroll, the longest first.
    scrolled: [String; 2],
    alone: String,
}

impl Titles {
    fn new(app: &App) -> Self {
        let key = |intent| app.keymap.name(intent);
        let (up, down, back) = (key(Intent::Up), key(Intent::Down), key(Intent::Back));
        let alone = say!("help-title", back = back.as_str());
        let scrolled = [
            say!(
                "help-title-scrolled",
                up = up.as_str(),
                down = down.as_str(),
                back = back.as_str()
            ),
            say!(
                "help-title-scrolled-short",
                up = up,
                down = down,
                back = back
            ),
        ];
        Self { scrolled, alone }
    }

    fn width(&self) -> usize {
        self.scrolled[0].width().max(self.alone.width())
    }

    /// The longest that is whole in these columns: half of it is of no use.
    fn within(&self, columns: usize, is_scrolled: bool, glyphs: Glyphs) -> String {
        let scrolled = self.scrolled.iter().filter(|_| is_scrolled);
        let whole = scrolled
            .chain([&self.alone])
            .find(|title| title.width() <= columns);
        whole.map_or_else(
            || shortened_line(&self.alone, columns, glyphs),
            String::clone,
        )
    }
}

/// The keys of the open screen with their meanings.
fn rows(app: &App) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    if app.screen == Screen::Table {
        let choices = app.table().into_iter().flat_map(opening::keys);
        rows.extend(choices.map(|(key, choice)| (key, choose(choice))));
        rows.push(("1-9".to_owned(), say!("help-columns")));
        match app.table().map(|table| table.game().variant().notation()) {
            Some(Notation::Cell) => rows.push(("A-T".to_owned(), say!("help-letters"))),
            Some(Notation::Column) | None => {}
        }
    }
    if app.screen == Screen::Replay {
        rows.push(("1-9".to_owned(), say!("help-go-to-column")));
    }
    let bindings = app.keymap.bindings(app.screen).iter();
    rows.extend(bindings.map(|binding| (binding.names(), binding.does.said())));
    if app.screen == Screen::Table {
        rows.push((say!("help-mouse"), say!("help-click")));
    }
    rows
}

/// A choice of an opening, as an act.
fn choose(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::Black => say!("help-choose-black"),
        OpeningChoice::White => say!("help-choose-white"),
        OpeningChoice::PlaceTwo => say!("help-choose-two"),
        OpeningChoice::Other(word) => say!("help-choose-other", choice = word.to_string()),
    }
}
