//! The number of finished games that are kept, and their bytes.

use super::*;

#[test]
fn kept_games_are_counted_with_their_bytes() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(kept::kept(directory.path()), Ok(kept::Kept::default()));
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let unfinished = kept::kept(directory.path()).unwrap();
    assert_eq!((unfinished.games, unfinished.bytes), (0, 0));
    add(&mut store, 1, 1, Event::Closed, None);
    let over = kept::kept(directory.path()).unwrap();
    assert!(over.bytes > 20, "{over:?}");
    store.append(&[end(2, 0, 1)]).pop().unwrap().unwrap();
    let ended = kept::kept(directory.path()).unwrap();
    let rooms = store
        .connection
        .query_row("SELECT sum(length(body)) FROM room", [], |row| row.get(0));
    let rooms: i64 = rooms.unwrap();
    assert_eq!(ended.games, 1);
    assert!(ended.bytes.cast_signed() > rooms, "{ended:?}");
}
