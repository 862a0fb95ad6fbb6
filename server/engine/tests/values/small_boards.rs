//! The solver against a search that is obviously right, on boards small enough for it, and its fast positions
//! against the referee.

use std::collections::HashMap;

use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The value of a game by looking at everything: no table, no order, no bounds.
fn value(game: &mut Game) -> i32 {
    let cells = game.shape().cells() as i32;
    if let Some(ending) = game.ending() {
        let plies = game.plies().len() as i32;
        return match ending.winner() {
            Some(_) => -((cells + 2 - plies) / 2),
            None => 0,
        };
    }
    let legal: Vec<Square> = game.legal().collect();
    legal
        .into_iter()
        .map(|square| {
            game.play(square).unwrap();
            let value = -value(game);
            game.undo();
            value
        })
        .max()
        .unwrap()
}

/// The same for every position that a game can come to, by what lies in the cells: each is looked at once.
fn values(game: &mut Game, found: &mut HashMap<Vec<Option<Side>>, (Position, i32)>) -> i32 {
    let shape = game.shape();
    let squares =
        (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| (column, row)));
    let cells: Vec<Option<Side>> = squares
        .map(|(column, row)| game.cell(Square::new(column, row).unwrap()))
        .collect();
    if let Some((_, value)) = found.get(&cells) {
        return *value;
    }
    if game.ending().is_some() {
        return value(game);
    }
    let legal: Vec<Square> = game.legal().collect();
    let best = legal
        .into_iter()
        .map(|square| {
            game.play(square).unwrap();
            let value = -values(game, found);
            game.undo();
            value
        })
        .max()
        .unwrap();
    found.insert(cells, (Position::from_game(game).unwrap(), best));
    best
}

/// A random game that is not over, with `left` empty cells.
fn random_game(variant: Variant, left: usize, rng: &mut StdRng) -> Option<Game> {
    let mut game = Game::new(variant);
    while variant.shape().cells() - game.plies().len() > left {
        let legal: Vec<Square> = game.legal().collect();
        game.play(*legal.choose(rng).unwrap()).unwrap();
        if game.ending().is_some() {
            return None;
        }
    }
    Some(game)
}

const BOARDS: [&str; 16] = [
    "connect-four",
    "connect-four-7x7",
    "custom:8x7x4:falls",
    "custom:6x6x4:falls",
    "custom:4x4x4:falls",
    "custom:5x4x4:falls",
    "custom:4x5x4:falls",
    "custom:6x5x4:falls",
    "custom:3x3x3:falls",
    "custom:5x5x3:falls",
    "custom:9x6x5:falls",
    "custom:7x6x5:falls",
    "custom:16x3x4:falls",
    "custom:3x10x4:falls",
    "custom:4x15x4:falls",
    "custom:12x4x6:falls",
];

#[test]
fn the_solver_agrees_with_a_plain_search_on_every_board() {
    let stop = Stop::default();
    let mut rng = StdRng::seed_from_u64(11);
    for board in BOARDS {
        let variant: Variant = board.parse().unwrap();
        let mut solver = Solver::new(variant.shape(), 1);
        solver.use_book(false);
        for _ in 0..60 {
            let left = rng.random_range(1..=8);
            let Some(mut game) = random_game(variant, left, &mut rng) else {
                continue;
            };
            let expected = value(&mut game);
            let position = Position::from_game(&game).unwrap();
            let solution = solver.solve(&position, Goal::Score, &stop).unwrap();
            assert_eq!(solution.score, expected, "{game:?}");
            let weak = solver.solve(&position, Goal::Winner, &stop).unwrap();
            assert_eq!(weak.score, expected.signum(), "{game:?}");
        }
    }
}

/// Every position that can arise, one after the other: what was learned of one is there for the next.
#[test]
fn every_position_of_the_smallest_boards_has_its_value() {
    let stop = Stop::default();
    for (board, count) in [
        ("custom:3x3x3:falls", 505),
        ("custom:4x3x3:falls", 4_631),
        ("custom:3x5x3:falls", 5_497),
        ("custom:4x4x3:falls", 23_930),
        ("custom:3x6x3:falls", 15_605),
        ("custom:4x4x4:falls", 134_289),
        ("custom:5x3x4:falls", 147_563),
    ] {
        let variant: Variant = board.parse().unwrap();
        let mut found = HashMap::new();
        values(&mut Game::new(variant), &mut found);
        assert_eq!(found.len(), count, "{board}");
        let mut solved: Vec<(Position, i32)> = found.into_values().collect();
        solved.sort_unstable_by_key(|(position, _)| position.key());
        let mut solver = Solver::new(variant.shape(), 1);
        for (position, value) in solved {
            let solution = solver.solve(&position, Goal::Score, &stop).unwrap();
            assert_eq!(solution.score, value, "{board} {position:?}");
            let weak = solver.solve(&position, Goal::Winner, &stop).unwrap();
            assert_eq!(weak.score, value.signum(), "{board} {position:?}");
        }
    }
}

#[test]
fn positions_as_bits_say_what_the_referee_says() {
    let mut rng = StdRng::seed_from_u64(12);
    for round in 0..800 {
        let variant: Variant = BOARDS[round % BOARDS.len()].parse().unwrap();
        let mut game = Game::new(variant);
        let mut position = Position::from_game(&game).unwrap();
        let mut mirror = Game::new(variant);
        while game.ending().is_none() {
            assert!(!position.is_over());
            let legal: Vec<Square> = game.legal().collect();
            for column in 0..u32::from(variant.shape().columns) {
                let open = legal
                    .iter()
                    .any(|square| u32::from(square.column()) == column);
                assert_eq!(position.is_open(column), open, "{game:?}");
            }
            let square = *legal.choose(&mut rng).unwrap();
            let column = u32::from(square.column());
            let wins = position.wins_with(column);
            position = position.after(column);
            game.play(square).unwrap();
            assert_eq!(position, Position::from_game(&game).unwrap(), "{game:?}");
            assert_eq!(position.plies() as usize, game.plies().len());
            let last = variant.shape().columns - 1;
            mirror
                .play(Square::new(last - square.column(), square.row()).unwrap())
                .unwrap();
            assert_eq!(position.mirrored(), Position::from_game(&mirror).unwrap());
            assert_eq!(position.canonical(), position.mirrored().canonical());
            let won = game
                .ending()
                .is_some_and(|ending| ending.winner().is_some());
            assert_eq!(wins, won, "{game:?}");
        }
        assert!(position.is_over(), "{game:?}");
    }
}
