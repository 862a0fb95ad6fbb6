//! A new database of what can be read of a damaged one.
//!
//! ```text
//! rows of rooms, by every way to them, and the events in batches -> room
//! events that were put aside with rooms whose rows were unreadable -> room, if all of them are there
//! rooms that cannot be read                                      -> damaged_room
//! events of the rooms that can                                   -> finished, seat
//! everything else, as far as it can be read                      -> as it was
//! ```
//!
//! Everything that all rooms share is made anew, so that damage there costs no game. The rooms decide about the games
//! that ended in them; rows of games whose rooms are damaged or gone stay as they are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::str::FromStr as _;

use protocol::id::RoomId;
use room::Room;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Error, OpenFlags, Row, Statement, params, params_from_iter};
use tracing::warn;

use super::super::StoreError;
use super::start::Batched;
use super::{finished, is_damage, layout, read_up_to_damage, row, said, seats, server_id, start};

/// Tables that are not copied row by row, or not at all.
const MADE_ANEW: [&str; 5] = ["room", "batch", "header_copy", "seat", "probe"];

/// Writes what can be read of `source`, a database of the present layout, to the empty file at `to`.
pub(super) fn salvage(source: &Connection, to: &Path) -> Result<(), String> {
    let sql = |error: Error| said(&error);
    let mut target = open(to).map_err(sql)?;
    layout::raise(&mut target, 0).map_err(sql)?;
    let transaction = target.transaction().map_err(sql)?;
    copy_tables(source, &transaction).map_err(sql)?;
    let mut damaged = start::damaged_rooms(&transaction).map_err(sql)?;
    let lost = copy_rows_of_rooms(source, &transaction).map_err(sql)?;
    let again = try_again(source, &transaction, &mut damaged).map_err(sql)?;
    let batched = Batched::PRESENT;
    for (room, problem) in fold_batches(source, &transaction, &batched, &damaged).map_err(sql)? {
        set_aside(&transaction, room, &problem, &mut damaged).map_err(sql)?;
    }
    let rooms = rooms(&transaction).map_err(sql)?;
    for &room in lost.difference(&rooms) {
        set_aside(&transaction, room, row::UNREADABLE, &mut damaged).map_err(sql)?;
    }
    derive(&transaction, &rooms, &mut damaged)?;
    for room in again.intersection(&rooms) {
        if !damaged.contains_key(room) {
            delete_mark(&transaction, *room).map_err(sql)?;
        }
    }
    transaction.commit().map_err(sql)?;
    target.close().map_err(|(_, error)| sql(error))
}

/// Opens the new file. It is synced when it is whole, and nobody reads it before.
fn open(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.execute_batch(
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF",
    )?;
    Ok(connection)
}

/// Copies the tables that have rows of their own.
fn copy_tables(source: &Connection, target: &Connection) -> Result<(), Error> {
    let mut select = source.prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )?;
    let tables = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let tables: Vec<(String, String)> = tables.collect::<Result<_, _>>()?;
    for (table, created) in tables {
        if MADE_ANEW.contains(&table.as_str()) {
            continue;
        }
        // Tables of no layout, and those of what was damaged before.
        if !layout::has_table(target, &table)? {
            target.execute_batch(&created)?;
        }
        copy_table(source, target, &table)?;
    }
    if let Some(Err(problem)) = server_id::read(target)? {
        // A server makes the table with a new one.
        warn!(
            "{problem}: with this copy a server has another one, by which the keys of people are others; see whether \
             an older copy has it"
        );
        target.execute_batch("DROP TABLE server")?;
    }
    finished::delete_damaged(target)
}

