//! Damage in the tables of batches: bytes, rows and headers.

use super::*;

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
        is_damaged(&error, room(1), "event 19 cannot be read: batch 2");
        let last = every_event().len();
        assert_eq!(store.load(room(2)).unwrap().events.len(), last + 1);
        assert_eq!(store.load(room(3)).unwrap().events, every_event());
    }
}

#[test]
fn whose_events_are_lost_is_known_of_the_last_batches_of_a_closed_store() {
    for batches in [1, 2, 15, 16, 17] {
        let directory = three_rooms();
        one_more(directory.path(), &[1, 2]);
        fill(directory.path(), batches);
        one_more(directory.path(), &[3]);
        let last = batches + 4;
        tamper(
            directory.path(),
            &format!("DELETE FROM batch WHERE nr = {last}"),
        );
        let mut store = sqlite(directory.path()).unwrap();
        let error = store.load(room(3)).unwrap_err();
        let what = format!("event 19 cannot be read: batch {last}");
        is_damaged(&error, room(3), &what);
        for number in [1, 2] {
            let events = store.load(room(number)).unwrap().events;
            assert_eq!(events.len(), every_event().len() + 1);
        }
    }
}

#[test]
fn a_batch_of_which_nothing_is_left_is_a_gap_in_its_room() {
    let directory = three_rooms();
    one_more(directory.path(), &[1, 1, 2]);
    tamper(
        directory.path(),
        "DELETE FROM batch WHERE nr = 2; DELETE FROM header_copy",
    );
    let mut store = sqlite(directory.path()).unwrap();
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "event 19 is missing");
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
fn batches_that_are_put_aside_twice_are_kept_twice() {
    let directory = tempfile::tempdir().unwrap();
    for number in [1, 2] {
        let mut store = sqlite(directory.path()).unwrap();
        appends(store.as_mut(), &[append(number, 0, &every_event(), LIVE)]);
        drop(store);
        change_bytes(directory.path(), "batch", "body", spoil(2));
        let mut store = sqlite(directory.path()).unwrap();
        store.load(room(number)).unwrap_err();
        drop(store);
        // It is there, and has one batch.
        let kept = format!("damaged_batch_{number}");
        change_bytes(directory.path(), &kept, "body", |_| {});
    }
}

#[test]
fn a_batch_that_is_gone_is_named_though_its_room_goes_on_in_the_next() {
    let directory = three_rooms();
    one_more(directory.path(), &[1, 1, 2]);
    tamper(directory.path(), "DELETE FROM batch WHERE nr = 2");
    let mut store = sqlite(directory.path()).unwrap();
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "event 19 cannot be read: batch 2");
    store.load(room(2)).unwrap();
}
