//! Databases of every earlier layout, as dumps in `tests/data/store`, are opened and read as the rooms they
//! were.
//!
//! `layout_N.sql` was written by a server of that time and is never changed; `layout_N.txt` lists its
//! contents.

use std::fmt::Write as _;

use protocol::id::PlayerId;
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::view::{Phase, Seat};
use room::Room;

use super::super::sqlite;
use super::*;

/// Returns every room of the database in `sql`, as text.
fn rooms_in(sql: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
    let mut codes = database
        .prepare("SELECT id FROM room ORDER BY id")
        .unwrap()
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap()
        .collect::<Result<Vec<_>, _>>()
        .unwrap();
    codes.sort();
    drop(database);
    let mut store = sqlite(directory.path()).unwrap();
    let unknown = Millis(u64::MAX);
    let live = store.live(unknown).unwrap();
    let mut text = String::new();
    for code in codes {
        let id: RoomId = code.parse().unwrap();
        let stored = match store.load(id) {
            Ok(stored) => stored.events,
            Err(StoreError::Damaged { problem, .. }) => {
                writeln!(text, "{id}: set aside, {problem}").unwrap();
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let events = stored.iter().map(|(at, event)| (*at, event));
        let room = Room::replay(id, events).unwrap();
        let (last, _) = stored.last().unwrap();
        let live = live.iter().find(|live| live.room == id);
        describe(&mut text, &room, *last, live.is_some());
        if let Some(LiveRoom { due, .. }) = live.filter(|live| live.due != unknown) {
            writeln!(text, "  due at {}", due.0).unwrap();
        }
    }
    text
}

fn describe(text: &mut String, room: &Room, now: Millis, live: bool) {
    let shown = room.snapshot(now, PlayerId(0));
    let spec = &shown.spec;
    let clock = spec
        .clock
        .map_or("no clock".to_owned(), |clock| clock.to_string());
    writeln!(
        text,
        "{}: {} {clock}, listed {}, takebacks {}, hints {}, {} events, revision {}, live {live}",
        shown.room,
        spec.variant,
        spec.listed,
        spec.takebacks,
        spec.hints,
        shown.seq,
        shown.revision
    )
    .unwrap();
    let BySide { first, second } = &shown.seats;
    let phase = match &shown.phase {
        Phase::Seating => "seating".to_owned(),
        Phase::Playing => "playing".to_owned(),
        Phase::Over { outcome } => format!("{:?} wins by {:?}", outcome.winner, outcome.reason),
    };
    let closed = if room.is_closed() { ", closed" } else { "" };
    writeln!(
        text,
        "  {} against {}, {phase}{closed}, game {}, won {} to {}, {} drawn",
        seated(first),
        seated(second),
        shown.series.game,
        shown.series.wins.first,
        shown.series.wins.second,
        shown.series.draws
    )
    .unwrap();
    let plies: Vec<_> = shown
        .plies
        .iter()
        .map(|ply| match ply.left {
            Some(left) => format!("{} {}", ply.square, left.0),
            None => ply.square.to_string(),
        })
        .collect();
    writeln!(text, "  plies: {}", plies.join(", ")).unwrap();
    if let Some(clock) = shown.clock {
        let BySide { first, second } = clock.remaining;
        writeln!(text, "  left: {} and {}", first.0, second.0).unwrap();
    }
    for line in &shown.chat {
        writeln!(text, "  {} ({:?}): {}", line.name, line.side, line.text).unwrap();
    }
}

fn seated(seat: &Seat) -> String {
    match seat {
        Seat::Open => "nobody".to_owned(),
        Seat::Human { name, .. } => name.to_string(),
        Seat::Bot { bot } => bot.to_string(),
    }
}

#[test]
fn a_database_of_layout_1_has_the_rooms_it_had() {
    let sql = include_str!("../../../../tests/data/store/layout_1.sql");
    let kept = include_str!("../../../../tests/data/store/layout_1.txt");
    assert_eq!(rooms_in(sql), kept.replace("\r\n", "\n"));
}

#[test]
fn a_database_of_layout_2_has_the_rooms_it_had() {
    let sql = include_str!("../../../../tests/data/store/layout_2.sql");
    let kept = include_str!("../../../../tests/data/store/layout_2.txt");
    assert_eq!(rooms_in(sql), kept.replace("\r\n", "\n"));
}

/// Returns the live rooms of the database in `sql`, with the moments at which they are due after a start at
/// 7.
fn due_times(sql: &str) -> Vec<(String, u64)> {
    let directory = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
    drop(database);
    let live = sqlite(directory.path()).unwrap().live(Millis(7)).unwrap();
    live.iter()
        .map(|live| (live.room.to_string(), live.due.0))
        .collect()
}

#[test]
fn each_live_room_of_layout_1_comes_to_memory_at_the_first_start() {
    let mut due = due_times(include_str!("../../../../tests/data/store/layout_1.sql"));
    due.sort();
    let at_once = |code: &str| (code.to_owned(), 7);
    assert_eq!(due, ["2GFUBU", "HR7JW6", "JYPG8V", "PUWVYE"].map(at_once));
}
