//! The base of the other modules: time, random numbers, addresses, files, and the surroundings of a server.

pub(crate) mod address;
pub(crate) mod authority;
pub(crate) mod env;
pub(crate) mod metrics;
pub(crate) mod own_files;
pub(crate) mod plural;
pub(crate) mod private;
pub(crate) mod random;
pub(crate) mod service;
pub(crate) mod skeleton;
pub(crate) mod span;
pub(crate) mod time;
