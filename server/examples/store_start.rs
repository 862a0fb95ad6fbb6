//! Measures what the store costs at a start: `cargo run --release -p server --example store_start`.
//!
//! 100,000 stored games, 10,000 of them unfinished, in a database that is thrown away; or in a new one in the
//! directory that is named behind `--`, for a start of the whole server: there a clock is due in every
//! unfinished room at once. The third start is that after a kill, with as many batches as there can be: more than
//! 10,000, of 16 moves each.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use protocol::id::{RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::text::Name;
use room::{Event, Occupant, Timing};
use server::store::{self, Append, Recorded};

const ROOMS: u64 = 100_000;
const BATCH: usize = 256;

/// Commits of moves before the last start, and moves in each.
const PLAYED: usize = 10_500;
const MOVES: usize = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let thrown_away = tempfile::tempdir()?;
    let kept = std::env::args_os().nth(1).map(PathBuf::from);
    let directory = kept.as_deref().unwrap_or(thrown_away.path());
    let due = Millis::from_millis(if kept.is_some() { 0 } else { 60_000 });
    let events = game()?;
    let mut store = store::sqlite(directory)?;
    let begun = Instant::now();
    let games: Vec<_> = (0..ROOMS)
        .map(|number| Append {
            room: code(number),
            expected: Seq(0),
            events: events.clone(),
            wake_after: number.is_multiple_of(10).then_some(due),
            finished: None,
        })
        .collect();
    for batch in games.chunks(BATCH) {
        for answer in store.append(batch) {
            answer?;
        }
    }
    println!("{ROOMS} games stored in {:.1?}", begun.elapsed());
    drop(store);
    let size = std::fs::metadata(directory.join("games.db"))?.len();
    println!("{:.1} MB", size as f64 / 1e6);
    if kept.is_some() {
        return Ok(());
    }

    for start in ["first", "second", "third"] {
        if start == "third" {
            play(directory, events.len() as u32)?;
        }
        let begun = Instant::now();
        let mut store = store::sqlite(directory)?;
        let opened = begun.elapsed();
        let live = store.live(Millis::from_millis(1_800_000_000_000))?;
        let all = begun.elapsed();
        println!(
            "{start} start: opened in {opened:.1?}, {} live rooms known after {all:.1?}",
            live.len()
        );
        let begun = Instant::now();
        for number in 0..1000 {
            store.load(code(number * 97))?;
        }
        println!("a room loaded in {:.1?}", begun.elapsed() / 1000);
    }
    Ok(())
}

/// Plays in the unfinished games, 16 moves a commit, until the store has as many batches as it keeps.
fn play(directory: &Path, last: u32) -> Result<(), Box<dyn std::error::Error>> {
    let mut store = store::sqlite(directory)?;
    let rooms: Vec<_> = (0..ROOMS).step_by(10).map(code).collect();
    let begun = Instant::now();
    for commit in 0..PLAYED {
        let moves: Vec<_> = (0..MOVES)
            .map(|number| commit * MOVES + number)
            .map(|ply| Append {
                room: rooms[ply % rooms.len()],
                expected: Seq(last + (ply / rooms.len()) as u32),
                events: vec![(
                    Millis::from_millis(1_790_000_100_000),
                    Event::Played {
                        square: "d1".parse().expect("a square"),
                        charged: Millis::from_millis(1500),
                        credit: Millis::ZERO,
                    },
                )],
                wake_after: Some(Millis::from_millis(60_000)),
                finished: None,
            })
            .collect();
        for answer in store.append(&moves) {
            answer?;
        }
    }
    let took = begun.elapsed();
    println!("{} moves stored in {took:.1?}", PLAYED * MOVES);
    Ok(())
}

/// The code of a room, spread as drawn ones are.
fn code(number: u64) -> RoomId {
    RoomId::from_draw(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A short game between two people.
fn game() -> Result<Vec<Recorded>, Box<dyn std::error::Error>> {
    let mut events = vec![Event::Opened {
        spec: GameSpec::new(Variant::named("connect-four")?),
        timing: Timing::default(),
    }];
    for (side, name) in [(Side::First, "Ana"), (Side::Second, "Bruno")] {
        events.push(Event::SeatTaken {
            side,
            occupant: Occupant::Human {
                name: Name::clean(name).ok_or("a name")?,
                hash: TokenHash(u128::MAX),
            },
        });
    }
    events.push(Event::Started);
    for square in ["d1", "d2", "d3", "d4", "d5", "d6", "c1", "c2", "e1", "e2"] {
        events.push(Event::Played {
            square: square.parse()?,
            charged: Millis::ZERO,
            credit: Millis::ZERO,
        });
    }
    let start = 1_790_000_000_000;
    Ok((start..).map(Millis::from_millis).zip(events).collect())
}
