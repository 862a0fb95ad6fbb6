//! The solver beside the crate `connect-four-ai`, in one run on the same positions.
//!
//! Each position begins with an empty table, no book, one thread; clearing is not timed. Time is what the thread
//! computed. A set is measured three times, ours and theirs in turn; the least of each counts, since whatever else the
//! machine does only adds. Every pass begins with new solvers, theirs with memory that it touches as it goes. Both
//! answers are compared with the known value.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use arena::timing::CpuWatch;
use clap::Args;
use connect_four_ai::{Position as TheirPosition, Solver as TheirSolver};
use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::rules::Variant;

use crate::{args, files};

/// Measures the solver of Connect Four beside the crate connect-four-ai, on the sets of this repository.
#[derive(Args, Debug)]
pub(crate) struct SolverBench {
    /// The folder of the public sets, which are measured first.
    #[arg(long, value_name = "FOLDER")]
    sets: Option<PathBuf>,

    /// Leaves the other crate out.
    #[arg(long)]
    ours: bool,

    /// Solves the empty board too, with our solver only.
    #[arg(long)]
    empty: bool,

    /// MiB that our table may take at most.
    #[arg(long, value_name = "N", default_value_t = 64)]
    hash_mib: usize,
}

/// A class of positions, how many of them count, the ratio of the best known solver, and the one aimed at.
const SETS: [(&str, usize, f64, f64); 6] = [
    ("L3_R1", 1000, 4.5, 12.0),
    ("L2_R1", 1000, 2.6, 5.0),
    ("L2_R2", 100, 3.0, 7.0),
    ("L1_R1", 100, 3.2, 7.0),
    ("L1_R2", 40, 2.0, 5.0),
    ("L1_R3", 10, 3.0, 10.0),
];

const PASSES: usize = 3;

const NEVER: &str = "no other code has the flag that stops it";

impl SolverBench {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let public = self
            .sets
            .iter()
            .map(|folder| ("public", folder.clone(), "Test_", ""));
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/connect_four");
        writeln!(
            output,
            "{:<6} {:<7} {:>5} {:>10} {:>10} {:>10} {:>10} {:>7} {:>6} {:>5}",
            "whose", "set", "n", "nodes", "us", "their n.", "their us", "ratio", "floor", "goal"
        )?;
        for (whose, folder, prefix, suffix) in public.chain([("own", own, "", ".txt")]) {
            for (class, count, floor, goal) in SETS {
                let file = folder.join(format!("{prefix}{class}{suffix}"));
                let set = read(&file, count)?;
                let (ours, theirs) = measure(&set, self.hash_mib, self.ours);
                let (ours, theirs) = (ours.per(set.len()), theirs.per(set.len()));
                writeln!(
                    output,
                    "{whose:<6} {class:<7} {:>5} {:>10.1} {:>10.2} {:>10.1} {:>10.2} {:>7.2} {floor:>6} {goal:>5}",
                    set.len(),
                    ours.0,
                    ours.1,
                    theirs.0,
                    theirs.1,
                    theirs.1 / ours.1
                )?;
            }
        }
        if self.empty {
            let shape = connect_four().shape();
            let mut solver = Solver::new(shape, self.hash_mib);
            solver.use_book(false);
            let watch = CpuWatch::start();
            let solution = solver
                .solve(&Position::empty(shape), Goal::Score, &Stop::default())
                .expect(NEVER);
            assert_eq!(solution.score, 1);
            let seconds = watch.elapsed().as_secs_f64();
            writeln!(
                output,
                "empty board: {} nodes, {seconds:.2} s",
                solution.nodes
            )?;
        }
        Ok(())
    }
}

fn connect_four() -> Variant {
    Variant::named("connect-four").expect("the name is that of its rules")
}

/// A position in both programs' forms, and its value.
struct Line {
    ours: Position,
    theirs: TheirPosition,
    score: i32,
}

fn read(file: &Path, count: usize) -> Result<Vec<Line>> {
    let text = files::read(file)?;
    let lines = text.lines().take(count).map(|line| {
        let (moves, score) = line.split_once(' ')?;
        Some(Line {
            ours: args::connect_four(moves).ok()?,
            theirs: TheirPosition::from_moves(moves).ok()?,
            score: score.trim().parse().ok()?,
        })
    });
    let lines: Option<Vec<_>> = lines.collect();
    lines.with_context(|| format!("{}: not lines of moves and a score", file.display()))
}

/// Nodes and time of a whole set.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Cost {
    fn per(self, positions: usize) -> (f64, f64) {
        let positions = positions as f64;
        (
            self.nodes as f64 / positions,
            self.time.as_secs_f64() * 1e6 / positions,
        )
    }
}

fn measure(set: &[Line], mebibytes: usize, ours_alone: bool) -> (Cost, Cost) {
    let theirs: &[Line] = if ours_alone { &[] } else { set };
    let passes: Vec<(Cost, Cost)> = (0..PASSES)
        .map(|_| (our_pass(set, mebibytes), their_pass(theirs)))
        .collect();
    let least = |costs: &mut dyn Iterator<Item = Cost>| {
        costs.min_by_key(|cost| cost.time).expect("some passes")
    };
    (
        least(&mut passes.iter().map(|(ours, _)| *ours)),
        least(&mut passes.iter().map(|(_, theirs)| *theirs)),
    )
}

fn our_pass(set: &[Line], mebibytes: usize) -> Cost {
    let mut solver = Solver::new(connect_four().shape(), mebibytes);
    solver.use_book(false);
    let stop = Stop::default();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for line in set {
        solver.clear();
        let watch = CpuWatch::start();
        let solution = solver.solve(&line.ours, Goal::Score, &stop).expect(NEVER);
        time += watch.elapsed();
        nodes += solution.nodes;
        assert_eq!(solution.score, line.score);
    }
    Cost { nodes, time }
}

fn their_pass(set: &[Line]) -> Cost {
    let mut solver = TheirSolver::empty();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for line in set {
        solver.reset();
        let watch = CpuWatch::start();
        let score = solver.solve(&line.theirs);
        time += watch.elapsed();
        nodes += solver.explored_positions as u64;
        assert_eq!(i32::from(score), line.score);
    }
    Cost { nodes, time }
}
