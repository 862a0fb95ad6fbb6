//! Databases of every earlier layout, as dumps in `tests/data/store`, are opened and read as the rooms they
//! were.
//!
//! `layout_N.sql` was written by a server of that time and is never changed; `layout_N.txt` lists its
//! contents.

use std::fmt::Write as _;
use std::path::Path;

use protocol::id::PlayerId;
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::view::{Phase, Seat};
use room::Room;

use super::super::sqlite;
use super::damage::lose_the_page_with;
use super::*;

/// Returns every room of the database in `sql`, as text: those with a row in table `room`, and `others`.
fn rooms_in(sql: &str, others: &[&str]) -> String {
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
    codes.extend(others.iter().map(|code| (*code).to_owned()));
    codes.sort();
    codes.dedup();
    drop(database);
    let mut store = sqlite(directory.path()).unwrap();
    let unknown = Millis::MAX;
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
            writeln!(text, "  due at {}", due.as_millis()).unwrap();
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
            Some(left) => format!("{} {}", ply.square, left.as_millis()),
            None => ply.square.to_string(),
        })
        .collect();
    writeln!(text, "  plies: {}", plies.join(", ")).unwrap();
    if let Some(clock) = shown.clock {
        let BySide { first, second } = clock.remaining;
        writeln!(
            text,
            "  left: {} and {}",
            first.as_millis(),
            second.as_millis()
        )
        .unwrap();
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
    assert_eq!(rooms_in(sql, &[]), kept.replace("\r\n", "\n"));
}

#[test]
fn a_database_of_layout_2_has_the_rooms_it_had() {
    let sql = include_str!("../../../../tests/data/store/layout_2.sql");
    let kept = include_str!("../../../../tests/data/store/layout_2.txt");
    assert_eq!(rooms_in(sql, &[]), kept.replace("\r\n", "\n"));
}

