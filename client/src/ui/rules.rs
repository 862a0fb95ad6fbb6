//! The rules of a game in plain words, from the first screen, the form and the table.

use std::cell::Cell;

use protocol::rules::{Family, Overline, Variant};
use protocol::spec::OpeningRule;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::text::wrapped;
use super::{App, Around, Component, Effect, Scene, Screen, Target, centred, edge, framed, step};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::Said;

/// The rules on the screen.
#[derive(Debug, Default)]
pub struct Rules {
    title: String,
    /// The paragraphs.
    text: Vec<String>,
    /// The first line shown.
    first: usize,
    /// The last line that they could begin with when they were drawn.
    end: Cell<u16>,
    /// The screen to go back to.
    pub(super) back: Screen,
}

impl Rules {
    /// Those of a game, from which it goes back to a screen.
    pub(super) fn new(variant: Variant, opening: Option<OpeningRule>, back: Screen) -> Self {
        Self {
            title: say!("rules-title", game = variant.said()),
            text: rules(variant, opening),
            back,
            ..Self::default()
        }
    }
}

/// The rules of a game, a paragraph each.
fn rules(variant: Variant, opening: Option<OpeningRule>) -> Vec<String> {
    let shape = variant.shape();
    let (columns, rows, in_row) = (shape.columns, shape.rows, shape.in_row);
    let mut text = Vec::new();
    match variant.family() {
        Family::Gravity => text.extend([
            say!("rules-falls-board", columns = columns, rows = rows),
            say!("rules-falls-drop"),
            say!("rules-falls-win", count = in_row),
        ]),
        Family::Free | Family::Renju => {
            text.push(say!("rules-stones-board", columns = columns, rows = rows));
        }
    }
    match (variant.family(), variant.overline()) {
        (Family::Gravity, _) => {}
        (Family::Free, Overline::Wins) => text.push(say!("rules-free-win", count = in_row)),
        (Family::Free, Overline::DoesNotWin) => text.push(say!("rules-exact-win", count = in_row)),
        (Family::Renju, _) => text.extend([
            say!("rules-renju-win"),
            say!("rules-renju-forbidden"),
            say!("rules-renju-overline"),
            say!("rules-renju-double-four"),
            say!("rules-renju-double-three"),
            say!("rules-renju-five"),
        ]),
    }
    text.push(say!("rules-draw"));
    match opening {
        Some(OpeningRule::Swap2) => text.extend([
            say!("rules-swap2"),
            say!("rules-swap2-three"),
            say!("rules-swap2-choice"),
            say!("rules-swap2-last"),
        ]),
        Some(OpeningRule::Other(_)) | None => {}
    }
    text
}

impl Component for Rules {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char('i') => Intent::Choose, id!("keys-close-rules"), shown;
    };

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        match intent {
            Intent::Back | Intent::Choose | Intent::Rules => vec![Effect::Open(self.back)],
            // As a list of the lines that the picture can begin with.
            _ => {
                step(&mut self.first, intent, usize::from(self.end.get()) + 1);
                Vec::new()
            }
        }
    }

    fn click(&self, _: bool) -> Option<Intent> {
        None
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        let width = area.width.min(74);
        let (_, has_edge) = framed(area);
        let (inside, indent) = if has_edge { (4, " ") } else { (0, "") };
        let inside = usize::from(width.saturating_sub(inside));
        let mut lines = Vec::new();
        for (at, paragraph) in self.text.iter().enumerate() {
            if at > 0 && !paragraph.starts_with("- ") {
                lines.push(Line::default());
            }
            let paragraph = wrapped(paragraph, inside).into_iter();
            lines.extend(paragraph.map(|line| Line::from(format!("{indent}{line}"))));
        }
        let all = lines.len() as u16;
        let edges = if has_edge { 2 } else { 0 };
        let area = centred(area, width, all.saturating_add(edges));
        let last = all.saturating_sub(area.height.saturating_sub(edges));
        self.end.set(last);
        let first = (self.first as u16).min(last);
        let text = Paragraph::new(lines).scroll((first, 0));
        if !has_edge {
            frame.render_widget(text, area);
            return;
        }
        let mut block = edge(scene.look.glyphs).title(format!(" {} ", self.title));
        if last > 0 {
            let more = if first < last {
                say!("rules-more", key = app.keymap.name(Intent::Down))
            } else {
                say!("rules-end")
            };
            block = block.title_bottom(Line::from(format!(" {more} ")).bold());
        }
        frame.render_widget(text.block(block), area);
    }

    fn target_at(&self, _: &App, _: &Look, _: Rect, _: Position) -> Option<Target> {
        None
    }
}

#[cfg(test)]
mod tests;
