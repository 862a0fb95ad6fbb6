//! The id of the server: kept as long as the rooms are, the same for every start.

use protocol::id::ServerId;

use super::*;

const FIRST: ServerId = ServerId(1);
const SECOND: ServerId = ServerId(u128::MAX);

#[test]
fn every_storage_keeps_the_first_id_that_it_is_given() {
    with_each(|store| {
        assert_eq!(store.id(FIRST).unwrap(), FIRST);
        assert_eq!(store.id(SECOND).unwrap(), FIRST);
    });
}

#[test]
fn a_database_has_its_id_at_every_start() {
    let (directory, mut store) = new();
    assert_eq!(store.id(SECOND).unwrap(), SECOND);
    let killed = killed(directory.path(), WITH_LOG);
    drop(store);
    for place in [&directory, &killed] {
        for _ in 0..2 {
            let mut store = sqlite(place.path()).unwrap();
            assert_eq!(store.id(FIRST).unwrap(), SECOND);
        }
    }
}

#[test]
fn an_id_that_cannot_be_read_is_replaced_once() {
    for damaged in ["'no id'", "x'ff00'", "''", "7"] {
        let (directory, mut store) = new();
        store.id(FIRST).unwrap();
        drop(store);
        let damage = format!("UPDATE server SET id = {damaged}");
        tamper(directory.path(), &damage);
        for fresh in [SECOND, FIRST] {
            let mut store = sqlite(directory.path()).unwrap();
            assert_eq!(store.id(fresh).unwrap(), SECOND, "{damaged}");
        }
    }
}

#[test]
fn a_database_that_cannot_be_written_still_has_its_id() {
    let (directory, mut store) = new();
    store.id(FIRST).unwrap();
    drop(store);
    let mut store = sqlite(directory.path()).unwrap();
    // Another program has the right to write, and does not give it back.
    let other = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(store.id(SECOND).unwrap(), FIRST);
}
