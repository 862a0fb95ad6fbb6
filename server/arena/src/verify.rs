//! Known values against the solver: the long form of what the tests do in short.

use std::io::Write;
use std::path::{Path, PathBuf};

use engine::Stop;
use engine::connect_four::{Goal, Solver};
use protocol::rules::Variant;
use protocol::text::without_mark;

use crate::failure::Failure;
use crate::solve;
use crate::timing::{CpuWatch, human};

/// Files to be verified, and the method.
#[derive(Clone, Debug)]
pub(crate) struct Verifying {
    pub(crate) files: Vec<PathBuf>,
    /// Positions with fewer stones are left out.
    pub(crate) stones: u32,
    pub(crate) book: bool,
}

/// Solves every position of the files and compares, up to the first value that is another. A line is `moves score`, or
/// `moves` and the score of each column, `.` for a full one.
///
/// # Errors
///
/// A file cannot be read, or a value is another.
pub(crate) fn run(verifying: &Verifying, output: &mut dyn Write) -> Result<(), Failure> {
    for file in &verifying.files {
        writeln!(output, "{}: {}", file.display(), verify(verifying, file)?)?;
        output.flush()?;
    }
    Ok(())
}

fn verify(verifying: &Verifying, file: &Path) -> Result<String, Failure> {
    let variant = Variant::named("connect-four").expect("the name is that of its rules");
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::Failed(format!(
            "cannot read {}: {error}; name a file of positions with their scores",
            file.display()
        ))
    })?;
    let stop = Stop::default();
    let mut solver = Solver::new(variant.shape(), 64);
    solver.use_book(verifying.book);
    let watch = CpuWatch::start();
    let (mut count, mut left_out) = (0, 0);
    for (number, line) in (1_usize..).zip(without_mark(&text).lines()) {
        let wrong =
            |what: String| Failure::Failed(format!("{}, line {number}: {what}", file.display()));
        let mut words = line.split_whitespace();
        let Some(moves) = words.next() else {
            continue;
        };
        let values: Vec<&str> = words.collect();
        if values.is_empty() {
            return Err(wrong(format!(
                "{line:?} has no score; write moves and score"
            )));
        }
        let position = solve::position(variant, moves).map_err(wrong)?;
        if position.plies() < verifying.stones {
            left_out += 1;
            continue;
        }
        let never = "nobody else has the flag that stops it";
        let found: Vec<String> = if values.len() > 1 {
            let columns = solver.columns(&position, &stop).expect(never);
            columns.scores.into_iter().map(solve::written).collect()
        } else {
            solver.clear();
            let solution = solver.solve(&position, Goal::Score, &stop).expect(never);
            vec![solution.score.to_string()]
        };
        if found != values {
            return Err(wrong(format!(
                "{moves} is worth {} here, and {} there",
                found.join(" "),
                values.join(" ")
            )));
        }
        count += 1;
    }
    if count + left_out == 0 {
        return Err(Failure::Failed(format!(
            "{} has no position; name a file of positions with their scores",
            file.display()
        )));
    }
    let stones = verifying.stones;
    if count == 0 {
        return Err(Failure::Failed(format!(
            "{} has no position of {stones} stones or more; name fewer with --stones",
            file.display()
        )));
    }
    let rest = match left_out {
        0 => String::new(),
        _ => format!("; {left_out} with fewer than {stones} stones left out"),
    };
    Ok(format!(
        "{count} positions right, in {}{rest}",
        human(watch.elapsed())
    ))
}
