//! Doubles in place of engines: one that panics, one that searches until it is stopped, one that answers.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use futures::poll;
use protocol::rules::Variant;
use protocol::square::Square;

use super::*;

fn task(ply: u16) -> Task {
    Task {
        room: RoomId::from_draw(0),
        game: Game::new(Variant::named("connect-four").unwrap()),
        bot: "random".parse().unwrap(),
        side: Side::First,
        ply,
        seed: 0,
        limit: Millis::from_millis(1000),
        chosen: true,
        progress: SearchProgress::default(),
    }
}

fn choice() -> Choice {
    let square = Square::new(3, 0).unwrap();
    Choice {
        square,
        score: 7,
        depth: None,
        nodes: 1,
        pv: vec![square],
        exact: None,
    }
}

/// Returns a double: ply 1 panics; ply 2 searches until it is stopped, and reports its beginning and end;
/// others answer.
fn double(says: Sender<&'static str>) -> Arc<Choose> {
    Arc::new(
        move |task: &Task, search: SearchRequest<'_>, _: &Caches| match task.ply {
            1 => panic!("on purpose"),
            2 => {
                says.send("begun").unwrap();
                while !search.stop.is_raised() {
                    std::thread::yield_now();
                }
                says.send("stopped").unwrap();
                Err(NoChoice::Stopped)
            }
            _ => Ok(choice()),
        },
    )
}

fn queue(engine_pool: &EnginePool) -> &job_queue::JobQueue {
    &engine_pool.threads.as_ref().expect("it has threads").jobs
}

#[tokio::test]
async fn a_bot_that_panics_fails_alone() {
    let engine_pool = EnginePool::with(1, 4, &double(channel().0));
    let why = engine_pool.think(task(1)).await.unwrap_err();
    assert_eq!(why.as_str(), "I failed: a mistake in it ended it");
    assert_eq!(engine_pool.think(task(3)).await.unwrap().score, 7);
}

#[tokio::test]
async fn who_no_longer_waits_stops_the_search() {
    let (says, heard) = channel();
    let engine_pool = Arc::new(EnginePool::with(1, 4, &double(says)));
    let waiting = tokio::spawn({
        let engine_pool = Arc::clone(&engine_pool);
        async move { engine_pool.think(task(2)).await }
    });
    let (heard, word) = tokio::task::spawn_blocking(move || {
        let word = heard.recv().unwrap();
        (heard, word)
    })
    .await
    .unwrap();
    assert_eq!(word, "begun");
    waiting.abort();
    let word = tokio::task::spawn_blocking(move || heard.recv().unwrap());
    assert_eq!(word.await.unwrap(), "stopped");
    assert!(engine_pool.think(task(3)).await.is_ok());
}

