//! The engines at work outside a room.
//!
//! arguments -> [`run`] -> `best_move` (the move in one position), `solve` (positions in, scores out), `contest`
//! (engines against each other) or `gomocup` (our engine at the boards of other programs) -> text
//!
//! - `args`: the command line
//! - `built_in_bot`: a kind of bot and its depth, as people write them
//! - `interrupt`: the end of other programs with this one
//! - [`timing`]: computing time of a thread, and spans as people read them
//! - `values`: values on the command line
//!
//! Other people's engines as child processes are the crate `external`, which the server uses too; the server does not
//! depend on this crate. What only developers do with the engines is in the crate `lab`. Nothing here plays games
//! between people or knows a network.

mod args;
mod best_move;
mod built_in_bot;
mod contest;
mod failure;
mod gomocup;
mod interrupt;
mod solve;
pub mod timing;
mod values;

pub use contest::{RandomOpenings, Standing};
pub use gomocup::leave_with_reader;
pub use interrupt::end_engines_with_program;

use std::ffi::OsString;
use std::io::{BufRead, Write};

use external::Fence;

use crate::args::Command;
use crate::failure::Failure;

/// Runs the program on `arguments`, the name of the program first, and returns its exit status. Other programs run
/// in this fence, if there is one.
///
/// 0: done. 1: failed. 2: the arguments make no sense. What went wrong is one line on `errors`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    fence: Option<Fence>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> u8 {
    let command = args::read(arguments, fence);
    carry_out(args::ENGINE, command, input, output, errors)
}

