//! The choices of a person that the next start begins with: the name, the game and opponent of the first screen,
//! and those of the form.
//!
//! They are conveniences: a file that cannot be read is none, and one that cannot be written stops nothing.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::private;

/// The name of the file in the data directory.
const FILE: &str = "choices.json";

/// Choices that are remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Choices {
    /// The name that was typed on the first screen.
    pub name: Option<String>,
    /// The game of the first screen.
    pub game: Option<String>,
    /// The bot there.
    pub bot: Option<String>,
    /// The place where a friend plays.
    pub friend: Option<String>,
    /// The kind of game that was begun last.
    pub last: Option<String>,
    /// True if games that begin there show what moves are worth.
    pub hints: bool,
    /// True if they begin with the opening swap2, as far as they have it.
    pub swap2: bool,
    /// True if those against a friend do not count for ratings.
    pub unrated: bool,
    /// True where the flag that draws with ASCII alone was told of.
    pub ascii_offered: bool,
    /// Settings of their screen, by name.
    pub settings: BTreeMap<String, String>,
    /// The answers of the form, by the names of its lines.
    pub form: BTreeMap<String, String>,
    /// The name on each server that knows this person by key.
    pub known_as: BTreeMap<String, String>,
}

/// Most servers whose name for this person is remembered.
const SERVERS: usize = 20;

impl Choices {
    /// Reads the choices in `directory`.
    pub fn read(directory: &Path) -> Self {
        let text = fs::read(directory.join(FILE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Writes what differs from `before`, which was read or written last: another client may have changed the rest.
    ///
    /// # Errors
    ///
    /// That of the file.
    pub fn write(&self, before: &Self, directory: &Path) -> io::Result<()> {
        let _alone = private::lock(&directory.join("choices.lock"))?;
        let mut kept = Self::read(directory);
        if self.name != before.name {
            kept.name.clone_from(&self.name);
        }
        let of_home = |choices: &Self| {
            let Self {
                game,
                bot,
                friend,
                last,
                hints,
                swap2,
                unrated,
                ..
            } = choices.clone();
            (game, bot, friend, last, (hints, swap2, unrated))
        };
        if of_home(self) != of_home(before) {
            (
                kept.game,
                kept.bot,
                kept.friend,
                kept.last,
                (kept.hints, kept.swap2, kept.unrated),
            ) = of_home(self);
        }
        kept.ascii_offered |= self.ascii_offered;
        if self.settings != before.settings {
            kept.settings.clone_from(&self.settings);
        }
        if self.form != before.form {
            kept.form.clone_from(&self.form);
        }
        if self.known_as != before.known_as {
            kept.known_as.clone_from(&self.known_as);
        }
        let text = serde_json::to_vec_pretty(&kept)?;
        private::replace(&directory.join(FILE), &text)
    }

    /// Notes the name by which a server knows the key of this person; none where it does not.
    pub(crate) fn note_known(&mut self, server: &str, name: Option<&str>) {
        self.known_as.remove(server);
        if let Some(name) = name {
            while self.known_as.len() >= SERVERS {
                self.known_as.pop_first();
            }
            self.known_as.insert(server.to_owned(), name.to_owned());
        }
    }
}
