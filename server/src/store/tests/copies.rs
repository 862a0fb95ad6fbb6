//! Copies of a database that is in use, the way back, and the check of all of it.

use std::path::Path;
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
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    let games: Vec<_> = (1..=3)
        .map(|number| append(number, 0, &game(), LIVE))
        .collect();
    appends(store.as_mut(), &games);
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
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // The store goes on in the same files, and the copy is one file.
    assert_eq!(load(store.as_mut(), 1).len(), game().len() + 1);
    assert!(!directory.path().join("copy.db-wal").exists());
    assert!(!directory.path().join("copy.db.new").exists());

    let other = tempfile::tempdir().unwrap();
    assert_eq!(restore(other.path(), &file, false, false).unwrap(), None);
    let mut restored = sqlite(other.path()).unwrap();
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
        assert!(matches!(error, CopyError::Exists { .. }), "{error}");
        assert_eq!(std::fs::read(&taken).unwrap(), b"of the host");
        std::fs::remove_file(&taken).unwrap();
    }
    let empty = tempfile::tempdir().unwrap();
    let error = backup(empty.path(), &empty.path().join("copy.db")).unwrap_err();
    assert!(matches!(error, CopyError::NoDatabase { .. }), "{error}");
}

#[test]
fn a_restore_leaves_a_directory_alone_that_is_in_use_or_has_games() {
    let (directory, store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    for force in [false, true] {
        let error = restore(directory.path(), &file, force, false).unwrap_err();
        assert!(matches!(error, CopyError::InUse { .. }), "{error}");
        // Hints that are for a server, which could play without a directory.
        let text = error.to_string();
        assert!(
            text.contains("another server") && !text.contains("--store"),
            "{text}"
        );
    }
    drop(store);
    let error = restore(directory.path(), &file, false, false).unwrap_err();
    assert!(matches!(error, CopyError::HasGames { .. }), "{error}");
    // With a log of a server that was killed, which has the games alone.
    let killed = tempfile::tempdir().unwrap();
    let (other, store) = three_games();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(other.path().join(file), killed.path().join(file)).unwrap();
    }
    drop(store);
    let error = restore(killed.path(), &file, false, false).unwrap_err();
    assert!(matches!(error, CopyError::HasGames { .. }), "{error}");
    let mut store = sqlite(killed.path()).unwrap();
    assert_eq!(load(store.as_mut(), 3), game());
}

