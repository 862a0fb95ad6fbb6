//! The data directory of the screens: games, choices and servers that are kept.

use jiff::Zoned;
use protocol::message::ServerMsg;
use protocol::record::Record;

use super::EventLoop;
use crate::choices::Choices;
use crate::library::{self, FinishedGame, Library};
use crate::net::{Link, NetEvent};

/// Returns the reason why nothing is kept without a data directory.
fn nowhere() -> String {
    say!("hosting-nothing-kept")
}

impl EventLoop {
    pub(super) fn warn(&mut self, kept: Result<(), crate::seats::Warning>) {
        if let Err(warning) = kept {
            self.app.say_for_long(warning.to_string());
        }
    }

    /// Keeps a game that is over in the library, and returns the path of its file.
    pub(super) fn keep(&self, game: &FinishedGame) -> Result<String, String> {
        let directory = self.seats.directory().ok_or_else(nowhere)?;
        let day = self.ends.day(game.room, library::today());
        let kept = Library::below(directory).keep(game, day);
        kept.map(|path| path.display().to_string())
            .map_err(|error| error.to_string())
    }

    /// Keeps choices for the next start.
    pub(super) fn keep_choices(&mut self, choices: Choices) {
        if let Some(directory) = self.seats.directory()
            && let Err(problem) = choices.write(&self.kept, directory)
        {
            let problem = problem.to_string();
            self.app
                .say_for_long(say!("hosting-choices-unkept", problem = problem));
        }
        self.kept = choices;
    }

    pub(super) fn save(&self, name: &str, text: &str) -> Result<String, String> {
        let directory = self.seats.directory().ok_or_else(nowhere)?;
        let directory = directory.join("games");
        crate::private::create_directory(&directory).map_err(|error| error.to_string())?;
        let path = directory.join(name);
        crate::private::replace(&path, text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(path.display().to_string())
    }

    /// Returns the record of the game at the table with the day on which it ended; of one that goes on, with today.
    pub(super) fn dated(&self, record: Record) -> Record {
        let today = library::today();
        let room = record.tag("Room").and_then(|room| room.parse().ok());
        let day = room.map_or(today, |room| self.ends.day(room, today));
        library::dated(record, day)
    }

    /// Notes when games ended, as far as an event of the connection tells it.
    pub(super) fn note_ends(&mut self, event: &NetEvent) {
        if let NetEvent::Message(message) = event {
            self.ends.on_message(&Zoned::now(), message);
        }
    }

    /// Keeps the address of a server that has let this client in.
    pub(super) fn note_visit(&mut self, event: &NetEvent) {
        let is_welcome = |message: &ServerMsg| matches!(message, ServerMsg::Welcome { .. });
        let is_inside = self.is_private || self.hosted_here().is_some();
        if let NetEvent::Message(message) = event
            && is_welcome(message)
            && !is_inside
            && let Some(url) = self.link.as_ref().and_then(Link::address)
        {
            let visited = self.seats.visited(&url);
            self.warn(visited);
        }
    }
}
