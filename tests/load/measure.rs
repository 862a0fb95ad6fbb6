//! One measurement: a contender is started, its clients come, and what they and it do is counted for a while.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures::{StreamExt, TryStreamExt, stream};
use protocol::spec::{GameSpec, SeatSpec, ThinkTime};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use super::accounting::{Accounting, Time};
use super::case::{BOT_ROOMS, Case, SLOW_READERS};
use super::client::{Host, Player, stay, watch};
use super::contender::{Contender, Running, StoreKind, Transport};
use super::cores::Cores;
use super::disk::sync_time;
use super::pace::Pace;
use super::sample::{GROWTH, Latency, SYNC, Sample, Shares};
use super::socket::Socket;
use super::stage::{Stage, Table};
use super::tls::Certificate;

/// Connections that are opened at once: fewer than a socket that listens keeps waiting.
const AT_ONCE: usize = 64;
/// Lanes of the case `churn`, each with one game after another.
const LANES: usize = 16;
/// Receive buffer of those who never read, in bytes.
const SLOW_BUFFER: u32 = 2048;
/// Time between two moves of a game that is paced.
const PERIOD: Duration = Duration::from_secs(1);
/// Connections from which on the memory of one is told.
const MANY: usize = 100;
/// Time that coming may take, with room for a slow machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// Beginning of the names of the threads that search for bots.
const ENGINES: &str = "engine ";

/// The sizes of the cases.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) cores: Cores,
    /// Certificate of those who speak TLS.
    pub(crate) certificate: Certificate,
    /// Directory for what servers store.
    pub(crate) data: PathBuf,
    /// Time for which one measurement counts.
    pub(crate) window: Duration,
    pub(crate) watchers: usize,
    pub(crate) clients: usize,
    pub(crate) long: Duration,
}

impl Plan {
    /// Measures a contender once.
    pub(crate) async fn measure(&self, case: Case, contender: &Contender) -> Result<Sample> {
        let sync = match contender.store() {
            Some(StoreKind::Sqlite) => Some(sync_time(&self.data)?),
            _ => None,
        };
        let running = contender.start(&self.cores, &self.data, &self.certificate)?;
        let trust = match contender.transport {
            Transport::Plain => None,
            Transport::Tls => Some(self.certificate.trusting()?),
        };
        let host = Host {
            address: running.address,
            trust,
            speech: contender.speech(),
        };
        let round = Round {
            plan: self,
            host,
            running: &running,
            stage: Arc::new(Stage::new()),
            empty: running.accounting.memory()?,
            tasks: JoinSet::new(),
        };
        let measured = match case {
            Case::Games(games) | Case::Durable(games) => round.games(games).await,
            Case::Paced(games) => round.paced(games).await,
            Case::FanOut(own) => round.fan_out(own.unwrap_or(self.watchers), 0).await,
            Case::SlowReaders => round.fan_out(self.watchers, SLOW_READERS).await,
            Case::Churn => round.churn().await,
            Case::Greeting(own) => round.greeting(own.unwrap_or(self.clients)).await,
            Case::Arriving(own) => round.arriving(own.unwrap_or(self.watchers)).await,
            Case::Idle(own) => round.idle(own.unwrap_or(self.clients)).await,
            Case::EnginesBusy => round.engines_busy().await,
            Case::Long => round.long().await,
        };
        let mut sample = measured.with_context(|| {
            let log = running.last_words();
            format!("{case}, {}: its log ends with\n{log}\n", contender.label)
        })?;
        sample.others.extend(sync.map(|sync| (SYNC, sync)));
        Ok(sample)
    }
}

/// A contender and its clients.
struct Round<'a> {
    plan: &'a Plan,
    host: Host,
    running: &'a Running,
    stage: Arc<Stage>,
    /// Memory before the first client, in KiB.
    empty: u64,
    /// A task for each client.
    tasks: JoinSet<Result<()>>,
}

/// The moment at which a count began.
struct Begin {
    contender: Time,
    clients: Time,
    at: Instant,
}