/// Copies the rows of a table up to a page that is lost, and from behind up to the last one that is.
fn copy_table(source: &Connection, target: &Connection, table: &str) -> Result<(), Error> {
    let mut select = source.prepare("SELECT name, pk FROM pragma_table_info(?1) ORDER BY pk")?;
    let columns = select.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let columns: Vec<(String, i64)> = columns.collect::<Result<_, _>>()?;
    let names: Vec<_> = columns.iter().map(|(name, _)| quoted(name)).collect();
    let mut key: Vec<_> = columns
        .iter()
        .filter(|(_, part)| *part > 0)
        .map(|(name, _)| quoted(name))
        .collect();
    if key.is_empty() {
        key.push("rowid".to_owned());
    }
    let (columns, table) = (names.join(", "), quoted(table));
    let places = vec!["?"; names.len()].join(", ");
    let mut insert = target.prepare(&format!(
        "INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})"
    ))?;
    for direction in ["", " DESC"] {
        let order: Vec<_> = key
            .iter()
            .map(|name| format!("{name}{direction}"))
            .collect();
        let order = order.join(", ");
        let mut select =
            source.prepare(&format!("SELECT {columns} FROM {table} ORDER BY {order}"))?;
        let damage = read_up_to_damage(select.query([])?, |row| {
            copy_row(row, names.len(), &mut insert).map(drop)
        })?;
        if damage.is_none() {
            break;
        }
    }
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Copies a row with this number of columns as it is. Returns true if it is one that the table takes.
fn copy_row(row: &Row<'_>, columns: usize, insert: &mut Statement<'_>) -> Result<bool, Error> {
    let values = (0..columns).map(|column| Ok(ToSqlOutput::Borrowed(row.get_ref(column)?)));
    let values: Vec<_> = values.collect::<Result<_, Error>>()?;
    match insert.execute(params_from_iter(values)) {
        Ok(rows) => Ok(rows > 0),
        Err(error) if is_damage(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Copies the rows of the rooms, and returns the rooms of which there should be one.
fn copy_rows_of_rooms(source: &Connection, target: &Connection) -> Result<BTreeSet<RoomId>, Error> {
    let mut select = source.prepare(
        "SELECT id, seq, wake_after, left_at, body FROM room NOT INDEXED WHERE rowid = ?1",
    )?;
    let mut insert = target.prepare(
        "INSERT OR IGNORE INTO room (id, seq, wake_after, left_at, body) VALUES (?, ?, ?, ?, ?)",
    )?;
    let listed = numbers_of_rows(source)?;
    for (room, &number) in &listed {
        let read = select.query_row([number], |row| {
            if row.get_ref(0)?.as_str() == Ok(room.as_str()) {
                copy_row(row, 5, &mut insert)?;
            }
            Ok(())
        });
        match read {
            Ok(()) | Err(Error::QueryReturnedNoRows) => {}
            Err(error) if is_damage(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(listed.into_keys().collect())
}

/// Returns the number of the row of each room: by the rows themselves, and by the index over their codes, whose pages
/// are others.
fn numbers_of_rows(source: &Connection) -> Result<BTreeMap<RoomId, i64>, Error> {
    let mut numbers = BTreeMap::new();
    for order in ["rowid", "rowid DESC", "id", "id DESC"] {
        let mut select = source.prepare(&format!("SELECT id, rowid FROM room ORDER BY {order}"))?;
        read_up_to_damage(select.query([])?, |row| {
            if let Ok(room) = RoomId::from_str(row.get_ref(0)?.as_str().unwrap_or_default()) {
                numbers.entry(room).or_insert(row.get(1)?);
            }
            Ok(())
        })?;
    }
    Ok(numbers)
}

/// Gives the rooms that were set aside for unreadable rows what was put aside with them, and returns them: damage in
/// what all rooms share may have been in the way. `damaged` has those of them alone that lost events.
fn try_again(
    source: &Connection,
    target: &Connection,
    damaged: &mut HashMap<RoomId, String>,
) -> Result<BTreeSet<RoomId>, Error> {
    let mut again = BTreeSet::new();
    for (&room, problem) in damaged.iter() {
        if problem.starts_with(row::UNREADABLE) && takes_unfolded(target, room)? {
            again.insert(room);
        }
    }
    damaged.retain(|room, _| !again.contains(room));
    for number in 1_u32.. {
        let [batch, header_copy] =
            ["batch", "header_copy"].map(|table| format!("damaged_{table}_{number}"));
        if !layout::has_table(source, &batch)? || !layout::has_table(source, &header_copy)? {
            break;
        }
        let batched = Batched {
            batch: &batch,
            header_copy: &header_copy,
            only: Some(&again),
        };
        damaged.extend(fold_batches(source, target, &batched, damaged)?);
    }
    Ok(again)
}

/// Appends the records that its row would not take to the row of the room. Returns false if that fails.
fn takes_unfolded(target: &Connection, room: RoomId) -> Result<bool, Error> {
    let select = "SELECT unfolded FROM damaged_room WHERE room = ?1";
    let unfolded: Result<Option<Vec<u8>>, _> =
        target.query_row(select, [room.as_str()], |row| row.get(0));
    let appended = match unfolded {
        Ok(Some(records)) => row::append(target, room, &records),
        Ok(None) => return Ok(true),
        Err(error) => Err(error),
    };
    match appended {
        Err(error) if is_damage(&error) => Ok(false),
        appended => appended,
    }
}

/// Appends the events in batches to the rows. Returns the rooms that lost some of them, and what is damaged.
fn fold_batches(
    source: &Connection,
    target: &Connection,
    batched: &Batched<'_>,
    damaged: &HashMap<RoomId, String>,
) -> Result<Vec<(RoomId, String)>, Error> {
    let index = start::survey_behind(source, target, batched, damaged.clone())?.index;
    let mut lost = Vec::new();
    for (room, tail) in index.unfolded.iter() {
        match row::fold(target, room, tail, None) {
            Ok(_row) => {}
            Err(error) if is_damage(&error) => lost.push((room, said(&error))),
            Err(error) => return Err(error),
        }
    }
    let found = index.damaged.into_iter();
    lost.extend(found.filter(|(room, _)| !damaged.contains_key(room)));
    Ok(lost)
}

fn set_aside(
    target: &Connection,
    room: RoomId,
    problem: &str,
    damaged: &mut HashMap<RoomId, String>,
) -> Result<(), Error> {
    damaged.insert(room, problem.to_owned());
    target
        .prepare_cached(
            "INSERT INTO damaged_room (room, problem) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?
        .execute(params![room.as_str(), problem])
        .map(drop)
}

/// Deletes the mark of a room that was set aside.
fn delete_mark(target: &Connection, room: RoomId) -> Result<(), Error> {
    target
        .prepare_cached("DELETE FROM damaged_room WHERE room = ?1")?
        .execute([room.as_str()])
        .map(drop)
}

fn rooms(target: &Connection) -> Result<BTreeSet<RoomId>, Error> {
    let mut select = target.prepare("SELECT id FROM room")?;
    let codes = select.query_map([], |row| row.get::<_, String>(0))?;
    let codes: Vec<_> = codes.collect::<Result<_, _>>()?;
    Ok(codes.iter().filter_map(|code| code.parse().ok()).collect())
}

/// Writes what the events of the rooms say into the other tables, and sets those aside that no server could load.
fn derive(
    target: &Connection,
    rooms: &BTreeSet<RoomId>,
    damaged: &mut HashMap<RoomId, String>,
) -> Result<(), String> {
    let sql = |error: Error| said(&error);
    let mut has_changed = false;
    for &room in rooms {
        if damaged.contains_key(&room) {
            continue;
        }
        let stored = match row::load(target, room, None) {
            Ok(stored) => stored,
            // A later release can load it.
            Err(StoreError::Damaged {
                set_aside: false, ..
            }) => continue,
            Err(StoreError::Damaged { problem, .. }) => {
                set_aside(target, room, &problem, damaged).map_err(sql)?;
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        let events = || stored.events.iter().map(|(at, event)| (*at, event));
        if let Err(problem) = Room::replay(room, events()) {
            set_aside(target, room, &problem.to_string(), damaged).map_err(sql)?;
            continue;
        }
        let games = Room::finished_in(room, events());
        has_changed |= finished::replace(target, room, &games).map_err(sql)?;
        seats::write(target, room, &stored.events).map_err(sql)?;
    }
    if has_changed {
        finished::put_in_order(target).map_err(sql)?;
    }
    Ok(())
}
