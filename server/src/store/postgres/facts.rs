//! Facts, in one order: what each server makes its history from (`sqlite/copied.rs`).
//!
//! A fact is written in the transaction that makes it true, under a lock that is held until its commit. So the order of
//! the numbers is that of the commits, and a server that has read a number misses none below it. The ratings follow
//! from the order: no server has others.

use tokio_postgres::{Error, Row};
use tracing::error;

use super::session::Session;
use crate::cluster::Epoch;
use crate::store::sqlite::copied::Fact;

/// Number of the lock.
const ORDER: i64 = 0x656e_6c6a;

/// Facts that are read at once.
const READ_AT_ONCE: i64 = 5000;

/// Takes the lock, in a transaction.
pub(super) async fn lock(session: &Session) -> Result<(), Error> {
    let lock = "SELECT pg_advisory_xact_lock($1)";
    session.query(lock, &[&ORDER]).await.map(drop)
}

/// Adds facts, under the lock. Others hear of them with the commit.
pub(super) async fn write(session: &Session, me: Epoch, facts: &[Fact]) -> Result<(), Error> {
    if facts.is_empty() {
        return Ok(());
    }
    let json = |fact| serde_json::to_string(fact).expect("texts and numbers");
    let bodies: Vec<_> = facts.iter().map(json).collect();
    let insert = "
        INSERT INTO fact (nr, node, body)
        SELECT (SELECT coalesce(max(nr), 0) FROM fact) + new.nr, $1, new.body::jsonb
        FROM unnest($2::text[]) WITH ORDINALITY AS new (body, nr)";
    session.execute(insert, &[&me, &bodies]).await?;
    session.client.batch_execute("NOTIFY enlinea_fact").await
}

/// Facts in their order.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// The facts, each with the number of its server.
    pub(super) facts: Vec<(Epoch, Fact)>,
    /// Number of the last one; none if there are no further ones.
    pub(super) upto: Option<i64>,
    /// True if one is unknown to this release.
    pub(super) is_unknown: bool,
}

/// Reads facts after the number `after`.
pub(super) async fn read(session: &Session, after: i64) -> Result<Read, Error> {
    let select = "SELECT nr, node, body::text FROM fact WHERE nr > $1 ORDER BY nr LIMIT $2";
    let rows = session.query(select, &[&after, &READ_AT_ONCE]).await?;
    let mut read = Read {
        upto: rows.last().map(|row| row.get(0)),
        ..Read::default()
    };
    for row in &rows {
        match fact(row) {
            Ok(fact) => read.facts.push((row.get(1), fact)),
            Err(problem) => {
                let nr: i64 = row.get(0);
                error!(nr, %problem, "a fact of the history is unknown to this release");
                read.is_unknown = true;
            }
        }
    }
    Ok(read)
}

fn fact(row: &Row) -> Result<Fact, serde_json::Error> {
    serde_json::from_str(row.get(2))
}
