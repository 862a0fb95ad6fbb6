//! Time in which no server ran counts towards no deadline.

use std::fs;

use super::names::{change, owned};
use super::*;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A day of an autumn, in days since 1970.
const AUTUMN: u64 = 20_700;

fn day(number: u64) -> Millis {
    Millis::from_millis(number * DAY)
}

/// Opens the database for a server that starts on this day.
fn start(directory: &Path, number: u64) -> Box<dyn Store> {
    let mut store = sqlite(directory).unwrap();
    store.start(day(number)).unwrap();
    store
}

fn is_over(at: Millis) -> Vec<Recorded> {
    let opened = every_event()[0].1.clone();
    vec![(at, opened), (at, Event::Closed)]
}

/// Records on this day a name that was used, a game that is over, and one that both have left.
fn an_evening(store: &mut dyn Store, number: u64) {
    let ana = owned(1, "Ana", number * DAY);
    store.change_names(&[change(&ana)]).unwrap();
    let opened = [(day(number), every_event()[0].1.clone())];
    add(store, 1, 0, &is_over(day(number)), NOT_LIVE);
    add(store, 2, 0, &opened, LIVE);
    rest(store, 2, Some(day(number)));
}

/// Returns the moment at which the room was left, and that at which the name was used.
fn since(store: &mut dyn Store) -> (Millis, Millis) {
    let left = store.load(room(2)).unwrap().left.unwrap();
    (left, store.owned_names().unwrap()[0].used)
}

#[test]
fn what_was_played_while_the_clock_stood_at_1970_is_not_old_when_it_is_right() {
    let directory = tempfile::tempdir().unwrap();
    // Neither a new database nor one of last autumn.
    for before in [None, Some(AUTUMN - 300)] {
        if let Some(before) = before {
            start(directory.path(), before).alive(day(before)).unwrap();
        }
        let mut store = start(directory.path(), 1);
        an_evening(store.as_mut(), 1);
        store.alive(day(2)).unwrap();
        drop(store);

        let mut store = start(directory.path(), AUTUMN);
        assert_eq!(since(store.as_mut()), (day(AUTUMN - 1), day(AUTUMN - 1)));
        let [due] = store.live(day(AUTUMN)).unwrap()[..] else {
            panic!("one room is live");
        };
        assert_eq!(due.due, day(AUTUMN - 1) + LIVE.unwrap());
        let ago = |days| (AUTUMN - days) * DAY;
        assert_eq!(prune(store.as_mut(), ago(1), &[]), 0);
        assert_eq!(prune(store.as_mut(), ago(0), &[]), 1, "it is a day old");
        drop(store);
        for file in ["games.db", "games.db.state"] {
            fs::remove_file(directory.path().join(file)).unwrap();
        }
    }
}

#[test]
fn a_damaged_uptime_log_is_no_reason_not_to_start() {
    let directory = tempfile::tempdir().unwrap();
    for damage in [
        "UPDATE uptime SET last = 'never'",
        "UPDATE uptime SET last = began - 1",
    ] {
        drop(start(directory.path(), AUTUMN));
        tamper(directory.path(), damage);
        let mut store = sqlite(directory.path()).unwrap();
        // It may be that nothing is noted.
        let _ = store.start(day(AUTUMN + 1));
        assert_eq!(store.owned_names().unwrap(), []);
    }
}
