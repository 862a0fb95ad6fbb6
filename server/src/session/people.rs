//! Messages about other people: the chat of the lobby.

use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::view::LobbyLine;

use super::Session;

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
}
