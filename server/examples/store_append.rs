//! Measures what storing a move costs: `cargo run --release -p server --example store_append`.
//!
//! Moves of many games in group commits of 1, 16, 64 and 256, into a new database, alternating with the least that
//! a durable write can be: the same moves appended to a bare file, and one `fdatasync` a commit. Prints the CPU
//! time and the bytes written per move; about half a minute in all. A directory behind `--` is used instead of
//! the usual one for temporary files, which may not be on a disk.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use protocol::id::{RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::text::Name;
use protocol::view::{Outcome, Reason};
use room::{Event, Finished, Occupant, Player, Timing};
use server::store::{self, Append, Recorded};

const COMMITS: [usize; 4] = [1, 16, 64, 256];

/// Games that are played at the same time.
const GAMES: usize = 1024;

/// Plies of a game; then the next one begins in a new room.
const PLIES: u32 = 42;

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_millis(1200);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let above = std::env::args_os().nth(1);
    println!("commit of | of            | CPU us/move | bytes/move | us/commit");
    for of in COMMITS {
        let (mut bare, mut stored) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let directory = match &above {
                Some(above) => tempfile::tempdir_in(above)?,
                None => tempfile::tempdir()?,
            };
            bare.push(bare_file(directory.path(), of)?);
            stored.push(store(directory.path(), of)?);
        }
        print("bare file", of, bare);
        print("the store", of, stored);
    }
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
    let mut games = Games::new(0)?;
    measure(of, || {
        let mut bytes = Vec::new();
        for append in games.next(of) {
            bytes.extend_from_slice(append.room.as_str().as_bytes());
            for (at, event) in append.events {
                bytes.extend_from_slice(&at.as_millis().to_le_bytes());
                bytes.extend(event.to_bytes());
            }
        }
        file.write_all(&bytes)?;
        Ok(file.sync_data()?)
    })
}

fn store(directory: &Path, of: usize) -> Result<Cost, Box<dyn std::error::Error>> {
    let mut store = store::sqlite(directory)?;
    let mut games = Games::new(0)?;
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

/// Games under way, each with the plies made in it.
struct Games {
    opening: Vec<Recorded>,
    played: Vec<(u64, u32)>,
    next: usize,
    now: u64,
}

impl Games {
    fn new(first: u64) -> Result<Self, Box<dyn std::error::Error>> {
        let mut opening = vec![Event::Opened {
            spec: GameSpec::new(Variant::named("connect-four")?).into(),
            timing: Timing::default(),
        }];
        for (side, name) in [(Side::First, "Ana"), (Side::Second, "Bruno")] {
            opening.push(Event::SeatTaken {
                side,
                occupant: Occupant::Human {
                    name: Name::clean(name).ok_or("a name")?,
                    hash: TokenHash(u128::MAX),
                },
            });
        }
        opening.push(Event::Started);
        let now = 1_790_000_000_000;
        Ok(Self {
            opening: opening
                .into_iter()
                .map(|event| (Millis::from_millis(now), event))
                .collect(),
            played: (first..).map(|game| (game, 0)).take(GAMES).collect(),
            next: 0,
            now,
        })
    }

    /// Returns the openings of the first games.
    fn open(&self) -> Vec<Append> {
        let open = |&(game, _): &(u64, u32)| Append {
            room: code(game),
            expected: Seq(0),
            events: self.opening.clone(),
            wake_after: Some(Millis::from_millis(60_000)),
            finished: None,
        };
        self.played.iter().map(open).collect()
    }

    /// Returns the next `of` moves, one in each game, with the end of a game and the opening of the next one where
    /// they are due.
    fn next(&mut self, of: usize) -> Vec<Append> {
        let mut batch = Vec::with_capacity(of + 2);
        for _ in 0..of {
            self.now += 1;
            let at = Millis::from_millis(self.now);
            let (game, plies) = self.played[self.next];
            let mut events = vec![(
                at,
                Event::Played {
                    square: "d4".parse().expect("a square"),
                    charged: Millis::from_millis(1500),
                    credit: Millis::from_millis(20),
                },
            )];
            let is_over = plies + 1 == PLIES;
            if is_over {
                let outcome = Outcome {
                    winner: None,
                    reason: Reason::FullBoard,
                    line: Vec::new(),
                };
                events.push((at, Event::Over { outcome }));
            }
            batch.push(Append {
                room: code(game),
                expected: Seq(self.opening.len() as u32 + plies),
                events,
                wake_after: (!is_over).then_some(Millis::from_millis(60_000)),
                finished: is_over.then(|| Box::new(finished(at))),
            });
            self.played[self.next] = (game, plies + 1);
            if is_over {
                let game = game + GAMES as u64;
                self.played[self.next] = (game, 0);
                batch.push(Append {
                    room: code(game),
                    expected: Seq(0),
                    events: self.opening.clone(),
                    wake_after: Some(Millis::from_millis(60_000)),
                    finished: None,
                });
            }
            self.next = (self.next + 1) % self.played.len();
        }
        batch
    }
}

/// The end of a game, as it is noted beside its events.
fn finished(ended: Millis) -> Finished {
    let player = |name: &str| Player {
        name: name.to_owned(),
        is_bot: false,
    };
    Finished {
        game: 1,
        ended,
        variant: Variant::named("connect-four").expect("a variant"),
        clock: None,
        players: BySide {
            first: player("Ana"),
            second: player("Bruno"),
        },
        winner: None,
        reason: Reason::FullBoard,
        moves: vec!["d4".parse().expect("a square"); PLIES as usize],
    }
}

/// The code of a room, spread as drawn ones are.
fn code(number: u64) -> RoomId {
    RoomId::from_draw(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
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
