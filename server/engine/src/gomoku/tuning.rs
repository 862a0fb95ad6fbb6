//! Fits the numbers of the evaluation to what searches say.
//!
//! A position is a bag of codes: those of the empty cells, as the side to move and the other side see them.
//! The value that the network makes of them, put through the logistic function, is to foretell the score of a
//! search, put through the same: a regression by stochastic descent with Adam (D. Kingma and J. Ba, 2015).

use std::collections::HashSet;
use std::fmt::Write;

use protocol::game::Game;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::board::{Board, Ground};
use super::cross::Code;
use super::network::{FEATURES, HALF, HEADER, HIDDEN, INPUTS, ONE, POINT, ROW};
use super::outlook::Outlook;

/// A score of so much means odds of e to 1.
const SCALE: f32 = 200.0;

/// A position, as the evaluation sees it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The codes of the side to move, then those of the other, by their place among all in ascending order.
    codes: [Vec<u16>; 2],
    /// What the side to move may hope for: 1 a win, 0 a loss.
    target: f32,
}

impl Sample {
    /// The position of a game that is not over, on a variant that can be played, and its score for the side
    /// to move; or nothing where it is won, lost or forced at first sight: the evaluation is not asked there.
    pub fn of(game: &Game, score: i32) -> Option<Self> {
        let ground = Ground::of(game.variant());
        let board = Board::of(&ground, game);
        match Outlook::of(&board) {
            Outlook::Free | Outlook::Threatened => {}
            Outlook::Won(_) | Outlook::Lost(_) | Outlook::Forced(_) => return None,
        }
        let codes = |side| {
            let codes = board.empty().iter().map(|cell| board.code(side, cell));
            codes
                .filter(|code| !code.is_dead())
                .map(|code| ground.cross(code).place)
                .collect()
        };
        Some(Self {
            codes: [codes(board.us), codes(board.them())],
            target: hope(score as f32 / SCALE),
        })
    }
}

