//! The enlinea terminal client.
//!
//! - [`table`]: a table as the client knows it, pure
//! - [`net`]: the connection, which comes back by itself

pub mod net;
pub mod table;
