//! What the JSON Schemas of this crate and of the client have in common.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// Puts bounds in the place of formats, which are no part of the standard, and takes Rust out of descriptions.
pub fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(format)) = fields.get("format") {
                let bounds = match format.as_str() {
                    "uint32" => Some((0, i64::from(u32::MAX))),
                    "int16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
                    "int32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
                    _ => None,
                };
                if let Some((least, most)) = bounds {
                    fields.entry("minimum").or_insert(json!(least));
                    fields.entry("maximum").or_insert(json!(most));
                }
                fields.remove("format");
            }
            if let Some(Value::String(text)) = fields.get_mut("description") {
                *text = plain_text(text);
            }
            fields.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// A doc comment without the ends of its lines within a paragraph and without links to items.
fn plain_text(comment: &str) -> String {
    let paragraphs: Vec<_> = comment
        .split("\n\n")
        .map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let mut plain = String::new();
    let text = paragraphs.join("\n\n");
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let (name, behind) = link.split_once("`]").expect("a link ends");
        plain.extend([before, "`", name, "`"]);
        rest = match behind.strip_prefix('(') {
            Some(target) => target.split_once(')').expect("a target ends").1,
            None => behind,
        };
    }
    plain + rest
}

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
