//! One message of every kind, or more, and the lists that prove it.

mod client;
#[path = "../fixtures/snapshot.rs"]
mod fixture;
mod marked;
mod parts;
mod server;
mod table;
mod tournament;

use protocol::act::Act;
use protocol::id::PlayerId;
use protocol::message::ClientMsg;
use serde::Serialize;

pub(crate) use client::client;
pub(crate) use marked::{marked_client, marked_server};
pub(crate) use parts::{of, snapshot};
pub(crate) use server::server;
pub(crate) use table::room_events;

/// The name of a message or of an event: its type in JSON.
pub(crate) fn name_of(message: &impl Serialize) -> String {
    let json = serde_json::to_value(message).unwrap();
    json["type"].as_str().unwrap().to_owned()
}

/// Every name of a message of a client in JSON with its numbers in bincode: that of an act follows that of the
/// message that carries it.
pub(crate) fn client_numbers() -> Vec<(&'static str, Vec<usize>)> {
    let act_of = |name| Act::TYPES.iter().position(|act| *act == name);
    let mut names = ClientMsg::TYPES.iter();
    let first = names.position(|name| act_of(*name).is_some()).unwrap();
    let numbers = |(at, &name)| match act_of(name) {
        Some(act) => (name, vec![first, act]),
        None if at < first => (name, vec![at]),
        None => (name, vec![at + 1 - Act::TYPES.len()]),
    };
    ClientMsg::TYPES.iter().enumerate().map(numbers).collect()
}

/// A sample with the name that its golden frame has.
pub(crate) type Named<T> = (String, T);

/// A right to a seat, as text.
pub(crate) const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// Recipient of the samples.
pub(crate) const PLAYER: PlayerId = PlayerId(7);

/// A message that needs no detail to tell it from others of its kind.
fn plain<T>(message: T) -> (&'static str, T) {
    ("", message)
}

fn named<T: Serialize>(messages: impl IntoIterator<Item = (&'static str, T)>) -> Vec<Named<T>> {
    let name = |(detail, message): (&str, T)| (joined_name(&name_of(&message), detail), message);
    messages.into_iter().map(name).collect()
}

fn joined_name(name: &str, detail: &str) -> String {
    if detail.is_empty() {
        name.to_owned()
    } else {
        format!("{name}.{detail}")
    }
}
