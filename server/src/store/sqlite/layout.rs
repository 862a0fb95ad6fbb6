//! The layouts of the database, and the way from each to the next.
//!
//! ```text
//! room  (id, seq, wake_after, left_at)   number of the last event; time until the room must come to memory
//!                                        by itself, NULL where it is over; moment the last player left
//! event (room, seq, at, body)            one row for each event; body is `codec::pack` of it
//! damaged_room (room, problem)           rooms that are set aside, and why; delete a row to try it again
//! probe (id, body)                       written to find out whether writing works
//! ```

use std::collections::BTreeMap;

use rusqlite::{Connection, Error};

/// The steps from an empty database to the present layout; step N makes layout N of layout N - 1.
///
/// A step is never changed. A new database goes through all of them, so that there is only one present layout.
const STEPS: [&str; 2] = [
    "CREATE TABLE room (
        id   TEXT PRIMARY KEY,
        seq  INTEGER NOT NULL,
        live INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX live_room ON room (id) WHERE live;
    CREATE TABLE event (
        room TEXT NOT NULL REFERENCES room (id),
        seq  INTEGER NOT NULL,
        at   INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (room, seq)
    ) WITHOUT ROWID;",
    // What a room of layout 1 waits for is not known, so each that is live comes to memory once, and says so.
    // The index has all that the start needs, so that the start reads no other page.
    "DROP INDEX live_room;
    ALTER TABLE room ADD COLUMN wake_after INTEGER;
    ALTER TABLE room ADD COLUMN left_at INTEGER;
    UPDATE room SET wake_after = 0 WHERE live;
    ALTER TABLE room DROP COLUMN live;
    CREATE INDEX live_room ON room (wake_after, left_at) WHERE wake_after IS NOT NULL;
    CREATE TABLE damaged_room (
        room    TEXT PRIMARY KEY,
        problem TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE probe (
        id   INTEGER PRIMARY KEY,
        body BLOB NOT NULL
    );",
];

/// The present layout. A database of a later one is refused rather than harmed.
pub(super) const PRESENT: i64 = STEPS.len() as i64;

/// Returns the layout of the database; 0 for a new one.
pub(super) fn version(connection: &Connection) -> Result<i64, Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns a description of the fault in the tables of a database that claims the layout `version`, if any.
pub(super) fn problem(connection: &Connection, version: i64) -> Result<Option<String>, Error> {
    let found = parts(connection)?;
    let Some(steps) = usize::try_from(version)
        .ok()
        .and_then(|steps| STEPS.get(..steps))
        .filter(|steps| !steps.is_empty() || found.is_empty())
    else {
        return Ok(Some(format!(
            "it has tables and layout {version}, which no release writes"
        )));
    };
    let model = Connection::open_in_memory()?;
    for step in steps {
        model.execute_batch(step)?;
    }
    let problem = parts(&model)?
        .into_iter()
        .find_map(|(part, wanted)| match found.get(&part) {
            None => Some(format!("{part} is missing")),
            Some(found) if *found != wanted => {
                Some(format!("{part} is not as layout {version} has it"))
            }
            Some(_) => None,
        });
    Ok(problem)
}

/// Brings the database from the layout `version` to the present one, all or nothing.
pub(super) fn migrate(connection: &mut Connection, version: i64) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    for step in STEPS.iter().skip(version as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", PRESENT)?;
    transaction.commit()
}

/// Returns every table, column, foreign key and index of the database, by name, with its description.
///
/// The text of the schema is not compared: it may be written differently after a dump or by another `SQLite`.
fn parts(connection: &Connection) -> Result<BTreeMap<String, String>, Error> {
    // The names sort a table before its parts: if a table is missing, only that is reported.
    let mut select = connection.prepare(
        "SELECT 'table ' || name, '' FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         UNION ALL
         SELECT 'table ' || t.name || ', column ' || c.name,
                c.type || ' ' || c.\"notnull\" || ' ' || c.pk
             FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'
         UNION ALL
         SELECT 'table ' || t.name || ', foreign key ' || f.\"from\", f.\"table\" || ' ' || f.\"to\"
             FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
         UNION ALL
         SELECT 'table ' || tbl_name || ', index ' || name, sql
             FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )?;
    let rows = select.query_map([], |row| {
        let what: String = row.get(1)?;
        Ok((row.get(0)?, super::one_line(&what)))
    })?;
    rows.collect()
}
