//! The id of the server, in the database so that a backup has it.

use protocol::id::{IdError, ServerId};
use rusqlite::{Connection, Error, OptionalExtension, TransactionBehavior};
use tracing::error;

use super::layout::has_table;

/// Returns the id in the database, or writes `fresh` there and returns it.
///
/// A database that never had an id gets the table with it: no layout has the table, and an older server passes over
/// it. An id that cannot be read is replaced: games do not depend on it, but the tokens that clients derive from their
/// keys do, so that people are known by their names no more.
pub(super) fn keep(connection: &mut Connection, fresh: ServerId) -> Result<ServerId, Error> {
    match read(connection)? {
        Some(Ok(id)) => return Ok(id),
        Some(Err(problem)) => error!("{problem}; it gets a new one"),
        None => {}
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS server (id TEXT NOT NULL);
         DELETE FROM server;",
    )?;
    transaction.execute("INSERT INTO server (id) VALUES (?1)", [fresh.to_string()])?;
    transaction.commit()?;
    Ok(fresh)
}

/// Returns the id in the database, or a description of its damage; none if there never was one.
pub(super) fn read(connection: &Connection) -> Result<Option<Result<ServerId, String>>, Error> {
    if !has_table(connection, "server")? {
        return Ok(None);
    }
    let kept: Option<Vec<u8>> = connection
        .query_row("SELECT CAST(id AS BLOB) FROM server", [], |row| row.get(0))
        .optional()?;
    let id = kept.ok_or_else(|| "the id of the server is gone".to_owned());
    Ok(Some(id.and_then(|id| {
        let id = String::from_utf8_lossy(&id);
        id.parse()
            .map_err(|problem: IdError| format!("the id of the server is damaged: {problem}"))
    })))
}
