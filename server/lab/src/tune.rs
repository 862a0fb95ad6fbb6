//! Fits the weights of the gomoku engine to positions of games that it plays against itself.
//!
//! `games` -> a file of positions -> [`Sample`]s -> `value`, the network of the evaluation, and `policy`, the move
//! ordering, both fitted by `adam` -> `file`, the text of the weights

mod adam;
mod file;
mod games;
mod policy;
mod regions;
mod reservoir;
mod value;

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use anyhow::{Result, ensure};
use clap::{Args, value_parser};
use engine::Caches;
use engine::gomoku::Tables;
use engine::gomoku::training::{Features, HEADER, built_in_text};
use protocol::game::Game;
use protocol::rules::{Shape, Variant};
use protocol::spec::Depth;
use protocol::square::Square;

use crate::args;
use crate::files;

/// Plays games of the gomoku engine against itself, and fits its weights to their positions.
#[derive(Args, Debug)]
pub(crate) struct Tune {
    /// The rules: gomoku, gomoku-15, ...
    #[arg(long, default_value = "gomoku", value_parser = args::gomoku)]
    variant: Variant,

    /// Positions to learn from, those that the file has already included.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: usize,

    /// Plies that the games are searched ahead.
    #[arg(long, value_name = "N", default_value = "6", value_parser = args::depth)]
    depth: Depth,

    /// Nodes of a move of the games at most.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// One move in N of a game is drawn at random among those that look nearly as good as the best.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    stray: Option<u32>,

    /// Positions drawn from each search of a game.
    #[arg(long, value_name = "N", default_value_t = 30)]
    samples: usize,

    /// Share of the game's result in the scores of its own positions, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = args::share)]
    result: f32,

    /// Depth of the search of each of them.
    #[arg(long, value_name = "N", default_value = "4", value_parser = args::depth)]
    sample_depth: Depth,

    /// File of the positions, from which an interrupted run goes on.
    #[arg(long, value_name = "FILE")]
    work: PathBuf,

    /// File of positions on which the losses are measured. By default it is the first twentieth of the others, from
    /// which nothing is learned then.
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,

    /// File of the weights: those of the engine for small or for large boards.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Rounds over all positions.
    #[arg(long, value_name = "N", default_value_t = 12)]
    rounds: usize,

    /// Starts from the weights that this program has for the rules instead of random ones; 3 rounds are enough then.
    #[arg(long = "fine-tune")]
    from_built_in: bool,

    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// One position in so many is held out if there is no file of others.
const HELD_OUT: usize = 20;

/// Points of a unit of log-odds: a score of 200 is odds of e to 1.
const POINTS_PER_LOGIT: f32 = 200.0;

impl Tune {
    /// Plays until there are positions enough, and writes the weights that fit them.
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        let caches = Caches::default();
        let mut out = files::open(&self.out)?;
        let held_out = match &self.held_out {
            Some(file) => Some(games::read(file, &caches)?),
            None => None,
        };
        games::add(self, &caches, output)?;
        let mut training = games::read(&self.work, &caches)?;
        let held_out = held_out.unwrap_or_else(|| {
            let count = training.len() / HELD_OUT;
            training.drain(..count).collect()
        });
        ensure!(
            !training.is_empty() && !held_out.is_empty(),
            "there are too few positions to learn from and to measure on; ask for more with --positions"
        );
        writeln!(
            output,
            "{} positions to learn from, {} held out",
            training.len(),
            held_out.len()
        )?;
        let start = self.from_built_in.then(|| self.variant.shape());
        let (text, losses) = fit(&training, &held_out, self.rounds, start);
        for (number, [value, policy]) in losses.iter().enumerate() {
            writeln!(
                output,
                "round {number}: loss {value:.5} of the value, {policy:.5} of the policy"
            )?;
        }
        files::replace(&mut out, text.as_bytes())
    }
}

/// A position that the models learn from.
#[derive(Clone, Debug)]
struct Sample {
    features: Features,
    /// Expected result for the side to move: 1 a win, 0 a loss.
    target: f32,
    /// Index of the best of the moves, if it is among them.
    best: Option<usize>,
}

