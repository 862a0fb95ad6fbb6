//! The order of moves as it is fitted.
//!
//! The logit of a move is a sum: what its cell's code says for the side to move, what the code says
//! for the other side, and how it lies to the last two stones. The chance that a move is the best is to grow
//! with it as in a softmax. What a code says is a sum too, of its four patterns and of what is left, so that
//! rare codes borrow from the common ones.

use super::super::cross::Code;
use super::super::layout::RELATIONS;
use super::super::pattern::PATTERNS;
use super::super::policy::LOGIT_ONE;
use super::descent;
use super::{Candidate, Sample, whole, write_line};

/// Where the numbers are: for each side those of the patterns, then of the codes; then for each stone those of
/// the relations.
fn of_pattern(side: usize, pattern: usize) -> usize {
    side * PATTERNS.len() + pattern
}

/// See [`of_pattern`].
const CODES: usize = 2 * PATTERNS.len();

/// See the module.
pub(super) struct Model {
    numbers: Vec<f32>,
    /// The patterns of each code in ascending order.
    patterns: Vec<[usize; 4]>,
    /// What each code says for the side to move and for the other: pattern by pattern, and what is left.
    codes: [Vec<f32>; 2],
}

impl Model {
    pub(super) fn new() -> Self {
        let patterns: Vec<_> = Code::all_sorted()
            .map(|code| [0, 1, 2, 3].map(|direction| code.pattern(direction) as usize))
            .collect();
        Self {
            numbers: vec![0.0; CODES + 2 * patterns.len() + 2 * RELATIONS],
            codes: [vec![0.0; patterns.len()], vec![0.0; patterns.len()]],
            patterns,
        }
    }

    fn of_code(&self, side: usize, code: usize) -> usize {
        CODES + side * self.patterns.len() + code
    }

    fn of_relation(&self, stone: usize, relation: u8) -> usize {
        CODES + 2 * self.patterns.len() + stone * RELATIONS + usize::from(relation)
    }

    fn logit(&self, candidate: Candidate) -> f32 {
        [0, 1]
            .map(|at| {
                self.codes[at][usize::from(candidate.codes[at])]
                    + self.numbers[self.of_relation(at, candidate.relations[at])]
            })
            .iter()
            .sum()
    }

    /// The chance of each move to be the best.
    fn chances(&self, sample: &Sample) -> Vec<f32> {
        let mut chances: Vec<f32> = sample.moves.iter().map(|one| self.logit(*one)).collect();
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        for chance in &mut chances {
            *chance = (*chance - most).exp();
        }
        let sum: f32 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= sum;
        }
        chances
    }

    /// Adds the lines that the engine reads.
    pub(super) fn write(&self, text: &mut String) {
        let unit = |number: f32| whole(number * f32::from(LOGIT_ONE));
        for (at, code) in Code::all_sorted().enumerate() {
            let word = format!("policy {:04x}", code.number());
            write_line(text, &word, self.codes.iter().map(|codes| unit(codes[at])));
        }
        for (stone, word) in ["last", "before"].into_iter().enumerate() {
            let relations = &self.numbers[self.of_relation(stone, 0)..][..RELATIONS];
            write_line(text, word, relations.iter().map(|number| unit(*number)));
        }
    }
}

impl descent::Model for Model {
    fn numbers(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn changed(&mut self) {
        for side in 0..2 {
            for (at, patterns) in self.patterns.iter().enumerate() {
                let lines: f32 = patterns
                    .iter()
                    .map(|pattern| self.numbers[of_pattern(side, *pattern)])
                    .sum();
                self.codes[side][at] = lines + self.numbers[self.of_code(side, at)];
            }
        }
    }

    fn learn(&self, sample: &Sample, gradient: &mut [f32]) {
        let Some(best) = sample.best else { return };
        for (at, (candidate, chance)) in sample.moves.iter().zip(self.chances(sample)).enumerate() {
            let error = chance - f32::from(u8::from(at == best));
            for side in 0..2 {
                let code = usize::from(candidate.codes[side]);
                gradient[self.of_code(side, code)] += error;
                for pattern in self.patterns[code] {
                    gradient[of_pattern(side, pattern)] += error;
                }
                gradient[self.of_relation(side, candidate.relations[side])] += error;
            }
        }
    }

    fn loss(&self, samples: &[Sample]) -> f32 {
        let losses: Vec<f32> = samples
            .iter()
            .filter_map(|sample| Some(-self.chances(sample)[sample.best?].max(1e-6).ln()))
            .collect();
        losses.iter().sum::<f32>() / losses.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::super::super::policy::Policy;
    use super::super::tests::{check_gradient, samples};
    use super::descent::Model as _;
    use super::*;

    fn drawn() -> Model {
        let mut model = Model::new();
        let mut rng = StdRng::seed_from_u64(3);
        model.numbers.fill_with(|| rng.random_range(-0.5..0.5));
        model.changed();
        model
    }

    #[test]
    fn the_gradient_is_how_the_loss_grows() {
        let mut model = drawn();
        for sample in samples() {
            let one = sample.moves[sample.best.unwrap()];
            let places = [
                of_pattern(0, 1),
                of_pattern(1, 2),
                model.of_code(0, one.codes[0].into()),
                model.of_code(1, one.codes[1].into()),
                model.of_relation(0, one.relations[0]),
                model.of_relation(1, one.relations[1]),
            ];
            check_gradient(&mut model, &sample, &places);
        }
    }

    /// But for what is lost by rounding.
    #[test]
    fn a_policy_read_back_gives_the_logits_that_were_written() {
        let model = drawn();
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
