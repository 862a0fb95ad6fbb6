//! The errors of the protocol in the language in force.
//!
//! Logs, `--json` and the server have them in English, by `Display`. Here every error has a message of Fluent in its
//! place, by a `match` that names every variant: a new one does not compile without its text. The tests compare the
//! English messages with `Display`.

mod connection;
mod moves;
mod records;
mod refusals;
mod specs;
#[cfg(test)]
mod tests;

use std::fmt;

use super::Said;

pub use refusals::refused;

/// Text of somebody else, in quotes and with what could harm a screen written out.
fn quoted(text: impl fmt::Debug) -> String {
    format!("{text:?}")
}

/// Values one after the other, separated by commas.
fn listed<T: fmt::Display>(values: &[T]) -> String {
    let words: Vec<_> = values.iter().map(ToString::to_string).collect();
    words.join(", ")
}
