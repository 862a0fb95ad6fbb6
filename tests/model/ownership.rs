//! The owner of a room, as its table has it.

use protocol::id::Token;

/// The owner of a room, and what holds in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Owner {
    /// The token of the seat that the opener took.
    pub(super) token: Option<Token>,
    /// The client that opened the room to watch, while it is connected.
    pub(super) watcher: Option<usize>,
    pub(super) locked: bool,
    pub(super) chat_closed: bool,
    pub(super) removed: Vec<String>,
}
