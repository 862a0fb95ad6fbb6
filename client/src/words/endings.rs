//! The end of a game, and of the stay in a room, in words.

use protocol::replica::Replica;
use protocol::rules::Notation;
#[cfg(feature = "host")]
use protocol::rules::{Ending, Shape};
#[cfg(feature = "host")]
use protocol::turn_order::TurnOrder;
use protocol::view::{LeftWhy, Outcome, Phase, Reason};

use super::Who;
use super::first_act::FirstAct;
#[cfg(feature = "host")]
use crate::language::Said;

/// The end of the game at a table, in a sentence.
pub(crate) fn outcome(table: &Replica, outcome: &Outcome, name: Who<'_>) -> String {
    let (reason, opening) = (&outcome.reason, table.snapshot().opening.as_ref());
    if FirstAct::lacking(reason, opening) == Some(FirstAct::Choice) {
        return say!("words-no-result-first-choice");
    }
    let winner = outcome.winner.map(name);
    let is_you = outcome.winner.is_some() && outcome.winner == table.you();
    ended(
        winner.as_deref(),
        is_you,
        reason,
        table.game().shape().in_row,
    )
}

/// The end of the game at a table in lines: who won and how, and where the row is.
pub(super) fn outcome_in_lines(table: &Replica, over: &Outcome, name: Who<'_>) -> Vec<String> {
    let winner = over.winner.map(name);
    let mut lines = vec![game_over(&outcome(table, over, name), winner.as_deref())];
    lines.extend(row(table, over));
    lines
}

/// The winning row, in the notation of the moves.
pub(crate) fn row(table: &Replica, over: &Outcome) -> Option<String> {
    let game = table.game();
    let mut cells: Vec<_> = over
        .line
        .iter()
        .map(|cell| game.write_move(*cell))
        .collect();
    // A row that stands upright is one column.
    cells.dedup();
    let row = cells.join(" ");
    (!row.is_empty()).then(|| match game.variant().notation() {
        Notation::Column => say!("events-row-columns", count = cells.len(), row = row),
        Notation::Cell => say!("events-row", row = row),
    })
}

/// The end of a game on the board alone: the seat that won, if `turns` knows which one had the colour.
#[cfg(feature = "host")]
pub(crate) fn ending(ending: &Ending, turns: &TurnOrder, shape: Shape) -> String {
    let (winner, reason) = match ending {
        Ending::Line { winner, .. } => {
            let seat = turns.seat_of(*winner).unwrap_or(*winner);
            (Some(seat.said()), Reason::Line)
        }
        Ending::FullBoard => (None, Reason::FullBoard),
    };
    let winner = winner.as_deref();
    game_over(&ended(winner, false, &reason, shape.in_row), winner)
}

fn game_over(how: &str, winner: Option<&str>) -> String {
    say!("events-game-over", how = continued(how, winner))
}

/// An ending where a sentence goes on: with a small letter, unless it begins with the name of the winner.
pub(crate) fn continued(how: &str, winner: Option<&str>) -> String {
    let (before, rest) = how.split_at(how.find(char::is_alphabetic).unwrap_or_default());
    let mut letters = rest.chars();
    match letters.next() {
        Some(first) if winner.is_none_or(|name| !how.starts_with(name)) => {
            format!("{before}{}{}", first.to_lowercase(), letters.as_str())
        }
        Some(_) | None => how.to_owned(),
    }
}

/// Returns the end of a game in a sentence. `winner` is a name where somebody won, `is_you` is true where that is the
/// person at the screen, and so many stones in a row win.
pub(crate) fn ended(winner: Option<&str>, is_you: bool, reason: &Reason, in_row: u8) -> String {
    let how = match (winner, reason) {
        (Some(_), Reason::Line) => say!("words-how-line", count = in_row),
        (Some(_), Reason::Resignation) => say!("words-how-resignation"),
        (Some(_), Reason::Flag) => say!("words-how-flag"),
        (Some(_), Reason::Claim) => say!("words-how-claim"),
        (Some(_), Reason::BotFailed) => say!("words-how-bot-failed"),
        (None, Reason::FullBoard) => return say!("words-draw-full-board"),
        (None, Reason::Agreement) => return say!("words-draw-agreed"),
        (None, Reason::Aborted) => return say!("words-no-result-aborted"),
        (None, Reason::NoFirstMove) => return say!("words-no-result-first-move"),
        (None, Reason::Abandoned) => return say!("words-no-result-abandoned"),
        (None, Reason::Closed) => return say!("words-no-result-closed"),
        // A known one means that the server breaks its own rules.
        (_, reason) => say!("words-how-other", reason = reason.to_string()),
    };
    match winner {
        Some(_) if is_you => say!("words-you-win", how = how),
        Some(name) => say!("words-wins", name = name, how = how),
        None => say!("words-draw", how = how),
    }
}

/// The reason why this client is out of a room; `None` if it asked to leave.
pub(crate) fn left(table: Option<&Replica>, why: LeftWhy) -> Option<String> {
    Some(match why {
        LeftWhy::Asked => return None,
        LeftWhy::Replaced => say!("events-left-replaced"),
        LeftWhy::Closed => match table.map(|table| &table.snapshot().phase) {
            None | Some(Phase::Seating) => say!("events-left-closed-waiting"),
            Some(Phase::Playing) => say!("events-left-closed-early"),
            Some(Phase::Over { .. }) => say!("events-left-closed"),
        },
        LeftWhy::Removed => say!("events-left-removed"),
        LeftWhy::Other(why) => say!("events-left-other", reason = why.to_string()),
    })
}

/// The reason for the end of a game, in a list of facts.
pub(crate) fn reason(reason: Reason) -> String {
    match reason {
        Reason::Line => say!("lines-reason-line"),
        Reason::FullBoard => say!("lines-reason-full-board"),
        Reason::Resignation => say!("lines-reason-resignation"),
        Reason::Flag => say!("lines-reason-flag"),
        Reason::Agreement => say!("lines-reason-agreement"),
        Reason::Claim => say!("lines-reason-claim"),
        Reason::Aborted => say!("lines-reason-aborted"),
        Reason::NoFirstMove => say!("lines-reason-first-move"),
        Reason::Abandoned => say!("lines-reason-abandoned"),
        Reason::BotFailed => say!("lines-reason-bot-failed"),
        Reason::Closed => say!("lines-reason-closed"),
        Reason::Other(word) => word.to_string(),
    }
}
