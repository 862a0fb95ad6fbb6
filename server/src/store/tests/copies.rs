//! Copies of a database that is in use, the way back, and the check of all of it.

use std::process::Command;

use rusqlite::Connection;

use super::damage::lose_the_root_of;
use super::*;

/// Returns the events of a game that goes on, as rooms accept them.
fn game() -> Vec<Recorded> {
    let human = |side, name: &str| Event::SeatTaken {
        side,
        occupant: Occupant::Human {
            name: Name::clean(name).unwrap(),
            hash: TokenHash(7),
        },
    };
    let events = vec![
        Event::Opened {
            spec: GameSpec::new(Variant::named("gomoku").unwrap()),
            timing: Timing::default(),
        },
        human(Side::First, "Ana"),
        human(Side::Second, "Bruno"),
        Event::Started,
        played(0),
    ];
    (0..).map(Millis::from_millis).zip(events).collect()
}

fn played(column: u8) -> Event {
    Event::Played {
        square: Square::new(column, 0).unwrap(),
        charged: Millis::ZERO,
        credit: Millis::ZERO,
    }
}

/// Returns a directory with three games, and its store, which is in use.
fn three_games() -> (tempfile::TempDir, Box<dyn Store>) {
    let (directory, mut store) = new();
    for number in 1..=3 {
        add(store.as_mut(), number, 0, &game(), LIVE);
    }
    (directory, store)
}

/// Makes a backup of the database in `directory` beside it.
fn copy_of(directory: &Path) -> PathBuf {
    let file = directory.join("copy.db");
    backup(directory, &file).unwrap();
    file
}

/// Returns a new directory into which the backup was restored, and its store.
fn restored(file: &Path, damaged: bool) -> (tempfile::TempDir, Box<dyn Store>) {
    let directory = tempfile::tempdir().unwrap();
    let kept = restore(directory.path(), file, false, damaged);
    assert_eq!(kept.unwrap(), None);
    let store = sqlite(directory.path()).unwrap();
    (directory, store)
}

fn more(number: u64) -> Append {
    let ply = (Millis::from_millis(9), played(1));
    append(number, game().len() as u32, &[ply], LIVE)
}

#[test]
fn a_backup_of_a_store_in_use_has_what_was_stored_before_it() {
    let (directory, mut store) = three_games();
    let file = directory.path().join("copy.db");
    let size = backup(directory.path(), &file).unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().len(), size);
    appends(store.as_mut(), &[more(1)]);
    // The store goes on in the same files, and the copy is one file.
    assert_eq!(load(store.as_mut(), 1).len(), game().len() + 1);
    assert!(!directory.path().join("copy.db-wal").exists());
    assert!(!directory.path().join("copy.db.new").exists());

    let (_other, mut restored) = restored(&file, false);
    for number in 1..=3 {
        assert_eq!(load(restored.as_mut(), number), game());
    }
    appends(restored.as_mut(), &[more(1)]);
}

#[test]
fn a_backup_writes_over_nothing() {
    let (directory, _store) = three_games();
    // Neither over the copy, nor over what is beside it while it is not complete.
    for taken in ["copy.db", "copy.db.new"] {
        let taken = directory.path().join(taken);
        std::fs::write(&taken, "of the host").unwrap();
        let file = directory.path().join("copy.db");
        let error = backup(directory.path(), &file).unwrap_err();
        assert!(error.contains("exists"), "{error}");
        assert_eq!(std::fs::read(&taken).unwrap(), b"of the host");
        std::fs::remove_file(&taken).unwrap();
    }
    let empty = tempfile::tempdir().unwrap();
    let error = backup(empty.path(), &empty.path().join("copy.db")).unwrap_err();
    assert!(error.contains("there are no games"), "{error}");
}

#[test]
fn a_restore_leaves_a_directory_alone_that_is_in_use_or_has_games() {
    let (directory, store) = three_games();
    let file = copy_of(directory.path());
    for force in [false, true] {
        let error = restore(directory.path(), &file, force, false).unwrap_err();
        // Without the hints for a server, which could play without a directory.
        assert!(
            error.contains("another server") && !error.contains("--store"),
            "{error}"
        );
    }
    drop(store);
    let error = restore(directory.path(), &file, false, false).unwrap_err();
    assert!(error.contains("has games"), "{error}");
    // With a log of a server that was killed, which has the games alone.
    let (other, _store) = three_games();
    let killed = killed(other.path(), WITH_LOG);
    let error = restore(killed.path(), &file, false, false).unwrap_err();
    assert!(error.contains("has games"), "{error}");
    let mut store = sqlite(killed.path()).unwrap();
    assert_eq!(load(store.as_mut(), 3), game());
}

#[test]
fn a_database_in_which_nothing_was_played_is_replaced_without_force() {
    let (directory, _store) = three_games();
    let file = copy_of(directory.path());
    let (unused, store) = new();
    drop(store);
    let kept = restore(unused.path(), &file, false, false).unwrap();
    assert_eq!(kept, Some(unused.path().join("games.db.old-1")));
    let mut restored = sqlite(unused.path()).unwrap();
    assert_eq!(load(restored.as_mut(), 1), game());
}

