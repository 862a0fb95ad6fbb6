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

/// Returns everything that is stored of events, of each batch and in the row of room 1, wherever it lies.
fn stored_bytes(directory: &Path) -> Vec<String> {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    let tables: Vec<String> = database
        .prepare(
            "SELECT name FROM sqlite_schema WHERE name LIKE '%batch%' OR name LIKE '%header_copy%'",
        )
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let mut selects: Vec<_> = tables
        .into_iter()
        .map(|table| {
            let headers = table.contains("header_copy");
            let column = if headers { "headers" } else { "body" };
            format!("SELECT quote({column}) FROM {table}")
        })
        .collect();
    selects.push(format!(
        "SELECT seq || ' ' || quote(wake_after) || quote(left_at) || quote(body) FROM room WHERE id = '{}'",
        room(1)
    ));
    let select = selects.join(" UNION ALL ");
    let mut select = database.prepare(&select).unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Checks that room 1 is set aside because of `what`, and the other two are not.
fn is_set_aside(directory: &Path, what: &str) {
    let last = every_event().len() as u32;
    let before = stored_bytes(directory);
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
    let live = codes(&store.live(Millis::from_millis(5)).unwrap());
    assert!(!live.contains(&room(1)) && live.len() == 2, "{live:?}");
    assert_eq!(store.load(room(2)).unwrap().events.len(), last as usize + 1);
    assert_eq!(store.load(room(3)).unwrap().events, every_event());
    drop(store);
    let after = stored_bytes(directory);
    for bytes in before {
        assert!(after.contains(&bytes), "{bytes} is not kept");
    }
}

#[test]
fn an_event_that_cannot_be_read_is_damage_of_its_room() {
    for seq in [1, 2, 6, 14] {
        let what = format!("event {seq} cannot be read");
        let directory = three_rooms();
        change_bytes(directory.path(), "batch", "body", spoil(seq));
        is_set_aside(directory.path(), &what);
        let directory = three_rows();
        change_bytes(directory.path(), "room", "body", spoil(seq));
        is_set_aside(directory.path(), &what);
    }
}

#[test]
fn events_that_are_missing_are_damage_and_the_rest_is_not_taken_for_the_game() {
    for (change, what) in [
        ("seq = 30", "event 18 is missing"),
        ("body = x''", "event 1 is missing"),
        ("body = 7", "its row cannot be read: Invalid column type"),
        (
            "body = 'text'",
            "its row cannot be read: Invalid column type",
        ),
        ("seq = 3", "ends at event 3, and more is there"),
        ("seq = 'x'", "Invalid column type Text"),
        ("wake_after = -1", "its row cannot be read"),
    ] {
        let directory = three_rows();
        let change = format!("UPDATE room SET {change} WHERE id = '{{1}}'");
        tamper(directory.path(), &change);
        is_set_aside(directory.path(), what);
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

#[test]
fn a_batch_that_is_gone_is_damage_though_it_was_the_last_of_its_room() {
    for gone in [
        "DELETE FROM batch WHERE nr = 2",
        "UPDATE batch SET body = 7 WHERE nr = 2",
    ] {
        let directory = three_rooms();
        one_more(directory.path(), &[1, 2]);
        fill(directory.path(), 20);
        tamper(directory.path(), gone);
        let mut store = sqlite(directory.path()).unwrap();
        let error = store.load(room(1)).unwrap_err();
        is_damaged(&error, room(1), "event 18 cannot be read: batch 2");
        let last = every_event().len();
        assert_eq!(store.load(room(2)).unwrap().events.len(), last + 1);
        assert_eq!(store.load(room(3)).unwrap().events, every_event());
    }
}

#[test]
fn a_batch_of_which_nothing_is_left_is_a_gap_in_its_room() {
    let directory = three_rooms();
    one_more(directory.path(), &[1, 1, 2]);
    tamper(
        directory.path(),
        "DELETE FROM batch WHERE nr = 2; DELETE FROM header_copy WHERE nr = 2",
    );
    let mut store = sqlite(directory.path()).unwrap();
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "event 18 is missing");
    store.load(room(2)).unwrap();
}

#[test]
fn headers_that_are_lost_lose_no_event() {
    for lost in [
        "DELETE FROM header_copy WHERE nr = 16",
        "DELETE FROM header_copy WHERE nr = 32",
        "UPDATE header_copy SET headers = 'text'",
        "DELETE FROM header_copy",
    ] {
        let directory = three_rooms();
        one_more(directory.path(), &[1, 2]);
        fill(directory.path(), 40);
        tamper(directory.path(), lost);
        for _ in 0..2 {
            let mut store = sqlite(directory.path()).unwrap();
            let last = every_event().len();
            for (number, events) in [(1, last + 1), (2, last + 1), (3, last)] {
                let stored = store.load(room(number)).unwrap();
                assert_eq!(stored.events.len(), events, "{lost}");
            }
            assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 3);
        }
    }
}

#[test]
fn a_changed_byte_of_a_batch_is_damage_of_one_room_at_most_and_never_another_game() {
    let rooms = [1, 2, 3].map(room);
    for (table, column) in [("batch", "body"), ("header_copy", "headers")] {
        let mut at = 0;
        loop {
            let directory = three_rooms();
            fill(directory.path(), 15);
            let mut bytes = 0;
            change_bytes(directory.path(), table, column, |found| {
                bytes = found.len();
                if let Some(byte) = found.get_mut(at) {
                    *byte ^= 0x11;
                }
            });
            if at >= bytes {
                break;
            }
            let mut store = sqlite(directory.path()).unwrap();
            let read = rooms.map(|room| store.load(room));
            let whole = read.iter().flatten();
            assert!(whole.clone().all(|stored| stored.events == every_event()));
            // A header in the body is there a second time.
            let least = if table == "batch" { 2 } else { 3 };
            assert!(whole.count() >= least, "byte {at} of {table}");
            at += 17;
        }
    }
}

#[test]
fn a_batch_that_is_damaged_twice_does_not_keep_the_server_from_starting() {
    let directory = three_rooms();
    one_more(directory.path(), &[1, 2]);
    fill(directory.path(), 20);
    tamper(
        directory.path(),
        "UPDATE batch SET body = 7 WHERE nr = 2; UPDATE header_copy SET headers = 7",
    );
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 3);
    let last = every_event().len() as u32;
    appends(store.as_mut(), &[append(2, last + 1, &[line(1)], LIVE)]);
}

