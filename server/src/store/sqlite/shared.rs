//! Damage in what all rooms share, as far as the server has met it.
//!
//! A room behind damage in what the rows share is left alone, and not set aside: its row may be whole.
//! The server goes on without the lists that are made of the events of rooms; a database that is made of what is left
//! (`salvage.rs`) has them again.

use protocol::id::RoomId;
use rusqlite::{Connection, Error, params_from_iter};
use tracing::error;

use super::layout::has_table;
use super::{is_damage, said};

/// A list that is made of the events of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Derived {
    /// The games that ended.
    Finished,
    /// The seats that keys hold.
    Seats,
}

impl Derived {
    const ALL: [Self; 2] = [Self::Finished, Self::Seats];

    fn table(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Seats => "seat",
        }
    }

    /// Returns the statements that read the first row and the last one by each of the ways to them.
    fn ends(self) -> &'static [&'static str] {
        match self {
            Self::Finished => &[
                "SELECT * FROM finished ORDER BY nr LIMIT 1",
                "SELECT * FROM finished ORDER BY nr DESC LIMIT 1",
                "SELECT room FROM finished ORDER BY room, game LIMIT 1",
                "SELECT room FROM finished ORDER BY room DESC, game DESC LIMIT 1",
            ],
            Self::Seats => &[
                "SELECT * FROM seat ORDER BY room, side LIMIT 1",
                "SELECT * FROM seat ORDER BY room DESC, side DESC LIMIT 1",
                "SELECT key FROM seat ORDER BY key, taken LIMIT 1",
                "SELECT key FROM seat ORDER BY key DESC, taken DESC LIMIT 1",
            ],
        }
    }
}

/// Damage in what the rows of all rooms share: rows that are whole cannot be reached because of it.
#[derive(Debug)]
pub(super) struct RowsDamage {
    /// The part that is damaged.
    what: &'static str,
    problem: String,
}

/// Statements that read the first row and the last one by their numbers, but none of the pages behind a row.
const ENDS_OF_ROWS: [&str; 2] = [
    "SELECT rowid FROM room NOT INDEXED ORDER BY rowid LIMIT 1",
    "SELECT rowid FROM room NOT INDEXED ORDER BY rowid DESC LIMIT 1",
];

/// Statements that read both ends of the index of room codes alone.
const ENDS_OF_CODES: [&str; 2] = [
    "SELECT id FROM room ORDER BY id LIMIT 1",
    "SELECT id FROM room ORDER BY id DESC LIMIT 1",
];

/// Statement that reads the index of room codes alone.
const BY_CODE: &str = "SELECT rowid FROM room WHERE id = ?1";

impl RowsDamage {
    /// Returns the damage that is in the way to the row of the room, though the row may be whole.
    pub(super) fn on_the_way_to(
        connection: &Connection,
        room: RoomId,
    ) -> Result<Option<Self>, Error> {
        if let Some(problem) = damage_met(connection, BY_CODE, &[room.as_str()])? {
            return Ok(Some(Self::of_codes(problem)));
        }
        Self::of_rows(connection)
    }

    /// Returns the damage of the index that lacks the room, if its row is there. It looks at all rows for that.
    pub(super) fn of_a_hidden_row(
        connection: &Connection,
        room: RoomId,
    ) -> Result<Option<Self>, Error> {
        let mut scan = connection.prepare_cached("SELECT 1 FROM room NOT INDEXED WHERE id = ?1")?;
        match scan.exists([room.as_str()]) {
            Ok(true) => Ok(Some(Self::of_codes(format!("it lacks room {room}")))),
            Ok(false) => Ok(None),
            Err(error) if is_damage(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Looks at both ends of the rows and of the index of their codes, which costs the same however many there are.
    fn look(connection: &Connection) -> Result<Option<Self>, Error> {
        for end in ENDS_OF_CODES {
            if let Some(problem) = damage_met(connection, end, &[])? {
                return Ok(Some(Self::of_codes(problem)));
            }
        }
        Self::of_rows(connection)
    }

    fn of_codes(problem: String) -> Self {
        let what = "the index of room codes";
        Self { what, problem }
    }

    /// Returns the damage that is in the way to all rows: a page of rows alone is at one end at most.
    fn of_rows(connection: &Connection) -> Result<Option<Self>, Error> {
        let [first, last] = ENDS_OF_ROWS;
        if damage_met(connection, first, &[])?.is_none() {
            return Ok(None);
        }
        let problem = damage_met(connection, last, &[])?;
        let what = "the table room";
        Ok(problem.map(|problem| Self { what, problem }))
    }
}

/// Returns the damage that a statement meets before its first row, in words.
fn damage_met(
    connection: &Connection,
    statement: &str,
    with: &[&str],
) -> Result<Option<String>, Error> {
    let read = connection.prepare_cached(statement);
    match read.and_then(|mut read| read.exists(params_from_iter(with))) {
        Ok(_) => Ok(None),
        Err(error) if is_damage(&error) => Ok(Some(said(&error))),
        Err(error) => Err(error),
    }
}

/// Lists that are no longer written, since damage was met in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeftAlone {
    pub(super) finished: bool,
    pub(super) seats: bool,
}

/// The damage that was met.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// The first that was met, in words.
    met: Option<String>,
    left_alone: LeftAlone,
}

impl Damage {
    /// Returns what is damaged, and what to do; none if nothing is known of.
    pub(super) fn met(&self) -> Option<&str> {
        self.met.as_deref()
    }

    pub(super) fn left_alone(&self) -> LeftAlone {
        self.left_alone
    }

    /// Notes damage in `what`.
    pub(super) fn note(&mut self, what: &str, problem: &str) {
        if self.met.is_some() {
            return;
        }
        let met = format!(
            "the database is damaged: {what}: {problem}; see with `check` what is damaged, stop the server, copy what \
             is left with `backup --damaged`, and put that or a good copy in its place with `restore --force`"
        );
        error!(problem = met, "what all rooms share is damaged");
        self.met = Some(met);
    }

    /// Notes damage in a list, which is left alone from now on.
    pub(super) fn leave_alone(&mut self, list: Derived, error: &Error) {
        let table = list.table();
        self.note(&format!("the table {table}"), &said(error));
        let LeftAlone { finished, seats } = &mut self.left_alone;
        *match list {
            Derived::Finished => finished,
            Derived::Seats => seats,
        } = true;
    }

    /// Notes damage in what the rows of all rooms share.
    pub(super) fn note_rows(&mut self, RowsDamage { what, problem }: &RowsDamage) {
        self.note(what, problem);
    }

    /// Looks at both ends of the rows of rooms and of each list, which costs the same however long they are.
    pub(super) fn look(&mut self, connection: &Connection) -> Result<(), Error> {
        if let Some(rows) = RowsDamage::look(connection)? {
            self.note_rows(&rows);
        }
        for list in Derived::ALL {
            if !has_table(connection, list.table())? {
                continue;
            }
            for end in list.ends() {
                match connection.prepare(end).and_then(|mut end| end.exists([])) {
                    Ok(_) => {}
                    Err(error) if is_damage(&error) => self.leave_alone(list, &error),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }
}
