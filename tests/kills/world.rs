//! A server's data and the people of its games, over many rounds.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::disk::Disk;
use super::kind::Kind;
use super::round::{Counts, Round};
use super::table::Table;
use super::told;
use crate::binaries::{Program, ServerProcess};
use crate::harness::PATIENCE;

/// A start after a kill takes no more than this number of usual ones, in the middle of all starts.
const SLOWER: u32 = 20;

/// Everything that lasts from one round to the next.
pub(super) struct World {
    test: &'static str,
    seed: u64,
    rng: StdRng,
    disk: Disk,
    tables: Vec<Table>,
    tally: Tally,
}

/// The round under way, for whoever reads of its failure.
struct Repeat {
    test: &'static str,
    seed: u64,
    rounds: usize,
    games: usize,
    course: String,
}

impl Drop for Repeat {
    #[expect(clippy::print_stderr, reason = "the way to repeat a failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self {
                test,
                seed,
                rounds,
                games,
                course,
            } = self;
            let only = std::env::var("ENLINEA_KIND")
                .map_or(String::new(), |kind| format!("ENLINEA_KIND={kind} "));
            eprintln!(
                "round {rounds} of seed {seed}, {course}, failed; again: {only}ENLINEA_SEED={seed} \
                 ENLINEA_KILLS={rounds} ENLINEA_GAMES={games} cargo test -p tests --test whole kills::{test} -- --nocapture"
            );
        }
    }
}

impl World {
    pub(super) fn new(test: &'static str, seed: u64, games: usize, disk: Disk) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let tables = (0..games).map(|number| Table::new(number, rng.random()));
        Self {
            test,
            seed,
            tables: tables.collect(),
            rng,
            disk,
            tally: Tally::default(),
        }
    }

    pub(super) async fn play(&mut self, kinds: &[Kind], rounds: usize) {
        for _ in 0..3 {
            let (server, took) = self.start();
            self.tally.usual_starts.push(took);
            Self::stop(server);
        }
        let mut deck = Vec::new();
        for round in 0..rounds {
            if deck.is_empty() {
                deck.extend_from_slice(kinds);
                deck.shuffle(&mut self.rng);
            }
            let kind = deck.pop().expect("there are kinds");
            let _repeat = self.repeat(round + 1, kind.to_string());
            self.round(kind).await;
            let whole = round == 0 || self.rng.random_ratio(1, 4);
            self.compare(whole);
            *self.tally.rounds.entry(kind).or_default() += 1;
        }
    }

    fn repeat(&self, rounds: usize, course: String) -> Repeat {
        Repeat {
            test: self.test,
            seed: self.seed,
            rounds,
            games: self.tables.len(),
            course,
        }
    }

    /// Lets everybody play once more, asks the server to end meanwhile, and returns what was found.
    pub(super) async fn end(mut self) -> Tally {
        let rounds = self.tally.rounds.values().sum();
        let _repeat = self.repeat(rounds, "the orderly stop behind it".to_owned());
        let round = Arc::new(Round::new(false));
        let (server, _) = self.start();
        let mut playing = self.seat_everybody(server.address, &round);
        let server = self.plies(server, &round, &mut playing).await;
        round.will_be_killed();
        Self::stop(server);
        self.everybody_is_back(playing).await;
        self.compare(true);
        let (server, _) = self.start();
        for table in &mut self.tables {
            assert!(table.come_back(server.address).await.is_some());
        }
        Self::stop(server);
        let Self { tables, tally, .. } = &mut self;
        for table in tables {
            tally.told += table.told.len();
            tally.heard += table.told_events;
            tally.lost += table.lost_moves;
            tally.kept += table.kept_moves;
        }
        self.tally.check();
        self.tally
    }

    /// Compares what was told with the database, which is checked as a whole as well where that is wanted.
    fn compare(&mut self, whole: bool) {
        let told = self.tables.iter().map(|table| &table.told);
        told::compare(&self.disk.path(), told, whole);
        self.tally.integrity_checks += usize::from(whole);
    }

    async fn round(&mut self, kind: Kind) {
        let round = Arc::new(Round::new(kind.has_faults()));
        match kind {
            Kind::Play => {}
            Kind::Start => self.kill_while_starting().await,
            Kind::Return => self.kill_while_returning().await,
            #[cfg(unix)]
            Kind::Standstill | Kind::StopAndKill => {}
            #[cfg(target_os = "linux")]
            Kind::FileLimit => {}
            #[cfg(target_os = "linux")]
            Kind::FullDisk => self.take_the_log_away(),
        }
        let (mut server, took) = self.start();
        self.tally.starts.push(took);
        let mut playing = self.seat_everybody(server.address, &round);
        server = self.plies(server, &round, &mut playing).await;
        match kind {
            Kind::Play | Kind::Start | Kind::Return => {}
            #[cfg(unix)]
            Kind::Standstill => {
                self.stand_still(&server, &round).await;
                server = self.plies(server, &round, &mut playing).await;
            }
            #[cfg(unix)]
            Kind::StopAndKill => {
                server.program.signal(rustix::process::Signal::STOP);
                sleep(Duration::from_millis(self.rng.random_range(0..200))).await;
            }
            #[cfg(target_os = "linux")]
            Kind::FileLimit | Kind::FullDisk => {
                self.take_room(kind, &server);
                server = together(server, &round, &mut playing, |counts| counts.refusals > 0).await;
                look_at_a_server_that_fails(&server, &round).await;
                let before = self.tally.rounds.get(&kind).copied().unwrap_or_default();
                if before.is_multiple_of(2) {
                    self.give_room(kind, &server);
                    server = self.plies(server, &round, &mut playing).await;
                    until_health(server.address, "HTTP/1.1 200").await;
                    self.tally.repairs += 1;
                }
            }
        }
        self.kill(server, &round, kind);
        self.disk.empty();
        self.tally.refusals += round.counts().refusals;
        self.everybody_is_back(playing).await;
    }

