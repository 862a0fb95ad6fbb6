//! Values on the command line.

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use protocol::millis::Millis;
use protocol::rules::{Variant, VariantError};

/// A day in milliseconds: a longer wait for a move is a mistake, and no sum of such times is too large.
const LONGEST: u64 = 24 * 3600 * 1000;

/// Reads the name of rules.
pub(crate) fn variant(text: &str) -> Result<Variant, String> {
    text.parse()
        .map_err(|error: VariantError| error.to_string())
}

/// Reads a time from `least` milliseconds on.
pub(crate) fn milliseconds(least: u64) -> impl TypedValueParser<Value = Millis> {
    RangedU64ValueParser::<u64>::from(least..=LONGEST).map(Millis::from_millis)
}
