//! The policy as it is fitted.
//!
//! The logit of a move is the sum of the logits of its codes and relations; the softmax over the moves of a
//! position is fitted to the best move (cross entropy). The logit of a code is a sum too, of its four patterns
//! and of a remainder, so that rare codes borrow from the common ones.

use std::str::Lines;

use engine::gomoku::training::{MoveFeatures, PATTERNS, RELATIONS, codes};

use super::Sample;
use super::adam::{self, FITTED_RATE, RATE};
use super::file::{self, Line};

/// Index of the weight of a pattern.
///
/// The weights are, for each side, those of the patterns; for each code, those of both sides; and for each of the last
/// two stones, those of the relations.
fn pattern_index(side: usize, pattern: usize) -> usize {
    side * PATTERNS + pattern
}

/// Index of the weight of a code.
fn code_index(side: usize, class: usize) -> usize {
    CODES + 2 * class + side
}

/// Index of the first weight of a code.
const CODES: usize = 2 * PATTERNS;

/// The policy in training.
pub(super) struct Model {
    weights: Vec<f32>,
    /// By class, the numbers of its patterns.
    patterns: Vec<[usize; 4]>,
    /// By side and class, the logit: the sum of its patterns and of its remainder.
    codes: [Vec<f32>; 2],
    rate: f32,
}

impl Model {
    pub(super) fn new() -> Self {
        let patterns: Vec<_> = codes().map(|(_, patterns)| patterns).collect();
        Self {
            weights: vec![0.0; CODES + 2 * patterns.len() + 2 * RELATIONS],
            codes: [vec![0.0; patterns.len()], vec![0.0; patterns.len()]],
            patterns,
            rate: RATE,
        }
    }

    fn relation_index(&self, stone: usize, relation: u8) -> usize {
        CODES + 2 * self.patterns.len() + stone * RELATIONS + usize::from(relation)
    }

    fn logit(&self, candidate: MoveFeatures) -> f32 {
        [0, 1]
            .map(|at| {
                self.codes[at][usize::from(candidate.codes[at])]
                    + self.weights[self.relation_index(at, candidate.relations[at])]
            })
            .iter()
            .sum()
    }

    /// The probability of each move to be the best: the softmax of the logits.
    fn probabilities(&self, sample: &Sample) -> Vec<f32> {
        let moves = &sample.features.moves;
        let mut probabilities: Vec<f32> = moves.iter().map(|one| self.logit(*one)).collect();
        let highest = probabilities.iter().copied().fold(f32::MIN, f32::max);
        for probability in &mut probabilities {
            *probability = (*probability - highest).exp();
        }
        let sum: f32 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability /= sum;
        }
        probabilities
    }

    /// The weights of a text, fitted before. The patterns begin at 0: what they gave is in the codes.
    pub(super) fn read(text: &mut Lines<'_>) -> Self {
        let mut model = Self::new();
        model.rate = FITTED_RATE;
        file::read(&model.lines(), text, &mut model.weights);
        adam::Model::on_update(&mut model);
        model
    }

    /// Adds the lines that the engine reads.
    pub(super) fn write(&self, text: &mut String) {
        let mut numbers = self.weights.clone();
        for (side, codes) in self.codes.iter().enumerate() {
            for (class, logit) in codes.iter().enumerate() {
                numbers[code_index(side, class)] = *logit;
            }
        }
        file::write(&self.lines(), &numbers, text);
    }

    fn lines(&self) -> Vec<Line> {
        let names = codes().map(|(number, _)| format!("policy {number:04x}"));
        let codes = names.enumerate();
        let codes =
            codes.map(|(class, name)| Line::new(name, code_index(0, class), 2, file::logit));
        let relations = ["last", "before"]
            .into_iter()
            .enumerate()
            .map(|(stone, name)| {
                Line::new(name, self.relation_index(stone, 0), RELATIONS, file::logit)
            });
        codes.chain(relations).collect()
    }
}

impl adam::Model for Model {
    fn weights(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn rate(&self, _weight: usize) -> f32 {
        self.rate
    }

    fn on_update(&mut self) {
        for side in 0..2 {
            for (at, patterns) in self.patterns.iter().enumerate() {
                let lines: f32 = patterns
                    .iter()
                    .map(|pattern| self.weights[pattern_index(side, *pattern)])
                    .sum();
                self.codes[side][at] = lines + self.weights[code_index(side, at)];
            }
        }
    }

    fn add_gradient(&self, sample: &Sample, gradient: &mut [f32]) {
        let Some(best) = sample.best else { return };
        for (at, (candidate, probability)) in sample
            .features
            .moves
            .iter()
            .zip(self.probabilities(sample))
            .enumerate()
        {
            let error = probability - f32::from(u8::from(at == best));
            for side in 0..2 {
                let code = usize::from(candidate.codes[side]);
                gradient[code_index(side, code)] += error;
                for pattern in self.patterns[code] {
                    gradient[pattern_index(side, pattern)] += error;
                }
                gradient[self.relation_index(side, candidate.relations[side])] += error;
            }
        }
    }

    fn loss(&self, samples: &[Sample]) -> f32 {
        let losses: Vec<f32> = samples
            .iter()
            .filter_map(|sample| Some(-self.probabilities(sample)[sample.best?].max(1e-6).ln()))
            .collect();
        losses.iter().sum::<f32>() / losses.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::super::tests::{check_gradient, samples};
    use super::adam::Model as _;
    use super::*;

    fn random_model() -> Model {
        let mut model = Model::new();
        let mut rng = StdRng::seed_from_u64(3);
        model.weights.fill_with(|| rng.random_range(-0.5..0.5));
        model.on_update();
        model
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mut model = random_model();
        for sample in samples() {
            let one = sample.features.moves[sample.best.unwrap()];
            let indices = [
                pattern_index(0, 1),
                pattern_index(1, 2),
                code_index(0, one.codes[0].into()),
                code_index(1, one.codes[1].into()),
                model.relation_index(0, one.relations[0]),
                model.relation_index(1, one.relations[1]),
            ];
            check_gradient(&mut model, &sample, &indices);
        }
    }
}
