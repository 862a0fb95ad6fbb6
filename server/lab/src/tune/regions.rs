//! The part of the network that sees regions, as it is fitted.
//!
//! Its weights are a part of the vector of weights of [`value`](super::value). From random weights its output begins at
//! nothing at all, so that it is fitted beside what the rest of the network knows.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use engine::gomoku::training::{
    BOARD_SCALE, CHANNELS, CellFeatures, INPUTS, NEURON_SCALE, NEURONS, PATTERNS, REGION_NEURONS,
    REGION_SCALE, REGIONS,
};

use super::file::{self, Line};
use super::{clipped_relu, clipped_relu_gradient};

/// Learning rate from random weights: half of it is too slow for some rounds.
pub(super) const RATE: f32 = 0.006;

/// Inputs of the hidden layer: features, channels of the board, and neurons of the regions.
const HIDDEN_INPUTS: usize = INPUTS + CHANNELS + REGION_NEURONS;

// Offsets of the parts of the weights.
const HIDDEN_BIASES: usize = 0;
const HIDDEN_WEIGHTS: usize = HIDDEN_BIASES + NEURONS;
const OUTPUT_WEIGHTS: usize = HIDDEN_WEIGHTS + HIDDEN_INPUTS * NEURONS;
const DIRECT_WEIGHTS: usize = OUTPUT_WEIGHTS + NEURONS;
const REGION_BIASES: usize = DIRECT_WEIGHTS + CHANNELS;
const REGION_WEIGHTS: usize = REGION_BIASES + REGION_NEURONS;
const CHANNEL_BIASES: usize = REGION_WEIGHTS + CHANNELS * REGION_NEURONS;
const ROWS: usize = CHANNEL_BIASES + CHANNELS;

/// Number of the weights.
pub(super) const WEIGHTS: usize = ROWS + PATTERNS * PATTERNS * CHANNELS;

/// A forward pass.
pub(super) struct Pass {
    /// By cell, before [`clipped_relu`].
    channels: Vec<[f32; CHANNELS]>,
    /// By region, the sums of its channels.
    sums: [[f32; CHANNELS]; REGIONS],
    /// By region, before [`clipped_relu`].
    neurons: [[f32; REGION_NEURONS]; REGIONS],
    inputs: [f32; HIDDEN_INPUTS],
    /// Before [`clipped_relu`].
    hidden: [f32; NEURONS],
    pub(super) log_odds: f32,
}

/// Offset of a row.
fn in_rows(row: u8) -> usize {
    ROWS + usize::from(row) * CHANNELS
}

/// Random weights, but for those of the outputs, which are 0.
pub(super) fn random() -> Vec<f32> {
    let mut rng = StdRng::seed_from_u64(4);
    let mut numbers = vec![0.0; WEIGHTS];
    numbers[HIDDEN_BIASES..HIDDEN_WEIGHTS].fill(0.3);
    numbers[HIDDEN_WEIGHTS..OUTPUT_WEIGHTS].fill_with(|| rng.random_range(-0.3..0.3));
    numbers[REGION_WEIGHTS..CHANNEL_BIASES].fill_with(|| rng.random_range(-0.3..0.3));
    numbers[CHANNEL_BIASES..ROWS].fill(0.05);
    numbers[ROWS..].fill_with(|| rng.random_range(-0.05..0.05));
    numbers
}

/// Returns `true` if a weight is one of the rows, whose numbers are added up over a whole board.
pub(super) fn is_in_row(weight: usize) -> bool {
    weight >= CHANNEL_BIASES
}

fn part<const N: usize>(numbers: &[f32], from: usize) -> [f32; N] {
    *numbers[from..]
        .first_chunk()
        .expect("the parts fill the weights")
}

