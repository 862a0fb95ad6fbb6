//! Messages that have a `ref`.

use protocol::act::Act;
use protocol::codec::Envelope;
use protocol::id::Revision;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use serde::Serialize;

use super::parts::of;
use super::{Named, joined_name, name_of};

/// Messages of a client with a `ref`.
pub(crate) fn marked_client() -> Vec<Named<Envelope<ClientMsg>>> {
    let play = Act::Move {
        revision: Revision(1),
        square: of("d1"),
    };
    marked([(7, play.into()), (u32::MAX, ClientMsg::Ping)])
}

/// Answers of the server with the `ref` of what they answer.
pub(crate) fn marked_server() -> Vec<Named<Envelope<ServerMsg>>> {
    let refusal = Refusal::NotInRoom;
    let message = refusal.to_string();
    let refused = ServerMsg::Refused { refusal, message };
    marked([(7, refused), (u32::MAX, ServerMsg::Pong)])
}

fn marked<T: Serialize>(messages: impl IntoIterator<Item = (u32, T)>) -> Vec<Named<Envelope<T>>> {
    let name = |(reference, message): (u32, T)| {
        let name = joined_name(&name_of(&message), "ref");
        let reference = Some(reference);
        (name, Envelope { reference, message })
    };
    messages.into_iter().map(name).collect()
}
