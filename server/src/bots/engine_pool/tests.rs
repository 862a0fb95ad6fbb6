//! Doubles in place of engines: one that panics, one that searches until it is stopped, one that answers.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{FutureExt as _, poll};
use protocol::rules::Variant;
use protocol::square::Square;
use tokio::sync::watch;
use tokio::time::Instant;

use super::*;

fn search(ply: u16) -> BotSearch {
    BotSearch {
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

/// Limits for as many searches of one address at once.
fn limits(of_one: usize) -> Limits {
    Limits {
        of_one,
        all: 4,
        reserved: 1,
        analyses: 1,
    }
}

fn person(number: u8) -> Person {
    Person::at([192, 0, 2, number].into())
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

/// Returns a double: ply 1 panics; ply 2 searches until it is stopped, and reports its beginning and end; the rest
/// answer.
fn double(says: Sender<&'static str>) -> Arc<Choose> {
    Arc::new(
        move |search: &BotSearch, request: SearchRequest<'_>, _: &Caches| match search.ply {
            1 => panic!("on purpose"),
            2 => {
                says.send("begun").unwrap();
                while !request.stop.is_raised() {
                    std::thread::yield_now();
                }
                says.send("stopped").unwrap();
                Err(NoChoice::Stopped)
            }
            _ => Ok(choice()),
        },
    )
}

/// Returns a pool with one double for each address, and what it says.
fn pool_of_doubles() -> (EnginePool, Receiver<&'static str>) {
    let (says, heard) = channel();
    (EnginePool::with(limits(1), &double(says)), heard)
}

/// Returns a pool in which this takes the place of every bot.
fn pool_of(
    choose: impl Fn(&BotSearch, SearchRequest<'_>, &Caches) -> Result<Choice, NoChoice>
    + Send
    + Sync
    + 'static,
) -> EnginePool {
    EnginePool::with(limits(1), &(Arc::new(choose) as Arc<Choose>))
}

/// Asks for a search that is not answered at once.
fn asked(
    engine_pool: &EnginePool,
    search: BotSearch,
) -> BoxFuture<'_, Result<SearchInfo, ChatText>> {
    let mut asked = engine_pool.think(person(1), search).boxed();
    let answer = asked.as_mut().now_or_never();
    assert!(answer.is_none(), "{answer:?}");
    asked
}

fn queue(engine_pool: &EnginePool) -> &job_queue::JobQueue {
    &engine_pool.threads.as_ref().expect("it has threads").jobs
}

#[tokio::test]
async fn a_bot_that_panics_fails_alone() {
    let (engine_pool, _heard) = pool_of_doubles();
    let why = engine_pool.think(person(1), search(1)).await.unwrap_err();
    assert_eq!(why.as_str(), "I failed: a mistake in it ended it");
    let thought = engine_pool.think(person(1), search(3)).await.unwrap();
    assert_eq!(thought.score, 7);
}

#[tokio::test]
async fn a_job_that_nobody_waits_for_leaves_the_queue_and_a_search_ends() {
    let (engine_pool, heard) = pool_of_doubles();
    let searching = asked(&engine_pool, search(2));
    assert_eq!(heard.recv(), Ok("begun"));
    let queued = asked(&engine_pool, search(3));
    let waiting = asked(&engine_pool, search(3));
    assert_eq!(queue(&engine_pool).waiting(), 2);
    drop(waiting);
    assert_eq!(queue(&engine_pool).waiting(), 1);
    drop(queued);
    assert_eq!(queue(&engine_pool).waiting(), 0);
    drop(searching);
    assert_eq!(heard.recv(), Ok("stopped"));
}

#[tokio::test]
async fn the_end_of_the_threads_stops_searches_and_costs_nobody_a_game() {
    let (engine_pool, heard) = pool_of_doubles();
    let engine_pool = Arc::new(engine_pool);
    let searching = asked(&engine_pool, search(2));
    assert_eq!(heard.recv(), Ok("begun"));
    let queued = asked(&engine_pool, search(3));
    let waiting = asked(&engine_pool, search(3));
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
    drop(asked(&engine_pool, search(3)));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn engines_give_way_to_the_sockets() {
    let engine_pool = pool_of(|_, _, _| {
        let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        // The name is in parentheses and may have spaces; niceness is the 17th field behind it.
        let (_, fields) = line.rsplit_once(')').unwrap();
        let nice = fields.split_whitespace().nth(16).unwrap().parse().unwrap();
        Ok(Choice {
            score: nice,
            ..choice()
        })
    });
    let nice = engine_pool.think(person(1), search(3)).await.unwrap().score;
    assert!(nice > 0, "{nice}");
}

#[tokio::test]
async fn a_line_is_cut_and_begins_with_the_move() {
    let rows = |rows: std::ops::Range<u8>| rows.map(|row| Square::new(4, row).unwrap());
    for (pv, expected) in [(0..0, 1), (0..20, 12)] {
        let engine_pool = pool_of(move |_, _, _| {
            let pv = rows(pv.clone()).collect();
            Ok(Choice { pv, ..choice() })
        });
        let pv = engine_pool.think(person(1), search(3)).await.unwrap().pv;
        assert_eq!((pv[0], pv.len()), (choice().square, expected));
    }
}

/// Asks for searches that take as long as they may, of these addresses, and returns how many of each have begun.
async fn begun_of(limits: Limits, asked: &[u8]) -> Vec<u8> {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(limits, &double(says));
    let mut searches: Vec<_> = asked
        .iter()
        .map(|&number| (number, search(2)))
        .map(|(number, search)| {
            let waits = search.progress.waits();
            (
                number,
                waits,
                Box::pin(engine_pool.think(person(number), search)),
            )
        })
        .collect();
    for (.., answer) in &mut searches {
        assert!(poll!(answer).is_pending());
    }
    let begun =
        |(number, waits, _): &(u8, watch::Receiver<bool>, _)| (!*waits.borrow()).then_some(*number);
    let begun: Vec<_> = searches.iter().filter_map(begun).collect();
    for _ in &begun {
        assert_eq!(heard.recv(), Ok("begun"));
    }
    assert!(heard.try_recv().is_err(), "the others wait");
    begun
}

#[tokio::test]
async fn an_address_has_its_searches_at_once_and_leaves_the_last_for_others() {
    assert_eq!(begun_of(limits(2), &[1, 1, 1]).await, [1, 1]);
    assert_eq!(begun_of(limits(4), &[1, 1, 1, 1, 1]).await, [1, 1, 1]);
    assert_eq!(begun_of(limits(4), &[1, 1, 1, 1, 2, 2]).await, [1, 1, 1, 2]);
    assert_eq!(begun_of(limits(2), &[1, 1, 2, 2, 3, 4]).await, [1, 1, 2, 3]);
}

#[tokio::test]
async fn the_addresses_that_wait_are_served_in_turn() {
    let (says, heard) = channel();
    let choose = double(says);
    let limits = Limits {
        of_one: 1,
        all: 1,
        reserved: 0,
        analyses: 0,
    };
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = {
        let order = Arc::clone(&order);
        move |search: &BotSearch, request: SearchRequest<'_>, caches: &Caches| {
            order.lock().unwrap().push(search.seed);
            choose(search, request, caches)
        }
    };
    let engine_pool = EnginePool::with(limits, &(Arc::new(noted) as Arc<Choose>));
    let mut first = Box::pin(engine_pool.think(person(9), search(2)));
    assert!(poll!(&mut first).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut waiting: Vec<_> = [1, 1, 1, 2, 3]
        .map(|number| {
            let search = BotSearch {
                seed: number.into(),
                ..search(3)
            };
            Box::pin(engine_pool.think(person(number), search))
        })
        .into();
    for answer in &mut waiting {
        assert!(poll!(answer).is_pending());
    }
    assert_eq!(queue(&engine_pool).waiting(), 5);
    drop(first);
    for answer in waiting {
        assert!(answer.await.is_ok());
    }
    assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 1, 1]);
}

/// Returns a position whose analysis takes all of its time.
fn gomoku() -> Game {
    let plies = ["h8", "j9", "g7"].map(|text| text.parse().unwrap());
    Game::after(Variant::named("gomoku-15").unwrap(), plies).unwrap()
}

#[tokio::test]
async fn a_bots_ply_waits_for_no_analysis_however_many_are_open() {
    let (says, _heard) = channel();
    let engine_pool = EnginePool::with(limits(2), &double(says));
    let mut open: Vec<_> = (0..=255)
        .flat_map(|number| [number; 3])
        .map(|number| Box::pin(engine_pool.analyse(person(number), gomoku(), Millis::MAX)))
        .collect();
    for asked in &mut open {
        assert!(poll!(asked).is_pending());
    }
    assert!(engine_pool.think(person(1), search(3)).await.is_ok());
    for asked in &mut open {
        assert!(poll!(asked).is_pending());
    }
    drop(open);
    let solved = search(3).game;
    let limit = Millis::from_millis(1000);
    let analysed = engine_pool.analyse(person(1), solved, limit).await;
    let analysed = analysed.expect("the empty board is in the book");
    assert_eq!(analysed.columns.len(), 7);
}

#[tokio::test]
async fn external_engines_keep_no_built_in_bot_waiting() {
    let (says, heard) = channel();
    let choose = double(says);
    let engine_pool = EnginePool {
        for_external: Some(Threads::start(limits_of_external(1)).unwrap()),
        ..EnginePool::with(limits(1), &choose)
    };
    let external = || BotSearch {
        bot: "other".parse().unwrap(),
        ..search(2)
    };
    let mut searches: Vec<_> = (1..=MIN_EXTERNAL + 1)
        .map(|number| Box::pin(engine_pool.think(person(number as u8), external())))
        .collect();
    for search in &mut searches {
        assert!(poll!(search).is_pending());
    }
    for _ in 0..MIN_EXTERNAL {
        assert_eq!(heard.recv(), Ok("begun"));
    }
    let built_in = engine_pool.think(person(1), search(3));
    assert!(built_in.await.is_ok());
    assert!(heard.try_recv().is_err(), "the last one waits for them");
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
        let search = BotSearch {
            limit: Millis::from_millis(limit),
            chosen,
            ..search(1)
        };
        assert_eq!(
            limit_of(&search, usual_of(bot)),
            Millis::from_millis(expected),
            "{bot}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn without_threads_a_search_takes_the_time_of_its_looks_at_the_clock() {
    let choose = |_: &BotSearch, request: SearchRequest<'_>, _: &Caches| {
        while (request.elapsed)() < request.limit.unwrap() {}
        Ok(choice())
    };
    let engine_pool = EnginePool::new(Arc::new(choose));
    let begun = Instant::now();
    let thought = engine_pool.think(person(1), search(3)).await.unwrap();
    assert_eq!(thought.elapsed, Millis::from_millis(1001));
    assert_eq!(begun.elapsed(), Duration::from_millis(1002));
}
