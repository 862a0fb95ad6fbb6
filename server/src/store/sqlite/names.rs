//! The names that keys own.

use protocol::id::TokenHash;
use protocol::text::{Name, TextError};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, TransactionBehavior, params};
use tracing::error;

use super::layout::has_table;
use super::{millis, read_up_to_damage, said, stored};
use crate::store::{NameChange, OwnedName};

/// Returns all names, the one that was used last at the front. What is damaged is passed over, and told to `report`: a
/// name that is lost is bound anew, which is no reason not to start.
pub(super) fn read(
    connection: &Connection,
    mut report: impl FnMut(&str),
) -> Result<Vec<OwnedName>, Error> {
    read_with(connection, |problem| {
        error!("{problem}");
        report(&problem);
    })
}

/// Returns descriptions of the damage in the names.
pub(super) fn problems(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut problems = Vec::new();
    read_with(connection, |problem| problems.push(problem))?;
    Ok(problems)
}

fn read_with(
    connection: &Connection,
    mut report: impl FnMut(String),
) -> Result<Vec<OwnedName>, Error> {
    let mut names = Vec::new();
    // A database of an older release has no such table.
    if !has_table(connection, "name_owner")? {
        return Ok(names);
    }
    let mut select =
        connection.prepare("SELECT name, hash, used FROM name_owner ORDER BY used DESC, name")?;
    let damage = read_up_to_damage(select.query([])?, |row| {
        match owned(row) {
            Ok(owned) => names.push(owned),
            Err(error) => {
                let problem = said(&error);
                report(format!("a row of an owned name is damaged: {problem}"));
            }
        }
        Ok(())
    })?;
    if let Some(problem) = damage {
        report(format!("the list of owned names ends early: {problem}"));
    }
    Ok(names)
}

fn owned(row: &Row<'_>) -> Result<OwnedName, Error> {
    let name: String = row.get(0)?;
    let name: Name = name.parse().map_err(|problem: TextError| {
        Error::FromSqlConversionFailure(0, Type::Text, problem.into())
    })?;
    let hash: [u8; 16] = row.get(1)?;
    Ok(OwnedName {
        owner: TokenHash(u128::from_be_bytes(hash)),
        name,
        used: millis(row, 2)?,
    })
}

/// Writes the changes in one transaction.
pub(super) fn write(connection: &mut Connection, changes: &[NameChange]) -> Result<(), Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS name_owner (
             skeleton TEXT PRIMARY KEY,
             name     TEXT NOT NULL,
             hash     BLOB NOT NULL UNIQUE,
             used     INTEGER NOT NULL
         ) WITHOUT ROWID;",
    )?;
    for change in changes {
        let owner = change.owner().0.to_be_bytes();
        transaction
            .prepare_cached("DELETE FROM name_owner WHERE hash = ?1")?
            .execute([owner])?;
        if let NameChange::Owned { owned, skeleton } = change {
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO name_owner (skeleton, name, hash, used)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![
                    skeleton,
                    owned.name.as_str(),
                    owner,
                    stored(owned.used)
                ])?;
        }
    }
    transaction.commit()
}
