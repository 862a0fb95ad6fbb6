//! For the person who runs the server: the console, and the port for metrics and health.

pub(crate) mod admin;
pub mod console;
