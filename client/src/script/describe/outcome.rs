//! The end of a game, in words.

use protocol::game::Game;
use protocol::replica::Replica;
#[cfg(feature = "host")]
use protocol::rules::Ending;
use protocol::side::Side;
use protocol::square::Square;
#[cfg(feature = "host")]
use protocol::turn_order::TurnOrder;
use protocol::view::{Outcome, Reason};

use super::who;
use crate::first_act::FirstAct;
#[cfg(feature = "host")]
use crate::language::Said;

/// Says who won on the board, or that nobody did, and how: the seat, where `turns` tells which one had the colour.
#[cfg(feature = "host")]
pub(in crate::script) fn ending(game: &Game, ending: &Ending, turns: &TurnOrder) -> String {
    match ending {
        Ending::Line { winner, cells } => {
            let seat = turns.seat_of(*winner).unwrap_or(*winner);
            let how = say!("script-how-line", cells = line_in_words(game, cells));
            say!("script-over-wins", who = seat.said(), how = how)
        }
        Ending::FullBoard => say!("script-over-draw", how = say!("script-how-full-board")),
    }
}

/// The cells of a winning line, in the notation of the moves.
fn line_in_words(game: &Game, line: &[Square]) -> String {
    let written = line.iter().map(|&square| game.write_move(square));
    written.collect::<Vec<_>>().join(" ")
}

/// Says who won, or that nobody did, and how.
pub(super) fn outcome_in_words(table: &Replica, outcome: &Outcome) -> String {
    let cells = line_in_words(table.game(), &outcome.line);
    let loser = |winner: Side| who(table, winner.other());
    let how = match (outcome.reason, outcome.winner) {
        (Reason::Line, _) => say!("script-how-line", cells = cells),
        (Reason::Resignation, Some(winner)) => {
            say!("script-how-resignation", name = loser(winner))
        }
        (Reason::Flag, Some(winner)) => say!("script-how-flag", name = loser(winner)),
        (Reason::Claim, Some(winner)) => say!("script-how-claim", name = loser(winner)),
        (Reason::BotFailed, Some(winner)) => {
            say!("script-how-bot-failed", name = loser(winner))
        }
        (Reason::FullBoard, _) => say!("script-how-full-board"),
        (Reason::Agreement, _) => say!("script-how-agreed"),
        (Reason::Aborted, _) => say!("script-how-aborted"),
        (Reason::NoFirstMove, _) => {
            let opening = table.snapshot().opening.as_ref();
            match FirstAct::lacking(&outcome.reason, opening) {
                Some(FirstAct::Choice) => say!("script-how-first-choice"),
                Some(FirstAct::Move) | None => say!("script-how-first-move"),
            }
        }
        (Reason::Abandoned, _) => say!("script-how-abandoned"),
        (Reason::Closed, _) => say!("script-how-closed"),
        // A server that names no winner here breaks its own rules; the reason is all there is to say.
        (Reason::Resignation, None) => say!("script-how-resigned"),
        (Reason::Flag, None) => say!("script-how-out-of-time"),
        (Reason::Claim, None) => say!("script-how-claimed"),
        (Reason::BotFailed, None) => say!("script-how-a-bot-failed"),
        (Reason::Other(word), _) => say!("script-how-other", reason = word.to_string()),
    };
    match outcome.winner {
        Some(winner) if table.you() == Some(winner) => {
            say!("script-over-you-win", who = who(table, winner), how = how)
        }
        Some(winner) => say!("script-over-wins", who = who(table, winner), how = how),
        None if outcome.counts() => say!("script-over-draw", how = how),
        None => say!("script-over-no-result", how = how),
    }
}
