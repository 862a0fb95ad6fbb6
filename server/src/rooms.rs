//! Rooms in memory: the directory finds them, an actor runs each, and the lobby lists them.

pub(crate) mod actor;
pub(crate) mod directory;
pub(crate) mod exhibition;
pub(crate) mod lobby;
pub(crate) mod persistence;
pub(crate) mod shared;
pub(crate) mod tournament_list;
