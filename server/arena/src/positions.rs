//! Sets of solved positions of a class, for tests and measurements.
//!
//! A class says how many stones are on the board and how far the end is with the best play of both sides, as
//! in the public sets of P. Pons, "Solving Connect 4": `L2_R1` has 15 to 28 stones, and fewer than 14 moves
//! are left.

use std::collections::HashSet;
use std::io::Write;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::failure::Failure;

/// The positions to be written.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) class: Class,
    pub(crate) count: usize,
    pub(crate) seed: u64,
}

/// Cells of the board.
const CELLS: usize = 42;

/// Stones on the board, and moves to the end with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    stones: RangeInclusive<usize>,
    left: RangeInclusive<usize>,
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal =
            || format!("{text:?} is no class; write L1, L2 or L3, and R1, R2 or R3, such as L2_R1");
        let (stones, left) = text.split_once('_').ok_or_else(refusal)?;
        let class = Self {
            stones: match stones {
                "L1" => 6..=14,
                "L2" => 15..=28,
                "L3" => 29..=40,
                _ => return Err(refusal()),
            },
            left: match left {
                "R1" => 1..=13,
                "R2" => 14..=27,
                "R3" => 28..=42,
                _ => return Err(refusal()),
            },
        };
        // With the fewest stones the most moves are left.
        let most_left = CELLS - class.stones.start();
        if *class.left.start() > most_left {
            return Err(format!(
                "{text} has no positions: with {} stones on the board at most {most_left} moves are left; \
                 write another, such as L3_R1",
                class.stones.start()
            ));
        }
        Ok(class)
    }
}

/// Writes positions of a class with their values, a line each: `moves score`. They are reached by random
/// moves; no two are the same or mirror images of each other.
///
/// # Errors
///
/// They cannot be written.
pub(crate) fn write(wanted: &Wanted, output: &mut dyn Write) -> Result<(), Failure> {
    let variant = Variant::named("connect-four").expect("the name is that of its rules");
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    let mut solver = Solver::new(variant.shape(), 256);
    let mut seen = HashSet::new();
    let mut written = 0;
    while written < wanted.count {
        let stones = rng.random_range(wanted.class.stones.clone());
        let Some(game) = random_game(variant, stones, &mut rng) else {
            continue;
        };
        let position = Position::from_game(&game).expect("the board fits");
        if !seen.insert(position.canonical().key()) {
            continue;
        }
        let score = solver
            .solve(&position, Goal::Score, &Stop::default())
            .expect("nobody else has the flag that stops it")
            .score;
        if !wanted.class.left.contains(&moves_left(&game, score)) {
            continue;
        }
        let moves: String = game
            .plies()
            .iter()
            .map(|square| game.write_move(*square))
            .collect();
        writeln!(output, "{moves} {score}")?;
        written += 1;
    }
    Ok(())
}

/// A game after `stones` random moves, unless it is over by then.
fn random_game(variant: Variant, stones: usize, rng: &mut StdRng) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..stones {
        let legal: Vec<Square> = game.legal().collect();
        game.play(*legal.choose(rng)?).ok()?;
    }
    game.ending().is_none().then_some(game)
}

/// Moves to the end of a game with this score.
fn moves_left(game: &Game, score: i32) -> usize {
    let (cells, plies) = (game.shape().cells(), game.plies().len());
    if score == 0 {
        return game.plies_left();
    }
    // The stones from the winning one to the end: two for each of the winner's, less one where the winner has the
    // very last stone of the board.
    let mover_has_last = (cells - plies) % 2 == 1;
    let winner_has_last = mover_has_last == (score > 0);
    let from_the_end = 2 * score.unsigned_abs() as usize - usize::from(winner_has_last);
    cells + 1 - from_the_end - plies
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    #[test]
    fn the_moves_to_the_end_follow_from_the_score() {
        let variant = Variant::named("connect-four").unwrap();
        for (moves, score, left) in [
            ("", 1, 41),
            ("121212", 18, 1),
            ("1212123", -17, 2),
            ("12121233445", 0, 31),
        ] {
            let game = Game::after(variant, read_moves(variant, moves).unwrap()).unwrap();
            assert_eq!(moves_left(&game, score), left, "{moves}");
        }
    }

    #[test]
    fn positions_are_of_their_class_and_the_same_for_the_same_seed() {
        let lines = || {
            let wanted = Wanted {
                class: "L3_R1".parse().unwrap(),
                count: 5,
                seed: 1,
            };
            let mut output = Vec::new();
            write(&wanted, &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let first = lines();
        assert_eq!(first, lines());
        for line in first.lines() {
            assert!(line.split(' ').next().unwrap().len() > 28, "{line}");
        }
        assert!("L4_R1".parse::<Class>().is_err());
        // After 15 stones 27 are left, after 29 stones 13: nothing would ever be found.
        for empty in ["L2_R3", "L3_R2", "L3_R3"] {
            let problem = empty.parse::<Class>().unwrap_err();
            assert!(problem.contains("has no positions"), "{problem}");
        }
        for some in ["L1_R1", "L1_R2", "L1_R3", "L2_R1", "L2_R2"] {
            assert!(some.parse::<Class>().is_ok(), "{some}");
        }
    }
}
