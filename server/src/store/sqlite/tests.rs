//! The cost of statements as the number of rooms grows; what is in batches, what in rows, and when it changes.

use protocol::id::Seq;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule};
use protocol::turn_order::TurnOrder;
use protocol::view::Reason;
use room::{Event, Finished, Player, Timing};
use rusqlite::StatementStatus;

use super::*;

/// Returns a database of `count` rooms, ten of which are live.
fn with_rooms(count: u64) -> (tempfile::TempDir, Sqlite) {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let opened = Event::Opened {
        spec: GameSpec::new(protocol::rules::Variant::named("gomoku").unwrap()),
        timing: Timing::default(),
    };
    let batch: Vec<_> = (0..count)
        .map(|number| Append {
            room: RoomId::from_draw(number),
            expected: Seq(0),
            events: vec![
                (Millis::from_millis(1), opened.clone()),
                (Millis::from_millis(2), Event::Started),
            ],
            wake_after: (number < 10).then_some(Millis::from_millis(60_000)),
            finished: None,
        })
        .collect();
    for answer in store.append(&batch) {
        answer.unwrap();
    }
    store.live(Millis::from_millis(1)).unwrap();
    (directory, store)
}

/// Returns the steps that the database's virtual machine takes for a statement about room 3, or about the moment 3.
fn steps(store: &Sqlite, sql: &str) -> i32 {
    let mut statement = store.connection.prepare(sql).unwrap();
    let room = RoomId::from_draw(3);
    match statement.parameter_count() {
        0 => {}
        1 if sql == NOTE_START => statement.raw_bind_parameter(1, 3).unwrap(),
        _ => statement.raw_bind_parameter(1, room.as_str()).unwrap(),
    }
    let mut rows = statement.raw_query();
    while rows.next().unwrap().is_some() {}
    drop(rows);
    statement.get_status(StatementStatus::VmStep)
}

#[test]
fn no_statement_costs_more_when_there_are_more_rooms_that_are_over() {
    let (_few, few) = with_rooms(10);
    let (_many, many) = with_rooms(2000);
    for sql in [row::ROOM, REST, LIVE, NOTE_START] {
        assert_eq!(steps(&few, sql), steps(&many, sql), "{sql}");
    }
}

#[test]
fn the_start_reads_the_index_of_live_rooms_alone() {
    let (_directory, store) = with_rooms(100);
    let mut explain = store
        .connection
        .prepare(&format!("EXPLAIN QUERY PLAN {LIVE}"))
        .unwrap();
    let plan: Vec<String> = explain
        .query_map([], |row| row.get(3))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("USING COVERING INDEX waiting_room"), "{plan}");
}

const LIVE_AFTER: Option<Millis> = Some(Millis::from_millis(60_000));

fn opened() -> Event {
    Event::Opened {
        spec: GameSpec::new(protocol::rules::Variant::named("gomoku").unwrap()),
        timing: Timing::default(),
    }
}

/// Appends this event to the room, in a batch of its own.
fn add(store: &mut Sqlite, number: u64, expected: u32, event: Event, wake_after: Option<Millis>) {
    let append = Append {
        room: RoomId::from_draw(number),
        expected: Seq(expected),
        events: vec![(Millis::from_millis(7), event)],
        wake_after,
        finished: None,
    };
    store.append(&[append]).pop().unwrap().unwrap();
}

fn count(store: &Sqlite, what: &str) -> i64 {
    let select = format!("SELECT count(*) FROM {what}");
    let row = store.connection.query_row(&select, [], |row| row.get(0));
    row.unwrap()
}

fn events(store: &mut Sqlite, number: u64) -> usize {
    store.load(RoomId::from_draw(number)).unwrap().events.len()
}

#[test]
fn a_game_is_folded_into_a_row_when_it_ends_and_not_at_its_moves() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    for seq in 1..5 {
        add(&mut store, 1, seq, Event::Started, LIVE_AFTER);
    }
    assert_eq!((count(&store, "room"), count(&store, "batch")), (0, 5));
    add(&mut store, 1, 5, Event::Closed, None);
    assert_eq!(count(&store, "room WHERE seq = 6"), 1);
    // What comes behind the end does not write the game again.
    add(&mut store, 1, 6, Event::Started, None);
    assert_eq!(count(&store, "room WHERE seq = 6"), 1);
    assert_eq!(events(&mut store, 1), 7);
    // The next game is written with its end.
    add(&mut store, 1, 7, Event::Started, LIVE_AFTER);
    add(&mut store, 1, 8, Event::Closed, None);
    assert_eq!(
        count(&store, "room WHERE seq = 9 AND wake_after IS NULL"),
        1
    );
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(events(&mut store, 1), 9);
}

