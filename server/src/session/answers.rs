//! Limits on what a person asks for: the bytes of answers, and wrong codes and tokens.
//!
//! request -> budget of the person, over all connections -> answer -> its bytes, charged when it is written
//!
//! Only one lobby waits to be written at a time, so that a client cannot ask for a hundred before the first is paid.

use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;

use super::Session;

/// Bytes of a unit of the budget.
const KIBIBYTE: usize = 1024;

impl Session {
    /// Checks that a message is within the budgets of the person.
    pub(super) fn check_budgets(&mut self, at: Millis, message: &ClientMsg) -> Result<(), Refusal> {
        if is_answered_at_length(message) {
            let checked = self.shared.answers.check(self.person, at);
            checked.map_err(too_fast)?;
        }
        if self.may_be_guess(message) {
            let checked = self.shared.guesses.check(self.person, at);
            checked.map_err(too_fast)?;
        }
        self.lobby_unwritten |= matches!(message, ClientMsg::EnterLobby { .. });
        Ok(())
    }

    /// Returns true for a message with a code that may be guessed.
    ///
    /// A return to a seat is none before it fails: nobody guesses a token, and whoever has one must not wait for
    /// others.
    fn may_be_guess(&self, message: &ClientMsg) -> bool {
        let is_hidden =
            |room: RoomId| !self.shared.lobby.lists(room) && self.rooms.any(room).is_err();
        match message {
            ClientMsg::Join {
                role: Role::Seat { .. },
                ..
            } => false,
            ClientMsg::Join { room, .. }
            | ClientMsg::Watch { room }
            | ClientMsg::RoomInfo { room }
            | ClientMsg::Record { room } => is_hidden(*room),
            ClientMsg::TakeOver { .. } => true,
            _ => false,
        }
    }

    /// Returns true if the next message asks for a lobby, and the one that was asked for before is not written.
    pub(super) fn waits_for_lobby(&self) -> bool {
        let next = self.pending.next().map(|next| &next.message);
        self.lobby_unwritten && matches!(next, Some(Ok(ClientMsg::EnterLobby { .. })))
    }

    /// Charges a frame of `size` bytes that is written, if it is an answer.
    pub(super) fn charge_answer(&mut self, message: &ServerMsg, size: usize) {
        let is_answer = match message {
            ServerMsg::Lobby { .. } => std::mem::take(&mut self.lobby_unwritten),
            ServerMsg::RoomInfo { .. }
            | ServerMsg::Record { .. }
            | ServerMsg::Who { .. }
            | ServerMsg::Bots { .. }
            | ServerMsg::YourGames { .. }
            | ServerMsg::Joined { .. }
            | ServerMsg::Watching { .. } => true,
            _ => false,
        };
        if is_answer {
            let now = self.shared.time.now();
            let size = size.div_ceil(KIBIBYTE) as u64;
            self.shared.answers.charge(self.person, now, size);
        }
    }

    /// Charges a refusal that says that a guess was wrong. Whoever has no budget for it learns only that.
    pub(super) fn charge_guess(&self, refusal: Refusal) -> Refusal {
        if !matches!(
            refusal,
            Refusal::NoSuchRoom { .. } | Refusal::WrongToken { .. } | Refusal::WrongCode
        ) {
            return refusal;
        }
        let now = self.shared.time.now();
        match self.shared.guesses.check(self.person, now) {
            Ok(()) => {
                self.shared.guesses.charge(self.person, now, 1);
                refusal
            }
            Err(wait) => too_fast(wait),
        }
    }
}

/// Returns the refusal of a message for which there is no budget before `wait` has passed.
pub(super) fn too_fast(wait: Millis) -> Refusal {
    Refusal::TooFast { wait }
}

/// Returns true for a message whose answer may be long.
fn is_answered_at_length(message: &ClientMsg) -> bool {
    matches!(
        message,
        ClientMsg::EnterLobby { .. }
            | ClientMsg::RoomInfo { .. }
            | ClientMsg::Record { .. }
            | ClientMsg::Who { .. }
            | ClientMsg::ListBots { .. }
            | ClientMsg::Resync
            | ClientMsg::Watch { .. }
            | ClientMsg::Join {
                role: Role::Spectator,
                ..
            }
            | ClientMsg::YourGames
    )
}
