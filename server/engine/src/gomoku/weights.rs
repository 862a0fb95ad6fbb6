//! What cells are worth in the evaluation, by their code.
//!
//! Without the tuned file: the sum of what the lines are worth alone.

use super::cross::Code;
use super::pattern::Pattern;

/// What a cell is worth to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weights {
    /// Where the side is to move.
    pub(super) mover: i16,
    /// Where the other is.
    pub(super) waiter: i16,
}

/// By the number of a code in ascending order.
pub(super) fn all() -> Vec<Weights> {
    let mut weights = vec![Weights::default(); 1 << 16];
    for code in Code::all_sorted() {
        let sum = |line: &dyn Fn(Pattern) -> i16| {
            (0..4).map(|direction| line(code.pattern(direction))).sum()
        };
        weights[code.number()] = Weights {
            mover: sum(&|pattern| alone(pattern) * 5 / 4),
            waiter: sum(&alone),
        };
    }
    weights
}

fn alone(pattern: Pattern) -> i16 {
    match pattern {
        Pattern::Dead => 0,
        Pattern::One => 1,
        Pattern::OpenOne => 3,
        Pattern::Two => 4,
        Pattern::NarrowOpenTwo => 9,
        Pattern::OpenTwo => 12,
        Pattern::Three => 14,
        Pattern::NarrowOpenThree => 35,
        Pattern::OpenThree => 45,
        Pattern::Four => 50,
        Pattern::OpenFour | Pattern::Five => 150,
    }
}