impl Sample {
    /// A game that is not over, on the variant of `tables`, with its score for the side to move and the best move.
    /// `None` if the weights are not used there.
    fn new(tables: &Tables, game: &Game, score: i32, best: Option<Square>) -> Option<Self> {
        let features = Features::new(tables, game)?;
        let mut moves = features.moves.iter();
        let best = moves.position(|one| Some(one.square) == best);
        Some(Self {
            features,
            target: sigmoid(score as f32 / POINTS_PER_LOGIT),
            best,
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

/// Fits all weights in `rounds` passes over the samples `training`, from the weights that this build has for the board
/// `start`, or from random ones.
///
/// Returns the text of the weights, and the cross entropies on the samples `held_out` at the start and after each
/// round: of the value against the score of the search, and of the policy against its best move.
fn fit(
    training: &[Sample],
    held_out: &[Sample],
    rounds: usize,
    start: Option<Shape>,
) -> (String, Vec<[f32; 2]>) {
    let (value, policy) = match start {
        Some(shape) => {
            let text = built_in_text(shape).strip_prefix(HEADER);
            let lines = &mut text.expect("the weights begin by it").lines();
            (value::Model::read(lines), policy::Model::read(lines))
        }
        None => (value::Model::new(training), policy::Model::new()),
    };
    // The two have nothing in common but the samples.
    let ((value, value_losses), (policy, policy_losses)) = thread::scope(|scope| {
        let policy = scope.spawn(|| adam::fit(policy, training, held_out, rounds));
        let value = adam::fit(value, training, held_out, rounds);
        (value, policy.join().expect("a fit does not panic"))
    });
    let losses = value_losses.into_iter().zip(policy_losses);
    let mut text = HEADER.to_owned();
    value.write(&mut text);
    policy.write(&mut text);
    (
        text,
        losses.map(|(value, policy)| [value, policy]).collect(),
    )
}

#[cfg(test)]
mod tests {
    use engine::gomoku::training::are_weights;

    use super::*;

    fn after(moves: &str) -> Game {
        let mut game = Game::new(Variant::named("gomoku-15").unwrap());
        for word in moves.split(' ') {
            game.play(game.read_move(word).unwrap()).unwrap();
        }
        game
    }

    pub(super) fn samples() -> Vec<Sample> {
        let tables = Tables::new(Variant::named("gomoku-15").unwrap());
        let mut samples = Vec::new();
        for (moves, score, best) in [
            ("h8", -30, "i9"),
            ("h8 i9", 60, "i8"),
            ("h8 i9 i8", -110, "g8"),
            ("h8 i9 i8 g8", 90, "h9"),
            ("h8 i9 i8 j8 h9", 250, "h10"),
        ] {
            let game = after(moves);
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
        let tables = Tables::new(Variant::named("gomoku-15").unwrap());
        let game = after("h8");
        let best = |square: &str| {
            let square = game.read_move(square).unwrap();
            Sample::new(&tables, &game, 0, Some(square)).unwrap().best
        };
        assert_eq!(best("h8"), None);
        assert!(best("h9").is_some());
    }

    #[test]
    fn losses_fall_and_the_engine_reads_the_fitted_weights() {
        let samples: Vec<_> = samples().into_iter().cycle().take(400).collect();
        for start in [None, Some(Shape::new(15, 15, 5).unwrap())] {
            let (held_out, training) = samples.split_at(20);
            let (text, losses) = fit(training, held_out, 30, start);
            assert_eq!(losses.len(), 31);
            assert!(
                (0..2).all(|model| losses[30][model] < losses[0][model]),
                "{losses:?}"
            );
            assert!(are_weights(&text));
        }
    }

    #[test]
    fn no_round_from_the_weights_of_this_build_gives_them_back() {
        for side in [15, 20] {
            let shape = Shape::new(side, side, 5).unwrap();
            let (again, _) = fit(&samples(), &[], 0, Some(shape));
            let kept = built_in_text(shape);
            assert_eq!(again.lines().count(), kept.lines().count());
            for (one, other) in again.lines().zip(kept.lines()) {
                let numbers = |line: &str| -> Vec<f32> {
                    let words = line.split(' ').skip(1);
                    words.filter_map(|word| word.parse().ok()).collect()
                };
                for (one, other) in numbers(one).into_iter().zip(numbers(other)) {
                    assert!((one - other).abs() <= 1e-6 * other.abs(), "{one} {other}");
                }
            }
        }
    }
}
