//! The uptime log, as it is stored.

use protocol::millis::Millis;
use rusqlite::{Connection, Error, params};
use tracing::{error, warn};

use super::super::uptime::{Run, Start, UptimeLog};
use super::{millis, said, stored};

/// Beginning of 2026, before which no server of this kind ran.
const PLAUSIBLE: Millis = Millis::from_secs(1_767_225_600);

/// Reads the uptime log and notes the start of a server at `now`. What is damaged is passed over: then more time counts
/// as time in which no server ran.
pub(super) fn start(connection: &Connection, now: Millis) -> (UptimeLog, Result<(), Error>) {
    let mut log = match read(connection) {
        Ok(log) => log,
        Err(error) => {
            error!(problem = %said(&error), "the uptime log cannot be read");
            UptimeLog::default()
        }
    };
    let start = log.start(now);
    if is_clock_wrong(start, now) {
        warn!(
            "the system clock is wrong now, or was in the last run of this server: if it is wrong now, set it and \
             start the server again, or what is played has a wrong date"
        );
    }
    let noted = note(connection, start, &log);
    (log, noted)
}

/// Returns true if the clock is wrong at a start, or was before.
fn is_clock_wrong(start: Start, now: Millis) -> bool {
    start == Start::ClockWentBack || now < PLAUSIBLE
}

fn read(connection: &Connection) -> Result<UptimeLog, Error> {
    let mut select = connection.prepare("SELECT began, last FROM uptime ORDER BY nr")?;
    let mut rows = select.query([])?;
    let mut runs = Vec::new();
    while let Some(row) = rows.next()? {
        if let (Ok(began), Ok(last)) = (millis(row, 0), millis(row, 1))
            && began <= last
        {
            runs.push(Run { began, last });
        }
    }
    Ok(UptimeLog::new(runs))
}

fn note(connection: &Connection, start: Start, log: &UptimeLog) -> Result<(), Error> {
    if start == Start::GoesOn {
        return alive(connection, log);
    }
    let Some(Run { began, last }) = log.present() else {
        return Ok(());
    };
    connection
        .execute(
            "INSERT INTO uptime (began, last) VALUES (?1, ?2)",
            params![stored(began), stored(last)],
        )
        .map(drop)
}

/// Writes the end of the present run.
pub(super) fn alive(connection: &Connection, log: &UptimeLog) -> Result<(), Error> {
    let Some(run) = log.present() else {
        return Ok(());
    };
    connection
        .execute(
            "UPDATE uptime SET last = ?1 WHERE nr = (SELECT max(nr) FROM uptime)",
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
