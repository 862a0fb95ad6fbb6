//! Measures what storing a move costs: `cargo run --release -p lab@0.1.0 --example store_append`.
//!
//! Moves of many games in group commits of 1, 16, 64 and 256, into a new database, alternating with the least that a
//! durable write can be: the same moves appended to a bare file, and one `fdatasync` a commit. Prints the CPU time and
//! the bytes written per move, and what a start costs after a kill. About a minute in all. A directory after `--` is
//! used instead of the usual one for temporary files, which may not be on a disk.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

mod games;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use protocol::millis::Millis;
use server::store;

use self::games::Games;

const COMMITS: [usize; 4] = [1, 16, 64, 256];

/// Games that are played at the same time.
const GAMES: u64 = 1024;

/// Rows in the log at a start, and appends in each of the commits before it.
const ROWS: usize = 490_000;
const BATCH: usize = 256;

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_millis(1200);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let above = match std::env::args_os().nth(1) {
        Some(above) => above.into(),
        None => std::env::temp_dir(),
    };
    println!("commit of | of            | CPU us/move | bytes/move | us/commit");
    for of in COMMITS {
        let (mut bare, mut stored) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let directory = tempfile::tempdir_in(&above)?;
            bare.push(bare_file(directory.path(), of)?);
            stored.push(store(directory.path(), of)?);
        }
        print("bare file", of, bare);
        print("the store", of, stored);
    }
    println!();
    start(&above)
}

/// Measures a start after a kill, with as many rows in the log as there can be.
fn start(above: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir_in(above)?;
    let mut store = store::sqlite(directory.path())?;
    // None of them ends.
    let mut games = Games::new(0..20_000, GAMES)?;
    let mut rows = 0;
    let mut open = games.open();
    while rows < ROWS {
        let batch = if open.is_empty() {
            games.next(BATCH)
        } else {
            open.drain(..BATCH.min(open.len())).collect()
        };
        rows += batch
            .iter()
            .map(|append| append.events.len())
            .sum::<usize>();
        for answer in store.append(&batch) {
            answer?;
        }
    }
    drop(store);
    let begun = Instant::now();
    let mut store = store::sqlite(directory.path())?;
    let opened = begun.elapsed();
    let live = store.live(Millis::from_millis(1_800_000_000_000))?;
    println!(
        "start with {rows} rows in the log: opened in {opened:.2?}, {} rooms compacted after {:.2?}",
        live.len(),
        begun.elapsed()
    );
    let begun = Instant::now();
    for room in &live[..1000] {
        store.load(room.room)?;
    }
    println!("a room loaded in {:.2?}", begun.elapsed() / 1000);
    let begun = Instant::now();
    store::check(directory.path())?;
    println!("all checked in {:.2?}", begun.elapsed());
    Ok(())
}

/// Prints the median of the rounds.
fn print(what: &str, of: usize, mut rounds: Vec<Cost>) {
    rounds.sort_by(|one, other| one.cpu.total_cmp(&other.cpu));
    let cost = &rounds[rounds.len() / 2];
    println!(
        "{of:>9} | {what:<13} | {:>11.2} | {:>10.0} | {:>9.0}",
        cost.cpu, cost.bytes, cost.commit
    );
}

/// Cost of a move.
struct Cost {
    /// CPU time, in microseconds.
    cpu: f64,
    bytes: f64,
    /// Duration of a commit, in microseconds.
    commit: f64,
}

/// Calls `commit`, which stores `of` moves, until the round is over.
fn measure(
    of: usize,
    mut commit: impl FnMut() -> Result<(), Box<dyn std::error::Error>>,
) -> Result<Cost, Box<dyn std::error::Error>> {
    let (begun, cpu, bytes) = (Instant::now(), cpu_time()?, written()?);
    let mut commits = 0;
    while begun.elapsed() < ROUND {
        commit()?;
        commits += 1;
    }
    let moves = f64::from(commits) * of as f64;
    Ok(Cost {
        cpu: (cpu_time()? - cpu) / moves,
        bytes: (written()? - bytes) / moves,
        commit: begun.elapsed().as_secs_f64() * 1e6 / f64::from(commits),
    })
}

fn bare_file(directory: &Path, of: usize) -> Result<Cost, Box<dyn std::error::Error>> {
    let mut file = File::create(directory.join("bare"))?;
    let mut games = Games::new(0..GAMES, GAMES)?;
    measure(of, || {
        let mut bytes = Vec::new();
        for append in games.next(of) {
            bytes.extend_from_slice(append.room.as_str().as_bytes());
            for event in append.events {
                bytes.extend_from_slice(&event.at.as_millis().to_le_bytes());
                bytes.extend(event.bytes);
            }
        }
        file.write_all(&bytes)?;
        Ok(file.sync_data()?)
    })
}

fn store(directory: &Path, of: usize) -> Result<Cost, Box<dyn std::error::Error>> {
    let mut store = store::sqlite(directory)?;
    let mut games = Games::new(0..GAMES, GAMES)?;
    for batch in games.open().chunks(256) {
        for answer in store.append(batch) {
            answer?;
        }
    }
    measure(of, || {
        for answer in store.append(&games.next(of)) {
            answer?;
        }
        Ok(())
    })
}

/// CPU time of this thread in microseconds, also that spent in the kernel.
fn cpu_time() -> Result<f64, Box<dyn std::error::Error>> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = stat
        .split_whitespace()
        .next()
        .ok_or("no schedstat")?
        .parse()?;
    Ok(nanoseconds / 1000.0)
}

/// Bytes that this process gave to the kernel to write.
fn written() -> Result<f64, Box<dyn std::error::Error>> {
    let io = fs::read_to_string("/proc/self/io")?;
    let line = io.lines().find_map(|line| line.strip_prefix("wchar: "));
    Ok(line.ok_or("no wchar")?.parse()?)
}
