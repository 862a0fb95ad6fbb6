//! Fits the weights of the engine to the results of searches.
//!
//! [`Sample`]s -> `value`, the network of the evaluation, and `policy`, the move ordering -> the text of a weights
//! file
//!
//! Both are fitted by `adam`, a stochastic gradient descent, from random weights or from those of this build.

use std::fmt::Write;
use std::thread;

use protocol::game::Game;
use protocol::rules::Shape;
use protocol::square::Square;

use super::board::Board;
use super::layout::DIRECTIONS;
use super::moves;
use super::tables::Tables;
use super::threat_status::ThreatStatus;
use super::weights::{HEADER, Weights};

mod adam;
mod policy;
mod regions;
mod value;

/// Points of a unit of log-odds: a score of 200 is odds of e to 1.
const POINTS_PER_LOGIT: f32 = 200.0;

/// A training position as the models see it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Classes of the codes: of the side to move, then of the other side.
    codes: [Vec<u16>; 2],
    /// Empty cells.
    cells: Vec<CellSample>,
    /// Expected result for the side to move: 1 a win, 0 a loss.
    target: f32,
    /// Candidate moves.
    moves: Vec<Candidate>,
    /// Index of the best of the moves, where it is among them.
    best: Option<usize>,
}

/// An empty cell as the part of the network sees it that has regions.
#[derive(Clone, Copy, Debug)]
struct CellSample {
    region: u8,
    /// By line, the number of the row of its pair of patterns.
    rows: [u8; DIRECTIONS],
}

/// A move as the policy sees it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Classes of the codes of the cell: of the side to move, and of the other side.
    codes: [u16; 2],
    /// Relations of the cell to the last stone and to the one before.
    relations: [u8; 2],
}

impl Sample {
    /// The position of a game that is not over, on the variant of `tables`, with its score for the side to move
    /// and the best move.
    ///
    /// None where the position is won, lost or forced at first sight: the weights are not used there.
    pub fn new(tables: &Tables, game: &Game, score: i32, best: Option<Square>) -> Option<Self> {
        let board = Board::from_game(tables, game);
        let cells = match ThreatStatus::from(&board) {
            ThreatStatus::Free => moves::when_free(&board),
            ThreatStatus::Threatened => moves::when_threatened(&board),
            ThreatStatus::Won(_) | ThreatStatus::Lost(_) | ThreatStatus::Forced(_) => return None,
        };
        let class = |side, cell| board.info(side, cell).class();
        let codes = |side| {
            let is_alive = |cell: &usize| !board.code(side, *cell).is_dead();
            let cells = board.empty().iter().filter(is_alive);
            cells.map(|cell| class(side, cell)).collect()
        };
        let candidate = |cell| Candidate {
            codes: [class(board.us, cell), class(board.them(), cell)],
            relations: board
                .recent()
                .map(|recent| tables.layout().relation(recent, cell)),
        };
        let empty_cell = |cell: usize| CellSample {
            region: tables.layout().regions[cell],
            rows: [0, 1, 2, 3].map(|direction| {
                let pattern = |side| board.code(side, cell).pattern(direction) as usize;
                regions::row_of(pattern(board.us), pattern(board.them()))
            }),
        };
        let best = best.map(|square| tables.layout().cell(square));
        Some(Self {
            cells: board.empty().iter().map(empty_cell).collect(),
            codes: [codes(board.us), codes(board.them())],
            target: sigmoid(score as f32 / POINTS_PER_LOGIT),
            moves: cells.iter().map(candidate).collect(),
            best: best.and_then(|best| cells.iter().position(|cell| cell == best)),
        })
    }
}

