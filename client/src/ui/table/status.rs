//! The status of a game in a line: the side to move, the result, or a lost connection.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::view::{Outcome, Reason};
use ratatui::style::Style;

use crate::language::words;
use crate::text::plain;
use crate::ui::opening::{self, seat_name};
use crate::ui::{App, Connection, Glyphs, View};

/// The status line with its style: the side to move, or the result.
pub(super) fn line(app: &App, table: &Replica, glyphs: Glyphs) -> (String, Style) {
    if let Connection::Lost { .. } = app.connection {
        return (app.lost_in_words(), Style::new().bold());
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
        (Some(outcome), _) => {
            let result = result(table, outcome, glyphs);
            let text = match back {
                Some(view) => format!("{}; {result}", place(view)),
                None => result,
            };
            return (text, Style::new().bold());
        }
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

/// The position on the screen, where there is no panel to tell it: `ply 12 of 31`, or LIVE where the game goes on in it.
pub(super) fn place(view: &View) -> String {
    let played = view.table.plies().len();
    if view.table.to_move().is_some() && !view.is_looking_back() {
        return "LIVE".to_owned();
    }
    match played {
        0 => String::new(),
        _ => format!("ply {} of {played}", view.plies_shown()),
    }
}

/// The end of a game as a notice: what happened, and the keys that are of use now.
pub(super) fn ended(view: &View) -> Option<String> {
    let table = &view.table;
    let outcome = table.outcome()?;
    let name = |side: Side| plain(&table.occupant(side));
    let in_row = table.game().shape().in_row;
    let happened = in_words(outcome.winner, table.you(), name, &outcome.reason, in_row);
    let happened = if happened.ends_with('!') {
        happened
    } else {
        happened + "."
    };
    let has_plies = !table.plies().is_empty();
    Some(
        match (table.you().is_some(), has_plies && view.offers_analysis()) {
            (true, true) => {
                format!("{happened} r: rematch, a: analyse, <: from the start, Esc: leave")
            }
            (true, false) if has_plies => {
                format!("{happened} r: rematch, <: from the start, Esc: leave")
            }
            (true, false) => format!("{happened} r: rematch, Esc: leave"),
            (false, true) => format!("{happened} a: analyse, <: from the start, Esc: leave"),
            (false, false) if has_plies => format!("{happened} <: from the start, Esc: leave"),
            (false, false) => format!("{happened} Esc: leave"),
        },
    )
}

/// The result of a game in words.
pub(in crate::ui) fn result(table: &Replica, outcome: &Outcome, glyphs: Glyphs) -> String {
    let name = |side: Side| seat_name(table, side, glyphs);
    let in_row = table.game().shape().in_row;
    in_words(outcome.winner, table.you(), name, &outcome.reason, in_row)
}

/// A result in words, for the person in the seat `you` or for somebody who watches.
pub(in crate::ui) fn in_words(
    winner: Option<Side>,
    you: Option<Side>,
    name: impl Fn(Side) -> String,
    reason: &Reason,
    in_row: u8,
) -> String {
    let is_you = winner.is_some() && winner == you;
    words::ended(winner.map(name).as_deref(), is_you, reason, in_row)
}
