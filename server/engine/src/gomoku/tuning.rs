//! Fits the weights of the evaluation to what searches say.
//!
//! A position is a bag of codes: those of the empty cells, as the side to move and the other side see them.
//! The sum of their weights, put through the logistic function, is to foretell the score of a search, put
//! through the same. The weight of a
//! code is a sum over its four patterns and a remainder of its own, which is held small: codes that are
//! seldom met are then worth what their patterns are worth. The fit is a logistic regression by Adam
//! (D. Kingma and J. Ba, 2015).

use std::fmt::Write;

use protocol::game::Game;

use super::board::{Board, Ground};
use super::cross::Code;
use super::outlook::Outlook;
use super::pattern::PATTERNS;
use super::weights::HEADER;

/// An evaluation of so much means odds of e to 1.
const SCALE: f32 = 200.0;

/// A position, as the evaluation sees it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The codes of the side to move, by their place among all codes in ascending order.
    mover: Vec<u16>,
    /// Those of the other side.
    waiter: Vec<u16>,
    /// What the side to move may hope for: 1 a win, 0 a loss.
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
    /// The position of a game that is not over, on a variant that can be played, and its score for the side
    /// to move; or nothing where it is won, lost or forced at first sight: the evaluation is not asked there.
    pub fn sample(&self, game: &Game, score: i32) -> Option<Sample> {
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
            target: hope(score as f32),
        })
    }
}

/// What a side may hope for at such a score.
fn hope(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// A weight for each side of each pattern, then of each code.
struct Model {
    patterns: Vec<[u8; 4]>,
    parameters: Vec<f32>,
}

/// A number for each code, as the side to move sees it and as the other does.
type ByCode = [Vec<f32>; 2];

impl Model {
    fn new() -> Self {
        let patterns: Vec<_> = Code::all_sorted()
            .map(|code| [0, 1, 2, 3].map(|direction| code.pattern(direction) as u8))
            .collect();
        Self {
            parameters: vec![0.0; 2 * (PATTERNS.len() + patterns.len())],
            patterns,
        }
    }

    /// The parameters of a code: of its patterns, then its own. A dead code has none: it is worth nothing.
    fn of(&self, place: usize, side: usize) -> impl Iterator<Item = usize> + use<> {
        let base = side * (PATTERNS.len() + self.patterns.len());
        let parts = self.patterns[place].map(|part| base + usize::from(part));
        let own = base + PATTERNS.len() + place;
        parts.into_iter().chain([own]).filter(move |_| place > 0)
    }

    /// Whether a parameter belongs to a single code.
    fn is_remainder(&self, parameter: usize) -> bool {
        parameter % (PATTERNS.len() + self.patterns.len()) >= PATTERNS.len()
    }

    fn weights(&self) -> ByCode {
        [0, 1].map(|side| {
            let weight = |place| self.of(place, side).map(|part| self.parameters[part]).sum();
            (0..self.patterns.len()).map(weight).collect()
        })
    }

    /// How the loss over these samples grows with each parameter, on average.
    fn gradient(&self, samples: &[&Sample]) -> Vec<f32> {
        let weights = self.weights();
        let mut by_code: ByCode = [0, 1].map(|_| vec![0.0; self.patterns.len()]);
        for sample in samples {
            let error = (foretold(&weights, sample) - sample.target) / SCALE;
            for &place in &sample.mover {
                by_code[0][usize::from(place)] += error;
            }
            for &place in &sample.waiter {
                by_code[1][usize::from(place)] -= error;
            }
        }
        let mut gradient = vec![0.0; self.parameters.len()];
        for (side, by_code) in by_code.iter().enumerate() {
            for (place, slope) in by_code.iter().enumerate() {
                for part in self.of(place, side) {
                    gradient[part] += slope / samples.len() as f32;
                }
            }
        }
        gradient
    }

    fn loss(&self, samples: &[Sample]) -> f32 {
        let weights = self.weights();
        let losses = samples.iter().map(|sample| {
            let foretold = foretold(&weights, sample).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * foretold.ln() + (1.0 - sample.target) * (1.0 - foretold).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

/// What the side to move is foretold to get.
fn foretold(weights: &ByCode, sample: &Sample) -> f32 {
    let sum = |weights: &[f32], codes: &[u16]| -> f32 {
        codes.iter().map(|&place| weights[usize::from(place)]).sum()
    };
    hope(sum(&weights[0], &sample.mover) - sum(&weights[1], &sample.waiter))
}

/// Samples that are looked at between two steps.
const BATCH: usize = 2048;

/// Weight of the remainders' squares.
const HOLD: f32 = 1e-8;

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
            let chosen: Vec<_> = seen.iter().skip(batch).step_by(batches).collect();
            let gradient = model.gradient(&chosen);
            for (part, gradient) in gradient.iter().enumerate() {
                let held = if model.is_remainder(part) { HOLD } else { 0.0 };
                let parameter = &mut model.parameters[part];
                let slope = gradient + held * *parameter;
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
    let mut text = HEADER.to_owned();
    for ((code, mover), waiter) in Code::all_sorted().zip(mover).zip(waiter) {
        let (mover, waiter) = (mover.round() as i16, waiter.round() as i16);
        writeln!(text, "{:04x} {mover} {waiter}", code.number()).expect("a string takes all");
    }
    text
}
