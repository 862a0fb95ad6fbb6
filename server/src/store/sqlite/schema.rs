//! The tables of the database.
//!
//! There has been no release: a database of another schema version is refused, and a change of the tables changes the
//! one `CREATE`. The first release fixes version 1; later ones need a way from each version to the next.
//!
//! A server does not start if the tables are not those of the schema.

use std::collections::BTreeMap;

use rusqlite::{Connection, Error, TransactionBehavior};

/// Version of the schema. A database of another one is refused rather than harmed.
pub(super) const VERSION: i64 = 1;

const CREATE: &str = "
    -- The log: every event in order of arrival (`log.rs`). `wake_after` is the time until the room must be loaded
    -- without a request, NULL if it is over.
    CREATE TABLE event (
        nr         INTEGER PRIMARY KEY,
        kind       INTEGER NOT NULL,
        room       TEXT NOT NULL,
        seq        INTEGER NOT NULL,
        at         INTEGER NOT NULL,
        wake_after INTEGER,
        body       BLOB NOT NULL,
        crc        INTEGER NOT NULL
    );
    -- A room, or a tournament (`kind` 1), that was compacted (`room.rs`): number and moment of its last event then, and the moment at which the
    -- last player left.
    CREATE TABLE room (
        id         TEXT PRIMARY KEY,
        kind       INTEGER NOT NULL,
        seq        INTEGER NOT NULL,
        last_at    INTEGER NOT NULL,
        wake_after INTEGER,
        left_at    INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX live_room ON room (id, kind, wake_after, left_at) WHERE wake_after IS NOT NULL;
    CREATE INDEX tournament ON room (last_at) WHERE kind = 1;
    -- Its events, up to number `seq` and after those of the segment before.
    CREATE TABLE segment (
        nr   INTEGER PRIMARY KEY,
        room TEXT NOT NULL,
        seq  INTEGER NOT NULL,
        body BLOB NOT NULL,
        crc  INTEGER NOT NULL,
        UNIQUE (room, seq)
    );
    -- People who took a name, each with the name of today and the moment of the first.
    CREATE TABLE person (
        id    INTEGER PRIMARY KEY,
        name  TEXT NOT NULL,
        since INTEGER NOT NULL
    );
    -- Their keys, by the hash; two that were joined are of one person.
    CREATE TABLE person_key (
        hash   BLOB PRIMARY KEY,
        person INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX key_of_person ON person_key (person);
    -- The games that ended, in the order in which they did (`finished.rs`).
    CREATE TABLE finished (
        nr            INTEGER PRIMARY KEY AUTOINCREMENT,
        room          TEXT,
        game          INTEGER NOT NULL,
        ended         INTEGER NOT NULL,
        variant       TEXT NOT NULL,
        clock         TEXT,
        opening       TEXT,
        first         TEXT NOT NULL,
        first_is_bot  INTEGER NOT NULL,
        first_person  INTEGER,
        second        TEXT NOT NULL,
        second_is_bot INTEGER NOT NULL,
        second_person INTEGER,
        winner        TEXT,
        reason        TEXT NOT NULL,
        plies         INTEGER NOT NULL,
        moves         TEXT,
        listed        INTEGER NOT NULL,
        rated         INTEGER NOT NULL,
        annulled      INTEGER NOT NULL DEFAULT 0,
        ladder        INTEGER NOT NULL,
        UNIQUE (room, game)
    );
    CREATE INDEX finished_variant ON finished (variant);
    CREATE INDEX finished_first ON finished (first_person) WHERE first_person IS NOT NULL;
    CREATE INDEX finished_second ON finished (second_person) WHERE second_person IS NOT NULL;
    CREATE INDEX finished_pair ON finished (min(first_person, second_person), max(first_person, second_person))
        WHERE first_person IS NOT NULL AND second_person IS NOT NULL;
    -- What is derived from them, and made again by `rebuild` (`derived.rs`).
    CREATE TABLE rating (
        person     INTEGER NOT NULL,
        variant    TEXT NOT NULL,
        rating     REAL NOT NULL,
        deviation  REAL NOT NULL,
        volatility REAL NOT NULL,
        games      INTEGER NOT NULL,
        opponents  INTEGER NOT NULL,
        form       TEXT NOT NULL,
        PRIMARY KEY (person, variant)
    ) WITHOUT ROWID;
    CREATE INDEX rating_placed ON rating (variant, rating - 2 * deviation) WHERE games >= 5 AND opponents >= 2;
    CREATE INDEX rating_unplaced ON rating (variant, games) WHERE games < 5 OR opponents < 2;
    -- `beaten` is the rating of the one who lost, in the row of the winner.
    CREATE TABLE rating_change (
        person    INTEGER NOT NULL,
        variant   TEXT NOT NULL,
        nr        INTEGER NOT NULL,
        before    REAL NOT NULL,
        after     REAL NOT NULL,
        beaten    REAL,
        PRIMARY KEY (person, variant, nr)
    ) WITHOUT ROWID;
    CREATE INDEX rating_change_of_game ON rating_change (nr);
    CREATE INDEX best_win ON rating_change (person, beaten) WHERE beaten IS NOT NULL;
    -- Games of a person against another, against a level of a ladder (-10 * ladder - level), or against all others (0).
    CREATE TABLE tally (
        person   INTEGER NOT NULL,
        opponent INTEGER NOT NULL,
        variant  TEXT NOT NULL,
        won      INTEGER NOT NULL,
        drawn    INTEGER NOT NULL,
        lost     INTEGER NOT NULL,
        rated    INTEGER NOT NULL,
        PRIMARY KEY (person, opponent, variant)
    ) WITHOUT ROWID;
    -- Listed games by position and the move that was played there, and by the colour that won.
    CREATE TABLE position (
        variant TEXT NOT NULL,
        key     INTEGER NOT NULL,
        move    TEXT NOT NULL,
        black   INTEGER NOT NULL,
        drawn   INTEGER NOT NULL,
        white   INTEGER NOT NULL,
        PRIMARY KEY (variant, key, move)
    ) WITHOUT ROWID;
    -- Rooms that cannot be read as they were written, and why. Delete a row to try its room again.
    CREATE TABLE quarantined (
        room    TEXT PRIMARY KEY,
        problem TEXT NOT NULL
    ) WITHOUT ROWID;
    -- Seats that keys took, by the side of the first game, each with the hash of the key. `Event::SeatTaken` decides.
    CREATE TABLE seat (
        room  TEXT NOT NULL,
        side  INTEGER NOT NULL,
        key   BLOB NOT NULL,
        taken INTEGER NOT NULL,
        PRIMARY KEY (room, side)
    ) WITHOUT ROWID;
    CREATE INDEX seat_of_key ON seat (key, taken);
    -- Names that keys own, each with the hash of its key and the moment of its last use.
    CREATE TABLE name_owner (
        skeleton TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        hash     BLOB NOT NULL UNIQUE,
        used     INTEGER NOT NULL
    ) WITHOUT ROWID;
    -- When servers ran.
    CREATE TABLE uptime (
        nr    INTEGER PRIMARY KEY,
        began INTEGER NOT NULL,
        last  INTEGER NOT NULL
    );
    -- The id of the server, in one row.
    CREATE TABLE server (
        id TEXT NOT NULL
    );
    -- Written to find out whether writing works.
    CREATE TABLE probe (
        id   INTEGER PRIMARY KEY,
        body BLOB NOT NULL
    );";

/// Returns the schema version of the database; 0 for a new one.
pub(super) fn version(connection: &Connection) -> Result<i64, Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Creates the tables of a new database.
pub(super) fn create(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(CREATE)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Returns a description of what is wrong with the tables of a database that claims the schema `version`, 0 or the
/// present one; `None` if nothing is. Further tables are no fault.
pub(super) fn problem(connection: &Connection, version: i64) -> Result<Option<String>, Error> {
    let found = parts(connection)?;
    if version == 0 {
        let problem = "it has tables and no schema version, which no server writes";
        return Ok((!found.is_empty()).then(|| problem.to_owned()));
    }
    let mut model = Connection::open_in_memory()?;
    create(&mut model)?;
    let problem = parts(&model)?
        .into_iter()
        .find_map(|(part, wanted)| match found.get(&part) {
            None => Some(format!("{part} is missing")),
            Some(found) if *found != wanted => {
                Some(format!("{part} is not as schema version {version} has it"))
            }
            Some(_) => None,
        });
    Ok(problem)
}

/// Returns every table, column and index of the database, by name, with its description.
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
         SELECT 'table ' || tbl_name || ', index ' || name, sql
             FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )?;
    let rows = select.query_map([], |row| {
        let what: String = row.get(1)?;
        Ok((row.get(0)?, super::one_line(&what)))
    })?;
    rows.collect()
}
