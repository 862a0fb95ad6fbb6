//! The families of rules.

use super::Rules;
use super::free::Free;
use super::gravity::Gravity;

/// The kind of rules of a variant, for all who must know more about it than [`Rules`] answers: bots that keep
/// boards of their own, protocols that can express some games only, seats that offer a choice of bots.
///
/// Closed on purpose. Match it without `_`, and compare it with nothing: what was written for the families of its day
/// must not accept a new one silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A disc drops to the lowest empty cell of its column, as in Connect Four.
    Gravity,
    /// A stone is placed on any empty cell, as in gomoku.
    Free,
}

impl Family {
    /// The rules of the family.
    pub fn rules(self) -> &'static dyn Rules {
        match self {
            Self::Gravity => &Gravity,
            Self::Free => &Free,
        }
    }
}
