//! The enlinea terminal client.
//!
//! - [`args`]: the command line
//! - [`net`]: the connection, which comes back by itself
//! - [`seats`]: the way back to one's seats, kept between runs
//! - [`discovery`]: servers on the local network
//! - [`host`]: serving from inside the client (feature `host`)
//! - [`find`]: which server is meant
//! - [`script`]: every command without a screen
//! - [`failure`], [`text`]: how the program ends badly, and what a terminal may be shown

pub mod app;
pub mod args;
pub mod discovery;
pub mod failure;
pub mod find;
#[cfg(feature = "host")]
pub mod host;
pub mod input;
pub mod net;
pub mod screens;
pub mod script;
pub mod seats;
pub mod text;
pub mod ui;
pub mod values;
