//! The network as it is fitted.
//!
//! A position is a bag of codes: those of the empty cells, as the side to move and the other side see them.
//! The value that the network makes of them, put through the logistic function, is to foretell the score of a
//! search, put through the same.

use std::collections::HashSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::cross::Code;
use super::super::network::{FEATURES, HALF, HIDDEN, INPUTS, ONE, POINT, ROW};
use super::{SCALE, Sample, descent, hope, whole, write_line};

/// Where the numbers of the network are among all that are fitted. Then follow the rows.
const STARTS: usize = 0;
const UNIT_STARTS: usize = STARTS + INPUTS;
const UNITS: usize = UNIT_STARTS + HIDDEN;
const VALUES: usize = UNITS + INPUTS * HIDDEN;
const VALUE_START: usize = VALUES + HIDDEN;
const ROWS: usize = VALUE_START + 1;

/// The place of a number of a code's row.
fn in_row(code: u16, number: usize) -> usize {
    ROWS + usize::from(code) * ROW + number
}

/// The network while it is fitted. Points are counted in [`SCALE`].
pub(super) struct Model(Vec<f32>);

/// What the model makes of a position, step by step.
struct Pass {
    /// Before they are held between 0 and 1.
    inputs: [f32; INPUTS],
    units: [f32; HIDDEN],
    odds: f32,
}

/// Between 0 and 1.
fn held(number: f32) -> f32 {
    number.clamp(0.0, 1.0)
}

/// How what is held grows with what is not. A little even outside, so that nothing is stuck there.
fn slope_of_held(number: f32) -> f32 {
    if (0.0..=1.0).contains(&number) {
        1.0
    } else {
        0.01
    }
}

impl Model {
    /// Numbers drawn at random, so that each learns something else; for codes that are never met nothing.
    pub(super) fn new(samples: &[Sample]) -> Self {
        let mut rng = StdRng::seed_from_u64(1);
        let rows = Code::all_sorted().count();
        let mut numbers = vec![0.0; ROWS + rows * ROW];
        numbers[STARTS..UNITS].fill(0.3);
        numbers[UNITS..VALUE_START].fill_with(|| rng.random_range(-0.3..0.3));
        let met: HashSet<u16> = samples
            .iter()
            .flat_map(|sample| sample.codes.iter().flatten().copied())
            .collect();
        for code in (0..rows as u16).filter(|code| met.contains(code)) {
            numbers[in_row(code, 0)..][..ROW].fill_with(|| rng.random_range(-0.02..0.02));
        }
        Self(numbers)
    }

    fn pass(&self, sample: &Sample) -> Pass {
        let mut inputs: [f32; INPUTS] = self.0[STARTS..UNIT_STARTS]
            .try_into()
            .expect("as many as there are inputs");
        let mut odds = self.0[VALUE_START];
        for (half, codes) in sample.codes.iter().enumerate() {
            for &code in codes {
                let row = &self.0[in_row(code, half * HALF)..][..HALF];
                for (input, number) in inputs[half * FEATURES..].iter_mut().zip(&row[..FEATURES]) {
                    *input += number;
                }
                odds += row[FEATURES];
            }
        }
        let mut units: [f32; HIDDEN] = self.0[UNIT_STARTS..UNITS]
            .try_into()
            .expect("as many as there are units");
        for (input, weights) in inputs.iter().zip(self.0[UNITS..VALUES].chunks(HIDDEN)) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += held(*input) * weight;
            }
        }
        for (unit, weight) in units.iter().zip(&self.0[VALUES..VALUE_START]) {
            odds += held(*unit) * weight;
        }
        Pass {
            inputs,
            units,
            odds,
        }
    }

    /// Adds the lines that the engine reads.
    pub(super) fn write(&self, text: &mut String) {
        let numbers = &self.0;
        let feature = |number: &f32| whole(number * ONE as f32);
        let points = |number: &f32| whole(number * SCALE * POINT as f32);
        for (code, row) in Code::all_sorted().zip(numbers[ROWS..].chunks(ROW)) {
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
        let in_points = |number: &f32| (number * SCALE).to_string();
        write_line(
            text,
            "start",
            numbers[STARTS..UNIT_STARTS].iter().map(feature),
        );
        for weights in numbers[UNITS..VALUES].chunks(HIDDEN) {
            write_line(text, "input", weights.iter().map(plain));
        }
        write_line(
            text,
            "hidden",
            numbers[UNIT_STARTS..UNITS].iter().map(plain),
        );
        write_line(
            text,
            "value",
            numbers[VALUES..VALUE_START].iter().map(in_points),
        );
        write_line(
            text,
            "points",
            numbers[VALUE_START..ROWS].iter().map(in_points),
        );
    }
}

