//! Limits on what an address asks for: the bytes of answers, and wrong codes and tokens.
//!
//! request -> limit of the address -> answer -> its bytes, charged when it is written
//!
//! Only one lobby waits to be written at a time, so that a client cannot ask for a hundred before the first is paid.

use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;

use super::Session;
use crate::config::rate::Rate;

/// Bytes of a unit of [`ANSWERS`].
const KIBIBYTE: usize = 1024;

/// KiB of long answers: the lobby, rooms that are looked at, games as text, spectators, bots, snapshots that are asked
/// for again, and the page. A lobby of 200 rooms is 45 KiB, so forty people may come at once, with as much again to
/// spare. More are refused until the last ones are paid; those of the page wait.
pub(super) const ANSWERS: Rate = Rate::per_second(8192, 1000);

/// Wrong room codes, seat tokens and codes of `take_over`: more than forty people mistype. Beyond them codes that the
/// lobby does not list are not looked up. There are 29^6 codes of rooms and 29^8 of `take_over`, good for a minute.
pub(super) const GUESSES: Rate = Rate::per_second(60, 1);

impl Session {
    /// Checks that a message is within the limits of the address.
    pub(super) fn check_limits(&mut self, at: Millis, message: &ClientMsg) -> Result<(), Refusal> {
        let limits = &self.shared.limits;
        if is_answered_at_length(message) {
            limits.answers.check(self.person, at).map_err(too_fast)?;
        }
        if self.may_be_guess(message) {
            limits.guesses.check(self.person, at).map_err(too_fast)?;
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
            ClientMsg::TakeOver { .. } | ClientMsg::FollowTournament { .. } => true,
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
            | ServerMsg::History { .. }
            | ServerMsg::PastGame { .. }
            | ServerMsg::Profile { .. }
            | ServerMsg::Leaderboard { .. }
            | ServerMsg::Explored { .. }
            | ServerMsg::Tournaments { .. }
            | ServerMsg::TournamentPairings { .. }
            | ServerMsg::RoomsFound { .. }
            | ServerMsg::Joined { .. }
            | ServerMsg::Watching { .. } => true,
            _ => false,
        };
        if is_answer {
            let now = self.shared.time.now();
            let size = size.div_ceil(KIBIBYTE) as u64;
            self.shared.limits.answers.charge(self.person, now, size);
        }
    }

    /// Charges a refusal that says that a guess was wrong. An address that may not guess learns only that.
    pub(super) fn charge_guess(&self, refusal: Refusal) -> Refusal {
        if !matches!(
            refusal,
            Refusal::NoSuchRoom { .. }
                | Refusal::NoSuchTournament { .. }
                | Refusal::WrongToken { .. }
                | Refusal::WrongCode
        ) {
            return refusal;
        }
        let now = self.shared.time.now();
        let spent = self.shared.limits.guesses.spend(self.person, now);
        spent.err().unwrap_or(refusal)
    }
}

fn too_fast(wait: Millis) -> Refusal {
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
            | ClientMsg::History { .. }
            | ClientMsg::PastGame { .. }
            | ClientMsg::Profile { .. }
            | ClientMsg::Leaderboard { .. }
            | ClientMsg::Explore { .. }
            | ClientMsg::ListTournaments
            | ClientMsg::FollowTournament { .. }
            | ClientMsg::ListPairings { .. }
            | ClientMsg::FindRooms { .. }
    )
}