#[test]
fn a_database_in_which_nothing_was_played_is_replaced_without_force() {
    let (directory, _store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    let unused = tempfile::tempdir().unwrap();
    drop(sqlite(unused.path()).unwrap());
    let kept = unused.path().join("games.db.old-1");
    assert_eq!(
        restore(unused.path(), &file, false, false).unwrap(),
        Some(kept)
    );
    let mut restored = sqlite(unused.path()).unwrap();
    assert_eq!(load(restored.as_mut(), 1), game());
}

#[test]
fn a_forced_restore_keeps_the_old_database_beside() {
    let (directory, mut store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    appends(store.as_mut(), &[more(2)]);
    // The last event is in the log alone.
    let killed = tempfile::tempdir().unwrap();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(directory.path().join(file), killed.path().join(file)).unwrap();
    }
    // The second and third have no log, and are not written over all the same.
    for number in 1..=3 {
        let kept = restore(killed.path(), &file, true, false).unwrap().unwrap();
        let name = format!("games.db.old-{number}");
        assert_eq!(kept, killed.path().join(name));
    }
    let mut restored = sqlite(killed.path()).unwrap();
    assert_eq!(load(restored.as_mut(), 2), game());
    drop(restored);
    let third = tempfile::tempdir().unwrap();
    let kept = killed.path().join("games.db.old-1");
    restore(third.path(), &kept, false, false).unwrap();
    let mut old = sqlite(third.path()).unwrap();
    assert_eq!(load(old.as_mut(), 2).len(), game().len() + 1);
}

/// The service could not open what root had restored.
#[cfg(unix)]
#[test]
fn what_root_restores_belongs_to_the_owner_of_the_directory() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    let (directory, _store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
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

#[test]
fn a_restore_that_fails_half_way_says_where_the_old_database_is() {
    let (directory, mut store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    appends(store.as_mut(), &[more(2)]);
    drop(store);
    let at = |name: &str| directory.path().join(name);
    // In the way of the last file that is renamed.
    std::fs::write(at("games.db-shm"), "").unwrap();
    std::fs::create_dir_all(at("games.db.old-1-shm/taken")).unwrap();
    let before = std::fs::read(at("games.db")).unwrap();
    let error = restore(directory.path(), &file, true, false).unwrap_err();
    assert!(matches!(error, CopyError::Failed { .. }), "{error}");
    assert!(error.to_string().contains("games.db.old-1"), "{error}");
    assert_eq!(std::fs::read(at("games.db.old-1")).unwrap(), before);
    assert!(!at("games.db.restored").exists());
}

#[test]
fn what_is_no_backup_is_not_restored() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    let fails = |words: &str| {
        let error = restore(directory.path(), &file, true, false).unwrap_err();
        assert!(matches!(error, CopyError::NoBackup { .. }), "{error}");
        assert!(error.to_string().contains(words), "{error}");
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
    appends(
        store.as_mut(),
        &[
            append(4, 0, &game()[..1], LIVE),
            append(4, 1, &[closed], NOT_LIVE),
        ],
    );
    let expected = CheckReport {
        rooms: 4,
        events: 3 * game().len() as u64 + 2,
        live: 3,
        ..CheckReport::default()
    };
    let in_use = check(directory.path()).unwrap();
    assert_eq!(in_use, expected);
    assert!(!in_use.is_damaged() && in_use.to_string().ends_with("no damage"));
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    assert_eq!(check(&file).unwrap(), expected);
    store.live(Millis::from_millis(1)).unwrap();
    drop(store);
    assert_eq!(check(directory.path()).unwrap(), expected);
    let missing = check(&directory.path().join("missing.db")).unwrap_err();
    assert!(missing.to_string().contains("name a backup"), "{missing}");
}

#[test]
fn a_check_finds_missing_tables_corrupt_pages_quarantined_rooms_and_events_that_make_no_game() {
    let sql = |directory: &Path, sql: &str| {
        let database = Connection::open(directory.join("games.db")).unwrap();
        database.execute_batch(sql).unwrap();
    };
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
    finds(&|path| sql(path, &quarantine), "quarantined: room");
    finds(&|path| sql(path, "DROP TABLE finished"), "missing");
    finds(
        &|path| lose_the_root_of(&path.join("games.db"), "room"),
        "damaged",
    );
    // The rules say so, and no checksum.
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(5, 0, &game()[1..], LIVE)]);
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
    let database = Connection::open(directory.path().join("games.db")).unwrap();
    let damage = "UPDATE event SET crc = 1 WHERE room = ?1";
    database.execute(damage, [room(1).as_str()]).unwrap();
    drop(database);
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    let other = tempfile::tempdir().unwrap();
    let error = restore(other.path(), &file, false, false).unwrap_err();
    assert!(matches!(error, CopyError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("--damaged"), "{error}");
    restore(other.path(), &file, false, true).unwrap();
    let mut restored = sqlite(other.path()).unwrap();
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
    let other = tempfile::tempdir().unwrap();
    restore(other.path(), &made[4], false, false).unwrap();
    assert_eq!(load(sqlite(other.path()).unwrap().as_mut(), 1), game());
    // What a server that was killed left is removed.
    let unfinished = made[4].with_extension("db.new");
    std::fs::write(&unfinished, "").unwrap();
    daily_backup(directory.path(), hour(200)).unwrap().unwrap();
    assert!(!unfinished.exists());
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(daily_backup(empty.path(), hour(0)), Ok(None));
}

#[test]
fn a_file_of_something_else_is_no_database_of_games() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    for (bytes, words) in [
        (String::new(), "no database of games"),
        ("a letter, and nothing else".repeat(100), "not a database"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let report = check(&file).unwrap();
        assert!(report.is_damaged(), "{report}");
        assert!(report.to_string().contains(words), "{report}");
    }
}

/// Both reported success, and left an empty file that others could read.
#[test]
fn of_two_copies_to_one_file_at_a_time_one_is_there_and_whole() {
    let (directory, _store) = three_games();
    for round in 0..20 {
        let file = directory.path().join(format!("copy-{round}.db"));
        let start = std::sync::Barrier::new(2);
        let copied = std::thread::scope(|scope| {
            let copying = [(); 2].map(|()| {
                scope.spawn(|| {
                    start.wait();
                    backup(directory.path(), &file)
                })
            });
            copying.map(|thread| thread.join().unwrap())
        });
        let sizes: Vec<_> = copied
            .iter()
            .filter_map(|copied| copied.as_ref().ok())
            .collect();
        let [size] = sizes[..] else {
            panic!("{copied:?}");
        };
        assert_eq!(std::fs::metadata(&file).unwrap().len(), *size);
        assert_eq!(check(&file).unwrap().rooms, 3);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
    let left = std::fs::read_dir(directory.path()).unwrap();
    let left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: Vec<_> = left.filter(|name| name.contains("new")).collect();
    assert_eq!(left, [""; 0]);
}
