use jiff::civil::date;

use super::*;

const TEXT: &str = "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"bot:negamax:4\"]\n[Room \"K7QM2X\"]\n[Result \"1-0\"]\n\n1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\n";

const TODAY: Date = date(2026, 11, 22);

fn game(text: &str, number: u16, played: bool) -> FinishedGame {
    let record: Record = text.parse().unwrap();
    let room = record.tag("Room").unwrap().parse().unwrap();
    FinishedGame {
        record,
        room,
        number,
        played,
    }
}

fn names(library: &Library) -> Vec<String> {
    let name = |entry: &Entry| {
        entry
            .path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned()
    };
    library.games().unwrap().iter().map(name).collect()
}

/// The game of a name, or the numbers of those that there are.
fn found(library: &Library, name: &str) -> Result<Record, Vec<u16>> {
    library
        .find(name.parse().unwrap())
        .map_err(|problem| match problem {
            NotKept::NoSuchGame(numbers) => numbers.into_iter().map(NonZeroU16::get).collect(),
            NotKept::Library(error) => panic!("the library cannot be read: {error}"),
        })
}

#[test]
fn a_game_is_kept_once_and_read_back() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    assert!(names(&library).is_empty());
    let finished = game(TEXT, 1, true);
    let path = library.keep(&finished, TODAY).unwrap();
    let kept = read(&path).unwrap();
    assert_eq!(kept.plies(), finished.record.plies());
    assert_eq!(kept.tag("Date"), Some("2026.11.22"));
    // Seen again on another day, as after coming back to the room.
    let tomorrow = date(2026, 11, 23);
    assert_eq!(library.keep(&finished, tomorrow).unwrap(), path);
    library.keep(&game(TEXT, 2, true), tomorrow).unwrap();
    assert_eq!(
        names(&library),
        ["2026-11-23-K7QM2X-2.txt", "2026-11-22-K7QM2X-1.txt"]
    );
    let latest = found(&library, "K7QM2X").unwrap();
    assert_eq!(latest.tag("Date"), Some("2026.11.23"));
    assert_eq!(found(&library, "AAAAAA"), Err(Vec::new()));
}

#[test]
fn another_game_with_the_same_code_replaces_none() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    let first = library.keep(&game(TEXT, 1, true), TODAY).unwrap();
    let other = TEXT.replace("4 3 2. 4 3 3. 4 3 4. 4", "1 3 2. 1 3 3. 1 3 4. 1");
    let second = library.keep(&game(&other, 1, true), TODAY).unwrap();
    assert_ne!(first, second);
    // The second one is known again too, though its name has a number behind it.
    assert_eq!(library.keep(&game(&other, 1, true), TODAY).unwrap(), second);
    assert_eq!(library.games().unwrap().len(), 2);
}

#[test]
fn games_that_were_only_watched_are_kept_apart_and_the_oldest_go() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    library.keep(&game(TEXT, 1, true), TODAY).unwrap();
    let watched = data.path().join("games/watched");
    fs::create_dir_all(&watched).unwrap();
    for number in 0..WATCHED {
        fs::write(watched.join(format!("2026-11-01-{number:06}-1.txt")), TEXT).unwrap();
    }
    library.keep(&game(TEXT, 1, false), TODAY).unwrap();
    let games = library.games().unwrap();
    assert_eq!(games.iter().filter(|entry| entry.watched).count(), WATCHED);
    assert!(!watched.join("2026-11-01-000000-1.txt").exists());
    assert!(watched.join("2026-11-22-K7QM2X-1.txt").exists());
    assert_eq!(games.len(), WATCHED + 1, "what was played stays");
}

#[test]
fn a_file_that_is_no_record_is_listed_with_the_reason_and_hides_no_other() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    library.keep(&game(TEXT, 1, true), TODAY).unwrap();
    fs::write(data.path().join("games/zzz.txt"), "not a game").unwrap();
    let games = library.games().unwrap();
    assert_eq!(games.len(), 2);
    let unread = games.iter().filter(|entry| entry.record.is_err());
    assert_eq!(unread.count(), 1);
    assert!(found(&library, "K7QM2X").is_ok());
}

#[test]
fn the_tenth_game_of_a_room_is_later_than_the_ninth() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    let other = TEXT.replace("4 3 2. 4 3 3. 4 3 4. 4", "1 3 2. 1 3 3. 1 3 4. 1");
    library.keep(&game(TEXT, 9, true), TODAY).unwrap();
    let tenth = library.keep(&game(&other, 10, true), TODAY).unwrap();
    assert_eq!(library.games().unwrap()[0].path, tenth);
    assert_eq!(found(&library, "K7QM2X"), Ok(read(&tenth).unwrap()));
}

/// Rematches: only the latest could be named by its room.
#[test]
fn each_game_of_a_room_has_a_name_and_an_unknown_one_is_told_with_those_there_are() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    let mut paths = Vec::new();
    for number in 1..=3 {
        let text = TEXT.replace("Ana", &format!("Ana {number}"));
        paths.push(library.keep(&game(&text, number, true), TODAY).unwrap());
    }
    for (name, path) in [
        ("K7QM2X-1", &paths[0]),
        ("K7QM2X-2", &paths[1]),
        ("K7QM2X-3", &paths[2]),
        ("K7QM2X", &paths[2]),
    ] {
        assert_eq!(found(&library, name), Ok(read(path).unwrap()), "{name}");
    }
    assert_eq!(found(&library, "K7QM2X-4"), Err(vec![1, 2, 3]));
    let listed = library.games().unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|entry| entry.name.unwrap().to_string())
        .collect();
    assert_eq!(listed, ["K7QM2X-3", "K7QM2X-2", "K7QM2X-1"]);
}

#[test]
fn of_two_games_with_one_name_the_later_has_it() {
    let data = tempfile::tempdir().unwrap();
    let library = Library::below(data.path());
    library.keep(&game(TEXT, 1, true), TODAY).unwrap();
    let other = TEXT.replace("4 3 2. 4 3 3. 4 3 4. 4", "1 3 2. 1 3 3. 1 3 4. 1");
    let later = library.keep(&game(&other, 1, true), TODAY).unwrap();
    let games = library.games().unwrap();
    assert_eq!([games[0].hidden, games[1].hidden], [false, true]);
    assert_eq!(found(&library, "K7QM2X-1"), Ok(read(&later).unwrap()));
}
