//! Lines of talk that the server has not answered: none is lost with a connection, and none is said twice.

use std::collections::VecDeque;

use protocol::codec::Envelope;
use protocol::message::ClientMsg;
use protocol::text::ChatText;

use crate::net::Talk;

/// Most lines without an answer; the oldest is dropped. A person types a handful.
const UNANSWERED: usize = 64;

/// Lines of this person that are remembered: as many as a server tells whoever comes.
const REMEMBERED: usize = 50;

/// The talk of a person at one place: at a table, or in the lobby.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    /// True once the connection in use has entered the place.
    is_entered: bool,
    /// The lines without an answer, the oldest first.
    lines: VecDeque<Line>,
    /// The last lines that this person has said there.
    said: VecDeque<ChatText>,
}

#[derive(Debug)]
struct Line {
    talk: Talk,
    reference: u32,
    /// True once it was written to a socket: the server may have it.
    was_written: bool,
    /// True once it was written to the socket in use.
    is_written: bool,
}

impl Line {
    fn write(&mut self) -> Envelope<ClientMsg> {
        (self.was_written, self.is_written) = (true, true);
        Envelope {
            reference: Some(self.reference),
            message: self.talk.message(),
        }
    }
}

impl Conversation {
    /// Takes a line that is to be answered with this `ref`; returns it if it is to be written now.
    pub(super) fn say(&mut self, talk: Talk, reference: u32) -> Option<Envelope<ClientMsg>> {
        if self.lines.len() == UNANSWERED {
            self.lines.pop_front();
        }
        self.lines.push_back(Line {
            talk,
            reference,
            was_written: false,
            is_written: false,
        });
        let line = self.lines.back_mut().filter(|_| self.is_entered);
        line.map(Line::write)
    }

    /// Enters the place, whose lines of this person are `told`; returns the lines to write.
    pub(super) fn enter(&mut self, told: Vec<ChatText>) -> Vec<Envelope<ClientMsg>> {
        self.is_entered = true;
        let said = &mut self.said;
        // A line that is told more often than it was known has arrived, though its answer was lost.
        self.lines.retain(|line| {
            let Some(text) = ChatText::clean(&line.talk.text).filter(|_| line.was_written) else {
                return true;
            };
            let told = told.iter().filter(|other| **other == text).count();
            let known = said.iter().filter(|other| **other == text).count();
            let has_arrived = told > known;
            if has_arrived {
                said.push_back(text);
            }
            !has_arrived
        });
        self.said = told.into();
        let unwritten = self.lines.iter_mut().filter(|line| !line.is_written);
        unwritten.map(Line::write).collect()
    }

    /// Leaves the place for a while.
    pub(super) fn leave(&mut self) {
        self.is_entered = false;
        for line in &mut self.lines {
            line.is_written = false;
        }
    }

    /// Notes that the line with this `ref` was said, in these words.
    pub(super) fn on_said(&mut self, reference: u32, text: &ChatText) {
        if self.remove(reference).is_none() {
            return;
        }
        if self.said.len() == REMEMBERED {
            self.said.pop_front();
        }
        self.said.push_back(text.clone());
    }

    /// Takes out the line with this `ref`, which was refused.
    pub(super) fn remove(&mut self, reference: u32) -> Option<Talk> {
        let at = self
            .lines
            .iter()
            .position(|line| line.reference == reference)?;
        self.lines.remove(at).map(|line| line.talk)
    }

    /// Notes that a server on its way out has not judged its lines; the one that comes back will.
    pub(super) fn wait(&mut self, reference: u32) {
        let mut lines = self.lines.iter_mut();
        if let Some(line) = lines.find(|line| line.reference == reference) {
            (line.was_written, line.is_written) = (false, false);
        }
    }
}
