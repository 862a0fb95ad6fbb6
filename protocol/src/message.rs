//! The messages, the only words on the wire: the clients' and the server's.
//!
//! Closed enums, without maps. Within a version of the protocol variants and fields are only added, at the end;
//! each addition is a new binary layout ([`Encoding::subprotocol`](crate::codec::Encoding::subprotocol)). `Hello` and
//! [`Refusal::Version`](crate::refusal::Refusal::Version) never change in JSON. `PROTOCOL.md` has every message with
//! a frame.

mod client;
mod event;
mod server;

pub use client::{ClientMsg, Role};
pub use event::RoomEvent;
pub use server::ServerMsg;

/// The version of the protocol that this crate speaks.
pub const VERSION: u16 = 1;

/// Number of times that this version has grown: raised by every message and field that is added to it.
pub const MINOR: u16 = 0;

/// The header with the id of the server in the response to the upgrade.
pub const SERVER_HEADER: &str = "enlinea-server";
/// Links to the server that `Welcome` has at most: a machine has a few networks.
pub const MOST_ADDRESSES: usize = 8;
/// Lines of the lobby's chat that are shown to whoever comes.
pub const LOBBY_LINES: usize = 50;
/// Names that a client may mute.
pub const MOST_MUTED: usize = 100;
/// Rooms that a client may watch beside the one that it is in: as many boards as a large screen holds.
pub const MOST_WATCHED: usize = 16;

/// Rooms that a lobby shows at most: more than anybody reads, and 30 KiB on the wire.
pub const LOBBY_ROOMS: usize = 200;
/// Rooms that the answer to `FindRooms` has at most.
pub const FOUND_ROOMS: usize = 20;
/// Words by which rooms are looked for at most.
pub const FIND_WORDS: usize = 8;
/// Rooms that a lobby shows at most with their moves: a board has up to 2 KiB.
pub const LOBBY_BOARDS: usize = 50;
/// Names that a lobby shows at most.
pub const LOBBY_NAMES: usize = 200;
