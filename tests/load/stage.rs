//! State that all clients of a round share, counts of what they saw and when, and the pace of the players.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::sync::Notify;
use tokio::time::sleep_until;

use super::socket::Socket;

/// The counts of a round. Nothing orders them but the kernel's delivery of the frames, so `Relaxed` will do.
#[derive(Debug)]
pub(crate) struct Stage {
    begun: Instant,
    moves: AtomicU64,
    sights: AtomicU64,
    exported: AtomicU64,
    measures: AtomicBool,
    to_opponents: Mutex<Vec<Duration>>,
    to_spectators: Mutex<Vec<Duration>>,
}

/// The counts at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    /// Moves that reached the opponent.
    pub(crate) moves: u64,
    /// Moves that reached a spectator, once for each.
    pub(crate) sights: u64,
    /// Bytes of exported games.
    pub(crate) exported: u64,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            moves: AtomicU64::new(0),
            sights: AtomicU64::new(0),
            exported: AtomicU64::new(0),
            measures: AtomicBool::new(false),
            to_opponents: Mutex::default(),
            to_spectators: Mutex::default(),
        }
    }

    /// Keeps latencies from now on, or no more.
    pub(crate) fn measure(&self, measures: bool) {
        self.measures.store(measures, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            moves: self.moves.load(Ordering::Relaxed),
            sights: self.sights.load(Ordering::Relaxed),
            exported: self.exported.load(Ordering::Relaxed),
        }
    }

    /// The latencies that were kept, to opponents and to spectators.
    pub(crate) fn take_latencies(&self) -> [Vec<Duration>; 2] {
        [&self.to_opponents, &self.to_spectators]
            .map(|kept| std::mem::take(&mut *kept.lock().expect("not poisoned")))
    }

    pub(crate) fn opponent_saw(&self, table: &Table) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.keep(&self.to_opponents, table);
    }

    /// Notes that a whole game of one move has been played.
    pub(crate) fn game_ended(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn exported(&self, bytes: usize) {
        self.exported.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn spectator_saw(&self, table: &Table) {
        self.sights.fetch_add(1, Ordering::Relaxed);
        self.keep(&self.to_spectators, table);
        if table.seen.fetch_add(1, Ordering::Relaxed) + 1 == table.spectators {
            table.seen.store(0, Ordering::Relaxed);
            table.all_saw.notify_one();
        }
    }

    fn keep(&self, latencies: &Mutex<Vec<Duration>>, table: &Table) {
        if self.measures.load(Ordering::Relaxed) {
            let since = self.now() - table.sent.load(Ordering::Relaxed);
            let mut latencies = latencies.lock().expect("not poisoned");
            latencies.push(Duration::from_nanos(since));
        }
    }

    /// Nanoseconds since the beginning.
    fn now(&self) -> u64 {
        self.begun.elapsed().as_nanos() as u64
    }
}

/// State that those at one table share. Its moments are in nanoseconds since the beginning of the stage.
#[derive(Debug, Default)]
pub(crate) struct Table {
    sent: AtomicU64,
    /// The moment of the next move, where games are paced.
    due: AtomicU64,
    /// Spectators who read.
    spectators: usize,
    /// Those of them who have seen the last move.
    seen: AtomicUsize,
    all_saw: Notify,
}

impl Table {
    pub(crate) fn watched_by(spectators: usize) -> Self {
        Self {
            spectators,
            ..Self::default()
        }
    }

    /// A table whose first move is due after this time.
    pub(crate) fn due_in(stage: &Stage, time: Duration) -> Self {
        Self {
            due: AtomicU64::new(stage.now() + time.as_nanos() as u64),
            ..Self::default()
        }
    }

    /// Notes that a move is sent now.
    pub(crate) fn sent(&self, stage: &Stage) {
        self.sent.store(stage.now(), Ordering::Relaxed);
    }

    /// Takes the moment of the next move, and makes the one after it due a period later.
    ///
    /// A table that is late does not make up for it.
    pub(crate) fn take_due(&self, stage: &Stage, period: Duration) -> Instant {
        let due = self.due.load(Ordering::Relaxed).max(stage.now());
        self.due
            .store(due + period.as_nanos() as u64, Ordering::Relaxed);
        stage.begun + Duration::from_nanos(due)
    }

    /// Waits until every spectator has seen the last move, if there was one.
    pub(crate) async fn all_saw(&self) {
        if self.sent.load(Ordering::Relaxed) > 0 {
            self.all_saw.notified().await;
        }
    }
}

/// When a player makes the move that is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As soon as the opponent's move is there.
    AtOnce,
    /// One move of the table a period.
    Every(Duration),
    /// When every spectator has seen the last move, so that none falls behind.
    AfterSpectators,
}

impl Pace {
    pub(crate) async fn wait(
        self,
        socket: &mut Socket,
        table: &Table,
        stage: &Stage,
    ) -> Result<()> {
        match self {
            Self::AtOnce => Ok(()),
            Self::AfterSpectators => {
                table.all_saw().await;
                Ok(())
            }
            Self::Every(period) => {
                let due = table.take_due(stage, period);
                tokio::select! {
                    biased;
                    () = sleep_until(due.into()) => Ok(()),
                    // Nobody else acts at this table meanwhile: what is read are pings.
                    unexpected = pings(socket) => unexpected,
                }
            }
        }
    }
}

/// Reads for as long as nothing of the game comes: what does is of no interest before the move is made.
async fn pings(socket: &mut Socket) -> Result<()> {
    loop {
        socket.next().await?;
    }
}
