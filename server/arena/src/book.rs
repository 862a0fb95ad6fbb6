//! Makes the opening book, and verifies it.
//!
//! The positions with the most stones are searched, on every thread; the others follow from those that their
//! drops lead to. They go to a file, a thousand at a time, from which an interrupted run goes on.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::Stop;
use engine::connect_four::book::{Book, BookEntry, positions_with_choice};
use engine::connect_four::{Position, Solver};
use external::Stopwatch;
use protocol::rules::Variant;

use crate::failure::Failure;
use crate::timing::human;
use crate::{output_file, work_file};

/// A book to be made.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    /// Stones that the last positions have.
    pub(crate) plies: u32,
    /// File of solved positions, from which an interrupted run goes on.
    pub(crate) work: PathBuf,
    /// File of the book.
    pub(crate) out: PathBuf,
    pub(crate) threads: usize,
    pub(crate) mebibytes: usize,
}

/// Positions between two lines of progress.
const STEP: usize = 1000;

/// Makes a book.
///
/// # Errors
///
/// A file cannot be read or written, or holds something else.
pub(crate) fn make(making: &Making, output: &mut (dyn Write + Send)) -> Result<(), Failure> {
    output_file::ensure_writable(&making.out, "--out")?;
    let empty = empty_board();
    let (work, mut entries) = open_work(&making.work)?;
    let mut work = BufWriter::new(work);
    let mut solver = Solver::new(empty.shape(), making.mebibytes);
    solver.use_book(false);
    solver.share();
    for plies in (0..=making.plies).rev() {
        let level = positions_with_choice(empty, plies);
        let missing: Vec<_> = level
            .iter()
            .filter(|position| !entries.contains_key(&position.key()))
            .copied()
            .collect();
        writeln!(
            output,
            "{plies} stones: {} positions, {} to do",
            level.len(),
            missing.len()
        )?;
        output.flush()?;
        let last = plies == making.plies;
        let entry = |position: &Position| {
            if last {
                searched(&solver, position)
            } else {
                derived(&solver, &entries, position)
            }
        };
        let found = find_all(&entry, &missing, making, &mut work, output)?;
        entries.extend(found);
    }
    let all: Vec<(Position, BookEntry)> = (0..=making.plies)
        .flat_map(|plies| positions_with_choice(empty, plies))
        .map(|position| (position, entries[&position.key()]))
        .collect();
    let bytes = Book::write(making.plies, &all).map_err(Failure::Failed)?;
    let book = Book::read(&bytes).map_err(Failure::Failed)?;
    if let Some((position, entry)) = all
        .iter()
        .find(|(position, entry)| book.probe(position) != Some(*entry))
    {
        return Err(Failure::Failed(format!(
            "the book does not give back {entry:?} for {position:?}; this is an error of the program"
        )));
    }
    output_file::write(&making.out, &bytes, "--out")?;
    writeln!(
        output,
        "{}: {} positions up to {} stones, {} bytes",
        making.out.display(),
        all.len(),
        making.plies,
        bytes.len()
    )?;
    Ok(())
}

/// Compares the values of the committed book with each other: each must be the best of those that its drops
/// lead to. `samples` of its last positions are solved again, without the book.
///
/// # Errors
///
/// A value is wrong.
pub(crate) fn verify(samples: usize, output: &mut dyn Write) -> Result<(), Failure> {
    let book = Book::committed();
    let empty = empty_board();
    let stop = Stop::default();
    let mut solver = Solver::new(empty.shape(), 256);
    solver.use_book(false);
    let mut compared = 0_u64;
    for plies in 0..=book.plies() {
        let level = positions_with_choice(empty, plies);
        let last = plies == book.plies();
        let step = (level.len() / samples.max(1)).max(1);
        for (number, position) in level.iter().enumerate() {
            if last && (samples == 0 || number % step != 0) {
                continue;
            }
            let entry = book.probe(position).ok_or_else(|| {
                Failure::Failed(format!("the book lacks {position:?}; make it again"))
            })?;
            // The book answers for the positions one stone further; the last ones are searched.
            solver.use_book(!last);
            let columns = solver
                .columns(position, &stop)
                .expect("nobody else has the flag that stops it");
            let best = columns.scores.iter().flatten().max().copied();
            let kept = columns.scores[entry.column as usize];
            if best != Some(entry.score) || kept != best {
                return Err(Failure::Failed(format!(
                    "the book says {entry:?} of {position:?}, whose columns are worth {:?}; make it again",
                    columns.scores
                )));
            }
            compared += 1;
        }
        writeln!(output, "{plies} stones: right")?;
        output.flush()?;
    }
    writeln!(
        output,
        "{compared} of {} positions compared with what they lead to",
        book.positions()
    )?;
    Ok(())
}