impl descent::Model for Model {
    fn numbers(&mut self) -> &mut [f32] {
        &mut self.0
    }

    fn learn(&self, sample: &Sample, gradient: &mut [f32]) {
        let pass = self.pass(sample);
        let error = hope(pass.odds) - sample.target;
        let mut units = [0.0; HIDDEN];
        for (number, unit) in pass.units.iter().enumerate() {
            gradient[VALUES + number] += error * held(*unit);
            units[number] = error * self.0[VALUES + number] * slope_of_held(*unit);
            gradient[UNIT_STARTS + number] += units[number];
        }
        let mut inputs = [0.0; INPUTS];
        for (number, input) in pass.inputs.iter().enumerate() {
            let weights = UNITS + number * HIDDEN;
            for (unit, error) in units.iter().enumerate() {
                gradient[weights + unit] += error * held(*input);
                inputs[number] += error * self.0[weights + unit];
            }
            inputs[number] *= slope_of_held(*input);
            gradient[STARTS + number] += inputs[number];
        }
        gradient[VALUE_START] += error;
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
            let hope = hope(self.pass(sample).odds).clamp(1e-6, 1.0 - 1e-6);
            -(sample.target * hope.ln() + (1.0 - sample.target) * (1.0 - hope).ln())
        });
        losses.sum::<f32>() / samples.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::network::{Network, exchange};
    use super::super::tests::{check_gradient, samples};
    use super::*;

    /// The slope of every kind of number, against a small step of the number itself.
    #[test]
    fn the_gradient_is_how_the_loss_grows() {
        let samples = samples();
        let mut model = Model::new(&samples);
        let mut rng = StdRng::seed_from_u64(3);
        // Little enough that nothing is held, where the slope changes at once.
        model.0[ROWS..].fill_with(|| rng.random_range(-0.002..0.002));
        for sample in &samples {
            let code = sample.codes[1][0];
            let places = [
                STARTS + 3,
                UNIT_STARTS + 5,
                UNITS + 2 * HIDDEN + 7,
                VALUES + 4,
                VALUE_START,
                in_row(sample.codes[0][0], 1),
                in_row(code, HALF + 2),
                in_row(code, HALF + FEATURES),
            ];
            check_gradient(&mut model, sample, &places);
        }
    }

    /// But for what is lost by rounding rows.
    #[test]
    fn what_is_read_values_positions_as_what_was_written_did() {
        let samples = samples();
        let model = Model::new(&samples);
        let mut text = String::new();
        model.write(&mut text);
        let network = Network::parse(&mut text.lines()).unwrap();
        for sample in &samples {
            let [own, others] = [0, 1].map(|side| {
                let mut sum = [0; ROW];
                for &code in &sample.codes[side] {
                    exchange(&mut sum, &[0; ROW], network.row(code));
                }
                sum
            });
            let value = network.value(&own, &others);
            let expected = model.pass(sample).odds * SCALE;
            assert!(
                (value as f32 - expected).abs() < 2.0,
                "{value} and {expected}"
            );
        }
    }
}