    /// Kills a server at random moments from its beginning to about the one at which it listens.
    async fn kill_while_starting(&mut self) {
        let usual = median(&self.tally.usual_starts);
        for _ in 0..self.rng.random_range(1..5) {
            let program = Program::start(&mut self.disk.server());
            sleep(usual.mul_f64(self.rng.random_range(0.0..1.2))).await;
            assert_calm(&program.kill().complaints, false);
            self.tally.kills += 1;
        }
    }

    /// Ends a server in good order, which takes the log of the database away. A log that was copied into the database
    /// is written again from its beginning, which needs no room on the disk for hundreds of plies.
    #[cfg(target_os = "linux")]
    fn take_the_log_away(&self) {
        let (server, _) = self.start();
        Self::stop(server);
    }

    /// Kills a server when some people are back and others are not.
    async fn kill_while_returning(&mut self) {
        let people: usize = self.tables.iter().map(Table::people).sum();
        for _ in 0..self.rng.random_range(1..5) {
            let round = Arc::new(Round::new(false));
            let (server, took) = self.start();
            self.tally.starts.push(took);
            let mut playing = self.seat_everybody(server.address, &round);
            let some = self.rng.random_range(0..people);
            let enough = |counts: Counts| counts.returns >= some;
            let server = together(server, &round, &mut playing, enough).await;
            self.kill(server, &round, Kind::Return);
            self.everybody_is_back(playing).await;
        }
    }

    /// Stops the server for a while in the middle of the games.
    #[cfg(unix)]
    async fn stand_still(&mut self, server: &ServerProcess, round: &Round) {
        server.program.signal(rustix::process::Signal::STOP);
        let since = Instant::now();
        sleep(Duration::from_millis(self.rng.random_range(100..2000))).await;
        round.stood_still(since);
        server.program.signal(rustix::process::Signal::CONT);
    }

    /// Takes the room on the disk away, or nearly.
    #[cfg(target_os = "linux")]
    fn take_room(&mut self, kind: Kind, server: &ServerProcess) {
        match (kind, &self.disk) {
            (Kind::FullDisk, Disk::Small(disk)) => disk.fill(self.rng.random_range(0..16)),
            _ => limit_files(server, Some(self.rng.random_range(0..64 << 10))),
        }
    }

    #[cfg(target_os = "linux")]
    fn give_room(&self, kind: Kind, server: &ServerProcess) {
        if kind == Kind::FileLimit {
            limit_files(server, None);
        }
        self.disk.empty();
    }

    /// Starts a server, and returns the time until it listened.
    fn start(&self) -> (ServerProcess, Duration) {
        let begun = Instant::now();
        let server = ServerProcess::by(&mut self.disk.server());
        (server, begun.elapsed())
    }

    fn stop(server: ServerProcess) {
        #[cfg(unix)]
        let ended = {
            server.program.terminate();
            server.program.ended()
        };
        #[cfg(not(unix))]
        let ended = server.program.kill();
        assert_calm(&ended.complaints, false);
    }

    fn kill(&mut self, server: ServerProcess, round: &Round, kind: Kind) {
        round.will_be_killed();
        assert_calm(&server.program.kill().complaints, kind.has_faults());
        self.tally.kills += 1;
    }

    fn seat_everybody(&mut self, address: SocketAddr, round: &Arc<Round>) -> JoinSet<Table> {
        let tables = self.tables.drain(..);
        tables
            .map(|table| table.play_until_killed(address, Arc::clone(round)))
            .collect()
    }

    async fn everybody_is_back(&mut self, playing: JoinSet<Table>) {
        let ended = timeout(PATIENCE, playing.join_all()).await;
        self.tables = ended.expect("everybody finds out that the server is gone");
        // They come back in the order in which they noticed.
        self.tables.sort_by_key(|table| table.number);
    }

    /// Lets them play for some plies.
    async fn plies(
        &mut self,
        server: ServerProcess,
        round: &Round,
        playing: &mut JoinSet<Table>,
    ) -> ServerProcess {
        let games = playing.len();
        let some = games + self.rng.random_range(0..3 * games);
        let some = some + round.counts().plies;
        together(server, round, playing, |counts| counts.plies >= some).await
    }
}

