//! The evaluation: a small network over the pattern codes of a position.
//!
//! ```text
//!   codes of the side to move    codes of the other side
//!        | rows[0..8]                 | rows[8..16]
//!        v                            v
//!   8 numbers                    8 numbers              the accumulator, a sum over all cells
//!        7 features + 7 features, clipped ReLU          14 inputs
//!                    v
//!              16 hidden neurons, clipped ReLU
//!                    v
//!   value = output of the neurons + output bias + the points of both halves (number 7 of each)
//!           + the value of the part that has regions
//! ```
//!
//! Every class of codes has a row of 16 numbers, and a move changes little of their sum: see
//! [`evaluator`](super::evaluator). The unit of the value is the point; a difference of 200 points is odds of e to 1.
//!
//! The part that sees which patterns meet, and where, is [`region_network`](super::region_network).
//!
//! The numbers are [`weights`](super::weights). Source of the efficiently updated first layer: Y. Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).

use std::str::Lines;

use super::code::PatternCode;
use super::code_table::CLASS_LIMIT;
use super::numbers::read_line;
use super::region_network::{INPUTS, RegionNetwork, RegionSums, add_products, output};

/// Numbers of a half that are inputs of the hidden layer.
pub const FEATURES: usize = 7;

/// Numbers of a half: the features, then points that are added to the value.
pub const HALF: usize = FEATURES + 1;

/// Numbers of a row: the half for the codes of the side to move, then that for those of the other side.
pub const ROW: usize = 2 * HALF;

const _: () = assert!(INPUTS == 2 * FEATURES);

/// Hidden neurons.
pub const HIDDEN: usize = 16;

/// Fixed-point 1 of a feature. Coarser steps are not enough: a common code is on dozens of cells, whose
/// rounding errors add up.
pub const ONE: i32 = 1 << 16;

/// Fixed-point value of one point in a row.
pub const POINT: i32 = 1 << 8;

/// The row of a class.
pub(super) type Row = [i32; ROW];

/// A sum of rows as one side sees them: of its own codes, and of those of the other side.
pub(super) type Accumulator = [[i32; HALF]; 2];

/// The weights of the evaluation.
#[derive(Debug)]
pub(super) struct Network {
    /// By class; those beyond the last class are nothing.
    pub(super) rows: Box<[Row; CLASS_LIMIT]>,
    /// In units of 1 / [`ONE`], like the features.
    pub(super) input_biases: [i32; INPUTS],
    pub(super) hidden_biases: [f32; HIDDEN],
    pub(super) hidden_weights: [[f32; HIDDEN]; INPUTS],
    /// In points.
    pub(super) output_bias: f32,
    /// In points.
    pub(super) output_weights: [f32; HIDDEN],
    /// The part that sees where.
    pub(super) regions: RegionNetwork,
}

impl Network {
    /// Parses the lines of the network; `None` where one is missing or malformed.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let mut rows = no_rows();
        for (row, code) in rows.iter_mut().zip(PatternCode::all_sorted()) {
            *row = read_line(lines, &format!("{:04x}", code.number()))?;
        }
        let input_biases = read_line(lines, "start")?;
        let mut hidden_weights = [[0.0; HIDDEN]; INPUTS];
        for weights in &mut hidden_weights {
            *weights = read_line(lines, "input")?;
        }
        let hidden_biases = read_line(lines, "hidden")?;
        let output_weights = read_line(lines, "value")?;
        let [output_bias] = read_line(lines, "points")?;
        let regions = RegionNetwork::parse(lines)?;
        Some(Self {
            rows,
            input_biases,
            hidden_biases,
            hidden_weights,
            output_bias,
            output_weights,
            regions,
        })
    }

    /// A half of the row of a class: for the codes of the side that sees it, or for those of the other side.
    #[inline]
    fn half_row(&self, class: u16, half: usize) -> &[i32; HALF] {
        let class = usize::from(class) % CLASS_LIMIT;
        let (own, theirs) = self.rows[class].split_at(HALF);
        let half = if half == 0 { own } else { theirs };
        half.first_chunk().expect("both halves are complete")
    }

    /// Replaces the class of a cell in an accumulator: that of the side that sees it (half 0), or that of the other
    /// side.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    pub(super) fn replace(&self, accumulator: &mut Accumulator, half: usize, old: u16, new: u16) {
        let rows = self
            .half_row(old, half)
            .iter()
            .zip(self.half_row(new, half));
        for (sum, (old, new)) in accumulator[half].iter_mut().zip(rows) {
            *sum += new - old;
        }
    }

    /// The value in points for the side whose accumulator and sums of the regions these are. The neurons of the hidden
    /// layers are computed in `hidden`: numbers that go to memory are computed in whole vectors, and those that are
    /// only added up afterwards, in pairs.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    pub(super) fn value(
        &self,
        accumulator: &Accumulator,
        sums: &RegionSums,
        hidden: &mut [[f32; HIDDEN]; 2],
    ) -> i32 {
        let [own, theirs] = accumulator;
        let features = own[..FEATURES].iter().chain(&theirs[..FEATURES]);
        let mut inputs = [0.0; INPUTS];
        for ((input, feature), bias) in inputs.iter_mut().zip(features).zip(&self.input_biases) {
            *input = (feature + bias).clamp(0, ONE) as f32 / ONE as f32;
        }
        let [hidden, of_regions] = hidden;
        *hidden = self.hidden_biases;
        add_products(hidden, &inputs, &self.hidden_weights);
        let output = output(hidden, &self.output_weights);
        let by_regions = self.regions.value(&inputs, sums, of_regions);
        (own[FEATURES] + theirs[FEATURES]) / POINT + (output + self.output_bias + by_regions) as i32
    }
}

/// Rows that are nothing yet.
fn no_rows() -> Box<[Row; CLASS_LIMIT]> {
    let rows = vec![[0; ROW]; CLASS_LIMIT];
    rows.try_into().expect("as many as there may be")
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
            assert!(PatternCode::all_sorted().count() <= CLASS_LIMIT);
            assert_eq!(network.rows[0], [0; ROW]);
        }
    }

    #[test]
    fn the_value_is_that_of_the_network_computed_by_hand() {
        let mut network = Network {
            rows: no_rows(),
            input_biases: [0; INPUTS],
            hidden_biases: [0.0; HIDDEN],
            hidden_weights: [[0.0; HIDDEN]; INPUTS],
            output_bias: 5.0,
            output_weights: [0.0; HIDDEN],
            regions: RegionNetwork::zero(),
        };
        let sums = RegionSums::new();
        // Own feature 0 and the other side's feature 2 are inputs of hidden neuron 3.
        network.input_biases[0] = ONE / 4;
        network.hidden_weights[0][3] = 0.5;
        network.hidden_weights[FEATURES + 2][3] = 0.25;
        network.output_weights[3] = 400.0;
        let mut accumulator = [[0; HALF]; 2];
        assert_eq!(
            network.value(&accumulator, &sums, &mut [[0.0; HIDDEN]; 2]),
            5 + 50
        );
        accumulator[0][0] = ONE / 4;
        accumulator[1][2] = 3 * ONE;
        assert_eq!(
            network.value(&accumulator, &sums, &mut [[0.0; HIDDEN]; 2]),
            5 + 100 + 100
        );
        accumulator[0][FEATURES] = 30 * POINT;
        accumulator[1][FEATURES] = -70 * POINT;
        assert_eq!(
            network.value(&accumulator, &sums, &mut [[0.0; HIDDEN]; 2]),
            5 + 200 - 40
        );
    }
}
