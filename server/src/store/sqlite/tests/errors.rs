//! Errors that are no damage: they are returned, and nothing is set aside or passed over because of them.

use super::*;

/// Number of which SQL can compute no absolute value: its error comes where the row is read.
const NO_ABSOLUTE: &str = "-9223372036854775807 - 1";

#[test]
fn reading_rows_fails_with_an_error_that_is_no_damage() {
    let connection = Connection::open_in_memory().unwrap();
    let sql = format!("SELECT abs(column1) FROM (VALUES (-1), (-2), ({NO_ABSOLUTE}), (-3))");
    let mut select = connection.prepare(&sql).unwrap();
    let mut read = Vec::new();
    let error = read_up_to_damage(select.query([]).unwrap(), |row| {
        read.push(row.get::<_, i64>(0)?);
        Ok(())
    });
    assert_eq!(said(&error.unwrap_err()), "integer overflow");
    assert_eq!(read, [1, 2]);
}

/// No server started with a sector that cannot be read below a long batch, and `check` and `backup` failed.
#[test]
fn a_page_that_the_disk_cannot_read_is_damage_and_a_disk_that_fails_otherwise_is_none() {
    let is_damage = |code| is_damage(&rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
    // A statement tells the first, and a part of a batch the second.
    assert!(is_damage(ffi::SQLITE_CORRUPT));
    assert!(is_damage(ffi::SQLITE_IOERR_CORRUPTFS));
    for code in [
        ffi::SQLITE_IOERR_READ,
        ffi::SQLITE_IOERR_WRITE,
        ffi::SQLITE_FULL,
    ] {
        assert!(!is_damage(code));
    }
}

fn fails_with<T: std::fmt::Debug>(result: Result<T, StoreError>, words: &str) {
    match result {
        Err(StoreError::Failed(problem)) => assert!(problem.contains(words), "{problem}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_names_are_not_taken_for_fewer_where_they_cannot_be_read_to_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let table = format!(
        "CREATE TABLE name_owner (name TEXT, hash BLOB);
         INSERT INTO name_owner VALUES ('Ana', zeroblob(16));
         ALTER TABLE name_owner ADD COLUMN used INTEGER AS (abs({NO_ABSOLUTE}));"
    );
    store.connection.execute_batch(&table).unwrap();
    fails_with(store.owned_names(), "integer overflow");
}

#[test]
fn rooms_that_cannot_be_read_for_another_reason_than_damage_are_as_they_were_when_they_can_be() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let room = RoomId::from_draw(1);
    add(&mut store, 1, 0, opened(), None);
    add(&mut store, 1, 1, Event::Started, LIVE_AFTER);
    let reopened = |store: Sqlite| {
        drop(store);
        Sqlite::open(directory.path()).unwrap()
    };
    let rename = |store: &Sqlite, from: &str, to: &str| {
        let sql = format!("ALTER TABLE room RENAME COLUMN {from} TO {to}");
        store.connection.execute_batch(&sql).unwrap();
    };
    let words = "no such column: body";
    let before = check::check(directory.path()).unwrap();

    // As it is known, and as a start finds it.
    rename(&store, "body", "other");
    fails_with(store.set_aside(room, "a stone on a stone"), words);
    let mut progress = Pruning::default();
    let mut prune = || store.prune(Millis::MAX, &BTreeSet::new(), &mut progress);
    assert!(!prune().unwrap().is_done);
    fails_with(prune(), words);
    rename(&store, "other", "body");
    let mut store = reopened(store);
    rename(&store, "body", "other");
    fails_with(store.load(room), words);
    rename(&store, "other", "body");

    let mut store = reopened(store);
    assert_eq!(events(&mut store, 1), 2);
    assert_eq!(check::check(directory.path()).unwrap(), before);
    assert_eq!(count(&store, "damaged_room"), 0);
}
