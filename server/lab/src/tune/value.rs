//! The network as it is fitted.
//!
//! A position is a bag of codes: those of its empty cells, of the side to move and of the other side. The
//! sigmoid of the network's value is fitted to the sigmoid of the score of a search (cross entropy).

use std::collections::HashSet;
use std::str::Lines;

use engine::gomoku::training::{FEATURES, HALF, HIDDEN, INPUTS, ROW, codes};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::adam::{self, FITTED_RATE, RATE};
use super::file::{self, Line};
use super::{Sample, clipped_relu, clipped_relu_gradient, regions, sigmoid};

// Offsets of the parts of the network in the vector of weights; the rows of the codes come last.
const INPUT_BIASES: usize = 0;
const HIDDEN_BIASES: usize = INPUT_BIASES + INPUTS;
const HIDDEN_WEIGHTS: usize = HIDDEN_BIASES + HIDDEN;
const OUTPUT_WEIGHTS: usize = HIDDEN_WEIGHTS + INPUTS * HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + HIDDEN;
const REGIONS: usize = OUTPUT_BIAS + 1;
const ROWS: usize = REGIONS + regions::WEIGHTS;

/// Offset of a number of the row of a class.
fn in_row(class: u16, number: usize) -> usize {
    ROWS + usize::from(class) * ROW + number
}

/// The network in training: weights as `f32`, values in units of log-odds.
pub(super) struct Model {
    numbers: Vec<f32>,
    /// Learning rate of the rows.
    row_rate: f32,
    /// Learning rates of the part that has regions: of its rows and of the rest.
    region_rates: [f32; 2],
}

/// A forward pass.
struct Pass {
    /// Before [`clipped_relu`].
    inputs: [f32; INPUTS],
    /// Before [`clipped_relu`].
    hidden: [f32; HIDDEN],
    /// Of the part that has regions.
    regions: regions::Pass,
    log_odds: f32,
}

impl Model {
    /// Random weights, so that neurons differ; rows of codes that are in no sample are 0.
    pub(super) fn new(samples: &[Sample]) -> Self {
        let mut rng = StdRng::seed_from_u64(1);
        let rows = codes().count();
        let mut numbers = vec![0.0; ROWS + rows * ROW];
        numbers[INPUT_BIASES..HIDDEN_WEIGHTS].fill(0.3);
        numbers[HIDDEN_WEIGHTS..OUTPUT_BIAS].fill_with(|| rng.random_range(-0.3..0.3));
        numbers[REGIONS..ROWS].copy_from_slice(&regions::random());
        let met: HashSet<u16> = samples
            .iter()
            .flat_map(|sample| sample.features.codes.iter().flatten().copied())
            .collect();
        for code in (0..rows as u16).filter(|code| met.contains(code)) {
            numbers[in_row(code, 0)..][..ROW].fill_with(|| rng.random_range(-0.02..0.02));
        }
        Self {
            numbers,
            row_rate: RATE,
            region_rates: [regions::RATE; 2],
        }
    }

    fn pass(&self, sample: &Sample) -> Pass {
        let mut inputs: [f32; INPUTS] = self.numbers[INPUT_BIASES..HIDDEN_BIASES]
            .try_into()
            .expect("as many as there are inputs");
        let mut log_odds = self.numbers[OUTPUT_BIAS];
        for (half, codes) in sample.features.codes.iter().enumerate() {
            for &code in codes {
                let row = &self.numbers[in_row(code, half * HALF)..][..HALF];
                for (input, number) in inputs[half * FEATURES..].iter_mut().zip(&row[..FEATURES]) {
                    *input += number;
                }
                log_odds += row[FEATURES];
            }
        }
        let mut hidden: [f32; HIDDEN] = self.numbers[HIDDEN_BIASES..HIDDEN_WEIGHTS]
            .try_into()
            .expect("as many as there are neurons");
        for (input, weights) in inputs
            .iter()
            .zip(self.numbers[HIDDEN_WEIGHTS..OUTPUT_WEIGHTS].chunks(HIDDEN))
        {
            for (neuron, weight) in hidden.iter_mut().zip(weights) {
                *neuron += clipped_relu(*input) * weight;
            }
        }
        for (neuron, weight) in hidden
            .iter()
            .zip(&self.numbers[OUTPUT_WEIGHTS..OUTPUT_BIAS])
        {
            log_odds += clipped_relu(*neuron) * weight;
        }
        let features = inputs.map(clipped_relu);
        let regions = regions::pass(
            &self.numbers[REGIONS..ROWS],
            &sample.features.cells,
            &features,
        );
        log_odds += regions.log_odds;
        Pass {
            inputs,
            hidden,
            regions,
            log_odds,
        }
    }

    /// The weights of a text, fitted before.
    pub(super) fn read(text: &mut Lines<'_>) -> Self {
        let mut numbers = vec![0.0; ROWS + codes().count() * ROW];
        file::read(&lines(), text, &mut numbers);
        Self {
            numbers,
            row_rate: FITTED_RATE,
            region_rates: [FITTED_RATE, RATE],
        }
    }

