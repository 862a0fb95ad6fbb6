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
    let end = append(1, events.len() as u32, &events[..1], NOT_LIVE);
    appends(store, &[end]);
    assert_eq!(
        codes(&store.live(Millis::from_millis(5)).unwrap()),
        [room(3)]
    );
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
            holder: KeyHolder { key, nonce: 0 },
        };
        (Millis::from_millis(at), Event::SeatTaken { side, occupant })
    };
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(store.seats(ANA, 9).unwrap(), [], "nothing is stored");
    let vacated = (Millis::ZERO, Event::SeatVacated { side: second });
    appends(
        store,
        &[append(5, 0, &[opened.clone(), vacated.clone()], LIVE)],
    );
    assert_eq!(store.seats(ANA, 9).unwrap(), [], "no key has a seat");
    appends(
        store,
        &[
            append(
                1,
                0,
                &[opened.clone(), taken(30, first, ANA), taken(31, second, BO)],
                LIVE,
            ),
            append(2, 0, &[opened.clone(), taken(50, second, ANA)], LIVE),
            append(3, 0, &[opened.clone(), taken(40, first, ANA)], LIVE),
            append(4, 0, &[opened, taken(20, first, BO)], LIVE),
        ],
    );
    let listed = |store: &mut dyn Store, key, most| store.seats(key, most).unwrap();
    assert_eq!(listed(store, ANA, 9), [room(2), room(3), room(1)]);
    assert_eq!(listed(store, ANA, 2), [room(2), room(3)]);
    assert_eq!(listed(store, BO, 9), [room(1), room(4)]);

    // The seat of another side stays; a seat that is taken again is that of the new key.
    let again = [vacated, taken(60, second, ANA)];
    appends(store, &[append(1, 3, &again, LIVE)]);
    let closed = (Millis::ZERO, Event::Closed);
    appends(store, &[append(2, 2, &[closed], NOT_LIVE)]);
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
    appends(
        store,
        &[
            append(1, 0, &at(100), NOT_LIVE),
            append(2, 0, &at(100), LIVE),
            append(3, 0, &at(300), NOT_LIVE),
            append(4, 0, &at(100), NOT_LIVE),
            append(5, 0, &at(100), NOT_LIVE),
        ],
    );
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
    appends(
        store,
        &[
            append(1, 0, &at(900), LIVE),
            append(4, 2, &at(900)[1..], NOT_LIVE),
        ],
    );
    assert_eq!(prune(store, 500, &[]), 1);
    let mut events = |number| load(store, number).len();
    assert_eq!((events(1), events(3), events(4)), (2, 0, 3));
    assert_eq!(
        codes(&store.live(Millis::from_millis(5)).unwrap()),
        [room(1), room(2)]
    );
}

/// Checks the contract about rooms that wait for a moment.
fn keeps_due_times(store: &mut dyn Store) {
    let events = every_event();
    let wakes_after =
        |number, span| append(number, 0, &events[..1], Some(Millis::from_millis(span)));
    let soon_later_never_deserted = [
        wakes_after(1, 10),
        wakes_after(2, 300),
        append(3, 0, &events[..1], NOT_LIVE),
        wakes_after(4, 500),
    ];
    appends(store, &soon_later_never_deserted);
    let left = |number, left: Option<u64>| Rest {
        room: room(number),
        left: left.map(Millis::from_millis),
    };
    store
        .rest(&[
            left(4, Some(600)),
            left(2, Some(999)),
            left(2, None),
            left(9, Some(1)),
        ])
        .unwrap();
    assert_eq!(
        store.load(room(4)).unwrap().left,
        Some(Millis::from_millis(600))
    );
    assert_eq!(store.load(room(2)).unwrap().left, None, "somebody came");
    assert_eq!(store.load(room(9)).unwrap(), Stored::default());

    // Soonest first; who left before the start left then, and the others at the start.
    let due = |number, due| LiveRoom {
        room: room(number),
        due: Millis::from_millis(due),
    };
    let first_start = store.live(Millis::from_millis(1000)).unwrap();
    assert_eq!(first_start, [due(1, 1010), due(4, 1100), due(2, 1300)]);
    assert_eq!(
        store.load(room(2)).unwrap().left,
        Some(Millis::from_millis(1000))
    );
    // Further starts give nobody more time, and neither does a clock that was set back.
    assert_eq!(
        store.live(Millis::from_millis(50_000)).unwrap(),
        first_start
    );
    let set_back = store.live(Millis::from_millis(100)).unwrap();
    assert_eq!(set_back, [due(1, 110), due(2, 400), due(4, 600)]);

    // An append is made in a room that somebody is in.
    appends(
        store,
        &[append(2, 1, &events[..1], Some(Millis::from_millis(1)))],
    );
    assert_eq!(store.load(room(2)).unwrap().left, None);
    assert_eq!(
        store.live(Millis::from_millis(2000)).unwrap().last(),
        Some(&due(2, 2001))
    );
}

