//! Doubles in place of engines: one that panics, one that searches until it is stopped, one that answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use futures::poll;
use protocol::rules::Variant;
use protocol::square::Square;
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

/// Limits for as many searches at once.
fn limits(running: usize) -> Limits {
    Limits {
        running,
        begun: 8,
        begun_by_person: 4,
        analyses: 1,
        analyses_by_person: 3,
    }
}

fn person(number: u8) -> Person {
    Person::at([192, 0, 2, number].into())
}

/// Returns a priority that does not change.
fn of(class: PriorityClass, number: u8) -> watch::Receiver<Priority> {
    let person = person(number);
    watch::channel(Priority { class, person }).1
}

fn unseen() -> watch::Receiver<Priority> {
    of(PriorityClass::Unwatched, 1)
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

/// Returns a double: ply 1 panics; ply 2 searches until it is stopped, and reports its beginning and end; ply 4
/// does, and looks at its clock, as others do; the rest answer.
fn double(says: Sender<&'static str>) -> Arc<Choose> {
    Arc::new(
        move |search: &BotSearch, request: SearchRequest<'_>, _: &Caches| match search.ply {
            1 => panic!("on purpose"),
            2 | 4 => {
                says.send("begun").unwrap();
                while !request.stop.is_raised() {
                    if search.ply == 4 {
                        (request.elapsed)();
                    }
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
    let engine_pool = EnginePool::with(limits(1), &double(channel().0));
    let why = engine_pool.think(unseen(), search(1)).await.unwrap_err();
    assert_eq!(why.as_str(), "I failed: a mistake in it ended it");
    assert_eq!(
        engine_pool.think(unseen(), search(3)).await.unwrap().score,
        7
    );
}

#[tokio::test]
async fn who_no_longer_waits_stops_the_search() {
    let (says, heard) = channel();
    let engine_pool = Arc::new(EnginePool::with(limits(1), &double(says)));
    let waiting = tokio::spawn({
        let engine_pool = Arc::clone(&engine_pool);
        async move { engine_pool.think(unseen(), search(2)).await }
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
    assert!(engine_pool.think(unseen(), search(3)).await.is_ok());
}

#[tokio::test]
async fn a_job_that_nobody_waits_for_leaves_the_queue() {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let mut searching = Box::pin(engine_pool.think(unseen(), search(2)));
    assert!(poll!(&mut searching).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut queued = Box::pin(engine_pool.think(unseen(), search(3)));
    assert!(poll!(&mut queued).is_pending());
    let mut waiting = Box::pin(engine_pool.think(unseen(), search(4)));
    assert!(poll!(&mut waiting).is_pending());
    assert_eq!(queue(&engine_pool).queued(), 2);
    drop(waiting);
    assert_eq!(queue(&engine_pool).queued(), 1);
    drop(queued);
    assert_eq!(queue(&engine_pool).queued(), 0);
    drop(searching);
    assert_eq!(heard.recv(), Ok("stopped"));
}

#[tokio::test]
async fn the_end_of_the_threads_stops_searches_and_costs_nobody_a_game() {
    let (says, heard) = channel();
    let engine_pool = Arc::new(EnginePool::with(limits(1), &double(says)));
    let mut searching = Box::pin(engine_pool.think(unseen(), search(2)));
    assert!(poll!(&mut searching).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut queued = Box::pin(engine_pool.think(unseen(), search(3)));
    assert!(poll!(&mut queued).is_pending());
    let mut waiting = Box::pin(engine_pool.think(unseen(), search(3)));
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
    let mut late = Box::pin(engine_pool.think(unseen(), search(3)));
    assert!(poll!(&mut late).is_pending());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn engines_give_way_to_the_sockets() {
    let choose = |_: &BotSearch, _: SearchRequest<'_>, _: &Caches| {
        let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        // The name is in parentheses and may have spaces; niceness is the 17th field behind it.
        let (_, fields) = line.rsplit_once(')').unwrap();
        let nice = fields.split_whitespace().nth(16).unwrap().parse().unwrap();
        Ok(Choice {
            score: nice,
            ..choice()
        })
    };
    let engine_pool = EnginePool::with(limits(1), &(Arc::new(choose) as Arc<Choose>));
    let nice = engine_pool.think(unseen(), search(3)).await.unwrap().score;
    assert!(nice > 0, "{nice}");
}

#[tokio::test]
async fn a_line_is_cut_and_begins_with_the_move() {
    let rows = |rows: std::ops::Range<u8>| rows.map(|row| Square::new(4, row).unwrap());
    for (pv, expected) in [(0..0, 1), (0..20, 12)] {
        let choose = move |_: &BotSearch, _: SearchRequest<'_>, _: &Caches| {
            Ok(Choice {
                pv: rows(pv.clone()).collect(),
                ..choice()
            })
        };
        let engine_pool = EnginePool::with(limits(1), &(Arc::new(choose) as Arc<Choose>));
        let pv = engine_pool.think(unseen(), search(3)).await.unwrap().pv;
        assert_eq!((pv[0], pv.len()), (choice().square, expected));
    }
}

#[tokio::test]
async fn many_rooms_are_delayed_and_lose_nothing() {
    let engine_pool = Arc::new(EnginePool::with(limits(2), &double(channel().0)));
    let many: Vec<_> = (0..50)
        .map(|number| {
            let engine_pool = Arc::clone(&engine_pool);
            tokio::spawn(async move {
                let priority = of(PriorityClass::ALL[number % 2], number as u8 % 5);
                engine_pool.think(priority, search(3)).await
            })
        })
        .collect();
    for answer in many {
        assert!(answer.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn long_searches_pause_for_a_short_one_and_go_on_after_it() {
    // Of others of its kind, of a later one, and of the same person.
    for (class, number) in [
        (PriorityClass::Player, 2),
        (PriorityClass::Unwatched, 1),
        (PriorityClass::Player, 1),
    ] {
        let (says, heard) = channel();
        let engine_pool = EnginePool::with(limits(1), &double(says));
        let mut long = Box::pin(engine_pool.think(of(class, number), search(4)));
        assert!(poll!(&mut long).is_pending());
        assert_eq!(heard.recv(), Ok("begun"));
        for _ in 0..3 {
            let short = engine_pool
                .think(of(PriorityClass::Player, 1), search(3))
                .await;
            assert!(short.is_ok(), "{class:?}");
        }
        assert!(poll!(&mut long).is_pending());
        assert!(heard.try_recv().is_err(), "it was not stopped");
        drop(long);
        assert_eq!(heard.recv(), Ok("stopped"));
    }
}

#[tokio::test]
async fn a_search_is_told_to_pause_as_soon_as_one_comes_that_goes_before_it_and_for_no_other() {
    for (class, told) in [
        (PriorityClass::Player, 1),
        (PriorityClass::Analysis, 1),
        (PriorityClass::Unwatched, 0),
    ] {
        let (says, heard) = channel();
        let engine_pool = EnginePool::with(limits(1), &double(says));
        // It never looks at its clock, so that it goes on for longer than its share.
        let mut long = Box::pin(engine_pool.think(unseen(), search(2)));
        assert!(poll!(&mut long).is_pending());
        assert_eq!(heard.recv(), Ok("begun"));
        assert_eq!(queue(&engine_pool).giving_way(), 0);
        let mut short = Box::pin(engine_pool.think(of(class, 1), search(3)));
        assert!(poll!(&mut short).is_pending());
        assert_eq!(queue(&engine_pool).giving_way(), told, "{class:?}");
        drop((long, short));
        assert_eq!(heard.recv(), Ok("stopped"));
    }
}

#[tokio::test]
async fn a_search_that_pauses_ends_when_nobody_waits_for_it() {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let mut paused = Box::pin(engine_pool.think(unseen(), search(4)));
    assert!(poll!(&mut paused).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    // It never looks at its clock, so that the other one has no turn again.
    let mut running = Box::pin(engine_pool.think(of(PriorityClass::Player, 2), search(2)));
    assert!(poll!(&mut running).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    drop(paused);
    assert_eq!(heard.recv(), Ok("stopped"));
    drop(running);
    assert_eq!(heard.recv(), Ok("stopped"));
    assert!(engine_pool.think(unseen(), search(3)).await.is_ok());
}

#[tokio::test]
async fn a_search_that_pauses_ends_with_the_threads() {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let mut paused = Box::pin(engine_pool.think(unseen(), search(4)));
    assert!(poll!(&mut paused).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let mut running = Box::pin(engine_pool.think(of(PriorityClass::Player, 2), search(2)));
    assert!(poll!(&mut running).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    engine_pool.stop();
    assert_eq!(heard.recv(), Ok("stopped"));
    assert_eq!(heard.recv(), Ok("stopped"));
    assert!(poll!(&mut paused).is_pending() && poll!(&mut running).is_pending());
}

/// The one that pauses begins before the other and ends after it, and so does its pause.
#[tokio::test]
async fn a_pause_is_no_time_of_the_search_and_is_a_wait_of_its_room() {
    let (says, heard) = channel();
    let ended = Arc::new(AtomicBool::new(false));
    let choose = {
        let ended = Arc::clone(&ended);
        move |search: &BotSearch, request: SearchRequest<'_>, _: &Caches| {
            says.send("begun").unwrap();
            let is_long = search.ply == 4;
            while is_long && !ended.load(Ordering::Acquire) {
                (request.elapsed)();
            }
            while !is_long && (request.elapsed)() < Millis::from_millis(50) {}
            Ok(choice())
        }
    };
    let engine_pool = EnginePool::with(limits(1), &(Arc::new(choose) as Arc<Choose>));
    let asked = Instant::now();
    let long = search(4);
    let progress = long.progress.clone();
    let mut long = Box::pin(engine_pool.think(unseen(), long));
    assert!(poll!(&mut long).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let short = engine_pool
        .think(of(PriorityClass::Player, 2), search(3))
        .await;
    let short = short.unwrap().elapsed;
    ended.store(true, Ordering::Release);
    let long = long.await.unwrap().elapsed;
    let all = Millis::from_millis(asked.elapsed().as_millis() as u64 + 1);
    assert!(long + short <= all, "{long:?} and {short:?} of {all:?}");
    let now = Instant::now();
    let waited = progress.wait_time().total(now);
    assert!(
        waited >= Duration::from_millis(short.as_millis()),
        "{waited:?}"
    );
    assert!(!progress.wait_time().is_waiting());
    let elapsed = progress.elapsed(now);
    assert!(elapsed + waited <= now.duration_since(asked), "{elapsed:?}");
}

#[tokio::test]
async fn a_search_whose_room_somebody_enters_goes_before_the_others() {
    let (says, heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let mut searching = Box::pin(engine_pool.think(of(PriorityClass::Player, 2), search(2)));
    assert!(poll!(&mut searching).is_pending());
    assert_eq!(heard.recv(), Ok("begun"));
    let (priority, followed) = watch::channel(*unseen().borrow());
    let mut entered = Box::pin(engine_pool.think(followed, search(2)));
    let mut other = Box::pin(engine_pool.think(of(PriorityClass::Watched, 3), search(3)));
    assert!(poll!(&mut entered).is_pending() && poll!(&mut other).is_pending());
    priority.send_replace(*of(PriorityClass::Player, 1).borrow());
    assert!(poll!(&mut entered).is_pending());
    drop(searching);
    assert_eq!(heard.recv(), Ok("stopped"));
    // It never looks at its clock: the other one has not had its turn.
    assert_eq!(heard.recv(), Ok("begun"));
    assert!(poll!(&mut other).is_pending());
    drop(entered);
    assert!(other.await.is_ok());
}

/// Returns a position whose analysis takes all of its time.
fn gomoku() -> Game {
    let plies = ["h8", "j9", "g7"].map(|text| text.parse().unwrap());
    Game::after(Variant::named("gomoku-15").unwrap(), plies).unwrap()
}

#[tokio::test]
async fn a_bots_ply_waits_for_no_analysis_however_many_are_open() {
    let (says, _heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let mut open: Vec<_> = (0..=255)
        .flat_map(|number| [number; 3])
        .map(|number| Box::pin(engine_pool.analyse(person(number), gomoku(), Millis::MAX)))
        .collect();
    for asked in &mut open {
        assert!(poll!(asked).is_pending());
    }
    for class in [PriorityClass::Player, PriorityClass::Watched] {
        assert!(engine_pool.think(of(class, 1), search(3)).await.is_ok());
    }
    for asked in &mut open {
        assert!(poll!(asked).is_pending());
    }
}

#[tokio::test]
async fn a_person_who_has_many_analyses_open_is_refused_another() {
    let (says, _heard) = channel();
    let engine_pool = EnginePool::with(limits(1), &double(says));
    let ask = |number| Box::pin(engine_pool.analyse(person(number), gomoku(), Millis::MAX));
    let mut open = [1, 1, 1, 2].map(ask);
    for asked in &mut open {
        assert!(poll!(asked).is_pending());
    }
    assert_eq!(ask(1).await, Err(TooMany));
    drop(open);
    let solved = search(3).game;
    let limit = Millis::from_millis(1000);
    let analysed = engine_pool.analyse(person(1), solved, limit).await;
    let analysed = analysed.unwrap().expect("the empty board is in the book");
    assert_eq!(analysed.columns.len(), 7);
}

#[tokio::test]
async fn external_engines_which_cannot_pause_keep_no_built_in_bot_waiting() {
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
        .map(|number| {
            let priority = of(PriorityClass::Player, number as u8);
            Box::pin(engine_pool.think(priority, external()))
        })
        .collect();
    for search in &mut searches {
        assert!(poll!(search).is_pending());
    }
    for _ in 0..MIN_EXTERNAL {
        assert_eq!(heard.recv(), Ok("begun"));
    }
    let built_in = engine_pool.think(of(PriorityClass::Player, 1), search(3));
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
    let thought = engine_pool.think(unseen(), search(3)).await.unwrap();
    assert_eq!(thought.elapsed, Millis::from_millis(1001));
    assert_eq!(begun.elapsed(), Duration::from_millis(1002));
}
