//! Damage below the server: it is reported as damage, stays in its room, and the data that is left is kept.

mod batches;
mod files;
mod lists;
mod pages;
mod rows;

use std::fs;
use std::path::Path;

use super::*;

/// Returns a directory with a database of three rooms with every event, closed.
fn three_rooms() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let rooms = [1, 2, 3].map(|number| append(number, 0, &every_event(), LIVE));
    appends(store.as_mut(), &rooms);
    directory
}

/// Changes the database in `directory` behind the server's back; `{1}` is the code of room 1.
fn tamper(directory: &Path, sql: &str) {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    database.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    database
        .execute_batch(&sql.replace("{1}", room(1).as_str()))
        .unwrap();
}

/// Makes a start of a server: every room is folded into its row.
fn start(directory: &Path) {
    sqlite(directory)
        .unwrap()
        .live(Millis::from_millis(5))
        .unwrap();
}

/// Returns a directory with a database of three rooms with every event, each in its row.
fn three_rows() -> tempfile::TempDir {
    let directory = three_rooms();
    start(directory.path());
    directory
}

/// Changes the bytes that this statement selects, as a failing disk does. `table` and `column` are where they go.
fn change_bytes(directory: &Path, table: &str, column: &str, change: impl FnOnce(&mut Vec<u8>)) {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    let only_room_1 = if table == "room" {
        format!("WHERE id = '{}'", room(1))
    } else {
        String::new()
    };
    let select = format!("SELECT rowid, {column} FROM {table} {only_room_1} ORDER BY rowid");
    let (row, mut bytes): (i64, Vec<u8>) = database
        .query_row(&select, [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    change(&mut bytes);
    let update = format!("UPDATE {table} SET {column} = ?2 WHERE rowid = ?1");
    database
        .execute(&update, rusqlite::params![row, bytes])
        .unwrap();
}

/// Returns a change of one bit in the first copy of the event number `seq`, which has bytes of its own.
fn spoil(seq: usize) -> impl FnOnce(&mut Vec<u8>) {
    let event = every_event()[seq - 1].1.to_bytes();
    move |bytes| {
        let at = bytes
            .windows(event.len())
            .position(|window| window == event)
            .unwrap();
        bytes[at + event.len() / 2] ^= 4;
    }
}

/// Appends one more event to each of the rooms, each in a batch of its own, of which the first one is number 2.
fn one_more(directory: &Path, rooms: &[u64]) {
    let mut store = sqlite(directory).unwrap();
    for &number in rooms {
        let last = store.load(room(number)).unwrap().events.len();
        let more = append(number, last as u32, &[line(last)], LIVE);
        appends(store.as_mut(), &[more]);
    }
}

/// Adds this number of batches of a room that is over, so that the headers of those before them are copied.
fn fill(directory: &Path, batches: u32) {
    let mut store = sqlite(directory).unwrap();
    for number in 0..batches {
        let more = append(9, number, &every_event()[..1], NOT_LIVE);
        appends(store.as_mut(), &[more]);
    }
}

/// Returns one line of chat that fills a good part of a page, and contains its number.
fn line(number: usize) -> Recorded {
    let said = Event::ChatPosted {
        name: Name::clean("Ana").unwrap(),
        side: None,
        text: ChatText::clean(&format!("line {number:03} {}", "x".repeat(180))).unwrap(),
    };
    (Millis::from_millis(5), said)
}

/// Fills the page of the file that this byte is on with zeros, as a failing disk does.
fn lose_the_page_at(file: &Path, at: usize) {
    let mut bytes = fs::read(file).unwrap();
    bytes[at / PAGE * PAGE..][..PAGE].fill(0);
    fs::write(file, bytes).unwrap();
}

/// Bytes of a page.
const PAGE: usize = 4096;

/// Loses the page of the file that contains these bytes.
pub(super) fn lose_the_page_with(file: &Path, bytes: &[u8]) {
    let database = fs::read(file).unwrap();
    // The last one: a page that was split has a copy of what it gave away.
    let at = database
        .windows(bytes.len())
        .rposition(|window| window == bytes)
        .unwrap();
    lose_the_page_at(file, at);
}

/// Loses the page of the file at which this table or index begins.
pub(super) fn lose_the_root_of(file: &Path, name: &str) {
    let database = rusqlite::Connection::open(file).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root: u32 = database.query_row(root, [name], |row| row.get(0)).unwrap();
    drop(database);
    lose_the_page_at(file, (root as usize - 1) * PAGE);
}