/// Time since then.
struct Spent {
    cpu: f64,
    wall: f64,
    shares: Shares,
}

impl Spent {
    /// The figures of `units` units.
    fn sample(&self, units: f64) -> Sample {
        Sample {
            cpu: (units > 0.0).then_some(self.cpu / units * 100_000.0),
            rate: Some(units / self.wall),
            shares: Some(self.shares),
            ..Sample::default()
        }
    }
}

/// Counts of a time.
struct Window {
    spent: Spent,
    moves: f64,
    sights: f64,
    to_opponents: Option<Latency>,
    to_spectators: Option<Latency>,
}

impl Round<'_> {
    async fn games(mut self, games: usize) -> Result<Sample> {
        self.seat(games, |_| (Table::default(), Pace::AtOnce))
            .await?;
        self.pass(self.plan.window / 4).await?;
        let window = self.count(self.plan.window, None).await?;
        let sample = window
            .spent
            .sample(window.moves)
            .with_latency(window.to_opponents);
        self.with_memory(sample, 2 * games)
    }

    async fn paced(mut self, games: usize) -> Result<Sample> {
        self.pace(games).await?;
        self.pass(PERIOD * 3 / 2).await?;
        let window = self.count(self.plan.window * 2, None).await?;
        let sample = window
            .spent
            .sample(window.moves)
            .with_latency(window.to_opponents);
        self.with_memory(sample, 2 * games)
    }

    async fn engines_busy(mut self) -> Result<Sample> {
        let mut spec = GameSpec::new("gomoku-15".parse()?);
        spec.think_time = Some(ThinkTime::new(60_000)?);
        let bot = SeatSpec::Bot {
            bot: "threat:20".parse()?,
        };
        for _ in 0..BOT_ROOMS {
            let spectator = self.host.bots(spec.clone(), &bot).await?;
            self.tasks.spawn(stay(spectator));
        }
        self.pace(1000).await?;
        self.pass(PERIOD * 3 / 2).await?;
        let begin = self.begin(None)?;
        let window = self.count(self.plan.window * 2, Some(ENGINES)).await?;
        let with_engines = self.spent(&begin, None)?;
        let mut sample = window.spent.sample(window.moves);
        sample = sample.with_latency(window.to_opponents);
        let engines = with_engines.shares.ran - window.spent.shares.ran;
        sample.others = vec![("engines_percent", engines)];
        Ok(sample)
    }

    async fn fan_out(mut self, watchers: usize, slow: usize) -> Result<Sample> {
        let (players, room) = self.host.table(0).await?;
        let table = Arc::new(Table::watched_by(watchers));
        self.watch(&room, watchers, &table).await?;
        let host = self.host.clone();
        let slow: Vec<Socket> = many(slow, |number| {
            host.spectator(&room, watchers + number, Some(SLOW_BUFFER))
        })
        .await?;
        self.play(players, &table, Pace::AfterSpectators);
        self.pass(self.plan.window / 4).await?;
        let window = self.count(self.plan.window, None).await?;
        let deliveries = window.sights + 2.0 * window.moves;
        let mut sample = window
            .spent
            .sample(deliveries)
            .with_latency(window.to_spectators);
        if let Some(to_players) = window.to_opponents {
            sample.others = vec![
                ("players_p50_ms", to_players.p50),
                ("players_p99_ms", to_players.p99),
                ("players_p999_ms", to_players.p999),
            ];
        }
        let connections = watchers + 2 + slow.len();
        let mut sample = self.with_memory(sample, connections)?;
        if !slow.is_empty() {
            let cut = self.cut_off(slow).await;
            sample.others.push(("slow_readers_cut_off", cut as f64));
        }
        Ok(sample)
    }

    /// The number of these that the other side has ended: those read what there is, and then no more comes.
    async fn cut_off(&mut self, slow: Vec<Socket>) -> usize {
        // Once the moves stop, what was sent before can be read to its end.
        self.tasks.shutdown().await;
        let read = slow
            .into_iter()
            .map(|socket| timeout(Duration::from_millis(500), stay(socket)));
        let ends = futures::future::join_all(read).await;
        ends.iter().filter(|end| matches!(end, Ok(Err(_)))).count()
    }

    async fn churn(mut self) -> Result<Sample> {
        for lane in 0..LANES {
            let (host, stage) = (self.host.clone(), Arc::clone(&self.stage));
            self.tasks.spawn(async move {
                for number in (lane..).step_by(LANES) {
                    short_game(&host, number).await?;
                    stage.game_ended();
                }
                Ok(())
            });
        }
        self.pass(self.plan.window / 4).await?;
        let window = self.count(self.plan.window, None).await?;
        Ok(window.spent.sample(window.moves))
    }

    async fn greeting(mut self, clients: usize) -> Result<Sample> {
        let host = self.host.clone();
        let begin = self.begin(None)?;
        let sockets = many(clients, |number| host.nameless(number)).await?;
        let sample = self.spent(&begin, None)?.sample(clients as f64);
        self.keep(sockets);
        self.with_memory(sample, clients)
    }

    async fn idle(mut self, clients: usize) -> Result<Sample> {
        let host = self.host.clone();
        let sockets = many(clients, |number| host.nameless(number)).await?;
        self.keep(sockets);
        self.pass(self.plan.window * 2).await?;
        self.with_memory(Sample::default(), clients)
    }

    async fn arriving(mut self, watchers: usize) -> Result<Sample> {
        let (players, room) = self.host.table(0).await?;
        self.keep(players.map(Player::into_socket).into());
        let table = Arc::new(Table::default());
        let begin = self.begin(None)?;
        self.watch(&room, watchers, &table).await?;
        // What is told of those who came may still be on its way.
        self.pass(Duration::from_millis(500)).await?;
        let spent = self.spent(&begin, None)?;
        let mut sample = spent.sample(watchers as f64);
        // That pause is part of the time.
        sample.rate = None;
        self.with_memory(sample, watchers)
    }

    async fn long(mut self) -> Result<Sample> {
        const GAMES: usize = 100;
        const PARTS: u32 = 10;
        self.seat(GAMES, |_| (Table::default(), Pace::AtOnce))
            .await?;
        let part = self.plan.long / PARTS;
        // Caches and pools fill up first.
        self.pass(part).await?;
        let (memory, moves) = (self.running.accounting.memory()?, self.stage.counts().moves);
        self.pass(part * (PARTS - 2)).await?;
        let window = self.count(part, None).await?;
        let grown = 1024.0 * (self.running.accounting.memory()? as f64 - memory as f64);
        let moved = (self.stage.counts().moves - moves) as f64;
        let mut sample = window
            .spent
            .sample(window.moves)
            .with_latency(window.to_opponents);
        sample.others = vec![("grown_kib", grown / 1024.0), (GROWTH, grown / moved)];
        self.with_memory(sample, 2 * GAMES)
    }

    /// Seats the players of `games` paced games, whose moves are spread over the period.
    async fn pace(&mut self, games: usize) -> Result<()> {
        let stage = Arc::clone(&self.stage);
        self.seat(games, |number| {
            let share = number as f64 / games as f64;
            (
                Table::due_in(&stage, PERIOD.mul_f64(share)),
                Pace::Every(PERIOD),
            )
        })
        .await
    }

    /// Seats the players of `games` games, and lets them play when all are there.
    async fn seat(&mut self, games: usize, table: impl Fn(usize) -> (Table, Pace)) -> Result<()> {
        let host = self.host.clone();
        let tables = many(games, |number| host.table(number)).await?;
        for (number, (players, _)) in tables.into_iter().enumerate() {
            let (table, pace) = table(number);
            self.play(players, &Arc::new(table), pace);
        }
        Ok(())
    }

    fn play(&mut self, players: [Player; 2], table: &Arc<Table>, pace: Pace) {
        for player in players {
            let (table, stage) = (Arc::clone(table), Arc::clone(&self.stage));
            self.tasks.spawn(player.play(table, stage, pace));
        }
    }

    /// Lets spectators come, who watch from then on.
    async fn watch(&mut self, room: &str, spectators: usize, table: &Arc<Table>) -> Result<()> {
        let host = self.host.clone();
        let mut coming = stream::iter(0..spectators)
            .map(|number| host.spectator(room, number, None))
            .buffer_unordered(AT_ONCE);
        // Each reads as soon as it is there, or those who come later would fill its queue.
        let all = async {
            while let Some(socket) = coming.try_next().await? {
                let (table, stage) = (Arc::clone(table), Arc::clone(&self.stage));
                self.tasks.spawn(watch(socket, host.speech, table, stage));
            }
            Ok(())
        };
        let all = timeout(PATIENCE, all).await;
        all.context("the spectators do not get in")?
    }

    /// Has these read from now on.
    fn keep(&mut self, sockets: Vec<Socket>) {
        for socket in sockets {
            self.tasks.spawn(stay(socket));
        }
    }

    fn with_memory(&self, mut sample: Sample, connections: usize) -> Result<Sample> {
        // With few connections it is the program that has grown.
        if connections >= MANY {
            let grown = self.running.accounting.memory()?.saturating_sub(self.empty);
            sample.memory = Some(grown as f64 / connections as f64);
        }
        Ok(sample)
    }

    /// Lets time pass, unless a client fails.
    async fn pass(&mut self, time: Duration) -> Result<()> {
        let end = Instant::now() + time;
        tokio::select! {
            biased;
            () = sleep_until(end.into()) => Ok(()),
            Some(ended) = self.tasks.join_next() => match ended? {
                Ok(()) => bail!("a client ended before its time"),
                Err(error) => Err(error.context("a client failed")),
            },
        }
    }

    fn begin(&self, without: Option<&str>) -> Result<Begin> {
        Ok(Begin {
            contender: self.running.accounting.time(without)?,
            clients: Accounting::of(std::process::id()).time(None)?,
            at: Instant::now(),
        })
    }

    fn spent(&self, begin: &Begin, without: Option<&str>) -> Result<Spent> {
        let now = self.begin(without)?;
        let wall = (now.at - begin.at).as_secs_f64();
        let percent = |time: Duration| 100.0 * time.as_secs_f64() / wall;
        let contender = now.contender.since(begin.contender);
        let clients = now.clients.since(begin.clients);
        Ok(Spent {
            cpu: contender.on_core.as_secs_f64(),
            wall,
            shares: Shares {
                ran: percent(contender.on_core),
                waited: percent(contender.waited),
                clients: percent(clients.on_core),
            },
        })
    }

    /// Counts for this time, without the threads whose names begin so.
    async fn count(&mut self, time: Duration, without: Option<&str>) -> Result<Window> {
        self.stage.measure(true);
        let (begin, before) = (self.begin(without)?, self.stage.counts());
        self.pass(time).await?;
        let (spent, counts) = (self.spent(&begin, without)?, self.stage.counts());
        self.stage.measure(false);
        let [to_opponents, to_spectators] = self.stage.take_latencies().map(Latency::of);
        Ok(Window {
            spent,
            moves: (counts.moves - before.moves) as f64,
            sights: (counts.sights - before.sights) as f64,
            to_opponents,
            to_spectators,
        })
    }
}

/// The results for all numbers below `count`, some at once.
async fn many<T, F>(count: usize, each: impl Fn(usize) -> F) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>>,
{
    let all = stream::iter(0..count).map(each).buffer_unordered(AT_ONCE);
    let all = timeout(PATIENCE, all.try_collect()).await;
    all.context("the clients do not get in")?
}

/// Two people come, one opens a room and the other joins, one moves, and both leave.
async fn short_game(host: &Host, number: usize) -> Result<()> {
    let ([mut first, mut second], _) = host.table(number).await?;
    first.first_move().await?;
    second.sees_move().await?;
    first.leave().await?;
    second.leave().await
}