/// The value of a position, with the features of the rest of the network.
pub(super) fn pass(numbers: &[f32], cells: &[CellFeatures], features: &[f32; INPUTS]) -> Pass {
    let mut sums = [[0.0; CHANNELS]; REGIONS];
    let biases: [f32; CHANNELS] = part(numbers, CHANNEL_BIASES);
    let mut channels = Vec::with_capacity(cells.len());
    for cell in cells {
        let mut at_cell = biases;
        for &row in &cell.pairs {
            add(&mut at_cell, &part(numbers, in_rows(row)));
        }
        add(
            &mut sums[usize::from(cell.region)],
            &at_cell.map(clipped_relu),
        );
        channels.push(at_cell);
    }
    let mut neurons = [part(numbers, REGION_BIASES); REGIONS];
    let mut inputs = [0.0; HIDDEN_INPUTS];
    inputs[..INPUTS].copy_from_slice(features);
    for (sums, neurons) in sums.iter().zip(&mut neurons) {
        for (at, sum) in sums.iter().enumerate() {
            inputs[INPUTS + at] += sum * BOARD_SCALE;
            let weights: [f32; REGION_NEURONS] =
                part(numbers, REGION_WEIGHTS + at * REGION_NEURONS);
            add_product(neurons, sum * REGION_SCALE, &weights);
        }
        for (at, neuron) in neurons.iter().enumerate() {
            inputs[INPUTS + CHANNELS + at] += clipped_relu(*neuron) * NEURON_SCALE;
        }
    }
    let mut hidden: [f32; NEURONS] = part(numbers, HIDDEN_BIASES);
    for (at, input) in inputs.iter().enumerate() {
        let weights: [f32; NEURONS] = part(numbers, HIDDEN_WEIGHTS + at * NEURONS);
        add_product(&mut hidden, *input, &weights);
    }
    let by_neurons = hidden.iter().zip(&numbers[OUTPUT_WEIGHTS..DIRECT_WEIGHTS]);
    let direct = inputs[INPUTS..]
        .iter()
        .zip(&numbers[DIRECT_WEIGHTS..REGION_BIASES]);
    let log_odds = by_neurons
        .map(|(neuron, weight)| clipped_relu(*neuron) * weight)
        .sum::<f32>()
        + direct.map(|(input, weight)| input * weight).sum::<f32>();
    Pass {
        channels,
        sums,
        neurons,
        inputs,
        hidden,
        log_odds,
    }
}

/// Adds the gradient, and returns that of the features.
pub(super) fn add_gradient(
    numbers: &[f32],
    cells: &[CellFeatures],
    pass: &Pass,
    error: f32,
    gradient: &mut [f32],
) -> [f32; INPUTS] {
    let mut hidden = [0.0; NEURONS];
    for (at, neuron) in pass.hidden.iter().enumerate() {
        gradient[OUTPUT_WEIGHTS + at] += error * clipped_relu(*neuron);
        hidden[at] = error * numbers[OUTPUT_WEIGHTS + at] * clipped_relu_gradient(*neuron);
        gradient[HIDDEN_BIASES + at] += hidden[at];
    }
    let mut inputs = [0.0; HIDDEN_INPUTS];
    for (at, input) in pass.inputs.iter().enumerate() {
        let weights = HIDDEN_WEIGHTS + at * NEURONS;
        for (neuron, error) in hidden.iter().enumerate() {
            gradient[weights + neuron] += error * input;
            inputs[at] += error * numbers[weights + neuron];
        }
    }
    let mut of_board = [0.0; CHANNELS];
    for (at, of_board) in of_board.iter_mut().enumerate() {
        gradient[DIRECT_WEIGHTS + at] += error * pass.inputs[INPUTS + at];
        *of_board = (inputs[INPUTS + at] + error * numbers[DIRECT_WEIGHTS + at]) * BOARD_SCALE;
    }
    let mut of_sums = [of_board; REGIONS];
    for (number, of_sums) in of_sums.iter_mut().enumerate() {
        let mut of_neurons = [0.0; REGION_NEURONS];
        for (at, neuron) in pass.neurons[number].iter().enumerate() {
            let error = inputs[INPUTS + CHANNELS + at] * NEURON_SCALE;
            of_neurons[at] = error * clipped_relu_gradient(*neuron);
            gradient[REGION_BIASES + at] += of_neurons[at];
        }
        for (at, of_sum) in of_sums.iter_mut().enumerate() {
            let weights = REGION_WEIGHTS + at * REGION_NEURONS;
            let input = pass.sums[number][at] * REGION_SCALE;
            for (neuron, error) in of_neurons.iter().enumerate() {
                gradient[weights + neuron] += error * input;
                *of_sum += error * numbers[weights + neuron] * REGION_SCALE;
            }
        }
    }
    let mut of_biases = [0.0; CHANNELS];
    for (cell, channels) in cells.iter().zip(&pass.channels) {
        let mut errors = of_sums[usize::from(cell.region)];
        for (error, channel) in errors.iter_mut().zip(channels) {
            *error *= clipped_relu_gradient(*channel);
        }
        add(&mut of_biases, &errors);
        for &row in &cell.pairs {
            let row = &mut gradient[in_rows(row)..][..CHANNELS];
            for (slope, error) in row.iter_mut().zip(&errors) {
                *slope += error;
            }
        }
    }
    for (slope, error) in gradient[CHANNEL_BIASES..].iter_mut().zip(&of_biases) {
        *slope += error;
    }
    *inputs.first_chunk().expect("the features come first")
}

