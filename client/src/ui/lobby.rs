//! The lobby: rooms on the left, people on the right.

use protocol::view::{Phase, RoomSummary};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::text::fit;
use super::{chosen_style, line_under, scroll};
use crate::app::App;
use crate::text::plain;

fn parts(area: Rect) -> [Rect; 2] {
    let people = if area.width >= 90 { 26 } else { 0 };
    Layout::horizontal([Constraint::Min(0), Constraint::Length(people)]).areas(area)
}

pub(super) fn draw(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let [rooms, people] = parts(area);
    let title = format!(
        " Rooms ({}) - {} here ",
        app.lobby.rooms.len(),
        app.lobby.present
    );
    let mut block = Block::bordered().title(title);
    // Where there is no room for them on the right.
    if let Some(url) = app.shared.first().filter(|_| people.width == 0) {
        block = block.title_bottom(format!(" others join with {} ", plain(url)));
    }
    let inside = block.inner(rooms);
    frame.render_widget(block, rooms);
    if app.lobby.rooms.is_empty() {
        let text = "No room is open.\n\nn  opens a game, against a bot or for a friend\n\
            f  plays whoever wants to play\nc  goes to a room whose code you know";
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inside);
    }
    let width = usize::from(inside.width);
    let head = row(
        &["code", "game", "players", "clock", "state"].map(str::to_owned),
        width,
    );
    if inside.height > 0 && !app.lobby.rooms.is_empty() {
        frame.render_widget(
            Line::from(head).dim(),
            Rect {
                height: 1,
                ..inside
            },
        );
    }
    let room = usize::from(inside.height.saturating_sub(1));
    let first = scroll(app.lobby.chosen, room);
    let shown = app.lobby.rooms.iter().enumerate().skip(first).take(room);
    for ((at, summary), y) in shown.zip(inside.y + 1..) {
        let line =
            Line::from(row(&cells(summary), width)).style(chosen_style(at == app.lobby.chosen));
        frame.render_widget(
            line,
            Rect {
                y,
                height: 1,
                ..inside
            },
        );
    }
    let block = Block::bordered().title(" Here ");
    let lines = Paragraph::new(here(app)).wrap(Wrap { trim: true });
    frame.render_widget(lines.block(block), people);
}

/// The right part: the URLs for others, the people connected, and the bots on offer.
fn here(app: &App) -> Text<'_> {
    let head = |text: &'static str| Line::from(text).dim();
    let mut lines = Vec::new();
    if !app.shared.is_empty() {
        lines.push(head("others join with"));
        lines.extend(app.shared.iter().map(|url| Line::from(plain(url))));
        lines.push(Line::default());
    }
    lines.push(head("people"));
    let names = app.lobby.players.iter().map(|name| plain(name.as_str()));
    lines.extend(names.map(Line::from));
    let unnamed = (app.lobby.present as usize).saturating_sub(app.lobby.players.len());
    if unnamed > 0 {
        lines.push(Line::from(format!("and {unnamed} more")).dim());
    }
    if let Some(greeting) = &app.greeting {
        lines.extend([Line::default(), head("bots, by n")]);
        lines.extend(greeting.bots.iter().map(|bot| Line::from(plain(&bot.kind))));
    }
    Text::from(lines)
}

pub(super) fn line_at(app: &App, area: Rect, at: Position) -> Option<usize> {
    let [rooms, _] = parts(area);
    let inside = Block::bordered().inner(rooms);
    let room = usize::from(inside.height.saturating_sub(1));
    let first = scroll(app.lobby.chosen, room);
    inside
        .contains(at)
        .then(|| line_under(inside, 1, first, app.lobby.rooms.len(), at.y))?
}

fn cells(room: &RoomSummary) -> [String; 5] {
    let [first, second] = [&room.seats.first, &room.seats.second].map(ToString::to_string);
    let state = match &room.phase {
        Phase::Seating => "open: join!".to_owned(),
        Phase::Playing => format!("ply {}", room.plies),
        Phase::Over { .. } => "over".to_owned(),
    };
    let state = match room.spectators {
        0 => state,
        watching => format!("{state}, {watching} watch"),
    };
    [
        room.room.to_string(),
        room.variant.title(),
        plain(&format!("{first} - {second}")),
        room.clock.map_or("-".to_owned(), |clock| clock.to_string()),
        state,
    ]
}

/// A line of the table of rooms; text that does not fit is cut.
fn row(cells: &[String; 5], width: usize) -> String {
    let players = width.saturating_sub(7 + 19 + 8 + 18).clamp(16, 44);
    let widths = [7, 19, players, 8, 18];
    cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| fit(cell, width - 1) + " ")
        .collect()
}
