//! What is in the log and what is compacted, when it changes, and the cost of statements as the number of rooms grows.

use ::room::{Event, Finished, Player, Timing};
use protocol::id::Seq;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule};
use protocol::turn_order::TurnOrder;
use protocol::view::Reason;
use rusqlite::StatementStatus;

use super::*;
use crate::store::Recorded;

const LIVE_AFTER: Option<Millis> = Some(Millis::from_millis(60_000));

fn gomoku() -> Variant {
    Variant::named("gomoku").unwrap()
}

fn code(number: u64) -> RoomId {
    RoomId::from_draw(number)
}

fn opened() -> Event {
    Event::Opened {
        spec: GameSpec::new(gomoku()),
        timing: Timing::default(),
    }
}

fn played() -> Event {
    Event::Played {
        square: "h8".parse().unwrap(),
        charged: Millis::from_millis(1500),
        credit: Millis::ZERO,
    }
}

/// Returns the append of this event to the room.
fn one(number: u64, expected: u32, event: Event, wake_after: Option<Millis>) -> Append {
    let event = (Millis::from_millis(7), event);
    Append::to_room(code(number), Seq(expected), &[event], wake_after)
}

/// Appends this event to the room, in a commit of its own.
fn add(store: &mut Sqlite, number: u64, expected: u32, event: Event, wake_after: Option<Millis>) {
    let append = one(number, expected, event, wake_after);
    store.append(&[append]).pop().unwrap().unwrap();
}

/// Opens a new database.
fn new() -> (tempfile::TempDir, Sqlite) {
    let directory = tempfile::tempdir().unwrap();
    let store = Sqlite::open(directory.path()).unwrap();
    (directory, store)
}

/// Opens what a killed server would leave of the database in `directory`, in a new one.
fn after_a_kill(directory: &Path) -> (tempfile::TempDir, Sqlite) {
    let left = tempfile::tempdir().unwrap();
    for file in ["games.db", "games.db-wal"] {
        std::fs::copy(directory.join(file), left.path().join(file)).unwrap();
    }
    let store = Sqlite::open(left.path()).unwrap();
    (left, store)
}

/// Limits the log.
fn limit(store: &mut Sqlite, most: i64) {
    store.most = most;
    store.read_log().unwrap().0.most = most;
}

fn count(store: &Sqlite, what: &str) -> i64 {
    let select = format!("SELECT count(*) FROM {what}");
    let row = store.connection.query_row(&select, [], |row| row.get(0));
    row.unwrap()
}

fn events(store: &mut Sqlite, number: u64) -> usize {
    store.load(code(number)).unwrap().events.len()
}

/// Stops the database from growing.
fn fill_disk(store: &Sqlite) {
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    store
        .connection
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
}

fn empty_disk(store: &Sqlite) {
    store
        .connection
        .pragma_update(None, "max_page_count", 1_000_000)
        .unwrap();
}

/// Returns the steps that the database's virtual machine takes for a statement about room 3, or about the moment 3.
fn steps(store: &Sqlite, sql: &str) -> i32 {
    let mut statement = store.connection.prepare(sql).unwrap();
    match statement.parameter_count() {
        0 => {}
        1 if sql == NOTE_START => statement.raw_bind_parameter(1, 3).unwrap(),
        _ => statement.raw_bind_parameter(1, code(3).as_str()).unwrap(),
    }
    let mut rows = statement.raw_query();
    while rows.next().unwrap().is_some() {}
    drop(rows);
    statement.get_status(StatementStatus::VmStep)
}

#[test]
fn no_statement_costs_more_when_there_are_more_rooms_that_are_over() {
    let with_rooms = |rooms: u64| {
        let (directory, mut store) = new();
        for number in 0..rooms {
            let wake_after = LIVE_AFTER.filter(|_| number < 10);
            add(&mut store, number, 0, opened(), wake_after);
        }
        store.live(Millis::from_millis(1)).unwrap();
        (directory, store)
    };
    let (_few, few) = with_rooms(10);
    let (_many, many) = with_rooms(500);
    for sql in [room::VERSION, room::SEGMENTS, REST, LIVE, NOTE_START] {
        assert_eq!(steps(&few, sql), steps(&many, sql), "{sql}");
    }
}

