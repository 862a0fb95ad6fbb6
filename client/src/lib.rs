//! The enlinea terminal client.
//!
//! - [`args`]: the command line
//! - [`net`]: the connection, which comes back by itself
//! - [`table`]: a table as the client knows it, pure
//! - [`seats`]: the way back to one's seats, kept between runs
//! - [`discovery`]: servers on the local network
//! - [`host`]: serving from inside the client (feature `host`)
//! - [`failure`], [`text`]: how the program ends badly, and what a terminal may be shown

pub mod args;
pub mod discovery;
pub mod failure;
#[cfg(feature = "host")]
pub mod host;
pub mod net;
pub mod seats;
pub mod table;
pub mod text;
