//! Damage below the server: it is reported as damage, stays in its room, and the data that is left is kept.

use std::fs;
use std::path::Path;

use protocol::id::Token;

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

/// Returns all rows of room 1 in the database, except the mark.
fn rows_of_room_1(directory: &Path) -> Vec<String> {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    let mut select = database
        .prepare(
            "SELECT 'room ' || seq || ' ' || ifnull(wake_after, '-') || ' ' || ifnull(left_at, '-')
                 FROM room WHERE id = ?1
             UNION ALL SELECT 'event ' || seq || ' ' || at || ' ' || hex(body)
                 FROM event WHERE room = ?1",
        )
        .unwrap();
    let rows = select.query_map([room(1).as_str()], |row| row.get(0));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

fn is_set_aside(directory: &Path, what: &str) {
    let last = every_event().len() as u32;
    let before = rows_of_room_1(directory);
    let mut store = sqlite(directory).unwrap();
    is_damaged(&store.load(room(1)).unwrap_err(), room(1), what);
    // Nobody gets its code, and nobody writes over it, wherever they think that it is.
    let mut batch: Vec<_> = (0..=last + 1)
        .map(|expected| append(1, expected, &every_event()[..1], LIVE))
        .collect();
    batch.push(append(2, last, &every_event()[..1], LIVE));
    let mut answers = store.append(&batch);
    answers.pop().unwrap().unwrap();
    for answer in answers {
        is_damaged(&answer.unwrap_err(), room(1), what);
    }
    drop(store);
    // It is not tried again at the next start, and stays as it was found.
    let mut store = sqlite(directory).unwrap();
    let live = codes(&store.live(Millis(5)).unwrap());
    assert!(!live.contains(&room(1)) && live.len() == 2, "{live:?}");
    drop(store);
    // But for the note of the second start, which is made for the rooms that are live.
    let sort = |mut rows: Vec<String>| {
        rows.sort();
        rows
    };
    assert_eq!(sort(rows_of_room_1(directory)), sort(before));
}

#[test]
fn an_event_that_cannot_be_read_is_damage_of_its_room() {
    for body in ["x'ff'", "x''", "'text'", "7"] {
        let directory = three_rooms();
        let change = format!("UPDATE event SET body = {body} WHERE seq = 5 AND room = '{{1}}'");
        tamper(directory.path(), &change);
        is_set_aside(directory.path(), "event 5 cannot be read");
    }
}

#[test]
fn a_moment_that_is_none_is_damage_of_its_room() {
    for at in ["-1", "'text'"] {
        let directory = three_rooms();
        let change = format!("UPDATE event SET at = {at} WHERE seq = 2 AND room = '{{1}}'");
        tamper(directory.path(), &change);
        is_set_aside(directory.path(), "event 2 cannot be read");
    }
}

#[test]
fn a_missing_event_is_damage_and_the_rest_is_not_taken_for_the_game() {
    for missing in [1, 6, 17] {
        let directory = three_rooms();
        let change = format!("DELETE FROM event WHERE seq = {missing} AND room = '{{1}}'");
        tamper(directory.path(), &change);
        is_set_aside(directory.path(), &format!("event {missing} is missing"));
    }
    let directory = three_rooms();
    tamper(directory.path(), "DELETE FROM event WHERE room = '{1}'");
    is_set_aside(directory.path(), "event 1 is missing");
}

#[test]
fn an_entry_that_disagrees_with_the_events_is_damage() {
    let directory = three_rooms();
    tamper(directory.path(), "UPDATE room SET seq = 3 WHERE id = '{1}'");
    is_set_aside(directory.path(), "event 17 is there");
    let directory = three_rooms();
    tamper(
        directory.path(),
        "UPDATE room SET seq = 30 WHERE id = '{1}'",
    );
    is_set_aside(directory.path(), "event 18 is missing");
    let directory = three_rooms();
    tamper(
        directory.path(),
        "UPDATE room SET seq = 'x' WHERE id = '{1}'",
    );
    is_set_aside(directory.path(), "Invalid column type Text");
}

#[test]
fn events_without_an_entry_are_damage_and_not_a_code_that_is_free() {
    let directory = three_rooms();
    tamper(directory.path(), "DELETE FROM room WHERE id = '{1}'");
    is_set_aside(directory.path(), "the entry of the room is missing");
}

#[test]
fn damage_that_an_append_meets_first_is_its_rooms_alone() {
    let directory = three_rooms();
    tamper(directory.path(), "UPDATE room SET seq = 3 WHERE id = '{1}'");
    let mut store = sqlite(directory.path()).unwrap();
    let events = every_event();
    let last = events.len() as u32;
    let answers = store.append(&[
        append(2, last, &events[..1], LIVE),
        append(1, 3, &events[..1], LIVE),
        append(3, last, &events[..1], LIVE),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok());
    is_damaged(answers[1].as_ref().unwrap_err(), room(1), "event 17");
    assert_eq!(store.load(room(2)).unwrap().events.len(), events.len() + 1);
    assert_eq!(codes(&store.live(Millis(5)).unwrap()).len(), 2, "set aside");
}

/// Returns one line of chat that fills a good part of a page, and contains its number.
fn line(number: usize) -> Recorded {
    let said = Event::Said {
        name: Name::clean("Ana").unwrap(),
        side: None,
        text: ChatText::clean(&format!("line {number:03} {}", "x".repeat(180))).unwrap(),
    };
    (Millis(5), said)
}

/// Fills the page of the database that contains these bytes with zeros, as a failing disk does.
fn lose_the_page_with(directory: &Path, bytes: &[u8]) {
    let path = directory.join("games.db");
    let mut database = fs::read(&path).unwrap();
    // The last one: a page that was split has a copy of what it gave away.
    let at = database
        .windows(bytes.len())
        .rposition(|window| window == bytes)
        .unwrap();
    database[at / 4096 * 4096..][..4096].fill(0);
    fs::write(&path, database).unwrap();
}

/// A room of the test whose events are between those of room 1 and room 2.
const BETWEEN: u64 = 30;

/// Returns a database in which room 1 has enough lines of chat to fill whole pages in its middle, while the
/// page at its end is shared with room [`BETWEEN`] at most.
fn rooms_of_many_pages() -> tempfile::TempDir {
    let directory = three_rooms();
    let mut store = sqlite(directory.path()).unwrap();
    let lines: Vec<_> = (0..200).map(line).collect();
    let last = every_event().len() as u32;
    let others: Vec<_> = (200..400).map(line).collect();
    let long = [
        append(1, last, &lines, LIVE),
        append(BETWEEN, 0, &others, NOT_LIVE),
    ];
    appends(store.as_mut(), &long);
    directory
}

#[test]
fn a_page_that_the_disk_lost_is_damage_of_the_room_in_it() {
    let directory = rooms_of_many_pages();
    lose_the_page_with(directory.path(), b"line 100");
    let mut store = sqlite(directory.path()).unwrap();
    let error = store.load(room(1)).unwrap_err();
    is_damaged(
        &error,
        room(1),
        "cannot be read: database disk image is malformed",
    );
    assert!(error.to_string().contains("event 10"), "{error}");
    assert_eq!(store.load(room(2)).unwrap().events, every_event());
    assert_eq!(codes(&store.live(Millis(5)).unwrap()).len(), 2);
}

#[test]
fn a_lost_page_that_an_append_meets_first_does_not_spoil_the_others() {
    let directory = rooms_of_many_pages();
    lose_the_page_with(directory.path(), b"line 199");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len() as u32;
    let answers = store.append(&[
        append(2, last, &[line(1)], LIVE),
        append(1, last + 200, &[line(2)], LIVE),
        append(3, last, &[line(3)], LIVE),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok(), "{answers:?}");
    is_damaged(answers[1].as_ref().unwrap_err(), room(1), "malformed");
    assert_eq!(store.load(room(3)).unwrap().events.last(), Some(&line(3)));
    assert_eq!(codes(&store.live(Millis(5)).unwrap()).len(), 2);
}

#[test]
fn damage_that_is_no_rooms_own_sets_no_room_aside() {
    let directory = three_rooms();
    // The list of free pages begins behind the end of the file: no append that needs a page succeeds.
    let path = directory.path().join("games.db");
    let mut database = fs::read(&path).unwrap();
    database[32..40].copy_from_slice(&[0, 0xff, 0xff, 0xff, 0, 0, 0, 1]);
    fs::write(&path, database).unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let lines: Vec<_> = (0..200).map(line).collect();
    let last = every_event().len() as u32;
    let answers = store.append(&[1, 2].map(|number| append(number, last, &lines, LIVE)));
    for answer in answers {
        let error = answer.unwrap_err();
        assert!(
            matches!(&error, StoreError::Failed(problem) if problem.contains("damaged")),
            "{error:?}"
        );
    }
    assert!(matches!(store.probe(), Err(StoreError::Failed(_))));
    assert_eq!(store.load(room(1)).unwrap().events, every_event());
    assert_eq!(codes(&store.live(Millis(5)).unwrap()).len(), 3);
}

#[test]
fn a_damaged_entry_does_not_keep_the_server_from_starting() {
    let directory = three_rooms();
    tamper(
        directory.path(),
        "UPDATE room SET wake_after = 'x' WHERE id = '{1}'",
    );
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(codes(&store.live(Millis(5)).unwrap()).len(), 2);
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "wake_after");
}

#[test]
fn no_token_is_in_what_is_said_of_damage() {
    let directory = three_rooms();
    let token = Token(7);
    tamper(
        directory.path(),
        &format!(
            "UPDATE event SET body = x'0101{:032x}' WHERE seq = 2",
            token.hash().0
        ),
    );
    let error = sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    assert!(!error.to_string().contains(&format!("{:x}", token.hash().0)));
}

/// Returns a directory of this name with a database that is in use.
#[cfg(unix)]
fn in_use() -> (tempfile::TempDir, std::path::PathBuf, Box<dyn Store>) {
    let above = tempfile::tempdir().unwrap();
    let directory = above.path().join("data");
    let mut store = sqlite(&directory).unwrap();
    appends(store.as_mut(), &[append(1, 0, &every_event(), LIVE)]);
    (above, directory, store)
}

/// Checks that nothing is acknowledged, and that the reason names `file`.
#[cfg(unix)]
fn refuses_to_write(store: &mut dyn Store, file: &str) {
    let last = every_event().len() as u32;
    let answers = store.append(&[
        append(1, last, &[line(1)], LIVE),
        append(2, 0, &every_event(), LIVE),
    ]);
    for answer in answers.into_iter().chain([store.probe()]) {
        let error = answer.unwrap_err();
        let StoreError::Failed(problem) = &error else {
            panic!("{error:?}");
        };
        assert!(
            problem.contains(&format!("{file} was removed or replaced"))
                && problem.contains("would be lost"),
            "{problem}"
        );
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_once_the_directory_was_deleted() {
    let (_above, directory, mut store) = in_use();
    fs::remove_dir_all(&directory).unwrap();
    refuses_to_write(store.as_mut(), "games.db");
    // A new database at the same place is not the one that is open.
    drop(sqlite(&directory).unwrap());
    refuses_to_write(store.as_mut(), "games.db");
}

#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_once_the_log_was_deleted() {
    let (_above, directory, mut store) = in_use();
    fs::remove_file(directory.join("games.db-wal")).unwrap();
    refuses_to_write(store.as_mut(), "games.db-wal");
}

#[cfg(unix)]
#[test]
fn a_directory_that_was_moved_and_moved_back_is_written_to_again() {
    let (above, directory, mut store) = in_use();
    let elsewhere = above.path().join("elsewhere");
    fs::rename(&directory, &elsewhere).unwrap();
    refuses_to_write(store.as_mut(), "games.db");
    fs::rename(&elsewhere, &directory).unwrap();
    store.probe().unwrap();
    let last = every_event().len() as u32;
    appends(store.as_mut(), &[append(1, last, &[line(1)], LIVE)]);
    drop(store);
    let stored = sqlite(&directory).unwrap().load(room(1)).unwrap();
    assert_eq!(stored.events.len(), every_event().len() + 1);
}

#[test]
fn a_probe_that_is_repeated_does_not_make_the_database_grow() {
    let directory = three_rooms();
    let pages = || -> i64 {
        rusqlite::Connection::open(directory.path().join("games.db"))
            .unwrap()
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap()
    };
    let mut store = sqlite(directory.path()).unwrap();
    store.probe().unwrap();
    let first = pages();
    for _ in 0..50 {
        store.probe().unwrap();
    }
    assert_eq!(pages(), first);
}
