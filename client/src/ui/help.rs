//! The list of keys, from the one table that they are read by.

use protocol::rules::Notation;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::{App, Screen, centred, opening};
use crate::input;
use crate::opening::choice as choice_words;

pub(super) fn draw(app: &App, scroll: u16, frame: &mut Frame<'_>, body: Rect) {
    let mut lines: Vec<Line<'_>> = input::shown(app.screen.keys())
        .map(|binding| {
            Line::from(vec![
                Span::from(format!(" {:<9}", binding.shown)).bold(),
                Span::from(binding.does),
            ])
        })
        .collect();
    if app.screen == Screen::Table {
        lines.insert(
            0,
            Line::from(vec![
                Span::from(" 1-9      ").bold(),
                Span::from("play in the column, or go to it"),
            ]),
        );
        match app.table().map(|table| table.game().variant().notation()) {
            Some(Notation::Cell) => lines.insert(
                1,
                Line::from(vec![
                    Span::from(" A-T      ").bold(),
                    Span::from("write a move that begins so, such as H8"),
                ]),
            ),
            Some(Notation::Column) | None => {}
        }
        let choices = app.table().into_iter().flat_map(opening::keys);
        let choices = choices.map(|(key, choice)| {
            Line::from(vec![
                Span::from(format!(" {key:<9}")).bold(),
                Span::from(format!("choose {}", choice_words(choice))),
            ])
        });
        lines.splice(0..0, choices);
        lines.push(Line::from(vec![
            Span::from(" Mouse    ").bold(),
            Span::from("a click plays"),
        ]));
    }
    let area = centred(body, 48, lines.len() as u16 + 2);
    let last = (lines.len() as u16 + 2).saturating_sub(area.height);
    let more = if last > 0 {
        " Keys: Up and Down scroll, Esc closes "
    } else {
        " Keys: Esc closes "
    };
    frame.render_widget(Clear, area);
    let keys = Paragraph::new(lines).scroll((scroll.min(last), 0));
    frame.render_widget(keys.block(Block::bordered().title(more)), area);
}
