//! Fits the weights of the evaluation to games.
//!
//! A position is a bag of codes: those of the empty cells, as the side to move and the other side see them.
//! The sum of their weights, put through the logistic function, is to foretell the result. The weight of a
//! code is a sum over its four patterns and a remainder of its own, which is held small: codes that are
//! seldom met are then worth what their patterns are worth. The fit is a logistic regression by Adam
//! (D. Kingma and J. Ba, 2015).

use std::fmt::Write;

use protocol::game::Game;

use super::board::{Board, Ground};
use super::cross::Code;
use super::outlook::Outlook;
use super::pattern::PATTERNS;
use super::weights::{HEADER, STANDINGS};

/// An evaluation of so much means odds of e to 1.
pub const SCALE: f32 = 200.0;

/// A position, as the evaluation sees it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The codes of the side to move, by their place among all codes in ascending order.
    mover: Vec<u16>,
    /// Those of the other side.
    waiter: Vec<u16>,
    /// Its threats, as the side to move sees them.
    standing: u16,
    /// What the side to move got of it: 1 a win, 0 a loss.
    target: f32,
}

/// Takes samples.
#[derive(Debug)]
pub struct Sampler {
    /// The place of a code among all in ascending order, by its number.
    places: Vec<u16>,
}

impl Default for Sampler {
    fn default() -> Self {
        let mut places = vec![0; 1 << 16];
        for (place, code) in Code::all_sorted().enumerate() {
            places[code.number()] = place as u16;
        }
        Self { places }
    }
}

impl Sampler {
    /// The position of a game that is not over, on a variant that can be played, or nothing where it is won,
    /// lost or forced at first sight: the evaluation is not asked there.
    pub fn sample(&self, game: &Game, target: f32) -> Option<Sample> {
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
                .map(|code| self.places[code.sorted().number()])
                .collect()
        };
        Some(Sample {
            mover: codes(board.us),
            waiter: codes(board.them()),
            standing: board.standing() as u16,
            target,
        })
    }
}

/// A weight for each side of each pattern, then of each code.
struct Model {
    patterns: Vec<[u8; 4]>,
    parameters: Vec<f32>,
}

impl Model {
    fn new() -> Self {
        let patterns: Vec<_> = Code::all_sorted()
            .map(|code| [0, 1, 2, 3].map(|direction| code.pattern(direction) as u8))
            .collect();
        let parameters = vec![0.0; 2 * (PATTERNS.len() + patterns.len()) + STANDINGS];
        Self {
            patterns,
            parameters,
        }
    }

    /// The parameters of a code: of its patterns, then its own.
    fn of(&self, place: u16, side: usize) -> [usize; 5] {
        let base = side * (PATTERNS.len() + self.patterns.len());
        let [a, b, c, d] = self.patterns[usize::from(place)].map(|part| base + usize::from(part));
        [a, b, c, d, base + PATTERNS.len() + usize::from(place)]
    }

    /// The parameter of a standing.
    fn standing(&self, standing: u16) -> usize {
        2 * (PATTERNS.len() + self.patterns.len()) + usize::from(standing)
    }

    /// Whether a parameter belongs to a single code or standing.
    fn is_remainder(&self, parameter: usize) -> bool {
        let side = PATTERNS.len() + self.patterns.len();
        parameter >= 2 * side || parameter % side >= PATTERNS.len()
    }

    fn weight(&self, place: u16, side: usize) -> f32 {
        let parts = self.of(place, side);
        parts.iter().map(|&part| self.parameters[part]).sum()
    }

    /// What the side to move is foretold to get.
    fn foretold(&self, weights: &[Vec<f32>; 2], sample: &Sample) -> f32 {
        let sum = |side: usize, codes: &[u16]| -> f32 {
            codes
                .iter()
                .map(|&place| weights[side][usize::from(place)])
                .sum()
        };
        let standing = self.parameters[self.standing(sample.standing)];
        let value = standing + sum(0, &sample.mover) - sum(1, &sample.waiter);
        1.0 / (1.0 + (-value / SCALE).exp())
    }

    fn weights(&self) -> [Vec<f32>; 2] {
        let places = 0..self.patterns.len() as u16;
        [0, 1].map(|side| {
            places
                .clone()
                .map(|place| self.weight(place, side))
                .collect()
        })
    }

    fn loss(&self, samples: &[Sample]) -> f32 {
        let weights = self.weights();
        let losses = samples.iter().map(|sample| {
            let foretold = self.foretold(&weights, sample).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * foretold.ln() + (1.0 - sample.target) * (1.0 - foretold).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

/// Samples that are looked at between two steps.
const BATCH: usize = 1024;

/// Weight of the remainders' squares.
const HOLD: f32 = 1e-6;

/// Fits weights to samples in so many rounds. `told` gets the number of the round and the loss over the
/// first tenth of them, from which nothing is learned. The text is what the engine reads.
pub fn fit(samples: &[Sample], rounds: usize, told: &mut dyn FnMut(usize, f32)) -> String {
    let (unseen, seen) = samples.split_at(samples.len() / 10);
    let mut model = Model::new();
    let mut momentum = vec![[0.0_f32; 2]; model.parameters.len()];
    let mut step = 0;
    for round in 0..rounds {
        // Neighbours come from the same game: samples are taken far apart.
        let batches = seen.len().div_ceil(BATCH);
        let rate = 2.0 * (1.0 - round as f32 / rounds as f32);
        for batch in 0..batches {
            step += 1;
            let weights = model.weights();
            let mut gradient = vec![0.0_f32; model.parameters.len()];
            let chosen: Vec<_> = seen.iter().skip(batch).step_by(batches).collect();
            for sample in &chosen {
                let error = (model.foretold(&weights, sample) - sample.target) / SCALE;
                gradient[model.standing(sample.standing)] += error;
                for (side, codes, sign) in [(0, &sample.mover, 1.0), (1, &sample.waiter, -1.0)] {
                    for &place in codes {
                        for part in model.of(place, side) {
                            gradient[part] += sign * error;
                        }
                    }
                }
            }
            for (part, gradient) in gradient.iter().enumerate() {
                let held = if model.is_remainder(part) { HOLD } else { 0.0 };
                let parameter = &mut model.parameters[part];
                let slope = gradient / chosen.len() as f32 + held * *parameter;
                let [first, second] = &mut momentum[part];
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let first = *first / (1.0 - 0.9_f32.powi(step));
                let second = *second / (1.0 - 0.999_f32.powi(step));
                *parameter -= rate * first / (second.sqrt() + 1e-8);
            }
        }
        told(round + 1, model.loss(unseen));
    }
    write(&model)
}

/// The text of the file that the program has its weights from.
fn write(model: &Model) -> String {
    let [mover, waiter] = model.weights();
    // Cells from which nothing can come are worth nothing, however many there are.
    let (no_mover, no_waiter) = (mover[0], waiter[0]);
    let mut text = HEADER.to_owned();
    for (place, code) in Code::all_sorted().enumerate() {
        let mover = (mover[place] - no_mover).round() as i16;
        let waiter = (waiter[place] - no_waiter).round() as i16;
        writeln!(text, "{:04x} {mover} {waiter}", code.number()).expect("a string takes all");
    }
    for standing in 0..STANDINGS as u16 {
        let worth = model.parameters[model.standing(standing)].round() as i16;
        writeln!(text, "s{standing:03x} {worth}").expect("a string takes all");
    }
    text
}