#[test]
fn a_batch_of_which_nothing_is_admitted_leaves_no_row() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let batches = count(&store, "batch");
    let fenced = Append {
        room: RoomId::from_draw(1),
        expected: Seq(7),
        events: vec![(Millis::ZERO, opened())],
        wake_after: LIVE_AFTER,
        finished: None,
    };
    let refused = store.append(&[fenced]).pop().unwrap();
    assert!(matches!(refused, Err(StoreError::Fenced { .. })));
    assert_eq!(count(&store, "batch"), batches);
}

#[test]
fn the_batches_are_bounded_and_lose_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    store.most.batches = 20;
    for number in 1..=5 {
        add(&mut store, number, 0, opened(), LIVE_AFTER);
    }
    // Room 1 is played in now and then, room 2 always, the others never again.
    let (mut first, mut second) = (1, 1);
    for ply in 0..200 {
        if ply % 30 == 29 {
            add(&mut store, 1, first, Event::Started, LIVE_AFTER);
            first += 1;
        } else {
            add(&mut store, 2, second, Event::Started, LIVE_AFTER);
            second += 1;
        }
        assert!(count(&store, "batch") <= 2 * 20 + 1, "{ply}");
        let copied = count(&store, "header_copy");
        assert!(copied <= 4, "{copied} copies");
    }
    assert_eq!(count(&store, "room"), 5);
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(events(&mut store, 1), first as usize);
    assert_eq!(events(&mut store, 2), second as usize);
    assert_eq!(events(&mut store, 5), 1);
    assert_eq!(store.live(Millis::from_millis(5)).unwrap().len(), 5);
    let batches_after_a_start = count(&store, "batch");
    assert_eq!(
        (batches_after_a_start, count(&store, "header_copy")),
        (0, 0)
    );
}

#[test]
fn a_batch_with_a_number_far_off_is_read_and_followed() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    add(&mut store, 1, 1, Event::Started, LIVE_AFTER);
    store
        .connection
        .execute("UPDATE batch SET nr = nr + (1 << 50) WHERE nr = 2", [])
        .unwrap();
    // As after a kill: a store that is closed says whose events were in batch 2.
    store.index = None;
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(events(&mut store, 1), 2);
    add(&mut store, 1, 2, Event::Started, LIVE_AFTER);
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(events(&mut store, 1), 3);
}

#[test]
fn the_events_in_batches_are_bounded() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    store.most.events = 600;
    // Enough in one batch that it is soon too much, and too few batches to be deleted for their number alone.
    let many = |expected| Append {
        room: RoomId::from_draw(1),
        expected: Seq(expected),
        events: vec![(Millis::from_millis(7), Event::Started); 500],
        wake_after: LIVE_AFTER,
        finished: None,
    };
    store.append(&[many(0)]).pop().unwrap().unwrap();
    assert_eq!(count(&store, "room"), 0);
    store.append(&[many(500)]).pop().unwrap().unwrap();
    assert_eq!(count(&store, "room WHERE seq = 1000"), 1);
    assert_eq!(events(&mut store, 1), 1000);
}

#[test]
fn after_a_transaction_that_failed_the_disk_says_what_is_stored() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    store
        .connection
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
    let many = Append {
        room: RoomId::from_draw(1),
        expected: Seq(1),
        events: vec![(Millis::from_millis(7), opened()); 200],
        wake_after: None,
        finished: None,
    };
    let answer = store.append(std::slice::from_ref(&many)).pop().unwrap();
    let Err(StoreError::Full(problem)) = answer else {
        panic!("{answer:?}");
    };
    assert!(
        problem.contains("full") && !problem.contains("damaged"),
        "{problem}"
    );
    assert_eq!(events(&mut store, 1), 1);
    assert!(store.probe().is_err());
    store
        .connection
        .pragma_update(None, "max_page_count", 1_000_000)
        .unwrap();
    store.append(&[many]).pop().unwrap().unwrap();
    assert_eq!(events(&mut store, 1), 201);
    assert_eq!(count(&store, "room WHERE seq = 201"), 1);
}