/// Runs `pbrain-enlinea` on `arguments`, the name of the program first, and returns its exit status as [`run`] does.
pub fn run_brain(
    arguments: impl IntoIterator<Item = OsString>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> u8 {
    let command = args::read_brain(arguments);
    carry_out(args::BRAIN, command, input, output, errors)
}

/// Plays the tournament of these arguments, the name of the program first, as `enlinea-engine tournament` does, and
/// returns the contenders, the strongest first. Progress goes to `errors`.
///
/// # Errors
///
/// A line about what went wrong.
pub fn tournament(
    arguments: impl IntoIterator<Item = OsString>,
    errors: &mut dyn Write,
) -> Result<Vec<Standing>, String> {
    let play = || {
        let plan = args::read_tournament(arguments)?;
        let (table, verdict) = contest::tournament::run(&plan, errors)?;
        verdict.map(|()| table.standings())
    };
    play().map_err(|failure: Failure| failure.to_string())
}

fn carry_out(
    program: &str,
    command: Result<Command, Failure>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> u8 {
    match command.and_then(|command| dispatch(&command, input, output, errors)) {
        Ok(()) => 0,
        Err(failure) => {
            if failure.status() != 0 {
                // If not even the complaint can be written, the status has to do.
                let _ = writeln!(errors, "{program}: {failure}");
            }
            failure.status()
        }
    }
}

fn dispatch(
    command: &Command,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        Command::Text(text) => write!(output, "{text}")?,
        Command::Move(request) => {
            let answer = best_move::find(request);
            if request.json {
                writeln!(output, "{}", answer.to_json())?;
            } else {
                write!(output, "{answer}")?;
            }
        }
        Command::Solve(solving) => solve::run(solving, input, output, errors)?,
        Command::Gomocup { threads } => gomocup::run(*threads, input, output)?,
        Command::Match(plan) => contest::match_play::run(plan, output, errors)?,
        Command::Tournament(plan) => {
            let (table, verdict) = contest::tournament::run(plan, errors)?;
            write!(output, "{table}")?;
            verdict?;
        }
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
    fn enlinea_engine_fed(arguments: &str, input: impl AsRef<[u8]>) -> (u8, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let arguments = std::iter::once("enlinea-engine").chain(arguments.split_whitespace());
        let status = run(
            arguments.map(OsString::from),
            None,
            &mut input.as_ref(),
            &mut output,
            &mut errors,
        );
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status, text(output), text(errors))
    }

    /// The output of a run that complains of nothing.
    fn answered(arguments: &str, input: &str) -> String {
        let (status, output, errors) = enlinea_engine_fed(arguments, input);
        assert_eq!((status, errors.as_str()), (0, ""), "{arguments}");
        output
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
            let output = answered(arguments, "");
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
                "random, negamax, priority, level, lines, minimax, perfect, threat",
            ),
            ("move --bot negamax:13", "1 to 12"),
            ("move --bot minimax:fierce", "easy, medium, hard"),
            ("move --bot priority:3", "does not look ahead"),
            ("move --bot priority", "does not play connect-four"),
            ("move --bot lines --variant chess", "connect-four"),
            ("move --bot lines 4448", "ply 4"),
            ("move --bot lines --limit soon", "soon"),
            ("solve --variant gomoku", "cannot be solved"),
            ("solve --threads 0", "0 is not in 1..=256"),
            ("gomocup --threads 0", "0 is not in 1..=256"),
        ] {
            let (status, output, errors) = enlinea_engine(arguments);
            assert_eq!((status, output.as_str()), (2, ""), "{arguments}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{arguments}: {errors}");
            assert!(errors.contains(expected), "{arguments}: {errors}");
        }
    }

    #[test]
    fn positions_are_solved_a_line_each_and_a_wrong_line_is_told_by_its_number() {
        let input = "4455\n444444444\nabc\n1212121\n\n12121233445\n";
        let (status, output, errors) = enlinea_engine_fed("solve", input);
        assert_eq!(status, 1);
        let lines: Vec<Vec<&str>> = output
            .lines()
            .map(|line| line.split(' ').collect())
            .collect();
        assert_eq!(lines.len(), 2, "{output}");
        assert_eq!(lines[0][..2], ["4455", "18"]);
        assert_eq!(lines[0].len(), 4);
        let told: Vec<&str> = errors.lines().collect();
        assert!(told[0].starts_with("line 2: ply 7"), "{errors}");
        assert!(told[1].starts_with("line 3: "), "{errors}");
        assert!(told[2].starts_with("line 4: the game ended"), "{errors}");
        assert!(told[3].contains("3 lines were not solved"), "{errors}");
    }

    #[test]
    fn a_line_that_is_no_text_is_told_and_the_rest_goes_on() {
        let (status, output, errors) = enlinea_engine_fed("solve", b"44\xff5\n4455\r\n");
        assert_eq!(status, 1);
        assert!(output.starts_with("4455 18 "), "{output}");
        assert!(errors.starts_with("line 1: "), "{errors}");
    }

    /// The mark that editors of Windows put before a text was taken for a part of the first move.
    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let output = answered("solve", "\u{feff}4455\r\n");
        assert!(output.starts_with("4455 18 "), "{output}");
        let (_, output, _) = enlinea_engine_fed("gomocup", "\u{feff}ABOUT\r\nEND\r\n");
        assert!(output.starts_with("name="), "{output}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.txt");
        std::fs::write(&file, "\u{feff}4 4\n").unwrap();
        let arguments = format!(
            "match random new=random --variant connect-four --games 2 --openings {}",
            file.display()
        );
        let (status, _, errors) = enlinea_engine(&arguments);
        assert_eq!(status, 0, "{errors}");
    }

    #[test]
    fn every_column_has_the_same_score_on_several_threads() {
        for (variant, positions, expected) in [
            // A full column, a win at once; a column that fills the board without a line.
            (
                "connect-four",
                "6251444314434566212225331255\n121212\n",
                " 18 ",
            ),
            ("custom:3x3x3:falls", "32121321\n", " . . 0\n"),
        ] {
            let solve = format!("solve --columns --no-book --variant {variant}");
            let alone = answered(&solve, positions);
            let together = answered(&format!("{solve} --threads 2"), positions);
            assert_eq!(alone, together);
            assert!(alone.contains(expected) && alone.contains(" . "), "{alone}");
        }
    }

    #[test]
    fn the_forms_of_solving_agree() {
        let moves = "2252576253462244111563365343671351441";
        for (arguments, expected) in [
            ("solve --weak", " -1 "),
            ("solve --cold --hash-mib 1", " -1 "),
            ("solve --no-book --threads 2", " -1 "),
            ("solve --columns", " . . . "),
        ] {
            let output = answered(arguments, moves);
            assert!(output.starts_with(moves), "{arguments}: {output}");
            assert!(output.contains(expected), "{arguments}: {output}");
        }
        let (_, _, errors) = enlinea_engine_fed("solve --time", moves);
        assert!(errors.starts_with("1 position, each"), "{errors}");
        let (_, timed, _) = enlinea_engine_fed("solve --columns --time", moves);
        let (columns, micros) = timed.trim_end().rsplit_once(' ').unwrap();
        assert_eq!(columns.split(' ').count(), 8, "{timed}");
        assert!(
            micros
                .split_once('.')
                .is_some_and(|(_, tenths)| tenths.len() == 1),
            "{timed}"
        );
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
            let output = answered(arguments, "");
            assert!(output.contains(expected), "{arguments}: {output}");
        }
    }

    #[test]
    fn the_brain_calls_itself_by_its_name() {
        let told = |argument: &str| {
            let (mut output, mut errors) = (Vec::new(), Vec::new());
            let line = ["pbrain-enlinea", argument].map(Into::into);
            let status = run_brain(line, &mut io::empty(), &mut output, &mut errors);
            let texts = [output, errors].map(|text| String::from_utf8(text).unwrap());
            (status, texts)
        };
        let (status, [output, _]) = told("--help");
        assert!(
            status == 0 && output.contains("Usage: pbrain-enlinea [OPTIONS]"),
            "{output}"
        );
        let (status, [output, _]) = told("--version");
        assert!(
            status == 0 && output.starts_with("pbrain-enlinea "),
            "{output}"
        );
        let (status, [_, errors]) = told("gomocup");
        assert!(
            status == 2 && errors.starts_with("pbrain-enlinea: "),
            "{errors}"
        );
    }

    #[test]
    fn the_help_of_contests_says_that_contenders_have_different_names() {
        for command in ["match", "tournament"] {
            let (_, output, _) = enlinea_engine(&format!("{command} --help"));
            // The line may break between the two.
            let words: Vec<_> = output.split_whitespace().collect();
            assert!(words.join(" ").contains("random new=random"), "{output}");
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

    /// The score of a match of hours was gone.
    #[test]
    fn a_match_goes_on_if_its_progress_cannot_be_written() {
        let line = "enlinea-engine match random new=random --variant custom:3x3x3:free --games 2";
        let arguments = line.split(' ').map(OsString::from);
        let mut output = Vec::new();
        let errors = &mut Broken(ErrorKind::StorageFull);
        let status = run(arguments, None, &mut io::empty(), &mut output, errors);
        let output = String::from_utf8(output).unwrap();
        assert_eq!(status, 0, "{output}");
        assert!(output.contains("games   2: "), "{output}");
    }

    #[test]
    fn a_reader_who_left_is_no_failure_and_a_full_disk_is() {
        for (kind, expected) in [(ErrorKind::BrokenPipe, 0), (ErrorKind::StorageFull, 1)] {
            let arguments = ["enlinea-engine", "move", "--bot", "random"].map(OsString::from);
            let status = run(
                arguments,
                None,
                &mut io::empty(),
                &mut Broken(kind),
                &mut Vec::new(),
            );
            assert_eq!(status, expected, "{kind}");
        }
    }
}
