//! One run: a server, people on hosts of their own, and the faults between them, all from a seed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use server::{Config, Env};
use tokio_util::sync::CancellationToken;
use turmoil::{Builder, Sim};

use super::disk::{Disk, Mode};
use super::network::{Lines, Port, SERVER};
use super::person::{Person, Way};
use super::witness::{Counts, Witness, now};
use crate::harness::{bot, me_and_open, spec};

/// The step in which hosts run in turn and messages are delivered: below the latency of most networks.
const TICK: Duration = Duration::from_millis(20);

/// Moment at which the first server starts.
const EPOCH: Duration = Duration::from_secs(1_700_000_000);

/// Time after the last fault in which everybody must have come back: a lost connection is noticed after 15 s, and tried
/// again every 5 s.
const RETURN: Duration = Duration::from_mins(1);

/// Time for which views must stay as they met.
const STAY: Duration = Duration::from_secs(2);

/// The people; those of one row have one seat.
const PEOPLE: &[&[&str]] = &[
    &["ana", "ana2"],
    &["bruno"],
    &["carla"],
    &["dora"],
    &["emil"],
];

/// What became of a seed.
pub(super) struct Run {
    /// What was wrong first.
    pub(super) problem: Option<String>,
    /// Every frame at the server, every event stored, every fault, each with its moment; empty unless it is asked for.
    pub(super) log: Vec<String>,
    pub(super) counts: Counts,
    /// Time of the simulation.
    pub(super) took: Duration,
}

/// Runs the simulation of this seed.
pub(super) fn run(seed: u64, keeps_log: bool) -> Run {
    let witness = Witness::new(keeps_log);
    let mut world = World::new(seed, &witness);
    while world.goes_on() {}
    let took = world.sim.elapsed();
    // What ends with the simulation is no server that could write.
    world.disk.unmount();
    drop(world);
    Run {
        problem: witness.problem(),
        counts: witness.counts(),
        log: witness.take_log(),
        took,
    }
}

/// A fault of the link between a person and the server.
#[derive(Clone, Copy, Debug)]
enum LinkFault {
    /// Nothing arrives, and what is under way is lost.
    Partition,
    /// The same in one direction.
    OneWay { up: bool },
    /// Everything arrives late.
    Hold,
}

/// A stage of the run.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Faults,
    /// Everything works; the moment at which it did first.
    Returning(Duration),
    /// The views met at this moment.
    Met(Duration),
    /// The server is asked to stop at this moment.
    Stopping(Duration),
}

struct World {
    sim: Sim<'static>,
    rng: StdRng,
    witness: Witness,
    disk: Disk,
    lines: Lines,
    /// The order to the present server to stop.
    stop: Arc<Mutex<CancellationToken>>,
    stage: Stage,
    /// Moment at which the faults are over.
    end: Duration,
    next_fault: Duration,
    links: BTreeMap<&'static str, (LinkFault, Duration)>,
    store_works_at: Option<Duration>,
    /// Moment at which a server that is killed or asked to stop starts again.
    starts_at: Option<Duration>,
    /// True if the links were lost with the power.
    is_dark: bool,
}

