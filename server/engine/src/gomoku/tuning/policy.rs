//! The policy as it is fitted.
//!
//! The logit of a move is the sum of the logits of its codes and relations; the softmax over the moves of a
//! position is fitted to the best move (cross entropy). The logit of a code is a sum too, of its four patterns
//! and of a remainder, so that rare codes borrow from the common ones.

use super::super::code::PatternCode;
use super::super::layout::RELATIONS;
use super::super::pattern::PATTERNS;
use super::super::policy::{LOGIT_ONE, Policy};
use super::adam::{self, FITTED_RATE, RATE};
use super::{Candidate, Sample, quantise, write_line};

/// Index of the weight of a pattern.
///
/// The weights are, for each side, those of the patterns; for each side, those of the codes; and for each of
/// the last two stones, those of the relations.
fn pattern_index(side: usize, pattern: usize) -> usize {
    side * PATTERNS.len() + pattern
}

/// Index of the first weight of a code.
const CODES: usize = 2 * PATTERNS.len();

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
        let patterns: Vec<_> = PatternCode::all_sorted()
            .map(|code| [0, 1, 2, 3].map(|direction| code.pattern(direction) as usize))
            .collect();
        Self {
            weights: vec![0.0; CODES + 2 * patterns.len() + 2 * RELATIONS],
            codes: [vec![0.0; patterns.len()], vec![0.0; patterns.len()]],
            patterns,
            rate: RATE,
        }
    }

    fn code_index(&self, side: usize, code: usize) -> usize {
        CODES + side * self.patterns.len() + code
    }

    fn relation_index(&self, stone: usize, relation: u8) -> usize {
        CODES + 2 * self.patterns.len() + stone * RELATIONS + usize::from(relation)
    }

    fn logit(&self, candidate: Candidate) -> f32 {
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
        let mut probabilities: Vec<f32> = sample.moves.iter().map(|one| self.logit(*one)).collect();
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

    /// Adds the lines that the engine parses.
    pub(super) fn write(&self, text: &mut String) {
        let unit = |number: f32| quantise(number * f32::from(LOGIT_ONE));
        for (at, code) in PatternCode::all_sorted().enumerate() {
            let word = format!("policy {:04x}", code.number());
            write_line(text, &word, self.codes.iter().map(|codes| unit(codes[at])));
        }
        for (stone, word) in ["last", "before"].into_iter().enumerate() {
            let relations = &self.weights[self.relation_index(stone, 0)..][..RELATIONS];
            write_line(text, word, relations.iter().map(|number| unit(*number)));
        }
    }
}

/// A policy that was fitted before. The patterns begin at 0: what they gave is in the codes.
impl From<&Policy> for Model {
    fn from(policy: &Policy) -> Self {
        let mut model = Self::new();
        model.rate = FITTED_RATE;
        let logit = |number: i16| f32::from(number) / f32::from(LOGIT_ONE);
        for side in 0..2 {
            for class in 0..model.patterns.len() {
                let index = model.code_index(side, class);
                model.weights[index] = logit(policy.code_logits(class as u16)[side]);
            }
            for relation in 0..RELATIONS as u8 {
                let index = model.relation_index(side, relation);
                model.weights[index] = logit(policy.relations[side][usize::from(relation)]);
            }
        }
        adam::Model::on_update(&mut model);
        model
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
                self.codes[side][at] = lines + self.weights[self.code_index(side, at)];
            }
        }
    }

    fn add_gradient(&self, sample: &Sample, gradient: &mut [f32]) {
        let Some(best) = sample.best else { return };
        for (at, (candidate, probability)) in sample
            .moves
            .iter()
            .zip(self.probabilities(sample))
            .enumerate()
        {
            let error = probability - f32::from(u8::from(at == best));
            for side in 0..2 {
                let code = usize::from(candidate.codes[side]);
                gradient[self.code_index(side, code)] += error;
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
            let one = sample.moves[sample.best.unwrap()];
            let indices = [
                pattern_index(0, 1),
                pattern_index(1, 2),
                model.code_index(0, one.codes[0].into()),
                model.code_index(1, one.codes[1].into()),
                model.relation_index(0, one.relations[0]),
                model.relation_index(1, one.relations[1]),
            ];
            check_gradient(&mut model, &sample, &indices);
        }
    }

    /// Up to rounding.
    #[test]
    fn a_policy_read_back_gives_the_logits_that_were_written() {
        let model = random_model();
        let mut text = String::new();
        model.write(&mut text);
        let policy = Policy::parse(&mut text.lines()).unwrap();
        for candidate in samples().iter().flat_map(|sample| &sample.moves) {
            let [own, others] = candidate.codes;
            let [last, before] = candidate.relations;
            let sum = i32::from(policy.code_logits(own)[0])
                + i32::from(policy.code_logits(others)[1])
                + policy.relation_logit(last, before);
            let expected = model.logit(*candidate) * f32::from(LOGIT_ONE);
            assert!((sum as f32 - expected).abs() < 2.5, "{sum} and {expected}");
        }
    }
}
