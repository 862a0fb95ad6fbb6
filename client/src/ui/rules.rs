//! The rules of a game in plain words, from the first screen, the form and the table.

use protocol::rules::{Family, Overline, Variant};
use protocol::spec::OpeningRule;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

use super::text::wrapped;
use super::{Action, App, Page, Scene, Screen, Target, centred};
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
            format!("Two players drop discs in turn into a board of {columns} columns and {rows} rows, which stands upright."),
            "A disc falls to the lowest free place of its column. Where a column is full, no disc can be dropped.".to_owned(),
            format!("Whoever first has {in_row} or more discs side by side wins: in a column, in a row or in either diagonal."),
        ]),
        Family::Free | Family::Renju => text.push(format!(
            "Two players, black and white, put stones in turn on any free crossing of a board of {columns} x {rows}. \
             Black begins, and stones never move."
        )),
    }
    match (variant.family(), variant.overline()) {
        (Family::Gravity, _) => {}
        (Family::Free, Overline::Wins) => text.push(format!(
            "Whoever first has {in_row} or more stones side by side wins: in a column, in a row or in either diagonal."
        )),
        (Family::Free, Overline::DoesNotWin) => text.push(format!(
            "Whoever first has exactly {in_row} stones side by side wins: in a column, in a row or in either diagonal. \
             A longer row does not win."
        )),
        (Family::Renju, _) => text.extend([
            "Whoever first has five stones side by side wins: in a column, in a row or in either diagonal. White also \
             wins with more than five."
                .to_owned(),
            "Because black begins, some points are forbidden to black; they are crossed out on the board:".to_owned(),
            "- overline: a point that makes six or more in a row.".to_owned(),
            "- double four: a point that makes two fours at once. A four is four stones that one more makes exactly \
             five."
                .to_owned(),
            "- double three: a point that makes two open threes at once. An open three is one that one more stone \
             makes a four with both ends free."
                .to_owned(),
            "A point that makes exactly five wins, also where it would be forbidden. To white nothing is forbidden."
                .to_owned(),
        ]),
    }
    text.push("When the board is full and nobody has won, the game is a draw.".to_owned());
    match opening {
        Some(OpeningRule::Swap2) => text.extend([
            "The opening is swap2, which makes the chances of both players equal:".to_owned(),
            "- One player puts three stones anywhere: two black and one white.".to_owned(),
            "- The other then takes white and moves, or takes black, or puts one more stone of each colour.".to_owned(),
            "- After two more stones the first player chooses the colour. White is to move.".to_owned(),
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
        app.at_rules(intent)
    }

    fn draw(app: &App, _: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, frame, area);
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
            back: self.screen,
        });
        self.screen = Screen::Rules;
    }

    fn at_rules(&mut self, intent: Intent) -> Vec<Action> {
        let Some(rules) = &mut self.rules else {
            return self.enter_lobby();
        };
        match intent {
            Intent::Down => rules.first += 1,
            Intent::Up => rules.first = rules.first.saturating_sub(1),
            Intent::PageDown => rules.first += 10,
            Intent::PageUp => rules.first = rules.first.saturating_sub(10),
            Intent::First => rules.first = 0,
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
        // There is nothing below the last line, at any width.
        if let Some(rules) = &mut self.rules {
            let letters = rules.text.iter().map(|text| text.len() / 20 + 1);
            rules.first = rules.first.min(letters.sum());
        }
        Vec::new()
    }
}

fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let Some(rules) = &app.rules else {
        return;
    };
    let width = area.width.min(74);
    let inside = usize::from(width.saturating_sub(4));
    let mut lines = Vec::new();
    for (at, paragraph) in rules.text.iter().enumerate() {
        if at > 0 && !paragraph.starts_with("- ") {
            lines.push(Line::default());
        }
        let paragraph = wrapped(paragraph, inside).into_iter();
        lines.extend(paragraph.map(|line| Line::from(format!(" {line}"))));
    }
    let all = lines.len() as u16;
    let area = centred(area, width, all.saturating_add(2));
    let last = all.saturating_sub(area.height.saturating_sub(2));
    let first = (rules.first as u16).min(last);
    let mut block = Block::bordered().title(format!(" The rules of {} ", rules.variant.said()));
    if last > 0 {
        let more = if first < last {
            "Down: more"
        } else {
            "the end"
        };
        block = block.title_bottom(Line::from(format!(" {more} ")).bold());
    }
    frame.render_widget(Paragraph::new(lines).scroll((first, 0)).block(block), area);
}

#[cfg(test)]
mod tests;
