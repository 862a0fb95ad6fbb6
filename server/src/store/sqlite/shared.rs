//! Damage in what all rooms share, as far as the server has met it.
//!
//! The server goes on without the lists that are made of the events of rooms; a database that is made of what is left
//! (`salvage.rs`) has them again.

use rusqlite::{Connection, Error};
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

    /// Looks at both ends of each list, which costs the same however long they are.
    pub(super) fn look(&mut self, connection: &Connection) -> Result<(), Error> {
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
