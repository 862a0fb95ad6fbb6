//! The engines at work outside a room.
//!
//! arguments -> [`run`] -> `answer` (the move of one position), `bench` (nodes and time), `solve`
//! (positions in, scores out), `book` (the solver's openings) -> text
//!
//! - `args`: the command line
//! - `bot`: a kind of bot and its depth, as people write them
//! - `answer`: what a bot plays in a position
//! - `bench`: fixed positions at fixed depths; time per move against the number of the move
//! - `solve`, `book`, `positions`: the solver of Connect Four at work
//! - `chart`: a line chart as SVG
//! - `stopwatch`: the only place that reads a clock
//!
//! Nothing here plays games between people or knows a network; that is the server's.

mod answer;
mod args;
mod bench;
mod book;
mod bot;
mod chart;
mod failure;
mod positions;
mod solve;
mod stopwatch;

use std::ffi::OsString;
use std::io::{BufRead, Write};

use crate::args::Command;
use crate::failure::Failure;

/// Runs the program on `arguments`, the name of the program first, and returns its exit status.
///
/// 0: done. 1: failed. 2: the arguments make no sense. What went wrong is one line on `errors`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> u8 {
    let done = args::read(arguments).and_then(|command| obey(&command, input, output, errors));
    match done {
        Ok(()) => 0,
        Err(failure) => {
            if failure.status() != 0 {
                // Where not even the complaint can be written, the status has to do.
                let _ = writeln!(errors, "enlinea-engine: {failure}");
            }
            failure.status()
        }
    }
}

fn obey(
    command: &Command,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        Command::Told(text) => write!(output, "{text}")?,
        Command::Move(question) => {
            let answer = answer::find(question)?;
            if question.json {
                writeln!(output, "{}", answer.to_json())?;
            } else {
                write!(output, "{answer}")?;
            }
        }
        Command::Bench(plan) => bench::run(plan, output)?,
        Command::Solve(solving) => solve::run(solving, input, output, errors)?,
        Command::Positions(wanted) => positions::write(wanted, output)?,
        Command::MakeBook(making) => book::make(making, output)?,
        Command::VerifyBook(samples) => book::verify(*samples, output)?,
    }
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind};

    use super::*;

    /// Runs the program and returns its status, its output and its complaint.
    fn enlinea_engine(arguments: &str) -> (u8, String, String) {
        enlinea_engine_fed(arguments, "")
    }

    /// The same, with something to read.
    fn enlinea_engine_fed(arguments: &str, input: &str) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = std::iter::once("enlinea-engine").chain(arguments.split_whitespace());
        let status = run(
            arguments.map(OsString::from),
            &mut input.as_bytes(),
            &mut output,
            &mut errors,
        );
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    #[test]
    fn a_move_is_the_first_line_of_the_answer() {
        for (arguments, expected) in [
            ("move --bot lines:4 172736", "4"),
            ("move --bot minimax:hard 1 7 2 7 3 6", "4"),
            ("move --bot minimax", "4"),
            (
                "move --bot priority --variant gomoku-15 a1 h8 b1 h9 c1 i8 d1 o15",
                "e1",
            ),
        ] {
            let (status, output, errors) = enlinea_engine(arguments);
            assert_eq!((status, errors.as_str()), (0, ""), "{arguments}");
            assert_eq!(output.lines().next(), Some(expected), "{arguments}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_one_line_and_status_two() {
        for (arguments, expected) in [
            ("", "--help"),
            ("fly", "fly"),
            ("move", "--bot"),
            (
                "move --bot chess",
                "negamax, minimax, lines, perfect, priority, random",
            ),
            ("move --bot negamax:13", "1 to 12"),
            ("move --bot minimax:fierce", "easy, medium, hard"),
            ("move --bot priority:3", "does not look ahead"),
            ("move --bot priority", "does not play connect-four"),
            ("move --bot lines --variant chess", "connect-four"),
            ("move --bot lines 4448", "ply 4"),
            ("move --bot lines --limit soon", "soon"),
            ("bench --kind chess", "negamax, minimax"),
            ("bench --chart-kind priority", "does not look ahead"),
            ("bench --depth 0", "1 to 12"),
            ("bench --chart-depths 2,40", "1 to 12"),
        ] {
            let (status, output, errors) = enlinea_engine(arguments);
            assert_eq!((status, output.as_str()), (2, ""), "{arguments}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{arguments}: {errors}");
            assert!(errors.contains(expected), "{arguments}: {errors}");
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_move_left() {
        let (status, output, errors) = enlinea_engine("move --bot lines 1212121");
        assert_eq!((status, output.as_str()), (1, ""));
        assert!(errors.contains("ended with ply 7"), "{errors}");
    }

    #[test]
    fn help_and_version_are_told_on_the_output() {
        for (arguments, expected) in [
            ("--help", "Usage: enlinea-engine"),
            ("move --help", "--bot"),
            ("--version", env!("CARGO_PKG_VERSION")),
        ] {
            let (status, output, errors) = enlinea_engine(arguments);
            assert_eq!((status, errors.as_str()), (0, ""), "{arguments}");
            assert!(output.contains(expected), "{arguments}: {output}");
        }
    }

    /// An output whose reader has left, or whose disk is full.
    struct Broken(ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_who_left_is_no_failure_and_a_full_disk_is() {
        for (kind, expected) in [(ErrorKind::BrokenPipe, 0), (ErrorKind::StorageFull, 1)] {
            let arguments = ["enlinea-engine", "move", "--bot", "random"].map(OsString::from);
            let status = run(
                arguments,
                &mut io::empty(),
                &mut Broken(kind),
                &mut Vec::new(),
            );
            assert_eq!(status, expected, "{kind}");
        }
    }
}
