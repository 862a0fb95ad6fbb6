//! The part of the evaluation that sees which patterns of both sides meet at a cell, and in which region.
//!
//! ```text
//!   an empty cell: on each of its four lines a pair of patterns, of the side to move and of the other side
//!        | rows of the four pairs, added, clipped ReLU
//!        v
//!   16 channels of the cell
//!        | sum over a region, a ninth of the board
//!        v
//!   16 channels of each region ------------------.
//!        | 16 neurons, the same for all regions   | sum over the board
//!        v                                        v
//!   16 sums over the regions                 16 sums      and the 14 features of `network`
//!        '------------------.---------------------'
//!                           v
//!                  16 hidden neurons, clipped ReLU
//!                           v
//!   value, added to that of `network` = output of the neurons + a weighted sum of the 16 sums
//! ```
//!
//! A stone changes the channels of some thirty cells at most. The sums are those that one side sees, so that a position
//! needs them for its side to move alone; they are made from those of the position before (`evaluator`).

use std::array;
use std::str::Lines;

use super::code::CodePair;
use super::numbers::read_line;
use super::pattern::PATTERNS;

/// Inputs of the hidden layer that are not of regions: the features of both sides.
pub const INPUTS: usize = 14;

/// Channels of a cell.
pub const CHANNELS: usize = 16;

/// Regions of a board: three times three.
pub const REGIONS: usize = 9;

/// Neurons of a region.
pub const REGION_NEURONS: usize = 16;

/// Neurons of the hidden layer.
pub const NEURONS: usize = 16;

/// Fixed-point 1 of a channel. A region of the largest board has 49 cells, whose sum fits 16 bits.
pub const CHANNEL_ONE: i16 = 512;

/// Greatest number in a row, so that four rows and the biases fit 16 bits.
pub const MAX_ROW: i16 = 6_000;

/// Scale that brings the sums of channels over the board near 1, for the hidden layer.
pub const BOARD_SCALE: f32 = 1.0 / 16.0;

/// Scale that brings the sums of channels over a region near 1, for its neurons.
pub const REGION_SCALE: f32 = 1.0 / 4.0;

/// Scale of the sums of the neurons of the regions.
pub const NEURON_SCALE: f32 = 1.0 / 4.0;

/// Rows, those of pairs of which one is no pattern included.
const ROWS: usize = 256;

/// Channels of a cell or of a region.
pub(super) type Channels = [i16; CHANNELS];

/// The sums of the channels of each region, as one side sees them, and what its neurons make of them.
#[derive(Clone, Debug)]
pub(super) struct RegionSums {
    sums: [Channels; REGIONS],
    /// By region, after the activation.
    neurons: [[f32; REGION_NEURONS]; REGIONS],
    /// The regions whose sums were changed since their neurons were computed, one bit each.
    changed: u32,
}

/// The weights of this part of the evaluation.
#[derive(Debug)]
pub(super) struct RegionNetwork {
    /// By pair of patterns.
    rows: Box<[Channels; ROWS]>,
    biases: Channels,
    region_biases: [f32; REGION_NEURONS],
    region_weights: [[f32; REGION_NEURONS]; CHANNELS],
    hidden_biases: [f32; NEURONS],
    /// By feature of the network.
    feature_weights: [[f32; NEURONS]; INPUTS],
    /// By channel of the whole board.
    board_weights: [[f32; NEURONS]; CHANNELS],
    /// By neuron of the regions.
    neuron_weights: [[f32; NEURONS]; REGION_NEURONS],
    /// In points.
    output_weights: [f32; NEURONS],
    /// In points, of the sums of the whole board.
    direct_weights: [f32; CHANNELS],
}

/// Index of the row of a pair of patterns: of the side to move, and of the other side.
fn row_index(own: usize, theirs: usize) -> usize {
    own << 4 | theirs
}

