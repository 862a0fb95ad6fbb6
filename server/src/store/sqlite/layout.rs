//! The layouts of the database, and the way from each to the next.
//!
//! ```text
//! batch (nr, body)                       the events of one group commit, in order of arrival (`batch.rs`)
//! header_copy (nr, headers)             whose events they are
//! room  (id, seq, wake_after, left_at, body)
//!                                        a room whose events were folded: number of the last one of them; time
//!                                        until the room must come to memory by itself, NULL where it is over;
//!                                        moment the last player left; the events (`record.rs`)
//! finished (nr, room, game, ended, variant, clock, first, first_is_bot, second, second_is_bot, winner, reason,
//!           moves)                       the games that ended, in the order in which they did; among the moves
//!                                        the choices of an opening (`finished.rs`)
//! damaged_room (room, problem, unfolded) rooms that are set aside, and why; delete a row to try it again.
//!                                        `unfolded` has the records that its row would not take
//! probe (id, body)                       written to find out whether writing works
//! server (id)                            id of the server; of no layout, made when it is missing (`server_id.rs`)
//! name_owner (skeleton, name, hash, used)
//!                                        names that keys own, each with the hash of its key and the moment of its
//!                                        last use; of no layout, made with the first one (`names.rs`)
//! seat (room, side, key, taken)          seats that keys took, by the side of the first game, each with the hash of
//!                                        the key and the moment; of no layout, made with the first one (`seats.rs`)
//! run (nr, began, last)                  when servers ran; of no layout, made at the first start (`runs.rs`)
//! damaged_batch_N, damaged_header_copy_N
//!                                        tables of batches that were damaged, as they were found
//! ```
//!
//! The events of a room are those in its row, and those behind them in the batches: an event in a batch that its
//! row has as well is passed over, so that a fold need not touch the batches.

use std::collections::BTreeMap;

use rusqlite::{Connection, Error};
use tracing::info;

use super::layout_2::{self, Survey};

/// The steps from an empty database to the present layout; step N makes layout N of layout N - 1.
///
/// A step is never changed. A new database goes through all of them, so that there is only one present layout.
const STEPS: [&str; 3] = [
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
    // The index has all that the start needs. The old one keeps its name, since a damaged page in it would be in
    // the way of its removal.
    "ALTER TABLE room RENAME TO room_of_layout_2;
    ALTER TABLE event RENAME TO event_of_layout_2;
    ALTER TABLE damaged_room ADD COLUMN unfolded BLOB;
    CREATE TABLE room (
        id         TEXT PRIMARY KEY,
        seq        INTEGER NOT NULL,
        wake_after INTEGER,
        left_at    INTEGER,
        body       BLOB NOT NULL
    );
    CREATE INDEX waiting_room ON room (id, wake_after, left_at) WHERE wake_after IS NOT NULL;
    CREATE TABLE finished (
        nr            INTEGER PRIMARY KEY AUTOINCREMENT,
        room          TEXT NOT NULL,
        game          INTEGER NOT NULL,
        ended         INTEGER NOT NULL,
        variant       TEXT NOT NULL,
        clock         TEXT,
        first         TEXT NOT NULL,
        first_is_bot  INTEGER NOT NULL,
        second        TEXT NOT NULL,
        second_is_bot INTEGER NOT NULL,
        winner        TEXT,
        reason        TEXT NOT NULL,
        moves         TEXT NOT NULL,
        UNIQUE (room, game)
    );
    CREATE TABLE batch (
        nr   INTEGER PRIMARY KEY,
        body BLOB NOT NULL
    );
    CREATE TABLE header_copy (
        nr      INTEGER PRIMARY KEY,
        headers BLOB NOT NULL
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
        .filter(|&steps| steps <= STEPS.len() && (steps > 0 || found.is_empty()))
    else {
        return Ok(Some(format!(
            "it has tables and layout {version}, which no release writes"
        )));
    };
    let mut model = Connection::open_in_memory()?;
    for layout in 1..=steps {
        step(&mut model, layout)?;
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

/// Brings the database of a server from the layout `version` to the present one.
pub(super) fn migrate(connection: &mut Connection, version: i64) -> Result<(), Error> {
    if version > 0 {
        info!("the store is brought to layout {PRESENT}, which may take a while");
    }
    raise(connection, version)
}

/// Brings the database from the layout `version` to the present one. Each step is taken whole or not at all.
pub(super) fn raise(connection: &mut Connection, version: i64) -> Result<(), Error> {
    for layout in version as usize + 1..=STEPS.len() {
        step(connection, layout)?;
    }
    Ok(())
}

/// Makes `layout` of the one before it.
fn step(connection: &mut Connection, layout: usize) -> Result<(), Error> {
    let survey = match layout {
        3 => Some(Survey::of(connection, layout_2::TABLES)?),
        _ => None,
    };
    let transaction = connection.transaction()?;
    transaction.execute_batch(STEPS[layout - 1])?;
    if let Some(survey) = survey {
        layout_2::fold(&transaction, survey)?;
    }
    transaction.pragma_update(None, "user_version", layout as i64)?;
    transaction.commit()
}

/// Tries the rooms of an earlier layout again that are damaged there and no longer set aside.
pub(super) fn try_again(connection: &mut Connection) -> Result<(), Error> {
    if has_table(connection, "room_of_layout_2")? {
        let survey = Survey::of(connection, layout_2::KEPT)?;
        let transaction = connection.transaction()?;
        layout_2::fold(&transaction, survey)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Renames the tables of the batches, which are damaged, and makes new ones.
pub(super) fn replace_batches(connection: &Connection) -> Result<(), Error> {
    let mut number = 1;
    while has_table(connection, &format!("damaged_batch_{number}"))? {
        number += 1;
    }
    connection.execute_batch(&format!(
        "ALTER TABLE batch RENAME TO damaged_batch_{number};
         ALTER TABLE header_copy RENAME TO damaged_header_copy_{number};
         CREATE TABLE batch (nr INTEGER PRIMARY KEY, body BLOB NOT NULL);
         CREATE TABLE header_copy (nr INTEGER PRIMARY KEY, headers BLOB NOT NULL);"
    ))
}

pub(super) fn has_table(connection: &Connection, name: &str) -> Result<bool, Error> {
    connection
        .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1")?
        .exists([name])
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
