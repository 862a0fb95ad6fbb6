//! Positions in, scores out: one a line.

use std::fmt::{self, Write as _};
use std::io::{BufRead, Write};
use std::time::Duration;

use clap::{Args, value_parser};
use engine::Stop;
use engine::connect_four::{Columns, Goal, Position, Solution, Solver};
use external::Stopwatch;
use protocol::game::Game;
use protocol::record::{MovesError, read_moves};
use protocol::rules::Variant;
use protocol::square::Square;
use protocol::text::without_mark;

use crate::failure::Failure;
use crate::timing::{CpuWatch, human};
use crate::values;

/// The method by which positions are solved.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Solving {
    /// Only who wins: 1, 0 or -1.
    #[arg(long, conflicts_with = "columns")]
    weak: bool,

    /// The score of every column instead, `.` for a full one.
    #[arg(long)]
    columns: bool,

    /// Searches the first plies too.
    #[arg(long)]
    no_book: bool,

    /// Forgets everything before each position, which is not timed.
    #[arg(long)]
    cold: bool,

    /// The most that the transposition table may take in MiB, rounded down to a power of two: 64 for one thread,
    /// which takes no more than serves it, and 4 for several, which take it at once. A board of 61 to 64 squares,
    /// counted with one more on each column, takes 8 to 64 at least.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=65_536))]
    hash_mib: Option<u32>,

    /// Threads on each position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Adds the time in microseconds to each line of columns. Sums up on standard error: time and nodes on average,
    /// the time that 99 of 100 kept to, the longest and its line, nodes in a second.
    #[arg(long)]
    time: bool,

    /// The rules: connect-four, connect-four-7x7, custom:8x7x4:falls, ...
    #[arg(long, default_value = "connect-four", value_parser = solvable)]
    variant: Variant,
}

/// Reads the name of rules that can be solved.
fn solvable(text: &str) -> Result<Variant, String> {
    let variant = values::variant(text)?;
    if Position::fits(variant) {
        return Ok(variant);
    }
    Err(format!(
        "{variant} cannot be solved here; stones must fall, there may be 19 rows at most, and columns times (rows + 1) be 64 at most"
    ))
}

/// Solves what `input` asks for, a position a line. A line that makes no sense is told on `errors`, and the
/// rest goes on.
///
/// # Errors
///
/// Some line made no sense, or the answers cannot be written.
pub(crate) fn run(
    solving: &Solving,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<(), Failure> {
    let mut solver = solving.solver();
    let mut total = Total::default();
    let mut wrong = 0_usize;
    // As bytes: a line that is no text is as wrong as any other, and the rest goes on.
    for (number, line) in (1_usize..).zip(input.split(b'\n')) {
        let line = line.map_err(|error| {
            Failure::Failed(format!(
                "cannot read line {number}: {error}; give positions as text, one a line"
            ))
        })?;
        let line = String::from_utf8_lossy(&line);
        let line = if number == 1 {
            without_mark(&line)
        } else {
            &line
        };
        let moves = line.trim();
        if moves.is_empty() {
            continue;
        }
        match position(solving.variant, moves) {
            Ok(position) => {
                let answer = solving.answer(&mut solver, &position);
                writeln!(output, "{moves} {}", answer.text)?;
                // Whoever feeds positions through a pipe waits for each answer.
                output.flush()?;
                total.add(number, &answer);
            }
            Err(reason) => {
                wrong += 1;
                writeln!(errors, "line {number}: {reason}")?;
            }
        }
    }
    if solving.time {
        writeln!(errors, "{total}")?;
    }
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::Failed("1 line was not solved; correct it".into())),
        _ => Err(Failure::Failed(format!(
            "{wrong} lines were not solved; correct them"
        ))),
    }
}

/// The plies of a position as it is written: moves, or `-` for the empty board.
///
/// # Errors
///
/// One of them cannot be made.
pub(crate) fn plies(variant: Variant, moves: &str) -> Result<Vec<Square>, MovesError> {
    read_moves(variant, if moves == "-" { "" } else { moves })
}

/// The position after these moves, which must leave one to make; `-` is the empty board.
///
/// # Errors
///
/// A sentence about what is wrong, and what would do.
fn position(variant: Variant, moves: &str) -> Result<Position, String> {
    let squares = plies(variant, moves).map_err(|error| error.to_string())?;
    let game = Game::after(variant, squares)
        .map_err(|(ply, refusal)| format!("ply {} is not allowed: {refusal}", ply + 1))?;
    if game.ending().is_some() {
        return Err(format!(
            "the game ended with ply {}; give moves that leave one to make",
            game.plies().len()
        ));
    }
    Ok(Position::from_game(&game).expect("the arguments name a board that fits"))
}