/// Value of a position by a search.
fn searched(solver: &Solver, position: &Position) -> BookEntry {
    let (score, column) = solver
        .best(position, &Stop::default())
        .expect("nobody else has the flag that stops it");
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

/// Finds the entries of positions on every thread, and writes them down soon after they are known.
fn find_all(
    entry: &(dyn Fn(&Position) -> BookEntry + Sync),
    positions: &[Position],
    making: &Making,
    work: &mut BufWriter<File>,
    output: &mut (dyn Write + Send),
) -> Result<Vec<(u64, BookEntry)>, Failure> {
    if positions.is_empty() {
        return Ok(Vec::new());
    }
    let cannot_write = |error| work_file::cannot_write(&making.work, &error);
    let shared = Mutex::new(Progress {
        work,
        output,
        found: Vec::new(),
        failure: None,
    });
    let next = AtomicUsize::new(0);
    let watch = Stopwatch::start();
    let search = || {
        while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let entry = entry(position);
            let mut progress = shared.lock().expect("no holder panics");
            if let Err(error) = progress.note(position, entry, positions.len(), watch) {
                progress.failure.get_or_insert(error);
                next.store(positions.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..making.threads.max(1) {
            scope.spawn(search);
        }
        search();
    });
    let progress = shared.into_inner().expect("no holder panics");
    if let Some(error) = progress.failure {
        return Err(cannot_write(error));
    }
    progress.work.flush().map_err(cannot_write)?;
    Ok(progress.found)
}

struct Progress<'a> {
    work: &'a mut BufWriter<File>,
    output: &'a mut (dyn Write + Send),
    found: Vec<(u64, BookEntry)>,
    failure: Option<std::io::Error>,
}

impl Progress<'_> {
    fn note(
        &mut self,
        position: &Position,
        entry: BookEntry,
        of: usize,
        watch: Stopwatch,
    ) -> std::io::Result<()> {
        let BookEntry { score, column } = entry;
        writeln!(self.work, "{:x} {score} {column}", position.key())?;
        self.found.push((position.key(), entry));
        if self.found.len().is_multiple_of(STEP) {
            self.work.flush()?;
            writeln!(
                self.output,
                "  {} of {of} after {}",
                self.found.len(),
                human(watch.elapsed())
            )?;
            self.output.flush()?;
        }
        Ok(())
    }
}

/// Opens the file of solved positions, and returns it with those that earlier runs solved.
fn open_work(path: &Path) -> Result<(File, HashMap<u64, BookEntry>), Failure> {
    let mut entries = HashMap::new();
    let file = work_file::open(path, |number, line| {
        let (key, entry) = read_entry(line)
            .ok_or_else(|| work_file::wrong_line(path, number, line, "solved position"))?;
        entries.insert(key, entry);
        Ok(())
    })?;
    Ok((file, entries))
}

fn read_entry(line: &str) -> Option<(u64, BookEntry)> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let score = words.next()?.parse().ok()?;
    let column = words.next()?.parse().ok().filter(|column| *column < 7)?;
    if words.next().is_some() {
        return None;
    }
    Some((key, BookEntry { score, column }))
}
