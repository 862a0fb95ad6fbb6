//! Measures what a backup costs the games meanwhile: `cargo run --release -p server --example store_backup DIR`.
//!
//! `DIR` has a database that `store_start -- DIR` made. A move is stored every 2 ms, first alone, then while the
//! database is copied three times.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;
use room::Event;
use server::store::{self, Append, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args_os().nth(1).map(PathBuf::from);
    let directory = directory.ok_or("name the directory of the database")?;
    let mut store = store::sqlite(&directory)?;
    let mut last = 0;
    let is_copied = AtomicBool::new(false);
    let ending = Instant::now() + Duration::from_secs(5);
    println!(
        "alone: {}",
        moves(store.as_mut(), &mut last, || ending <= Instant::now())
    );
    for _ in 0..3 {
        is_copied.store(false, Ordering::Relaxed);
        let (told, copied) = std::thread::scope(|scope| {
            let copying = scope.spawn(|| {
                let copied = copy(&directory);
                is_copied.store(true, Ordering::Relaxed);
                copied
            });
            let told = moves(store.as_mut(), &mut last, || {
                is_copied.load(Ordering::Relaxed)
            });
            (told, copying.join().expect("does not panic"))
        });
        println!("with a backup {copied}: {told}");
    }
    Ok(())
}

/// Copies the database and returns the time and the size in words.
fn copy(directory: &Path) -> String {
    let file = directory.join("measured.db");
    let begun = Instant::now();
    let size = store::backup(directory, &file).expect("is copied");
    let took = begun.elapsed();
    std::fs::remove_file(file).expect("is there");
    format!("of {:.1} MB in {took:.1?}", size as f64 / 1e6)
}

/// Stores moves until `ended`, and returns the times in words.
fn moves(store: &mut dyn Store, last: &mut u32, ended: impl Fn() -> bool) -> String {
    let room = RoomId::from_draw(u64::MAX - u64::from(std::process::id()));
    let mut times = Vec::new();
    while !ended() {
        let append = Append {
            room,
            expected: Seq(*last),
            events: vec![(Millis::ZERO, Event::Resumed)],
            wake_after: Some(Millis::from_millis(60_000)),
            finished: None,
        };
        let begun = Instant::now();
        store.append(&[append]).remove(0).expect("is stored");
        times.push(begun.elapsed());
        *last += 1;
        std::thread::sleep(Duration::from_millis(2));
    }
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    format!(
        "{} moves, half within {:.1?}, 99 in 100 within {:.1?}, the slowest {:.1?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    )
}
