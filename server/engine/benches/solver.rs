//! The solver beside the crate `connect-four-ai`, in one run on the same positions.
//!
//! `cargo bench --profile dist -p engine --bench solver` measures our own sets, and the public ones where
//! `ENLINEA_SETS` names their folder. `-- empty` adds the empty board, ours alone; `ours` leaves the other crate out,
//! and `mib=4` lets our table grow to 4 MiB at most.
//!
//! Each position begins with an empty table of up to 64 MiB, no book, one thread; clearing is not timed. Time is
//! what the thread computed. A set is measured three times, ours and theirs in turn; the least of each counts,
//! since whatever else the machine does only adds. Every pass begins with new solvers, theirs with memory
//! that it touches as it goes. Both answers are compared with the known value.

#![expect(clippy::print_stdout, reason = "a table for people is what it is for")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use connect_four_ai::{Position as TheirPosition, Solver as TheirSolver};
use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::Variant;

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

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    let (empty, ours_alone) = (asked("empty"), asked("ours"));
    let mebibytes = std::env::args()
        .find_map(|argument| argument.strip_prefix("mib=")?.parse().ok())
        .unwrap_or(64);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let public = std::env::var_os("ENLINEA_SETS")
        .map(|folder| ("public", PathBuf::from(folder), "Test_", ""));
    let own = ("own", root.join("tests/data/connect_four"), "", ".txt");
    println!(
        "{:<6} {:<7} {:>5} {:>10} {:>10} {:>10} {:>10} {:>7} {:>6} {:>5}",
        "whose", "set", "n", "nodes", "us", "their n.", "their us", "ratio", "floor", "goal"
    );
    for (whose, folder, prefix, suffix) in public.into_iter().chain([own]) {
        for (class, count, floor, goal) in SETS {
            let file = folder.join(format!("{prefix}{class}{suffix}"));
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| {
                panic!("the {whose} set {} is missing: {error}", file.display())
            });
            let set = read(&text, count);
            let (ours, theirs) = measure(&set, mebibytes, ours_alone);
            let (ours, theirs) = (ours.per(set.len()), theirs.per(set.len()));
            println!(
                "{whose:<6} {class:<7} {:>5} {:>10.1} {:>10.2} {:>10.1} {:>10.2} {:>7.2} {floor:>6} {goal:>5}",
                set.len(),
                ours.0,
                ours.1,
                theirs.0,
                theirs.1,
                theirs.1 / ours.1
            );
        }
    }
    if empty {
        let solver = &mut Solver::new(connect_four().shape(), mebibytes);
        solver.use_book(false);
        let board = Position::empty(connect_four().shape());
        let begun = computed();
        let solution = solver
            .solve(&board, Goal::Score, &Stop::default())
            .expect("nobody stops it");
        assert_eq!(solution.score, 1);
        println!(
            "empty board, {mebibytes} MiB at most: {} nodes, {:.2} s",
            solution.nodes,
            computed().saturating_sub(begun).as_secs_f64()
        );
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

fn read(text: &str, count: usize) -> Vec<Line> {
    text.lines()
        .take(count)
        .map(|line| {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let squares = read_moves(connect_four(), moves).expect("moves of the game");
            let game = Game::after(connect_four(), squares).expect("moves of the game");
            Line {
                ours: Position::from_game(&game).expect("the board fits"),
                theirs: TheirPosition::from_moves(moves).expect("moves of the game"),
                score: score.trim().parse().expect("a score"),
            }
        })
        .collect()
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
        let begun = computed();
        let solution = solver
            .solve(&line.ours, Goal::Score, &stop)
            .expect("nobody stops it");
        time += computed().saturating_sub(begun);
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
        let begun = computed();
        let score = solver.solve(&line.theirs);
        time += computed().saturating_sub(begun);
        nodes += solver.explored_positions as u64;
        assert_eq!(i32::from(score), line.score);
    }
    Cost { nodes, time }
}

#[cfg(unix)]
fn computed() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a measurement is not the search")]
fn computed() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}
