//! Copies of what is left of a damaged database.

use super::*;

/// Key of the person who has the first seat of room 1 in [`known_people`].
const KEY: TokenHash = TokenHash(1);

/// Returns a database of [`known_people`] as a server leaves it that was started again: each room in its row.
fn known_people_in_rows() -> tempfile::TempDir {
    let directory = known_people();
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(5)).unwrap();
    directory
}

/// Checks that a directory has all of [`known_people`].
fn has_all(directory: &Path, lost: &str) {
    let mut store = sqlite(directory).unwrap();
    for (number, length) in [(1, game().len()), (2, game().len() + 1)] {
        let events = store.load(room(number)).unwrap().events;
        assert_eq!(events.len(), length, "{lost}");
    }
    assert_eq!(store.seats(KEY, 9).unwrap(), [room(1)], "{lost}");
    assert_eq!(store.id(ServerId(2)).unwrap(), ServerId(1), "{lost}");
    let names = store.owned_names().unwrap().len();
    assert_eq!(names, usize::from(lost != "name_owner"), "{lost}");
    assert_eq!(codes(&store.live(Millis::from_millis(9)).unwrap()).len(), 1);
    appends(store.as_mut(), &[more(1)]);
}

/// The copy had the damage as well, and no tool made a database of it with which a server goes on.
#[test]
fn all_rooms_come_out_of_a_database_that_is_damaged_in_what_they_share() {
    for directory in [known_people, known_people_in_rows] {
        for lost in [
            "finished",
            "sqlite_autoindex_finished_1",
            "seat",
            "seat_of_key",
            "damaged_room",
            "waiting_room",
            "sqlite_autoindex_room_1",
            "header_copy",
            "name_owner",
            "probe",
        ] {
            let directory = directory();
            let file = directory.path().join("games.db");
            lose_the_root_of(&file, lost);
            let copy = directory.path().join("copy.db");
            backup_damaged(directory.path(), &copy).unwrap();
            let report = check(&copy).unwrap();
            assert!(!report.is_damaged(), "{lost}: {report}");
            assert_eq!((report.rooms, report.finished), (2, 1), "{lost}");
            let [by_copy, at_once] = [(); 2].map(|()| tempfile::tempdir().unwrap());
            restore(by_copy.path(), &copy, false).unwrap();
            has_all(by_copy.path(), lost);
            restore_damaged(at_once.path(), &file, false).unwrap();
            has_all(at_once.path(), lost);
        }
    }
}

#[test]
fn rooms_whose_rows_are_lost_are_set_aside_in_the_copy_and_all_others_are_whole() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let count = 400;
    let games: Vec<_> = (1..=count)
        .map(|number| append(number, 0, &game(), LIVE))
        .collect();
    appends(store.as_mut(), &games);
    // Each room is then in its row alone.
    store.live(Millis::from_millis(5)).unwrap();
    drop(store);
    let file = directory.path().join("games.db");
    lose_the_page_with(&file, room(count / 2).as_str().as_bytes());
    let copy = directory.path().join("copy.db");
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    assert_eq!(report.problems, [""; 0], "{report}");
    let aside = report.set_aside.len() as u64;
    assert!((1..count / 2).contains(&aside), "{report}");
    assert_eq!(report.rooms + aside, count, "{report}");
    // Nobody gets their codes.
    let restored = tempfile::tempdir().unwrap();
    restore_damaged(restored.path(), &copy, false).unwrap();
    let mut store = sqlite(restored.path()).unwrap();
    for (code, problem) in report.set_aside {
        let error = store.load(code.parse().unwrap()).unwrap_err();
        is_damaged(&error, code.parse().unwrap(), &problem);
    }
}