/// Every pair of patterns by number: of the side to move, and of the other side.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let numbers = 0..PATTERNS.len();
    numbers
        .clone()
        .flat_map(move |own| numbers.clone().map(move |theirs| (own, theirs)))
}

impl RegionNetwork {
    /// Parses the lines of this part; `None` where one is missing or malformed.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let mut rows = Box::new([[0; CHANNELS]; ROWS]);
        for (own, theirs) in pairs() {
            let row: Channels = read_line(lines, &format!("pair {own:x}{theirs:x}"))?;
            if row.iter().any(|number| number.abs() > MAX_ROW) {
                return None;
            }
            rows[row_index(own, theirs)] = row;
        }
        let biases: Channels = read_line(lines, "channels")?;
        if biases.iter().any(|number| number.abs() > MAX_ROW) {
            return None;
        }
        Some(Self {
            rows,
            biases,
            region_biases: read_line(lines, "region biases")?,
            region_weights: read_lines(lines, "region")?,
            hidden_biases: read_line(lines, "neurons")?,
            feature_weights: read_lines(lines, "feature")?,
            board_weights: read_lines(lines, "board")?,
            neuron_weights: read_lines(lines, "regions")?,
            output_weights: read_line(lines, "output")?,
            direct_weights: read_line(lines, "direct")?,
        })
    }

    /// A network whose value is 0.
    #[cfg(test)]
    pub(super) fn zero() -> Self {
        Self {
            rows: Box::new([[0; CHANNELS]; ROWS]),
            biases: [0; CHANNELS],
            region_biases: [0.0; REGION_NEURONS],
            region_weights: [[0.0; REGION_NEURONS]; CHANNELS],
            hidden_biases: [0.0; NEURONS],
            feature_weights: [[0.0; NEURONS]; INPUTS],
            board_weights: [[0.0; NEURONS]; CHANNELS],
            neuron_weights: [[0.0; NEURONS]; REGION_NEURONS],
            output_weights: [0.0; NEURONS],
            direct_weights: [0.0; CHANNELS],
        }
    }

    /// The channels of an empty cell with these [pairs](CodePair::pairs) of patterns, before [`clipped_relu`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a fifth of it")]
    fn channels(&self, pairs: u32) -> Channels {
        pairs
            .to_le_bytes()
            .into_iter()
            .fold(self.biases, |channels, pair| {
                let row = &self.rows[usize::from(pair)];
                array::from_fn(|at| channels[at] + row[at])
            })
    }

    /// The value for the side to move in points, which is added to that of the network with these features. The neurons
    /// of the regions are [up to date](RegionSums::refresh); those of the hidden layer are computed in `hidden`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    pub(super) fn value(
        &self,
        features: &[f32; INPUTS],
        sums: &RegionSums,
        hidden: &mut [f32; NEURONS],
    ) -> f32 {
        let mut neurons = [0.0; REGION_NEURONS];
        let mut board = [0_i32; CHANNELS];
        for (sums, outputs) in sums.sums.iter().zip(&sums.neurons) {
            for (whole, sum) in board.iter_mut().zip(sums) {
                *whole += i32::from(*sum);
            }
            for (sum, output) in neurons.iter_mut().zip(outputs) {
                *sum += output;
            }
        }
        let board = board.map(|sum| sum as f32 * (BOARD_SCALE / f32::from(CHANNEL_ONE)));
        let neurons = neurons.map(|sum| sum * NEURON_SCALE);
        *hidden = self.hidden_biases;
        add_products(hidden, features, &self.feature_weights);
        add_products(hidden, &board, &self.board_weights);
        add_products(hidden, &neurons, &self.neuron_weights);
        let mut value = 0.0;
        for (input, direct) in board.iter().zip(&self.direct_weights) {
            value += input * direct;
        }
        value + output(hidden, &self.output_weights)
    }
}

