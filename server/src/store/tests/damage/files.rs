//! Files that are removed, moved or replaced while they are open, and the probe that finds it out.

#[cfg(unix)]
use std::fs;

use super::*;

/// Returns a directory of this name with a database that is in use.
#[cfg(unix)]
fn in_use() -> (tempfile::TempDir, PathBuf, Box<dyn Store>) {
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
        append(1, last, &every_event()[..1], LIVE),
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

/// A second server started and wrote to the database of the first.
#[cfg(unix)]
#[test]
fn nothing_is_acknowledged_once_the_lock_was_deleted() {
    let (_above, directory, mut store) = in_use();
    fs::remove_file(directory.join("lock")).unwrap();
    refuses_to_write(store.as_mut(), "lock");
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
    appends(
        store.as_mut(),
        &[append(1, last, &every_event()[..1], LIVE)],
    );
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
