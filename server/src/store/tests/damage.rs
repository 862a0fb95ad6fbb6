//! Damage below the server: it is reported as damage, stays in its room, and the data that is left is kept.

mod files;

use std::path::Path;

use super::*;

/// Returns a directory with a database of three rooms with every event, only in the log, closed.
fn three_rooms() -> tempfile::TempDir {
    let (directory, mut store) = new();
    for number in 1..=3 {
        add(store.as_mut(), number, 0, &every_event(), LIVE);
    }
    directory
}

/// Returns a directory with a database of three rooms with every event, compacted, closed.
fn three_compacted() -> tempfile::TempDir {
    let directory = three_rooms();
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(5)).unwrap();
    directory
}

/// Changes the database in `directory` while no server uses it; `{1}` is the code of room 1. Returns the values of all
/// rows that room 1 has then.
fn damage(directory: &Path, sql: &str) -> Vec<String> {
    let code = room(1).to_string();
    tamper(directory, &sql.replace("{1}", &code));
    rows_of_room_1(directory)
}

fn rows_of_room_1(directory: &Path) -> Vec<String> {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    let mut select = database
        .prepare(
            "SELECT 'event ' || seq || quote(body) || crc FROM event WHERE room = ?1
             UNION ALL SELECT 'segment ' || seq || quote(body) || crc FROM segment WHERE room = ?1
             UNION ALL SELECT 'room ' || seq || quote(wake_after) FROM room WHERE id = ?1",
        )
        .unwrap();
    let rows = select.query_map([room(1).as_str()], |row| row.get(0));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

/// Checks that room 1 is quarantined because of `what`, that its `rows` stay, and that the other two rooms go on.
fn is_quarantined(directory: &Path, what: &str, rows: &[String]) {
    let last = every_event().len() as u32;
    let mut store = sqlite(directory).unwrap();
    is_damaged(&store.load(room(1)).unwrap_err(), room(1), what);
    // Its code is given to no other game, and nothing is written to it, at whatever version it is expected to be.
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
    for _ in 0..2 {
        let mut store = sqlite(directory).unwrap();
        let live = live(store.as_mut());
        assert!(!live.contains(&room(1)) && live.len() == 2, "{live:?}");
        assert_eq!(load(store.as_mut(), 2).len(), last as usize + 1);
        assert_eq!(load(store.as_mut(), 3), every_event());
    }
    assert_eq!(rows_of_room_1(directory), rows, "{what}");
    let report = check(directory).unwrap();
    let [(code, problem)] = &report.quarantined[..] else {
        panic!("{report}");
    };
    assert!(
        *code == room(1).to_string() && problem.contains(what),
        "{report}"
    );
}

#[test]
fn a_row_of_the_log_with_a_wrong_checksum_quarantines_its_room() {
    for (change, what) in [
        (
            "body = CAST(x'7f' || substr(body, 2) AS BLOB) WHERE seq = 6",
            "event 6 cannot be read",
        ),
        ("crc = crc - 1 WHERE seq = 1", "event 1 cannot be read"),
        ("at = at + 1 WHERE seq = 18", "event 18 cannot be read"),
        ("wake_after = 7 WHERE seq = 18", "event 18 cannot be read"),
        ("seq = 30 WHERE seq = 18", "event 30 cannot be read"),
        ("kind = 9 WHERE seq = 2", "nothing of kind 9 is known"),
        ("body = 7 WHERE seq = 2", "Invalid type"),
    ] {
        let directory = three_rooms();
        let change = format!("UPDATE event SET {change} AND room = '{{1}}'");
        let rows = damage(directory.path(), &change);
        is_quarantined(directory.path(), what, &rows);
    }
    let directory = three_rooms();
    let delete = "DELETE FROM event WHERE seq = 3 AND room = '{1}'";
    let rows = damage(directory.path(), delete);
    is_quarantined(directory.path(), "event 3 is missing", &rows);
}

#[test]
fn a_segment_with_a_wrong_checksum_quarantines_its_room() {
    for (change, what) in [
        (
            "UPDATE segment SET body = CAST(x'7f' || substr(body, 2) AS BLOB)",
            "events 1 to 18 cannot be read",
        ),
        (
            "UPDATE segment SET crc = 1",
            "events 1 to 18 cannot be read",
        ),
        ("UPDATE segment SET seq = 3", "events 1 to 3 cannot be read"),
        ("UPDATE segment SET body = 7", "its row cannot be read"),
        ("DELETE FROM segment", "event 1 is missing"),
    ] {
        let directory = three_compacted();
        let rows = damage(directory.path(), &format!("{change} WHERE room = '{{1}}'"));
        is_quarantined(directory.path(), what, &rows);
    }
    let directory = three_compacted();
    let more = "UPDATE room SET seq = 30 WHERE id = '{1}'";
    let rows = damage(directory.path(), more);
    is_quarantined(directory.path(), "event 19 is missing", &rows);
}

#[test]
fn a_check_finds_the_damage_that_no_server_has_met() {
    for (directory, table) in [(three_rooms(), "event"), (three_compacted(), "segment")] {
        let what = "bytes are not those written";
        let before = check(directory.path()).unwrap().to_string();
        assert!(!before.contains(what), "{before}");
        damage(
            directory.path(),
            &format!("UPDATE {table} SET crc = 1 WHERE room = '{{1}}'"),
        );
        let report = check(directory.path()).unwrap();
        let found = |problem: &&String| problem.contains(what);
        let found: Vec<_> = report.problems.iter().filter(found).collect();
        let of_room = format!("room {}: ", room(1));
        assert!(
            found.len() == 1 && found[0].starts_with(&of_room),
            "{report}"
        );
        assert_eq!(report.quarantined, []);
    }
}

#[test]
fn a_room_is_tried_again_when_its_row_in_the_quarantine_is_deleted() {
    let directory = three_rooms();
    let wrong = "UPDATE event SET crc = crc - 1 WHERE seq = 5 AND room = '{1}'";
    let repair = "UPDATE event SET crc = crc + 1 WHERE seq = 5 AND room = '{1}'";
    damage(directory.path(), wrong);
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(5)).unwrap();
    drop(store);
    damage(directory.path(), repair);
    sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    damage(directory.path(), "DELETE FROM quarantined");
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(load(store.as_mut(), 1), every_event());
    assert_eq!(live(store.as_mut()).len(), 3);
}