/// Checks the contract about a room that makes no sense.
fn quarantines_rooms(store: &mut dyn Store) {
    let events = every_event();
    let opened = [
        append(1, 0, &events[..2], LIVE),
        append(2, 0, &events[..2], LIVE),
    ];
    appends(store, &opened);
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
    assert_eq!(
        codes(&store.live(Millis::from_millis(5)).unwrap()),
        [room(2)]
    );
    store
        .rest(&[Rest {
            room: room(1),
            left: None,
        }])
        .unwrap();
    assert!(store.load(room(1)).is_err(), "its code is not free");
}

fn codes(live: &[LiveRoom]) -> Vec<RoomId> {
    live.iter().map(|live| live.room).collect()
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
fn a_storage_on_a_disk_may_block_and_one_in_memory_does_not() {
    let directory = tempfile::tempdir().unwrap();
    assert!(sqlite(directory.path()).unwrap().may_block());
    assert!(!memory().may_block());
}

/// A storage whose appends are written, and reported as failed.
struct WritesAndFails<'a>(&'a mut dyn Store);

impl WritesAndFails<'_> {
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let failed = |_| Err(StoreError::Failed("the disk did not answer".to_owned()));
        self.0.append(batch).into_iter().map(failed).collect()
    }
}

#[test]
fn an_append_that_failed_though_it_is_stored_is_a_conflict_until_the_room_is_loaded_again() {
    with_each(|store| {
        let events = every_event();
        appends(store, &[append(1, 0, &events[..2], LIVE)]);
        let ply = append(1, 2, &events[2..3], LIVE);
        WritesAndFails(store).append(std::slice::from_ref(&ply))[0]
            .as_ref()
            .unwrap_err();
        let again = store.append(std::slice::from_ref(&ply));
        assert!(matches!(
            again[0],
            Err(StoreError::Conflict { stored: Seq(3), .. })
        ));
        assert_eq!(load(store, 1), events[..3]);
        appends(store, &[append(1, 3, &events[3..], LIVE)]);
        assert_eq!(load(store, 1), events);
    });
}

#[test]
fn a_storage_in_memory_forgets_a_room_that_is_over_when_it_leaves_memory() {
    let mut store = memory();
    let events = every_event();
    let over_and_live = [append(1, 0, &events, NOT_LIVE), append(2, 0, &events, LIVE)];
    appends(store.as_mut(), &over_and_live);
    assert_eq!(load(store.as_mut(), 1), events, "still played");
    store
        .rest(&[1, 2].map(|number| Rest {
            room: room(number),
            left: Some(Millis::from_millis(5)),
        }))
        .unwrap();
    assert_eq!(store.load(room(1)).unwrap(), Stored::default());
    assert_eq!(load(store.as_mut(), 2), events);
}

#[test]
fn a_database_that_is_opened_again_has_everything() {
    let directory = tempfile::tempdir().unwrap();
    let events = every_event();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(1, 0, &events, LIVE)]);
    appends(store.as_mut(), &[append(2, 0, &events, LIVE)]);
    let left = Rest {
        room: room(1),
        left: Some(Millis::from_millis(7)),
    };
    store.rest(&[left]).unwrap();
    store.quarantine(room(2), "a stone on a stone").unwrap();
    drop(store);
    let mut store = sqlite(directory.path()).unwrap();
    let stored = store.load(room(1)).unwrap();
    assert_eq!(stored.read(room(1)).unwrap(), events);
    assert_eq!(stored.left, Some(Millis::from_millis(7)));
    assert_eq!(
        codes(&store.live(Millis::from_millis(9)).unwrap()),
        [room(1)]
    );
    is_damaged(&store.load(room(2)).unwrap_err(), room(2), "a stone");
}

#[test]
fn a_second_server_on_the_same_directory_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let first = sqlite(directory.path()).unwrap();
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
        matches!(error, OpenError::OtherVersion { found: 99, .. }),
        "{error}"
    );
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn what_was_appended_is_there_after_the_server_was_killed() {
    let directory = tempfile::tempdir().unwrap();
    let events = every_event();
    let mut store = sqlite(directory.path()).unwrap();
    appends(store.as_mut(), &[append(1, 0, &events, LIVE)]);
    // The files as they lie there while the store is open: all that a killed server leaves behind.
    let left = tempfile::tempdir().unwrap();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(directory.path().join(file), left.path().join(file)).unwrap();
    }
    drop(store);
    let mut store = sqlite(left.path()).unwrap();
    assert_eq!(load(store.as_mut(), 1), events);
    assert_eq!(
        codes(&store.live(Millis::from_millis(5)).unwrap()),
        [room(1)]
    );
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
