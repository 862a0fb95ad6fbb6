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
    let (directory, mut store) = new();
    add(store.as_mut(), 1, 0, &every_event(), LIVE);
    add(store.as_mut(), 2, 0, &every_event(), NOT_LIVE);
    directory
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
    let (directory, mut store) = new();
    add(store.as_mut(), 1, 0, &every_event(), LIVE);
    // Everything is in the log still.
    let left = killed(directory.path(), &["games.db-wal"]);
    is_refused(left.path(), "games.db-wal");
    fs::write(left.path().join("games.db"), "").unwrap();
    is_refused(left.path(), "games.db-wal");
    // There is nothing to lose in an empty log.
    fs::write(left.path().join("games.db-wal"), "").unwrap();
    sqlite(left.path()).unwrap();
}

/// It was taken for a new server, and so was one of which the header alone was left.
#[test]
fn a_database_that_lost_its_games_is_not_taken_for_a_new_one() {
    let emptied = |bytes: &[u8]| {
        let directory = a_database();
        fs::write(directory.path().join("games.db"), bytes).unwrap();
        directory
    };
    let without_tables = tempfile::tempdir().unwrap();
    tamper(without_tables.path(), "PRAGMA journal_mode = WAL");
    let header = fs::read(without_tables.path().join("games.db")).unwrap();
    for (bytes, words) in [(&[][..], "empty or missing"), (&header, "no tables")] {
        let directory = emptied(bytes);
        is_refused(directory.path(), words);
        is_refused(directory.path(), "remove games.db.state");
        assert!(check(directory.path()).unwrap().is_damaged());
        // As the error says.
        fs::remove_file(directory.path().join("games.db.state")).unwrap();
        sqlite(directory.path()).unwrap();
    }
    let directory = a_database();
    fs::remove_file(directory.path().join("games.db")).unwrap();
    is_refused(directory.path(), "empty or missing");
}

/// Leaves these files of a server that was killed after it had started again and begun room 3.
fn killed_again(files: &[&str]) -> tempfile::TempDir {
    let directory = a_database();
    let mut store = sqlite(directory.path()).unwrap();
    add(store.as_mut(), 3, 0, &every_event(), LIVE);
    killed(directory.path(), files)
}

const WITHOUT_LOG: &[&str] = &["games.db", "games.db.state"];

/// The server started, and the moves in the log were lost without a word.
#[test]
fn a_database_whose_log_was_deleted_after_a_kill_is_refused() {
    let left = killed_again(WITHOUT_LOG);
    is_refused(left.path(), "games.db-wal is missing");
    // A check leaves an empty log.
    let report = check(left.path()).unwrap();
    assert!(
        report.to_string().contains("games.db-wal is missing"),
        "{report}"
    );
    is_refused(left.path(), "games.db-wal is missing");
    fs::remove_file(left.path().join("games.db.state")).unwrap();
    let mut store = sqlite(left.path()).unwrap();
    assert_eq!(load(store.as_mut(), 1), every_event());
    assert!(load(store.as_mut(), 3).is_empty());
}

#[test]
fn a_restore_takes_the_place_of_a_database_without_its_log() {
    let (unused, _store) = new();
    let file = unused.path().join("copy.db");
    backup(unused.path(), &file).unwrap();
    let left = killed_again(WITHOUT_LOG);
    restore(left.path(), &file, true, false).unwrap();
    let mut store = sqlite(left.path()).unwrap();
    assert!(load(store.as_mut(), 1).is_empty());
}

#[test]
fn a_server_that_was_killed_starts_on_its_log() {
    let left = killed_again(&["games.db", "games.db-wal", "games.db.state"]);
    for _ in 0..2 {
        let mut store = sqlite(left.path()).unwrap();
        assert_eq!(load(store.as_mut(), 3), every_event());
    }
    assert!(!left.path().join("games.db-wal").exists());
}

#[test]
fn a_damaged_database_keeps_the_log_that_a_killed_server_left() {
    let (directory, mut store) = new();
    add(store.as_mut(), 1, 0, &every_event(), LIVE);
    tamper(directory.path(), "DROP INDEX live_room");
    let left = killed(directory.path(), WITH_LOG);
    let before = files_in(left.path());
    sqlite(left.path()).err().unwrap();
    let after = files_in(left.path());
    for &file in WITH_LOG {
        assert!(before[file] == after[file], "{file} is changed");
    }
}

/// Two servers wrote to the one file, each with a lock in its own directory.
#[cfg(unix)]
#[test]
fn a_database_that_is_a_link_is_refused() {
    let (real, linked) = (a_database(), tempfile::tempdir().unwrap());
    let link = linked.path().join("games.db");
    std::os::unix::fs::symlink(real.path().join("games.db"), link).unwrap();
    is_refused(linked.path(), "it is a link");
}
