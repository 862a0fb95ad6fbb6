//! Sets of solved positions of a class, for tests and measurements.
//!
//! A class says how many stones are on the board and how far the end is with the best play of both sides, as
//! in the public sets of P. Pons, "Solving Connect 4": `L2_R1` has 15 to 28 stones, and fewer than 14 moves
//! are left.

use std::collections::HashSet;
use std::io::Write;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use engine::Stop;
use engine::connect_four::{Goal, Position, Solver};
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Writes solved positions of Connect Four, reached by random moves, a line each: moves and score. No two are the same
/// or mirror images of each other.
#[derive(Args, Debug)]
pub(crate) struct Positions {
    /// Stones on the board (L3 more than 28, L2 from 15, L1 fewer) and moves to the end (R1 fewer than 14,
    /// R2 fewer than 28, R3 more): `L2_R1`, ...
    #[arg(long)]
    class: Class,

    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// The same seed gives the same positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Cells of the board.
const CELLS: usize = 42;

/// Stones on the board, and moves to the end with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    stones: RangeInclusive<usize>,
    left: RangeInclusive<usize>,
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let class = match text.split_once('_') {
            Some(("L1", left)) => Some((6..=14, left)),
            Some(("L2", left)) => Some((15..=28, left)),
            Some(("L3", left)) => Some((29..=40, left)),
            Some(_) | None => None,
        };
        let class = class.and_then(|(stones, left)| {
            let left = match left {
                "R1" => 1..=13,
                "R2" => 14..=27,
                "R3" => 28..=42,
                _ => return None,
            };
            // With the fewest stones the most moves are left.
            (left.start() + stones.start() <= CELLS).then_some(Self { stones, left })
        });
        class.ok_or_else(|| {
            "no position is of this class; write L1_R1 to L1_R3, L2_R1, L2_R2 or L3_R1".into()
        })
    }
}

impl Positions {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let variant = Variant::named("connect-four").expect("the name is that of its rules");
        let mut rng = StdRng::seed_from_u64(self.seed);
        let mut solver = Solver::new(variant.shape(), 256);
        let mut seen = HashSet::new();
        let mut written = 0;
        while written < self.count {
            let stones = rng.random_range(self.class.stones.clone());
            let Some(game) = random_game(variant, stones, &mut rng) else {
                continue;
            };
            let position = Position::from_game(&game).expect("the board fits");
            if !seen.insert(position.canonical().key()) {
                continue;
            }
            let score = solver
                .solve(&position, Goal::Score, &Stop::default())
                .expect("no other code has the flag that stops it")
                .score;
            if !self.class.left.contains(&moves_left(&game, score)) {
                continue;
            }
            for square in game.plies() {
                write!(output, "{}", game.write_move(*square))?;
            }
            writeln!(output, " {score}")?;
            written += 1;
        }
        Ok(())
    }
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
    // The stones from the winning one to the end: two for each of the winner's, less one if the winner has the
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
            let positions = Positions {
                class: "L3_R1".parse().unwrap(),
                count: 5,
                seed: 1,
            };
            let mut output = Vec::new();
            positions.run(&mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let first = lines();
        assert_eq!(first, lines());
        for line in first.lines() {
            assert!(line.split(' ').next().unwrap().len() > 28, "{line}");
        }
        // After 15 stones 27 are left, after 29 stones 13: nothing would ever be found.
        for wrong in ["L4_R1", "L2_R3", "L3_R2", "L3_R3", "L1"] {
            wrong.parse::<Class>().unwrap_err();
        }
        for some in ["L1_R1", "L1_R2", "L1_R3", "L2_R1", "L2_R2"] {
            assert!(some.parse::<Class>().is_ok(), "{some}");
        }
    }
}
