//! A validator for a JSON Schema, for the keywords that the schema of this crate uses.

use regex::Regex;
use serde_json::{Map, Value};

/// Keywords that say nothing about validity.
const ANNOTATIONS: [&str; 6] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "examples",
];

/// Checks `value` against `schema`, a part of `root`; the error says what is wrong first.
pub(crate) fn validate(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, expected) in keywords {
        if ANNOTATIONS.contains(&keyword.as_str()) {
            continue;
        }
        if !holds(root, keywords, keyword, expected, value) {
            return Err(format!("{value} breaks {keyword} {expected}"));
        }
    }
    Ok(())
}

/// Returns `true` if one keyword allows `value`. As in the standard, one about another type of value allows it.
fn holds(
    root: &Value,
    keywords: &Map<String, Value>,
    keyword: &str,
    expected: &Value,
    value: &Value,
) -> bool {
    let is_valid = |schema: &Value, value: &Value| validate(root, schema, value).is_ok();
    let count = |schemas: &Value| {
        let schemas = schemas.as_array().expect("an array of schemas");
        schemas.iter().filter(|it| is_valid(it, value)).count()
    };
    let within = |size: Option<usize>, allows: fn(&u64, &u64) -> bool| {
        size.is_none_or(|size| allows(&(size as u64), &expected.as_u64().unwrap()))
    };
    let fields = value.as_object();
    let items = value.as_array();
    let characters = value.as_str().map(|text| text.chars().count());
    match keyword {
        "$ref" => is_valid(target(root, expected), value),
        "oneOf" => count(expected) == 1,
        "anyOf" => count(expected) > 0,
        "const" => value == expected,
        "enum" => expected
            .as_array()
            .is_some_and(|words| words.contains(value)),
        "type" => match expected {
            Value::Array(names) => names.iter().any(|name| has_type(value, name)),
            name => has_type(value, name),
        },
        "properties" => fields.is_none_or(|fields| {
            let schemas = expected.as_object().unwrap();
            fields
                .iter()
                .filter_map(|(name, value)| Some((schemas.get(name)?, value)))
                .all(|(schema, value)| is_valid(schema, value))
        }),
        "required" => fields.is_none_or(|fields| {
            let names = expected.as_array().unwrap();
            names
                .iter()
                .all(|name| fields.contains_key(name.as_str().unwrap()))
        }),
        "additionalProperties" => fields.is_none_or(|fields| {
            let is_named = |name: &str| {
                let named = keywords.get("properties");
                named.is_some_and(|named| named.get(name).is_some())
            };
            let mut others = fields.iter().filter(|(name, _)| !is_named(name));
            match expected {
                Value::Bool(allowed) => *allowed || others.next().is_none(),
                schema => others.all(|(_, value)| is_valid(schema, value)),
            }
        }),
        // Beside a `$ref` only, to a schema whose fields are all under `properties`.
        "unevaluatedProperties" => fields.is_none_or(|fields| {
            assert_eq!(*expected, false);
            let target = target(root, &keywords["$ref"]);
            fields
                .keys()
                .all(|name| target["properties"].get(name).is_some())
        }),
        "items" => items.is_none_or(|items| items.iter().all(|item| is_valid(expected, item))),
        "prefixItems" => items.is_none_or(|items| {
            let schemas = expected.as_array().unwrap();
            let mut pairs = schemas.iter().zip(items);
            pairs.all(|(schema, item)| is_valid(schema, item))
        }),
        "minItems" => within(items.map(Vec::len), u64::ge),
        "maxItems" => within(items.map(Vec::len), u64::le),
        "minLength" => within(characters, u64::ge),
        "maxLength" => within(characters, u64::le),
        "minimum" => !value.is_number() || number(value) >= number(expected),
        "maximum" => !value.is_number() || number(value) <= number(expected),
        "pattern" => value.as_str().is_none_or(|text| {
            let pattern = Regex::new(expected.as_str().unwrap()).unwrap();
            pattern.is_match(text)
        }),
        other => panic!("the validator does not know the keyword {other}"),
    }
}

fn target<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let path = reference.as_str().unwrap().trim_start_matches('#');
    root.pointer(path).expect("a reference leads somewhere")
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the validator does not know the type {other}"),
    }
}

/// A number as one that compares; more than any bound where it is a fraction.
fn number(value: &Value) -> i128 {
    let signed = value.as_i64().map(i128::from);
    signed
        .or(value.as_u64().map(i128::from))
        .unwrap_or(i128::MAX)
}
