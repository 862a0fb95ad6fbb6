//! What a position is worth: a small network over the codes of its cells.
//!
//! codes -> rows -> sums -> inputs -> hidden units -> value
//!
//! Every code has a row of numbers. A board keeps, for each side, the sum of the rows of its cells. The first
//! half of a side's sum counts where it is to move, the second where the other is: so a position has one half
//! of each side's. The last number of a half is an amount of points; the others, held between 0 and 1, are the
//! inputs of the hidden units, and these, held likewise, lead to the rest of the value.
//!
//! The numbers are in `weights.txt`. Source of the idea, a first layer of sums that a move changes little:
//! Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).

use std::str::Lines;

use super::cross::Code;
use super::weights::numbers;

/// Sums of a half that lead to the hidden units.
pub(super) const FEATURES: usize = 7;

/// Numbers of a half: the features, and an amount of points.
pub(super) const HALF: usize = FEATURES + 1;

/// Numbers of a row.
pub(super) const ROW: usize = 2 * HALF;

/// Inputs of every hidden unit.
pub(super) const INPUTS: usize = 2 * FEATURES;

/// Hidden units.
pub(super) const HIDDEN: usize = 16;

/// A feature of so much is 1. Fine enough for codes of which there are dozens, whose errors add up.
pub(super) const ONE: i32 = 1 << 16;

/// An amount of so much is a point.
pub(super) const POINT: i32 = 1 << 8;

/// The numbers of a code, or the sum of many.
pub(super) type Row = [i32; ROW];

/// See the module.
#[derive(Debug)]
pub(super) struct Network {
    /// By the place of a code among all in ascending order.
    rows: Vec<Row>,
    /// What is added to every input.
    start: [i32; INPUTS],
    hidden_start: [f32; HIDDEN],
    /// What each input adds to each hidden unit.
    hidden: [[f32; HIDDEN]; INPUTS],
    value_start: f32,
    /// What each hidden unit adds to the value, in points.
    value: [f32; HIDDEN],
}

impl Network {
    /// The network that these lines describe; nothing where they describe none.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let rows = Code::all_sorted()
            .map(|code| numbers(lines, &format!("{:04x}", code.number())))
            .collect::<Option<_>>()?;
        let start = numbers(lines, "start")?;
        let mut hidden = [[0.0; HIDDEN]; INPUTS];
        for to_units in &mut hidden {
            *to_units = numbers(lines, "input")?;
        }
        let hidden_start = numbers(lines, "hidden")?;
        let value = numbers(lines, "value")?;
        let [value_start] = numbers(lines, "points")?;
        Some(Self {
            rows,
            start,
            hidden_start,
            hidden,
            value_start,
            value,
        })
    }

    /// The row of the code at this place.
    #[inline]
    pub(super) fn row(&self, place: u16) -> &Row {
        &self.rows[usize::from(place)]
    }

    /// The value for the side to move, from its sum and the other's.
    pub(super) fn value(&self, own: &Row, others: &Row) -> i32 {
        let features = own[..FEATURES].iter().chain(&others[HALF..HALF + FEATURES]);
        let mut units = self.hidden_start;
        for ((feature, start), to_units) in features.zip(&self.start).zip(&self.hidden) {
            let input = (feature + start).clamp(0, ONE) as f32 / ONE as f32;
            for (unit, weight) in units.iter_mut().zip(to_units) {
                *unit += input * weight;
            }
        }
        let indirect = units.iter().zip(&self.value);
        let indirect: f32 = indirect
            .map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight)
            .sum();
        (own[FEATURES] + others[HALF + FEATURES]) / POINT + (indirect + self.value_start) as i32
    }
}

/// Adds the numbers of one row and takes away those of another.
#[inline]
pub(super) fn exchange(sum: &mut Row, old: &Row, new: &Row) {
    for ((sum, old), new) in sum.iter_mut().zip(old).zip(new) {
        *sum += new - old;
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::Weights;
    use super::*;

    #[test]
    fn every_code_has_a_row_and_nothing_is_worth_nothing() {
        let network = &Weights::ours().network;
        assert_eq!(network.rows.len(), Code::all_sorted().count());
        assert_eq!(network.row(0), &[0; ROW]);
    }

    #[test]
    fn the_value_is_that_of_the_network_computed_by_hand() {
        let mut network = Network {
            rows: Vec::new(),
            start: [0; INPUTS],
            hidden_start: [0.0; HIDDEN],
            hidden: [[0.0; HIDDEN]; INPUTS],
            value_start: 5.0,
            value: [0.0; HIDDEN],
        };
        // Own feature 0 and the other side's feature 2 lead to unit 3.
        network.start[0] = ONE / 4;
        network.hidden[0][3] = 0.5;
        network.hidden[FEATURES + 2][3] = 0.25;
        network.value[3] = 400.0;
        let (mut own, mut others) = ([0; ROW], [0; ROW]);
        assert_eq!(network.value(&own, &others), 5 + 50);
        own[0] = ONE / 4;
        others[HALF + 2] = 3 * ONE;
        // What counts where the other side is to move does not here.
        own[HALF] = ONE;
        others[2] = ONE;
        assert_eq!(network.value(&own, &others), 5 + 100 + 100);
        own[FEATURES] = 30 * POINT;
        others[HALF + FEATURES] = -70 * POINT;
        assert_eq!(network.value(&own, &others), 5 + 200 - 40);
    }
}
