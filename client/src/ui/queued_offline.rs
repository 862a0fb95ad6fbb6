//! The moves and words that wait for the connection while that is lost.

use protocol::act::Act;
use protocol::message::ClientMsg;

use super::Action;

/// Where something waits for the connection, and is lost with the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QueuedOffline {
    /// A move, a resignation or words, for the table.
    pub(super) at_table: bool,
    /// Words to the lobby.
    pub(super) in_lobby: bool,
}

impl QueuedOffline {
    /// Notes what waits of these actions.
    pub(super) fn note(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Send(
                    ClientMsg::Act(Act::Move { .. } | Act::Resign) | ClientMsg::Chat { .. },
                ) => self.at_table = true,
                Action::Send(ClientMsg::LobbyChat { .. }) => self.in_lobby = true,
                Action::Send(ClientMsg::Leave) => self.at_table = false,
                _ => {}
            }
        }
    }
}
