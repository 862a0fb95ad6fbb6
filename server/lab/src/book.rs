//! Makes the opening book, and verifies it.
//!
//! The positions with the most stones are searched, on every thread; the others follow from those that their
//! drops lead to. They go to a file, from which an interrupted run goes on.

mod fuse;

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, ensure};
use arena::timing::human;
use clap::{Args, Subcommand, value_parser};
use engine::Stop;
use engine::connect_four::book::{Book, BookEntry, positions_with_choice};
use engine::connect_four::{Position, Solver};
use external::Stopwatch;
use protocol::rules::Variant;

use crate::files;

/// Makes or verifies the opening book of Connect Four.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Makes a book.
    Make(Making),
    /// Compares every value of the book of this program with those that it leads to.
    Verify {
        /// Number of its last positions that are searched for that; they lead out of the book.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        samples: usize,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Making {
    /// The most stones that a position of the book has.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(0..=14))]
    plies: u32,

    /// File of solved positions, from which an interrupted run goes on.
    #[arg(long, value_name = "FILE")]
    work: PathBuf,

    /// File of the book.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// The size of the transposition table in MiB.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    hash_mib: usize,
}

/// Positions between two lines of progress.
const STEP: usize = 1000;

const NEVER: &str = "no other code has the flag that stops it";

impl BookCommand {
    pub(crate) fn run(&self, output: &mut (dyn Write + Send)) -> Result<()> {
        match self {
            Self::Make(making) => making.run(output),
            Self::Verify { samples } => verify(*samples, output),
        }
    }
}

impl Making {
    fn run(&self, output: &mut (dyn Write + Send)) -> Result<()> {
        let mut out = files::open(&self.out)?;
        let empty = empty_board();
        let mut entries = HashMap::new();
        let mut work = files::resume(&self.work, |line| {
            let (key, entry) = read_entry(line).context("not a solved position")?;
            entries.insert(key, entry);
            Ok(())
        })?;
        let mut solver = Solver::new(empty.shape(), self.hash_mib);
        solver.use_book(false);
        solver.share();
        for plies in (0..=self.plies).rev() {
            let mut missing = positions_with_choice(empty, plies);
            let count = missing.len();
            missing.retain(|position| !entries.contains_key(&position.key()));
            writeln!(
                output,
                "{plies} stones: {count} positions, {} to do",
                missing.len()
            )?;
            let entry = |position: &Position| {
                if plies == self.plies {
                    searched(&solver, position)
                } else {
                    derived(&solver, &entries, position)
                }
            };
            let found = self.find_all(&entry, &missing, &mut work, output);
            entries.extend(found.with_context(|| format!("cannot write {}", self.work.display()))?);
        }
        let all: Vec<(Position, BookEntry)> = (0..=self.plies)
            .flat_map(|plies| positions_with_choice(empty, plies))
            .map(|position| (position, entries[&position.key()]))
            .collect();
        let bytes = write(self.plies, &all)?;
        let book = Book::read(&bytes).map_err(|problem| anyhow!(problem))?;
        for (position, entry) in &all {
            let read = book.probe(position);
            ensure!(
                read == Some(*entry),
                "the book has {read:?} and not {entry:?} for {position:?}"
            );
        }
        files::replace(&mut out, &bytes)?;
        writeln!(output, "{} positions, {} bytes", all.len(), bytes.len())?;
        Ok(())
    }

    /// Finds the entries of positions on every thread, and writes each down as soon as it is known.
    fn find_all(
        &self,
        entry: &(dyn Fn(&Position) -> BookEntry + Sync),
        positions: &[Position],
        work: &mut File,
        output: &mut (dyn Write + Send),
    ) -> Result<Vec<(u64, BookEntry)>> {
        let watch = Stopwatch::start();
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((work, output, Vec::new(), Ok(())));
        let search = || {
            while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                let entry = entry(position);
                let (work, output, found, written) = &mut *shared.lock().expect("no holder panics");
                let BookEntry { score, column } = entry;
                let line = format!("{:x} {score} {column}\n", position.key());
                let mut result = work.write_all(line.as_bytes());
                found.push((position.key(), entry));
                if found.len().is_multiple_of(STEP) {
                    let (found, of) = (found.len(), positions.len());
                    let took = human(watch.elapsed());
                    result = result.and(writeln!(output, "  {found} of {of} after {took}"));
                }
                if result.is_err() {
                    *written = result;
                    next.store(positions.len(), Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(search);
            }
            search();
        });
        let (_, _, found, written) = shared.into_inner().expect("no holder panics");
        written?;
        Ok(found)
    }
}

/// The bytes of a book with these positions, which are all that have a choice up to `plies` stones.
fn write(plies: u32, entries: &[(Position, BookEntry)]) -> Result<Vec<u8>> {
    let bytes = entries.iter().map(|(position, entry)| {
        let byte = Book::byte(position, *entry);
        let byte = byte.with_context(|| format!("a book has no room for {entry:?}"))?;
        Ok((position.canonical().key(), byte))
    });
    let bytes = bytes.collect::<Result<Vec<_>>>()?;
    let (seed, length_log, segments, places) = fuse::build(&bytes);
    let mut book = Book::head(plies as u8, bytes.len() as u32, seed, length_log, segments);
    book.extend_from_slice(&places);
    Ok(book)
}