    /// Adds the lines that the engine reads.
    pub(super) fn write(&self, text: &mut String) {
        file::write(&lines(), &self.numbers, text);
    }
}

/// The lines of the network in the text of weights.
fn lines() -> Vec<Line> {
    let rows = codes().enumerate().map(|(class, (number, _))| {
        Line::new(
            format!("{number:04x}"),
            in_row(class as u16, 0),
            ROW,
            file::row,
        )
    });
    rows.chain([Line::new("start", INPUT_BIASES, INPUTS, file::feature)])
        .chain(Line::block(
            "input",
            HIDDEN_WEIGHTS,
            INPUTS,
            HIDDEN,
            file::plain,
        ))
        .chain([
            Line::new("hidden", HIDDEN_BIASES, HIDDEN, file::plain),
            Line::new("value", OUTPUT_WEIGHTS, HIDDEN, file::points),
            Line::new("points", OUTPUT_BIAS, 1, file::points),
        ])
        .chain(regions::lines(REGIONS))
        .collect()
}

impl adam::Model for Model {
    fn weights(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn rate(&self, weight: usize) -> f32 {
        if weight >= ROWS {
            self.row_rate
        } else if weight >= REGIONS {
            let [rows, others] = self.region_rates;
            if regions::is_in_row(weight - REGIONS) {
                rows
            } else {
                others
            }
        } else {
            RATE
        }
    }

    fn add_gradient(&self, sample: &Sample, gradient: &mut [f32]) {
        let pass = self.pass(sample);
        let error = sigmoid(pass.log_odds) - sample.target;
        let mut hidden = [0.0; HIDDEN];
        for (number, neuron) in pass.hidden.iter().enumerate() {
            gradient[OUTPUT_WEIGHTS + number] += error * clipped_relu(*neuron);
            hidden[number] =
                error * self.numbers[OUTPUT_WEIGHTS + number] * clipped_relu_gradient(*neuron);
            gradient[HIDDEN_BIASES + number] += hidden[number];
        }
        let mut inputs = regions::add_gradient(
            &self.numbers[REGIONS..ROWS],
            &sample.features.cells,
            &pass.regions,
            error,
            &mut gradient[REGIONS..ROWS],
        );
        for (number, input) in pass.inputs.iter().enumerate() {
            let weights = HIDDEN_WEIGHTS + number * HIDDEN;
            for (neuron, error) in hidden.iter().enumerate() {
                gradient[weights + neuron] += error * clipped_relu(*input);
                inputs[number] += error * self.numbers[weights + neuron];
            }
            inputs[number] *= clipped_relu_gradient(*input);
            gradient[INPUT_BIASES + number] += inputs[number];
        }
        gradient[OUTPUT_BIAS] += error;
        for (half, codes) in sample.features.codes.iter().enumerate() {
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
            let expected = sigmoid(self.pass(sample).log_odds).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * expected.ln() + (1.0 - sample.target) * (1.0 - expected).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use engine::gomoku::training::{HEADER, built_in_text};
    use protocol::rules::Shape;

    use super::super::POINTS_PER_LOGIT;
    use super::super::tests::{check_gradient, samples};
    use super::*;

    /// For every kind of weight.
    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let samples = samples();
        let mut model = Model::new(&samples);
        let mut rng = StdRng::seed_from_u64(3);
        // Small enough to stay within the clipped range, at whose ends the slope jumps.
        model.numbers[ROWS..].fill_with(|| rng.random_range(-0.002..0.002));
        model.numbers[REGIONS..ROWS].copy_from_slice(&regions::any());
        for sample in &samples {
            let code = sample.features.codes[1][0];
            let mut indices = vec![
                INPUT_BIASES + 3,
                HIDDEN_BIASES + 5,
                HIDDEN_WEIGHTS + 2 * HIDDEN + 7,
                OUTPUT_WEIGHTS + 4,
                OUTPUT_BIAS,
                in_row(sample.features.codes[0][0], 1),
                in_row(code, HALF + 2),
                in_row(code, HALF + FEATURES),
            ];
            indices.extend(
                regions::one_of_each(&sample.features.cells)
                    .iter()
                    .map(|at| REGIONS + at),
            );
            check_gradient(&mut model, sample, &indices);
        }
    }

    /// Up to the rounding of rows.
    #[test]
    fn the_weights_of_the_engine_give_its_own_evaluation() {
        let text = built_in_text(Shape::new(15, 15, 5).unwrap());
        let model = Model::read(&mut text.strip_prefix(HEADER).unwrap().lines());
        for sample in &samples() {
            let value = sample.features.value as f32;
            let found = model.pass(sample).log_odds * POINTS_PER_LOGIT;
            assert!((value - found).abs() < 2.0, "{value} and {found}");
        }
    }
}
