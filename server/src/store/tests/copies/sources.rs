//! Databases beside which nothing can be written, or nothing should be.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::*;

/// Returns the names of the files in `directory`.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// The memory that is shared was left with the mode of the database, and no server could write it afterwards.
#[test]
fn a_check_of_a_database_that_is_read_only_leaves_no_file_beside_it() {
    let (directory, store) = three_games();
    drop(store);
    let file = directory.path().join("games.db");
    let before = names(directory.path());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
    assert_eq!(check(directory.path()).unwrap().rooms, 3);
    assert_eq!(names(directory.path()), before);
    let copy = tempfile::tempdir().unwrap();
    backup(directory.path(), &copy.path().join("copy.db")).unwrap();
    assert_eq!(names(directory.path()), before);
    // With games in the log, as a server leaves it that was killed.
    let log = directory.path().join("games.db-wal");
    fs::write(&log, "games").unwrap();
    let error = check(directory.path()).unwrap_err().to_string();
    assert!(error.contains("games.db-wal"), "{error}");
}

/// On a full disk nothing could be read, not even for a copy to another one.
#[cfg(target_os = "linux")]
#[test]
fn a_database_on_a_disk_without_room_for_shared_memory_is_checked_and_copied() {
    let (directory, store) = three_games();
    let in_its_place = |directory: &Path| {
        // It takes no byte, and is of no size.
        let made = Command::new("mkfifo")
            .arg(directory.join("games.db-shm"))
            .status();
        assert!(made.unwrap().success());
    };
    // As a server left it that was killed: the games are in the log alone.
    let killed = killed(directory.path(), WITH_LOG);
    drop(store);
    for directory in [directory.path(), killed.path()] {
        in_its_place(directory);
        let before = fs::read(directory.join("games.db")).unwrap();
        assert_eq!(check(directory).unwrap().rooms, 3);
        let copy = tempfile::tempdir().unwrap();
        let file = copy.path().join("copy.db");
        backup(directory, &file).unwrap();
        assert_eq!(check(&file).unwrap().rooms, 3);
        assert_eq!(fs::read(directory.join("games.db")).unwrap(), before);
        // A server goes on with all of it when there is room.
        fs::remove_file(directory.join("games.db-shm")).unwrap();
        let mut store = sqlite(directory).unwrap();
        for number in 1..=3 {
            assert_eq!(load(store.as_mut(), number), game());
        }
    }
}
