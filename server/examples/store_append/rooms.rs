//! Rooms that append by way of the writer, with and without gathering, in turns.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use server::store::writer::{Gathering, StoreHandle, spawn_gathering};
use server::store::{
    self, Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError, Stored,
};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

use super::games::Games;

type Error = Box<dyn std::error::Error>;

/// Rooms, and moves a second in all of them at random moments; none where each makes a move as soon as the last one
/// is stored.
const LOADS: [(u64, Option<f64>); 7] = [
    (1, None),
    (8, None),
    (64, None),
    (1000, None),
    (64, Some(3000.0)),
    (1000, Some(3000.0)),
    (1000, Some(10_000.0)),
];

const ROUNDS: usize = 5;

/// Time before a round, in which the games are opened.
const RUN_UP: Duration = Duration::from_millis(150);
const ROUND: Duration = Duration::from_secs(1);

/// Name of the thread that says when moves are made, whose time does not count.
const ARRIVALS: &str = "arrivals";

/// Medians of the rounds, for a move where nothing else is said.
struct Cost {
    moves_a_second: f64,
    /// CPU time of all threads, in microseconds.
    cpu: f64,
    moves_in_a_commit: f64,
    /// Waits of threads.
    switches: f64,
    /// Time from the request to the answer in microseconds, of half of the moves and of 99 in 100.
    median: f64,
    late: f64,
}

/// Measures every load, in directories below `above`.
pub(crate) fn measure(above: &Path) -> Result<(), Error> {
    println!(
        "rooms | moves/s | gathering | stored/s | CPU us/move | moves/commit | waits/move | median us | p99 us"
    );
    for (rooms, rate) in LOADS {
        let (mut none, mut usual) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            none.push(round(above, rooms, rate, Gathering::none())?);
            usual.push(round(above, rooms, rate, Gathering::usual())?);
        }
        for (gathering, rounds) in [("none", none), ("usual", usual)] {
            let rate = rate.map_or("all".to_owned(), |rate| rate.to_string());
            let median = |of: fn(&Cost) -> f64| {
                let mut all: Vec<_> = rounds.iter().map(of).collect();
                all.sort_by(f64::total_cmp);
                all[all.len() / 2]
            };
            println!(
                "{rooms:>5} | {rate:>7} | {gathering:<9} | {:>8.0} | {:>11.2} | {:>12.1} | {:>10.2} | {:>9.0} | {:>6.0}",
                median(|cost| cost.moves_a_second),
                median(|cost| cost.cpu),
                median(|cost| cost.moves_in_a_commit),
                median(|cost| cost.switches),
                median(|cost| cost.median),
                median(|cost| cost.late),
            );
        }
    }
    Ok(())
}

fn round(above: &Path, rooms: u64, rate: Option<f64>, gathering: Gathering) -> Result<Cost, Error> {
    let directory = tempfile::tempdir_in(above)?;
    let runtime = Runtime::new()?;
    let _context = runtime.enter();
    let commits = Arc::new(AtomicU64::new(0));
    let store = Counting {
        store: store::sqlite(directory.path())?,
        commits: Arc::clone(&commits),
    };
    let probe_every = Duration::from_secs(1);
    let (handle, writer) = spawn_gathering(
        Box::new(store),
        || Millis::from_millis(1),
        probe_every,
        gathering,
    );
    let stop = Arc::new(AtomicBool::new(false));
    let (mut inboxes, mut playing) = (Vec::new(), Vec::new());
    for number in 0..rooms {
        let games = Games::new(number..number + 1, rooms)?;
        let (sender, inbox) = mpsc::channel(64);
        inboxes.push(sender);
        let inbox = rate.map(|_| inbox);
        playing.push(runtime.spawn(play(games, handle.clone(), inbox, Arc::clone(&stop))));
    }
    drop(handle);
    let arrivals = match rate {
        Some(rate) => Some(arrivals(rate, inboxes, Arc::clone(&stop))?),
        None => None,
    };

    thread::sleep(RUN_UP);
    let (begun, before) = (Instant::now(), used()?);
    let first = commits.load(Ordering::Relaxed);
    thread::sleep(ROUND);
    let (after, took) = (used()?, begun.elapsed());
    let commits = commits.load(Ordering::Relaxed) - first;

    stop.store(true, Ordering::Relaxed);
    if let Some(arrivals) = arrivals {
        arrivals.join().map_err(|_panic| "the arrivals panicked")?;
    }
    let mut moves = Vec::new();
    for room in playing {
        let made = runtime.block_on(room)??;
        let made = made
            .into_iter()
            .filter(|(at, _)| (begun..begun + took).contains(at));
        moves.extend(made.map(|(_, time)| time.as_secs_f64() * 1e6));
    }
    writer.join().map_err(|_panic| "the writer panicked")?;
    moves.sort_by(f64::total_cmp);
    let count = moves.len() as f64;
    Ok(Cost {
        moves_a_second: count / took.as_secs_f64(),
        cpu: (after.cpu - before.cpu) / count,
        moves_in_a_commit: count / commits as f64,
        switches: (after.switches - before.switches) / count,
        median: moves[moves.len() / 2],
        late: moves[moves.len() * 99 / 100],
    })
}