#[test]
fn a_forced_restore_keeps_the_old_database_beside() {
    let (directory, mut store) = three_games();
    let file = copy_of(directory.path());
    appends(store.as_mut(), &[more(2)]);
    // The last event is in the log alone.
    let killed = killed(directory.path(), WITH_LOG);
    // The second and third have no log, and are not written over all the same.
    for number in 1..=3 {
        let kept = restore(killed.path(), &file, true, false).unwrap().unwrap();
        let name = format!("games.db.old-{number}");
        assert_eq!(kept, killed.path().join(name));
    }
    let mut forced = sqlite(killed.path()).unwrap();
    assert_eq!(load(forced.as_mut(), 2), game());
    let (_third, mut old) = restored(&killed.path().join("games.db.old-1"), false);
    assert_eq!(load(old.as_mut(), 2).len(), game().len() + 1);
}

/// The service could not open what root had restored.
#[cfg(unix)]
#[test]
fn what_root_restores_belongs_to_the_owner_of_the_directory() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    let (directory, _store) = three_games();
    let file = copy_of(directory.path());
    let other = tempfile::tempdir().unwrap();
    // Only root can give a directory away, and only what root does is tested here.
    if chown(other.path(), Some(12345), Some(12346)).is_err() {
        return;
    }
    let all_are_the_owners = || {
        for entry in std::fs::read_dir(other.path()).unwrap() {
            let entry = entry.unwrap();
            let found = entry.metadata().unwrap();
            let owner = (found.uid(), found.gid());
            assert_eq!(owner, (12345, 12346), "{}", entry.path().display());
        }
    };
    restore(other.path(), &file, false, false).unwrap();
    all_are_the_owners();
    let store = sqlite(other.path()).unwrap();
    all_are_the_owners();
    drop(store);
    restore(other.path(), &file, true, false).unwrap();
    all_are_the_owners();
}

/// The directory had no database then, and a server began a new one.
#[test]
fn a_restore_that_fails_half_way_says_where_the_old_database_is_and_no_server_begins_a_new_one() {
    let (directory, mut store) = three_games();
    let file = copy_of(directory.path());
    appends(store.as_mut(), &[more(2)]);
    drop(store);
    let at = |name: &str| directory.path().join(name);
    // In the way of the last file that is renamed.
    std::fs::write(at("games.db-shm"), "").unwrap();
    std::fs::create_dir_all(at("games.db.old-1-shm/taken")).unwrap();
    let before = std::fs::read(at("games.db")).unwrap();
    let error = restore(directory.path(), &file, true, false).unwrap_err();
    assert!(error.contains("games.db.old-1"), "{error}");
    assert_eq!(std::fs::read(at("games.db.old-1")).unwrap(), before);
    assert!(!at("games.db.restored").exists());
    let refused = sqlite(directory.path()).err().unwrap();
    assert!(refused.to_string().contains("missing"), "{refused}");
}

#[test]
fn what_is_no_backup_is_not_restored() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    let fails = |words: &str| {
        let error = restore(directory.path(), &file, true, false).unwrap_err();
        assert!(error.contains(words), "{error}");
        assert!(!directory.path().join("games.db").exists());
        assert!(!directory.path().join("games.db.restored").exists());
    };
    fails("no such file");
    std::fs::write(&file, "a letter, and nothing else").unwrap();
    fails("not a database");
    std::fs::write(&file, "").unwrap();
    fails("no database of games");
    let sql = |sql: &str| {
        let _ = std::fs::remove_file(&file);
        let database = Connection::open(&file).unwrap();
        database.execute_batch(sql).unwrap();
    };
    sql("PRAGMA user_version = 99; CREATE TABLE room (id)");
    fails("schema version 99");
    sql("PRAGMA user_version = 1; CREATE TABLE room (id)");
    fails("missing");
}

#[test]
fn a_check_counts_what_is_there_and_changes_nothing() {
    let (directory, mut store) = three_games();
    let closed = (Millis::from_millis(9), Event::Closed);
    add(store.as_mut(), 4, 0, &game()[..1], LIVE);
    add(store.as_mut(), 4, 1, &[closed], NOT_LIVE);
    let expected = CheckReport {
        rooms: 4,
        events: 3 * game().len() as u64 + 2,
        live: 3,
        ..CheckReport::default()
    };
    let in_use = check(directory.path()).unwrap();
    assert_eq!(in_use, expected);
    assert!(!in_use.is_damaged() && in_use.to_string().ends_with("no damage"));
    let file = copy_of(directory.path());
    assert_eq!(check(&file).unwrap(), expected);
    store.live(Millis::from_millis(1)).unwrap();
    drop(store);
    assert_eq!(check(directory.path()).unwrap(), expected);
    let missing = check(&directory.path().join("missing.db")).unwrap_err();
    assert!(missing.to_string().contains("name a backup"), "{missing}");
}

