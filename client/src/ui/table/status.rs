//! The status of a game in a line: the side to move, the result, or a lost connection.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::view::{Outcome, Reason};
use ratatui::style::Style;

use crate::ui::opening::{self, seat_name};
use crate::ui::{App, Connection, Glyphs};

/// The status line with its style: the side to move, or the result.
pub(super) fn line(app: &App, table: &Replica, glyphs: Glyphs) -> (String, Style) {
    if let Connection::Lost { .. } = app.connection {
        return (app.lost_in_words().to_owned(), Style::new().bold());
    }
    let back = app.view.as_ref().filter(|view| view.is_looking_back());
    if let Some(view) = back.filter(|_| table.outcome().is_none()) {
        let (shown, played) = (view.plies_shown(), table.plies().len());
        let turn = if table.is_my_turn() {
            ", your turn"
        } else {
            ""
        };
        let text = format!("> LIVE (at {shown} of {played}){turn}");
        return (text, Style::new().bold().reversed());
    }
    let text = match (table.outcome(), table.to_move()) {
        (Some(outcome), _) => return (result(table, outcome, glyphs), Style::new().bold()),
        (None, Some(_)) if table.is_my_turn() => {
            let text = opening::status(table, glyphs).unwrap_or_else(|| "your turn".to_owned());
            return (text, Style::new().bold().reversed());
        }
        (None, Some(side)) => opening::status(table, glyphs)
            .unwrap_or_else(|| format!("{} is to move", seat_name(table, side, glyphs))),
        (None, None) => format!("waiting: tell a friend the code {}", table.room()),
    };
    let text = match table.you() {
        Some(_) => text,
        None => format!("watching: {text}"),
    };
    (text, Style::new())
}

/// The result of a game in words.
pub(in crate::ui) fn result(table: &Replica, outcome: &Outcome, glyphs: Glyphs) -> String {
    let name = |side: Side| seat_name(table, side, glyphs);
    let by = match outcome.reason {
        Reason::Line => format!("with {} in a row", table.game().shape().in_row),
        Reason::FullBoard => "the board is full".to_owned(),
        Reason::Resignation => "by resignation".to_owned(),
        Reason::Flag => "on time".to_owned(),
        Reason::Agreement => "agreed".to_owned(),
        Reason::Claim => "since the other stayed away".to_owned(),
        Reason::Aborted => "aborted, no result".to_owned(),
        Reason::NoFirstMove => "aborted: the first move did not come in time".to_owned(),
        Reason::Abandoned => "aborted: both stayed away".to_owned(),
        Reason::BotFailed => "since the bot failed".to_owned(),
        Reason::Other(word) => format!("by {word}"),
    };
    match outcome.winner {
        Some(side) if Some(side) == table.you() => format!("You win {by}!"),
        Some(side) => format!("{} wins {by}", name(side)),
        None if outcome.counts() => format!("A draw: {by}"),
        None => format!("Game {by}"),
    }
}
