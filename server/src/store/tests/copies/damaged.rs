//! Copies with damaged pages: what a check says of them, and a restore.

use std::fs;

use super::*;

/// Rooms of a copy, many pages of them.
const ROOMS: u64 = 400;

/// Returns a directory with a copy of many rooms, each folded into its row, and the path of the copy.
fn copy_of_many_rooms() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let games: Vec<_> = (1..=ROOMS)
        .map(|number| append(number, 0, &game(), LIVE))
        .collect();
    appends(store.as_mut(), &games);
    let rest = |number| Rest {
        room: room(number),
        left: None,
    };
    let rests: Vec<_> = (1..=ROOMS).map(rest).collect();
    store.rest(&rests).unwrap();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    (directory, file)
}

/// Changes bytes in the middle of the file.
fn spoil_the_middle(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + 3000] {
        *byte ^= 0xa5;
    }
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_damaged_backup_replaces_nothing() {
    let (_directory, file) = copy_of_many_rooms();
    let target = tempfile::tempdir().unwrap();
    restore(target.path(), &file, false).unwrap();
    let good = fs::read(target.path().join("games.db")).unwrap();
    spoil_the_middle(&file);
    assert!(check(&file).unwrap().is_damaged());
    for force in [false, true] {
        let empty = tempfile::tempdir().unwrap();
        let error = restore(empty.path(), &file, force).unwrap_err();
        assert!(error.to_string().contains("--damaged"), "{error}");
        assert!(!empty.path().join("games.db").exists());
        assert!(!empty.path().join("games.db.restored").exists());
    }
    // Good games are not touched, by force neither.
    restore(target.path(), &file, true).unwrap_err();
    assert_eq!(fs::read(target.path().join("games.db")).unwrap(), good);
}

#[test]
fn what_is_left_of_a_damaged_backup_is_restored_where_that_is_asked_for() {
    let (directory, file) = copy_of_many_rooms();
    spoil_the_middle(&file);
    let error = restore_damaged(directory.path(), &file, false).unwrap_err();
    assert!(matches!(error, CopyError::HasGames { .. }), "{error}");
    let target = tempfile::tempdir().unwrap();
    assert_eq!(restore_damaged(target.path(), &file, false).unwrap(), None);
    let mut store = sqlite(target.path()).unwrap();
    let left = (1..=ROOMS).filter(|&number| store.load(room(number)).is_ok());
    assert!(left.count() > 0);
    drop(store);
    // What no server could open is refused all the same.
    fs::write(&file, "a letter, and nothing else").unwrap();
    let error = restore_damaged(target.path(), &file, true).unwrap_err();
    assert!(matches!(error, CopyError::NoBackup { .. }), "{error}");
}

#[test]
fn the_rooms_of_a_damaged_database_that_can_be_read_are_counted() {
    let (_directory, file) = copy_of_many_rooms();
    assert_eq!(check(&file).unwrap().rooms, ROOMS);
    let code = room(ROOMS / 2).to_string();
    lose_the_page_with(&file, code.as_bytes());
    let report = check(&file).unwrap();
    assert!(report.rooms > 0 && report.rooms < ROOMS, "{report}");
    let first = report.to_string();
    assert!(
        first.contains("layout 3, what can be read of it"),
        "{report}"
    );
}

#[test]
fn damage_in_other_tables_is_not_in_the_way_of_the_rooms() {
    for table in ["server", "name_owner", "seat", "finished"] {
        let directory = known_people();
        let file = directory.path().join("games.db");
        lose_the_root_of(&file, table);
        let report = check(directory.path()).unwrap();
        assert!(report.is_damaged(), "{table}: {report}");
        assert_eq!(report.rooms, 2, "{table}: {report}");
    }
}

#[test]
fn nothing_is_counted_in_what_is_no_database_of_games() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    for text in [String::new(), "a letter, and nothing else".repeat(100)] {
        fs::write(&file, text).unwrap();
        let report = check(&file).unwrap().to_string();
        assert!(!report.contains("0 rooms"), "{report}");
    }
}

#[test]
fn a_database_in_a_directory_that_cannot_be_written_is_checked_and_copied() {
    let (directory, store) = three_games();
    drop(store);
    // In the way of a log, for every user, as a directory is that cannot be written.
    fs::create_dir(directory.path().join("games.db-wal")).unwrap();
    let report = check(directory.path()).unwrap();
    assert_eq!(report.rooms, 3, "{report}");
    let other = tempfile::tempdir().unwrap();
    let file = other.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    assert_eq!(check(&file).unwrap(), report);
}

