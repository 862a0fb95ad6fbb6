//! The cost of statements as the number of rooms grows.

use protocol::spec::GameSpec;
use room::{Event, Timing};
use rusqlite::StatementStatus;

use super::*;

/// Returns a database of `count` rooms, ten of which are live.
fn with_rooms(count: u64) -> (tempfile::TempDir, Sqlite) {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Sqlite::open(directory.path()).unwrap();
    let opened = Event::Opened {
        spec: GameSpec::new(protocol::rules::Variant::named("gomoku").unwrap()).into(),
        timing: Timing::default(),
    };
    let batch: Vec<_> = (0..count)
        .map(|number| Append {
            room: RoomId::from_draw(number),
            expected: Seq(0),
            events: vec![(Millis(1), opened.clone()), (Millis(2), Event::Started)],
            wake_after: (number < 10).then_some(Millis(60_000)),
        })
        .collect();
    for answer in store.append(&batch) {
        answer.unwrap();
    }
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
    for sql in [read::ENTRY, read::EVENTS, REST, LIVE, NOTE_START] {
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
    assert!(plan.contains("USING COVERING INDEX live_room"), "{plan}");
}
