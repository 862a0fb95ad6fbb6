//! The two sides, and things held once per side.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One of the two sides of a game. `First` makes ply 1.
///
/// Colours belong to the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Makes the odd plies: 1, 3, 5.
    First,
    /// Makes the even plies: 2, 4, 6.
    Second,
}

impl Side {
    /// Both sides, in order of play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The side that makes the ply after `plies` plies.
    pub fn to_move_after(plies: usize) -> Self {
        if plies.is_multiple_of(2) {
            Self::First
        } else {
            Self::Second
        }
    }
}

/// A text, held here, that is no [`Side`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no side; say first or second")]
pub struct SideError(pub String);

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "first" => Ok(Self::First),
            "second" => Ok(Self::Second),
            _ => Err(SideError(text.to_owned())),
        }
    }
}

/// A `T` for each side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Encode, Decode, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct BySide<T> {
    /// Value of [`Side::First`].
    pub first: T,
    /// Value of [`Side::Second`].
    pub second: T,
}

impl<T> BySide<T> {
    /// Calls `make` for each side's value, first side first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self {
            first: make(Side::First),
            second: make(Side::Second),
        }
    }

    /// Applies `change` to both values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            first: change(self.first),
            second: change(self.second),
        }
    }

    /// Borrows both values.
    pub fn as_ref(&self) -> BySide<&T> {
        BySide {
            first: &self.first,
            second: &self.second,
        }
    }

    /// Each side with its value, first side first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::First, &self.first), (Side::Second, &self.second)].into_iter()
    }

    /// The side whose value `wanted` accepts; the first of the two where both do.
    pub fn find(&self, mut wanted: impl FnMut(&T) -> bool) -> Option<Side> {
        self.iter()
            .find(|(_, value)| wanted(value))
            .map(|(side, _)| side)
    }

    /// The two values exchanged, as after a rematch.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_reads_back_from_its_word() {
        for side in Side::BOTH {
            assert_eq!(side.to_string().parse(), Ok(side));
        }
        for wrong in ["", "First", "third", "1"] {
            let error = wrong.parse::<Side>().unwrap_err().to_string();
            assert!(error.ends_with("say first or second"), "{error}");
        }
    }

    #[test]
    fn the_side_of_a_value_is_found_and_the_first_of_two() {
        let values = BySide::from_fn(|side| side.to_string());
        assert_eq!(values.find(|word| word == "second"), Some(Side::Second));
        assert_eq!(values.find(|_| true), Some(Side::First));
        assert_eq!(values.find(|_| false), None);
        let pairs: Vec<_> = values.iter().collect();
        let [first, second] = ["first", "second"].map(str::to_owned);
        assert_eq!(pairs, [(Side::First, &first), (Side::Second, &second)]);
    }
}