#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_read_is_said_of_the_database_and_not_of_the_copy() {
    let (directory, store) = three_games();
    // As a server left it that was killed: the games are in the log alone.
    let killed = tempfile::tempdir().unwrap();
    for name in ["games.db", "games.db-wal"] {
        fs::copy(directory.path().join(name), killed.path().join(name)).unwrap();
    }
    drop(store);
    // In the way of the memory that is shared.
    std::os::unix::fs::symlink("nowhere", killed.path().join("games.db-shm")).unwrap();
    let file = directory.path().join("copy.db");
    let database = killed.path().join("games.db");
    for error in [
        check(killed.path()).unwrap_err().to_string(),
        backup(killed.path(), &file).unwrap_err().to_string(),
    ] {
        let source = format!("cannot read {}", database.display());
        assert!(error.contains(&source), "{error}");
        assert!(error.contains("games.db-wal"), "{error}");
        assert!(!error.contains("--store memory"), "{error}");
        assert!(!file.exists());
    }
}

#[cfg(unix)]
#[test]
fn an_empty_log_is_not_in_the_way_of_a_database_beside_which_nothing_can_be_written() {
    let (directory, store) = three_games();
    drop(store);
    fs::write(directory.path().join("games.db-wal"), "").unwrap();
    std::os::unix::fs::symlink("nowhere/shm", directory.path().join("games.db-shm")).unwrap();
    assert_eq!(check(directory.path()).unwrap().rooms, 3);
}

#[test]
fn a_file_of_something_else_with_a_log_is_not_said_to_lack_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    fs::write(&file, "a letter, and nothing else").unwrap();
    fs::write(directory.path().join("games.db-wal"), "another letter").unwrap();
    let copied = backup(directory.path(), &directory.path().join("copy.db"));
    let error = copied.unwrap_err().to_string();
    assert!(error.contains("not a database"), "{error}");
}

#[test]
fn a_refusal_names_three_findings_at_most() {
    let refused = |findings: u64| {
        let (directory, store) = three_games();
        drop(store);
        let file = directory.path().join("games.db");
        let database = Connection::open(&file).unwrap();
        for number in 1..=findings {
            let aside = "INSERT INTO damaged_room VALUES (?1, 'broken', NULL)";
            let code = room(10 + number).to_string();
            database.execute(aside, [code]).unwrap();
        }
        drop(database);
        let target = tempfile::tempdir().unwrap();
        let error = restore(target.path(), &file, false).unwrap_err();
        error.to_string()
    };
    for (findings, named, more) in [(1, 1, ""), (3, 3, ""), (5, 3, "and 2 more")] {
        let error = refused(findings);
        assert_eq!(error.matches("broken").count(), named, "{error}");
        assert!(error.contains(more), "{error}");
        assert_eq!(error.contains("more"), !more.is_empty(), "{error}");
    }
}

#[test]
fn what_is_there_and_no_file_is_not_said_to_be_missing() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("target");
    let restored = |file: &Path| restore(&target, file, false).unwrap_err().to_string();
    let refused = restored(directory.path());
    assert!(refused.contains("it is a directory"), "{refused}");
    let missing = restored(&directory.path().join("missing.db"));
    assert!(missing.contains("there is no such file"), "{missing}");
    assert!(!target.exists(), "nothing was changed");
    let below = directory.path().join("file");
    fs::write(&below, "").unwrap();
    let below = restored(&below.join("copy.db"));
    assert!(!below.contains("no such file"), "{below}");
    if cfg!(unix) {
        let device = Path::new("/dev/null");
        let checked = check(device).unwrap_err().to_string();
        for refused in [restored(device), checked] {
            assert!(refused.contains("it is no regular file"), "{refused}");
        }
    }
}

#[test]
fn a_restore_that_refuses_a_damaged_backup_names_what_was_set_aside_and_what_is_found_now() {
    let (directory, file) = copy_of_many_rooms();
    let [aside, broken] = [1, 2].map(room);
    let damage = format!(
        "INSERT INTO damaged_room (room, problem) VALUES ('{aside}', 'a stone on a stone');
         UPDATE room SET seq = 4 WHERE id = '{broken}';"
    );
    Connection::open(&file)
        .unwrap()
        .execute_batch(&damage)
        .unwrap();
    let report = check(&file).unwrap();
    let found = report.problems.join("; ");
    let error = restore(&directory.path().join("other"), &file, false).unwrap_err();
    let CopyError::Damaged { problem, .. } = &error else {
        panic!("{error}");
    };
    let expected = format!("room {aside}: a stone on a stone; {found}");
    assert_eq!(*problem, expected);
    assert!(found.contains(broken.as_str()), "{found}");
}

