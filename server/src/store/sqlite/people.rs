//! The people who took names, and their keys.
//!
//! A person is made when a key takes a name, and stays the same under every later name. The number of a guest is no
//! name.

use protocol::id::TokenHash;
use protocol::millis::Millis;
use protocol::text::Name;
use rusqlite::{Connection, Error, OptionalExtension as _, params};

use super::stored;
use crate::base::skeleton::guest_number;

/// Name of a person who was forgotten.
const SOMEONE: &str = "someone";

/// Returns the person who has the key.
pub(super) fn of_key(connection: &Connection, key: TokenHash) -> Result<Option<i64>, Error> {
    connection
        .prepare_cached("SELECT person FROM person_key WHERE hash = ?1")?
        .query_row([key.0.to_be_bytes()], |row| row.get(0))
        .optional()
}

/// Returns the person whose key took the name at `at`, who is made if there is none.
///
/// One with several keys keeps the name of the one as long as it owns it.
pub(super) fn took_name(
    connection: &Connection,
    key: TokenHash,
    name: &str,
    at: Millis,
) -> Result<i64, Error> {
    let hash = key.0.to_be_bytes();
    let Some(person) = of_key(connection, key)? else {
        let insert = "INSERT INTO person (name, since) VALUES (?1, ?2)";
        connection
            .prepare_cached(insert)?
            .execute(params![name, stored(at)])?;
        let person = connection.last_insert_rowid();
        let insert = "INSERT INTO person_key (hash, person) VALUES (?1, ?2)";
        connection
            .prepare_cached(insert)?
            .execute(params![hash, person])?;
        return Ok(person);
    };
    connection
        .prepare_cached(
            "UPDATE person SET name = ?2 WHERE id = ?1 AND name NOT IN
                 (SELECT name FROM name_owner JOIN person_key USING (hash) WHERE person = ?1 AND hash <> ?3)",
        )?
        .execute(params![person, name, hash])?;
    Ok(person)
}

/// Notes that a key owns a name, before the row of the name is written.
pub(super) fn owns(
    connection: &Connection,
    key: TokenHash,
    name: &Name,
    at: Millis,
) -> Result<(), Error> {
    if guest_number(name).is_none() {
        took_name(connection, key, name.as_str(), at)?;
    }
    Ok(())
}

/// Returns the person who owns the name of this skeleton.
pub(super) fn of_skeleton(connection: &Connection, skeleton: &str) -> Result<Option<i64>, Error> {
    connection
        .prepare_cached(
            "SELECT person FROM name_owner JOIN person_key USING (hash) WHERE skeleton = ?1",
        )?
        .query_row([skeleton], |row| row.get(0))
        .optional()
}

/// Returns the names that the keys of a person own.
pub(super) fn names(connection: &Connection, person: i64) -> Result<Vec<Name>, Error> {
    let mut select = connection
        .prepare("SELECT name FROM name_owner JOIN person_key USING (hash) WHERE person = ?1")?;
    let names = select.query_map([person], |row| row.get::<_, String>(0))?;
    names
        .filter_map(|name| name.map(|name| Name::clean(&name)).transpose())
        .collect()
}

/// Replaces a person by someone in all games, with the rooms of these games as far as they are over.
pub(super) fn forget(connection: &Connection, person: i64) -> Result<(), Error> {
    for statement in [
        "DELETE FROM person_key WHERE person = ?1",
        "UPDATE person SET name = ?2 WHERE id = ?1",
        "UPDATE finished SET first = ?2 WHERE first_person = ?1",
        "UPDATE finished SET second = ?2 WHERE second_person = ?1",
    ] {
        let mut statement = connection.prepare(statement)?;
        match statement.parameter_count() {
            1 => statement.execute([person])?,
            _ => statement.execute(params![person, SOMEONE])?,
        };
    }
    Ok(())
}

/// Makes `other` the same person as `person`, in all games.
pub(super) fn merge(connection: &Connection, person: i64, other: i64) -> Result<(), Error> {
    for statement in [
        "UPDATE person_key SET person = ?1 WHERE person = ?2",
        "UPDATE finished SET first_person = ?1 WHERE first_person = ?2",
        "UPDATE finished SET second_person = ?1 WHERE second_person = ?2",
        "UPDATE person SET since = min(since, (SELECT since FROM person WHERE id = ?2)) WHERE id = ?1",
        "DELETE FROM person WHERE id <> ?1 AND id = ?2",
    ] {
        connection.execute(statement, [person, other])?;
    }
    Ok(())
}