#[test]
fn a_start_on_a_disk_that_is_full_knows_the_live_rooms() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    for number in 1..=100 {
        add(&mut store, number, 0, opened(), LIVE_AFTER);
    }
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    store
        .connection
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
    let live = store.live(Millis::from_millis(1000)).unwrap();
    assert_eq!(live.len(), 100);
    assert!(
        live.iter()
            .all(|live| live.due == Millis::from_millis(61_000))
    );
    assert_eq!(count(&store, "batch"), 100, "nothing was folded");
    assert_eq!(events(&mut store, 77), 1);
}

/// Returns a game that ended.
fn game(number: u16) -> Finished {
    let player = |name: &str, is_bot| Player {
        name: name.to_owned(),
        is_bot,
    };
    Finished {
        game: number,
        ended: Millis::from_millis(7),
        variant: protocol::rules::Variant::named("gomoku").unwrap(),
        clock: None,
        players: BySide {
            first: player("Ana", false),
            second: player("negamax:4", true),
        },
        winner: Some(Side::Second),
        reason: Reason::Line,
        moves: ["a1", "b2"].map(|square| square.parse().unwrap()).to_vec(),
        turns: TurnOrder::default(),
    }
}

/// Returns the append of the end of a game.
fn end(room: u64, expected: u32, number: u16) -> Append {
    Append {
        room: RoomId::from_draw(room),
        expected: Seq(expected),
        events: vec![(Millis::from_millis(7), opened())],
        wake_after: None,
        finished: Some(Box::new(game(number))),
    }
}

fn finished(store: &Sqlite) -> Vec<String> {
    let mut select = store
        .connection
        .prepare(
            "SELECT nr || ' ' || room || ' ' || game || ' ' || first || ' ' || second || ' ' || winner || ' '
                    || reason || ' ' || moves FROM finished ORDER BY nr",
        )
        .unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn the_choices_of_an_opening_stand_among_the_moves() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let moves = ["h8", "a1", "h9", "a3", "b5", "c7"];
    for (number, plies, choices, expected) in [
        (1, 2, &[][..], "swap2 h8 a1"),
        (2, 4, &[OpeningChoice::White][..], "swap2 h8 a1 h9 white a3"),
        (4, 3, &[OpeningChoice::White][..], "swap2 h8 a1 h9 white"),
        (
            3,
            6,
            &[OpeningChoice::PlaceTwo, OpeningChoice::Black][..],
            "swap2 h8 a1 h9 place_two a3 b5 black c7",
        ),
    ] {
        let mut append = end(number, 0, 1);
        let game = append.finished.as_mut().unwrap();
        game.moves = moves[..plies]
            .iter()
            .map(|square| square.parse().unwrap())
            .collect();
        game.turns = TurnOrder::after(OpeningRule::Swap2, choices).unwrap();
        store.append(&[append]).pop().unwrap().unwrap();
        let noted = finished(&store).pop().unwrap();
        assert!(noted.ends_with(&format!(" line {expected}")), "{noted}");
    }
}

#[test]
fn finished_games_are_noted_in_the_order_in_which_they_ended() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let answers = store.append(&[end(2, 0, 1), end(1, 0, 1), end(1, 9, 2), end(1, 1, 2)]);
    assert!(answers[2].is_err(), "fenced");
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3);
    // The same game once more changes nothing.
    store.append(&[end(2, 1, 1)]).pop().unwrap().unwrap();
    let code = RoomId::from_draw;
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

#[test]
fn a_game_is_finished_only_with_the_append_that_ends_it() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    store
        .connection
        .pragma_update(None, "max_page_count", pages)
        .unwrap();
    let mut full = end(1, 1, 1);
    full.events = vec![(Millis::from_millis(7), opened()); 200];
    assert!(store.append(&[full]).pop().unwrap().is_err());
    assert!(finished(&store).is_empty());
}

mod errors;
mod kept_games;
mod model;
mod restart;

/// Does one part of deleting what is older than `before`.
fn prune_some(store: &mut Sqlite, before: u64, progress: &mut Pruning) -> Pruned {
    let before = Millis::from_millis(before);
    store.prune(before, &BTreeSet::new(), progress).unwrap()
}

