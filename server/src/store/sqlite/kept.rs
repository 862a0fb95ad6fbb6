//! The number of finished games that are kept, and the bytes that they take.

use std::path::Path;

use rusqlite::{Connection, Error};

use super::disk::DATABASE;
use super::{said, source};

/// Finished games in a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Games that ended.
    pub games: u64,
    /// Bytes of these and of the rooms that are over, without those that the database adds to each row.
    pub bytes: u64,
}

/// Counts the finished games in the database of `directory`, by a connection of its own: the writer does not wait.
///
/// # Errors
///
/// A sentence that says what is wrong.
pub fn kept(directory: &Path) -> Result<Kept, String> {
    let path = directory.join(DATABASE);
    if !path.is_file() {
        return Ok(Kept::default());
    }
    let counted = source::open(&path).and_then(|connection| count(&connection));
    counted.map_err(|error| said(&error))
}

fn count(connection: &Connection) -> Result<Kept, Error> {
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let games = number("SELECT count(*) FROM finished")?;
    let rooms = number(
        "SELECT coalesce(sum(length(body)), 0) FROM segment
             WHERE room IN (SELECT id FROM room WHERE wake_after IS NULL)",
    )?;
    let rows = number(
        "SELECT coalesce(sum(length(room) + 8 + length(variant) + coalesce(length(clock), 0)
             + length(first) + length(second) + length(reason) + coalesce(length(moves), 0)), 0) FROM finished",
    )?;
    Ok(Kept {
        games: games.unsigned_abs(),
        bytes: (rooms + rows).unsigned_abs(),
    })
}
