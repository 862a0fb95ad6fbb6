//! Damage in the lists that are made of the events of all rooms.

use protocol::id::ServerId;
use room::Room;

use super::super::copies::known_people;
use super::*;
use crate::store::writer;

/// Lists, each with what can be lost of it.
const LOST: [(&str, &str); 4] = [
    ("finished", "finished"),
    ("finished", "sqlite_autoindex_finished_1"),
    ("seat", "seat"),
    ("seat", "seat_of_key"),
];

/// Returns a database of known people of which a page is lost.
fn damaged(lost: &str) -> tempfile::TempDir {
    let directory = known_people();
    lose_the_root_of(&directory.path().join("games.db"), lost);
    directory
}

/// Returns the end of the game of room 1, and another room in which a key takes a seat.
fn writes_to_lists(store: &mut dyn Store) -> [Append; 2] {
    let mut events = store.load(room(1)).unwrap().events;
    let stored = events.len();
    let outcome = Outcome {
        winner: None,
        reason: Reason::Agreement,
        line: Vec::new(),
    };
    events.push((Millis::from_millis(9), Event::Over { outcome }));
    let games = Room::finished_in(room(1), events.iter().map(|(at, event)| (*at, event)));
    let end = Append {
        finished: games.into_iter().next().map(Box::new),
        ..append(1, stored as u32, &events[stored..], None)
    };
    [end, append(3, 0, &events[..2], LIVE)]
}

/// No game could end, and with it no other room of the same commit was stored.
#[test]
fn games_go_on_where_a_list_is_damaged() {
    for (table, lost) in LOST {
        let directory = damaged(lost);
        let mut store = sqlite(directory.path()).unwrap();
        assert_eq!(store.damage(), None);
        let batch = writes_to_lists(store.as_mut());
        appends(store.as_mut(), &batch);
        store.probe().unwrap();
        let told = store.damage().unwrap().to_owned();
        for words in [table, "`backup --damaged`", "`restore --force`"] {
            assert!(told.contains(words), "{lost}: {told}");
        }
        drop(store);
        let copy = directory.path().join("copy.db");
        backup_damaged(directory.path(), &copy).unwrap();
        let report = check(&copy).unwrap();
        assert!(!report.is_damaged(), "{lost}: {report}");
        assert_eq!((report.rooms, report.finished), (3, 2), "{lost}: {report}");
    }
}

/// The server started without a word.
#[test]
fn damage_in_a_list_is_found_at_the_start() {
    for (table, lost) in LOST {
        let directory = damaged(lost);
        let mut store = sqlite(directory.path()).unwrap();
        store.live(Millis::from_millis(9)).unwrap();
        let told = store.damage().unwrap();
        assert!(told.contains(table), "{lost}: {told}");
        assert!(prune(store.as_mut(), 1000, &[]) > 0, "{lost}");
    }
    let directory = known_people();
    let mut store = sqlite(directory.path()).unwrap();
    store.live(Millis::from_millis(9)).unwrap();
    assert_eq!(store.damage(), None);
}

/// Between two writes that failed the health was good.
#[tokio::test]
async fn damage_that_was_met_is_a_problem_until_the_end_though_games_are_stored() {
    for (table, lost) in LOST {
        let directory = damaged(lost);
        let mut store = sqlite(directory.path()).unwrap();
        let batch = writes_to_lists(store.as_mut());
        let store = writer::at_once(store, || Millis::ZERO);
        for append in batch {
            store.append(append).await.unwrap();
        }
        assert_eq!(store.failure(Millis::ZERO), None, "{lost}");
        let problem = store.problem(Millis::ZERO).unwrap();
        assert!(problem.contains(table), "{lost}: {problem}");
    }
}

#[test]
fn lost_names_are_told_as_damage() {
    let directory = damaged("name_owner");
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(store.owned_names().unwrap(), []);
    assert!(store.damage().unwrap().contains("the owned names"));
}

/// The server had another id at each start, by which nobody was known any more, and said it in its log alone.
#[test]
fn a_lost_id_and_lost_runs_are_told_as_damage() {
    let (now, id) = (Millis::from_secs(1_800_000_000), ServerId(2));
    for (lost, what) in [("server", "the id of the server"), ("run", "the runs")] {
        let directory = known_people();
        sqlite(directory.path()).unwrap().start(now).unwrap();
        lose_the_root_of(&directory.path().join("games.db"), lost);
        let mut store = sqlite(directory.path()).unwrap();
        let is_noted = (store.start(now).is_ok(), store.id(id).is_ok());
        assert_eq!(is_noted, (lost != "run", lost != "server"));
        let told = store.damage().unwrap();
        assert!(told.contains(what), "{told}");
    }
}
