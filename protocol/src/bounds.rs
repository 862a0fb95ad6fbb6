//! The error of numbers that are only ever within their bounds.

use thiserror::Error;

/// A number out of its bounds, or no number at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// The number is out of bounds.
    #[error("{what} must be {low} to {high}, not {value}")]
    OutOfBounds {
        /// Name of the number, for a sentence.
        what: &'static str,
        /// The least value allowed.
        low: u64,
        /// The greatest value allowed.
        high: u64,
        /// The value given.
        value: u64,
    },
    /// The text is no whole number.
    #[error("{what} must be {low} to {high}, not {text:?}")]
    Unreadable {
        /// Name of the number, for a sentence.
        what: &'static str,
        /// The least value allowed.
        low: u64,
        /// The greatest value allowed.
        high: u64,
        /// The text given.
        text: String,
    },
}