/// It was quarantined for good, also for the release that had written it.
#[test]
fn a_room_with_an_event_of_a_later_release_is_refused_and_not_quarantined() {
    let directory = three_rooms();
    let last = every_event().len() as u32;
    let mut store = sqlite(directory.path()).unwrap();
    let mut later = append(1, last, &every_event()[..1], LIVE);
    later.events[0].bytes = vec![250, 1, 2];
    appends(store.as_mut(), &[later]);
    let error = store.load(room(1)).unwrap().read(room(1)).unwrap_err();
    is_damaged(&error, room(1), "event 19 cannot be read");
    let StoreError::Damaged { quarantined, .. } = error else {
        panic!("{error}");
    };
    assert!(!quarantined);
    assert_eq!(live(store.as_mut()).len(), 3);
}

#[test]
fn a_row_of_the_log_that_names_no_room_is_reported_and_stops_no_server() {
    let directory = three_rooms();
    damage(
        directory.path(),
        "UPDATE event SET room = '?' WHERE seq = 18 AND room = '{1}'",
    );
    let report = check(directory.path()).unwrap();
    assert!(report.to_string().contains("no code of a room"), "{report}");
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(live(store.as_mut()).len(), 3);
}

/// Bytes of a page.
const PAGE: usize = 4096;

/// Fills with zeros the page of the file at which this table or index begins.
pub(super) fn lose_the_root_of(file: &Path, name: &str) {
    let database = rusqlite::Connection::open(file).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root: u32 = database.query_row(root, [name], |row| row.get(0)).unwrap();
    drop(database);
    let mut bytes = std::fs::read(file).unwrap();
    bytes[(root as usize - 1) * PAGE..][..PAGE].fill(0);
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_log_that_is_corrupt_is_refused_at_the_start_with_the_two_ways_out() {
    let directory = three_rooms();
    let file = directory.path().join("games.db");
    let made = daily_backup(directory.path(), Millis::from_secs(1_800_000_000));
    let latest = made.unwrap().unwrap();
    lose_the_root_of(&file, "event");
    let before = std::fs::read(&file).unwrap();
    let error = sqlite(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Corrupt { .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("games-1800000000.db") && text.contains(".recover"),
        "{text}"
    );
    assert!(std::fs::read(&file).unwrap() == before);
    assert!(check(directory.path()).unwrap().is_damaged());
    let copy = directory.path().join("copy.db");
    let error = backup(directory.path(), &copy).unwrap_err();
    assert!(error.contains("is corrupt"), "{error}");
    assert!(!copy.exists());
    // These events make no game, which only a check minds.
    restore(directory.path(), &latest, true, true).unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(load(store.as_mut(), 1), every_event());
}

#[test]
fn a_database_that_turns_out_to_be_corrupt_is_written_no_more() {
    let directory = three_compacted();
    lose_the_root_of(&directory.path().join("games.db"), "segment");
    let mut store = sqlite(directory.path()).unwrap();
    store.probe().unwrap();
    for error in [
        store.load(room(1)).unwrap_err(),
        store.probe().unwrap_err(),
        store
            .append(&[append(9, 0, &every_event(), LIVE)])
            .remove(0)
            .unwrap_err(),
    ] {
        let problem = error.failure().unwrap();
        assert!(
            problem.contains("is corrupt") && problem.contains("--force"),
            "{problem}"
        );
    }
}
