//! The schemas of numbers that travel as text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The pattern of a whole number as text.
pub(crate) const DIGITS: &str = "^[0-9]{1,20}$";

/// A number of up to 64 bits without a sign, as [`as_text`](crate::wire::as_text) writes it.
pub(crate) struct UnsignedText;

impl JsonSchema for UnsignedText {
    fn schema_name() -> Cow<'static, str> {
        "UnsignedText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number below 2^64, in decimal digits.",
            "type": "string",
            "pattern": DIGITS,
        })
    }
}

/// A number of up to 64 bits with a sign, as [`as_text`](crate::wire::as_text) writes it.
pub(crate) struct SignedText;

impl JsonSchema for SignedText {
    fn schema_name() -> Cow<'static, str> {
        "SignedText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number from -2^63 to 2^63 - 1, in decimal digits.",
            "type": "string",
            "pattern": "^-?[0-9]{1,19}$",
        })
    }
}
