//! Stochastic descent with Adam (D. Kingma and J. Ba, 2015).

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::Sample;

/// What is fitted.
pub(super) trait Model {
    /// Everything that is fitted.
    fn numbers(&mut self) -> &mut [f32];

    /// Called whenever the numbers have changed.
    fn changed(&mut self) {}

    /// Adds to a gradient how the loss of one sample grows with each number.
    fn learn(&self, sample: &Sample, gradient: &mut [f32]);

    /// What the model fails to foretell, on average.
    fn loss(&self, samples: &[Sample]) -> f32;
}

/// Samples that are looked at between two steps.
const BATCH: usize = 1024;

/// The length of the first steps.
const RATE: f32 = 0.003;

/// The model after so many rounds over what is seen, and after each its loss over what is not.
pub(super) fn fit<M: Model>(
    mut model: M,
    seen: &[Sample],
    unseen: &[Sample],
    rounds: usize,
) -> (M, Vec<f32>) {
    let count = model.numbers().len();
    let mut gradient = vec![0.0_f32; count];
    let mut momentum = vec![[0.0_f32; 2]; count];
    // What is left of the first momenta, which were nothing.
    let mut left = [1.0_f32; 2];
    let mut rng = StdRng::seed_from_u64(2);
    let mut order: Vec<&Sample> = seen.iter().collect();
    let mut losses = Vec::new();
    model.changed();
    for round in 0..rounds {
        // Neighbours come from the same game, and would be learned by heart.
        order.shuffle(&mut rng);
        let rate = RATE * (1.0 - round as f32 / rounds as f32);
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for sample in batch {
                model.learn(sample, &mut gradient);
            }
            left = [left[0] * 0.9, left[1] * 0.999];
            let numbers = model.numbers().iter_mut().zip(&gradient).zip(&mut momentum);
            for ((number, slope), [first, second]) in numbers {
                let slope = slope / batch.len() as f32;
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let (first, second) = (*first / (1.0 - left[0]), *second / (1.0 - left[1]));
                *number -= rate * first / (second.sqrt() + 1e-8);
            }
            model.changed();
        }
        losses.push(model.loss(unseen));
    }
    (model, losses)
}