/// The activation: clamps to 0..=1.
fn clipped_relu(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// Gradient of [`clipped_relu`]; a small leak outside 0..=1 keeps neurons from dying.
fn clipped_relu_gradient(number: f32) -> f32 {
    if (0.0..=1.0).contains(&number) {
        1.0
    } else {
        0.01
    }
}

/// The probability with these log-odds.
fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Losses on the held-out samples.
#[derive(Clone, Copy, Debug)]
pub struct Losses {
    /// Cross entropy of the value: the network against the score of the search.
    pub value: f32,
    /// Cross entropy of the policy against the best move of the search.
    pub policy: f32,
}

/// Fits all weights in `rounds` passes over the samples `training`.
///
/// The fit starts from the weights that this build has for the board `start`, or from random ones. It returns the text
/// of a weights file, and the losses on the samples `held_out` at the start and after each round.
pub fn fit(
    training: &[Sample],
    held_out: &[Sample],
    rounds: usize,
    start: Option<Shape>,
) -> (String, Vec<Losses>) {
    let (value, policy) = match start.map(Weights::built_in) {
        Some(weights) => (
            value::Model::from(&weights.network),
            policy::Model::from(&weights.policy),
        ),
        None => (value::Model::new(training), policy::Model::new()),
    };
    // The two have nothing in common but the samples.
    let ((value, value_losses), (policy, policy_losses)) = thread::scope(|scope| {
        let policy = scope.spawn(|| adam::fit(policy, training, held_out, rounds));
        let value = adam::fit(value, training, held_out, rounds);
        (value, policy.join().expect("a fit does not panic"))
    });
    let losses = value_losses.into_iter().zip(policy_losses);
    let losses = losses.map(|(value, policy)| Losses { value, policy });
    let mut text = HEADER.to_owned();
    value.write(&mut text);
    policy.write(&mut text);
    (text, losses.collect())
}

/// Adds a line of a name and numbers.
fn write_line(text: &mut String, name: &str, numbers: impl Iterator<Item = String>) {
    write!(text, "{name}").expect("a string takes all");
    for number in numbers {
        write!(text, " {number}").expect("a string takes all");
    }
    text.push('\n');
}

/// The nearest integer, as text.
fn quantise(number: f32) -> String {
    (number.round() as i32).to_string()
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;

    use super::*;

    pub(super) fn samples() -> Vec<Sample> {
        let variant = Variant::named("gomoku-15").unwrap();
        let tables = Tables::new(variant);
        let mut samples = Vec::new();
        for (moves, score, best) in [
            ("h8", -30, "i9"),
            ("h8 i9", 60, "i8"),
            ("h8 i9 i8", -110, "g8"),
            ("h8 i9 i8 g8", 90, "h9"),
            ("h8 i9 i8 j8 h9", 250, "h10"),
        ] {
            let mut game = Game::new(variant);
            for word in moves.split(' ') {
                game.play(game.read_move(word).unwrap()).unwrap();
            }
            let best = game.read_move(best).unwrap();
            samples.push(Sample::new(&tables, &game, score, Some(best)).unwrap());
        }
        samples
    }

    /// Compares the gradient at some weights of a model with finite differences.
    pub(super) fn check_gradient(model: &mut impl adam::Model, sample: &Sample, indices: &[usize]) {
        let mut gradient = vec![0.0; model.weights().len()];
        model.on_update();
        model.add_gradient(sample, &mut gradient);
        let one = std::slice::from_ref(sample);
        for &at in indices {
            let before = model.weights()[at];
            let mut loss_at = |weight| {
                model.weights()[at] = weight;
                model.on_update();
                model.loss(one)
            };
            let slope = (loss_at(before + 0.005) - loss_at(before - 0.005)) / 0.01;
            loss_at(before);
            let near = (slope - gradient[at]).abs() < 0.001 + 0.02 * slope.abs();
            assert!(near, "{at}: {slope} and {}", gradient[at]);
        }
    }

    #[test]
    fn a_best_move_that_may_not_be_played_is_none() {
        let variant = Variant::named("gomoku-15").unwrap();
        let tables = Tables::new(variant);
        let mut game = Game::new(variant);
        let square = game.read_move("h8").unwrap();
        game.play(square).unwrap();
        assert_eq!(
            Sample::new(&tables, &game, 0, Some(square)).unwrap().best,
            None
        );
        let beside = game.read_move("h9").unwrap();
        assert!(
            Sample::new(&tables, &game, 0, Some(beside))
                .unwrap()
                .best
                .is_some()
        );
    }

    #[test]
    fn losses_fall_and_the_fitted_weights_can_be_read() {
        let samples: Vec<_> = samples().into_iter().cycle().take(400).collect();
        for start in [None, Some(Shape::new(15, 15, 5).unwrap())] {
            let (held_out, training) = samples.split_at(20);
            let (text, losses) = fit(training, held_out, 30, start);
            assert_eq!(losses.len(), 31);
            assert!(losses[30].value < losses[0].value, "{losses:?}");
            assert!(losses[30].policy < losses[0].policy, "{losses:?}");
            assert!(Weights::parse(&text).is_some());
        }
    }

    #[test]
    fn no_round_from_the_weights_of_this_build_gives_them_back() {
        let samples = samples();
        for (side, text) in [
            (15, include_str!("weights_small.txt")),
            (20, include_str!("weights_large.txt")),
        ] {
            let start = Shape::new(side, side, 5).ok();
            let (again, _) = fit(&samples, &[], 0, start);
            for (one, other) in again.lines().zip(text.lines()) {
                let numbers = |line: &str| -> Vec<f32> {
                    let words = line.split(' ').skip(1);
                    words.filter_map(|word| word.parse().ok()).collect()
                };
                for (one, other) in numbers(one).into_iter().zip(numbers(other)) {
                    assert!((one - other).abs() <= 1e-6 * other.abs(), "{one} {other}");
                }
            }
            assert_eq!(again.lines().count(), text.lines().count());
        }
    }
}