impl World {
    fn new(seed: u64, witness: &Witness) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut builder = Builder::new();
        let latency = *[15, 60, 250].choose(&mut rng).expect("not empty");
        builder
            .rng_seed(seed)
            .epoch(UNIX_EPOCH + EPOCH)
            .tick_duration(TICK)
            .simulation_duration(Duration::from_hours(1))
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(latency));
        let mut sim = builder.build();
        let disk = Disk::new(witness.clone());
        let stop = Arc::new(Mutex::new(CancellationToken::new()));
        let runs = Arc::new(AtomicU64::new(0));
        sim.host(SERVER, {
            let (disk, stop, witness) = (disk.clone(), Arc::clone(&stop), witness.clone());
            move || {
                let number = runs.fetch_add(1, Ordering::Relaxed);
                let stop = stop.lock().expect("no holder panics").clone();
                serve(seed * 1000 + number, disk.clone(), witness.clone(), stop)
            }
        });
        let lines = Lines::default();
        for (number, (name, way, shares_with)) in (1..).zip(people(&mut rng)) {
            let (lines, witness) = (lines.clone(), witness.clone());
            let seed = seed * 100 + number;
            sim.client(name, async move {
                let person = Person::new(&lines, name, way, shares_with, seed, witness);
                person.run().await;
                Ok(())
            });
        }
        let end = Duration::from_secs(rng.random_range(20..45));
        Self {
            sim,
            rng,
            witness: witness.clone(),
            disk,
            lines,
            stop,
            stage: Stage::Faults,
            end,
            next_fault: Duration::from_secs(2),
            links: BTreeMap::new(),
            store_works_at: None,
            starts_at: None,
            is_dark: false,
        }
    }

    fn now(&self) -> Duration {
        self.sim.elapsed()
    }

    /// Runs one step; false at the end.
    fn goes_on(&mut self) -> bool {
        let stepped = self.sim.step();
        let now = self.now();
        if let Err(error) = stepped {
            self.witness.fail_at(now, format!("a host fails: {error}"));
        }
        if self.witness.problem().is_some() {
            return false;
        }
        match self.stage {
            Stage::Faults => {
                self.heal(now);
                if now >= self.end {
                    self.heal_all(now);
                    self.stage = Stage::Returning(now);
                    self.witness.close();
                } else if now >= self.next_fault {
                    self.fault(now);
                    let pause = self.rng.random_range(200..4000);
                    self.next_fault = now + Duration::from_millis(pause);
                }
            }
            Stage::Returning(since) => {
                self.heal(now);
                match self.witness.do_not_meet(PEOPLE) {
                    None => self.stage = Stage::Met(now),
                    Some(difference) if now > since + RETURN => {
                        self.witness
                            .fail_at(now, format!("the views do not meet: {difference}"));
                    }
                    Some(_) => {}
                }
            }
            Stage::Met(since) => {
                if let Some(difference) = self.witness.do_not_meet(PEOPLE) {
                    // Bots still play on, and their plies take a moment to arrive.
                    self.stage = Stage::Returning(since);
                    self.witness.note_at(now, &difference);
                } else if now > since + STAY {
                    self.witness.check_replays(now);
                    self.cancel();
                    self.stage = Stage::Stopping(now);
                }
            }
            Stage::Stopping(since) => {
                if !self.sim.is_host_running(SERVER) {
                    return false;
                }
                if now > since + Duration::from_secs(30) {
                    self.witness
                        .fail_at(now, "the server does not stop".to_owned());
                }
            }
        }
        true
    }

    /// Lets something go wrong, for a while.
    fn fault(&mut self, now: Duration) {
        let names: Vec<_> = PEOPLE.iter().flat_map(|row| row.iter().copied()).collect();
        let name = *names.choose(&mut self.rng).expect("not empty");
        let until = now + Duration::from_millis(self.rng.random_range(100..20_000));
        match self.rng.random_range(0..20) {
            0..5 => {
                if self.lines.cut(name) {
                    self.note(now, &format!("cut {name}"));
                }
            }
            5..8 => self.link_fault(now, name, LinkFault::Partition, until),
            8..10 => {
                let up = self.rng.random();
                self.link_fault(now, name, LinkFault::OneWay { up }, until);
            }
            10..13 => self.link_fault(now, name, LinkFault::Hold, until),
            13 => {
                let latency = Duration::from_millis(self.rng.random_range(10..1500));
                self.sim.set_link_max_message_latency(name, SERVER, latency);
                self.note(now, &format!("{name} has a latency of {latency:?}"));
            }
            14..17 => {
                let modes = [
                    (Mode::Failing, 8000),
                    (Mode::FailingThoughWritten, 3000),
                    (Mode::LoadFailing, 8000),
                ];
                let (mode, most) = *modes.choose(&mut self.rng).expect("not empty");
                let lasts = Duration::from_millis(self.rng.random_range(200..most));
                self.disk.set(mode);
                self.store_works_at = Some(now + lasts);
                self.witness.note_at(now, &format!("the store is {mode:?}"));
            }
            17..19 => self.kill(now),
            _ => self.stop(now),
        }
    }

    fn note(&self, now: Duration, line: &str) {
        self.witness.count(|counts| counts.network_faults += 1);
        self.witness.note_at(now, line);
    }

    fn link_fault(&mut self, now: Duration, name: &'static str, fault: LinkFault, until: Duration) {
        if self.is_dark || self.links.contains_key(name) {
            return;
        }
        match fault {
            LinkFault::Partition => self.sim.partition(name, SERVER),
            LinkFault::OneWay { up: true } => self.sim.partition_oneway(name, SERVER),
            LinkFault::OneWay { up: false } => self.sim.partition_oneway(SERVER, name),
            LinkFault::Hold => self.sim.hold(name, SERVER),
        }
        self.links.insert(name, (fault, until));
        self.note(now, &format!("{fault:?} of {name}"));
    }

    fn heal_link(&mut self, now: Duration, name: &'static str) {
        if let Some((fault, _)) = self.links.remove(name) {
            match fault {
                LinkFault::Partition => self.sim.repair(name, SERVER),
                LinkFault::OneWay { up: true } => self.sim.repair_oneway(name, SERVER),
                LinkFault::OneWay { up: false } => self.sim.repair_oneway(SERVER, name),
                LinkFault::Hold => self.sim.release(name, SERVER),
            }
            self.witness.note_at(now, &format!("{name} is healed"));
        }
    }

    /// Kills the server, at times with the power: then nobody is told that their connection is closed.
    fn kill(&mut self, now: Duration) {
        if self.starts_at.is_some() {
            return;
        }
        self.is_dark = self.rng.random();
        self.witness.note_at(
            now,
            &format!("the server is killed, dark: {}", self.is_dark),
        );
        self.witness.count(|counts| counts.kills += 1);
        self.disk.unmount();
        if self.is_dark {
            for name in self.links.keys().copied().collect::<Vec<_>>() {
                self.heal_link(now, name);
            }
            for name in PEOPLE.iter().flat_map(|row| row.iter().copied()) {
                self.sim.partition(name, SERVER);
            }
        }
        self.sim.crash(SERVER);
        self.witness.outage(true, now, true);
        let away = self.rng.random_range(50..10_000);
        self.starts_at = Some(now + Duration::from_millis(away));
    }

    /// Asks the server to stop.
    fn stop(&mut self, now: Duration) {
        if self.starts_at.is_some() {
            return;
        }
        self.witness.note_at(now, "the server is asked to stop");
        self.witness.count(|counts| counts.stops += 1);
        self.cancel();
        let away = self.rng.random_range(50..10_000);
        self.starts_at = Some(now + Duration::from_millis(away));
    }

    fn cancel(&self) {
        self.stop.lock().expect("no holder panics").cancel();
    }

    /// Ends the faults whose time is over.
    fn heal(&mut self, now: Duration) {
        let healed = self.links.iter().filter(|(_, (_, until))| *until <= now);
        for name in healed.map(|(name, _)| *name).collect::<Vec<_>>() {
            self.heal_link(now, name);
        }
        if self.store_works_at.is_some_and(|at| at <= now) {
            self.store_works(now);
        }
        if self.starts_at.is_some_and(|at| at <= now) && !self.sim.is_host_running(SERVER) {
            self.start(now);
        }
    }

    fn heal_all(&mut self, now: Duration) {
        for name in self.links.keys().copied().collect::<Vec<_>>() {
            self.heal_link(now, name);
        }
        self.store_works(now);
        self.starts_at = self.starts_at.map(|_| now);
        self.heal(now);
    }

    fn store_works(&mut self, now: Duration) {
        self.disk.set(Mode::Working);
        self.store_works_at = None;
        self.witness.note_at(now, "the store works");
    }

    fn start(&mut self, now: Duration) {
        self.starts_at = None;
        if std::mem::take(&mut self.is_dark) {
            for name in PEOPLE.iter().flat_map(|row| row.iter().copied()) {
                self.sim.repair(name, SERVER);
            }
        }
        *self.stop.lock().expect("no holder panics") = CancellationToken::new();
        self.witness.note_at(now, "the server starts");
        self.sim.bounce(SERVER);
    }
}