#[test]
fn a_room_is_tried_again_when_its_mark_is_deleted() {
    let directory = three_rows();
    change_bytes(directory.path(), "room", "body", spoil(2));
    sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    change_bytes(directory.path(), "room", "body", |bytes| {
        // The same bit once more: the repair.
        let event = every_event()[1].1.to_bytes();
        let at = bytes
            .windows(event.len())
            .position(|found| found.iter().zip(&event).filter(|(a, b)| a != b).count() == 1)
            .unwrap();
        bytes[at + event.len() / 2] ^= 4;
    });
    sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    tamper(directory.path(), "DELETE FROM damaged_room");
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(store.load(room(1)).unwrap().events, every_event());
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 3);
}

#[test]
fn a_batch_that_was_put_aside_can_be_given_back() {
    let directory = three_rooms();
    one_more(directory.path(), &[1]);
    change_bytes(directory.path(), "batch", "body", spoil(2));
    sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    // The repair, by hand.
    change_bytes(directory.path(), "damaged_batch_1", "body", |bytes| {
        let event = every_event()[1].1.to_bytes();
        let at = bytes
            .windows(event.len())
            .position(|found| found.iter().zip(&event).filter(|(a, b)| a != b).count() == 1)
            .unwrap();
        bytes[at + event.len() / 2] ^= 4;
    });
    tamper(
        directory.path(),
        "INSERT INTO batch SELECT * FROM damaged_batch_1;
         INSERT INTO header_copy SELECT * FROM damaged_header_copy_1;
         DELETE FROM damaged_room;",
    );
    let mut store = sqlite(directory.path()).unwrap();
    let events = store.load(room(1)).unwrap().events;
    assert_eq!(events.len(), every_event().len() + 1);
    assert_eq!(store.load(room(2)).unwrap().events, every_event());
}

#[test]
fn damage_that_an_append_meets_first_is_its_rooms_alone() {
    let directory = three_rows();
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
    is_damaged(answers[1].as_ref().unwrap_err(), room(1), "ends at event 3");
    assert_eq!(store.load(room(2)).unwrap().events.len(), events.len() + 1);
    assert_eq!(
        codes(&store.live(Millis::from_millis(5)).unwrap()).len(),
        2,
        "set aside"
    );
}

#[test]
fn damage_that_a_fold_meets_first_is_its_rooms_alone() {
    let directory = three_rows();
    one_more(directory.path(), &[1, 2]);
    tamper(
        directory.path(),
        "UPDATE room SET body = 7 WHERE id = '{1}'",
    );
    let mut store = sqlite(directory.path()).unwrap();
    let left = [1, 2, 3].map(|number| Rest {
        room: room(number),
        left: Some(Millis::from_millis(4)),
    });
    store.rest(&left).unwrap();
    is_damaged(&store.load(room(1)).unwrap_err(), room(1), "its row");
    assert_eq!(
        store.load(room(2)).unwrap().left,
        Some(Millis::from_millis(4))
    );
    assert_eq!(
        store.load(room(3)).unwrap().left,
        Some(Millis::from_millis(4))
    );
}

