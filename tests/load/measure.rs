//! One measurement: a contender is started, its clients come, and what they and it do is counted for a while.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use super::case::{Case, StoreKind};
use super::client::{Host, Player, export, stay, watch};
use super::contender::{Contender, Kind, Running};
use super::machine::{Accounting, Cores, sync_time};
use super::postgres::Postgres;
use super::sample::{Figure, Sample, add_latency};
use super::stage::{Pace, Stage, Table};

/// Connections that are opened at once: fewer than a socket that listens keeps waiting.
const AT_ONCE: usize = 64;
/// Lanes of the case `churn`, each with one game after another.
const LANES: usize = 16;
/// Time between two moves of a game that is paced.
const PERIOD: Duration = Duration::from_secs(1);
/// Connections from which on the memory of one is told: with few it is the program that has grown.
const MANY: usize = 100;
/// Time that coming may take, with room for a slow machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// Windows that the case `long` takes.
const LONG: u32 = 150;

/// Conditions of all measurements.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) cores: Cores,
    /// Directory for what servers store.
    pub(crate) data: PathBuf,
    /// Time for which one measurement counts.
    pub(crate) window: Duration,
    /// The databases of servers that share one, if there are any.
    pub(crate) postgres: Option<Arc<Postgres>>,
}

impl Plan {
    /// Measures a contender once.
    pub(crate) async fn measure(&self, case: Case, contender: &Contender) -> Result<Sample> {
        let sync = match contender.store() {
            None | Some(StoreKind::Memory) => None,
            Some(_) => Some(sync_time(&self.data)?),
        };
        let database = self.postgres.as_ref().filter(|_| contender.is_shared());
        let database = database.map(Postgres::database);
        let running = contender.start(&self.cores, &self.data, database.as_ref())?;
        let host = |&address: &SocketAddr| Host {
            address,
            speech: contender.speech(),
        };
        let mut round = Round {
            window: self.window,
            hosts: running.addresses.iter().map(host).collect(),
            running: &running,
            stage: Arc::new(Stage::new()),
            empty: running.accounting.memory()?,
            tasks: JoinSet::new(),
        };
        if let Kind::History {
            is_exported: true, ..
        } = contender.kind
        {
            let stage = Arc::clone(&round.stage);
            round.tasks.spawn(export(running.addresses[0], stage));
        }
        let measured = match case {
            Case::Games(games) => round.games(games).await,
            Case::Paced(games) => round.paced(games).await,
            Case::FanOut(watchers) => round.fan_out(watchers).await,
            Case::Churn => round.churn().await,
            Case::Idle(clients) => round.idle(clients).await,
            Case::Long => round.long().await,
        };
        let mut sample = measured.with_context(|| {
            let log = running.last_words();
            format!("{case}, {}: its log ends with\n{log}\n", contender.label)
        })?;
        sample.extend(sync.map(|sync| (Figure::Sync, sync)));
        if let Kind::History { .. } = contender.kind {
            sample.insert(Figure::Peak, running.accounting.peak()? as f64 / 1024.0);
        }
        Ok(sample)
    }
}

/// A contender and its clients.
struct Round<'a> {
    window: Duration,
    /// Several, if the contender is as many servers.
    hosts: Vec<Host>,
    running: &'a Running,
    stage: Arc<Stage>,
    /// Memory before the first client, in KiB.
    empty: u64,
    /// A task for each client.
    tasks: JoinSet<Result<()>>,
}

/// The unit that is counted.
#[derive(Clone, Copy)]
enum Unit {
    Move,
    Delivery,
}