#[tokio::test]
async fn a_job_that_nobody_waits_for_leaves_the_queue() {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(1, 1, &double(says));
    let mut searching = Box::pin(engine_pool.think(task(2)));
    assert!(poll!(&mut searching).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut queued = Box::pin(engine_pool.think(task(3)));
    assert!(poll!(&mut queued).is_pending());
    let mut waiting = Box::pin(engine_pool.think(task(4)));
    assert!(poll!(&mut waiting).is_pending());
    assert_eq!(queue(&engine_pool).places.available_permits(), 0);
    drop(waiting);
    drop(queued);
    assert_eq!(queue(&engine_pool).places.available_permits(), 1);
    assert_eq!(queue(&engine_pool).queued(), 0);
    drop(searching);
    assert_eq!(heard.recv(), Ok("stopped"));
}

#[tokio::test]
async fn the_end_of_the_threads_stops_searches_and_costs_nobody_a_game() {
    let (says, heard) = channel();
    let engine_pool = Arc::new(EnginePool::with(1, 1, &double(says)));
    let mut searching = Box::pin(engine_pool.think(task(2)));
    assert!(poll!(&mut searching).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut queued = Box::pin(engine_pool.think(task(3)));
    assert!(poll!(&mut queued).is_pending());
    let mut waiting = Box::pin(engine_pool.think(task(3)));
    assert!(poll!(&mut waiting).is_pending());
    std::thread::spawn({
        let engine_pool = Arc::clone(&engine_pool);
        move || engine_pool.stop()
    });
    // Nobody drops the job: only the end of the pool can have stopped the search.
    let word = heard.recv_timeout(Duration::from_secs(20));
    assert_eq!(word, Ok("stopped"));
    engine_pool.stop();
    for mut asked in [searching, queued, waiting] {
        assert!(poll!(&mut asked).is_pending());
    }
    let mut late = Box::pin(engine_pool.think(task(3)));
    assert!(poll!(&mut late).is_pending());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn engines_give_way_to_the_sockets() {
    let choose = |_: &Task, _: SearchRequest<'_>, _: &Caches| {
        let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        // The name is in parentheses and may have spaces; niceness is the 17th field behind it.
        let (_, fields) = line.rsplit_once(')').unwrap();
        let nice = fields.split_whitespace().nth(16).unwrap().parse().unwrap();
        Ok(Choice {
            score: nice,
            ..choice()
        })
    };
    let engine_pool = EnginePool::with(1, 1, &(Arc::new(choose) as Arc<Choose>));
    let nice = engine_pool.think(task(3)).await.unwrap().score;
    assert!(nice > 0, "{nice}");
}

#[tokio::test]
async fn a_line_is_cut_and_begins_with_the_move() {
    let rows = |rows: std::ops::Range<u8>| rows.map(|row| Square::new(4, row).unwrap());
    for (pv, expected) in [(0..0, 1), (0..20, 12)] {
        let choose = move |_: &Task, _: SearchRequest<'_>, _: &Caches| {
            Ok(Choice {
                pv: rows(pv.clone()).collect(),
                ..choice()
            })
        };
        let engine_pool = EnginePool::with(1, 1, &(Arc::new(choose) as Arc<Choose>));
        let pv = engine_pool.think(task(3)).await.unwrap().pv;
        assert_eq!((pv[0], pv.len()), (choice().square, expected));
    }
}

#[tokio::test]
async fn a_full_queue_delays_and_loses_nothing() {
    let engine_pool = Arc::new(EnginePool::with(2, 1, &double(channel().0)));
    let many: Vec<_> = (0..50)
        .map(|_| {
            let engine_pool = Arc::clone(&engine_pool);
            tokio::spawn(async move { engine_pool.think(task(3)).await })
        })
        .collect();
    for answer in many {
        assert!(answer.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn a_bots_ply_goes_before_what_people_want_to_know() {
    let (says, heard) = channel();
    let engine_pool = Arc::new(EnginePool::with(1, 8, &double(says)));
    let busy = tokio::spawn({
        let engine_pool = Arc::clone(&engine_pool);
        async move { engine_pool.think(task(2)).await }
    });
    tokio::task::spawn_blocking(move || assert_eq!(heard.recv().unwrap(), "begun"))
        .await
        .unwrap();
    // Both wait for the only thread; the person asked first.
    let mut asked = Box::pin(engine_pool.analyse(task(3).game, Millis::from_millis(1000)));
    assert!(poll!(&mut asked).is_pending());
    let mut due = Box::pin(engine_pool.think(task(3)));
    assert!(poll!(&mut due).is_pending());
    busy.abort();
    assert!(due.await.is_ok());
    let analysed = asked.await.expect("the empty board is in the book");
    assert_eq!(analysed.columns.len(), 7);
}

#[test]
fn a_bot_takes_its_usual_time_where_nobody_said_how_long() {
    let usual_of = |bot: &str| engine::bots::named(bot).unwrap().usual_time();
    for (bot, limit, chosen, expected) in [
        ("perfect", 10_000, false, 1000),
        ("perfect", 300, false, 300),
        ("perfect", 10_000, true, 10_000),
        ("perfect", 100, true, 100),
        ("negamax", 10_000, false, 10_000),
    ] {
        let task = Task {
            limit: Millis::from_millis(limit),
            chosen,
            ..task(1)
        };
        assert_eq!(
            limit_of(&task, usual_of(bot)),
            Millis::from_millis(expected),
            "{bot}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn without_threads_a_search_takes_the_time_of_its_looks_at_the_clock() {
    let choose = |_: &Task, search: SearchRequest<'_>, _: &Caches| {
        while (search.elapsed)() < search.limit.unwrap() {}
        Ok(choice())
    };
    let engine_pool = EnginePool::new(None, Arc::new(choose));
    let begun = tokio::time::Instant::now();
    let thought = engine_pool.think(task(3)).await.unwrap();
    assert_eq!(thought.elapsed, Millis::from_millis(1001));
    assert_eq!(begun.elapsed(), Duration::from_millis(1002));
}