fn add<const N: usize>(sums: &mut [f32; N], numbers: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

fn add_product<const N: usize>(sums: &mut [f32; N], input: f32, weights: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += input * weight;
    }
}

/// The lines of this part in the text of weights, if its weights begin at `from`.
pub(super) fn lines(from: usize) -> Vec<Line> {
    let pairs = (0..PATTERNS).flat_map(|own| (0..PATTERNS).map(move |theirs| (own, theirs)));
    let rows = pairs.enumerate().map(|(row, (own, theirs))| {
        let name = format!("pair {own:x}{theirs:x}");
        Line::new(name, from + in_rows(row as u8), CHANNELS, file::channel)
    });
    let block = |name: &str, at, count, unit| Line::block(name, from + at, count, NEURONS, unit);
    let (features, board) = (INPUTS * NEURONS, CHANNELS * NEURONS);
    rows.chain(block("channels", CHANNEL_BIASES, 1, file::channel))
        .chain(block("region biases", REGION_BIASES, 1, file::plain))
        .chain(block("region", REGION_WEIGHTS, CHANNELS, file::plain))
        .chain(block("neurons", HIDDEN_BIASES, 1, file::plain))
        .chain(block("feature", HIDDEN_WEIGHTS, INPUTS, file::plain))
        .chain(block(
            "board",
            HIDDEN_WEIGHTS + features,
            CHANNELS,
            file::plain,
        ))
        .chain(block(
            "regions",
            HIDDEN_WEIGHTS + features + board,
            REGION_NEURONS,
            file::plain,
        ))
        .chain(block("output", OUTPUT_WEIGHTS, 1, file::points))
        .chain(block("direct", DIRECT_WEIGHTS, 1, file::points))
        .collect()
}

// Every line has as many numbers as there are neurons.
const _: () = assert!(CHANNELS == NEURONS && REGION_NEURONS == NEURONS);

/// Random weights, those of the outputs too, which stay within the clipped range, at whose ends the slope jumps.
#[cfg(test)]
pub(super) fn any() -> Vec<f32> {
    let mut rng = StdRng::seed_from_u64(9);
    let mut numbers = random();
    numbers[OUTPUT_WEIGHTS..DIRECT_WEIGHTS].fill_with(|| rng.random_range(-0.5..0.5));
    numbers[DIRECT_WEIGHTS..REGION_BIASES].fill_with(|| rng.random_range(-0.02..0.02));
    numbers[REGION_BIASES..REGION_WEIGHTS].fill(0.3);
    numbers[REGION_WEIGHTS..CHANNEL_BIASES].fill_with(|| rng.random_range(-0.01..0.01));
    numbers[HIDDEN_WEIGHTS..OUTPUT_WEIGHTS].fill_with(|| rng.random_range(-0.01..0.01));
    numbers[CHANNEL_BIASES..ROWS].fill(0.3);
    numbers
}

/// Indices of a weight of each kind, with a row of these cells.
#[cfg(test)]
pub(super) fn one_of_each(cells: &[CellFeatures]) -> [usize; 9] {
    [
        HIDDEN_BIASES + 3,
        HIDDEN_WEIGHTS + 2 * NEURONS + 5,
        HIDDEN_WEIGHTS + (INPUTS + 3) * NEURONS + 1,
        HIDDEN_WEIGHTS + (INPUTS + CHANNELS + 3) * NEURONS + 1,
        OUTPUT_WEIGHTS + 4,
        DIRECT_WEIGHTS + 6,
        REGION_BIASES + 7,
        REGION_WEIGHTS + 3 * REGION_NEURONS + 2,
        in_rows(cells[cells.len() / 2].pairs[1]) + 5,
    ]
}
