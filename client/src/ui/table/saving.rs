//! The record of the game at the table: kept in the library, saved while it goes on, or sent to the clipboard.

use protocol::replica::Replica;

use crate::language::{Id, Said};
use crate::library::{FinishedGame, record_of};
use crate::ui::{Action, App};

/// Keeps the game at a table, which is over now. A game by rules that this program does not know has no record.
pub(super) fn keep(table: &Replica) -> Option<Action> {
    let game = Box::new(FinishedGame::at(table).ok()?);
    Some(Action::Keep { game, tell: false })
}

impl App {
    /// Saves the game: in the library where it is over, beside it where it goes on.
    pub(super) fn save(&mut self) -> Vec<Action> {
        let Some(table) = self.table() else {
            return Vec::new();
        };
        let seen = table.snapshot();
        let action = if table.outcome().is_some() {
            FinishedGame::at(table).map(|game| Action::Keep {
                game: Box::new(game),
                tell: true,
            })
        } else if seen.plies.is_empty() {
            self.say(say!("table-nothing-to-save"));
            return Vec::new();
        } else {
            record_of(table).map(|record| Action::Save {
                name: format!("{}-{}.txt", seen.room, seen.series.game),
                record: Box::new(record),
            })
        };
        self.perform(action)
    }

    /// Sends the record of the game to the clipboard.
    pub(super) fn copy(&mut self) -> Vec<Action> {
        let Some(table) = self.table() else {
            return Vec::new();
        };
        let record = record_of(table);
        let actions = self.perform(record.map(|record| Action::Copy {
            record: Box::new(record),
            dated: true,
        }));
        if !actions.is_empty() {
            self.say(COPIED.said());
        }
        actions
    }

    fn perform<E: Said>(&mut self, action: Result<Action, E>) -> Vec<Action> {
        match action {
            Ok(action) => vec![action],
            Err(problem) => {
                self.say(problem.said());
                Vec::new()
            }
        }
    }
}

/// Nothing tells whether the terminal has a clipboard, or lets programs write to it.
pub(in crate::ui) const COPIED: Id = id!("table-copied");
