//! Changes of the games that are over, by the operator.

use protocol::id::{GameNr, RoomId};
use protocol::text::Name;
use rusqlite::{Connection, Error};

use super::super::Amendment;
use super::log::Log;
use super::{derived, finished, people, room};
use crate::base::skeleton::Skeletons;

/// Makes the change. Returns the names of a forgotten person; `None` if there is no such person or game.
pub(super) fn amend(
    log: &Log,
    connection: &Connection,
    amendment: &Amendment,
) -> Result<Option<Vec<Name>>, Error> {
    match amendment {
        Amendment::Forget(name) => {
            let Some(person) = owner(connection, name)? else {
                return Ok(None);
            };
            delete_rooms(log, connection, person)?;
            let names = people::names(connection, person)?;
            people::forget(connection, person)?;
            return Ok(Some(names));
        }
        Amendment::Annul(GameNr(nr)) => {
            let annul = "UPDATE finished SET annulled = 1 WHERE nr = ?1 AND rated AND NOT annulled";
            if connection.execute(annul, [nr])? == 0 {
                return Ok(None);
            }
            derived::rate_again(connection)?;
        }
        Amendment::Merge(name, other) => {
            let (person, other) = (owner(connection, name)?, owner(connection, other)?);
            let (Some(person), Some(other)) = (person, other) else {
                return Ok(None);
            };
            if person != other {
                people::merge(connection, person, other)?;
                derived::rebuild(connection)?;
            }
        }
    }
    Ok(Some(Vec::new()))
}

fn owner(connection: &Connection, name: &Name) -> Result<Option<i64>, Error> {
    people::of_skeleton(connection, &Skeletons::new(name).folded)
}

/// Deletes the rooms in which a person played that are over and not in memory: their events have the name.
fn delete_rooms(log: &Log, connection: &Connection, person: i64) -> Result<(), Error> {
    let mut select = connection.prepare(
        "SELECT id FROM room WHERE wake_after IS NULL AND id IN
             (SELECT room FROM finished WHERE first_person = ?1 OR second_person = ?1)",
    )?;
    let codes = select.query_map([person], |row| row.get::<_, String>(0))?;
    for code in codes.collect::<Result<Vec<_>, _>>()? {
        if let Ok(id) = code.parse::<RoomId>()
            && log.tail(id).is_none()
        {
            room::delete(connection, id)?;
            finished::leave_room(connection, id)?;
        }
    }
    Ok(())
}
