//! Messages about other people: the chat of the lobby, whom not to see.

use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use protocol::view::LobbyLine;

use super::Session;
use crate::people;

impl Session {
    /// Says something to those who have entered the lobby.
    pub(super) fn lobby_chat(&mut self, at: Millis, text: &str) -> Result<(), Refusal> {
        if !self.shared.lobby.has(self.who) {
            return Err(Refusal::NotInLobby);
        }
        let line = LobbyLine {
            text: self.may_chat(at, text)?,
            name: self.name.clone(),
        };
        self.shared.lobby.chat(self.who, line, self.reference);
        Ok(())
    }

    /// Mutes a name or no more, and answers with all that are muted. The session's own name is passed over.
    pub(super) fn mute(&mut self, name: Name, muted: bool) -> Result<(), Refusal> {
        if !muted {
            self.muted.remove(&name);
        } else if people::key(&name) != people::key(&self.name) {
            self.muted.add(name)?;
        }
        let names = self.muted.names();
        let answer = ServerMsg::Muted { names };
        self.outbox.send_one(answer, self.reference);
        Ok(())
    }
}
