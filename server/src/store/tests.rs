//! The contract of every storage, and the properties of the database alone.

use protocol::id::{RoomId, Seq, TokenHash};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::view::{Outcome, Reason};
use room::{KeyHolder, Occupant, Timing};

use super::*;

const LIVE: Option<Millis> = Some(Millis::from_millis(60_000));
const NOT_LIVE: Option<Millis> = None;

fn room(number: u64) -> RoomId {
    RoomId::from_draw(number)
}

/// Returns one of every durable event.
fn every_event() -> Vec<Recorded> {
    let side = Side::Second;
    let by = Side::First;
    let events = vec![
        Event::Opened {
            spec: GameSpec::new(Variant::named("gomoku").unwrap()),
            timing: Timing::default(),
        },
        Event::SeatTaken {
            side,
            occupant: Occupant::Human {
                name: Name::clean("Łucja").unwrap(),
                hash: TokenHash(u128::MAX),
            },
        },
        Event::SeatTaken {
            side: by,
            occupant: Occupant::Bot("negamax:4".parse().unwrap()),
        },
        Event::SeatVacated { side },
        Event::Started,
        Event::Played {
            square: Square::new(19, 19).unwrap(),
            charged: Millis::from_millis(1500),
            credit: Millis::from_millis(500),
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
        Event::RematchDeclined { by },
        Event::ChatPosted {
            name: Name::clean("Ana").unwrap(),
            side: None,
            text: ChatText::clean("¡hola!").unwrap(),
        },
        Event::Resumed,
        Event::ClockStarted,
        Event::Closed,
    ];
    assert!(events.iter().all(Event::is_durable));
    (0..).map(Millis::from_millis).zip(events).collect()
}

fn append(number: u64, expected: u32, events: &[Recorded], wake_after: Option<Millis>) -> Append {
    Append::to_room(room(number), Seq(expected), events, wake_after)
}

/// Returns the events of a room that can be read.
fn load(store: &mut dyn Store, number: u64) -> Vec<Recorded> {
    let room = room(number);
    store.load(room).unwrap().read(room).unwrap()
}

/// Appends a batch that must succeed.
fn appends(store: &mut dyn Store, batch: &[Append]) {
    for answer in store.append(batch) {
        answer.unwrap();
    }
}

/// Makes an append that must succeed.
fn add(
    store: &mut dyn Store,
    number: u64,
    expected: u32,
    events: &[Recorded],
    wake_after: Option<Millis>,
) {
    appends(store, &[append(number, expected, events, wake_after)]);
}

/// Notes that the last player left the room at this moment, or that somebody is there.
fn rest(store: &mut dyn Store, number: u64, left: Option<Millis>) {
    let room = room(number);
    store.rest(&[Rest { room, left }]).unwrap();
}

/// Returns the rooms that go on.
fn live(store: &mut dyn Store) -> Vec<RoomId> {
    let live = store.live(Millis::from_millis(5)).unwrap();
    live.iter().map(|live| live.room).collect()
}

/// Opens a new database.
fn new() -> (tempfile::TempDir, Box<dyn Store>) {
    let directory = tempfile::tempdir().unwrap();
    let store = sqlite(directory.path()).unwrap();
    (directory, store)
}

/// Copies these files of a database that is open, as a killed server leaves them.
fn killed(directory: &Path, files: &[&str]) -> tempfile::TempDir {
    let left = tempfile::tempdir().unwrap();
    for file in files {
        std::fs::copy(directory.join(file), left.path().join(file)).unwrap();
    }
    left
}

/// All that a killed server leaves of its games.
const WITH_LOG: &[&str] = &["games.db", "games.db-wal"];

/// Changes the database in `directory` behind the server's back.
fn tamper(directory: &Path, sql: &str) {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
}

/// Checks the contract of every storage.
fn keeps_the_contract(store: &mut dyn Store) {
    let events = every_event();
    assert_eq!(store.load(room(1)).unwrap(), Stored::default(), "nothing");
    assert!(store.live(Millis::from_millis(5)).unwrap().is_empty());
    store.probe().unwrap();

    // One call, many rooms; one that is a conflict does not spoil the others.
    let answers = store.append(&[
        append(1, 0, &events[..2], LIVE),
        append(2, 7, &events[..2], LIVE),
        append(3, 0, &events[..1], LIVE),
        append(1, 2, &events[2..], LIVE),
    ]);
    assert!(answers[0].is_ok() && answers[2].is_ok() && answers[3].is_ok());
    assert!(matches!(
        answers[1],
        Err(StoreError::Conflict {
            expected: Seq(7),
            stored: Seq(0),
            ..
        })
    ));
    assert_eq!(load(store, 1), events);
    assert_eq!(store.load(room(2)).unwrap(), Stored::default());

    // A second owner of a room is a conflict.
    let late = store.append(&[append(1, 3, &events[..1], NOT_LIVE)]);
    assert!(matches!(late[0], Err(StoreError::Conflict { .. })));
    assert_eq!(load(store, 1).len(), events.len());

    // A room that is over is not live.
    add(store, 1, events.len() as u32, &events[..1], NOT_LIVE);
    assert_eq!(live(store), [room(3)]);
}

/// Checks the contract about the seats that keys hold.
fn lists_the_seats_of_keys(store: &mut dyn Store) {
    const ANA: TokenHash = TokenHash(1);
    const BO: TokenHash = TokenHash(2);
    let opened = (Millis::ZERO, every_event()[0].1.clone());
    let taken = |at, side, key| {
        let occupant = Occupant::KeyHolder {
            name: Name::clean("Ana").unwrap(),
            hash: TokenHash(9),
            holder: KeyHolder {
                key,
                nonce: 0,
                owns_name: true,
            },
        };
        (Millis::from_millis(at), Event::SeatTaken { side, occupant })
    };
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(store.seats(ANA, 9).unwrap(), [], "nothing is stored");
    let vacated = (Millis::ZERO, Event::SeatVacated { side: second });
    add(store, 5, 0, &[opened.clone(), vacated.clone()], LIVE);
    assert_eq!(store.seats(ANA, 9).unwrap(), [], "no key has a seat");
    let both = [taken(30, first, ANA), taken(31, second, BO)];
    for (number, taken) in [
        (1, &both[..]),
        (2, &[taken(50, second, ANA)]),
        (3, &[taken(40, first, ANA)]),
        (4, &[taken(20, first, BO)]),
    ] {
        let events = [std::slice::from_ref(&opened), taken].concat();
        add(store, number, 0, &events, LIVE);
    }
    let listed = |store: &mut dyn Store, key, most| store.seats(key, most).unwrap();
    assert_eq!(listed(store, ANA, 9), [room(2), room(3), room(1)]);
    assert_eq!(listed(store, ANA, 2), [room(2), room(3)]);
    assert_eq!(listed(store, BO, 9), [room(1), room(4)]);

    // The seat of another side stays; a seat that is taken again is that of the new key.
    let again = [vacated, taken(60, second, ANA)];
    add(store, 1, 3, &again, LIVE);
    add(store, 2, 2, &[(Millis::ZERO, Event::Closed)], NOT_LIVE);
    assert_eq!(listed(store, ANA, 9), [room(1), room(3)]);
    assert_eq!(listed(store, BO, 9), [room(4)]);
}

/// Deletes all that is older than `before`, and returns the number of rooms.
fn prune(store: &mut dyn Store, before: u64, spared: &[u64]) -> usize {
    let spared = spared.iter().copied().map(room).collect();
    let before = Millis::from_millis(before);
    let mut progress = Pruning::default();
    let mut rooms = 0;
    // Each call does a part, and the last one comes.
    for _ in 0..10_000 {
        let pruned = store.prune(before, &spared, &mut progress).unwrap();
        rooms += pruned.rooms;
        if pruned.is_done {
            return rooms;
        }
    }
    panic!("it does not end");
}

/// Checks the contract about rooms that were over long ago.
fn deletes_what_is_long_over(store: &mut dyn Store) {
    let at = |at| -> Vec<Recorded> {
        let opened = every_event()[0].1.clone();
        let first = (Millis::from_millis(5), opened);
        vec![first, (Millis::from_millis(at), Event::Closed)]
    };
    assert_eq!(prune(store, 1000, &[]), 0);
    for (number, closed, wake_after) in [
        (1, 100, NOT_LIVE),
        (2, 100, LIVE),
        (3, 300, NOT_LIVE),
        (4, 100, NOT_LIVE),
        (5, 100, NOT_LIVE),
    ] {
        add(store, number, 0, &at(closed), wake_after);
    }
    store.quarantine(room(5), "a stone on a stone").unwrap();
    assert_eq!(prune(store, 100, &[]), 0, "as old as that is not older");
    assert_eq!(prune(store, 101, &[4]), 1);
    let mut events = |number| store.load(room(number)).map(|stored| stored.events.len());
    assert_eq!(events(1).unwrap(), 0);
    assert_eq!(events(2).unwrap(), 2, "a game in progress is never touched");
    assert_eq!(events(3).unwrap(), 2);
    assert_eq!(events(4).unwrap(), 2, "spared");
    assert!(events(5).is_err(), "what is left of it is kept");
    // The code is free, and what follows an old game makes it young.
    add(store, 1, 0, &at(900), LIVE);
    add(store, 4, 2, &at(900)[1..], NOT_LIVE);
    assert_eq!(prune(store, 500, &[]), 1);
    let mut events = |number| load(store, number).len();
    assert_eq!((events(1), events(3), events(4)), (2, 0, 3));
    assert_eq!(live(store), [room(1), room(2)]);
}

/// Checks the contract about rooms that wait for a moment.
fn keeps_due_times(store: &mut dyn Store) {
    let events = every_event();
    let at = |millis| Some(Millis::from_millis(millis));
    for (number, wake_after) in [(1, at(10)), (2, at(300)), (3, NOT_LIVE), (4, at(500))] {
        add(store, number, 0, &events[..1], wake_after);
    }
    for (number, left) in [(4, at(600)), (2, at(999)), (2, None), (9, at(1))] {
        rest(store, number, left);
    }
    let left = |store: &mut dyn Store, number| store.load(room(number)).unwrap().left;
    assert_eq!(left(store, 4), at(600));
    assert_eq!(left(store, 2), None, "somebody came");
    assert_eq!(store.load(room(9)).unwrap(), Stored::default());

    // Soonest first; who left before the start left then, and the others at the start.
    let due = |number, due| LiveRoom {
        room: room(number),
        due: Millis::from_millis(due),
    };
    let first_start = store.live(Millis::from_millis(1000)).unwrap();
    assert_eq!(first_start, [due(1, 1010), due(4, 1100), due(2, 1300)]);
    assert_eq!(left(store, 2), at(1000));
    // Further starts give nobody more time, and neither does a clock that was set back.
    let later = store.live(Millis::from_millis(50_000)).unwrap();
    assert_eq!(later, first_start);
    let set_back = store.live(Millis::from_millis(100)).unwrap();
    assert_eq!(set_back, [due(1, 110), due(2, 400), due(4, 600)]);

    // An append is made in a room that somebody is in.
    add(store, 2, 1, &events[..1], at(1));
    assert_eq!(left(store, 2), None);
    let live = store.live(Millis::from_millis(2000)).unwrap();
    assert_eq!(live.last(), Some(&due(2, 2001)));
}

/// Checks the contract about a room that makes no sense.
fn quarantines_rooms(store: &mut dyn Store) {
    let events = every_event();
    add(store, 1, 0, &events[..2], LIVE);
    add(store, 2, 0, &events[..2], LIVE);
    store.quarantine(room(1), "a stone on a stone").unwrap();
    let error = store.load(room(1)).unwrap_err();
    is_damaged(&error, room(1), "a stone on a stone");
    let answers = store.append(&[
        append(1, 0, &events[..1], LIVE),
        append(2, 2, &events[..1], LIVE),
        append(1, 2, &events[..1], LIVE),
    ]);
    is_damaged(answers[0].as_ref().unwrap_err(), room(1), "a stone");
    assert!(answers[1].is_ok(), "the others go on");
    is_damaged(answers[2].as_ref().unwrap_err(), room(1), "a stone");
    assert_eq!(live(store), [room(2)]);
    rest(store, 1, None);
    assert!(store.load(room(1)).is_err(), "its code is not free");
}

/// Checks that the error is damage of this room, and says so with `what`.
fn is_damaged(error: &StoreError, room: RoomId, what: &str) {
    let text = error.to_string();
    assert!(
        matches!(error, StoreError::Damaged { room: named, .. } if *named == room),
        "{error:?}"
    );
    assert!(
        text.contains(what) && text.contains("damaged") && text.contains(room.as_str()),
        "{text:?} does not say {what:?}"
    );
    assert!(!text.contains("another server"), "{text}");
}

/// Runs a check on every storage, each empty.
fn with_each(check: impl Fn(&mut dyn Store)) {
    let directory = tempfile::tempdir().unwrap();
    check(memory().as_mut());
    check(sqlite(directory.path()).unwrap().as_mut());
    #[cfg(all(feature = "postgres", unix))]
    if let Some(postgres) = crate::testing::postgres::Postgres::shared() {
        let url = postgres.database().url();
        check(
            super::postgres(&url, "ws://localhost:1", LEASE, None)
                .unwrap()
                .as_mut(),
        );
    }
}

#[test]
fn every_storage_keeps_the_contract() {
    with_each(keeps_the_contract);
    with_each(keeps_due_times);
    with_each(quarantines_rooms);
    with_each(lists_the_seats_of_keys);
    with_each(deletes_what_is_long_over);
}

#[test]
fn a_storage_in_memory_forgets_a_room_that_is_over_when_it_leaves_memory() {
    let mut store = memory();
    let events = every_event();
    let store = store.as_mut();
    add(store, 1, 0, &events, NOT_LIVE);
    add(store, 2, 0, &events, LIVE);
    assert_eq!(load(store, 1), events, "still played");
    for number in [1, 2] {
        rest(store, number, Some(Millis::from_millis(5)));
    }
    assert_eq!(store.load(room(1)).unwrap(), Stored::default());
    assert_eq!(load(store, 2), events);
}

#[test]
fn a_second_server_on_the_same_directory_is_refused_by_name() {
    let (directory, first) = new();
    let error = sqlite(directory.path()).err().unwrap();
    assert!(matches!(error, OpenError::Locked { .. }));
    let text = error.to_string();
    assert!(
        text.contains("--data") && !text.contains("--store memory"),
        "{text}"
    );
    drop(first);
    sqlite(directory.path()).unwrap();
}

#[test]
fn a_database_of_another_release_is_refused_and_not_harmed() {
    let (directory, store) = new();
    drop(store);
    let path = directory.path().join("games.db");
    tamper(
        directory.path(),
        "PRAGMA journal_mode = DELETE; PRAGMA user_version = 99",
    );
    let before = std::fs::read(&path).unwrap();
    let error = sqlite(directory.path()).err().unwrap();
    assert!(
        matches!(error, OpenError::OtherVersion { found: 99, .. }),
        "{error}"
    );
    assert!(std::fs::read(&path).unwrap() == before);
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

mod copies;
mod damage;
mod names;
mod opening;
mod server_id;
mod uptime;
