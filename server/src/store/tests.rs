//! One contract for every storage, and what is the database's own.

use protocol::id::{RoomId, Seal, Seq};
use protocol::message::{Outcome, Reason};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use room::{Occupant, Timing};

use super::*;

fn room(number: u64) -> RoomId {
    RoomId::from_draw(number)
}

/// One of every durable event.
fn every_event() -> Vec<Recorded> {
    let side = Side::Second;
    let by = Side::First;
    let events = vec![
        Event::Opened {
            spec: GameSpec::new(Variant::named("gomoku").unwrap()),
            timing: Timing::default(),
        },
        Event::Sat {
            side,
            occupant: Occupant::Human {
                name: Name::clean("Łucja").unwrap(),
                seal: Seal(u128::MAX),
            },
        },
        Event::Sat {
            side: by,
            occupant: Occupant::Bot("negamax:4".parse().unwrap()),
        },
        Event::Stood { side },
        Event::Started,
        Event::Moved {
            square: Square::new(19, 19).unwrap(),
            credit: Millis(500),
        },
        Event::Over {
            outcome: Outcome {
                winner: Some(side),
                reason: Reason::Line,
                line: vec![Square::new(0, 0).unwrap()],
            },
        },
        Event::DrawOffered { by },
        Event::DrawDeclined { by },
        Event::TakebackAsked { by },
        Event::TakebackDeclined { by },
        Event::TakenBack { by, plies: 3 },
        Event::RematchOffered { by },
        Event::Said {
            name: Name::clean("Ana").unwrap(),
            side: None,
            text: ChatText::clean("¡hola!").unwrap(),
        },
        Event::Resumed,
        Event::ClockStarted,
        Event::Closed,
    ];
    assert!(events.iter().all(Event::is_durable));
    (0..).map(Millis).zip(events).collect()
}

fn append(number: u64, expected: u32, events: &[Recorded], live: bool) -> Append {
    Append {
        room: room(number),
        expected: Seq(expected),
        events: events.to_vec(),
        live,
    }
}

/// What every storage must do.
fn keeps_the_contract(store: &mut dyn Store) {
    let events = every_event();
    assert!(store.load(room(1)).unwrap().is_empty(), "nothing yet");
    assert!(store.unfinished().unwrap().is_empty());

    // One call, many rooms; one that is fenced does not spoil the others.
    let answers = store.append(&[
        append(1, 0, &events[..2], true),
        append(2, 7, &events[..2], true),
        append(3, 0, &events[..1], true),
        append(1, 2, &events[2..], true),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok() && answers[3].is_ok());
    assert!(matches!(
        answers[1],
        Err(StoreError::Fenced {
            expected: Seq(7),
            stored: Seq(0),
            ..
        })
    ));
    assert_eq!(store.load(room(1)).unwrap(), events);
    assert!(store.load(room(2)).unwrap().is_empty());

    // A second owner of a room is fenced.
    let late = store.append(&[append(1, 3, &events[..1], false)]);
    assert!(matches!(late[0], Err(StoreError::Fenced { .. })));
    assert_eq!(store.load(room(1)).unwrap().len(), events.len());

    let mut unfinished = store.unfinished().unwrap();
    unfinished.sort();
    let mut expected = vec![room(1), room(3)];
    expected.sort();
    assert_eq!(unfinished, expected);
    store.append(&[append(1, events.len() as u32, &events[..1], false)])[0]
        .as_ref()
        .unwrap();
    assert_eq!(store.unfinished().unwrap(), [room(3)]);
}

#[test]
fn every_storage_keeps_the_contract() {
    let directory = tempfile::tempdir().unwrap();
    keeps_the_contract(memory().as_mut());
    keeps_the_contract(sqlite(directory.path()).unwrap().as_mut());
}

#[test]
fn a_database_that_is_opened_again_has_everything() {
    let directory = tempfile::tempdir().unwrap();
    let events = every_event();
    let mut store = sqlite(directory.path()).unwrap();
    store.append(&[append(1, 0, &events, true)])[0]
        .as_ref()
        .unwrap();
    drop(store);
    let mut store = sqlite(directory.path()).unwrap();
    assert_eq!(store.load(room(1)).unwrap(), events);
    assert_eq!(store.unfinished().unwrap(), [room(1)]);
}

#[test]
fn a_second_server_on_the_same_directory_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let first = sqlite(directory.path()).unwrap();
    let error = sqlite(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Locked { .. }));
    let text = error.to_string();
    assert!(
        text.contains("--data") && text.contains("--store memory"),
        "{text}"
    );
    drop(first);
    sqlite(directory.path()).unwrap();
}

#[test]
fn a_database_of_a_later_release_is_refused_and_not_harmed() {
    let directory = tempfile::tempdir().unwrap();
    drop(sqlite(directory.path()).unwrap());
    let path = directory.path().join("games.db");
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .pragma_update(None, "journal_mode", "DELETE")
        .unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let before = std::fs::read(&path).unwrap();
    let error = sqlite(directory.path()).err().unwrap();
    assert!(
        matches!(error, OpenError::TooNew { found: 99, .. }),
        "{error}"
    );
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn a_damaged_event_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    store.append(&[append(1, 0, &every_event(), true)])[0]
        .as_ref()
        .unwrap();
    drop(store);
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database
        .execute("UPDATE event SET body = x'ff' WHERE seq = 5", [])
        .unwrap();
    drop(database);
    let error = sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("event 5") && text.contains(room(1).as_str()),
        "{text}"
    );
}

#[test]
fn a_missing_event_is_named_and_the_rest_is_not_taken_for_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    store.append(&[append(1, 0, &every_event(), true)])[0]
        .as_ref()
        .unwrap();
    drop(store);
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database
        .execute("DELETE FROM event WHERE seq = 6", [])
        .unwrap();
    drop(database);
    let error = sqlite(directory.path()).unwrap().load(room(1)).unwrap_err();
    assert!(error.to_string().contains("event 6"), "{error}");
}

#[test]
fn what_was_appended_is_there_after_the_server_was_killed() {
    let directory = tempfile::tempdir().unwrap();
    let events = every_event();
    let mut store = sqlite(directory.path()).unwrap();
    store.append(&[append(1, 0, &events, true)])[0]
        .as_ref()
        .unwrap();
    // The files as they lie there while the store is open: all that a killed server leaves behind.
    let left = tempfile::tempdir().unwrap();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(directory.path().join(file), left.path().join(file)).unwrap();
    }
    drop(store);
    let mut store = sqlite(left.path()).unwrap();
    assert_eq!(store.load(room(1)).unwrap(), events);
    assert_eq!(store.unfinished().unwrap(), [room(1)]);
}

#[test]
fn a_directory_that_cannot_be_made_is_refused_with_the_way_out() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "not a directory").unwrap();
    let text = sqlite(&file.join("below")).err().unwrap().to_string();
    assert!(
        text.contains("cannot open the store") && text.contains("--data"),
        "{text}"
    );
    assert!(!text.contains("os error"), "{text}");
}

mod layouts;
