//! Pages of the file that the disk lost.

use std::fs;
use std::path::PathBuf;

use super::*;

/// Returns the path of the database in `directory`.
fn database(directory: &tempfile::TempDir) -> PathBuf {
    directory.path().join("games.db")
}

/// Returns a database with one batch of many pages: first a little of room 2, then much of room 1, much of room 3.
fn a_batch_of_many_pages() -> tempfile::TempDir {
    let directory = three_rooms();
    let mut store = sqlite(directory.path()).unwrap();
    let lines = |from| (from..from + 200).map(line).collect::<Vec<_>>();
    let last = every_event().len() as u32;
    let long = [
        append(2, last, &[line(999)], LIVE),
        append(1, last, &lines(0), LIVE),
        append(3, last, &lines(200), LIVE),
    ];
    appends(store.as_mut(), &long);
    directory
}

#[test]
fn a_page_of_a_batch_that_the_disk_lost_is_damage_of_the_rooms_from_there_on() {
    let directory = a_batch_of_many_pages();
    lose_the_page_with(&database(&directory), b"line 300");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len();
    // The chain of pages ends there: what comes behind is lost with it.
    is_damaged(&store.load(room(3)).unwrap_err(), room(3), "event 19");
    assert_eq!(store.load(room(1)).unwrap().events.len(), last + 200);
    assert_eq!(store.load(room(2)).unwrap().events.len(), last + 1);
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 2);
}

#[test]
fn a_page_of_many_batches_that_the_disk_lost_is_damage_of_the_rooms_in_them() {
    // In the middle, and at the end, where the next batch would go.
    for lost in [b"line 020", b"line 059"] {
        let directory = three_rooms();
        let mut store = sqlite(directory.path()).unwrap();
        let last = every_event().len() as u32;
        for number in 0..60 {
            let page = number / 20 + 1;
            let expected = last + number as u32 % 20;
            appends(
                store.as_mut(),
                &[append(page, expected, &[line(number as usize)], LIVE)],
            );
        }
        drop(store);
        // To the last one, the headers are copied.
        fill(directory.path(), 3);
        lose_the_page_with(&database(&directory), lost);
        let mut store = sqlite(directory.path()).unwrap();
        let read = [1, 2, 3].map(|number| store.load(room(number)));
        for stored in read.iter().flatten() {
            assert_eq!(stored.events.len(), last as usize + 20);
        }
        let lost = read.iter().filter(|read| read.is_err()).count();
        assert!(lost == 1 || lost == 2, "{read:?}");
        // The others go on, in other pages.
        let (more, others): (Vec<_>, Vec<_>) = (1..=3)
            .zip(&read)
            .filter(|(_, read)| read.is_ok())
            .map(|(number, _)| (append(number, last + 20, &[line(7)], LIVE), number))
            .unzip();
        appends(store.as_mut(), &more);
        drop(store);
        let mut store = sqlite(directory.path()).unwrap();
        for number in others {
            let events = store.load(room(number)).unwrap().events;
            assert_eq!(events.last(), Some(&line(7)));
        }
    }
}

#[test]
fn a_page_of_rows_that_the_disk_lost_is_damage_of_the_room_in_it() {
    let directory = a_batch_of_many_pages();
    start(directory.path());
    lose_the_page_with(&database(&directory), b"line 100");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len() as u32;
    let answers = store.append(&[
        append(2, last + 1, &[line(1)], LIVE),
        append(1, last + 200, &[line(2)], LIVE),
        append(3, last + 200, &[line(3)], LIVE),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok(), "{answers:?}");
    is_damaged(answers[1].as_ref().unwrap_err(), room(1), "malformed");
    assert_eq!(store.load(room(3)).unwrap().events.last(), Some(&line(3)));
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 2);
}

