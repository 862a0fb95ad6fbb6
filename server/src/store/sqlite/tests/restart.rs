//! The start after a kill, which finds the batches that are left.

use super::*;

#[test]
fn after_a_kill_the_batches_that_no_room_needs_are_deleted_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    for number in 1..=10 {
        add(&mut store, number, 0, opened(), None);
    }
    let live = 11;
    add(&mut store, live, 0, opened(), LIVE_AFTER);
    let batches = count(&store, "batch");
    store.index = None;
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    store.most.batches = 5;
    add(&mut store, 12, 0, opened(), None);
    assert_eq!(
        count(&store, &format!("batch WHERE nr < {batches}")),
        0,
        "of games that ended"
    );
    assert_eq!(count(&store, "batch"), 2);
    let row = format!("room WHERE id = '{}'", RoomId::from_draw(live));
    assert_eq!(count(&store, &row), 0, "its batch is not old");
    assert_eq!(events(&mut store, live), 1);
}