#[test]
fn a_check_finds_missing_tables_corrupt_pages_quarantined_rooms_and_events_that_make_no_game() {
    let finds = |damage: &dyn Fn(&Path), words: &str| {
        let (directory, store) = three_games();
        drop(store);
        damage(directory.path());
        let bytes = std::fs::read(directory.path().join("games.db")).unwrap();
        let report = check(directory.path()).unwrap();
        assert!(
            report.is_damaged() && report.to_string().contains(words),
            "{report}"
        );
        assert_eq!(
            std::fs::read(directory.path().join("games.db")).unwrap(),
            bytes
        );
    };
    let quarantine = format!("INSERT INTO quarantined VALUES ('{}', 'broken')", room(2));
    finds(&|path| tamper(path, &quarantine), "quarantined: room");
    finds(&|path| tamper(path, "DROP TABLE finished"), "missing");
    finds(
        &|path| lose_the_root_of(&path.join("games.db"), "room"),
        "damaged",
    );
    // The rules say so, and no checksum.
    let (directory, mut store) = new();
    add(store.as_mut(), 5, 0, &game()[1..], LIVE);
    let report = check(directory.path()).unwrap();
    assert!(
        report.to_string().contains(&room(5).to_string()),
        "{report}"
    );
}

/// A backup of a database in which one room is damaged is better than none.
#[test]
fn damaged_rooms_are_copied_and_restored_only_if_that_is_wanted() {
    let (directory, store) = three_games();
    drop(store);
    let damage = format!("UPDATE event SET crc = 1 WHERE room = '{}'", room(1));
    tamper(directory.path(), &damage);
    let file = copy_of(directory.path());
    let other = tempfile::tempdir().unwrap();
    let error = restore(other.path(), &file, false, false).unwrap_err();
    assert!(error.contains("--damaged"), "{error}");
    let (_other, mut restored) = restored(&file, true);
    restored.load(room(1)).unwrap_err();
    assert_eq!(load(restored.as_mut(), 2), game());
}

/// The way that `OPERATING.md` describes. Skipped if there is no `sqlite3` that can recover: that of Debian 12 cannot.
#[test]
fn what_sqlite3_recovers_of_a_corrupt_database_is_restored() {
    let sqlite3 = |arguments: [&Path; 2]| {
        let ran = Command::new("sqlite3").args(arguments).output();
        ran.ok().filter(|ran| ran.status.success())
    };
    let (directory, mut store) = three_games();
    store.live(Millis::from_millis(5)).unwrap();
    drop(store);
    let corrupt = directory.path().join("games.db");
    if sqlite3([&corrupt, Path::new(".recover")]).is_none() {
        return;
    }
    lose_the_root_of(&corrupt, "finished");
    lose_the_root_of(&corrupt, "event");
    assert!(sqlite(directory.path()).is_err());
    let dump = sqlite3([&corrupt, Path::new(".recover")]).unwrap().stdout;
    let [script, recovered] = ["dump.sql", "new.db"].map(|name| directory.path().join(name));
    std::fs::write(&script, dump).unwrap();
    let read = format!(".read {}", script.display());
    sqlite3([&recovered, Path::new(&read)]).unwrap();
    restore(directory.path(), &recovered, true, true).unwrap();
    let mut restored = sqlite(directory.path()).unwrap();
    for number in 1..=3 {
        assert_eq!(load(restored.as_mut(), number), game());
    }
    appends(restored.as_mut(), &[more(1)]);
}

#[test]
fn a_backup_is_made_each_day_and_the_last_three_are_kept() {
    let (directory, _store) = three_games();
    let hour = |hour: u64| Millis::from_secs(1_800_000_000 + hour * 3600);
    let mut made = Vec::new();
    for at in [0, 1, 23, 24, 47, 48, 73, 96, 97] {
        made.extend(daily_backup(directory.path(), hour(at)).unwrap());
        assert!(made.last().unwrap().exists());
    }
    assert_eq!(made.len(), 5);
    let kept: Vec<_> = made.iter().filter(|file| file.exists()).collect();
    assert_eq!(kept, made[2..].iter().collect::<Vec<_>>());
    assert!(!check(&made[4]).unwrap().is_damaged());
    let (_other, mut restored) = restored(&made[4], false);
    assert_eq!(load(restored.as_mut(), 1), game());
    // What a server that was killed left is removed.
    let unfinished = made[4].with_extension("db.new");
    std::fs::write(&unfinished, "").unwrap();
    daily_backup(directory.path(), hour(200)).unwrap().unwrap();
    assert!(!unfinished.exists());
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(daily_backup(empty.path(), hour(0)), Ok(None));
}

/// The memory that `SQLite` shares was left with the mode of the database, and no server could write it afterwards.
#[cfg(unix)]
#[test]
fn a_database_that_cannot_be_written_is_not_read_and_no_file_is_left_beside_it() {
    use std::os::unix::fs::PermissionsExt as _;

    let (directory, store) = three_games();
    drop(store);
    let count = || std::fs::read_dir(directory.path()).unwrap().count();
    let before = count();
    let file = directory.path().join("games.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).unwrap();
    let error = check(directory.path()).unwrap_err().to_string();
    assert!(error.contains("copy it, with its -wal"), "{error}");
    assert_eq!(count(), before);
}
