//! Copies of a database that is in use, the way back, and the check of all of it.

mod damaged;
mod salvaged;
#[cfg(unix)]
mod sources;

use std::path::PathBuf;

use room::Room;
use rusqlite::Connection;

use super::damage::{lose_the_page_with, lose_the_root_of};
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
    assert_eq!(store.load(room(1)).unwrap().events.len(), game().len() + 1);
    assert!(!directory.path().join("copy.db-wal").exists());
    assert!(!directory.path().join("copy.db.new").exists());

    let other = tempfile::tempdir().unwrap();
    assert_eq!(restore(other.path(), &file, false).unwrap(), None);
    let mut restored = sqlite(other.path()).unwrap();
    for number in 1..=3 {
        assert_eq!(restored.load(room(number)).unwrap().events, game());
    }
    appends(restored.as_mut(), &[more(1)]);
}

#[test]
fn a_backup_writes_over_nothing() {
    let (directory, _store) = three_games();
    let file = directory.path().join("games.db");
    let error = backup(directory.path(), &file).unwrap_err();
    assert!(matches!(error, CopyError::Exists { .. }), "{error}");
    let empty = tempfile::tempdir().unwrap();
    let error = backup(empty.path(), &empty.path().join("copy.db")).unwrap_err();
    assert!(matches!(error, CopyError::NoDatabase { .. }), "{error}");
}

#[test]
fn a_copy_takes_no_name_that_the_server_gives_to_a_file_of_its_own() {
    let (directory, _store) = three_games();
    let elsewhere = tempfile::tempdir().unwrap();
    for name in [
        "bans.json",
        "bans.json.new",
        "Bans.JSON",
        "console",
        "console.new",
        "tls_key.pem",
        "games.db-journal",
        "games.db.new",
        "games.db.old-7",
        "games.db.restored",
        "lock.new",
    ] {
        for file in [
            directory.path().join(name),
            directory.path().join(".").join(name),
        ] {
            let refused = backup(directory.path(), &file).unwrap_err().to_string();
            assert!(refused.contains("a file of the server itself"), "{refused}");
            assert!(!file.exists(), "{name}");
        }
        backup(directory.path(), &elsewhere.path().join(name)).unwrap();
        std::fs::remove_file(elsewhere.path().join(name)).unwrap();
    }
    backup(directory.path(), &directory.path().join("games.db2")).unwrap();
}

#[test]
fn a_restore_leaves_a_directory_alone_that_is_in_use_or_has_games() {
    let (directory, store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    for force in [false, true] {
        let error = restore(directory.path(), &file, force).unwrap_err();
        assert!(matches!(error, CopyError::InUse { .. }), "{error}");
        // Hints that are for a server, which could play without a directory.
        let text = error.to_string();
        assert!(
            text.contains("another server") && !text.contains("--store"),
            "{text}"
        );
    }
    drop(store);
    let error = restore(directory.path(), &file, false).unwrap_err();
    assert!(matches!(error, CopyError::HasGames { .. }), "{error}");
    // With a log of a server that was killed, which has the games alone.
    let killed = tempfile::tempdir().unwrap();
    let (other, store) = three_games();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(other.path().join(file), killed.path().join(file)).unwrap();
    }
    drop(store);
    let error = restore(killed.path(), &file, false).unwrap_err();
    assert!(matches!(error, CopyError::HasGames { .. }), "{error}");
    let mut store = sqlite(killed.path()).unwrap();
    assert_eq!(store.load(room(3)).unwrap().events, game());
}

