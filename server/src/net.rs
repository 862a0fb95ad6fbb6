//! From the network to a session: sockets, who may connect, and the upgrade to WebSocket.

pub(crate) mod accept;
pub(crate) mod bind;
pub mod discovery;
pub(crate) mod forwarded;
pub(crate) mod listener;
pub(crate) mod metered;
#[cfg(unix)]
pub(crate) mod open_files;
