//! The tables of the database, as those of `SQLite` as far as they are about the same.
//!
//! A database of another schema version is refused, as one of a later release is while servers are upgraded.

use tokio_postgres::Client;

use super::Problem;

/// Version of the schema.
const VERSION: i32 = 1;

/// Number of the lock that a server holds while it makes the tables, so that two that start at once do not both.
const CREATING: i64 = 0x656e_6c69;

const CREATE: &str = "
    -- Version of these tables, the id of the servers, and that of the database, in one row.
    CREATE TABLE enlinea (
        version INTEGER NOT NULL,
        id      TEXT,
        made    UUID NOT NULL DEFAULT gen_random_uuid()
    );
    -- A row for each start of a server, whose number is not used again: only the server of a row that is there owns
    -- rooms. `seen` is its last sign of life, of this session, and `since` the moment since when these came without a
    -- gap.
    CREATE TABLE node (
        id      INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address TEXT NOT NULL,
        lease   INTERVAL NOT NULL,
        session INTEGER NOT NULL,
        seen    TIMESTAMPTZ NOT NULL,
        since   TIMESTAMPTZ NOT NULL
    );
    -- A room: number and moment of its last event, the time until it must be loaded without a request, the moment at
    -- which the last player left, and why it is quarantined. No column that a move changes is in an index, so that its
    -- row is replaced in its page.
    CREATE TABLE room (
        id         TEXT PRIMARY KEY,
        kind       SMALLINT NOT NULL,
        owner      INTEGER,
        seq        BIGINT NOT NULL,
        last_at    BIGINT NOT NULL,
        is_live    BOOLEAN NOT NULL,
        wake_after BIGINT,
        left_at    BIGINT,
        problem    TEXT
    ) WITH (fillfactor = 70);
    CREATE INDEX owned_room ON room (owner) WHERE owner IS NOT NULL;
    CREATE TABLE event (
        room TEXT NOT NULL,
        seq  BIGINT NOT NULL,
        at   BIGINT NOT NULL,
        body BYTEA NOT NULL,
        PRIMARY KEY (room, seq)
    );
    CREATE TABLE seat (
        room  TEXT NOT NULL,
        side  SMALLINT NOT NULL,
        key   BYTEA NOT NULL,
        taken BIGINT NOT NULL,
        PRIMARY KEY (room, side)
    );
    CREATE INDEX seat_of_key ON seat (key, taken);
    CREATE TABLE name_owner (
        skeleton TEXT PRIMARY KEY,
        name     TEXT NOT NULL,
        hash     BYTEA NOT NULL UNIQUE,
        used     BIGINT NOT NULL
    );
    -- What the history is made from, in the order in which it became true (`facts.rs`).
    CREATE TABLE fact (
        nr   BIGINT PRIMARY KEY,
        node INTEGER NOT NULL,
        body JSONB NOT NULL
    );
    -- What each server shows the others (`bulletin.rs`), which a crash may take away.
    CREATE UNLOGGED TABLE board (
        node INTEGER PRIMARY KEY,
        body TEXT NOT NULL
    );
    -- When servers ran.
    CREATE TABLE uptime (
        nr    INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        began BIGINT NOT NULL,
        last  BIGINT NOT NULL
    );";

/// Makes the tables of a new database, or checks the version of those that are there.
pub(super) async fn prepare(client: &Client) -> Result<(), Problem> {
    client
        .execute("SELECT pg_advisory_lock($1)", &[&CREATING])
        .await?;
    let prepared = prepare_locked(client).await;
    let unlocked = client
        .execute("SELECT pg_advisory_unlock($1)", &[&CREATING])
        .await;
    // After a failure the lock ends with the connection.
    prepared?;
    unlocked?;
    Ok(())
}

async fn prepare_locked(client: &Client) -> Result<(), Problem> {
    let there = "SELECT to_regclass('enlinea') IS NOT NULL, to_regclass('room') IS NOT NULL";
    let row = client.query_one(there, &[]).await?;
    match (row.get(0), row.get(1)) {
        (true, _) => {
            let row = client.query_one("SELECT version FROM enlinea", &[]).await?;
            match row.get(0) {
                VERSION => Ok(()),
                found => Err(Problem::OtherVersion { found }),
            }
        }
        (false, true) => Err(Problem::Foreign),
        (false, false) => {
            let create =
                format!("BEGIN; {CREATE} INSERT INTO enlinea (version) VALUES ({VERSION}); COMMIT");
            Ok(client.batch_execute(&create).await?)
        }
    }
}
