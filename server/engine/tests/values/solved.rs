//! The solver against positions whose values are known.
//!
//! The harder positions take minutes and are left to `lab verify`, which the gate runs. The public sets
//! are not ours to keep: `lab verify --stones 0 FOLDER/Test_*` compares them, by hand.

use std::path::Path;

use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::Variant;

fn connect_four() -> Variant {
    Variant::named("connect-four").unwrap()
}

fn position(moves: &str) -> Position {
    let written = if moves == "-" { "" } else { moves };
    let squares = read_moves(connect_four(), written).unwrap();
    Position::from_game(&Game::after(connect_four(), squares).unwrap()).unwrap()
}

fn solver() -> Solver {
    Solver::new(connect_four().shape(), 64)
}

/// The lines of a file of known values: moves, and what follows.
fn known(name: &str) -> Vec<(String, Vec<Option<i32>>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/connect_four");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    read(&text)
}

fn read(text: &str) -> Vec<(String, Vec<Option<i32>>)> {
    let line = |line: &str| {
        let (moves, values) = line.split_once(' ').unwrap();
        let values = values.split(' ').map(|value| value.parse().ok()).collect();
        (moves.to_owned(), values)
    };
    text.lines().map(line).collect()
}

fn stones(moves: &str) -> usize {
    if moves == "-" { 0 } else { moves.len() }
}

#[test]
fn every_column_of_the_late_positions_has_its_score() {
    let stop = Stop::default();
    let mut solver = solver();
    let known = known("scores.txt");
    assert_eq!(known.len(), 1280);
    for (moves, scores) in known.iter().filter(|(moves, _)| stones(moves) >= 14) {
        let columns = solver.columns(&position(moves), &stop).unwrap();
        assert_eq!(columns.scores, *scores, "{moves}");
    }
}

#[test]
fn with_the_book_the_first_positions_have_their_values() {
    let stop = Stop::default();
    let mut solver = solver();
    for (moves, scores) in known("scores.txt")
        .iter()
        .filter(|(moves, _)| stones(moves) <= 8)
    {
        let position = position(moves);
        let best = scores.iter().flatten().max().copied();
        let solution = solver.solve(&position, Goal::Score, &stop).unwrap();
        assert_eq!(Some(solution.score), best, "{moves}");
        let winner = solver.solve(&position, Goal::Winner, &stop).unwrap();
        assert_eq!(Some(winner.score), best.map(i32::signum), "{moves}");
    }
}

#[test]
fn the_sets_of_our_own_have_their_values() {
    let stop = Stop::default();
    for (name, count) in [
        ("L3_R1.txt", 300),
        ("L2_R1.txt", 300),
        ("L2_R2.txt", 200),
        ("L1_R1.txt", 200),
        ("L1_R2.txt", 15),
        ("L1_R3.txt", 3),
    ] {
        let mut solver = solver();
        solver.use_book(false);
        for (moves, values) in known(name).iter().take(count) {
            solver.clear();
            let position = position(moves);
            let solution = solver.solve(&position, Goal::Score, &stop).unwrap();
            assert_eq!([Some(solution.score)], values[..], "{name} {moves}");
            let weak = solver.solve(&position, Goal::Winner, &stop).unwrap();
            assert_eq!(weak.score, solution.score.signum(), "{name} {moves}");
        }
    }
}

#[test]
fn positions_seen_in_a_mirror_have_their_scores_in_a_mirror() {
    let stop = Stop::default();
    let mut solver = solver();
    for (moves, mut scores) in known("scores.txt")
        .into_iter()
        .filter(|(moves, _)| stones(moves) >= 16)
        .step_by(4)
    {
        solver.clear();
        scores.reverse();
        let columns = solver.columns(&position(&moves).mirrored(), &stop).unwrap();
        assert_eq!(columns.scores, scores, "{moves}");
    }
}

#[test]
fn small_tables_and_several_threads_give_the_same_scores() {
    let stop = Stop::default();
    let mut small = Solver::new(connect_four().shape(), 1);
    small.use_book(false);
    for (moves, values) in known("L1_R1.txt").iter().take(60) {
        let position = position(moves);
        for threads in [1, 2, 3] {
            let solution = small
                .solve_on_threads(&position, Goal::Score, threads, &stop)
                .unwrap();
            assert_eq!(
                [Some(solution.score)],
                values[..],
                "{moves}, {threads} threads"
            );
        }
    }
}

#[test]
fn a_search_that_is_told_to_stop_ends_and_what_it_learned_stays() {
    let stop = Stop::default();
    let mut solver = solver();
    solver.use_book(false);
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| solver.solve(&position("-"), Goal::Score, &stop));
        stop.raise();
        assert!(searching.join().unwrap().is_err());
    });
    let later = position("4444443");
    let first = solver.solve(&later, Goal::Score, &Stop::default()).unwrap();
    let again = solver.solve(&later, Goal::Score, &Stop::default()).unwrap();
    assert_eq!(first.score, again.score);
    assert!(again.nodes < first.nodes, "{first:?} {again:?}");
}
