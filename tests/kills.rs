//! A server that is killed in the middle of many games, again and again: nothing that was told is missing.
//!
//! Each round starts the server on the same data, has everybody come back to their places, lets them play until a
//! number of plies was told, and kills it without a word. Before the kill, or instead of the play, comes what the
//! round's [`Kind`] says. People play each other and bots, and watch; who comes back compares the messages to them
//! with the room as it is now, and each round ends with a comparison of all that anybody was told with the database.
//! Nobody loses a connection before the kill, and a standstill is charged to nobody.
//!
//! A full disk comes in two forms, of which each has what the other lacks: a limit of the size of files
//! (`RLIMIT_FSIZE`), which every Linux lets us set, and a small file system that is really full, for which a mount
//! namespace is needed.
//!
//! The kinds come in an order drawn from the seed, each once before any comes again. After [`WORLD`] rounds everything
//! begins anew, with the next seed.
//!
//! The gate runs a short form. More of it, one test after the other so that they do not slow each other down:
//! `ENLINEA_KILLS=1000 ENLINEA_GAMES=200 cargo test -p tests --test whole kills:: -- --nocapture --test-threads=1`
//!
//! `ENLINEA_SEED` is the first seed, `ENLINEA_KIND` names the one kind that is wanted, as a failure prints it, and
//! `ENLINEA_PROGRAMS` is a directory with a server that was built before, such as one with optimisations.

mod disk;
mod kind;
mod member;
mod round;
mod table;
mod told;
mod world;

use tempfile::tempdir;

use crate::harness::number_from_env;
use disk::Disk;
use kind::Kind;
use world::{Tally, World};

/// Rounds in which a database grows, and their games with it.
const WORLD: usize = 50;

/// Plays rounds of these kinds, on one disk after the other.
#[expect(clippy::print_stdout, reason = "what a long run by hand found")]
async fn play_rounds(test: &'static str, kinds: &[Kind], mut disk: impl FnMut() -> Option<Disk>) {
    let kinds = Kind::wanted(kinds);
    let count = |name, usual| number_from_env(name).map_or(usual, |number| number as usize);
    let rounds = count("ENLINEA_KILLS", kinds.len());
    let games = count("ENLINEA_GAMES", 12);
    let mut seed = number_from_env("ENLINEA_SEED").unwrap_or(7);
    let mut tally = Tally::default();
    let mut left = if kinds.is_empty() { 0 } else { rounds };
    while left > 0 {
        let Some(disk) = disk() else {
            return;
        };
        let mut world = World::new(test, seed, games, disk);
        let here = left.min(WORLD);
        world.play(&kinds, here).await;
        tally.add(world.end().await);
        println!("{test}: {tally}");
        (left, seed) = (left - here, seed + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_is_there_after_every_kill() {
    let test = "what_was_told_is_there_after_every_kill";
    let disk = || Some(Disk::Usual(tempdir().unwrap()));
    play_rounds(test, Kind::ON_ANY_DISK, disk).await;
}

/// On a file system that a round fills. Skipped where none can be mounted.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_is_there_after_the_disk_was_full() {
    let test = "what_was_told_is_there_after_the_disk_was_full";
    play_rounds(test, Kind::ON_A_SMALL_DISK, small_disk).await;
}

/// None where it cannot be mounted; that is a failure where `ENLINEA_REQUIRE_NETNS=1` says that namespaces must be.
#[cfg(target_os = "linux")]
fn small_disk() -> Option<Disk> {
    use std::io::Write;

    match disk::small::SmallDisk::new() {
        Ok(disk) => Some(Disk::Small(disk)),
        Err(problem) => {
            let required = std::env::var_os("ENLINEA_REQUIRE_NETNS").is_some_and(|set| set == "1");
            assert!(!required, "no small file system here: {problem}");
            // Past the capture of the test's output: the person who runs the tests is to know.
            let line = format!("skipped: no small file system here: {}", problem.trim());
            let _ = writeln!(std::io::stderr(), "{line}");
            None
        }
    }
}
