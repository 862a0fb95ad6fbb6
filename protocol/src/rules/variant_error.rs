//! The error of the text form of variants.

use thiserror::Error;

use super::shape::ShapeError;

/// A text that names no [`Variant`](super::Variant).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// No rules have this name, or they have a fixed board and the text gives measures, or the reverse.
    #[error("unknown variant {name:?}; choose one of: {}", known.join(", "))]
    Unknown {
        /// The text, cut to 60 characters.
        name: String,
        /// The names that would do.
        known: Vec<String>,
    },
    /// The text behind the name of the rules, cut to 60 characters, is no board.
    #[error(
        "{0:?} is no board; write columns x rows x stones in a row, then how they are placed, \
         such as 9x7x5:falls, 12x12x6:free or 19x19x5:exact"
    )]
    Measures(String),
    /// The board is out of bounds.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}
