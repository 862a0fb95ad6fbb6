//! A server and its clients on one thread, in memory, in time that moves only when all of them wait: the same
//! seed gives the same run, frame by frame.

mod network;
mod person;

use std::time::Duration;

use protocol::message::Role;
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use server::{Config, Env, store};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

use self::network::Network;
use self::person::Person;
use crate::faulty::{Faulty, Mode};
use crate::harness::{bot, me_and_open, spec};

/// Games that people play in one room.
const GAMES: u32 = 3;

/// Everything that was sent, and how long it took.
struct Run {
    log: Vec<String>,
    took: Duration,
}

impl Run {
    fn count(&self, text: &str) -> usize {
        self.log.iter().filter(|line| line.contains(text)).count()
    }
}

/// Two people and a spectator, one of the two cut off for a while, and a third against a bot; then the store
/// fails for a while.
async fn scenario(seed: u64) -> Run {
    let begun = Instant::now();
    let (network, port) = Network::new(seed);
    let config = Config {
        discovery: false,
        ..Config::default()
    };
    let env = Env::simulated(port, Millis::from_millis(1_700_000_000_000), seed);
    let (stop, stopped) = oneshot::channel::<()>();
    let (store, faults) = Faulty::around(store::memory());
    let server = tokio::spawn(server::run(env, config, store, async {
        let _ = stopped.await;
    }));

    let timed = GameSpec {
        clock: Some("10m+5s".parse().expect("a clock")),
        ..spec("connect-four")
    };
    let mut ana = Person::new(&network, "ana", seed * 10);
    let mut bruno = Person::new(&network, "bruno", seed * 10 + 1);
    let mut carla = Person::new(&network, "carla", seed * 10 + 2);
    let mut dora = Person::new(&network, "dora", seed * 10 + 3);
    let room = ana.open(timed, me_and_open()).await;
    dora.join(room, Role::Spectator).await;
    bruno.join(room, Role::Player).await;
    let against_bot = BySide {
        first: SeatSpec::Me,
        second: bot("threat:2"),
    };
    carla.open(spec("gomoku-15"), against_bot).await;
    let everybody = [
        tokio::spawn(ana.stay(GAMES)),
        tokio::spawn(bruno.stay(GAMES)),
        tokio::spawn(carla.stay(1)),
        tokio::spawn(dora.stay(GAMES)),
    ];
    sleep(Duration::from_secs(30)).await;
    network.cut("bruno");
    sleep(Duration::from_secs(10)).await;
    network.repair();
    sleep(Duration::from_secs(10)).await;
    faults.set(Mode::Failing);
    sleep(Duration::from_secs(10)).await;
    faults.set(Mode::Working);
    for person in everybody {
        person.await.expect("does not panic");
    }
    stop.send(()).expect("the server runs");
    server.await.expect("does not panic").expect("stops well");
    Run {
        log: network.log(),
        took: begun.elapsed(),
    }
}

/// Runs the scenario without threads and without the network of the machine: the runtime has neither.
fn run(seed: u64) -> Run {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    let run = async { timeout(Duration::from_hours(2), scenario(seed)).await };
    runtime.block_on(run).expect("every game comes to its end")
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let begun = std::time::Instant::now();
    let (first, again, other) = (run(1), run(1), run(2));
    let real = begun.elapsed();
    for (at, (one, two)) in first.log.iter().zip(&again.log).enumerate() {
        assert_eq!(one, two, "line {at} of {}", first.log.len());
    }
    assert_eq!(first.log.len(), again.log.len());
    assert_eq!(first.took, again.took);
    assert_ne!(first.log, other.log);

    // It was a run worth repeating.
    for run in [&first, &other] {
        let virtual_time = run.took;
        assert!(virtual_time > Duration::from_mins(5), "{virtual_time:?}");
        assert!(real < virtual_time, "{real:?} for {virtual_time:?}");
        assert_eq!(run.count("event: Over {"), GAMES as usize * 3 + 1);
        assert_eq!(run.count("bruno: cut"), 1);
        assert!(run.count("bruno: refused") > 1);
        assert!(run.count("ana <- 82 Ok(Event { room: ") > 20);
        assert!(run.count("refusal: Internal {") > 0);
        assert!(run.count("event: Reconnected {") > 0);
        assert!(run.count("-> 82 Ok(Chat {") > 0);
        assert!(run.count("carla <- 82") > 10);
    }
}
