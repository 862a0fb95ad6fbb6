//! The network as it is fitted.
//!
//! A position is a bag of codes: those of its empty cells, of the side to move and of the other side. The
//! sigmoid of the network's value is fitted to the sigmoid of the score of a search (cross entropy).

use std::collections::HashSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::code::PatternCode;
use super::super::network::{FEATURES, HALF, HIDDEN, Network, ONE, POINT, ROW};
use super::super::region_network::INPUTS;
use super::adam::{self, FITTED_RATE, RATE};
use super::regions;
use super::{
    POINTS_PER_LOGIT, Sample, clipped_relu, clipped_relu_gradient, quantise, sigmoid, write_line,
};

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
        let rows = PatternCode::all_sorted().count();
        let mut numbers = vec![0.0; ROWS + rows * ROW];
        numbers[INPUT_BIASES..HIDDEN_WEIGHTS].fill(0.3);
        numbers[HIDDEN_WEIGHTS..OUTPUT_BIAS].fill_with(|| rng.random_range(-0.3..0.3));
        numbers[REGIONS..ROWS].copy_from_slice(&regions::random());
        let met: HashSet<u16> = samples
            .iter()
            .flat_map(|sample| sample.codes.iter().flatten().copied())
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
        for (half, codes) in sample.codes.iter().enumerate() {
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
        let regions = regions::pass(&self.numbers[REGIONS..ROWS], &sample.cells, &features);
        log_odds += regions.log_odds;
        Pass {
            inputs,
            hidden,
            regions,
            log_odds,
        }
    }

    /// Adds the lines that the engine parses.
    pub(super) fn write(&self, text: &mut String) {
        let numbers = &self.numbers;
        let feature = |number: &f32| quantise(number * ONE as f32);
        let points = |number: &f32| quantise(number * POINTS_PER_LOGIT * POINT as f32);
        for (code, row) in PatternCode::all_sorted().zip(numbers[ROWS..].chunks(ROW)) {
            let row = row.iter().enumerate().map(|(at, number)| {
                if at % HALF < FEATURES {
                    feature(number)
                } else {
                    points(number)
                }
            });
            write_line(text, &format!("{:04x}", code.number()), row);
        }
        let plain = |number: &f32| number.to_string();
        let in_points = |number: &f32| (number * POINTS_PER_LOGIT).to_string();
        write_line(
            text,
            "start",
            numbers[INPUT_BIASES..HIDDEN_BIASES].iter().map(feature),
        );
        for weights in numbers[HIDDEN_WEIGHTS..OUTPUT_WEIGHTS].chunks(HIDDEN) {
            write_line(text, "input", weights.iter().map(plain));
        }
        write_line(
            text,
            "hidden",
            numbers[HIDDEN_BIASES..HIDDEN_WEIGHTS].iter().map(plain),
        );
        write_line(
            text,
            "value",
            numbers[OUTPUT_WEIGHTS..OUTPUT_BIAS].iter().map(in_points),
        );
        write_line(
            text,
            "points",
            numbers[OUTPUT_BIAS..REGIONS].iter().map(in_points),
        );
        regions::write(&numbers[REGIONS..ROWS], text);
    }
}

/// A network that was fitted before.
impl From<&Network> for Model {
    fn from(network: &Network) -> Self {
        let feature = |number: i32| number as f32 / ONE as f32;
        let points = |number: f32| number / POINTS_PER_LOGIT;
        let rows = &network.rows[..PatternCode::all_sorted().count()];
        let mut numbers = Vec::with_capacity(ROWS + rows.len() * ROW);
        numbers.extend(network.input_biases.map(feature));
        numbers.extend(network.hidden_biases);
        numbers.extend(network.hidden_weights.as_flattened());
        numbers.extend(network.output_weights.map(points));
        numbers.push(points(network.output_bias));
        numbers.extend(regions::weights_of(&network.regions));
        for row in rows {
            numbers.extend(row.iter().enumerate().map(|(at, &number)| {
                if at % HALF < FEATURES {
                    feature(number)
                } else {
                    points(number as f32 / POINT as f32)
                }
            }));
        }
        Self {
            numbers,
            row_rate: FITTED_RATE,
            region_rates: [FITTED_RATE, RATE],
        }
    }
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
            &sample.cells,
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
            let expected = sigmoid(self.pass(sample).log_odds).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * expected.ln() + (1.0 - sample.target) * (1.0 - expected).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::code::CodePair;
    use super::super::super::network::Network;
    use super::super::super::pattern::PATTERNS;
    use super::super::super::region_network::RegionSums;
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
            let code = sample.codes[1][0];
            let mut indices = vec![
                INPUT_BIASES + 3,
                HIDDEN_BIASES + 5,
                HIDDEN_WEIGHTS + 2 * HIDDEN + 7,
                OUTPUT_WEIGHTS + 4,
                OUTPUT_BIAS,
                in_row(sample.codes[0][0], 1),
                in_row(code, HALF + 2),
                in_row(code, HALF + FEATURES),
            ];
            indices.extend(
                regions::one_of_each(&sample.cells)
                    .iter()
                    .map(|at| REGIONS + at),
            );
            check_gradient(&mut model, sample, &indices);
        }
    }

    /// Up to the rounding of rows.
    #[test]
    fn a_network_read_back_has_the_values_of_the_one_written() {
        let samples = samples();
        let mut model = Model::new(&samples);
        model.numbers[REGIONS..ROWS].copy_from_slice(&regions::any());
        let mut text = String::new();
        model.write(&mut text);
        let network = Network::parse(&mut text.lines()).unwrap();
        for sample in &samples {
            let mut accumulator = [[0; HALF]; 2];
            for (half, codes) in sample.codes.iter().enumerate() {
                for &code in codes {
                    network.replace(&mut accumulator, half, 0, code);
                }
            }
            let mut sums = RegionSums::new();
            for cell in &sample.cells {
                let code = |place: u8| {
                    let pattern = |row: u8| PATTERNS[usize::from(row / place % 12)];
                    PatternCode::from(cell.rows.map(pattern))
                };
                let network = &network.regions;
                let codes = CodePair::new([code(12), code(1)]);
                sums.add(network, cell.region, codes);
            }
            sums.refresh(&network.regions);
            let value = network.value(&accumulator, &sums, &mut [[0.0; HIDDEN]; 2]);
            let expected = model.pass(sample).log_odds * POINTS_PER_LOGIT;
            assert!(
                (value as f32 - expected).abs() < 2.0,
                "{value} and {expected}"
            );
        }
    }
}
