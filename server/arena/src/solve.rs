//! Positions in, scores out: one a line.

use std::io::{BufRead, Write};
use std::time::Duration;

use engine::Stop;
use engine::connect_four::{Columns, Goal, Position, Solution, Solver};
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::Variant;

use crate::failure::Failure;
use crate::stopwatch::{CpuWatch, Stopwatch, human};

/// How positions are solved.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Solving {
    pub(crate) variant: Variant,
    pub(crate) goal: Goal,
    /// Every column instead of the position.
    pub(crate) columns: bool,
    pub(crate) book: bool,
    /// Every position with an empty table.
    pub(crate) cold: bool,
    pub(crate) mebibytes: usize,
    pub(crate) threads: usize,
    /// Sums up at the end.
    pub(crate) sum_up: bool,
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
    for (number, line) in (1_usize..).zip(input.lines()) {
        let line = line.map_err(|error| {
            Failure::Failed(format!(
                "cannot read line {number}: {error}; give positions as text, one a line"
            ))
        })?;
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
                total.add(&answer);
            }
            Err(reason) => {
                wrong += 1;
                writeln!(errors, "line {number}: {reason}")?;
            }
        }
    }
    if solving.sum_up {
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

/// The position after these moves, which must leave one to make; `-` is the empty board.
///
/// # Errors
///
/// What is wrong, and what would do.
pub(crate) fn position(variant: Variant, moves: &str) -> Result<Position, String> {
    let written = if moves == "-" { "" } else { moves };
    let squares = read_moves(variant, written).map_err(|error| error.to_string())?;
    let game = Game::after(variant, squares)
        .map_err(|(ply, refusal)| format!("ply {} is not allowed: {refusal}", ply + 1))?;
    if game.ending().is_some() {
        return Err(format!(
            "the game ended with ply {}; give moves that leave one to make",
            game.plies().len()
        ));
    }
    Ok(Position::of(&game).expect("the arguments name a board that fits"))
}

struct Answer {
    text: String,
    nodes: u64,
    took: Duration,
}

impl Solving {
    fn solver(&self) -> Solver {
        let mut solver = Solver::new(self.variant.shape(), self.mebibytes);
        solver.use_book(self.book);
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
            let Columns { scores, nodes } = solver
                .columns(position, &stop)
                .expect("nobody else has the flag that stops it");
            let scores: Vec<_> = scores.into_iter().map(written).collect();
            (scores.join(" "), nodes)
        } else {
            let Solution { score, nodes } = solver
                .solve_on_threads(position, self.goal, self.threads, &stop)
                .expect("nobody else has the flag that stops it");
            (format!("{score} {nodes}"), nodes)
        };
        let took = if self.threads > 1 {
            wall.elapsed()
        } else {
            cpu.elapsed()
        };
        if !self.columns {
            text = format!("{text} {}", took.as_micros());
        }
        Answer { text, nodes, took }
    }
}

/// The score of a column, or a dot where the column is full.
pub(crate) fn written(score: Option<i32>) -> String {
    score.map_or_else(|| ".".to_owned(), |score| score.to_string())
}

#[derive(Default)]
struct Total {
    positions: u64,
    nodes: u64,
    took: Duration,
    longest: Duration,
}

impl Total {
    fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.nodes += answer.nodes;
        self.took += answer.took;
        self.longest = self.longest.max(answer.took);
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = self.positions.max(1);
        let seconds = self.took.as_secs_f64().max(1e-9);
        write!(
            f,
            "{} positions, each {} and {} nodes on average, {} at most; {:.0} nodes/s",
            self.positions,
            human(self.took / u32::try_from(positions).unwrap_or(u32::MAX)),
            self.nodes / positions,
            human(self.longest),
            self.nodes as f64 / seconds
        )
    }
}