#[test]
fn records_that_the_row_would_not_take_are_kept() {
    let directory = three_rows();
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len() as u32;
    appends(store.as_mut(), &[append(1, last, &[line(1)], LIVE)]);
    tamper(
        directory.path(),
        "UPDATE room SET body = 7 WHERE id = '{1}'",
    );
    is_damaged(&store.load(room(1)).unwrap_err(), room(1), "its row");
    drop(store);
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    let unfolded: Vec<u8> = database
        .query_row("SELECT unfolded FROM damaged_room", [], |row| row.get(0))
        .unwrap();
    assert!(String::from_utf8_lossy(&unfolded).contains("line 001"));
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

/// Returns a database with one batch of many pages: first a little of room 2, then much of room 1, much of room 3.
fn a_batch_of_many_pages() -> tempfile::TempDir {
    let directory = three_rooms();
    let mut store = sqlite(directory.path()).unwrap();
    let lines = |from| (from..from + 200).map(line).collect::<Vec<_>>();
    let last = every_event().len() as u32;
    let long = [
        append(2, last, &[line(999)], LIVE),
        append(1, last, &lines(0), LIVE),
        append(3, last, &lines(200), LIVE),
    ];
    appends(store.as_mut(), &long);
    directory
}

#[test]
fn a_page_of_a_batch_that_the_disk_lost_is_damage_of_the_rooms_from_there_on() {
    let directory = a_batch_of_many_pages();
    lose_the_page_with(directory.path(), b"line 300");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len();
    // The chain of pages ends there: what comes behind is lost with it.
    is_damaged(&store.load(room(3)).unwrap_err(), room(3), "event 18");
    assert_eq!(store.load(room(1)).unwrap().events.len(), last + 200);
    assert_eq!(store.load(room(2)).unwrap().events.len(), last + 1);
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 2);
}

#[test]
fn a_page_of_many_batches_that_the_disk_lost_is_damage_of_the_rooms_in_them() {
    // In the middle, and at the end, where the next batch would go.
    for lost in [b"line 020", b"line 059"] {
        let directory = three_rooms();
        let mut store = sqlite(directory.path()).unwrap();
        let last = every_event().len() as u32;
        for number in 0..60 {
            let page = number / 20 + 1;
            let expected = last + number as u32 % 20;
            appends(
                store.as_mut(),
                &[append(page, expected, &[line(number as usize)], LIVE)],
            );
        }
        drop(store);
        // To the last one, the headers are copied.
        fill(directory.path(), 3);
        lose_the_page_with(directory.path(), lost);
        let mut store = sqlite(directory.path()).unwrap();
        let read = [1, 2, 3].map(|number| store.load(room(number)));
        for stored in read.iter().flatten() {
            assert_eq!(stored.events.len(), last as usize + 20);
        }
        let lost = read.iter().filter(|read| read.is_err()).count();
        assert!(lost == 1 || lost == 2, "{read:?}");
        // The others go on, in other pages.
        let (more, others): (Vec<_>, Vec<_>) = (1..=3)
            .zip(&read)
            .filter(|(_, read)| read.is_ok())
            .map(|(number, _)| (append(number, last + 20, &[line(7)], LIVE), number))
            .unzip();
        appends(store.as_mut(), &more);
        drop(store);
        let mut store = sqlite(directory.path()).unwrap();
        for number in others {
            let events = store.load(room(number)).unwrap().events;
            assert_eq!(events.last(), Some(&line(7)));
        }
    }
}

#[test]
fn a_page_of_rows_that_the_disk_lost_is_damage_of_the_room_in_it() {
    let directory = a_batch_of_many_pages();
    start(directory.path());
    lose_the_page_with(directory.path(), b"line 100");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len() as u32;
    let answers = store.append(&[
        append(2, last + 1, &[line(1)], LIVE),
        append(1, last + 200, &[line(2)], LIVE),
        append(3, last + 200, &[line(3)], LIVE),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok(), "{answers:?}");
    is_damaged(answers[1].as_ref().unwrap_err(), room(1), "malformed");
    assert_eq!(store.load(room(3)).unwrap().events.last(), Some(&line(3)));
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 2);
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
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 3);
}

#[test]
fn a_damaged_row_does_not_keep_the_server_from_starting() {
    let directory = three_rows();
    tamper(
        directory.path(),
        "UPDATE room SET wake_after = 'x' WHERE id = '{1}'",
    );
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 2);
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "wake_after");
}

#[test]
fn no_token_is_in_what_is_said_of_damage() {
    let hash = Token(7).hash();
    let directory = three_rows();
    change_bytes(directory.path(), "room", "body", |bytes| {
        // The hash of the seat of the event number 2.
        let at = bytes
            .windows(16)
            .position(|found| found == [0xff; 16])
            .unwrap();
        bytes[at..at + 16].copy_from_slice(&hash.0.to_le_bytes());
    });
    let error = sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    assert!(!error.to_string().contains(&format!("{:x}", hash.0)));
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