/// Adds the products of all inputs and their weights, in the order of the inputs.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled for several instruction sets"
)]
pub(super) fn add_products<const N: usize, const M: usize>(
    sums: &mut [f32; N],
    inputs: &[f32; M],
    weights: &[[f32; N]; M],
) {
    let mut all = *sums;
    for (input, weights) in inputs.iter().zip(weights) {
        for (sum, weight) in all.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    *sums = all;
}

/// The output of hidden neurons, which become what each adds to it.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled for several instruction sets"
)]
#[expect(clippy::manual_clamp, reason = "`clamp` becomes branches here")]
pub(super) fn output<const N: usize>(neurons: &mut [f32; N], weights: &[f32; N]) -> f32 {
    for (neuron, weight) in neurons.iter_mut().zip(weights) {
        *neuron = neuron.max(0.0).min(1.0) * weight;
    }
    neurons.iter().sum()
}

fn read_lines<const N: usize, const M: usize>(
    lines: &mut Lines<'_>,
    name: &str,
) -> Option<[[f32; N]; M]> {
    let mut numbers = [[0.0; N]; M];
    for numbers in &mut numbers {
        *numbers = read_line(lines, name)?;
    }
    Some(numbers)
}

impl RegionSums {
    /// The sums of a board without an empty cell.
    pub(super) const fn new() -> Self {
        Self {
            sums: [[0; CHANNELS]; REGIONS],
            neurons: [[0.0; REGION_NEURONS]; REGIONS],
            changed: (1 << REGIONS) - 1,
        }
    }

    /// Adds an empty cell of a region, with its codes as the side sees them.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as it does")]
    pub(super) fn add(&mut self, network: &RegionNetwork, region: u8, codes: CodePair) {
        let channels = network.channels(codes.pairs());
        self.change(region, |at| clipped_relu(channels[at]));
    }

    /// Takes an empty cell out of a region.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as it does")]
    pub(super) fn remove(&mut self, network: &RegionNetwork, region: u8, codes: CodePair) {
        let channels = network.channels(codes.pairs());
        self.change(region, |at| -clipped_relu(channels[at]));
    }

    /// Replaces the codes of an empty cell of a region, where those of one direction alone may differ.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is most of an evaluation")]
    pub(super) fn replace(
        &mut self,
        network: &RegionNetwork,
        region: u8,
        direction: usize,
        old: CodePair,
        new: CodePair,
    ) {
        let pairs = old.pairs();
        let channels = network.channels(pairs);
        let old = &network.rows[usize::from((pairs >> (8 * direction)) as u8)];
        let new = &network.rows[usize::from(new.pair(direction))];
        self.change(region, |at| {
            let channel = channels[at];
            clipped_relu(channel - old[at] + new[at]) - clipped_relu(channel)
        });
    }

    /// Adds numbers to the sums of a region.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is most of an evaluation")]
    fn change(&mut self, region: u8, number: impl Fn(usize) -> i16) {
        let region = usize::from(region);
        // Summed up beside the old sums, so that these cannot be what the numbers are read from.
        let sums = self.sums[region];
        self.sums[region] = array::from_fn(|at| sums[at] + number(at));
        self.changed |= 1 << region;
    }

    /// Computes the neurons of the regions that were changed.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    pub(super) fn refresh(&mut self, network: &RegionNetwork) {
        let mut changed = std::mem::take(&mut self.changed);
        while changed != 0 {
            let region = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let scaled = |sum| f32::from(sum) * (REGION_SCALE / f32::from(CHANNEL_ONE));
            let inputs = self.sums[region].map(scaled);
            let mut outputs = network.region_biases;
            add_products(&mut outputs, &inputs, &network.region_weights);
            self.neurons[region] = outputs.map(|output| output.clamp(0.0, 1.0));
        }
    }
}

/// The activation of a channel.
#[inline]
fn clipped_relu(channel: i16) -> i16 {
    channel.clamp(0, CHANNEL_ONE)
}