/// Serves until `stop`.
async fn serve(
    seed: u64,
    disk: Disk,
    witness: Witness,
    stop: CancellationToken,
) -> turmoil::Result {
    let port = Port::open(witness.clone()).await?;
    let since_epoch = turmoil::since_epoch().expect("a host is running");
    let epoch = Millis::from_millis(since_epoch.as_millis() as u64);
    witness.outage(true, now(), false);
    let config = Config {
        discovery: false,
        exhibition: false,
        ..Config::default()
    };
    let env = Env::simulated(port, epoch, seed);
    let stopped = async move { stop.cancelled().await };
    server::run(env, config, disk.mount(), stopped).await?;
    disk.unmount();
    witness.outage(true, now(), true);
    Ok(())
}

/// The people: two at a board, of whom one has two devices, a spectator of theirs, and two against bots.
fn people(rng: &mut StdRng) -> [(&'static str, Way, Option<&'static str>); 6] {
    let clock = |rng: &mut StdRng| {
        let clocks = [Some("10s+1s"), Some("1m+2s"), Some("10m+5s"), None];
        let clock = *clocks.choose(rng).expect("not empty");
        clock.map(|clock| clock.parse().expect("a clock"))
    };
    let game = |variants: &[&str], rng: &mut StdRng| GameSpec {
        clock: clock(rng),
        ..spec(variants.choose(rng).expect("not empty"))
    };
    let against = |name: &str| BySide {
        first: SeatSpec::Me,
        second: bot(name),
    };
    let open = |spec: GameSpec, seats| Way::Opens(Box::new(spec), seats);
    let both = game(&["connect-four", "gomoku-15"], rng);
    let threat = game(&["gomoku-15"], rng);
    let random = game(&["connect-four", "gomoku-15"], rng);
    [
        ("ana", open(both, me_and_open()), Some("ana2")),
        ("ana2", Way::SharesSeat, Some("ana")),
        ("bruno", Way::Joins("ana"), None),
        ("carla", open(threat, against("threat:2")), None),
        ("dora", Way::Watches("ana"), None),
        ("emil", open(random, against("random")), None),
    ]
}