struct Answer {
    text: String,
    nodes: u64,
    took: Duration,
}

impl Solving {
    fn solver(&self) -> Solver {
        let default = if self.threads > 1 { 4 } else { 64 };
        let mebibytes = self.hash_mib.unwrap_or(default) as usize;
        let mut solver = Solver::new(self.variant.shape(), mebibytes);
        solver.use_book(!self.no_book);
        if self.threads > 1 {
            solver.share();
        }
        solver
    }

    fn answer(&self, solver: &mut Solver, position: &Position) -> Answer {
        if self.cold {
            solver.clear();
            if self.threads > 1 {
                solver.share();
            }
        }
        let stop = Stop::default();
        let (wall, cpu) = (Stopwatch::start(), CpuWatch::start());
        let (mut text, nodes) = if self.columns {
            let Columns { scores, nodes } = self.every_column(solver, position, &stop);
            let scores: Vec<_> = scores.into_iter().map(written).collect();
            (scores.join(" "), nodes)
        } else {
            let goal = if self.weak { Goal::Winner } else { Goal::Score };
            let Solution { score, nodes } = solver
                .solve_on_threads(position, goal, self.threads.into(), &stop)
                .expect("no other code has the flag that stops it");
            (format!("{score} {nodes}"), nodes)
        };
        let took = if self.threads > 1 {
            wall.elapsed()
        } else {
            cpu.elapsed()
        };
        if !self.columns || self.time {
            let _ = write!(text, " {:.1}", took.as_secs_f64() * 1e6);
        }
        Answer { text, nodes, took }
    }

    /// The score of every column; on several threads one column after the other, each on all of them.
    fn every_column(&self, solver: &mut Solver, position: &Position, stop: &Stop) -> Columns {
        let never = "no other code has the flag that stops it";
        if self.threads == 1 {
            return solver.columns(position, stop).expect(never);
        }
        let mut nodes = 0;
        let scores = (0..u32::from(self.variant.shape().columns))
            .map(|column| {
                if !position.is_open(column) {
                    return None;
                }
                if position.wins_with(column) {
                    return Some(position.win_at(position.plies() + 1));
                }
                let after = position.after(column);
                if after.is_full() {
                    return Some(0);
                }
                let solution = solver
                    .solve_on_threads(&after, Goal::Score, self.threads.into(), stop)
                    .expect(never);
                nodes += solution.nodes;
                Some(-solution.score)
            })
            .collect();
        Columns { scores, nodes }
    }
}

/// The score of a column, or a dot where the column is full.
fn written(score: Option<i32>) -> String {
    score.map_or_else(|| ".".to_owned(), |score| score.to_string())
}

/// Time and nodes of all answers.
#[derive(Default)]
struct Total {
    nodes: u64,
    /// The time of each answer, with the number of its line.
    took: Vec<(Duration, usize)>,
}

impl Total {
    fn add(&mut self, line: usize, answer: &Answer) {
        self.nodes += answer.nodes;
        self.took.push((answer.took, line));
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut took = self.took.clone();
        took.sort_unstable();
        let Some((longest, line)) = took.last() else {
            return write!(f, "0 positions");
        };
        let positions = took.len() as u64;
        let all: Duration = took.iter().map(|(took, _)| took).sum();
        // The least time that 99 of 100 answers kept to.
        let (p99, _) = took[(took.len() * 99).div_ceil(100) - 1];
        write!(
            f,
            "{positions} position{}, each {} and {:.1} nodes on average; p99 {}, {} at most, on line {line}; {:.0} nodes/s",
            if positions == 1 { "" } else { "s" },
            human(all.div_f64(positions as f64)),
            self.nodes as f64 / positions as f64,
            human(p99),
            human(*longest),
            self.nodes as f64 / all.as_secs_f64().max(1e-9)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_says_what_nearly_all_answers_took_and_where_the_longest_is() {
        let mut total = Total::default();
        assert_eq!(total.to_string(), "0 positions");
        for line in 1..=200 {
            let micros = if line == 77 { 1_000 } else { line as u64 };
            let answer = Answer {
                text: String::new(),
                nodes: 10,
                took: Duration::from_micros(micros),
            };
            total.add(line, &answer);
        }
        assert_eq!(
            total.to_string(),
            "200 positions, each 105 µs and 10.0 nodes on average; p99 199 µs, 1.00 ms at most, on line 77; 95134 nodes/s"
        );
    }
}