#[test]
fn damage_that_is_no_rooms_own_sets_no_room_aside() {
    let directory = three_rooms();
    // The list of free pages begins behind the end of the file: no append that needs a page succeeds.
    let path = directory.path().join("games.db");
    let mut database = fs::read(&path).unwrap();
    database[32..40].copy_from_slice(&[0, 0xff, 0xff, 0xff, 0, 0, 0, 1]);
    fs::write(&path, database).unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let lines: Vec<_> = (0..200).map(line).collect();
    let last = every_event().len() as u32;
    let answers = store.append(&[1, 2].map(|number| append(number, last, &lines, LIVE)));
    for answer in answers {
        let error = answer.unwrap_err();
        assert!(
            matches!(&error, StoreError::Failed(problem) if problem.contains("damaged")),
            "{error:?}"
        );
    }
    assert!(matches!(store.probe(), Err(StoreError::Failed(_))));
    assert_eq!(store.load(room(1)).unwrap().events, every_event());
    assert_eq!(codes(&store.live(Millis::from_millis(5)).unwrap()).len(), 3);
}

/// Returns a database of this many rooms that are over, each in its row with an event and a line of its number.
fn many_rooms(count: u64) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let events = |number| [every_event()[0].clone(), line(number as usize)];
    let rooms = (1..=count).map(|number| append(number, 0, &events(number), NOT_LIVE));
    appends(store.as_mut(), &rooms.collect::<Vec<_>>());
    drop(store);
    start(directory.path());
    directory
}

#[test]
fn a_page_of_rows_that_the_disk_lost_ends_the_deleting_of_old_rooms_and_fails_nothing() {
    let directory = many_rooms(190);
    lose_the_page_with(&database(&directory), b"line 185");
    let mut store = sqlite(directory.path()).unwrap();
    // Two parts of 64.
    assert_eq!(prune(store.as_mut(), 1000, &[]), 128);
    store.probe().unwrap();
}

/// Returns a database of rooms of which some are behind a page that the index of their codes lost.
fn rooms_behind_a_lost_page_of_the_index() -> tempfile::TempDir {
    let directory = many_rooms(999);
    // The entry of the last code in the index: the types of its two columns before it.
    let last = (200..=999).map(room).max().unwrap();
    let entry = [&[0x19, 0x02], last.as_str().as_bytes()].concat();
    lose_the_page_with(&database(&directory), &entry);
    directory
}

#[test]
fn a_check_counts_the_rooms_behind_a_page_that_the_index_lost() {
    let directory = rooms_behind_a_lost_page_of_the_index();
    let report = check(directory.path()).unwrap();
    // As the database itself finds.
    let counted = |problem: &String| problem.contains("sqlite_autoindex_room_1");
    assert!(report.problems.iter().any(counted), "{report}");
    assert!((1..999).contains(&report.rooms), "{report}");
}

/// Each of them was set aside for good, though its row is whole, and so was each code that was drawn for a new room.
#[test]
fn rooms_behind_a_page_that_the_index_lost_are_left_alone_and_not_set_aside() {
    let directory = rooms_behind_a_lost_page_of_the_index();
    let mut store = sqlite(directory.path()).unwrap();
    // Those that are in memory, and those that are not.
    let lines = (1..=99).map(|number| append(number, 2, &[line(1)], LIVE));
    let lines: Vec<_> = lines.collect();
    let written = |answers: Vec<Result<(), _>>| answers.iter().filter(|it| it.is_ok()).count();
    let answers = store.append(&lines);
    let is_left_alone = |error: &StoreError| {
        matches!(
            error,
            StoreError::Damaged {
                set_aside: false,
                ..
            }
        )
    };
    for error in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert!(is_left_alone(error), "{error}");
    }
    let first = written(answers);
    let loaded = |store: &mut dyn Store| {
        let load = |number| match store.load(room(number)) {
            Ok(_) => true,
            Err(error) => {
                assert!(is_left_alone(&error), "{error}");
                false
            }
        };
        (1..=1500).map(load).filter(|&is_loaded| is_loaded).count()
    };
    let all = loaded(store.as_mut());
    assert!((1..99).contains(&first) && (1..1500).contains(&all));
    let told = store.damage().unwrap();
    assert!(told.contains("the index of room codes"), "{told}");
    drop(store);
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(5)).unwrap();
    assert_eq!(loaded(store.as_mut()), all);
    drop(store);
    let report = check(directory.path()).unwrap();
    assert_eq!(report.set_aside, []);
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'damaged_batch%'";
    let database = rusqlite::Connection::open(database(&directory)).unwrap();
    let tables: i64 = database.query_row(tables, [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 0);
}