/// Waits until `enough` happened while everybody plays; nobody ends before it but by a failure.
async fn together(
    server: ServerProcess,
    round: &Round,
    playing: &mut JoinSet<Table>,
    enough: impl Fn(Counts) -> bool,
) -> ServerProcess {
    let problem = tokio::select! {
        is_enough = round.until(enough) => {
            if is_enough {
                return server;
            }
            "nothing happens any more".to_owned()
        }
        Some(ended) = playing.join_next() => match ended {
            Ok(table) => format!("table {} ended before the server was killed", table.number),
            Err(panic) => panic.to_string(),
        },
    };
    round.will_be_killed();
    let log = server.program.kill().complaints;
    let lines: Vec<_> = log.lines().rev().take(20).collect();
    panic!(
        "{problem}, after {:?}; the log, last line first: {lines:#?}",
        round.counts()
    );
}

/// Asserts that the log of a server has no fault of its own.
fn assert_calm(log: &str, has_faults: bool) {
    let is_fault =
        |line: &&str| line.contains("panicked") || !has_faults && line.contains(" ERROR ");
    let fault = log.lines().find(is_fault);
    assert_eq!(fault, None, "{log}");
}

/// Asserts that a server whose store fails says so, lets people in, and shows them the games.
#[cfg(target_os = "linux")]
async fn look_at_a_server_that_fails(server: &ServerProcess, round: &Round) {
    use protocol::codec::Encoding;
    use protocol::message::{ClientMsg, Role, ServerMsg};

    use crate::harness::Client;

    until_health(server.address, "HTTP/1.1 503").await;
    let connected = Client::try_connect(server.address, "Eva", Encoding::Bincode).await;
    let mut visitor = connected.expect("people are let in");
    let (room, role) = (round.room(), Role::Spectator);
    visitor.say(ClientMsg::Join { room, role }).await;
    visitor
        .until(|message| match message {
            ServerMsg::Joined { .. } => Some(()),
            ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
            _ => None,
        })
        .await;
}

#[cfg(target_os = "linux")]
async fn until_health(address: SocketAddr, status: &str) {
    use crate::harness::http_get_at;

    let asked = async { while !http_get_at(address, "/healthz").await.starts_with(status) {} };
    timeout(PATIENCE, asked).await.expect("says its health");
}

/// Limits the size of the files that the server writes, or lets them grow again.
#[cfg(target_os = "linux")]
fn limit_files(server: &ServerProcess, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let pid = Pid::from_raw(server.program.id().cast_signed());
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(pid, Resource::Fsize, limit).expect("a process of ours");
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times[times.len() / 2]
}

/// What the rounds found.
#[derive(Debug, Default)]
pub(super) struct Tally {
    rounds: BTreeMap<Kind, usize>,
    kills: usize,
    /// Durable events, each counted once, that were told and compared with the database.
    told: usize,
    /// Events that anybody heard.
    heard: usize,
    lost: usize,
    kept: usize,
    refusals: usize,
    /// Disks that had room again while the server ran.
    repairs: usize,
    integrity_checks: usize,
    usual_starts: Vec<Duration>,
    starts: Vec<Duration>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        for (kind, rounds) in other.rounds {
            *self.rounds.entry(kind).or_default() += rounds;
        }
        self.kills += other.kills;
        self.told += other.told;
        self.heard += other.heard;
        self.lost += other.lost;
        self.kept += other.kept;
        self.refusals += other.refusals;
        self.repairs += other.repairs;
        self.integrity_checks += other.integrity_checks;
        self.usual_starts.extend(other.usual_starts);
        self.starts.extend(other.starts);
    }

    /// Asserts what is true of many rounds alone.
    fn check(&self) {
        let (usual, after_kills) = (median(&self.usual_starts), median(&self.starts));
        assert!(
            after_kills <= usual * SLOWER,
            "a start took {usual:?}, and {after_kills:?} after a kill"
        );
        let rounds: usize = self.rounds.values().sum();
        assert!(self.told > rounds, "{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds: usize = self.rounds.values().sum();
        let kinds: Vec<_> = self
            .rounds
            .iter()
            .map(|(kind, rounds)| format!("{rounds} {kind}"))
            .collect();
        write!(
            f,
            "{rounds} rounds ({}), {} kills: {} stored events told, heard {} times, none missing; of the moves \
             without an answer {} were lost and played again, {} were kept and refused as stale; {} refusals while \
             the disk was full, {} disks with room again; {} checks of every page; a start took {:?}, after a kill \
             {:?}, {:?} at most",
            kinds.join(", "),
            self.kills,
            self.told,
            self.heard,
            self.lost,
            self.kept,
            self.refusals,
            self.repairs,
            self.integrity_checks,
            median(&self.usual_starts),
            median(&self.starts),
            self.starts.iter().max().copied().unwrap_or_default(),
        )
    }
}