#[test]
fn finished_games_that_are_lost_are_made_anew_in_the_order_in_which_they_ended() {
    let directory = known_people();
    let mut store = sqlite(directory.path()).unwrap();
    let end = |number, at| {
        let mut over = game();
        let outcome = Outcome {
            winner: None,
            reason: Reason::Agreement,
            line: Vec::new(),
        };
        over.push((Millis::from_millis(at), Event::Over { outcome }));
        let events = over.iter().map(|(at, event)| (*at, event));
        let finished = Room::finished_in(room(number), events);
        Append {
            finished: finished.into_iter().next().map(Box::new),
            ..append(number, 0, &over, None)
        }
    };
    appends(store.as_mut(), &[end(3, 30), end(4, 40), end(5, 50)]);
    drop(store);
    let damage = format!(
        "DELETE FROM finished WHERE room = '{}';
         UPDATE finished SET reason = 'no such word' WHERE room = '{}';",
        room(3),
        room(4)
    );
    let database = Connection::open(directory.path().join("games.db")).unwrap();
    database.execute_batch(&damage).unwrap();
    drop(database);
    let copy = directory.path().join("copy.db");
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    assert!(!report.is_damaged(), "{report}");
    let database = Connection::open(&copy).unwrap();
    let rows = "SELECT room FROM finished ORDER BY nr";
    let mut rows = database.prepare(rows).unwrap();
    let rows = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let rows: Vec<_> = rows.map(Result::unwrap).collect();
    assert_eq!(rows, [2, 3, 4, 5].map(|number| room(number).to_string()));
}

/// Returns a database of three games in rows and in batches, one of them with a ply behind its row.
fn games_in_rows_and_batches() -> tempfile::TempDir {
    let (directory, mut store) = three_games();
    let left = [1, 2, 3].map(|number| Rest {
        room: room(number),
        left: None,
    });
    store.rest(&left).unwrap();
    appends(store.as_mut(), &[more(1)]);
    directory
}

/// One start of a server set all rooms aside for good, whose games no copy had afterwards.
#[test]
fn a_start_on_rows_that_cannot_be_reached_loses_no_room() {
    for (lost, what) in [
        ("sqlite_autoindex_room_1", "the index of room codes"),
        ("room", "the table room"),
    ] {
        let directory = games_in_rows_and_batches();
        lose_the_root_of(&directory.path().join("games.db"), lost);
        for _ in 0..2 {
            let mut store = sqlite(directory.path()).unwrap();
            store.live(Millis::from_millis(9)).unwrap();
            let told = store.damage().unwrap();
            assert!(told.contains(what), "{told}");
            for number in 1..=3 {
                store.load(room(number)).unwrap_err();
            }
        }
        ensure_salvaged_whole(directory.path());
    }
}

/// Checks that a salvage of [`games_in_rows_and_batches`] has all of them.
#[track_caller]
fn ensure_salvaged_whole(directory: &Path) {
    let copy = directory.join("copy.db");
    backup_damaged(directory, &copy).unwrap();
    let report = check(&copy).unwrap();
    assert!(!report.is_damaged(), "{report}");
    let events = 3 * game().len() as u64 + 1;
    assert_eq!((report.rooms, report.events), (3, events));
}

/// Marks the rooms of these numbers as set aside for unreadable rows, and puts the batches aside with them.
fn set_aside_with_batches(directory: &Path, numbers: &[u64]) {
    let database = Connection::open(directory.join("games.db")).unwrap();
    let put_aside = "
        ALTER TABLE batch RENAME TO damaged_batch_1;
        ALTER TABLE header_copy RENAME TO damaged_header_copy_1;
        CREATE TABLE batch (nr INTEGER PRIMARY KEY, body BLOB NOT NULL);
        CREATE TABLE header_copy (nr INTEGER PRIMARY KEY, headers BLOB NOT NULL);";
    database.execute_batch(put_aside).unwrap();
    for &number in numbers {
        let mark = "INSERT INTO damaged_room (room, problem)
            VALUES (?1, 'its row cannot be read: database disk image is malformed')";
        let code = room(number).to_string();
        database.execute(mark, [code]).unwrap();
    }
}

/// They were lost, though all of their events were put aside with them.
#[test]
fn rooms_that_were_set_aside_for_unreadable_rows_come_back_with_the_batches_put_aside() {
    for lost in ["sqlite_autoindex_room_1", "room"] {
        let directory = games_in_rows_and_batches();
        let file = directory.path().join("games.db");
        set_aside_with_batches(directory.path(), &[1, 2, 3]);
        lose_the_root_of(&file, lost);
        ensure_salvaged_whole(directory.path());
    }
}