/// What a side may hope for at such odds, which are given by their logarithm.
fn hope(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Where the numbers of the network are among all that are fitted. Then follow the rows.
const STARTS: usize = 0;
const UNIT_STARTS: usize = STARTS + INPUTS;
const UNITS: usize = UNIT_STARTS + HIDDEN;
const VALUES: usize = UNITS + INPUTS * HIDDEN;
const VALUE_START: usize = VALUES + HIDDEN;
const ROWS: usize = VALUE_START + 1;

/// The place of a number of a code's row.
fn in_row(code: u16, number: usize) -> usize {
    ROWS + usize::from(code) * ROW + number
}

/// The network while it is fitted. Points are counted in [`SCALE`].
struct Model(Vec<f32>);

/// What the model makes of a position, step by step.
struct Pass {
    /// Before they are held between 0 and 1.
    inputs: [f32; INPUTS],
    units: [f32; HIDDEN],
    odds: f32,
}

/// Between 0 and 1.
fn held(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// How what is held grows with what is not. A little even outside, so that nothing is stuck there.
fn slope_of_held(number: f32) -> f32 {
    if (0.0..=1.0).contains(&number) {
        1.0
    } else {
        0.01
    }
}

impl Model {
    /// Numbers drawn by lot, so that each learns something else; for codes that are never met nothing.
    fn new(samples: &[Sample]) -> Self {
        let mut lots = StdRng::seed_from_u64(1);
        let rows = Code::all_sorted().count();
        let mut numbers = vec![0.0; ROWS + rows * ROW];
        numbers[STARTS..UNITS].fill(0.3);
        numbers[UNITS..VALUE_START].fill_with(|| lots.random_range(-0.3..0.3));
        let met: HashSet<u16> = samples
            .iter()
            .flat_map(|sample| sample.codes.iter().flatten().copied())
            .collect();
        for code in (0..rows as u16).filter(|code| met.contains(code)) {
            numbers[in_row(code, 0)..][..ROW].fill_with(|| lots.random_range(-0.02..0.02));
        }
        Self(numbers)
    }

    fn pass(&self, sample: &Sample) -> Pass {
        let mut inputs: [f32; INPUTS] = self.0[STARTS..UNIT_STARTS]
            .try_into()
            .expect("as many as there are inputs");
        let mut odds = self.0[VALUE_START];
        for (half, codes) in sample.codes.iter().enumerate() {
            for &code in codes {
                let row = &self.0[in_row(code, half * HALF)..][..HALF];
                for (input, number) in inputs[half * FEATURES..].iter_mut().zip(&row[..FEATURES]) {
                    *input += number;
                }
                odds += row[FEATURES];
            }
        }
        let mut units: [f32; HIDDEN] = self.0[UNIT_STARTS..UNITS]
            .try_into()
            .expect("as many as there are units");
        for (input, weights) in inputs.iter().zip(self.0[UNITS..VALUES].chunks(HIDDEN)) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += held(*input) * weight;
            }
        }
        for (unit, weight) in units.iter().zip(&self.0[VALUES..VALUE_START]) {
            odds += held(*unit) * weight;
        }
        Pass {
            inputs,
            units,
            odds,
        }
    }

    /// Adds to a gradient how the loss of one sample grows with each number.
    fn learn(&self, sample: &Sample, gradient: &mut [f32]) {
        let pass = self.pass(sample);
        let error = hope(pass.odds) - sample.target;
        let mut units = [0.0; HIDDEN];
        for (number, unit) in pass.units.iter().enumerate() {
            gradient[VALUES + number] += error * held(*unit);
            units[number] = error * self.0[VALUES + number] * slope_of_held(*unit);
            gradient[UNIT_STARTS + number] += units[number];
        }
        let mut inputs = [0.0; INPUTS];
        for (number, input) in pass.inputs.iter().enumerate() {
            let weights = UNITS + number * HIDDEN;
            for (unit, error) in units.iter().enumerate() {
                gradient[weights + unit] += error * held(*input);
                inputs[number] += error * self.0[weights + unit];
            }
            inputs[number] *= slope_of_held(*input);
            gradient[STARTS + number] += inputs[number];
        }
        gradient[VALUE_START] += error;
        for (half, codes) in sample.codes.iter().enumerate() {
            for &code in codes {
                let row = &mut gradient[in_row(code, half * HALF)..][..HALF];
                for (slope, input) in row.iter_mut().zip(&inputs[half * FEATURES..][..FEATURES]) {
                    *slope += input;
                }
                row[FEATURES] += error;
            }
        }
    }

    fn loss(&self, samples: &[Sample]) -> f32 {
        let losses = samples.iter().map(|sample| {
            let hope = hope(self.pass(sample).odds).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * hope.ln() + (1.0 - sample.target) * (1.0 - hope).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

/// Samples that are looked at between two steps.
const BATCH: usize = 1024;

/// The length of the first steps.
const RATE: f32 = 0.003;

/// Fits the network to samples in so many rounds. `told` gets the number of the round and the loss over the
/// first twentieth of them, from which nothing is learned. The text is what the engine reads.
pub fn fit(samples: &[Sample], rounds: usize, told: &mut dyn FnMut(usize, f32)) -> String {
    let (unseen, seen) = samples.split_at(samples.len() / 20);
    let mut model = Model::new(seen);
    let mut gradient = vec![0.0_f32; model.0.len()];
    let mut momentum = vec![[0.0_f32; 2]; model.0.len()];
    // What is left of the first momenta, which were nothing.
    let mut left = [1.0_f32; 2];
    let mut lots = StdRng::seed_from_u64(2);
    let mut order: Vec<&Sample> = seen.iter().collect();
    for round in 0..rounds {
        // Neighbours come from the same game, and would be learned by heart.
        order.shuffle(&mut lots);
        let rate = RATE * (1.0 - round as f32 / rounds as f32);
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for sample in batch {
                model.learn(sample, &mut gradient);
            }
            left = [left[0] * 0.9, left[1] * 0.999];
            let numbers = model.0.iter_mut().zip(&gradient).zip(&mut momentum);
            for ((number, slope), [first, second]) in numbers {
                let slope = slope / batch.len() as f32;
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let (first, second) = (*first / (1.0 - left[0]), *second / (1.0 - left[1]));
                *number -= rate * first / (second.sqrt() + 1e-8);
            }
        }
        told(round + 1, model.loss(unseen));
    }
    write(&model.0)
}

/// The text of the file that the program has its network from.
fn write(numbers: &[f32]) -> String {
    let mut text = HEADER.to_owned();
    let whole = |number: f32| (number.round() as i32).to_string();
    let feature = |number: &f32| whole(number * ONE as f32);
    let points = |number: &f32| whole(number * SCALE * POINT as f32);
    let plain = |number: &f32| number.to_string();
    let mut line = |word: &str, numbers: Vec<String>| {
        writeln!(text, "{word} {}", numbers.join(" ")).expect("a string takes all");
    };
    for (code, row) in Code::all_sorted().zip(numbers[ROWS..].chunks(ROW)) {
        let row = row.iter().enumerate().map(|(at, number)| {
            if at % HALF < FEATURES {
                feature(number)
            } else {
                points(number)
            }
        });
        line(&format!("{:04x}", code.number()), row.collect());
    }
    let many = |numbers: &[f32], one: &dyn Fn(&f32) -> String| numbers.iter().map(one).collect();
    line("start", many(&numbers[STARTS..UNIT_STARTS], &feature));
    for weights in numbers[UNITS..VALUES].chunks(HIDDEN) {
        line("input", many(weights, &plain));
    }
    line("hidden", many(&numbers[UNIT_STARTS..UNITS], &plain));
    let in_points = |number: &f32| plain(&(number * SCALE));
    line("value", many(&numbers[VALUES..VALUE_START], &in_points));
    line("points", many(&numbers[VALUE_START..ROWS], &in_points));
    text
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;

    use super::super::network::{Network, exchange};
    use super::*;

    fn samples() -> Vec<Sample> {
        let variant = Variant::named("gomoku-15").unwrap();
        let mut samples = Vec::new();
        for (moves, score) in [
            ("h8", -30),
            ("h8 i9", 60),
            ("h8 i9 i8", -110),
            ("h8 i9 i8 g8", 90),
            ("h8 i9 i8 j8 h9", 250),
        ] {
            let mut game = Game::new(variant);
            for word in moves.split(' ') {
                game.play(game.read_move(word).unwrap()).unwrap();
            }
            samples.push(Sample::of(&game, score).unwrap());
        }
        samples
    }

    /// The slope of every kind of number, against a small step of the number itself.
    #[test]
    fn the_gradient_is_how_the_loss_grows() {
        let samples = samples();
        let mut model = Model::new(&samples);
        let mut lots = StdRng::seed_from_u64(3);
        // Little enough that nothing is held, where the slope changes at once.
        model.0[ROWS..].fill_with(|| lots.random_range(-0.002..0.002));
        for sample in &samples {
            let mut gradient = vec![0.0; model.0.len()];
            model.learn(sample, &mut gradient);
            let one = std::slice::from_ref(sample);
            let code = sample.codes[1][0];
            for at in [
                STARTS + 3,
                UNIT_STARTS + 5,
                UNITS + 2 * HIDDEN + 7,
                VALUES + 4,
                VALUE_START,
                in_row(sample.codes[0][0], 1),
                in_row(code, HALF + 2),
                in_row(code, HALF + FEATURES),
            ] {
                let before = model.0[at];
                let mut loss_at = |number| {
                    model.0[at] = number;
                    model.loss(one)
                };
                let slope = (loss_at(before + 0.005) - loss_at(before - 0.005)) / 0.01;
                model.0[at] = before;
                let near = (slope - gradient[at]).abs() < 0.001 + 0.02 * slope.abs();
                assert!(near, "{at}: {slope} and {}", gradient[at]);
            }
        }
    }

    /// But for what is lost by rounding rows.
    #[test]
    fn what_is_read_values_positions_as_what_was_written_did() {
        let samples = samples();
        let model = Model::new(&samples);
        let network = Network::parse(&write(&model.0)).unwrap();
        for sample in &samples {
            let [own, others] = [0, 1].map(|side| {
                let mut sum = [0; ROW];
                for &code in &sample.codes[side] {
                    exchange(&mut sum, &[0; ROW], network.row(code));
                }
                sum
            });
            let value = network.value(&own, &others);
            let expected = model.pass(sample).odds * SCALE;
            assert!(
                (value as f32 - expected).abs() < 2.0,
                "{value} and {expected}"
            );
        }
    }

    #[test]
    fn what_is_fitted_foretells_better_and_can_be_read() {
        let samples: Vec<_> = samples().into_iter().cycle().take(400).collect();
        let mut losses = Vec::new();
        let text = fit(&samples, 30, &mut |_, loss| losses.push(loss));
        assert!(losses[29] < losses[0], "{losses:?}");
        assert!(Network::parse(&text).is_some());
    }
}