/// Returns the finished games of the database in `sql` once it is opened, as text.
fn finished_in(sql: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute_batch(sql).unwrap();
    drop(database);
    drop(sqlite(directory.path()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let mut select = database
        .prepare(
            "SELECT nr || ' ' || room || ' game ' || game || ' at ' || ended || ': ' || variant || ', '
                    || ifnull(clock, 'no clock') || ', ' || first || iif(first_is_bot, ' (bot)', '')
                    || ' against ' || second || iif(second_is_bot, ' (bot)', '') || ', '
                    || ifnull(winner, 'nobody') || ' wins, ' || reason || ': ' || moves
             FROM finished ORDER BY nr",
        )
        .unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    let rows: Vec<String> = rows.collect::<Result<_, _>>().unwrap();
    rows.join("\n")
}

#[test]
fn the_finished_games_of_layout_2_are_in_the_order_in_which_they_ended() {
    let sql = include_str!("../../../../tests/data/store/layout_2.sql");
    let kept = "\
1 HR7JW6 game 1 at 1795289045983: connect-four, 5m+3s, Ana against Bruno, second wins, resignation: d1 d2 c1 f1 f2
2 APKVKV game 1 at 1795289046009: connect-four, no clock, random (bot) against lines:4 (bot), second wins, line: \
c1 c2 a1 c3 b1 d1 c4 c5 b2 c6 d2 d3 e1 d4 e2 e3 e4 b3
3 6TJEK2 game 1 at 1795289046060: custom:8x8x4:free, no clock, Ana (2) against Bruno (2), nobody wins, agreement: \
a1 b2 c3
4 KZA6XC game 1 at 1795289046063: connect-four, 5m+3s, Ana (3) against Bruno (3), nobody wins, aborted: 
5 KXZMCH game 1 at 1795289046113: connect-four, 5m+3s, Ana (4) against Bruno (4), first wins, line: \
d1 c1 d2 c2 d3 c3 d4
6 JYPG8V game 1 at 1795300013574: connect-four-7x7, no clock, Ola against negamax:4 (bot), second wins, \
resignation: c1 d1";
    assert_eq!(finished_in(sql), kept);
}

/// Rooms of layout 3 whose events are in batches alone.
const IN_BATCHES: [&str; 2] = ["ABCDEF", "W2W2W2"];

#[test]
fn a_database_of_layout_3_has_the_rooms_and_the_finished_games_it_had() {
    let sql = include_str!("../../../../tests/data/store/layout_3.sql");
    let kept = include_str!("../../../../tests/data/store/layout_3.txt");
    let directory = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
    let mut store = sqlite(directory.path()).unwrap();
    store.load(room(1)).unwrap();
    let names = names(directory.path());
    assert!(!names.iter().any(|name| name == "damaged_batch_1"));
    let found = format!("{}{}\n", rooms_in(sql, &IN_BATCHES), finished_in(sql));
    assert_eq!(found, kept.replace("\r\n", "\n"));
}

/// Returns the live rooms of the database in `sql`, with the moments at which they are due after a start at
/// 7.
fn due_times(sql: &str) -> Vec<(String, u64)> {
    let directory = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    database.execute_batch(sql).unwrap();
    drop(database);
    let live = sqlite(directory.path())
        .unwrap()
        .live(Millis::from_millis(7))
        .unwrap();
    live.iter()
        .map(|live| (live.room.to_string(), live.due.as_millis()))
        .collect()
}

#[test]
fn each_live_room_of_layout_1_comes_to_memory_at_the_first_start() {
    let mut due = due_times(include_str!("../../../../tests/data/store/layout_1.sql"));
    due.sort();
    let at_once = |code: &str| (code.to_owned(), 7);
    assert_eq!(due, ["2GFUBU", "HR7JW6", "JYPG8V", "PUWVYE"].map(at_once));
}

/// Returns a directory with the database of layout 2, changed by this statement.
fn layout_2_after(sql: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
    let kept = include_str!("../../../../tests/data/store/layout_2.sql");
    database.execute_batch(kept).unwrap();
    database
        .execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}"))
        .unwrap();
    directory
}

fn names(directory: &Path) -> Vec<String> {
    let database = rusqlite::Connection::open(directory.join("games.db")).unwrap();
    let mut select = database.prepare("SELECT name FROM sqlite_schema").unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn nothing_of_layout_2_is_left_once_every_room_has_a_row() {
    // But for the room that is set aside in it.
    let directory = layout_2_after(
        "DELETE FROM event WHERE room IN (SELECT room FROM damaged_room);
         DELETE FROM room WHERE id IN (SELECT room FROM damaged_room);",
    );
    drop(sqlite(directory.path()).unwrap());
    let names = names(directory.path());
    assert!(
        !names.iter().any(|name| name.contains("layout_2")),
        "{names:?}"
    );
    assert!(!names.iter().any(|name| name == "live_room"), "{names:?}");
}

#[test]
fn a_room_that_is_damaged_in_layout_2_is_set_aside_and_its_rows_are_kept() {
    for (change, what) in [
        (
            "UPDATE event SET body = x'ff' WHERE room = 'HR7JW6' AND seq = 5",
            "event 5 cannot be read",
        ),
        (
            "UPDATE event SET at = 'text' WHERE room = 'HR7JW6' AND seq = 2",
            "event 2 cannot be read",
        ),
        (
            "DELETE FROM event WHERE room = 'HR7JW6' AND seq = 6",
            "event 6 is missing",
        ),
        (
            "UPDATE room SET seq = 3 WHERE id = 'HR7JW6'",
            "its entry ends at event 3, and event 32 is there",
        ),
        (
            "DELETE FROM room WHERE id = 'HR7JW6'",
            "the entry of the room is missing",
        ),
        (
            "UPDATE room SET wake_after = 'x' WHERE id = 'HR7JW6'",
            "its entry cannot be read",
        ),
    ] {
        let directory = layout_2_after(change);
        let damaged: RoomId = "HR7JW6".parse().unwrap();
        let mut store = sqlite(directory.path()).unwrap();
        is_damaged(&store.load(damaged).unwrap_err(), damaged, what);
        let other = "APKVKV".parse().unwrap();
        assert_eq!(store.load(other).unwrap().events.len(), 23);
        let live = codes(&store.live(Millis::from_millis(7)).unwrap());
        assert!(!live.contains(&damaged) && !live.is_empty());
        drop(store);
        // A repair of what is kept, and the mark deleted: the next start tries it again.
        let database = rusqlite::Connection::open(directory.path().join("games.db")).unwrap();
        let rooms: i64 = database
            .query_row(
                "SELECT count(DISTINCT room) FROM event_of_layout_2",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(
            rooms, 2,
            "only this one, and that which was set aside before"
        );
        database
            .execute_batch(
                "PRAGMA foreign_keys = OFF;
                 DELETE FROM event_of_layout_2 WHERE room = 'HR7JW6' AND seq > 1;
                 INSERT OR REPLACE INTO room_of_layout_2 (id, seq) VALUES ('HR7JW6', 1);
                 DELETE FROM damaged_room WHERE room = 'HR7JW6';",
            )
            .unwrap();
        drop(database);
        let mut store = sqlite(directory.path()).unwrap();
        assert_eq!(store.load(damaged).unwrap().events.len(), 1, "{change}");
    }
}

#[test]
fn a_lost_page_of_layout_2_does_not_keep_the_server_from_starting() {
    // A room of many pages.
    let directory = layout_2_after(
        "WITH RECURSIVE more (seq) AS (SELECT 33 UNION ALL SELECT seq + 1 FROM more LIMIT 300)
         INSERT INTO event SELECT room, more.seq, at, body FROM event, more
             WHERE room = 'HR7JW6' AND event.seq = 32;
         UPDATE room SET seq = 332 WHERE id = 'HR7JW6'",
    );
    let path = directory.path().join("games.db");
    lose_the_page_with(&path, "¡sigue!".as_bytes());
    for _ in 0..2 {
        let mut store = sqlite(directory.path()).unwrap();
        let damaged = "HR7JW6".parse().unwrap();
        is_damaged(&store.load(damaged).unwrap_err(), damaged, "cannot be read");
        // On another page.
        let other = "2GFUBU".parse().unwrap();
        assert_eq!(store.load(other).unwrap().events.len(), 3);
        appends(store.as_mut(), &[append(1, 0, &every_event(), NOT_LIVE)]);
        let all = every_event().len() as u32;
        assert_eq!(store.load(room(1)).unwrap().events.len(), all as usize);
        drop(store);
        let database = rusqlite::Connection::open(&path).unwrap();
        database
            .execute("DELETE FROM room WHERE id = ?1", [room(1).as_str()])
            .unwrap();
        database.execute("DELETE FROM batch", []).unwrap();
        database.execute("DELETE FROM header_copy", []).unwrap();
    }
}