#[test]
fn a_room_that_lost_events_stays_aside_though_its_row_can_be_read() {
    for damage in [
        // It says so itself.
        "UPDATE damaged_room SET problem = 'event 6 is missing'",
        // The batches say so.
        "UPDATE damaged_batch_1 SET body = 7 WHERE nr = 2",
        // What its row would not take is not what comes next.
        "UPDATE damaged_room SET unfolded = x'0102'",
    ] {
        let directory = games_in_rows_and_batches();
        let file = directory.path().join("games.db");
        set_aside_with_batches(directory.path(), &[1]);
        let database = Connection::open(&file).unwrap();
        database.execute_batch(damage).unwrap();
        drop(database);
        lose_the_root_of(&file, "sqlite_autoindex_room_1");
        let copy = directory.path().join("copy.db");
        backup_damaged(directory.path(), &copy).unwrap();
        let report = check(&copy).unwrap();
        assert_eq!(report.problems, [""; 0], "{damage}");
        let [(aside, _)] = &report.set_aside[..] else {
            panic!("{damage}: {report}");
        };
        assert_eq!((aside.as_str(), report.rooms), (room(1).as_str(), 2));
    }
}

#[test]
fn records_that_a_row_would_not_take_are_given_to_it_where_it_can_be_read() {
    let directory = games_in_rows_and_batches();
    let file = directory.path().join("games.db");
    let mut store = sqlite(directory.path()).unwrap();
    let database = Connection::open(&file).unwrap();
    let code = room(1).to_string();
    let body = "SELECT body FROM room WHERE id = ?1";
    let body: Vec<u8> = database.query_row(body, [&code], |row| row.get(0)).unwrap();
    let write = "UPDATE room SET body = ?2 WHERE id = ?1";
    database.execute(write, rusqlite::params![code, 7]).unwrap();
    store.load(room(1)).unwrap_err();
    drop(store);
    database
        .execute(write, rusqlite::params![code, body])
        .unwrap();
    // Nobody needed it any more.
    database.execute("DELETE FROM batch", []).unwrap();
    database.execute("DELETE FROM header_copy", []).unwrap();
    drop(database);
    lose_the_root_of(&file, "sqlite_autoindex_room_1");
    let copy = directory.path().join("copy.db");
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    assert!(!report.is_damaged(), "{report}");
    let events = 3 * game().len() as u64 + 1;
    assert_eq!((report.rooms, report.events), (3, events));
}

/// The copy was refused without `--damaged`, though all that was lost is what a server makes anew.
#[test]
fn a_copy_of_a_database_that_lost_its_id_is_restored_without_it() {
    let directory = known_people();
    lose_the_root_of(&directory.path().join("games.db"), "server");
    let copy = directory.path().join("copy.db");
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    assert!(!report.is_damaged(), "{report}");
    let target = tempfile::tempdir().unwrap();
    restore(target.path(), &copy, false).unwrap();
    let mut store = sqlite(target.path()).unwrap();
    assert_eq!(store.id(ServerId(2)).unwrap(), ServerId(2));
    assert_eq!(store.damage(), None);
}

/// The first events of the room were said to be missing, and it was set aside for good.
#[test]
fn a_room_whose_code_is_another_in_the_index_alone_is_not_set_aside() {
    let directory = games_in_rows_and_batches();
    let file = directory.path().join("games.db");
    let database = Connection::open(&file).unwrap();
    let only_the_last = "DELETE FROM batch WHERE nr = 1; DELETE FROM header_copy";
    database.execute_batch(only_the_last).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_room_1'";
    let root: u32 = database.query_row(root, [], |row| row.get(0)).unwrap();
    drop(database);
    let mut bytes = std::fs::read(&file).unwrap();
    let page = &mut bytes[(root as usize - 1) * 4096..][..4096];
    let code = room(1).to_string();
    let is_code = |found: &[u8]| found == code.as_bytes();
    let at = page.windows(code.len()).position(is_code).unwrap();
    page[at + code.len() - 1] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(9)).unwrap();
    let told = store.damage().unwrap();
    assert!(told.contains(&format!("it lacks room {code}")), "{told}");
    store.load(room(1)).unwrap_err();
    drop(store);
    let copy = directory.path().join("copy.db");
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    let events = 3 * game().len() as u64 + 1;
    assert_eq!((report.rooms, report.events), (3, events), "{report}");
}
