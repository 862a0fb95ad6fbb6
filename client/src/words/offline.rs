//! What becomes of a message while the connection is lost, in words.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::replica::Replica;

use crate::net::WhileLost;

/// Says what becomes of a message, if the person is to know it.
pub(crate) fn fate(
    fate: WhileLost,
    message: &ClientMsg,
    table: Option<&Replica>,
) -> Option<String> {
    match fate {
        WhileLost::Resigned if !matches!(message, ClientMsg::Act(Act::Resign)) => {
            Some(say!("events-kept-resignation-alone"))
        }
        WhileLost::Kept(_) | WhileLost::Resigned => Some(match message {
            ClientMsg::Act(Act::Move { square, .. }) => {
                let made = table?.game().write_move(*square);
                say!("events-kept-move", move = made)
            }
            ClientMsg::Act(Act::Resign) => say!("events-kept-resignation"),
            ClientMsg::Act(_) => say!("events-kept-choice"),
            _ => say!("events-kept-words"),
        }),
        WhileLost::NotSent => Some(say!("events-not-sent")),
        WhileLost::Waits | WhileLost::AskedAgain | WhileLost::Pointless => None,
    }
}
