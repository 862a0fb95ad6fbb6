//! Damage in the row of a room, or in its events in a batch.

use protocol::id::Token;

use super::*;

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

/// Returns a change of the event number `seq` into one that no release knows yet, with its checksum.
fn of_a_later_release(seq: u32) -> impl FnOnce(&mut Vec<u8>) {
    let checksum = move |covered: &[u8]| {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(room(1).as_str().as_bytes());
        hasher.update(&seq.to_le_bytes());
        hasher.update(covered);
        hasher.finalize().to_le_bytes()
    };
    move |bytes| {
        let mut records = (0..bytes.len() - 4)
            .flat_map(|end| (end.saturating_sub(16)..end).map(move |begin| begin..end));
        let record =
            records.find(|record| bytes[record.end..][..4] == checksum(&bytes[record.clone()]));
        let record = record.expect("the record of the event");
        bytes[record.end - 1] = 250;
        let right = checksum(&bytes[record.clone()]);
        bytes[record.end..][..4].copy_from_slice(&right);
    }
}

/// It was set aside for good, also for the release that had written it.
#[test]
fn a_room_with_an_event_of_a_later_release_is_left_alone_and_not_set_aside() {
    let started = every_event()
        .iter()
        .position(|(_, event)| *event == Event::Started);
    let started = started.unwrap() as u32 + 1;
    for (directory, table) in [(three_rooms(), "batch"), (three_rows(), "room")] {
        let path = directory.path();
        change_bytes(path, table, "body", of_a_later_release(started));
        for _ in 0..2 {
            let mut store = sqlite(path).unwrap();
            let live = codes(&store.live(Millis::from_millis(5)).unwrap());
            assert_eq!(live.len(), 3, "{table}");
            let error = store.load(room(1)).unwrap_err();
            is_damaged(&error, room(1), &format!("event {started} cannot be read"));
            assert!(
                matches!(
                    error,
                    StoreError::Damaged {
                        set_aside: false,
                        ..
                    }
                ),
                "{error:?}"
            );
            assert_eq!(store.load(room(2)).unwrap().events, every_event());
        }
        // It is no damage, and a copy of what is left has it as it is. The other rooms are no games.
        let code = room(1).to_string();
        let file = path.join("copy.db");
        backup_damaged(path, &file).unwrap();
        for database in [path, &file] {
            let report = check(database).unwrap();
            let alone: Vec<_> = report
                .of_later_release
                .iter()
                .map(|(code, _)| code)
                .collect();
            assert_eq!(alone, [&code], "{table}: {report}");
            assert!(
                !report
                    .to_string()
                    .contains(&format!("damaged: room {code}"))
            );
            assert!(
                !report
                    .to_string()
                    .contains(&format!("set aside: room {code}"))
            );
        }
    }
}

#[test]
fn events_that_are_missing_are_damage_and_the_rest_is_not_taken_for_the_game() {
    for (change, what) in [
        ("seq = 30", "event 19 is missing"),
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

/// Returns a directory with a database of three rooms whose games ended, and the store that wrote their rows.
fn three_ended() -> (tempfile::TempDir, Box<dyn Store>) {
    let directory = three_rooms();
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len() as u32;
    let ended = [1, 2, 3].map(|number| append(number, last, &[line(1)], NOT_LIVE));
    appends(store.as_mut(), &ended);
    (directory, store)
}

#[test]
fn damage_between_two_games_of_a_series_is_found_before_the_second_is_written() {
    let (directory, mut store) = three_ended();
    let last = every_event().len() as u32 + 1;
    let more = [1, 2].map(|number| append(number, last, &[line(2)], LIVE));
    change_bytes(directory.path(), "room", "body", spoil(2));
    let answers = store.append(&more);
    let error = answers[0].as_ref().unwrap_err();
    is_damaged(error, room(1), "event 2 cannot be read");
    assert!(answers[1].is_ok());
}

#[test]
fn damage_during_a_game_of_a_series_is_found_at_its_end_and_the_game_is_kept() {
    let (directory, mut store) = three_ended();
    let last = every_event().len() as u32 + 1;
    let begins = [1, 2].map(|number| append(number, last, &[line(2)], LIVE));
    appends(store.as_mut(), &begins);
    change_bytes(directory.path(), "room", "body", spoil(2));
    let before = stored_bytes(directory.path());
    let ends = [1, 2].map(|number| append(number, last + 1, &[line(3)], NOT_LIVE));
    let answers = store.append(&ends);
    let error = answers[0].as_ref().unwrap_err();
    is_damaged(error, room(1), "event 2 cannot be read");
    assert!(answers[1].is_ok());
    assert_eq!(store.load(room(2)).unwrap().events.len(), last as usize + 2);
    let after = stored_bytes(directory.path());
    for bytes in before {
        assert!(after.contains(&bytes), "{bytes} is not kept");
    }
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
