//! The policy of a lost connection: which messages wait for it, which are dropped and which are refused.
//!
//! The connection, the screens and the lines ask here, and tell it in these words.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::replica::Replica;

/// The fate of a message while the connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileLost {
    /// It waits for the table, and the program says so.
    Kept,
    /// It waits, and there is nothing to tell: the program asks by itself, or the person has left already.
    Waits,
    /// It is not sent, and the program says so: carried out later, it would surprise the person.
    NotSent,
    /// It is not sent: the program asks again by itself, or it is about the connection that is lost.
    Dropped,
}

impl WhileLost {
    /// Says what becomes of a message, if the person is to know it.
    pub(crate) fn in_words(self, message: &ClientMsg, table: Option<&Replica>) -> Option<String> {
        match self {
            Self::Kept => Some(match message {
                ClientMsg::Act(Act::Move { square, .. }) => {
                    let made = table?.game().write_move(*square);
                    say!("events-kept-move", move = made)
                }
                ClientMsg::Act(Act::Resign) => say!("events-kept-resignation"),
                _ => say!("events-kept-choice"),
            }),
            Self::NotSent => Some(say!("events-not-sent")),
            Self::Waits | Self::Dropped => None,
        }
    }
}

/// Decides what becomes of a message; `has_resigned` is true while a resignation has no answer.
pub fn while_lost(message: &ClientMsg, has_resigned: bool) -> WhileLost {
    match message {
        // Their revision keeps the first two from another position, and a resignation is of its game.
        ClientMsg::Act(Act::Resign) => WhileLost::Kept,
        ClientMsg::Act(Act::Move { .. } | Act::Choose { .. }) if !has_resigned => WhileLost::Kept,
        // They speak of what may be gone, and do not say of which position.
        ClientMsg::Act(_)
        | ClientMsg::Chat { .. }
        | ClientMsg::LobbyChat { .. }
        | ClientMsg::Open { .. }
        | ClientMsg::Join { .. }
        | ClientMsg::Quick { .. }
        | ClientMsg::TakeOver { .. }
        | ClientMsg::Lock { .. }
        | ClientMsg::Remove { .. }
        | ClientMsg::CloseChat { .. }
        | ClientMsg::Mute { .. }
        | ClientMsg::OpenTournament { .. }
        | ClientMsg::InTournament { .. } => WhileLost::NotSent,
        ClientMsg::Analyse { .. }
        | ClientMsg::AnalyseGame
        | ClientMsg::History { .. }
        | ClientMsg::Profile { .. }
        | ClientMsg::Leaderboard { .. }
        | ClientMsg::Hello { .. }
        | ClientMsg::Resync
        | ClientMsg::StopAnalysis
        | ClientMsg::HandOver
        | ClientMsg::Ping
        | ClientMsg::Pong => WhileLost::Dropped,
        ClientMsg::EnterLobby { .. }
        | ClientMsg::LeaveLobby
        | ClientMsg::Leave
        | ClientMsg::RoomInfo { .. }
        | ClientMsg::Record { .. }
        | ClientMsg::Watch { .. }
        | ClientMsg::Unwatch { .. }
        | ClientMsg::Who { .. }
        | ClientMsg::ListBots { .. }
        | ClientMsg::YourGames
        | ClientMsg::PastGame { .. }
        | ClientMsg::Explore { .. }
        | ClientMsg::ListTournaments
        | ClientMsg::FollowTournament { .. }
        | ClientMsg::UnfollowTournament
        | ClientMsg::ListPairings { .. }
        | ClientMsg::FindRooms { .. } => WhileLost::Waits,
    }
}