#[test]
fn a_database_in_which_nothing_was_played_is_replaced_without_force() {
    let (directory, _store) = three_games();
    let file = directory.path().join("copy.db");
    backup(directory.path(), &file).unwrap();
    let unused = tempfile::tempdir().unwrap();
    drop(sqlite(unused.path()).unwrap());
    let kept = unused.path().join("games.db.old-1");
    assert_eq!(restore(unused.path(), &file, false).unwrap(), Some(kept));
    let mut restored = sqlite(unused.path()).unwrap();
    assert_eq!(restored.load(room(1)).unwrap().events, game());
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
        let kept = restore(killed.path(), &file, true).unwrap().unwrap();
        let name = format!("games.db.old-{number}");
        assert_eq!(kept, killed.path().join(name));
    }
    let mut restored = sqlite(killed.path()).unwrap();
    assert_eq!(restored.load(room(2)).unwrap().events, game());
    drop(restored);
    let third = tempfile::tempdir().unwrap();
    let kept = killed.path().join("games.db.old-1");
    restore(third.path(), &kept, false).unwrap();
    let mut old = sqlite(third.path()).unwrap();
    assert_eq!(old.load(room(2)).unwrap().events.len(), game().len() + 1);
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
    restore(other.path(), &file, false).unwrap();
    all_are_the_owners();
    let store = sqlite(other.path()).unwrap();
    all_are_the_owners();
    drop(store);
    restore(other.path(), &file, true).unwrap();
    all_are_the_owners();
}

/// The directory had no database then, and a server began a new one.
#[test]
fn a_restore_that_cannot_rename_the_old_database_leaves_it_in_its_place() {
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
    let error = restore(directory.path(), &file, true).unwrap_err();
    assert!(matches!(error, CopyError::Failed { .. }), "{error}");
    assert_eq!(std::fs::read(at("games.db")).unwrap(), before);
    for name in ["games.db.old-1", "games.db.restored"] {
        assert!(!at(name).exists(), "{name}");
    }
}

#[test]
fn what_is_no_backup_is_not_restored() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    let fails = |words: &str| {
        let error = restore(directory.path(), &file, true).unwrap_err();
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
    fails("layout 99");
    sql("PRAGMA user_version = 3; CREATE TABLE room (id)");
    fails("missing");
}

#[test]
fn a_backup_of_an_earlier_layout_is_restored() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("copy.db");
    let database = Connection::open(&file).unwrap();
    let sql = include_str!("../../../../tests/data/store/layout_1.sql");
    database.execute_batch(sql).unwrap();
    drop(database);
    assert_eq!(restore(directory.path(), &file, false).unwrap(), None);
    assert_eq!(check(directory.path()).unwrap().layout, 1);
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
        layout: 3,
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
fn a_check_looks_at_the_rooms_of_earlier_layouts_too() {
    for (layout, sql) in [
        (1, include_str!("../../../../tests/data/store/layout_1.sql")),
        (2, include_str!("../../../../tests/data/store/layout_2.sql")),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.db");
        let database = Connection::open(&path).unwrap();
        database.execute_batch(sql).unwrap();
        drop(database);
        let before = std::fs::read(&path).unwrap();
        let report = check(directory.path()).unwrap();
        assert_eq!(report.layout, layout);
        assert_eq!(std::fs::read(&path).unwrap(), before, "nothing is changed");
        // What a server finds when it has migrated it.
        drop(sqlite(directory.path()).unwrap());
        let later = check(directory.path()).unwrap();
        assert_eq!(
            CheckReport {
                layout: 3,
                ..report
            },
            later
        );
        assert!(later.rooms > 0, "{later}");
        // A room of the second is damaged.
        assert_eq!(later.is_damaged(), layout == 2, "{later}");
    }
}

#[test]
fn a_check_finds_damage_in_rows_in_batches_in_pages_and_in_games() {
    let sql = |directory: &Path, sql: &str| {
        let database = Connection::open(directory.join("games.db")).unwrap();
        database.execute_batch(sql).unwrap();
    };
    let finds = |damage: &dyn Fn(&Path), words: &str| {
        let (directory, mut store) = three_games();
        // Two rooms are folded, and one is not.
        store
            .rest(&[1, 2].map(|number| Rest {
                room: room(number),
                left: None,
            }))
            .unwrap();
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
    let row = format!("UPDATE room SET seq = 4 WHERE id = '{}'", room(1));
    finds(&|path| sql(path, &row), "more is there");
    finds(
        &|path| sql(path, "UPDATE batch SET body = zeroblob(length(body))"),
        "batch 1",
    );
    let set_aside = format!(
        "INSERT INTO damaged_room VALUES ('{}', 'broken', NULL)",
        room(2)
    );
    finds(&|path| sql(path, &set_aside), "set aside: room");
    finds(&|path| sql(path, "DROP TABLE finished"), "missing");
    finds(
        &|path| lose_the_root_of(&path.join("games.db"), "room"),
        "damaged",
    );
    // Events that no room has: the rules say so, and no checksum.
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(5, 0, &game()[1..], LIVE)]);
    let report = check(directory.path()).unwrap();
    assert!(
        report.to_string().contains(&room(5).to_string()),
        "{report}"
    );
}

