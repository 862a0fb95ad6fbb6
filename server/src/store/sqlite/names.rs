//! The names that keys own.

use protocol::id::TokenHash;
use protocol::text::{Name, TextError};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, TransactionBehavior, params};
use tracing::error;

use super::super::{NameChange, OwnedName};
use super::{millis, people, said, stored};

/// Returns all names. A row that cannot be read is passed over: a name that is lost is bound again, which is no reason
/// not to start.
pub(super) fn read(connection: &Connection) -> Result<Vec<OwnedName>, Error> {
    let mut names = Vec::new();
    let mut select = connection.prepare("SELECT name, hash, used FROM name_owner ORDER BY name")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        match owned(row) {
            Ok(owned) => names.push(owned),
            Err(error) => error!(problem = %said(&error), "a row of an owned name is damaged"),
        }
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
    for one in changes {
        change(&transaction, one)?;
    }
    transaction.commit()
}

/// Writes a change.
pub(super) fn change(connection: &Connection, change: &NameChange) -> Result<(), Error> {
    let owner = change.owner().0.to_be_bytes();
    connection
        .prepare_cached("DELETE FROM name_owner WHERE hash = ?1")?
        .execute([owner])?;
    if let NameChange::Owned { owned, skeleton } = change {
        people::owns(connection, owned.owner, &owned.name, owned.used)?;
        connection
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
    Ok(())
}