/// Plays in one room, and returns when each move was made and how long it took to store. With an inbox, a move is
/// made for each message.
async fn play(
    mut games: Games,
    store: StoreHandle,
    mut inbox: Option<mpsc::Receiver<()>>,
    stop: Arc<AtomicBool>,
) -> Result<Vec<(Instant, Duration)>, StoreError> {
    for append in games.open() {
        store.append(append).await?;
    }
    let mut moves = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        if let Some(inbox) = &mut inbox
            && inbox.recv().await.is_none()
        {
            break;
        }
        let begun = Instant::now();
        for append in games.next(1) {
            store.append(append).await?;
        }
        moves.push((begun, begun.elapsed()));
    }
    Ok(moves)
}

/// Starts a thread that has `rate` moves a second made, at random moments in random rooms. A timer of the runtime
/// would make them together, once a millisecond.
fn arrivals(
    rate: f64,
    inboxes: Vec<mpsc::Sender<()>>,
    stop: Arc<AtomicBool>,
) -> Result<JoinHandle<()>, Error> {
    let thread = thread::Builder::new().name(ARRIVALS.to_owned());
    Ok(thread.spawn(move || {
        let begun = Instant::now();
        let (mut at, mut state) = (0.0, 0x9e37_79b9_7f4a_7c15_u64);
        while !stop.load(Ordering::Relaxed) {
            // Xorshift: random enough for arrivals.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let uniform = ((state >> 11) as f64 + 1.0) / (1_u64 << 53) as f64;
            at -= uniform.ln() / rate;
            if let Some(wait) = Duration::from_secs_f64(at).checked_sub(begun.elapsed()) {
                thread::sleep(wait);
            }
            // A room that is so far behind makes fewer moves.
            let _ = inboxes[state as usize % inboxes.len()].try_send(());
        }
    })?)
}

/// Time and waits of the threads so far.
struct Used {
    cpu: f64,
    switches: f64,
}

fn used() -> Result<Used, Error> {
    let mut used = Used {
        cpu: 0.0,
        switches: 0.0,
    };
    for thread in fs::read_dir("/proc/self/task")? {
        let path = thread?.path();
        let read = |file| fs::read_to_string(path.join(file));
        if read("comm")?.trim() == ARRIVALS {
            continue;
        }
        let cpu = read("schedstat")?;
        let nanoseconds: f64 = cpu
            .split_whitespace()
            .next()
            .ok_or("no schedstat")?
            .parse()?;
        used.cpu += nanoseconds / 1000.0;
        let status = read("status")?;
        let switches = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        used.switches += switches.ok_or("no switches")?.trim().parse::<f64>()?;
    }
    Ok(used)
}

/// A storage that counts its commits.
struct Counting {
    store: Box<dyn Store>,
    commits: Arc<AtomicU64>,
}

impl Store for Counting {
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.store.append(batch)
    }

    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.store.id(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        self.store.owned_names()
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        self.store.change_names(changes)
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.store.seats(key, most)
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        self.store.prune(before, spared, progress)
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        self.store.load(room)
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.store.live(start)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        self.store.rest(rooms)
    }

    fn set_aside(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.store.set_aside(room, problem)
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        self.store.probe()
    }
}