/// Returns a directory with a server's id, an owned name, the seats of two keys and a finished game.
pub(super) fn known_people() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    store.id(ServerId(1)).unwrap();
    let owned = OwnedName {
        owner: TokenHash(7),
        name: Name::clean("Ana").unwrap(),
        used: Millis::from_millis(5),
    };
    let skeleton = "ana".to_owned();
    store
        .change_names(&[NameChange::Owned { owned, skeleton }])
        .unwrap();
    let mut events = game();
    for (_, event) in &mut events {
        if let Event::SeatTaken { side, occupant } = event {
            *occupant = Occupant::KeyHolder {
                name: Name::clean("Ana").unwrap(),
                hash: TokenHash(9),
                holder: KeyHolder {
                    key: TokenHash(u128::from(*side == Side::First)),
                    nonce: 0,
                },
            };
        }
    }
    let mut over = game();
    let outcome = Outcome {
        winner: None,
        reason: Reason::Agreement,
        line: Vec::new(),
    };
    over.push((Millis::from_millis(5), Event::Over { outcome }));
    let finished = Room::finished_in(room(2), over.iter().map(|(at, event)| (*at, event)));
    let end = Append {
        finished: finished.into_iter().next().map(Box::new),
        ..append(2, 0, &over, None)
    };
    appends(store.as_mut(), &[append(1, 0, &events, LIVE), end]);
    directory
}

#[test]
fn a_check_finds_damage_in_what_people_are_known_by_and_in_finished_games() {
    let report = check(known_people().path()).unwrap();
    assert!(!report.is_damaged(), "{report}");
    for (damage, words) in [
        ("UPDATE server SET id = 'p'", "id of the server is damaged"),
        ("DELETE FROM server", "id of the server is gone"),
        (
            "UPDATE name_owner SET hash = x'00'",
            "a row of an owned name",
        ),
        ("UPDATE name_owner SET name = ' '", "a row of an owned name"),
        (
            "UPDATE seat SET side = 7 WHERE side = 1",
            "1 rows of the table seat",
        ),
        ("UPDATE seat SET key = x'00'", "2 rows of the table seat"),
        (
            "UPDATE finished SET winner = 'third'",
            "1 rows of the table finished",
        ),
        (
            "UPDATE finished SET ended = 'never'",
            "1 rows of the table finished",
        ),
        // Rows that a server may have written, but not of this game.
        (
            "UPDATE finished SET moves = 'h9'",
            "its game 1 and the row of that game in the table finished do not agree",
        ),
        (
            "UPDATE finished SET second = 'Bruna'",
            "its game 1 and the row of that game",
        ),
        (
            "DELETE FROM finished",
            "its game 1 and the row of that game",
        ),
        (
            "UPDATE finished SET game = 2",
            "its game 1 and the row of that game",
        ),
    ] {
        let directory = known_people();
        let database = Connection::open(directory.path().join("games.db")).unwrap();
        database.execute_batch(damage).unwrap();
        drop(database);
        let report = check(directory.path()).unwrap();
        assert!(
            report.is_damaged() && report.to_string().contains(words),
            "{damage}: {report}"
        );
    }
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

/// It was deleted.
#[test]
fn a_backup_leaves_a_file_of_the_host_beside_it_alone() {
    let (directory, _store) = three_games();
    let file = directory.path().join("copy.db");
    let beside = directory.path().join("copy.db.new");
    std::fs::write(&beside, "of the host").unwrap();
    backup(directory.path(), &file).unwrap();
    assert_eq!(std::fs::read(&beside).unwrap(), b"of the host");
}