#[test]
fn a_game_is_compacted_when_it_ends_and_chat_after_it_is_not() {
    let (directory, mut store) = new();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    for seq in 1..5 {
        add(&mut store, 1, seq, played(), LIVE_AFTER);
    }
    assert_eq!((count(&store, "segment"), count(&store, "event")), (0, 5));
    add(&mut store, 1, 5, Event::Closed, None);
    assert_eq!(count(&store, "segment WHERE seq = 6"), 1);
    add(&mut store, 1, 6, Event::Started, None);
    assert_eq!((count(&store, "segment"), events(&mut store, 1)), (1, 7));
    // The next game is written with its end.
    add(&mut store, 1, 7, Event::Started, LIVE_AFTER);
    add(&mut store, 1, 8, Event::Closed, None);
    assert_eq!(count(&store, "segment WHERE seq = 9"), 1);
    assert_eq!(
        count(&store, "room WHERE seq = 9 AND wake_after IS NULL"),
        1
    );
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(events(&mut store, 1), 9);
}

#[test]
fn a_series_of_500_games_writes_each_game_once() {
    let (directory, mut store) = new();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let mut seq = 1;
    for game in 1..=500 {
        let plies: Vec<Recorded> = vec![(Millis::from_millis(7), played()); 10];
        let append = Append::to_room(code(1), Seq(seq), &plies, LIVE_AFTER);
        let end = Append {
            finished: Some(Box::new(finished_game(game))),
            ..one(1, seq + 10, Event::Started, None)
        };
        for answer in store.append(&[append, end]) {
            answer.unwrap();
        }
        seq += 11;
    }
    let longest = "SELECT max(length(body)), min(length(body)), count(*) FROM segment";
    let (longest, shortest, segments): (i64, i64, i64) = store
        .connection
        .query_row(longest, [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap();
    assert_eq!((segments, count(&store, "finished")), (500, 500));
    assert!(longest < 2 * shortest, "{shortest} to {longest}");
    assert!(count(&store, "event") < 2000, "dead rows are swept");
    assert_eq!(events(&mut store, 1), seq as usize);
    let (_left, mut store) = after_a_kill(directory.path());
    assert_eq!(events(&mut store, 1), seq as usize);
}

#[test]
fn a_room_with_10_000_events_holds_up_no_other() {
    let (_directory, mut store) = new();
    limit(&mut store, 4000);
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    for seq in (1..10_001).step_by(50) {
        let lines: Vec<Recorded> = vec![(Millis::from_millis(7), played()); 50];
        let append = Append::to_room(code(1), Seq(seq), &lines, LIVE_AFTER);
        store.append(&[append]).pop().unwrap().unwrap();
    }
    assert_eq!(events(&mut store, 1), 10_001);
    assert!(count(&store, "event") < 6000);
    // What it has is not written again with each further compaction.
    assert!(count(&store, "segment") >= 2);
    add(&mut store, 2, 0, opened(), LIVE_AFTER);
    assert_eq!(events(&mut store, 2), 1);
}

/// An open seat and chat in a game that is over hold the front of the log, until there are too many rows after them.
#[test]
fn a_seat_that_is_open_for_a_week_under_load_does_not_make_the_log_grow() {
    let (directory, mut store) = new();
    limit(&mut store, 1000);
    let start = Millis::from_secs(1_800_000_000);
    store.start(start).unwrap();
    add(
        &mut store,
        1,
        0,
        opened(),
        Some(Millis::from_secs(30 * 24 * 3600)),
    );
    add(&mut store, 2, 0, opened(), None);
    add(&mut store, 2, 1, Event::Started, None);
    // A game each quarter of an hour, of fifteen plies.
    for game in 0..7 * 24 * 4 {
        let number = 10 + game;
        let now = start + Millis::from_secs(game * 900);
        let at = |event: Event| (now, event);
        let mut plies = vec![at(opened())];
        plies.extend((0..15).map(|_| at(played())));
        let append = Append::to_room(code(number), Seq(0), &plies, LIVE_AFTER);
        let end = Append::to_room(code(number), Seq(16), &[at(Event::Closed)], None);
        for answer in store.append(&[append, end]) {
            answer.unwrap();
        }
        store.alive(now).unwrap();
        assert!(count(&store, "event") < 2000, "after {game} games");
    }
    let now = start + Millis::from_secs(7 * 24 * 3600);
    for (_left, mut store) in [after_a_kill(directory.path()), (directory, store)] {
        assert_eq!((events(&mut store, 1), events(&mut store, 2)), (1, 2));
        let live: Vec<_> = store.live(now).unwrap();
        assert_eq!(
            live.iter().map(|live| live.room).collect::<Vec<_>>(),
            [code(1)]
        );
        add(&mut store, 1, 1, Event::Started, LIVE_AFTER);
        assert_eq!(events(&mut store, 1), 2);
    }
}

#[test]
fn a_start_compacts_every_room_and_leaves_no_log() {
    let (directory, mut store) = new();
    for number in 1..=20 {
        add(&mut store, number, 0, opened(), LIVE_AFTER);
    }
    let (_left, mut killed) = after_a_kill(directory.path());
    assert_eq!(killed.live(Millis::from_millis(5)).unwrap().len(), 20);
    assert_eq!(
        (count(&killed, "event"), count(&killed, "segment")),
        (0, 20)
    );
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 20, 1, played(), LIVE_AFTER);
    assert_eq!(count(&store, "event"), 21);
}

#[test]
fn after_a_transaction_that_failed_the_disk_says_what_is_stored() {
    let (_directory, mut store) = new();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    fill_disk(&store);
    let many: Vec<Recorded> = vec![(Millis::from_millis(7), opened()); 200];
    let many = Append {
        finished: Some(Box::new(finished_game(1))),
        ..Append::to_room(code(1), Seq(1), &many, None)
    };
    let answer = store.append(std::slice::from_ref(&many)).remove(0);
    let Err(StoreError::Full(problem)) = answer else {
        panic!("{answer:?}");
    };
    assert!(problem.contains("full"), "{problem}");
    assert_eq!((events(&mut store, 1), count(&store, "finished")), (1, 0));
    assert!(store.probe().is_err());
    empty_disk(&store);
    store.append(&[many]).remove(0).unwrap();
    assert_eq!((events(&mut store, 1), count(&store, "finished")), (201, 1));
    assert_eq!(count(&store, "segment WHERE seq = 201"), 1);
}

#[test]
fn a_start_on_a_disk_that_is_full_knows_the_live_rooms() {
    let (directory, mut store) = new();
    for number in 1..=100 {
        add(&mut store, number, 0, opened(), LIVE_AFTER);
    }
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    fill_disk(&store);
    let live = store.live(Millis::from_millis(1000)).unwrap();
    assert_eq!(live.len(), 100);
    let due = Millis::from_millis(61_000);
    assert!(live.iter().all(|live| live.due == due));
    assert_eq!(count(&store, "event"), 100, "nothing was compacted");
    assert_eq!(events(&mut store, 77), 1);
}

/// Returns a game that ended.
fn finished_game(number: u16) -> Finished {
    let player = |name: &str, is_bot| Player {
        name: name.to_owned(),
        is_bot,
        owner: None,
    };
    Finished {
        game: number,
        ended: Millis::from_millis(7),
        variant: gomoku(),
        clock: None,
        players: BySide {
            first: player("Ana", false),
            second: player("negamax:4", true),
        },
        winner: Some(Side::Second),
        reason: Reason::Line,
        moves: ["a1", "b2"].map(|square| square.parse().unwrap()).to_vec(),
        turns: TurnOrder::default(),
        listed: true,
        rated: false,
    }
}

/// Returns the append of the end of a game.
fn end(room: u64, expected: u32, number: u16) -> Append {
    Append {
        finished: Some(Box::new(finished_game(number))),
        ..one(room, expected, opened(), None)
    }
}

fn finished(store: &Sqlite) -> Vec<String> {
    let mut select = store
        .connection
        .prepare(
            "SELECT nr || ' ' || coalesce(room, '-') || ' ' || game || ' ' || first || ' ' || second || ' '
                    || winner || ' ' || reason || ' ' || coalesce(opening || ': ', '') || coalesce(moves, '-')
                 FROM finished ORDER BY nr",
        )
        .unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn the_choices_of_an_opening_are_noted_beside_the_moves() {
    let (_directory, mut store) = new();
    let moves = ["h8", "a1", "h9", "a3", "b5", "c7"];
    for (number, plies, choices, expected) in [
        (1, 2, &[][..], "swap2: h8 a1"),
        (
            2,
            4,
            &[OpeningChoice::White][..],
            "swap2 white: h8 a1 h9 a3",
        ),
        (4, 3, &[OpeningChoice::White][..], "swap2 white: h8 a1 h9"),
        (
            3,
            6,
            &[OpeningChoice::PlaceTwo, OpeningChoice::Black][..],
            "swap2 place_two black: h8 a1 h9 a3 b5 c7",
        ),
    ] {
        let mut append = end(number, 0, 1);
        let game = append.finished.as_mut().unwrap();
        game.moves = moves[..plies]
            .iter()
            .map(|square| square.parse().unwrap())
            .collect();
        game.turns = TurnOrder::after(OpeningRule::Swap2, choices).unwrap();
        store.append(&[append]).remove(0).unwrap();
        let noted = finished(&store).pop().unwrap();
        assert!(noted.ends_with(&format!(" line {expected}")), "{noted}");
    }
}

#[test]
fn finished_games_are_noted_in_the_order_in_which_they_ended() {
    let (_directory, mut store) = new();
    let answers = store.append(&[end(2, 0, 1), end(1, 0, 1), end(1, 9, 2), end(1, 1, 2)]);
    assert!(answers[2].is_err(), "a conflict");
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);
    // The same game once more changes nothing.
    store.append(&[end(2, 1, 1)]).remove(0).unwrap();
    let game = "Ana negamax:4 second line a1 b2";
    assert_eq!(
        finished(&store),
        [
            format!("1 {} 1 {game}", code(2)),
            format!("2 {} 1 {game}", code(1)),
            format!("3 {} 2 {game}", code(1)),
        ]
    );
}

/// Deletes what is over, and returns the rooms of each part; between them something else happens.
fn prune(store: &mut Sqlite, mut between: impl FnMut(&mut Sqlite)) -> Vec<usize> {
    let (before, spared) = (Millis::from_millis(8), BTreeSet::new());
    let mut progress = Pruning::default();
    let mut parts = Vec::new();
    loop {
        let pruned = store.prune(before, &spared, &mut progress).unwrap();
        parts.push(pruned.rooms);
        if pruned.is_done {
            return parts;
        }
        between(store);
    }
}

#[test]
fn a_room_that_is_deleted_leaves_no_trace_also_after_a_kill() {
    let (directory, mut store) = new();
    add(&mut store, 2, 0, opened(), LIVE_AFTER);
    store.append(&[end(1, 0, 1)]).remove(0).unwrap();
    add(&mut store, 1, 1, Event::Started, None);
    let parts = prune(&mut store, |store| {
        let seq = events(store, 2) as u32;
        add(store, 2, seq, played(), LIVE_AFTER);
    });
    assert_eq!(parts.iter().sum::<usize>(), 1);
    for (table, column) in [
        ("event", "room"),
        ("segment", "room"),
        ("room", "id"),
        ("finished", "room"),
    ] {
        let of_it = format!("{table} WHERE {column} = '{}'", code(1));
        assert_eq!(count(&store, &of_it), 0, "{table}");
    }
    assert_eq!(
        finished(&store),
        ["1 - 1 Ana negamax:4 second line -"],
        "the result is kept"
    );
    let played = events(&mut store, 2);
    let (_left, mut store) = after_a_kill(directory.path());
    assert_eq!((events(&mut store, 1), events(&mut store, 2)), (0, played));
    assert_eq!(count(&store, "quarantined"), 0);
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    assert_eq!(events(&mut store, 1), 1);
}

#[test]
fn a_part_of_deleting_takes_few_rooms() {
    let (_directory, mut store) = new();
    for number in 1..=300 {
        add(&mut store, number, 0, opened(), None);
    }
    let parts = prune(&mut store, |_| {});
    assert_eq!(parts.iter().sum::<usize>(), 300);
    assert!(parts.iter().all(|&rooms| rooms <= 64), "{parts:?}");
}

#[test]
fn kept_games_are_counted_with_their_bytes() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(kept::kept(directory.path()), Ok(kept::Kept::default()));
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let unfinished = kept::kept(directory.path()).unwrap();
    assert_eq!((unfinished.games, unfinished.bytes), (0, 0));
    add(&mut store, 1, 1, Event::Closed, None);
    let over = kept::kept(directory.path()).unwrap();
    assert!(over.bytes > 20, "{over:?}");
    store.append(&[end(2, 0, 1)]).remove(0).unwrap();
    let ended = kept::kept(directory.path()).unwrap();
    assert!(ended.games == 1 && ended.bytes > over.bytes, "{ended:?}");
}

mod derived;
mod model;
