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
use super::{Action, App, Glyphs, Page, Scene, Screen, Target, centred, edge, framed, step};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;

/// The rules on the screen.
#[derive(Debug)]
pub struct Rules {
    variant: Variant,
    /// The paragraphs, the first of them the title.
    text: Vec<String>,
    /// The first line shown.
    first: usize,
    /// The last line that they could begin with when they were drawn.
    end: Cell<u16>,
    /// The screen to go back to.
    back: Screen,
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

impl Page for Rules {
    const KEYS: &'static [Binding] = &[bind(
        &[Key::Enter, Key::Char('i')],
        Intent::Choose,
        id!("keys-close-rules"),
        true,
    )];

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_rules_intent(intent)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene.look.glyphs, frame, area);
    }

    fn target_at(_: &App, _: &Look, _: Rect, _: Position) -> Option<Target> {
        None
    }

    fn click(_: &App, _: bool) -> Option<Intent> {
        None
    }
}

impl App {
    /// Shows the rules of a game, and goes back to this screen after them.
    pub(super) fn show_rules(&mut self, variant: Variant, opening: Option<OpeningRule>) {
        self.rules = Some(Rules {
            variant,
            text: rules(variant, opening),
            first: 0,
            end: Cell::new(0),
            back: self.screen,
        });
        self.screen = Screen::Rules;
    }

    /// The screen that is open, or below the rules while they are shown.
    pub(super) fn screen_below_rules(&self) -> Screen {
        match (&self.rules, self.screen) {
            (Some(rules), Screen::Rules) => rules.back,
            (_, screen) => screen,
        }
    }

    fn on_rules_intent(&mut self, intent: Intent) -> Vec<Action> {
        let Some(rules) = &mut self.rules else {
            return self.enter_lobby();
        };
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => {
                // As a list of the lines that the picture can begin with.
                step(&mut rules.first, intent, usize::from(rules.end.get()) + 1);
            }
            Intent::Back | Intent::Choose | Intent::Rules => {
                let back = rules.back;
                self.rules = None;
                if back == Screen::Table && self.view.is_none() {
                    return self.enter_lobby();
                }
                self.screen = back;
            }
            _ => {}
        }
        Vec::new()
    }
}

fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let Some(rules) = &app.rules else {
        return;
    };
    let width = area.width.min(74);
    let (_, has_edge) = framed(area);
    let (inside, indent) = if has_edge { (4, " ") } else { (0, "") };
    let inside = usize::from(width.saturating_sub(inside));
    let mut lines = Vec::new();
    for (at, paragraph) in rules.text.iter().enumerate() {
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
    rules.end.set(last);
    let first = (rules.first as u16).min(last);
    let text = Paragraph::new(lines).scroll((first, 0));
    if !has_edge {
        frame.render_widget(text, area);
        return;
    }
    let title = say!("rules-title", game = rules.variant.said());
    let mut block = edge(glyphs).title(format!(" {title} "));
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

#[cfg(test)]
mod tests;
