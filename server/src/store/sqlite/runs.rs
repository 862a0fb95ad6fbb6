//! The runs of the servers, as they are stored.
//!
//! The table is of no layout: it is made at the first start, and an older server passes over it.

use protocol::millis::Millis;
use rusqlite::{Connection, Error, TransactionBehavior, params};
use tracing::{error, warn};

use super::layout::has_table;
use super::{millis, said, stored};
use crate::store::runs::{Run, Runs, Start};

/// Beginning of 2026, before which no server of this kind ran.
const PLAUSIBLE: Millis = Millis::from_secs(1_767_225_600);

/// Reads the runs and notes the start of a server at `now`. What is damaged is passed over: then more time counts as
/// time in which no server ran.
pub(super) fn start(connection: &mut Connection, now: Millis) -> (Runs, Result<(), Error>) {
    let mut runs = match read(connection) {
        Ok(runs) => runs,
        Err(error) => {
            error!(problem = %said(&error), "the runs of the server cannot be read");
            Runs::default()
        }
    };
    let start = runs.start(now);
    if is_clock_wrong(start, now) {
        warn!(
            "the system clock is wrong now, or was in the last run of this server: where it is wrong now, set it and \
             start the server again, or what is played has a wrong date"
        );
    }
    let noted = note(connection, start, &runs);
    (runs, noted)
}

/// Returns true if the clock is wrong at a start, or was before.
fn is_clock_wrong(start: Start, now: Millis) -> bool {
    start == Start::ClockWentBack || now < PLAUSIBLE
}

fn read(connection: &Connection) -> Result<Runs, Error> {
    if !has_table(connection, "run")? {
        return Ok(Runs::default());
    }
    let mut select = connection.prepare("SELECT began, last FROM run ORDER BY nr")?;
    let mut rows = select.query([])?;
    let mut runs = Vec::new();
    while let Some(row) = rows.next()? {
        if let (Ok(began), Ok(last)) = (millis(row, 0), millis(row, 1))
            && began <= last
        {
            runs.push(Run { began, last });
        }
    }
    Ok(Runs::new(runs))
}

fn note(connection: &mut Connection, start: Start, runs: &Runs) -> Result<(), Error> {
    if start == Start::GoesOn {
        return alive(connection, runs);
    }
    let Some(Run { began, last }) = runs.present() else {
        return Ok(());
    };
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS run (
             nr    INTEGER PRIMARY KEY,
             began INTEGER NOT NULL,
             last  INTEGER NOT NULL
         );",
    )?;
    transaction.execute(
        "INSERT INTO run (began, last) VALUES (?1, ?2)",
        params![stored(began), stored(last)],
    )?;
    transaction.commit()
}

/// Writes the last note of the present run.
pub(super) fn alive(connection: &Connection, runs: &Runs) -> Result<(), Error> {
    let Some(run) = runs.present() else {
        return Ok(());
    };
    connection
        .execute(
            "UPDATE run SET last = ?1 WHERE nr = (SELECT max(nr) FROM run)",
            [stored(run.last)],
        )
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_wrong_that_went_back_or_is_before_all_servers() {
        let before = PLAUSIBLE - Millis::from_millis(1);
        let after = PLAUSIBLE + Millis::from_millis(1);
        for start in [Start::Begins, Start::GoesOn] {
            assert!(is_clock_wrong(start, before));
            assert!(!is_clock_wrong(start, PLAUSIBLE) && !is_clock_wrong(start, after));
        }
        assert!(is_clock_wrong(Start::ClockWentBack, after));
    }
}