#[test]
fn a_table_of_another_form_makes_a_database_unreadable_and_not_damaged() {
    let directory = known_people();
    let rename = "ALTER TABLE name_owner RENAME COLUMN hash TO key";
    Connection::open(directory.path().join("games.db"))
        .unwrap()
        .execute_batch(rename)
        .unwrap();
    let error = check(directory.path()).unwrap_err();
    assert!(matches!(error, OpenError::Unreadable { .. }), "{error}");
    assert!(error.to_string().contains("no such column"), "{error}");
}

#[test]
fn the_finished_games_on_both_sides_of_a_lost_page_are_counted() {
    let directory = known_people();
    let file = directory.path().join("games.db");
    assert_eq!(check(&file).unwrap().finished, 1);
    let games = 1000;
    let more = format!(
        "WITH RECURSIVE game (nr) AS (SELECT 2 UNION ALL SELECT nr + 1 FROM game LIMIT {games} - 1)
         INSERT INTO finished SELECT game.nr, '{}', game.nr, ended, variant, clock, first, first_is_bot,
             second, second_is_bot, winner, reason, 'move ' || game.nr || ';' FROM finished, game",
        // A room that is not there: what was played there is not known.
        room(9)
    );
    Connection::open(&file)
        .unwrap()
        .execute_batch(&more)
        .unwrap();
    let whole = check(&file).unwrap();
    assert_eq!((whole.finished, whole.is_damaged()), (games, false));
    // Most of the games are behind it.
    lose_the_page_with(&file, b"move 300;");
    let report = check(&file).unwrap();
    assert!((games / 2..games).contains(&report.finished), "{report}");
    assert!(
        report.to_string().contains("finished games ends early"),
        "{report}"
    );
}

/// It was copied without a word, and took the place of the last good copy.
#[test]
fn a_damaged_database_is_not_copied_unasked() {
    let (directory, file) = copy_of_many_rooms();
    fs::remove_file(&file).unwrap();
    spoil_the_middle(&directory.path().join("games.db"));
    let error = backup(directory.path(), &file).unwrap_err().to_string();
    for words in ["games.db is damaged", "--damaged"] {
        assert!(error.contains(words), "{error}");
    }
    let names = || {
        let entries = fs::read_dir(directory.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("copy.db"))
    };
    assert_eq!(names().collect::<Vec<_>>(), [""; 0]);
    backup_damaged(directory.path(), &file).unwrap();
    assert_eq!(names().collect::<Vec<_>>(), ["copy.db"]);
    assert_eq!(check(&file).unwrap().problems, [""; 0]);
}

/// A server plays on with all others.
#[test]
fn a_room_that_was_set_aside_is_not_in_the_way_of_copies() {
    let (directory, mut store) = three_games();
    store.set_aside(room(2), "a stone on a stone").unwrap();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    assert!(check(&file).unwrap().is_damaged());
}

/// Nothing could be read of it, whatever was left.
#[test]
fn what_is_left_of_a_database_that_was_cut_off_is_copied_and_restored() {
    let (directory, copy) = copy_of_many_rooms();
    fs::remove_file(copy).unwrap();
    let file = directory.path().join("games.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(bytes.len() - 4096);
    fs::write(&file, bytes).unwrap();
    assert!(check(directory.path()).unwrap().is_damaged());
    let copy = directory.path().join("copy.db");
    backup(directory.path(), &copy).unwrap_err();
    backup_damaged(directory.path(), &copy).unwrap();
    let report = check(&copy).unwrap();
    assert_eq!(report.problems, [""; 0], "{report}");
    assert!(report.rooms > ROOMS * 9 / 10, "{report}");
    let target = tempfile::tempdir().unwrap();
    restore_damaged(target.path(), &file, false).unwrap();
    assert_eq!(check(target.path()).unwrap(), report);
}

/// It was copied, without tables and without a word.
#[test]
fn a_database_whose_log_is_gone_is_not_copied() {
    let (directory, _store) = three_games();
    let alone = tempfile::tempdir().unwrap();
    let database = alone.path().join("games.db");
    fs::copy(directory.path().join("games.db"), &database).unwrap();
    let copy = alone.path().join("copy.db");
    for backup in [backup, backup_damaged] {
        let error = backup(alone.path(), &copy).unwrap_err().to_string();
        assert!(error.contains("no database of games"), "{error}");
        assert!(error.contains("games.db"), "{error}");
        assert!(!copy.exists());
    }
}
