//! A server and its clients on one thread, over a simulated network that delays, cuts and parts, with a store that
//! fails and a server that is killed: what is promised holds, and the same seed gives the same run, frame by frame.
//!
//! The gate runs a few hundred seeds. More of them, from a first one on:
//! `ENLINEA_SEEDS=5000 ENLINEA_FIRST_SEED=1000 cargo test -p tests --test whole simulation:: -- --nocapture`
//!
//! One seed with its log: `ENLINEA_SEED=17 cargo test -p tests --test whole simulation:: -- --nocapture`

mod disk;
mod network;
mod person;
mod run;
mod witness;

use std::cell::Cell;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use self::run::{Run, run};
use self::witness::Counts;

/// Seeds that the gate runs.
const SEEDS: u64 = 300;

thread_local! {
    /// Panics of this thread: those in tasks end the task alone.
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Runs the simulation of this seed; a panic in any task of it is a problem.
fn run_watched(seed: u64, keeps_log: bool) -> Run {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            before(info);
        }));
    });
    let before = PANICS.get();
    let mut run = run(seed, keeps_log);
    if PANICS.get() > before && run.problem.is_none() {
        run.problem = Some("a task panicked".to_owned());
    }
    run
}

/// A number from the environment, for longer runs by hand.
fn wanted(name: &str) -> Option<u64> {
    let number = std::env::var(name).ok()?;
    let number = number.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is no number")))
}

#[expect(clippy::print_stdout, reason = "what a long run by hand found")]
#[test]
fn what_is_promised_holds_in_every_run() {
    if let Some(seed) = wanted("ENLINEA_SEED") {
        let run = run_watched(seed, true);
        println!("{}", run.log.join("\n"));
        assert_eq!(run.problem, None, "seed {seed}");
        return;
    }
    let first = wanted("ENLINEA_FIRST_SEED").unwrap_or(1);
    let end = first + wanted("ENLINEA_SEEDS").unwrap_or(SEEDS);
    let begun = Instant::now();
    let next = AtomicU64::new(first);
    let work = || {
        let (mut counts, mut took) = (Counts::default(), Duration::ZERO);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return Ok((counts, took));
            }
            let run = run_watched(seed, false);
            if let Some(problem) = run.problem {
                // The others need not go on.
                next.store(end, Ordering::Relaxed);
                return Err((seed, problem));
            }
            counts.add(&run.counts);
            took += run.took;
            if seed.is_multiple_of(100) {
                println!("seed {seed} after {:.0} s", begun.elapsed().as_secs_f64());
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ends = workers
            .into_iter()
            .map(|worker| worker.join().expect("does not panic"));
        ends.collect()
    });
    let (mut counts, mut took) = (Counts::default(), Duration::ZERO);
    for done in done {
        match done {
            Ok((more, time)) => {
                counts.add(&more);
                took += time;
            }
            Err((seed, problem)) => panic!(
                "seed {seed}: {problem}\n\nThis seed alone, with its log: ENLINEA_SEED={seed} \
                 cargo test -p tests --test whole simulation:: -- --nocapture"
            ),
        }
    }
    // They were runs worth their time.
    let Counts {
        plies,
        games,
        connections,
        moves_again,
        moves_without_seat,
        seats_taken_over,
        turns_charged,
        turns_with_outage,
        appends_refused,
        appends_refused_though_stored,
        kills,
        stops,
        network_faults,
        lines,
        lines_again,
    } = counts;
    let met = [
        plies,
        games,
        connections,
        moves_again,
        moves_without_seat,
        seats_taken_over,
        turns_charged,
        turns_with_outage,
        appends_refused,
        appends_refused_though_stored,
        kills,
        stops,
        network_faults,
        lines,
        lines_again,
    ];
    assert!(end - first < SEEDS || !met.contains(&0), "{counts:?}");
    println!(
        "{} seeds, {} s of play in {:.1} s: {counts:?}",
        end - first,
        took.as_secs(),
        begun.elapsed().as_secs_f64()
    );
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let mut logs = Vec::new();
    for seed in [1, 2, 3] {
        let (first, again) = (run_watched(seed, true), run_watched(seed, true));
        for (at, (one, two)) in first.log.iter().zip(&again.log).enumerate() {
            assert_eq!(one, two, "line {at} of {} of seed {seed}", first.log.len());
        }
        assert_eq!(first.log.len(), again.log.len());
        assert_eq!(first.took, again.took);
        logs.push(first.log);
    }
    assert_ne!(logs[0], logs[1]);
    assert_ne!(logs[1], logs[2]);

    // They were runs worth repeating.
    for text in [
        "event: Over {",
        "event: Moved {",
        "event: Reconnected {",
        "refusal: Internal {",
        "Chat { text: ",
        "cut ",
        "Partition of ",
        "Hold of ",
        "connection refused",
        "the server is killed",
        "the store is ",
    ] {
        let is_met = logs.iter().flatten().any(|line| line.contains(text));
        assert!(is_met, "{text}");
    }
}