#[test]
fn a_room_that_is_deleted_leaves_nothing_behind_also_after_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    // Its events share copies of headers and batches with those of a room that goes on.
    for seq in 0..20 {
        let event = |first| if seq == 0 { opened() } else { first };
        add(&mut store, 1, seq, event(Event::Started), LIVE_AFTER);
        add(&mut store, 2, seq, event(Event::Started), LIVE_AFTER);
    }
    add(&mut store, 1, 20, Event::Closed, None);
    let mut progress = Pruning::default();
    let mut rooms = 0;
    loop {
        let pruned = prune_some(&mut store, 8, &mut progress);
        rooms += pruned.rooms;
        if pruned.is_done {
            break;
        }
        // Play goes on between the parts.
        let seq = events(&mut store, 2) as u32;
        add(&mut store, 2, seq, Event::Started, LIVE_AFTER);
    }
    assert_eq!(rooms, 1);
    let played = events(&mut store, 2);
    for table in ["room", "finished"] {
        let column = if table == "room" { "id" } else { "room" };
        let id = RoomId::from_draw(1);
        assert_eq!(
            count(&store, &format!("{table} WHERE {column} = '{id}'")),
            0
        );
    }
    // As after a kill: nothing more is written when the store is closed.
    store.index = None;
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!((events(&mut store, 1), events(&mut store, 2)), (0, played));
    assert_eq!(count(&store, "damaged_room"), 0);
    add(&mut store, 1, 0, opened(), LIVE_AFTER);
    assert_eq!(events(&mut store, 1), 1);
}

#[test]
fn a_part_of_deleting_takes_few_rooms() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    for number in 1..=300 {
        add(&mut store, number, 0, opened(), None);
    }
    let mut progress = Pruning::default();
    let mut parts = Vec::new();
    loop {
        let pruned = prune_some(&mut store, 8, &mut progress);
        parts.push(pruned.rooms);
        if pruned.is_done {
            break;
        }
    }
    assert_eq!(parts.iter().sum::<usize>(), 300);
    assert!(parts.iter().all(|&rooms| rooms <= 64), "{parts:?}");
}

#[test]
fn a_row_that_was_set_back_is_damage_of_a_room_that_is_played_in() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    add(&mut store, 1, 0, opened(), None);
    let select = "SELECT body FROM room";
    let earlier = store.connection.query_row(select, [], |row| row.get(0));
    let earlier: Vec<u8> = earlier.unwrap();
    add(&mut store, 1, 1, Event::Started, LIVE_AFTER);
    add(&mut store, 1, 2, Event::Started, None);
    add(&mut store, 1, 3, Event::Started, LIVE_AFTER);
    let update = "UPDATE room SET seq = 1, body = ?1";
    store.connection.execute(update, [earlier]).unwrap();
    let error = store.load(RoomId::from_draw(1)).unwrap_err();
    let what = "its row has changed, and ends at event 1";
    assert!(error.to_string().contains(what), "{error}");
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

/// Has the store read its batches while the database cannot grow, and then lets it grow again.
fn read_on_a_full_disk(store: &mut Sqlite, number: u64, expected: usize) {
    fill_disk(store);
    assert_eq!(events(store, number), expected);
    store
        .connection
        .pragma_update(None, "max_page_count", 1_000_000)
        .unwrap();
}

#[test]
fn damaged_batches_that_cannot_be_put_aside_stay_where_they_are() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    for number in 1..=3 {
        add(&mut store, number, 0, opened(), LIVE_AFTER);
    }
    store
        .connection
        .execute("UPDATE batch SET body = x'00' WHERE nr = 1", [])
        .unwrap();
    // No page is free for the new tables.
    store.connection.execute_batch("VACUUM").unwrap();
    // As after a kill.
    store.index = None;
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    read_on_a_full_disk(&mut store, 2, 1);
    // Neither at the start, nor at the end, is anything deleted or written there.
    assert_eq!(store.live(Millis::from_millis(5)).unwrap().len(), 2);
    add(&mut store, 2, 1, Event::Started, LIVE_AFTER);
    assert_eq!(count(&store, "batch"), 4);
    drop(store);
    let mut store = Sqlite::open(directory.path()).unwrap();
    assert_eq!(
        (count(&store, "batch"), count(&store, "header_copy")),
        (4, 0)
    );
    read_on_a_full_disk(&mut store, 2, 2);
    // Nor when no room needs them, and so many more have come that they would be deleted together.
    add(&mut store, 2, 2, Event::Closed, None);
    add(&mut store, 3, 1, Event::Closed, None);
    for number in 10..310 {
        add(&mut store, number, 0, opened(), None);
    }
    assert_eq!(count(&store, "batch"), 306);
}
