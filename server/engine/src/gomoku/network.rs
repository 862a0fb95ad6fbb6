//! The evaluation: a small network over the pattern codes of a position.
//!
//! ```text
//!   codes of one side    codes of the other
//!        | rows               | rows
//!        v                    v
//!   accumulator          accumulator               16 numbers each, a sum over all cells
//!   [0..8] if to move    [8..16] if not to move    the half that counts
//!        7 features + 7 features, clipped ReLU     14 inputs
//!                    v
//!              16 hidden neurons, clipped ReLU
//!                    v
//!   value = output of the neurons + output bias + the points of both halves (number 7 of each)
//! ```
//!
//! Every class of codes has a row of 16 numbers. A board keeps, for each side, the sum of the rows of its
//! cells: its accumulator, of which a move changes little. The unit of the value is the point; a difference
//! of 200 points is odds of e to 1.
//!
//! The numbers are [`weights`](super::weights). Source of the efficiently updated first layer: Y. Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).

use std::str::Lines;

use super::code::PatternCode;
use super::numbers::read_line;

/// Numbers of a half that are inputs of the hidden layer.
pub(super) const FEATURES: usize = 7;

/// Numbers of a half: the features, then points that are added to the value.
pub(super) const HALF: usize = FEATURES + 1;

/// Numbers of an accumulator and of a row: the half for the side to move, then that for the other side.
pub(super) const ACCUMULATOR: usize = 2 * HALF;

/// Inputs of every hidden neuron.
pub(super) const INPUTS: usize = 2 * FEATURES;

/// Hidden neurons.
pub(super) const HIDDEN: usize = 16;

/// Fixed-point 1 of a feature. Coarser steps are not enough: a common code is on dozens of cells, whose
/// rounding errors add up.
pub(super) const ONE: i32 = 1 << 16;

/// Fixed-point value of one point in a row.
pub(super) const POINT: i32 = 1 << 8;

/// The row of a class, or a sum of rows.
pub(super) type Accumulator = [i32; ACCUMULATOR];

/// The weights of the evaluation.
#[derive(Debug)]
pub(super) struct Network {
    /// By class.
    pub(super) rows: Vec<Accumulator>,
    /// In units of 1 / [`ONE`], like the features.
    pub(super) input_biases: [i32; INPUTS],
    pub(super) hidden_biases: [f32; HIDDEN],
    pub(super) hidden_weights: [[f32; HIDDEN]; INPUTS],
    /// In points.
    pub(super) output_bias: f32,
    /// In points.
    pub(super) output_weights: [f32; HIDDEN],
}

impl Network {
    /// Parses the lines of the network; `None` where one is missing or malformed.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let rows = PatternCode::all_sorted()
            .map(|code| read_line(lines, &format!("{:04x}", code.number())))
            .collect::<Option<_>>()?;
        let input_biases = read_line(lines, "start")?;
        let mut hidden_weights = [[0.0; HIDDEN]; INPUTS];
        for weights in &mut hidden_weights {
            *weights = read_line(lines, "input")?;
        }
        let hidden_biases = read_line(lines, "hidden")?;
        let output_weights = read_line(lines, "value")?;
        let [output_bias] = read_line(lines, "points")?;
        Some(Self {
            rows,
            input_biases,
            hidden_biases,
            hidden_weights,
            output_bias,
            output_weights,
        })
    }

    /// The row of a class.
    #[inline]
    pub(super) fn row(&self, class: u16) -> &Accumulator {
        &self.rows[usize::from(class)]
    }

    /// The value for the side to move in points, from its accumulator and the other side's.
    pub(super) fn value(&self, own: &Accumulator, theirs: &Accumulator) -> i32 {
        let features = own[..FEATURES].iter().chain(&theirs[HALF..HALF + FEATURES]);
        let mut hidden = self.hidden_biases;
        for ((feature, bias), weights) in features.zip(&self.input_biases).zip(&self.hidden_weights)
        {
            let input = (feature + bias).clamp(0, ONE) as f32 / ONE as f32;
            for (neuron, weight) in hidden.iter_mut().zip(weights) {
                *neuron += input * weight;
            }
        }
        let outputs = hidden.iter().zip(&self.output_weights);
        let output: f32 = outputs
            .map(|(neuron, weight)| neuron.clamp(0.0, 1.0) * weight)
            .sum();
        (own[FEATURES] + theirs[HALF + FEATURES]) / POINT + (output + self.output_bias) as i32
    }
}

/// Replaces the row `old` by `new` in a sum of rows.
#[inline]
pub(super) fn update_accumulator(sum: &mut Accumulator, old: &Accumulator, new: &Accumulator) {
    for ((sum, old), new) in sum.iter_mut().zip(old).zip(new) {
        *sum += new - old;
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Shape;

    use super::super::weights::Weights;
    use super::*;

    #[test]
    fn every_code_has_a_row_and_nothing_is_worth_nothing() {
        for (columns, rows) in [(15, 15), (20, 20)] {
            let shape = Shape::new(columns, rows, 5).unwrap();
            let network = &Weights::built_in(shape).network;
            assert_eq!(network.rows.len(), PatternCode::all_sorted().count());
            assert_eq!(network.row(0), &[0; ACCUMULATOR]);
        }
    }

    #[test]
    fn the_value_is_that_of_the_network_computed_by_hand() {
        let mut network = Network {
            rows: Vec::new(),
            input_biases: [0; INPUTS],
            hidden_biases: [0.0; HIDDEN],
            hidden_weights: [[0.0; HIDDEN]; INPUTS],
            output_bias: 5.0,
            output_weights: [0.0; HIDDEN],
        };
        // Own feature 0 and the other side's feature 2 are inputs of hidden neuron 3.
        network.input_biases[0] = ONE / 4;
        network.hidden_weights[0][3] = 0.5;
        network.hidden_weights[FEATURES + 2][3] = 0.25;
        network.output_weights[3] = 400.0;
        let (mut own, mut theirs) = ([0; ACCUMULATOR], [0; ACCUMULATOR]);
        assert_eq!(network.value(&own, &theirs), 5 + 50);
        own[0] = ONE / 4;
        theirs[HALF + 2] = 3 * ONE;
        // The halves for the other side to move do not count.
        own[HALF] = ONE;
        theirs[2] = ONE;
        assert_eq!(network.value(&own, &theirs), 5 + 100 + 100);
        own[FEATURES] = 30 * POINT;
        theirs[HALF + FEATURES] = -70 * POINT;
        assert_eq!(network.value(&own, &theirs), 5 + 200 - 40);
    }
}
