//! Known values against the solver: the long form of what the tests do in short.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use arena::timing::{CpuWatch, human};
use clap::Args;
use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::rules::Variant;

use crate::{args, files};

/// Compares files of known values with what the solver finds, up to the first that differs.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with a position a line: moves and its score, or the score of every column, `.` for a full one.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Leaves out positions with fewer stones: the first take minutes without the book.
    #[arg(long, value_name = "N", default_value_t = 8)]
    stones: u32,

    /// Lets the book answer.
    #[arg(long)]
    book: bool,
}

impl Verify {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        for file in &self.files {
            let watch = CpuWatch::start();
            let (count, left_out) = self.compare(file)?;
            let took = human(watch.elapsed());
            let file = file.display();
            writeln!(
                output,
                "{file}: {count} positions right, in {took}; {left_out} left out"
            )?;
            output.flush()?;
        }
        Ok(())
    }

    /// Returns the number of positions that were compared, and of those with too few stones.
    fn compare(&self, file: &Path) -> Result<(usize, usize)> {
        let variant = Variant::named("connect-four").expect("the name is that of its rules");
        let mut solver = Solver::new(variant.shape(), 64);
        solver.use_book(self.book);
        let (mut count, mut left_out) = (0, 0);
        files::for_each_line(file, &files::read(file)?, |line| {
            let (moves, known) = line.split_once(' ').unwrap_or((line, ""));
            let position = args::connect_four(moves).map_err(|problem| anyhow!(problem))?;
            if position.plies() < self.stones {
                left_out += 1;
                return Ok(());
            }
            let found = values(&mut solver, &position, known.contains(' '));
            ensure!(
                found == known,
                "it is worth {found} here, and {known} there"
            );
            count += 1;
            Ok(())
        })?;
        ensure!(count > 0, "{} has no position to compare", file.display());
        Ok((count, left_out))
    }
}

/// The score of a position, or of each of its columns.
fn values(solver: &mut Solver, position: &Position, of_columns: bool) -> String {
    let (stop, never) = (Stop::default(), "no other code has the flag that stops it");
    if of_columns {
        let columns = solver.columns(position, &stop).expect(never);
        let scores = columns.scores.into_iter();
        let words = scores.map(|score| score.map_or(".".to_owned(), |score| score.to_string()));
        return words.collect::<Vec<_>>().join(" ");
    }
    solver.clear();
    let solution = solver.solve(position, Goal::Score, &stop).expect(never);
    solution.score.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_differs_is_named_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("known.txt");
        let verify = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let verify = Verify {
                files: vec![file.clone()],
                stones: 5,
                book: false,
            };
            let mut output = Vec::new();
            let done = verify
                .run(&mut output)
                .map_err(|error| format!("{error:#}"));
            done.map(|()| String::from_utf8(output).unwrap())
        };
        let right = verify("121212 18\n1212 17\n").unwrap();
        assert!(
            right.contains("1 positions right") && right.contains("; 1 left out"),
            "{right}"
        );
        for (text, expected) in [
            ("121212 18\n121212 17\n", "line 2"),
            ("121212 17\n", "worth 18 here, and 17 there"),
            ("444444 . . .\n", "there"),
            ("1212121 1\n", "the game is over"),
            ("448 1\n", "line 1"),
            ("1212 17\n", "no position to compare"),
        ] {
            let problem = verify(text).unwrap_err();
            assert!(problem.contains(expected), "{text}: {problem}");
        }
    }
}
