//! Messages about other people and other devices: the chat of the lobby, whom not to see, a seat that changes hands.

use std::sync::Arc;

use protocol::id::HandOverCode;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use protocol::view::LobbyLine;

use super::Session;
use super::pending::Done;
use crate::people;
use crate::rooms::actor::{Request, Retired};

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
        self.answer(ServerMsg::Muted { names });
        Ok(())
    }

    /// Begins to look for the games in which the person has a seat.
    pub(super) fn your_games(&mut self) {
        let directory = Arc::clone(&self.directory);
        let key = self.key.map(|key| key.hash());
        let seats = self.rooms.seats();
        self.pending.begin(async move {
            let games = directory.your_games(key, seats).await?;
            Ok(Done::Answered(ServerMsg::YourGames { games }))
        });
    }

    /// Begins to offer the seat of the session to another device.
    pub(super) fn hand_over(&mut self) -> Result<(), Refusal> {
        let handle = self.rooms.here()?.clone();
        let directory = Arc::clone(&self.directory);
        let who = self.who;
        self.pending.begin(async move {
            let token = handle.ask(|reply| Request::SeatToken { who, reply });
            let token = token.await.map_err(|Retired| Refusal::NotInRoom)??;
            let (code, expires_in) = directory.hand_over(handle.room(), token)?;
            Ok(Done::Answered(ServerMsg::HandedOver { code, expires_in }))
        });
        Ok(())
    }

    /// Begins to take over the seat that another device offers by this code.
    pub(super) fn take_over(&mut self, at: Millis, code: HandOverCode) -> Result<(), Refusal> {
        self.rooms.ensure_in_no_other(None)?;
        let redeemed = self.directory.redeem(at, code)?;
        let directory = Arc::clone(&self.directory);
        let visitor = self.next_visitor();
        self.pending.begin(async move {
            let taken_over = directory.take_over(redeemed, |part| visitor.entry(part));
            let handle = taken_over.await?;
            Ok(Done::Entered(visitor.membership_of(handle)))
        });
        Ok(())
    }
}
