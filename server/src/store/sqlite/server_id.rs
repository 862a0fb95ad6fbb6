//! The id of the server, in the database so that a backup has it.
//!
//! A copy that is served beside the original has the same id. A store that cannot keep an id gets one for this run.

use protocol::id::ServerId;
use rusqlite::{Connection, Error, OptionalExtension as _, TransactionBehavior};
use tracing::error;

/// Returns the id in the database, or writes `fresh` there and returns it.
///
/// An id that cannot be read is replaced: games do not depend on it, but the tokens that clients derive from their
/// keys do, so that people are known by their names no more.
pub(super) fn keep(connection: &mut Connection, fresh: ServerId) -> Result<ServerId, Error> {
    let select = "SELECT CAST(id AS BLOB) FROM server";
    let kept: Option<Vec<u8>> = connection
        .query_row(select, [], |row| row.get(0))
        .optional()?;
    if let Some(kept) = kept {
        match String::from_utf8_lossy(&kept).parse() {
            Ok(id) => return Ok(id),
            Err(problem) => error!(%problem, "the id of the server is damaged; it gets a new one"),
        }
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute("DELETE FROM server", [])?;
    transaction.execute("INSERT INTO server (id) VALUES (?1)", [fresh.to_string()])?;
    transaction.commit()?;
    Ok(fresh)
}