impl Round<'_> {
    async fn games(mut self, games: usize) -> Result<Sample> {
        let tables = self.seat(games).await?;
        for players in tables {
            self.play(players, Table::default(), Pace::AtOnce);
        }
        self.pass(self.window / 4).await?;
        let sample = self.count(self.window, Unit::Move).await?;
        self.with_memory(sample, 2 * games)
    }

    async fn paced(mut self, games: usize) -> Result<Sample> {
        self.pace(games).await?;
        self.pass(PERIOD * 3 / 2).await?;
        let sample = self.count(self.window * 2, Unit::Move).await?;
        self.with_memory(sample, 2 * games)
    }

    async fn fan_out(mut self, watchers: usize) -> Result<Sample> {
        // The table has an address of its own.
        let host = self.hosts[0].clone();
        let (players, room) = host.table(watchers).await?;
        let table = Arc::new(Table::watched_by(watchers));
        let mut coming = stream::iter(0..watchers)
            .map(|number| host.spectator(&room, number))
            .buffer_unordered(AT_ONCE);
        // Each reads as soon as it is there, or those who come later would fill its queue.
        let all = async {
            while let Some(socket) = coming.try_next().await? {
                let (table, stage) = (Arc::clone(&table), Arc::clone(&self.stage));
                self.tasks.spawn(watch(socket, host.speech, table, stage));
            }
            anyhow::Ok(())
        };
        let all = timeout(PATIENCE, all).await;
        all.context("the spectators do not get in")??;
        for player in players {
            let (table, stage) = (Arc::clone(&table), Arc::clone(&self.stage));
            self.tasks
                .spawn(player.play(table, stage, Pace::AfterSpectators));
        }
        self.pass(self.window / 4).await?;
        let sample = self.count(self.window, Unit::Delivery).await?;
        self.with_memory(sample, watchers + 2)
    }

    async fn churn(mut self) -> Result<Sample> {
        for lane in 0..LANES {
            let host = self.hosts[lane % self.hosts.len()].clone();
            let stage = Arc::clone(&self.stage);
            self.tasks.spawn(async move {
                for number in (lane..).step_by(LANES) {
                    short_game(&host, number).await?;
                    stage.game_ended();
                }
                Ok(())
            });
        }
        self.pass(self.window / 4).await?;
        self.count(self.window, Unit::Move).await
    }

    async fn idle(mut self, clients: usize) -> Result<Sample> {
        let host = self.hosts[0].clone();
        for socket in many(clients, |number| host.nameless(number)).await? {
            self.tasks.spawn(stay(socket));
        }
        self.pass(self.window * 2).await?;
        self.with_memory(Sample::new(), clients)
    }

    async fn long(mut self) -> Result<Sample> {
        const GAMES: usize = 1000;
        const PARTS: u32 = 10;
        let part = self.window * LONG / PARTS;
        self.pace(GAMES).await?;
        // Caches and pools fill up first.
        self.pass(part).await?;
        let (memory, moves) = (self.running.accounting.memory()?, self.stage.counts().moves);
        self.pass(part * (PARTS - 2)).await?;
        let mut sample = self.count(part, Unit::Move).await?;
        let grown = 1024.0 * (self.running.accounting.memory()? as f64 - memory as f64);
        let moved = (self.stage.counts().moves - moves) as f64;
        sample.insert(Figure::Growth, grown / moved);
        self.with_memory(sample, 2 * GAMES)
    }

    /// Seats the players of `games` paced games, whose moves are spread over the period.
    async fn pace(&mut self, games: usize) -> Result<()> {
        let tables = self.seat(games).await?;
        for (number, players) in tables.into_iter().enumerate() {
            let share = number as f64 / games as f64;
            let table = Table::due_in(&self.stage, PERIOD.mul_f64(share));
            self.play(players, table, Pace::Every(PERIOD));
        }
        Ok(())
    }

    /// Seats the players of `games` games.
    async fn seat(&mut self, games: usize) -> Result<Vec<[Player; 2]>> {
        let hosts = &self.hosts;
        let tables = many(games, |number| hosts[number % hosts.len()].table(number)).await?;
        Ok(tables.into_iter().map(|(players, _)| players).collect())
    }

    fn play(&mut self, players: [Player; 2], table: Table, pace: Pace) {
        let table = Arc::new(table);
        for player in players {
            let (table, stage) = (Arc::clone(&table), Arc::clone(&self.stage));
            self.tasks.spawn(player.play(table, stage, pace));
        }
    }

    fn with_memory(&self, mut sample: Sample, connections: usize) -> Result<Sample> {
        if connections >= MANY {
            let grown = self.running.accounting.memory()?.saturating_sub(self.empty);
            sample.insert(Figure::Memory, grown as f64 / connections as f64);
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

    /// Counts for this time.
    async fn count(&mut self, time: Duration, unit: Unit) -> Result<Sample> {
        let clients = Accounting::of([std::process::id()]);
        self.stage.measure(true);
        let (begun, before) = (Instant::now(), self.stage.counts());
        let (cpu, cpu_of_clients) = (self.running.accounting.time()?, clients.time()?);
        self.pass(time).await?;
        let (wall, after) = (begun.elapsed().as_secs_f64(), self.stage.counts());
        let cpu = self.running.accounting.time()?.saturating_sub(cpu);
        let cpu_of_clients = clients.time()?.saturating_sub(cpu_of_clients);
        self.stage.measure(false);
        let moves = (after.moves - before.moves) as f64;
        let [to_opponents, to_spectators] = self.stage.take_latencies();
        let (units, latencies) = match unit {
            Unit::Move => (moves, to_opponents),
            Unit::Delivery => {
                let sights = (after.sights - before.sights) as f64;
                (sights + 2.0 * moves, to_spectators)
            }
        };
        let mut sample = Sample::from([
            (Figure::Rate, units / wall),
            (Figure::Clients, 100.0 * cpu_of_clients.as_secs_f64() / wall),
        ]);
        let exported = after.exported - before.exported;
        if exported > 0 {
            sample.insert(Figure::Exported, exported as f64 / 1000.0 / wall);
        }
        if units > 0.0 {
            sample.insert(Figure::Cpu, cpu.as_secs_f64() / units * 100_000.0);
        }
        add_latency(&mut sample, latencies);
        Ok(sample)
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