/// Compares the values of the committed book with each other: each must be the best of those that its drops
/// lead to. `samples` of its last positions are solved again, without the book.
fn verify(samples: usize, output: &mut dyn Write) -> Result<()> {
    let book = Book::committed();
    let empty = empty_board();
    let mut solver = Solver::new(empty.shape(), 256);
    let mut compared = 0_u64;
    for plies in 0..=book.plies() {
        let level = positions_with_choice(empty, plies);
        let is_last = plies == book.plies();
        let (step, most) = if is_last {
            ((level.len() / samples.max(1)).max(1), samples)
        } else {
            (1, usize::MAX)
        };
        // The book answers for the positions one stone further; the last ones are searched.
        solver.use_book(!is_last);
        for position in level.iter().step_by(step).take(most) {
            let entry = book.probe(position);
            let entry = entry.with_context(|| format!("the book lacks {position:?}"))?;
            let columns = solver.columns(position, &Stop::default()).expect(NEVER);
            let best = columns.scores.iter().flatten().max().copied();
            ensure!(
                best == Some(entry.score) && columns.scores[entry.column as usize] == best,
                "the book says {entry:?} of {position:?}, whose columns are worth {:?}",
                columns.scores
            );
            compared += 1;
        }
        writeln!(output, "{plies} stones: right")?;
        output.flush()?;
    }
    let all = book.positions();
    writeln!(
        output,
        "{compared} of {all} positions compared with what they lead to"
    )?;
    Ok(())
}

/// Value of a position by a search.
fn searched(solver: &Solver, position: &Position) -> BookEntry {
    let (score, column) = solver.best(position, &Stop::default()).expect(NEVER);
    BookEntry { score, column }
}

/// Value of a position from those that its drops lead to.
fn derived(solver: &Solver, entries: &HashMap<u64, BookEntry>, position: &Position) -> BookEntry {
    let value = |column: u32| {
        if position.wins_with(column) {
            return position.win_at(position.plies() + 1);
        }
        let mut after = position.after(column);
        let mut sign = -1;
        loop {
            if let Some(entry) = entries.get(&after.canonical().key()) {
                return sign * entry.score;
            }
            match after.only_safe_column() {
                Some(forced) => after = after.after(forced),
                None => break,
            }
            sign = -sign;
        }
        sign * searched(solver, &after).score
    };
    let (score, column) = (0..7)
        .filter(|column| position.is_open(*column))
        .map(|column| (value(column), column))
        .max_by_key(|(score, column)| (*score, -(*column as i32 - 3).abs()))
        .expect("a position of the book has two drops or more");
    BookEntry { score, column }
}

fn empty_board() -> Position {
    let variant = Variant::named("connect-four").expect("the name is that of its rules");
    Position::empty(variant.shape())
}

fn read_entry(line: &str) -> Option<(u64, BookEntry)> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let score = words.next()?.parse().ok()?;
    let column = words.next()?.parse().ok().filter(|column| *column < 7)?;
    words
        .next()
        .is_none()
        .then_some((key, BookEntry { score, column }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_made_from_where_it_was_left_off() {
        let folder = tempfile::tempdir().unwrap();
        let [work, out] = ["work", "book"].map(|name| folder.path().join(name));
        let make = || {
            let making = Making {
                plies: 0,
                work: work.clone(),
                out: out.clone(),
                threads: 2,
                hash_mib: 1,
            };
            let mut output = Vec::new();
            let made = making
                .run(&mut output)
                .map_err(|error| format!("{error:#}"));
            made.map(|()| String::from_utf8(output).unwrap())
        };
        // The first position with its value, as an earlier run would leave it.
        let key = positions_with_choice(empty_board(), 0)[0].key();
        std::fs::write(&work, format!("{key:x} 1 3\n")).unwrap();
        let text = make().unwrap();
        assert!(text.contains("0 stones: 1 positions, 0 to do"), "{text}");
        assert!(std::fs::metadata(&out).unwrap().len() > 32);
        std::fs::write(&work, "1 2 3\nno position\n").unwrap();
        let problem = make().unwrap_err();
        assert!(problem.contains("line 2"), "{problem}");
    }

    #[test]
    fn a_book_gives_back_what_was_written() {
        let empty = empty_board();
        let entries: Vec<(Position, BookEntry)> = (0..=4)
            .flat_map(|plies| positions_with_choice(empty, plies))
            .enumerate()
            .map(|(number, position)| {
                let entry = BookEntry {
                    score: (number % 36) as i32 - 17,
                    column: (number % 7) as u32,
                };
                (position, entry)
            })
            .collect();
        let bytes = write(4, &entries).unwrap();
        let book = Book::read(&bytes).unwrap();
        for (position, entry) in &entries {
            assert_eq!(book.probe(position), Some(*entry));
            let mirrored = book.probe(&position.mirrored()).unwrap();
            assert_eq!(mirrored.score, entry.score);
        }
        assert_eq!(book.probe(&positions_with_choice(empty, 5)[0]), None);
        let (score, column) = (19, 0);
        assert!(write(0, &[(empty, BookEntry { score, column })]).is_err());
    }

    #[test]
    fn positions_that_are_missing_are_searched_and_written_down() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work");
        let making = Making {
            plies: 0,
            work: path.clone(),
            out: path.clone(),
            threads: 2,
            hash_mib: 1,
        };
        let positions = positions_with_choice(empty_board(), 2);
        let entry = |position: &Position| BookEntry {
            score: position.plies() as i32,
            column: 3,
        };
        let mut work = files::open(&path).unwrap();
        let found = making.find_all(&entry, &positions, &mut work, &mut Vec::new());
        assert_eq!(found.unwrap().len(), positions.len());
        drop(work);
        let text = files::read(&path).unwrap();
        let keys: Vec<u64> = text
            .lines()
            .map(|line| read_entry(line).unwrap().0)
            .collect();
        assert!(
            positions
                .iter()
                .all(|position| keys.contains(&position.key()))
        );
    }
}
