//! Adam: stochastic gradient descent with adaptive steps (D. Kingma and J. Ba, 2015).

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::Sample;

/// A model that is fitted by its gradient.
pub(super) trait Model {
    /// All weights.
    fn weights(&mut self) -> &mut [f32];

    /// Learning rate of the first round for each of these weights; it falls linearly to 0 with the last.
    fn rate(&self, weight: usize) -> f32;

    /// Called after every change of the weights.
    fn on_update(&mut self) {}

    /// Adds the gradient of the loss of one sample.
    fn add_gradient(&self, sample: &Sample, gradient: &mut [f32]);

    /// The mean loss of the samples.
    fn loss(&self, samples: &[Sample]) -> f32;
}

/// Samples of a batch.
const BATCH: usize = 1024;

/// Learning rate from random weights.
pub(super) const RATE: f32 = 0.003;

/// Learning rate of weights that were fitted before: larger steps would forget what they know.
pub(super) const FITTED_RATE: f32 = RATE / 10.0;

/// Decay rates of the moment estimates, beta 1 and beta 2, as the source recommends.
const BETAS: [f32; 2] = [0.9, 0.999];

/// Fits a model in `rounds` passes, and returns with it the losses on the held-out samples at the start and after each.
pub(super) fn fit<M: Model>(
    mut model: M,
    training: &[Sample],
    held_out: &[Sample],
    rounds: usize,
) -> (M, Vec<f32>) {
    let count = model.weights().len();
    let mut gradient = vec![0.0_f32; count];
    let mut moments = vec![[0.0_f32; 2]; count];
    // Powers of the betas: the bias of the moments towards their start at 0.
    let mut bias = [1.0_f32; 2];
    let mut rng = StdRng::seed_from_u64(2);
    let mut order: Vec<&Sample> = training.iter().collect();
    let rates: Vec<f32> = (0..count).map(|weight| model.rate(weight)).collect();
    model.on_update();
    let mut losses = vec![model.loss(held_out)];
    for round in 0..rounds {
        // Neighbours come from the same game: a batch of them would be learned by heart.
        order.shuffle(&mut rng);
        let share = 1.0 - round as f32 / rounds as f32;
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for sample in batch {
                model.add_gradient(sample, &mut gradient);
            }
            bias = [bias[0] * BETAS[0], bias[1] * BETAS[1]];
            let weights = model.weights().iter_mut().zip(&rates);
            for (((weight, rate), slope), [first, second]) in
                weights.zip(&gradient).zip(&mut moments)
            {
                let slope = slope / batch.len() as f32;
                *first = BETAS[0] * *first + (1.0 - BETAS[0]) * slope;
                *second = BETAS[1] * *second + (1.0 - BETAS[1]) * slope * slope;
                let (first, second) = (*first / (1.0 - bias[0]), *second / (1.0 - bias[1]));
                *weight -= share * rate * first / (second.sqrt() + 1e-8);
            }
            model.on_update();
        }
        losses.push(model.loss(held_out));
    }
    (model, losses)
}