#[test]
fn a_lost_page_that_no_events_are_on_does_not_keep_the_server_from_starting() {
    for (lost, live) in [("header_copy", 3), ("waiting_room", 0)] {
        let directory = if live == 0 {
            three_rows()
        } else {
            three_rooms()
        };
        lose_the_root_of(&database(&directory), lost);
        let mut store = sqlite(directory.path()).unwrap();
        let start = Millis::from_millis(5);
        assert_eq!(store.live(start).unwrap().len(), live, "{lost}");
        for number in 1..=3 {
            assert_eq!(store.load(room(number)).unwrap().events, every_event());
        }
    }
}

#[test]
fn what_is_left_of_a_batch_without_a_copy_of_its_headers_is_read_up_to_a_lost_page() {
    let directory = a_batch_of_many_pages();
    tamper(directory.path(), "DELETE FROM header_copy");
    lose_the_page_with(&database(&directory), b"line 300");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len();
    assert_eq!(store.load(room(2)).unwrap().events.len(), last + 1);
    assert_eq!(store.load(room(1)).unwrap().events.len(), last + 200);
    is_damaged(&store.load(room(3)).unwrap_err(), room(3), "event 19");
}

#[test]
fn a_check_names_each_room_whose_row_is_on_a_lost_page_and_counts_all_others() {
    let count = 999;
    let directory = many_rooms(count);
    // One row without a code on each side of the lost page.
    for number in [1, count] {
        let code = room(number);
        let change = format!("UPDATE room SET id = 'none {number}' WHERE id = '{code}'");
        tamper(directory.path(), &change);
    }
    lose_the_page_with(&database(&directory), b"line 500");
    let report = check(directory.path()).unwrap();
    let with = |words: &str| {
        let problems = report.problems.iter();
        problems.filter(|problem| problem.contains(words)).count() as u64
    };
    assert_eq!(with("the list of rooms ends early"), 1, "{report}");
    assert_eq!(with(&room(500).to_string()), 1, "{report}");
    assert_eq!(with("\"none 1\" is no room code"), 1, "{report}");
    assert_eq!(with(&format!("\"none {count}\" is no room code")), 1);
    assert!(report.rooms > 0, "{report}");
    assert_eq!(report.rooms + with("its row cannot be read"), count - 2);
}

#[test]
fn a_batch_behind_a_lost_page_is_read_though_the_copy_of_its_headers_is_lost_too() {
    let directory = a_batch_of_many_pages();
    one_more(directory.path(), &[2]);
    // Of these the headers are copied.
    let younger = 40;
    fill(directory.path(), younger);
    let older = format!("nr <= (SELECT max(nr) FROM batch) - {younger}");
    tamper(
        directory.path(),
        &format!("DELETE FROM header_copy WHERE {older}"),
    );
    lose_the_page_with(&database(&directory), b"line 300");
    let mut store = sqlite(directory.path()).unwrap();
    let last = every_event().len();
    assert_eq!(store.load(room(1)).unwrap().events.len(), last + 200);
    assert_eq!(store.load(room(2)).unwrap().events.len(), last + 2);
}

/// The start of a server said "database disk image is malformed" twice, of no file.
#[test]
fn damage_that_keeps_a_server_from_starting_is_said_with_the_file_and_a_way_out() {
    let mut ends = Vec::new();
    for table in ["room", "batch", "damaged_room", "waiting_room"] {
        let directory = three_rows();
        lose_the_root_of(&database(&directory), table);
        let read = sqlite(directory.path()).map(|mut store| store.live(Millis::from_millis(5)));
        let error = match read {
            Ok(Ok(_)) => continue,
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        let file = database(&directory).display().to_string();
        for words in [
            file.as_str(),
            "`backup --damaged`",
            "`restore --force`",
            "--data",
            "--store memory",
        ] {
            assert!(error.contains(words), "{table}: {error}");
        }
        ends.push(table);
    }
    assert!(!ends.is_empty(), "every start went well");
}
