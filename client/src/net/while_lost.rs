//! The policy of a lost connection: which messages wait for it, which are dropped and which are refused.
//!
//! The connection, the screens and the lines ask here, and tell it in these words.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::replica::Replica;

/// The fate of a message while the connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileLost {
    /// It waits for the connection at this place, and the person is told. With the place it is lost.
    Kept(Place),
    /// It waits, and there is nothing to tell: the program asks by itself, or the person has left already.
    Waits,
    /// It is not sent, and the person is told: carried out later, it would surprise who has pressed the key.
    NotSent,
    /// It is not sent: a resignation waits, and no move is made after it.
    Resigned,
    /// It is not sent: it is asked for again by itself when the connection is back.
    AskedAgain,
    /// It is not sent: the return brings the answer, or it is about the connection that is lost.
    Pointless,
}

/// Where a message waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a table.
    Table,
    /// In the lobby.
    Lobby,
}

impl WhileLost {
    /// Says what becomes of a message, if the person is to know it.
    pub(crate) fn in_words(self, message: &ClientMsg, table: Option<&Replica>) -> Option<String> {
        match self {
            Self::Resigned if !matches!(message, ClientMsg::Act(Act::Resign)) => {
                Some(say!("events-kept-resignation-alone"))
            }
            Self::Kept(_) | Self::Resigned => Some(match message {
                ClientMsg::Act(Act::Move { square, .. }) => {
                    let made = table?.game().write_move(*square);
                    say!("events-kept-move", move = made)
                }
                ClientMsg::Act(Act::Resign) => say!("events-kept-resignation"),
                ClientMsg::Act(_) => say!("events-kept-choice"),
                _ => say!("events-kept-words"),
            }),
            Self::NotSent => Some(say!("events-not-sent")),
            Self::Waits | Self::AskedAgain | Self::Pointless => None,
        }
    }
}

/// Decides what becomes of a message; `has_resigned` is true while a resignation has no answer.
pub fn while_lost(message: &ClientMsg, has_resigned: bool) -> WhileLost {
    match message {
        ClientMsg::Act(Act::Move { .. } | Act::Choose { .. } | Act::Resign) if has_resigned => {
            WhileLost::Resigned
        }
        // Their revision keeps the first two from another position, and a resignation is of its game.
        ClientMsg::Act(Act::Move { .. } | Act::Choose { .. } | Act::Resign)
        | ClientMsg::Chat { .. } => WhileLost::Kept(Place::Table),
        ClientMsg::LobbyChat { .. } => WhileLost::Kept(Place::Lobby),
        // They speak of a position that may be gone, and do not say of which.
        ClientMsg::Act(
            Act::OfferDraw
            | Act::AnswerDraw { .. }
            | Act::AskTakeback
            | Act::AnswerTakeback { .. }
            | Act::Abort
            | Act::Claim
            | Act::Rematch
            | Act::AnswerRematch { .. },
        )
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
        | ClientMsg::Leaderboard { .. } => WhileLost::AskedAgain,
        ClientMsg::Hello { .. }
        | ClientMsg::Resync
        | ClientMsg::StopAnalysis
        | ClientMsg::HandOver
        | ClientMsg::Ping
        | ClientMsg::Pong => WhileLost::Pointless,
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
        | ClientMsg::ListPairings { .. } => WhileLost::Waits,
    }
}
