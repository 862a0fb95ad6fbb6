//! `lab`: what developers of the engines measure and make. Nothing of it is shipped.
//!
//! - `bench`: nodes and time of the bots; `solver`: the solver of Connect Four beside another one
//! - `positions`, `verify`, `book`: known positions of Connect Four, and the opening book
//! - `openings`: openings of gomoku that favour neither side; `ladder`: the strength of all bots
//! - `history`: a database of many finished games, and the times of questions about them
//! - `tune`: the weights of the gomoku engine
//! - `args`: values on the command line; `files`: files of a run of hours

mod args;
mod bench;
mod book;
mod files;
mod history;
mod ladder;
mod openings;
mod positions;
mod solver;
mod tune;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// What developers of the engines measure and make.
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
enum Command {
    Bench(bench::Bench),
    Solver(solver::SolverBench),
    Positions(positions::Positions),
    Verify(verify::Verify),
    #[command(subcommand)]
    Book(book::BookCommand),
    Openings(openings::Openings),
    Ladder(ladder::Ladder),
    #[command(subcommand)]
    History(history::History),
    Tune(tune::Tune),
}

fn main() -> ExitCode {
    match run(&Command::parse(), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If not even the error can be written, the status has to do.
            let _ = writeln!(io::stderr(), "lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command, output: &mut io::Stdout) -> Result<()> {
    match command {
        Command::Bench(bench) => bench.run(output),
        Command::Solver(bench) => bench.run(output),
        Command::Positions(positions) => positions.run(output),
        Command::Verify(verify) => verify.run(output),
        Command::Book(book) => book.run(output),
        Command::Openings(openings) => openings.run(output),
        Command::Ladder(ladder) => ladder.run(output, &mut io::stderr()),
        Command::History(history) => history.run(output),
        Command::Tune(tune) => tune.run(output),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Command::command().debug_assert();
    }

    #[test]
    fn a_number_that_a_run_could_not_use_is_refused_before_it() {
        let tune = "lab tune --work positions.txt --out weights.txt";
        let read = |option: &str| Command::try_parse_from(format!("{tune} {option}").split(' '));
        assert!(read("--stray 1 --result 0.3").is_ok());
        for option in ["--stray 0", "--result 1.5", "--result -1", "--result NaN"] {
            assert!(read(option).is_err(), "{option}");
        }
    }
}
