//! The record of the game at the table: kept in the library, saved while it goes on, or sent to the clipboard.

use protocol::replica::Replica;

use crate::language::{Id, Said};
use crate::library::{FinishedGame, record_of};
use crate::ui::{Action, Effect, View};

/// Keeps the game at a table, which is over now. A game by rules that this program does not know has no record.
pub(super) fn keep(table: &Replica) -> Option<Action> {
    let game = Box::new(FinishedGame::at(table).ok()?);
    Some(Action::Keep { game, tell: false })
}

impl View {
    /// Saves the game: in the library where it is over, beside it where it goes on.
    pub(super) fn save(&self) -> Effect {
        let (table, seen) = (&self.table, self.table.snapshot());
        let action = if table.outcome().is_some() {
            FinishedGame::at(table).map(|game| Action::Keep {
                game: Box::new(game),
                tell: true,
            })
        } else if seen.plies.is_empty() {
            return Effect::Say(say!("table-nothing-to-save"));
        } else {
            record_of(table).map(|record| Action::Save {
                name: format!("{}-{}.txt", seen.room, seen.series.game),
                record: Box::new(record),
            })
        };
        action.map_or_else(|problem| Effect::Say(problem.said()), Effect::Do)
    }

    /// Sends the record of the game to the clipboard.
    pub(super) fn copy(&self) -> Vec<Effect> {
        match record_of(&self.table) {
            Ok(record) => {
                let (record, dated) = (Box::new(record), true);
                let copy = Effect::Do(Action::Copy { record, dated });
                vec![copy, Effect::Say(COPIED.said())]
            }
            Err(problem) => vec![Effect::Say(problem.said())],
        }
    }
}

/// Nothing tells whether the terminal has a clipboard, or lets programs write to it.
pub(in crate::ui) const COPIED: Id = id!("table-copied");
