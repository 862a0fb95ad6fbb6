//! Derivations from the games that are over: ratings, the strength against the bot `level`, and the moves that were
//! played in a position.
//!
//! Pure: neither SQL nor a clock is here. The store keeps the games as facts (`store/sqlite/finished.rs`), folds each
//! into its tables when it ends (`store/sqlite/derived.rs`), and can do so again from the first one.

pub(crate) mod level;
pub(crate) mod position;
pub(crate) mod rating;
