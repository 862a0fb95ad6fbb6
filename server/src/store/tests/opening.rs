//! Databases that `sqlite` refuses to open, each in one line and with nothing changed on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::*;

/// Returns every file of the directory except the lock, with its contents.
fn files_in(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            let bytes = fs::read(entry.path()).unwrap();
            (name, bytes)
        })
        .filter(|(name, _)| name != "lock")
        .collect()
}

/// Returns a directory with a database of two rooms, closed.
fn a_database() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let rooms = [
        append(1, 0, &every_event(), LIVE),
        append(2, 0, &every_event(), NOT_LIVE),
    ];
    appends(store.as_mut(), &rooms);
    directory
}

/// Changes the database in `directory` behind the server's back.
fn tamper(directory: &Path, sql: &str) {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
}

/// Checks that the store is refused in one line that says `what`, and that no byte is changed.
fn is_refused(directory: &Path, what: &str) {
    let before = files_in(directory);
    let Err(error) = sqlite(directory) else {
        panic!("opened, though {what}");
    };
    let text = error.to_string();
    assert!(text.contains(what), "{text:?} does not say {what:?}");
    assert!(
        !text.contains('\n') && !text.contains("CREATE") && text.len() < 600,
        "{text}"
    );
    assert!(
        text.contains("games.db") && text.contains("--data") && text.contains("--store memory"),
        "{text}"
    );
    assert!(files_in(directory) == before, "changed: {text}");
}

#[test]
fn tables_that_are_not_those_of_the_schema_are_refused() {
    for (change, what) in [
        ("DROP TABLE event", "table event is missing"),
        ("DROP TABLE probe", "table probe is missing"),
        ("DROP INDEX live_room", "index live_room is missing"),
        (
            "ALTER TABLE segment RENAME COLUMN body TO bodx",
            "table segment",
        ),
        ("PRAGMA user_version = 0", "no schema version"),
    ] {
        let directory = a_database();
        tamper(directory.path(), change);
        is_refused(directory.path(), what);
    }
}

#[test]
fn a_flipped_letter_in_the_schema_is_refused() {
    // Each of these is what one flipped bit made of a letter of the schema.
    for (from, to) in [
        ("body BLOB NOT NULL", "body@BLOB NOT NULL"),
        ("nr         INTEGER", "nr         KNTEGER"),
        ("id         TEXT PRIMARY KEY", "id         TEXT PRILARY KEY"),
        ("CREATE TABLE event", "CREATE TABLE evenu"),
        ("wake_after IS NOT NULL", "wake_afver IS NOT NULL"),
    ] {
        let directory = a_database();
        tamper(
            directory.path(),
            &format!(
                "PRAGMA writable_schema = ON;
                 UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}');"
            ),
        );
        is_refused(directory.path(), "games.db is");
    }
}

#[test]
fn a_file_that_is_no_database_is_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    fs::write(&path, "the shopping list\n".repeat(500)).unwrap();
    is_refused(directory.path(), "not a database");
    is_refused(directory.path(), ".recover");
}

#[test]
fn a_database_that_was_cut_off_is_refused_in_one_line() {
    for left in [50, 1000, 4096, 9000] {
        let directory = a_database();
        let path = directory.path().join("games.db");
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_len(left).unwrap();
        is_refused(directory.path(), "is corrupt");
    }
}

#[test]
fn a_log_whose_database_is_gone_is_refused_and_not_thrown_away() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(1, 0, &every_event(), LIVE)]);
    // As a killed server leaves it: everything is in the log still.
    let left = tempfile::tempdir().unwrap();
    let log = directory.path().join("games.db-wal");
    fs::copy(log, left.path().join("games.db-wal")).unwrap();
    is_refused(left.path(), "games.db-wal");
    fs::write(left.path().join("games.db"), "").unwrap();
    is_refused(left.path(), "games.db-wal");
    // There is nothing to lose in an empty log.
    fs::write(left.path().join("games.db-wal"), "").unwrap();
    sqlite(left.path()).unwrap();
}

#[test]
fn a_server_that_was_killed_starts_on_its_log() {
    let directory = a_database();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(3, 0, &every_event(), LIVE)]);
    let left = tempfile::tempdir().unwrap();
    for file in ["games.db", "games.db-wal"] {
        fs::copy(directory.path().join(file), left.path().join(file)).unwrap();
    }
    for _ in 0..2 {
        let mut store = sqlite(left.path()).unwrap();
        assert_eq!(load(store.as_mut(), 3), every_event());
    }
    assert!(!left.path().join("games.db-wal").exists());
}

#[test]
fn a_damaged_database_keeps_the_log_that_a_killed_server_left() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(1, 0, &every_event(), LIVE)]);
    let left = tempfile::tempdir().unwrap();
    tamper(directory.path(), "DROP INDEX live_room");
    for file in ["games.db", "games.db-wal"] {
        fs::copy(directory.path().join(file), left.path().join(file)).unwrap();
    }
    let before = files_in(left.path());
    sqlite(left.path()).err().unwrap();
    let after = files_in(left.path());
    for file in ["games.db", "games.db-wal"] {
        assert!(before[file] == after[file], "{file} is changed");
    }
}

/// Both servers wrote to the one file, each under the lock of its own directory.
#[cfg(unix)]
#[test]
fn a_database_that_is_a_link_is_refused() {
    let real = a_database();
    let linked = tempfile::tempdir().unwrap();
    let link = linked.path().join("games.db");
    std::os::unix::fs::symlink(real.path().join("games.db"), link).unwrap();
    is_refused(linked.path(), "it is a link");
}
